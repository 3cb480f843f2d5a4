/// A mobile number of a known country. It is personal data: printed, it shows its last two digits only.
package struct PhoneNumber: Sendable, Hashable {
    package let country: Country
    /// ASCII digits without dial code and trunk prefix.
    package let nationalDigits: String

    /// Reads a number typed for a country; nil when it is not one of its mobile numbers.
    package init?(_ raw: String, country: Country) {
        guard PhoneRules.isValid(raw, country: country) else { return nil }
        self.country = country
        nationalDigits = PhoneRules.nationalDigits(raw, country: country)
    }

    /// Reads `+CC…` or `00CC…`; nil when it is not a mobile number of the country it names.
    package init?(international raw: String) {
        guard let (country, _) = PhoneRules.country(ofInternational: raw) else { return nil }
        self.init(raw, country: country)
    }

    /// `+2250707123456` (W79).
    package var e164: String { "+\(country.dialCode)\(nationalDigits)" }

    /// `+225 07 07 12 3456`, grouped as the country does.
    package var formatted: String { PhoneRules.formatAsYouType(e164) }

    /// The id of the operator whose prefix it has, nil when unknown.
    package var operatorID: String? { PhoneRules.detectOperator(nationalDigits, country: country) }
}

extension PhoneNumber: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String {
        let hidden = String(repeating: "•", count: max(0, nationalDigits.count - 2))
        return "+\(country.dialCode)\(hidden)\(nationalDigits.suffix(2))"
    }

    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["number": description]) }
}
