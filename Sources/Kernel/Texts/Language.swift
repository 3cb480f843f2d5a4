import Foundation

/// The languages the payer-facing texts exist in.
package enum Language: String, Sendable, Hashable, CaseIterable {
    case english = "en"
    case french = "fr"
    case arabic = "ar"
    case spanish = "es"
    /// As in Brazil.
    case portuguese = "pt"

    /// The language a tag begins with (`fr`, `fr-CI`, `ar_EG`); English for one we do not have.
    package init(tag: String) {
        self = Self.known(tag) ?? .english
    }

    /// The first language of an `Accept-Language` header that we have; English when there is none.
    package init(acceptLanguage: String?) {
        let wishes = (acceptLanguage ?? "").split(separator: ",").prefix(16).compactMap { entry in
            let parts = entry.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return parts.first.flatMap(Self.known).map { (language: $0, weight: weight) }
        }
        let best = wishes.max { $0.weight < $1.weight }
        // max keeps the last of equals; the header's order decides between equal weights.
        self = wishes.first { $0.weight == best?.weight }?.language ?? .english
    }

    private static func known(_ tag: String) -> Language? {
        Language(rawValue: tag.prefix { $0 != "-" && $0 != "_" }.lowercased())
    }

    package var isRightToLeft: Bool { self == .arabic }

    /// For names and numbers of the system's; digits are always 0 to 9, as on the phone's keypad and on receipts.
    package var locale: Locale {
        switch self {
        case .arabic: Locale(identifier: "ar@numbers=latn")
        case .portuguese: Locale(identifier: "pt_BR")
        default: Locale(identifier: rawValue)
        }
    }

    /// Words with their places filled: `{name}` by its value, `{n?# try/# tries}` by the form that goes with the count
    /// `n`, in which `#` is the count. A right-to-left sentence keeps a number, a name or a code in one piece and in
    /// its own direction. A place without a value stays.
    package func fill(_ words: String, _ values: [String: String]) -> String {
        guard words.contains("{") else { return words }
        var text = ""
        var rest = words[...]
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            let place = rest[rest.index(after: start)..<end]
            text += rest[..<start] + (filled(place, values) ?? String(rest[start...end]))
            rest = rest[rest.index(after: end)...]
        }
        return text + rest
    }

    private func filled(_ place: Substring, _ values: [String: String]) -> String? {
        let parts = place.split(separator: "?", maxSplits: 1)
        guard let name = parts.first, let value = values[String(name)] else { return nil }
        guard parts.count == 2 else { return isolate(value) }
        guard let count = Int(value), count >= 0 else { return nil }
        let forms = parts[1].split(separator: "/")
        let index = Plural.forms(self).firstIndex(of: Plural(count, self)) ?? 0
        return forms.indices.contains(index)
            ? forms[index].replacingOccurrences(of: "#", with: isolate(value)) : nil
    }

    /// Words of another direction, such as a shop's, keep their own order.
    package func isolate(_ value: String) -> String { isRightToLeft ? "\u{2068}\(value)\u{2069}" : value }

    /// Words of a table as they are set: French never breaks the line before « : ; ! ? » and inside the quotes.
    package func typeset(_ words: String) -> String {
        let curled = words.replacingOccurrences(of: "'", with: "\u{2019}")
        guard self == .french else { return curled }
        let spaced = [":", ";", "!", "?", "»"].reduce(curled) {
            $0.replacingOccurrences(of: " \($1)", with: "\u{A0}\($1)")
        }
        return spaced.replacingOccurrences(of: "« ", with: "«\u{A0}")
    }
}
