import Foundation
import Kernel

/// The opening handshake of a WebSocket from the client's end (RFC 6455 §4.1): what is asked, and whether the answer
/// is a yes. It decides, and touches nothing.
package struct WebSocketOpening {
    /// The answer's head is at most this long.
    static let maximumBytes = 16 << 10

    private let key: String
    private var buffer: [UInt8] = []
    /// The head does not end before here.
    private var scanned = 4

    /// - Parameter key: 16 random bytes in base64.
    package init(key: String = Data(Crypto.randomBytes(16)).base64EncodedString()) { self.key = key }

    /// What a server answers to a key.
    package static func acceptance(for key: String) -> String {
        Data(Crypto.sha1(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))).base64EncodedString()
    }

    /// The bytes that ask.
    /// - Parameters:
    ///   - host: with the port, unless it is the scheme's own.
    ///   - target: path and query, percent-encoded.
    package func request(host: String, target: String, headers: HTTPHeaders) -> [UInt8] {
        var lines = [
            "GET \(target) HTTP/1.1", "Host: \(host)", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Key: \(key)", "Sec-WebSocket-Version: 13",
        ]
        // No line of another's making.
        for field in headers.fields
        where !"\(field.name)\(field.value)".utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            lines.append("\(field.name): \(field.value)")
        }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    /// Takes what the server sends.
    /// - Returns: once the socket is open, the bytes that came after the answer; nil before that.
    /// - Throws: ``WebSocketFailure`` when the answer is a no, or no answer.
    package mutating func receive(_ bytes: some Collection<UInt8>) throws(WebSocketFailure) -> [UInt8]? {
        buffer.append(contentsOf: bytes)
        guard let end = findHeadEnd() else {
            guard buffer.count <= Self.maximumBytes else { throw WebSocketFailure("the answer is too long") }
            return nil
        }
        guard end <= Self.maximumBytes else { throw WebSocketFailure("the answer is too long") }
        try judge(String(decoding: buffer[..<end], as: UTF8.self))
        return Array(buffer[end...])
    }

    /// Where the head ends: behind its empty line.
    private mutating func findHeadEnd() -> Int? {
        while scanned <= buffer.count {
            if buffer[(scanned - 4)..<scanned].elementsEqual([0x0D, 0x0A, 0x0D, 0x0A]) { return scanned }
            scanned += 1
        }
        return nil
    }

    private func judge(_ head: String) throws(WebSocketFailure) {
        let lines = head.components(separatedBy: "\r\n")
        let words = lines[0].components(separatedBy: " ")
        guard words.count >= 2, words[0] == "HTTP/1.1", words[1].utf8.count == 3, let status = Int(words[1]) else {
            throw WebSocketFailure("the answer is not HTTP/1.1")
        }
        guard status == 101 else { throw WebSocketFailure("the server answered \(status)") }
        var headers = HTTPHeaders()
        for line in lines.dropFirst() where !line.isEmpty {
            guard let colon = line.firstIndex(of: ":") else { throw WebSocketFailure("the answer cannot be read") }
            headers.append(
                String(line[..<colon]), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
        }
        let isUpgrade =
            headers["Upgrade"]?.lowercased() == "websocket"
            && headers["Connection"]?.lowercased().components(separatedBy: ",")
                .contains { $0.trimmingCharacters(in: .whitespaces) == "upgrade" } == true
        guard isUpgrade, headers["Sec-WebSocket-Accept"] == Self.acceptance(for: key) else {
            throw WebSocketFailure("the server did not agree on a WebSocket")
        }
        // Nothing of the kind was offered: what follows could not be understood.
        guard headers["Sec-WebSocket-Extensions"] == nil, headers["Sec-WebSocket-Protocol"] == nil else {
            throw WebSocketFailure("the server agreed on something nobody offered")
        }
    }
}
