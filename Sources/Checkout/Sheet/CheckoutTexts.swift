import Foundation
import Kernel

/// The words of the checkout's screens, in one language.
package struct CheckoutTexts: Sendable {
    package let language: Language

    package init(_ language: Language) {
        self.language = language
    }

    /// The words under a key; `values` fill the `{name}` places. Empty for a key the table does not have.
    package subscript(_ key: String, _ values: [String: String] = [:]) -> String {
        language.fill(Self.rows[key]?[language] ?? "", values)
    }

    package static let keys = rows.keys.sorted()

    private static let rows: [String: [Language: String]] = Dictionary(
        uniqueKeysWithValues: checkoutTextTable.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard let key = cells.first, !key.isEmpty else { return nil }
            let words = zip([Language.english, .french, .arabic], cells.dropFirst()).map { ($0, $0.typeset($1)) }
            return (key, Dictionary(uniqueKeysWithValues: words))
        })
}
