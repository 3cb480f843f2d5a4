import Foundation

/// The font a screen is written in.
package enum FontFamily: Sendable, Hashable {
    /// The system's own.
    case system
    case named(String)

    /// The first family of a CSS list that is embedded in the app, or the system's when the list comes to a generic
    /// name before (W73). Nil when it names neither: then it is as if it were absent.
    package init?(css list: String, isEmbedded: (String) -> Bool) {
        guard list.utf8.count <= CSSText.longestList else { return nil }
        for entry in list.split(separator: ",") {
            let name = entry.trimmingCharacters(in: Self.around)
            if Self.generic.contains(name.lowercased()) {
                self = .system
                return
            }
            if Self.isName(name), isEmbedded(name) {
                self = .named(name)
                return
            }
        }
        return nil
    }

    private static let around = CharacterSet.whitespacesAndNewlines.union(CharacterSet(charactersIn: "\"'"))

    private static let generic: Set<String> = [
        "sans-serif", "serif", "monospace", "system-ui", "ui-sans-serif", "ui-serif", "ui-rounded", "ui-monospace",
        "-apple-system", "blinkmacsystemfont",
    ]

    /// A name goes into style sheets: letters, digits and what stands between words, nothing that could end it.
    private static func isName(_ name: String) -> Bool {
        let units = name.unicodeScalars
        return !name.isEmpty && name.utf8.count <= 64
            && units.allSatisfy {
                $0.properties.isAlphabetic || (0x30...0x39).contains($0.value) || " -_.".unicodeScalars.contains($0)
            }
    }
}
