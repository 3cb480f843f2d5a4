import Foundation

// Servers of several ages answer: numbers come as strings, flags as "1", keys are missing. None of that may
// keep a payer from paying.
extension JSONValue {
    /// The text under a name; a number counts as its digits, an empty text as absent.
    package func text(_ name: String) -> String? {
        switch self[name] {
        case .string(let text): text.isEmpty ? nil : text
        case .number(let number): number.text
        default: nil
        }
    }

    /// The number under a name, or the one a text there spells.
    package func decimal(_ name: String) -> Decimal? {
        switch self[name] {
        case .number(let number): return number.decimal
        case .string(let text):
            let trimmed = text.trimmingCharacters(in: .whitespaces)
            guard trimmed.utf8.count <= 40 else { return nil }
            return (try? JSONValue.parse(trimmed))?.number?.decimal
        default: return nil
        }
    }

    /// The whole number under a name, or the one a text there spells.
    package func whole(_ name: String) -> Int? {
        switch self[name] {
        case .number(let number): number.int64.flatMap(Int.init(exactly:))
        case .string(let text): Int(text.trimmingCharacters(in: .whitespaces))
        default: nil
        }
    }

    /// Whether the value under a name says yes: `true`, `1`, `"1"` or `"true"`.
    package func flag(_ name: String) -> Bool {
        switch self[name] {
        case .bool(let value): value
        case .number(let number): number.text == "1"
        case .string(let text): ["1", "true"].contains(text.lowercased())
        default: false
        }
    }

    /// The address under a name; it must have a scheme.
    package func url(_ name: String) -> URL? {
        guard let url = text(name).flatMap(URL.init(string:)), url.scheme != nil else { return nil }
        return url
    }

    /// The texts of the list under a name.
    package func texts(_ name: String) -> [String] {
        self[name]?.array?.compactMap(\.string) ?? []
    }

    /// The map under a name.
    package func map(_ name: String) -> JSONValue? {
        guard let value = self[name], value.object != nil else { return nil }
        return value
    }
}
