import Foundation
import Testing

/// A WebSocket client made of raw bytes, so that it can do everything wrong.
final class SocketClient: Sendable {
    struct Frame: Equatable {
        let first: UInt8
        let payload: [UInt8]

        var text: String { String(decoding: payload, as: UTF8.self) }
        /// Of a close frame.
        var code: Int? {
            first == 0x88 && payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : nil
        }
    }

    private actor Incoming {
        private let raw: RawClient
        private var bytes: [UInt8]

        init(_ raw: RawClient, _ bytes: [UInt8] = []) { (self.raw, self.bytes) = (raw, bytes) }

        func take(_ count: Int) async throws -> [UInt8]? {
            while bytes.count < count {
                let part = try await raw.receive()
                if part.isEmpty { return nil }
                bytes += part
            }
            defer { bytes.removeFirst(count) }
            return Array(bytes[..<count])
        }

        func head() async throws -> String {
            var head: [UInt8] = []
            while !head.suffix(4).elementsEqual("\r\n\r\n".utf8), let byte = try await take(1) { head += byte }
            return String(decoding: head, as: UTF8.self)
        }
    }

    static let key = "dGhlIHNhbXBsZSBub25jZQ=="

    let raw: RawClient
    private let incoming: Incoming

    init(_ raw: RawClient) {
        self.raw = raw
        incoming = Incoming(raw)
    }

    static func request(_ path: String, _ headers: [String] = []) -> String {
        let lines =
            [
                "GET \(path) HTTP/1.1", "Host: localhost", "Upgrade: websocket", "Connection: keep-alive, Upgrade",
                "Sec-WebSocket-Key: \(key)", "Sec-WebSocket-Version: 13",
            ] + headers
        return lines.joined(separator: "\r\n") + "\r\n\r\n"
    }

    /// Opens a socket and returns the head of the answer.
    static func open(
        _ port: UInt16, _ path: String, _ headers: [String] = [], receiveBufferBytes: Int32? = nil
    ) async throws -> (client: SocketClient, head: String) {
        let client = SocketClient(try await RawClient(port: port, receiveBufferBytes: receiveBufferBytes))
        try await client.raw.send(request(path, headers))
        return (client, try await client.incoming.head())
    }

    /// A masked frame, as clients send them.
    static func frame(_ first: UInt8, _ payload: [UInt8], mask: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]) -> [UInt8] {
        var bytes = [first]
        switch payload.count {
        case ...125: bytes.append(0x80 | UInt8(payload.count))
        case ...0xFFFF: bytes += [0xFE, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
        default: bytes += [0xFF] + (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
        }
        return bytes + mask + payload.enumerated().map { $1 ^ mask[$0 % 4] }
    }

    @discardableResult
    func send(_ text: String) async throws -> Bool { try await raw.send(Self.frame(0x81, Array(text.utf8))) }

    /// The next frame; nil when the peer has closed.
    func next() async throws -> Frame? {
        guard let head = try await incoming.take(2) else { return nil }
        #expect(head[1] & 0x80 == 0, "A server does not mask")
        var length = Int(head[1])
        if length >= 126 {
            guard let long = try await incoming.take(length == 126 ? 2 : 8) else { return nil }
            length = long.reduce(0) { $0 << 8 | Int($1) }
        }
        guard let payload = try await incoming.take(length) else { return nil }
        return Frame(first: head[0], payload: payload)
    }
}
