import Kernel

/// The words of the checkout's screens, in one language.
package struct CheckoutTexts: Sendable {
    package let language: Language

    package init(_ language: Language) {
        self.language = language
    }

    /// The words under a key; `values` fill the `{name}` places. Empty for a key the table does not have.
    package subscript(_ key: String, _ values: [String: String] = [:]) -> String {
        language.fill(Self.rows[key]?[language] ?? Self.rows[key]?[.english] ?? "", values)
    }

    package static let keys = rows.keys.sorted()

    private static let rows = TextTable.words(
        (checkoutTextTable, TextTable.first), (checkoutTextTableIberian, TextTable.iberian))
}
