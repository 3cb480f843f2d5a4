/// What a JSON text may be at most. Every decoder of outside bytes has limits.
public struct JSONLimits: Sendable {
    /// Bytes of text.
    public var bytes: Int
    /// How deep lists and maps may stand in each other.
    public var depth: Int
    /// Values in all, names of maps included.
    public var values: Int

    /// Limits; the defaults suit a configuration or an answer of a gateway (1 MiB, 64 deep, 100,000 values).
    public init(bytes: Int = 1 << 20, depth: Int = 64, values: Int = 100_000) {
        self.bytes = bytes
        self.depth = depth
        self.values = values
    }
}

/// Why a text is not JSON, or not JSON we take.
public struct JSONError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of fault.
    public enum Reason: String, Sendable {
        /// The text breaks the grammar of JSON (RFC 8259), or is no valid UTF-8.
        case syntax
        /// The text ends too early.
        case truncated
        /// A map has the same name twice.
        case duplicateName
        /// The text is longer, deeper or has more values than allowed.
        case tooLarge
    }

    /// The kind of fault.
    public let reason: Reason
    /// Where, in bytes from the start.
    public let offset: Int

    /// For a developer; never contains the text itself.
    public var description: String {
        switch reason {
        case .syntax: "not valid JSON at byte \(offset)"
        case .truncated: "the JSON ends too early, at byte \(offset)"
        case .duplicateName: "the same name stands twice in a JSON object, at byte \(offset)"
        case .tooLarge: "the JSON is too long, too deep or has too many values, at byte \(offset)"
        }
    }
}

extension JSONValue {
    /// Reads a JSON text (RFC 8259).
    /// - Throws: ``JSONError`` when the text is not JSON or exceeds the limits.
    public static func parse(_ text: String, limits: JSONLimits = JSONLimits()) throws(JSONError) -> JSONValue {
        try parse(Array(text.utf8), limits: limits)
    }

    /// Reads a JSON text in UTF-8 (RFC 8259). No input makes it trap.
    /// - Throws: ``JSONError`` when the text is not JSON or exceeds the limits.
    public static func parse(
        _ bytes: [UInt8], limits: JSONLimits = JSONLimits()
    ) throws(JSONError) -> JSONValue {
        guard bytes.count <= limits.bytes else { throw JSONError(reason: .tooLarge, offset: limits.bytes) }
        var parser = JSONParser(bytes: bytes, limits: limits)
        return try parser.document()
    }
}

private struct JSONParser {
    let bytes: [UInt8]
    let limits: JSONLimits
    var position = 0
    var values = 0

    init(bytes: [UInt8], limits: JSONLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    mutating func document() throws(JSONError) -> JSONValue {
        let value = try self.value(depth: 0)
        skipSpace()
        guard position == bytes.count else { throw fault() }
        return value
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func fault(_ reason: JSONError.Reason? = nil) -> JSONError {
        JSONError(reason: reason ?? (position < bytes.count ? .syntax : .truncated), offset: position)
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func count() throws(JSONError) {
        values += 1
        guard values <= limits.values else { throw fault(.tooLarge) }
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        skipSpace()
        try count()
        switch next {
        case UInt8(ascii: "{"):
            return try object(depth: depth + 1)
        case UInt8(ascii: "["):
            return try array(depth: depth + 1)
        case UInt8(ascii: "\""):
            return .string(try string())
        case UInt8(ascii: "t"):
            try word("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try word("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try word("null")
            return .null
        default:
            return .number(try number())
        }
    }

    private mutating func word(_ word: StaticString) throws(JSONError) {
        for offset in 0..<word.utf8CodeUnitCount where !take(word.utf8Start[offset]) { throw fault() }
    }

    private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
        guard depth <= limits.depth else { throw fault(.tooLarge) }
        position += 1
        var items: [JSONValue] = []
        skipSpace()
        if take(UInt8(ascii: "]")) { return .array(items) }
        while true {
            items.append(try value(depth: depth))
            skipSpace()
            if take(UInt8(ascii: "]")) { return .array(items) }
            guard take(UInt8(ascii: ",")) else { throw fault() }
        }
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
        guard depth <= limits.depth else { throw fault(.tooLarge) }
        position += 1
        var members: [String: JSONValue] = [:]
        skipSpace()
        if take(UInt8(ascii: "}")) { return .object(members) }
        while true {
            skipSpace()
            guard next == UInt8(ascii: "\"") else { throw fault() }
            try count()
            let start = position
            let name = try string()
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw fault() }
            let member = try value(depth: depth)
            // Two readers of the same bytes must never see two different amounts.
            guard members.updateValue(member, forKey: name) == nil else {
                throw JSONError(reason: .duplicateName, offset: start)
            }
            skipSpace()
            if take(UInt8(ascii: "}")) { return .object(members) }
            guard take(UInt8(ascii: ",")) else { throw fault() }
        }
    }

    private mutating func digits() -> Int {
        let start = position
        while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
        return position - start
    }

    private mutating func number() throws(JSONError) -> JSONNumber {
        let start = position
        _ = take(UInt8(ascii: "-"))
        let zero = next == UInt8(ascii: "0")
        let whole = digits()
        guard whole > 0 else { throw fault() }
        guard !(zero && whole > 1) else { throw fault(.syntax) }
        if take(UInt8(ascii: ".")) {
            guard digits() > 0 else { throw fault() }
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            guard digits() > 0 else { throw fault() }
        }
        return JSONNumber(validated: String(decoding: bytes[start..<position], as: UTF8.self))
    }

    private mutating func string() throws(JSONError) -> String {
        position += 1
        let start = position
        // Most strings have no escape: they are copied in one go.
        while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { position += 1 }
        if next == UInt8(ascii: "\"") {
            let text = try Self.text(bytes[start..<position], start)
            position += 1
            return text
        }
        var units = Array(bytes[start..<position])
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                return try Self.text(units[...], start)
            case UInt8(ascii: "\\"):
                try escape(into: &units)
            case 0..<0x20:
                position -= 1
                throw fault()
            default:
                units.append(byte)
            }
        }
        throw fault()
    }

    /// Decoding repairs what is no UTF-8, and so changes it: then it is refused.
    private static func text(_ units: ArraySlice<UInt8>, _ start: Int) throws(JSONError) -> String {
        let text = String(decoding: units, as: UTF8.self)
        guard text.utf8.elementsEqual(units) else { throw JSONError(reason: .syntax, offset: start) }
        guard text.isStreamSafe else { throw JSONError(reason: .tooLarge, offset: start) }
        return text
    }

    private mutating func escape(into units: inout [UInt8]) throws(JSONError) {
        guard let byte = next else { throw fault() }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): units.append(byte)
        case UInt8(ascii: "b"): units.append(0x08)
        case UInt8(ascii: "f"): units.append(0x0C)
        case UInt8(ascii: "n"): units.append(0x0A)
        case UInt8(ascii: "r"): units.append(0x0D)
        case UInt8(ascii: "t"): units.append(0x09)
        case UInt8(ascii: "u"):
            var code = try hexUnit()
            if (0xD800..<0xDC00).contains(code) {
                guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw fault() }
                let low = try hexUnit()
                guard (0xDC00..<0xE000).contains(low) else { throw fault(.syntax) }
                code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(code) else { throw fault(.syntax) }
            units.append(contentsOf: Array(String(Character(scalar)).utf8))
        default:
            position -= 1
            throw fault()
        }
    }

    private mutating func hexUnit() throws(JSONError) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw fault()
            }
            code = code << 4 | UInt32(digit)
            position += 1
        }
        return code
    }
}
