/// The rules of the Mobile Money form (W74–W79, W82, W133). No rule stops on any text: what cannot be read is not
/// valid.
package enum PhoneRules {
    /// The national digits of a typed or pasted number, as ASCII: without the country's `+CC` or `00CC`, without its
    /// trunk prefix; the leading 0 of Côte d'Ivoire, Benin and Congo stays (W79). An old Benin number of 8 digits
    /// gets its 01. At most 32 digits.
    package static func nationalDigits(_ raw: String, country: Country) -> String {
        read(raw, country).digits
    }

    /// Whether it is a mobile number of the country: its length and its prefix are of the plan.
    package static func isValid(_ raw: String, country: Country) -> Bool {
        let read = read(raw, country)
        return !read.isForeign && PhonePlan(country)?.accepts(read.digits) ?? false
    }

    /// Whether a sandbox takes it: a real number, or 8 to 10 digits, or a prefix of the plan or of an operator
    /// followed by seven digits (W132, W133, O36).
    package static func isValidInSandbox(_ raw: String, country: Country) -> Bool {
        let read = read(raw, country)
        guard !read.isForeign, let plan = PhonePlan(country) else { return false }
        if plan.accepts(read.digits) || (8...10).contains(read.digits.count) { return true }
        let prefix = String(read.digits.dropLast(7))
        guard !prefix.isEmpty, read.digits.count > 7 else { return false }
        return (plan.forms.flatMap(\.prefixes) + OperatorPrefixes.ranges(country)).contains {
            $0.width == prefix.count && $0.contains(prefix)
        }
    }

    /// The id of the operator the number belongs to, also while it is being typed: the longest prefix wins; nil when
    /// no operator has it. Numbers that were carried from one operator to another cannot be told.
    package static func detectOperator(_ raw: String, country: Country) -> String? {
        let read = read(raw, country)
        return read.isForeign ? nil : OperatorPrefixes.detect(read.digits, country)
    }

    /// The number as it leaves the phone: `+237677123456` (W79); nil when the plan has no such length.
    package static func e164(_ raw: String, country: Country) -> String? {
        let read = read(raw, country)
        guard !read.isForeign, let plan = PhonePlan(country), plan.lengths.contains(read.digits.count) else {
            return nil
        }
        return "+\(country.dialCode)\(read.digits)"
    }

    /// The same for a sandbox, which also takes numbers of other lengths; nil when ``isValidInSandbox(_:country:)``
    /// is false.
    package static func sandboxE164(_ raw: String, country: Country) -> String? {
        guard isValidInSandbox(raw, country: country) else { return nil }
        return "+\(country.dialCode)\(nationalDigits(raw, country: country))"
    }

    /// The country a pasted `+CC…` or `00CC…` belongs to, and its national digits; nil for a number without either.
    package static func country(ofInternational raw: String) -> (country: Country, nationalDigits: String)? {
        let typed = TypedDigits(raw, limit: digitLimit)
        let isZeroZero = !typed.hasPlus && typed.digits.hasPrefix("00")
        guard typed.hasPlus || isZeroZero else { return nil }
        let digits = isZeroZero ? String(typed.digits.dropFirst(2)) : typed.digits
        guard let (plan, length) = PhonePlan.matching(international: digits) else { return nil }
        return (plan.country, currentDigits(plan.withoutTrunk(String(digits.dropFirst(length))), plan))
    }

    /// Longer than any number of the world (E.164 has 15 digits at most), so that more digits are seen to be too many.
    private static let digitLimit = 32

    /// What was read from a raw number; `isForeign` when it names another country's dial code.
    private static func read(_ raw: String, _ country: Country) -> (digits: String, isForeign: Bool) {
        let typed = TypedDigits(raw, limit: digitLimit)
        guard let plan = PhonePlan(country) else { return (typed.digits, typed.hasPlus) }
        let dial = country.dialCode
        var digits = typed.digits
        if typed.hasPlus {
            guard digits.hasPrefix(dial) else { return (digits, true) }
            digits = String(digits.dropFirst(dial.count))
        } else if digits.hasPrefix("00"), !plan.mayAccept("00") {
            guard digits.hasPrefix("00" + dial) else { return (digits, true) }
            digits = String(digits.dropFirst(2 + dial.count))
        } else if digits.hasPrefix(dial), digits.count > (plan.lengths.last ?? 0) + plan.trunk.count {
            // Typed with the dial code but no plus.
            let rest = plan.withoutTrunk(String(digits.dropFirst(dial.count)))
            if plan.lengths.contains(currentDigits(rest, plan).count) { digits = rest }
        }
        return (currentDigits(plan.withoutTrunk(digits), plan), false)
    }

    /// Benin put 01 before its numbers in 2024; the old form of 8 digits never began with 0.
    private static func currentDigits(_ digits: String, _ plan: PhonePlan) -> String {
        plan.country.code == "BJ" && digits.count == 8 && !digits.hasPrefix("0") ? "01" + digits : digits
    }
}
