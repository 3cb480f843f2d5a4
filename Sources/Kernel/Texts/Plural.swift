/// The form of a word that goes with a count (Unicode CLDR).
package enum Plural: String, Sendable, Hashable, CaseIterable {
    case zero, one, two, few, many, other

    /// - Parameter count: 0 or more.
    package init(_ count: Int, _ language: Language) {
        switch language {
        case .english, .spanish: self = count == 1 ? .one : .other
        case .french, .portuguese: self = count < 2 ? .one : .other
        case .arabic:
            switch (count, count % 100) {
            case (0, _): self = .zero
            case (1, _): self = .one
            case (2, _): self = .two
            case (_, 3...10): self = .few
            case (_, 11...99): self = .many
            default: self = .other
            }
        }
    }

    /// The forms a language tells apart.
    package static func forms(_ language: Language) -> [Plural] {
        language == .arabic ? allCases : [.one, .other]
    }
}
