import Foundation
import Kernel

/// The words of the checkout's screens, in one language.
package struct CheckoutTexts: Sendable {
    package let language: Language

    package init(_ language: Language) {
        self.language = language
    }

    /// The words under a key; `values` fill the `{name}` places.
    package subscript(_ key: String, _ values: [String: String] = [:]) -> String {
        guard let row = Self.rows[key] else { return "" }
        let words = row[language] ?? row[.english] ?? ""
        return values.reduce(words) { $0.replacingOccurrences(of: "{\($1.key)}", with: $1.value) }
    }

    package static let keys = rows.keys.sorted()

    private static let rows: [String: [Language: String]] = Dictionary(
        uniqueKeysWithValues: checkoutTextTable.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count >= 3 else { return nil }
            return (cells[0], [.english: cells[1], .french: cells[2]])
        })
}
