import Kernel

/// Reads a JSON object field by field: unknown names and wrong types are collected, so that one answer names all
/// that is wrong.
struct BodyFields {
    let object: [String: JSONValue]
    private(set) var errors: [String: String] = [:]

    init(_ value: JSONValue, known: Set<String>) {
        object = value.object ?? [:]
        if value.object == nil { errors["body"] = "must be a JSON object" }
        // A few are enough to find the mistake.
        for name in object.keys.sorted() where !known.contains(name) && errors.count < 20 {
            errors[String(name.prefix(64))] = "unknown_field"
        }
    }

    /// The value, or nil when it is missing or null.
    mutating func value(_ name: String) -> JSONValue? {
        // A ternary with `nil` would make JSON's own null of it: that is a literal, too.
        guard let value = object[name], !value.isNull else { return nil }
        return value
    }

    mutating func string(_ name: String) -> String? {
        read(name, "must be a string") { $0.string }
    }

    mutating func integer(_ name: String) -> Int64? {
        read(name, "must be a whole number") { $0.number?.int64 }
    }

    mutating func bool(_ name: String) -> Bool? {
        read(name, "must be true or false") { $0.bool }
    }

    mutating func map(_ name: String) -> [String: JSONValue]? {
        read(name, "must be an object") { $0.object }
    }

    mutating func strings(_ name: String) -> [String]? {
        read(name, "must be a list of strings") { value in
            guard let items = value.array, items.count <= 100 else { return nil }
            let strings = items.compactMap(\.string)
            return strings.count == items.count ? strings : nil
        }
    }

    mutating func fail(_ name: String, _ words: String) {
        if errors[name] == nil { errors[name] = words }
    }

    private mutating func read<Value>(
        _ name: String, _ complaint: String, _ convert: (JSONValue) -> Value?
    ) -> Value? {
        guard let value = value(name) else { return nil }
        guard let converted = convert(value) else {
            fail(name, complaint)
            return nil
        }
        return converted
    }
}
