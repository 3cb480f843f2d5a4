import Foundation

@testable import GatewayServer
@testable import Wire

/// Listens on this machine and does to each caller what a test wants.
final class HostileServer: Sendable {
    struct Connection: Sendable {
        let descriptor: Int32

        /// The `Sec-WebSocket-Key` of the request; nil when none comes.
        func readKey() -> String? {
            var head = ""
            var bytes = [UInt8](repeating: 0, count: 4096)
            while !head.contains("\r\n\r\n") {
                let count = recv(descriptor, &bytes, bytes.count, 0)
                guard count > 0 else { return nil }
                head += String(decoding: bytes[..<count], as: UTF8.self)
            }
            let line = head.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix("sec-websocket-key:") }
            return line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
        }

        func write(_ bytes: [UInt8]) {
            var sent = 0
            while sent < bytes.count {
                let count = bytes[sent...].withUnsafeBytes {
                    send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return }
                sent += count
            }
        }

        /// Closes our side and waits for the caller's, so that nothing sent is lost.
        func finish() {
            shutdown(descriptor, Int32(SHUT_WR))
            var bytes = [UInt8](repeating: 0, count: 4096)
            while recv(descriptor, &bytes, bytes.count, 0) > 0 {}
        }
    }

    let port: UInt16
    private let listener: Int32

    /// - Parameter serve: runs on a thread of its own; the connection is closed after it when the server stops.
    init(_ serve: @escaping @Sendable (Connection) -> Void) throws {
        let socket = try ListeningSocket(host: "127.0.0.1", port: 0)
        port = socket.port
        listener = socket.descriptor
        let listener = socket.descriptor
        _ = fcntl(listener, F_SETFL, fcntl(listener, F_GETFL) & ~O_NONBLOCK)
        Thread.detachNewThread {
            var open: [Int32] = []
            while true {
                let descriptor = accept(listener, nil, nil)
                guard descriptor >= 0 else { break }
                var wait = timeval(tv_sec: 3, tv_usec: 0)
                setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &wait, socklen_t(MemoryLayout<timeval>.size))
                open.append(descriptor)
                let connection = Connection(descriptor: descriptor)
                Thread.detachNewThread { serve(connection) }
            }
            for descriptor in open { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
    }

    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    static func acceptance(_ key: String) -> String {
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Accept: \(WebSocketOpening.acceptance(for: key))\r\n\r\n"
    }
}
