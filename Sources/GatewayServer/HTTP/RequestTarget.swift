import Kernel

/// The target of a request line, taken apart and decoded.
struct RequestTarget {
    /// As written, without the query.
    let path: String
    let segments: [String]
    let query: [(String, String)]

    /// Accepts `/path?query`, `http://host/path?query` and `*`.
    ///
    /// Throws ``ServerRefusal/badRequest`` for anything that two readers could understand differently: bad escapes,
    /// control characters (encoded or not), text that is not UTF-8, and `.` or `..` as a segment.
    init(_ bytes: some RandomAccessCollection<UInt8>) throws(ServerRefusal) {
        guard bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }) else { throw .badRequest }
        if bytes.elementsEqual([UInt8(ascii: "*")]) {
            (path, segments, query) = ("*", ["*"], [])
            return
        }
        let origin = try Self.originForm(bytes)
        let mark = origin.firstIndex(of: UInt8(ascii: "?")) ?? origin.endIndex
        let rawPath = origin[..<mark]
        path = String(decoding: rawPath, as: UTF8.self)
        segments = try Self.segments(rawPath)
        query = mark == origin.endIndex ? [] : try Self.query(origin[origin.index(after: mark)...])
    }

    private static func originForm<Bytes: RandomAccessCollection<UInt8>>(
        _ bytes: Bytes
    ) throws(ServerRefusal) -> ArraySlice<UInt8> {
        if bytes.first == UInt8(ascii: "/") { return ArraySlice(bytes) }
        // RFC 9112 §3.2.2: a server accepts the absolute form; the host in it is not ours to judge.
        let text = String(decoding: bytes, as: UTF8.self)
        for scheme in ["http://", "https://"] where text.lowercased().hasPrefix(scheme) {
            let rest = bytes.dropFirst(scheme.utf8.count)
            let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
            guard end != rest.startIndex else { throw .badRequest }
            let tail = ArraySlice(rest[end...])
            return tail.first == UInt8(ascii: "/") ? tail : [UInt8(ascii: "/")] + tail
        }
        throw .badRequest
    }

    private static func segments(_ path: ArraySlice<UInt8>) throws(ServerRefusal) -> [String] {
        var out: [String] = []
        guard path.count > 1 else { return out }
        for part in path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            let segment = try decode(part, plusIsSpace: false)
            // A dot segment means another path to a proxy in front of us than to us.
            guard segment != ".", segment != "..", segment.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
                throw .badRequest
            }
            out.append(segment)
        }
        return out
    }

    /// Names and values of a query, or of a form-encoded body.
    static func query(_ query: ArraySlice<UInt8>) throws(ServerRefusal) -> [(String, String)] {
        var out: [(String, String)] = []
        for pair in query.split(separator: UInt8(ascii: "&")) {
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            let name = try decode(pair[..<equals], plusIsSpace: true)
            let value = equals == pair.endIndex ? "" : try decode(pair[(equals + 1)...], plusIsSpace: true)
            guard !name.utf8.contains(0), !value.utf8.contains(0) else { throw .badRequest }
            out.append((name, value))
        }
        return out
    }

    private static func decode(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool) throws(ServerRefusal) -> String {
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%") {
                guard index + 2 < bytes.endIndex, let high = bytes[index + 1].hexDigit,
                    let low = bytes[index + 2].hexDigit
                else { throw .badRequest }
                out.append(high << 4 | low)
                index += 3
            } else {
                out.append(plusIsSpace && byte == UInt8(ascii: "+") ? 0x20 : byte)
                index += 1
            }
        }
        guard let text = String(validating: out, as: UTF8.self), text.isStreamSafe else { throw .badRequest }
        return text
    }
}

extension UInt8 {
    /// The value of an ASCII hexadecimal digit.
    var hexDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// A character of a method or header name (RFC 9110 §5.6.2).
    var isTokenCharacter: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"):
            true
        default: "!#$%&'*+.^_`|~".utf8.contains(self)
        }
    }
}
