import Foundation
import Testing

/// A TCP connection to 127.0.0.1 that sends any bytes and reads what comes, with a limit on every wait.
///
/// Blocking calls run on threads of their own: the test runner's threads also run the handlers under test.
final class RawClient: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let descriptor: Int32

    init(port: UInt16, receiveBufferBytes: Int32? = nil) async throws {
        descriptor = try await onThread {
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            if var size = receiveBufferBytes {
                setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
            }
            var wait = timeval(tv_sec: 5, tv_usec: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
            setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            let code = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            guard code == 0 else {
                Foundation.close(descriptor)
                throw Failure(description: "connect: \(String(cString: strerror(errno)))")
            }
            return descriptor
        }
    }

    deinit { Foundation.close(descriptor) }

    /// Sends everything; returns false when the peer stopped taking it.
    @discardableResult
    func send(_ text: String) async throws -> Bool { try await send(Array(text.utf8)) }

    @discardableResult
    func send(_ bytes: [UInt8]) async throws -> Bool {
        let descriptor = descriptor
        return try await onThread {
            var sent = 0
            while sent < bytes.count {
                let count = bytes[sent...].withUnsafeBytes {
                    Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }
    }

    /// What comes next, at most `limit` bytes; empty at the end of the stream.
    func receive(limit: Int = 64 << 10) async throws -> [UInt8] {
        let descriptor = descriptor
        return try await onThread {
            var bytes = [UInt8](repeating: 0, count: limit)
            let count = recv(descriptor, &bytes, limit, 0)
            guard count >= 0 else { throw Failure(description: "receive: \(String(cString: strerror(errno)))") }
            return Array(bytes[..<count])
        }
    }

    /// Everything until the peer closes.
    func receiveAll() async throws -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let part = try await receive()
            if part.isEmpty { return all }
            all += part
        }
    }

    func closeSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Makes the coming close (when this object goes) an error for the peer, as a crash does.
    func resetOnClose() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Foundation.linger>.size))
    }
}

/// Runs blocking work on a thread of its own; a dispatch queue adds threads too slowly for many that wait.
func onThread<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result(catching: work)) }
    }
}

/// An answer taken apart.
struct Answer {
    let status: Int
    let headers: [String: String]
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
}

/// Reads answers one after another from a connection.
struct AnswerReader {
    let client: RawClient
    private var pending: [UInt8] = []

    init(_ client: RawClient) { self.client = client }

    mutating func next(toHead: Bool = false) async throws -> Answer {
        let separator = Array("\r\n\r\n".utf8)
        var end = pending.firstRange(of: separator)
        while end == nil {
            try await readMore()
            end = pending.firstRange(of: separator)
        }
        let head = try #require(end)
        let lines = String(decoding: pending[..<head.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased()] = parts.last.map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let status = try #require(Int(lines[0].split(separator: " ")[1]))
        let length = toHead ? 0 : Int(headers["content-length"] ?? "0") ?? 0
        while pending.count < head.upperBound + length { try await readMore() }
        let body = Array(pending[head.upperBound..<(head.upperBound + length)])
        pending.removeFirst(head.upperBound + length)
        return Answer(status: status, headers: headers, body: body)
    }

    private mutating func readMore() async throws {
        let part = try await client.receive(limit: 1 << 20)
        guard !part.isEmpty else { throw RawClient.Failure(description: "closed after \(pending.count) bytes") }
        pending += part
    }

    /// Whether the peer closes now, without another byte.
    mutating func isAtEnd() async throws -> Bool {
        let rest = try await client.receive()
        return pending.isEmpty && rest.isEmpty
    }
}
