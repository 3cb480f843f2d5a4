import Foundation

/// Every error code a payer's app or a merchant's server may meet, with its type, whether trying again can help,
/// and its words (W102, W103).
package struct ErrorCatalogue: Sendable {
    /// One code.
    package struct Entry: Sendable {
        package let code: String
        /// `api_error`, `authentication_error`, `invalid_request_error`, `payment_error` or `rate_limit_error`.
        package let type: String
        package let retryable: Bool
        fileprivate let words: [Language: String]

        /// The words for the payer; `values` fill the `{name}` places. What only a merchant's server meets is in
        /// English where a language lacks it.
        package func message(_ language: Language, _ values: [String: String] = [:]) -> String {
            guard let own = words[language] else { return Language.english.fill(words[.english] ?? code, values) }
            return language.fill(own, values)
        }

        /// Whether a language has words of its own for it.
        package func speaks(_ language: Language) -> Bool { words[language] != nil }
    }

    private let entries: [String: Entry]

    /// The entry for a code, or nil when the catalogue has none.
    package subscript(_ code: String) -> Entry? { entries[Self.aliases[code] ?? code] }

    package var codes: [String] { entries.keys.sorted() }

    /// The codes of the checkout and merchant APIs.
    package static let wajub = ErrorCatalogue(table: wajubErrorTable, iberian: wajubErrorTableIberian)

    /// Codes that an older contract used.
    private static let aliases = [
        "invalid_response": "payment_error", "provider_unavailable": "no_payment_method",
        "blocked": "shield_blocked", "redirect_failed": "redirect_unavailable",
    ]

    private init(table: String, iberian: String) {
        let more = TextTable.words((iberian, TextTable.iberian))
        entries = Dictionary(
            uniqueKeysWithValues: TextTable.cells(table).compactMap { cells in
                guard cells.count >= 5 else { return nil }
                let words = zip(TextTable.first, cells[3...]).map { ($0, $0.typeset($1)) }
                return (
                    cells[0],
                    Entry(
                        code: cells[0], type: cells[1], retryable: cells[2] == "yes",
                        words: (more[cells[0]] ?? [:]).merging(words) { _, own in own })
                )
            })
    }
}
