import Foundation

/// A country of ISO 3166-1, e.g. `CM`.
package struct Country: Sendable, Hashable, CustomStringConvertible {
    /// Two upper-case letters (alpha-2).
    package let code: String

    /// The country of that code, in any case (T126); nil when ISO 3166-1 has none.
    package init?(_ code: String) {
        let code = code.uppercased()
        guard Self.dialCodes[code] != nil else { return nil }
        self.code = code
    }

    package var description: String { code }

    /// The digits after the plus that a phone number of the country begins with, e.g. `237`. Several countries may
    /// share one (`1`, `7`, `44`).
    package var dialCode: String { Self.dialCodes[code] ?? "" }

    /// The flag as an emoji: the code in regional indicator symbols.
    package var flag: String {
        var flag = String.UnicodeScalarView()
        for letter in code.unicodeScalars {
            guard let indicator = Unicode.Scalar(0x1F1E6 + letter.value - 0x41) else { continue }
            flag.append(indicator)
        }
        return String(flag)
    }

    /// The name in the locale's language, e.g. « Côte d'Ivoire »; the code when the system has none.
    package func name(locale: Locale) -> String {
        locale.localizedString(forRegionCode: code) ?? code
    }

    /// The name in one of the languages of our texts.
    package func name(_ language: Language) -> String {
        name(locale: language.locale)
    }

    /// Every country, in the order of the codes.
    package static let all: [Country] = dialCodes.keys.sorted().compactMap { Country($0) }

    private static let dialCodes: [String: String] = Dictionary(
        uniqueKeysWithValues: countryTable.split(whereSeparator: \.isWhitespace).map {
            (String($0.prefix(2)), String($0.dropFirst(2)))
        })
}

extension Country: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let country = Country(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no country of ISO 3166-1")
        }
        self = country
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(code)
    }
}
