import Kernel
import Wire

/// Everything in front of a request's body.
struct RequestHead {
    /// How the end of the body is known.
    enum Framing: Equatable {
        case length(Int)
        case chunked
    }

    let method: String
    let target: RequestTarget
    /// HTTP/1.0 has neither chunked bodies nor connections that stay open unasked.
    let isVersion10: Bool
    private(set) var headers = HTTPHeaders()

    private var hostCount = 0
    private var contentLength: ArraySlice<UInt8>?
    private var transferEncoding: String?
    private var expectation: String?
    private var wantsClose = false
    private var wantsKeepAlive = false

    init(requestLine line: ArraySlice<UInt8>) throws(ServerRefusal) {
        let parts = line.split(separator: 0x20, omittingEmptySubsequences: false)
        guard parts.count == 3, (1...32).contains(parts[0].count), parts[0].allSatisfy(\.isTokenCharacter),
            parts[2].count == 8, parts[2].starts(with: "HTTP/".utf8)
        else { throw .badRequest }
        switch String(decoding: parts[2].dropFirst(5), as: UTF8.self) {
        case "1.1": isVersion10 = false
        case "1.0": isVersion10 = true
        default: throw .versionNotSupported
        }
        method = String(decoding: parts[0], as: UTF8.self)
        // A CONNECT target is no path; nothing here tunnels.
        if method == "CONNECT" { throw .notImplemented }
        target = try RequestTarget(parts[1])
        if target.path == "*", method != "OPTIONS" { throw .badRequest }
    }

    /// Adds one header line, without its line end.
    mutating func add(line: ArraySlice<UInt8>) throws(ServerRefusal) {
        // A folded line (RFC 9112 §5.2) starts with a space and fails here, as does a space before the colon.
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
            line[..<colon].allSatisfy(\.isTokenCharacter)
        else { throw .badRequest }
        var value = line[(colon + 1)...]
        while let first = value.first, first == 0x20 || first == 0x09 { value.removeFirst() }
        while let last = value.last, last == 0x20 || last == 0x09 { value.removeLast() }
        guard value.allSatisfy({ ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }) else { throw .badRequest }

        let name = String(decoding: line[..<colon], as: UTF8.self)
        // Old senders use Latin-1, whose bytes are Unicode's first 256.
        let text =
            String(validating: value, as: UTF8.self) ?? String(String.UnicodeScalarView(value.map(Unicode.Scalar.init)))
        headers.append(name, text)
        guard text.isStreamSafe else { throw .badRequest }
        try understand(name.lowercased(), value, text)
    }

    private mutating func understand(
        _ name: String, _ value: ArraySlice<UInt8>, _ text: String
    ) throws(ServerRefusal) {
        // What decides how the message is read is ASCII: no other letter folds into one of its words.
        let decides: Set = ["content-length", "transfer-encoding", "connection", "expect"]
        if decides.contains(name), !value.allSatisfy({ $0 < 0x80 }) { throw .badRequest }
        switch name {
        case "host": hostCount += 1
        case "authorization":
            // Two callers in one request: nobody can tell who asks.
            if headers.fields.count(where: { $0.name.lowercased() == "authorization" }) > 1 { throw .badRequest }
        case "content-length":
            // Two lengths mean two readings of where the next request starts.
            if let contentLength, contentLength != value { throw .badRequest }
            contentLength = value
        case "transfer-encoding":
            guard transferEncoding == nil else { throw .badRequest }
            transferEncoding = text.lowercased()
        case "connection":
            for token in text.lowercased().split(whereSeparator: { $0 == "," || $0 == " " }) {
                if token == "close" { wantsClose = true }
                if token == "keep-alive" { wantsKeepAlive = true }
            }
        case "expect": expectation = text.lowercased()
        default: break
        }
    }

    /// Judges the head as a whole; called once, after its last line.
    func framing(maximumBodyBytes: Int) throws(ServerRefusal) -> Framing {
        guard hostCount == 1 || (isVersion10 && hostCount == 0) else { throw .badRequest }
        if let expectation, expectation != "100-continue" { throw .expectationFailed }
        if let transferEncoding {
            guard contentLength == nil, !isVersion10 else { throw .badRequest }
            guard transferEncoding == "chunked" else { throw .notImplemented }
            return .chunked
        }
        guard let contentLength else { return .length(0) }
        guard !contentLength.isEmpty, contentLength.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw .badRequest
        }
        // More digits than Int holds is only a very large body.
        guard let length = Int(String(decoding: contentLength, as: UTF8.self)), length <= maximumBodyBytes else {
            throw .payloadTooLarge
        }
        return .length(length)
    }

    /// The caller waits for our leave before it sends the body.
    var expectsContinue: Bool { expectation == "100-continue" && !isVersion10 }

    /// Whether another request may follow on this connection.
    var keepsAlive: Bool { wantsClose ? false : (isVersion10 ? wantsKeepAlive : true) }
}
