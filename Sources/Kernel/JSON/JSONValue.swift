import Foundation

/// Any JSON value. Numbers keep the digits they were written with, so money is never rounded (W67).
///
/// Literals make one: `["phone": "+237677123456", "save": true, "tries": 3]`.
public enum JSONValue: Sendable, Hashable {
    /// `null`
    case null
    /// `true` or `false`
    case bool(Bool)
    /// A number, exactly as written.
    case number(JSONNumber)
    /// A string.
    case string(String)
    /// A list.
    case array([JSONValue])
    /// A map from names to values; names are unique and have no order.
    case object([String: JSONValue])
}

/// A JSON number that keeps its digits: `0.1` stays `0.1`, and a 40-digit integer stays whole.
///
/// Two numbers are equal when they are written alike (`1` and `1.0` are not).
public struct JSONNumber: Sendable, Hashable {
    /// The number as JSON text.
    public let text: String

    /// Text already known to be a JSON number.
    init(validated text: String) {
        self.text = text
    }

    /// An integer.
    public init(_ value: some BinaryInteger) {
        text = String(value)
    }

    /// A decimal number; nil when it is not a number (NaN).
    public init?(_ value: Decimal) {
        guard !value.isNaN else { return nil }
        text = NSDecimalNumber(decimal: value).description(withLocale: Locale(identifier: "en_US_POSIX"))
    }

    /// The value as a whole number; nil when it has a fraction or does not fit 64 bits.
    public var int64: Int64? { Int64(text) }

    /// The value as a decimal number; nil when it has more than 38 significant digits or an exponent that
    /// `Decimal` cannot hold, so that nothing is ever rounded silently.
    public var decimal: Decimal? {
        let mantissa = text.prefix { $0 != "e" && $0 != "E" }
        let digits = mantissa.filter(\.isNumber).drop { $0 == "0" }
        let exponent = Int(text.dropFirst(mantissa.count).dropFirst().filter { $0 != "+" }) ?? 0
        guard digits.count <= 38, (-90...90).contains(exponent) else { return nil }
        return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
    }
}

extension JSONValue {
    /// The string, when this is one.
    public var string: String? { if case .string(let value) = self { value } else { nil } }

    /// The truth value, when this is one.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

    /// The list, when this is one.
    public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

    /// The map, when this is one.
    public var object: [String: JSONValue]? { if case .object(let value) = self { value } else { nil } }

    /// The number, when this is one.
    public var number: JSONNumber? { if case .number(let value) = self { value } else { nil } }

    /// The whole number, when this is one that fits.
    public var int: Int? { number?.int64.flatMap(Int.init(exactly:)) }

    /// The value under `name`, when this is a map that has it.
    public subscript(_ name: String) -> JSONValue? { object?[name] }

    /// Whether this is `null`.
    public var isNull: Bool { self == .null }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByStringLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// `nil` is `null`.
    public init(nilLiteral: ()) { self = .null }
    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// A string literal.
    public init(stringLiteral value: String) { self = .string(value) }
    /// An integer literal.
    public init(integerLiteral value: Int64) { self = .number(JSONNumber(value)) }
    /// A literal with a fraction, written with the shortest digits that name it. Not a number becomes `null`.
    public init(floatLiteral value: Double) {
        self = value.isFinite ? .number(JSONNumber(validated: "\(value)")) : .null
    }
    /// A list literal.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// A map literal; the last of two equal names wins.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements, uniquingKeysWith: { $1 }))
    }
}

extension JSONValue {
    /// A string, or `null` for nil.
    package static func optional(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }

    /// The value of the kind asked for, or `null` for nil.
    package static func optional(_ value: JSONValue?) -> JSONValue { value ?? .null }

    /// A whole number.
    package static func integer(_ value: some BinaryInteger) -> JSONValue { .number(JSONNumber(value)) }

    /// An amount or another decimal number; `null` when it is not a number.
    package static func decimal(_ value: Decimal) -> JSONValue {
        JSONNumber(value).map(JSONValue.number) ?? .null
    }
}
