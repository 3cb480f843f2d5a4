extension PhoneRules {
    /// A number as it is being typed, without a country: `+…` in the groups of its own country, bare digits in pairs
    /// from the left (W82, O34).
    package static func formatAsYouType(_ text: String) -> String {
        formatAsYouType(text, caret: .max).text
    }

    /// The same, the caret still behind the digit it stood behind.
    ///
    /// - Parameter caret: in UTF-16 code units.
    package static func formatAsYouType(_ text: String, caret: Int) -> TypedText {
        let typed = TypedDigits(text, caret: caret, limit: fieldLimit)
        if typed.hasPlus { return international(typed) }
        return typed.grouped(Array(repeating: 2, count: fieldLimit))
    }

    /// A number typed into the field of a country whose dial code stands beside it (W74): in the country's groups,
    /// the trunk prefix joining the first one when it was typed; a `+…` in the groups of its own country.
    ///
    /// - Parameter caret: in UTF-16 code units.
    package static func formatAsYouType(_ text: String, caret: Int, country: Country) -> TypedText {
        let typed = TypedDigits(text, caret: caret, limit: fieldLimit)
        if typed.hasPlus { return international(typed) }
        guard let plan = PhonePlan(country) else { return typed.grouped([]) }
        let national = plan.withoutTrunk(typed.digits)
        var groups = plan.grouping(national)
        if let first = groups.first { groups[0] = first + typed.digits.count - national.count }
        return typed.grouped(groups)
    }

    /// 15 digits of E.164 and a trunk prefix.
    private static let fieldLimit = 17

    private static func international(_ typed: TypedDigits) -> TypedText {
        guard let (plan, length) = PhonePlan.matching(international: typed.digits) else {
            return typed.grouped([], lead: "+")
        }
        let national = String(typed.digits.dropFirst(length))
        return typed.grouped([length] + plan.grouping(national), lead: "+")
    }
}
