/// How the mobile numbers of a country are made (generated from libphonenumber's metadata, see docs/DATA.md).
package struct PhonePlan: Sendable {
    /// Numbers of one length.
    struct Form: Sendable {
        /// How many digits a national number has.
        let length: Int
        /// Sizes of the groups it is written in; their sum is `length`.
        let groups: [Int]
        /// What it begins with.
        let prefixes: [DigitRange]
    }

    package let country: Country
    /// What is typed in front of a national number at home, and is not part of it: `0`, `1`, `8`, or nothing. The
    /// leading 0 of Côte d'Ivoire, Benin and Congo belongs to the number, so they have none (W79).
    package let trunk: String
    let forms: [Form]

    /// The plan of a country; nil for the few that have none (Antarctica…).
    package init?(_ country: Country) {
        guard let plan = Self.byCountry[country] else { return nil }
        self = plan
    }

    /// How many digits national numbers may have, ascending.
    package var lengths: [Int] { forms.map(\.length) }

    /// Whether a national number has one of the lengths and begins as mobile numbers do.
    func accepts(_ national: String) -> Bool {
        forms.contains { form in
            form.length == national.count && form.prefixes.contains { $0.contains(national) }
        }
    }

    /// Whether a number that begins like this may become one of the country's.
    func mayAccept(_ national: String) -> Bool {
        forms.contains { form in
            form.length >= national.count && form.prefixes.contains { $0.mayContain(national) }
        }
    }

    /// The sizes of the groups for a national number, also while it is being typed.
    func grouping(_ national: String) -> [Int] {
        let fitting = forms.filter { form in form.prefixes.contains { $0.mayContain(national) } }
        let candidates = fitting.isEmpty ? forms : fitting
        return (candidates.first { $0.length >= national.count } ?? candidates.last)?.groups ?? []
    }

    /// National digits without the trunk prefix in front of them.
    func withoutTrunk(_ digits: String) -> String {
        guard !trunk.isEmpty, digits.hasPrefix(trunk),
            digits.count > lengths.last ?? 0 || !mayAccept(trunk)
        else { return digits }
        return String(digits.dropFirst(trunk.count))
    }

    /// The plan of the country that the digits after a plus belong to, and how many of them are its dial code. Of
    /// countries that share a dial code, the one whose numbers begin like this; the main one when none does.
    package static func matching(international digits: String) -> (plan: PhonePlan, dialCodeLength: Int)? {
        for length in 1...3 {
            guard let plans = byDialCode[String(digits.prefix(length))], digits.count >= length else { continue }
            let national = String(digits.dropFirst(length))
            let plan = plans.first { $0.mayAccept(national) } ?? plans.first
            return plan.map { ($0, length) }
        }
        return nil
    }
}

// MARK: - The table

extension PhonePlan {
    private static let table: [PhonePlan] = tableRows(phonePlanTable).compactMap(PhonePlan.init(row:))

    private static let byCountry = Dictionary(table.map { ($0.country, $0) }) { first, _ in first }

    /// In the table's order: the main country of a shared code first.
    private static let byDialCode = Dictionary(grouping: table) { $0.country.dialCode }

    private init?(row: String) {
        let parts = row.split(separator: "|").map { $0.split(separator: " ") }
        guard let head = parts.first, head.count >= 3, let country = Country(String(head[1])) else { return nil }
        self.country = country
        trunk = head[2] == "-" ? "" : String(head[2])
        let forms = ([Array(head.dropFirst(3))] + parts.dropFirst()).compactMap { cells -> Form? in
            guard cells.count == 3, let length = Int(cells[0]) else { return nil }
            return Form(
                length: length, groups: cells[1].split(separator: "-").compactMap { Int($0) },
                prefixes: DigitRange.list(cells[2]))
        }
        self.forms = forms.sorted { $0.length < $1.length }
    }
}
