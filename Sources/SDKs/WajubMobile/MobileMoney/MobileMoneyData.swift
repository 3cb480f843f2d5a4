import Kernel

/// The numbering plans and operators of Mobile Money countries, for apps that draw their own screens (W82). The
/// checkout follows the same rules.
///
/// Countries are ISO 3166 two-letter codes in any case; a country that is not known gives an empty, false or nil
/// answer. Everything here is pure and may be called on any thread.
public struct MobileMoneyData: Sendable {
    /// The one instance; it holds no state.
    public static let shared = MobileMoneyData()

    private init() {}

    /// The national digits of what was typed: no country code, no trunk zero where the country drops it
    /// (Côte d'Ivoire, Benin and Congo keep theirs).
    public func nationalDigits(_ raw: String, country: String) -> String {
        Country(country).map { PhoneRules.nationalDigits(raw, country: $0) } ?? ""
    }

    /// Whether it is a mobile number of the country.
    public func isValid(_ raw: String, country: String) -> Bool {
        Country(country).map { PhoneRules.isValid(raw, country: $0) } ?? false
    }

    /// The id of the operator the number belongs to; nil when none is known.
    public func detectOperator(_ raw: String, country: String) -> String? {
        Country(country).flatMap { PhoneRules.detectOperator(raw, country: $0) }
    }

    /// The number in E.164, e.g. `+2250707123456`; nil when its length fits no number of the country (W79).
    public func e164(_ raw: String, country: String) -> String? {
        Country(country).flatMap { PhoneRules.e164(raw, country: $0) }
    }

    /// Digits grouped for reading while they are typed: `+…` as its own country does, bare digits in pairs.
    public func formatAsYouType(_ digits: String) -> String {
        PhoneRules.formatAsYouType(digits)
    }

    /// What to draw when an operator has no logo, or one that does not load (W81).
    public func badge(operatorId: String, fallbackName: String) -> Badge {
        let badge = MobileMoneyCatalogue.badge(operatorID: operatorId, fallbackName: fallbackName)
        return Badge(text: badge.text, background: badge.background, foreground: badge.foreground)
    }

    /// An operator's brand in two colours and a few letters.
    public struct Badge: Sendable, Hashable {
        /// One to four letters.
        public let text: String
        /// `#rrggbb`.
        public let background: String
        /// `#rrggbb`; contrasts with the background by 4.5 at least.
        public let foreground: String
    }
}
