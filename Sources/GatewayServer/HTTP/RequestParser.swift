import Foundation

/// Turns the bytes of one connection into requests, however they are cut. It decides, and touches nothing.
///
/// Strict on purpose: whatever a proxy in front could read in another way is refused (RFC 9112 §11.2), so that
/// nobody can hide one request inside another. After it has thrown, the connection cannot go on.
struct RequestParser {
    enum Progress {
        case needsMore
        /// The head is complete and the caller waits for `100 Continue`; call ``advance()`` again.
        case continueExpected
        case complete(RequestHead, body: [UInt8])
    }

    private enum Phase: Equatable {
        case requestLine, headers
        case body(remaining: Int)
        case chunkSize
        case chunk(remaining: Int)
        case chunkEnd, trailers
    }

    let maximumHeaderBytes: Int
    let maximumBodyBytes: Int
    private var buffer: [UInt8] = []
    /// Everything before this index of `buffer` is used up.
    private var position = 0
    /// No line end lies between `position` and here.
    private var scanned = 0
    private var phase = Phase.requestLine
    private var headerBytes = 0
    private var headerCount = 0
    private var emptyLines = 0
    private var body: [UInt8] = []
    /// The head of the request under way, once its first line is understood.
    private(set) var head: RequestHead?

    init(maximumHeaderBytes: Int, maximumBodyBytes: Int) {
        self.maximumHeaderBytes = maximumHeaderBytes
        self.maximumBodyBytes = maximumBodyBytes
    }

    /// Whether a request has begun to arrive and is not complete.
    var isInsideRequest: Bool { phase != .requestLine || position < buffer.count }

    mutating func receive(_ bytes: UnsafeRawBufferPointer) {
        buffer.append(contentsOf: bytes)
    }

    /// What has arrived after the last request: it belongs to the protocol the connection changes to.
    mutating func takeRest() -> [UInt8] {
        defer { (buffer, position, scanned) = ([], 0, 0) }
        return Array(buffer[position...])
    }

    /// Reads on as far as the bytes received allow.
    mutating func advance() throws(ServerRefusal) -> Progress {
        while true {
            switch phase {
            case .requestLine:
                guard try readRequestLine() else { return .needsMore }
            case .headers:
                guard let line = try takeLine(limit: maximumHeaderBytes - headerBytes) else { return .needsMore }
                guard line.isEmpty else {
                    headerCount += 1
                    guard headerCount <= 100 else { throw .headersTooLarge }
                    try head?.add(line: line)
                    continue
                }
                if try finishHead() { return .continueExpected }
            case .body(let remaining):
                let left = takeBody(remaining)
                phase = .body(remaining: left)
                guard left == 0 else { return .needsMore }
                if let done = finishRequest() { return done }
            case .chunkSize:
                guard let line = try takeLine(limit: 256) else { return .needsMore }
                let size = try Self.chunkSize(line)
                guard size <= maximumBodyBytes - body.count else { throw .payloadTooLarge }
                headerBytes = 0
                phase = size == 0 ? .trailers : .chunk(remaining: size)
            case .chunk(let remaining):
                let left = takeBody(remaining)
                phase = left == 0 ? .chunkEnd : .chunk(remaining: left)
                guard left == 0 else { return .needsMore }
            case .chunkEnd:
                let end = buffer[position...].prefix(2)
                guard [0x0D, 0x0A].starts(with: end) else { throw .badRequest }
                guard end.count == 2 else { return .needsMore }
                position += 2
                scanned = position
                phase = .chunkSize
            case .trailers:
                guard let line = try takeLine(limit: maximumHeaderBytes - headerBytes) else { return .needsMore }
                if line.isEmpty, let done = finishRequest() { return done }
            }
        }
    }

    private mutating func readRequestLine() throws(ServerRefusal) -> Bool {
        // Something else than HTTP (a TLS greeting, say) is told so at once.
        if position < buffer.count, !buffer[position].isTokenCharacter, buffer[position] != 0x0D {
            throw .badRequest
        }
        guard let line = try takeLine(limit: maximumHeaderBytes) else { return false }
        if line.isEmpty {
            // RFC 9112 §2.2: old clients send an empty line after a body.
            emptyLines += 1
            headerBytes = 0
            guard emptyLines <= 2 else { throw .badRequest }
            return true
        }
        head = try RequestHead(requestLine: line)
        phase = .headers
        return true
    }

    /// Returns whether the caller waits for `100 Continue`.
    private mutating func finishHead() throws(ServerRefusal) -> Bool {
        guard let head else { throw .badRequest }
        switch try head.framing(maximumBodyBytes: maximumBodyBytes) {
        case .length(let length):
            phase = .body(remaining: length)
            // Memory follows the bytes that arrive, not the length that was promised.
            body.reserveCapacity(min(length, 64 << 10))
            return head.expectsContinue && length > 0 && position == buffer.count
        case .chunked:
            phase = .chunkSize
            return head.expectsContinue && position == buffer.count
        }
    }

    private mutating func finishRequest() -> Progress? {
        guard let head else { return nil }
        let progress = Progress.complete(head, body: body)
        self.head = nil
        body = []
        phase = .requestLine
        (headerBytes, headerCount, emptyLines) = (0, 0, 0)
        compact()
        return progress
    }

    /// The next line without its end; nil until it is complete.
    private mutating func takeLine(limit: Int) throws(ServerRefusal) -> ArraySlice<UInt8>? {
        let newline = buffer.withUnsafeBytes { bytes -> Int? in
            guard let base = bytes.baseAddress, scanned < bytes.count,
                let hit = memchr(base + scanned, 0x0A, bytes.count - scanned)
            else { return nil }
            return base.distance(to: UnsafeRawPointer(hit))
        }
        let length = (newline.map { $0 + 1 } ?? buffer.count) - position
        guard length <= limit else { throw .headersTooLarge }
        guard let newline else {
            scanned = buffer.count
            return nil
        }
        // A line feed alone ends a line for some readers and not for others.
        guard newline > position, buffer[newline - 1] == 0x0D else { throw .badRequest }
        let line = buffer[position..<(newline - 1)]
        position = newline + 1
        scanned = position
        headerBytes += length
        return line
    }

    /// Moves up to `count` bytes into the body and returns how many are still missing.
    private mutating func takeBody(_ count: Int) -> Int {
        let taken = min(count, buffer.count - position)
        body.append(contentsOf: buffer[position..<(position + taken)])
        position += taken
        scanned = position
        compact()
        return count - taken
    }

    private mutating func compact() {
        if position == buffer.count {
            // An idle connection holds no buffer.
            buffer = []
        } else if position >= 16 << 10 {
            buffer.removeFirst(position)
        } else {
            return
        }
        (position, scanned) = (0, 0)
    }

    private static func chunkSize(_ line: ArraySlice<UInt8>) throws(ServerRefusal) -> Int {
        let digits = line.prefix { $0.hexDigit != nil }
        let rest = line[digits.endIndex...]
        guard !digits.isEmpty, rest.isEmpty || rest.first == UInt8(ascii: ";"),
            rest.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else { throw .badRequest }
        guard let size = Int(String(decoding: digits, as: UTF8.self), radix: 16) else { throw .payloadTooLarge }
        return size
    }
}
