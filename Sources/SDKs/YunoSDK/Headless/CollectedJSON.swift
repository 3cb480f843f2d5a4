import Foundation
import Kernel

/// A map an app handed in as JSON: names in snake_case or camelCase, `null` as if absent. Its errors name the place and
/// never what stands there, because card numbers stand there.
struct CollectedJSON {
    private let members: [String: JSONValue]
    private let path: String

    /// More than any card and customer need.
    static let limits = JSONLimits(bytes: 1 << 16, depth: 8, values: 500)

    init(parsing text: String) throws(YunoError) {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue.parse(text, limits: Self.limits)
        } catch {
            throw .invalidData(error.description)
        }
        try self.init(value, "the data")
    }

    init(from decoder: any Decoder) throws {
        try self.init(CodedJSON(from: decoder).value, "the data")
    }

    private init(_ value: JSONValue, _ path: String) throws(YunoError) {
        guard let members = value.object else { throw .invalidData(path) }
        self.members = members
        self.path = path
    }

    func fault(_ name: String) -> YunoError { .invalidData("\(name) of \(path)") }

    private subscript(_ name: String) -> JSONValue? {
        let value = members[name] ?? members[Self.camel(name)]
        return value?.isNull == true ? nil : value
    }

    /// `address_line_1` → `addressLine1`.
    private static func camel(_ name: String) -> String {
        let words = name.split(separator: "_")
        return words.dropFirst().reduce(words.first.map(String.init) ?? "") {
            $0 + $1.prefix(1).uppercased() + $1.dropFirst()
        }
    }

    /// A text; a number counts as its digits.
    func text(_ name: String) throws(YunoError) -> String? {
        switch self[name] {
        case nil: return nil
        case .string(let text): return text
        case .number(let number): return number.text
        default: throw fault(name)
        }
    }

    func whole(_ name: String) throws(YunoError) -> Int? {
        guard let text = try text(name) else { return nil }
        guard let whole = Int(text) else { throw fault(name) }
        return whole
    }

    func flag(_ name: String) throws(YunoError) -> Bool? {
        guard let value = self[name] else { return nil }
        guard let flag = value.bool else { throw fault(name) }
        return flag
    }

    func map(_ name: String) throws(YunoError) -> CollectedJSON? {
        guard let value = self[name] else { return nil }
        guard value.object != nil else { throw fault(name) }
        return try CollectedJSON(value, name)
    }

    func needed(_ name: String) throws(YunoError) -> CollectedJSON {
        guard let map = try map(name) else { throw fault(name) }
        return map
    }
}

/// JSON behind Foundation's coders.
struct CodedJSON: Codable {
    let value: JSONValue

    init(_ value: JSONValue) { self.value = value }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count <= CollectedJSON.limits.depth else { throw YunoError.invalidData("the data") }
        if let map = try? decoder.container(keyedBy: Name.self) {
            var members: [String: JSONValue] = [:]
            for key in map.allKeys { members[key.stringValue] = try map.decode(CodedJSON.self, forKey: key).value }
            value = .object(members)
        } else if var list = try? decoder.unkeyedContainer() {
            var items: [JSONValue] = []
            while !list.isAtEnd { items.append(try list.decode(CodedJSON.self).value) }
            value = .array(items)
        } else {
            let one = try decoder.singleValueContainer()
            if one.decodeNil() {
                value = .null
            } else if let flag = try? one.decode(Bool.self) {
                value = .bool(flag)
            } else if let whole = try? one.decode(Int64.self) {
                value = .integer(whole)
            } else if let number = try? one.decode(Decimal.self) {
                value = .decimal(number)
            } else {
                value = .string(try one.decode(String.self))
            }
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch value {
        case .object(let members):
            var map = encoder.container(keyedBy: Name.self)
            for (name, value) in members { try map.encode(CodedJSON(value), forKey: Name(stringValue: name)) }
        case .array(let items):
            var list = encoder.unkeyedContainer()
            for item in items { try list.encode(CodedJSON(item)) }
        case .null:
            var one = encoder.singleValueContainer()
            try one.encodeNil()
        case .bool(let flag):
            var one = encoder.singleValueContainer()
            try one.encode(flag)
        case .number(let number):
            var one = encoder.singleValueContainer()
            if let whole = number.int64 { try one.encode(whole) } else { try one.encode(number.decimal) }
        case .string(let text):
            var one = encoder.singleValueContainer()
            try one.encode(text)
        }
    }
}
