import Foundation
import Interface
import Kernel

/// Every country as a picker shows it, in the order of the language's names.
enum CountryOptions {
    /// With flag and dial code.
    static func all(_ language: Language) -> [Picker.Option] { withDialCodes[language] ?? [] }

    /// With flag.
    static func plain(_ language: Language) -> [Picker.Option] { withoutDialCodes[language] ?? [] }

    // Names come from the system, and asking it again for 249 countries at every key pressed would be felt.
    private static let withDialCodes = options { "+\($0.dialCode)" }
    private static let withoutDialCodes = options { _ in nil }

    private static func options(_ detail: (Country) -> String?) -> [Language: [Picker.Option]] {
        Dictionary(
            uniqueKeysWithValues: Language.allCases.map { language in
                let named = Country.all.map { country in
                    let name = country.name(language)
                    let order = name.folding(
                        options: [.caseInsensitive, .diacriticInsensitive], locale: language.locale)
                    return (order, Picker.Option(country.code, name, sign: country.flag, detail: detail(country)))
                }
                return (language, named.sorted { $0.0 < $1.0 }.map(\.1))
            })
    }
}
