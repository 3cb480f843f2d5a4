import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A few lines of HTTP on 127.0.0.1, to see a transport meet real sockets.
final class TinyServer: @unchecked Sendable {
    enum Reply: Sendable {
        case bytes(String)
        /// Says it, and keeps the connection for another request.
        case keepAlive(String)
        /// Closes without a word.
        case close
        /// Says nothing until the server stops.
        case hang

        static func http(_ status: Int, _ body: String, _ headers: [String] = []) -> Reply {
            let lines = ["HTTP/1.1 \(status) X", "Content-Length: \(body.utf8.count)", "Connection: close"] + headers
            return .bytes(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
        }
    }

    struct Unavailable: Error {}

    let port: UInt16
    private let socketFD: Int32
    private let lock = NSLock()
    private var received: [String] = []
    private var held: [Int32] = []

    init(_ reply: @escaping @Sendable (_ request: String) -> Reply) throws {
        #if canImport(Glibc)
            let type = Int32(SOCK_STREAM.rawValue)
        #else
            let type = SOCK_STREAM
        #endif
        let fd = socket(AF_INET, type, 0)
        guard fd >= 0 else { throw Unavailable() }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(fd, $0, length) == 0 && listen(fd, 16) == 0 && getsockname(fd, $0, &length) == 0
            }
        }
        guard bound else { throw Unavailable() }
        socketFD = fd
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [self] in
            while true {
                let client = accept(fd, nil, nil)
                guard client >= 0 else { return }
                Thread.detachNewThread { while self.serve(client, reply) {} }
            }
        }
    }

    /// Every request seen so far, head and body.
    var requests: [String] { lock.withLock { received } }

    func url(_ path: String) throws -> URL {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { throw Unavailable() }
        return url
    }

    func stop() {
        shutdown(socketFD, Int32(SHUT_RDWR))
        close(socketFD)
        lock.withLock {
            for client in held { close(client) }
            held = []
        }
    }

    /// False when the connection takes no further request.
    private func serve(_ client: Int32, _ reply: (String) -> Reply) -> Bool {
        let request = read(client)
        guard !request.isEmpty else {
            close(client)
            return false
        }
        lock.withLock { received.append(request) }
        switch reply(request) {
        case .keepAlive(let text):
            write(client, text)
            return true
        case .bytes(let text):
            write(client, text)
            close(client)
        case .close: close(client)
        case .hang: lock.withLock { held.append(client) }
        }
        return false
    }

    private func write(_ client: Int32, _ text: String) {
        let bytes = Array(text.utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { write(client, $0) }
            guard count > 0 else { return }
            sent += count
        }
    }

    private func write(_ client: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
            // Without SIGPIPE when the client has gone.
            send(client, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        #else
            send(client, bytes.baseAddress, bytes.count, 0)
        #endif
    }

    private func read(_ client: Int32) -> String {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let text = String(decoding: bytes, as: UTF8.self)
            if let end = text.range(of: "\r\n\r\n") {
                let length =
                    text.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
                    .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) } ?? 0
                if text[end.upperBound...].utf8.count >= length { return text }
            }
            let count = recv(client, &chunk, chunk.count, 0)
            guard count > 0 else { return text }
            bytes.append(contentsOf: chunk[..<count])
        }
    }
}
