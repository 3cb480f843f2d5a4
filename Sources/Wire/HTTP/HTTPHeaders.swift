/// The header fields of an HTTP message: names compare without regard to case, order is kept.
package struct HTTPHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    package private(set) var fields: [Field] = []

    package struct Field: Sendable, Hashable {
        package let name: String
        package let value: String
    }

    package init() {}

    package init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { append(name, value) }
    }

    /// The visible ASCII of a text: a value pasted with a line break must not become a second header.
    package static func visible(_ text: String) -> String {
        String(decoding: text.utf8.filter { (0x21...0x7E).contains($0) }, as: UTF8.self)
    }

    /// Adds a field, keeping others of that name.
    package mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// The first value of that name; setting replaces all of them, nil removes them.
    package subscript(_ name: String) -> String? {
        get { fields.first { $0.name.lowercased() == name.lowercased() }?.value }
        set {
            fields.removeAll { $0.name.lowercased() == name.lowercased() }
            if let newValue { append(name, newValue) }
        }
    }
}
