/// The languages the payer-facing texts exist in.
package enum Language: String, Sendable, CaseIterable {
    case english = "en"
    case french = "fr"

    /// French for any tag that begins with `fr` (`fr`, `fr-CI`, `fr_CM`), English for every other.
    package init(tag: String) {
        let primary = tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
        self = primary == "fr" ? .french : .english
    }

    /// The first language of an `Accept-Language` header that we have; English when there is none.
    package init(acceptLanguage: String?) {
        let tags = (acceptLanguage ?? "").split(separator: ",").prefix(16).map { entry in
            let parts = entry.split(separator: ";").map { $0.filter { !$0.isWhitespace } }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return (tag: parts.first.map { $0.lowercased() } ?? "", weight: weight)
        }
        let known = tags.filter { $0.tag.hasPrefix("fr") || $0.tag.hasPrefix("en") }
        let best = known.max { $0.weight < $1.weight }
        // max keeps the last of equals; the header's order decides between equal weights.
        self = known.first { $0.weight == best?.weight }.map { Language(tag: $0.tag) } ?? .english
    }
}
