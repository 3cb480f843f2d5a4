/// Where Mobile Money exists, in which currency, and with which operators.
package enum MobileMoneyCatalogue {
    /// Every country of the catalogue, the most used first.
    package static let countries: [Country] = rows.map(\.country)

    /// The countries whose operators pay in a currency: Cameroon, Gabon… for XAF.
    package static func countries(currency: Currency) -> [Country] {
        rows.filter { $0.currencies.contains(currency) }.map(\.country)
    }

    /// The currencies a country's operators pay in, its own first; empty when it is not of the catalogue.
    package static func currencies(of country: Country) -> [Currency] {
        rowsByCountry[country]?.currencies ?? []
    }

    /// A country's operators, the most used first; empty when it is not of the catalogue.
    package static func operators(in country: Country) -> [MobileOperator] {
        rowsByCountry[country]?.operators ?? []
    }

    /// The operator that a code names in a country, by its own code or another it goes by.
    package static func `operator`(_ code: String, in country: Country) -> MobileOperator? {
        let all = operators(in: country)
        return all.first { $0.id == code.lowercased() } ?? all.first { $0.goes(by: code) }
    }

    /// Whether a code names a wallet that takes every number (W78).
    package static func acceptsAnyNumber(_ code: String) -> Bool {
        brands[code.lowercased()]?.acceptsAnyNumber ?? false
    }

    /// The badge of an operator (W81, W82); for one we do not know, the first letters of the name, or of the code
    /// when the name is empty.
    package static func badge(operatorID: String, fallbackName: String) -> OperatorBadge {
        let code = operatorID.lowercased()
        if let brand = brands[code] { return brand.badge }
        if let known = rows.lazy.flatMap(\.operators).first(where: { $0.goes(by: code) }) { return known.badge }
        let hasName = fallbackName.contains { $0.isLetter || $0.isNumber }
        return OperatorBadge(fallbackName: hasName ? fallbackName : operatorID)
    }

    /// What the payer is told after Pay (W80); nil for an operator that is not of the catalogue.
    package static func payerInstruction(operatorID: String, country: Country, _ language: Language) -> String? {
        self.operator(operatorID, in: country)?.payerInstruction(language)
    }

    /// The code, as the session writes it, of another offered operator that the number belongs to (W77); nil when
    /// the number may be paid with the picked one: it is that operator's, nobody's, of one that is not offered, or
    /// the picked wallet takes every number (W78). In a sandbox the answer is worth a warning only (W133).
    package static func otherOperator(of raw: String, picked: String, offered: [String], country: Country) -> String? {
        guard !acceptsAnyNumber(picked),
            let own = detectOffered(raw, offered: offered + [picked], country: country),
            !isSame(own, picked, country)
        else { return nil }
        return own
    }

    /// The code, as the session writes it, of the offered operator that the number belongs to: the one to preselect
    /// (W76).
    package static func detectOffered(_ raw: String, offered: [String], country: Country) -> String? {
        guard let detected = PhoneRules.detectOperator(raw, country: country) else { return nil }
        return offered.first { !acceptsAnyNumber($0) && isSame($0, detected, country) }
    }

    private static func isSame(_ left: String, _ right: String, _ country: Country) -> Bool {
        let codes = [left, right].map { self.operator($0, in: country)?.id ?? $0.lowercased() }
        return codes[0] == codes[1]
    }
}

// MARK: - The tables

extension MobileMoneyCatalogue {
    private struct Brand: Sendable {
        let name: String
        let badge: OperatorBadge
        let acceptsAnyNumber: Bool
    }

    private struct Row: Sendable {
        let country: Country
        let currencies: [Currency]
        let operators: [MobileOperator]
    }

    private static let brands: [String: Brand] = Dictionary(
        uniqueKeysWithValues: tableRows(mobileOperatorTable).compactMap { row in
            let cells = trimmedCells(row)
            guard cells.count >= 5 else { return nil }
            let badge = OperatorBadge(text: cells[2], background: "#" + cells[3], foreground: "#" + cells[4])
            return (cells[0], Brand(name: cells[1], badge: badge, acceptsAnyNumber: cells.last == "any"))
        })

    private static let rows: [Row] = tableRows(mobileMoneyCountryTable).compactMap { row in
        let cells = trimmedCells(row)
        guard cells.count == 3, let country = Country(cells[0]) else { return nil }
        return Row(
            country: country, currencies: cells[1].split(separator: " ").compactMap { Currency(String($0)) },
            operators: cells[2].split(separator: " ").compactMap { makeOperator($0, country) })
    }

    private static let rowsByCountry = Dictionary(uniqueKeysWithValues: rows.map { ($0.country, $0) })

    /// Reads `togocom~yas~tmoney=*145#`.
    private static func makeOperator(_ cell: Substring, _ country: Country) -> MobileOperator? {
        let parts = cell.split(separator: "=", maxSplits: 1)
        let codes = (parts.first ?? "").split(separator: "~").map(String.init)
        guard let id = codes.first, let brand = brands["\(country)/\(id)"] ?? brands[id] else { return nil }
        return MobileOperator(
            id: id, aliases: Array(codes.dropFirst()), name: brand.name, country: country,
            acceptsAnyNumber: brand.acceptsAnyNumber, badge: brand.badge,
            ussdCode: parts.count == 2 ? String(parts[1]) : nil)
    }

    private static func trimmedCells(_ row: String) -> [String] {
        row.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
    }
}
