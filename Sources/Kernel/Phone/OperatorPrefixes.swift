/// Which operator a prefix belongs to.
enum OperatorPrefixes {
    /// The operator of national digits: the longest prefix wins.
    static func detect(_ national: String, _ country: Country) -> String? {
        let best = (table[country] ?? []).filter { $0.range.contains(national) }.max { $0.range.width < $1.range.width }
        return best.flatMap { $0.operatorID == nobody ? nil : $0.operatorID }
    }

    /// The prefixes of an operator, or of every operator of the country.
    static func ranges(_ country: Country, operatorID: String? = nil) -> [DigitRange] {
        let wanted = operatorID.flatMap { MobileMoneyCatalogue.operator($0, in: country)?.id ?? $0 }
        return (table[country] ?? []).filter {
            $0.operatorID != nobody && (wanted == nil || wanted == $0.operatorID)
        }.map(\.range)
    }

    private static let nobody = "-"

    private static let table: [Country: [(operatorID: String, range: DigitRange)]] = Dictionary(
        uniqueKeysWithValues: tableRows(phoneOperatorTable).compactMap { row in
            let cells = row.split(separator: " ")
            guard let code = cells.first, let country = Country(String(code)) else { return nil }
            let prefixes = cells.dropFirst().flatMap { cell -> [(operatorID: String, range: DigitRange)] in
                let parts = cell.split(separator: ":")
                guard parts.count == 2 else { return [] }
                return DigitRange.list(parts[1]).map { (String(parts[0]), $0) }
            }
            return (country, prefixes)
        })
}
