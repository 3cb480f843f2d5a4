import Foundation

/// Words in rows: a key, then a cell for each language. Rows of one key may stand in several tables, each with
/// languages of its own.
package enum TextTable {
    /// What stands in the columns of our tables.
    package static let first: [Language] = [.english, .french, .arabic]
    package static let iberian: [Language] = [.spanish, .portuguese]

    /// The cells of each row, without the spaces around them.
    package static func cells(_ table: String) -> [[String]] {
        table.split(separator: "\n").map { line in
            line.split(separator: "|", omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
        }.filter { $0.count > 1 }
    }

    /// Words by key and language, as they are set.
    package static func words(_ tables: (String, [Language])...) -> [String: [Language: String]] {
        var words: [String: [Language: String]] = [:]
        for (table, languages) in tables {
            for row in cells(table) {
                for (language, cell) in zip(languages, row.dropFirst()) where !cell.isEmpty {
                    words[row[0], default: [:]][language] = language.typeset(cell)
                }
            }
        }
        return words
    }
}
