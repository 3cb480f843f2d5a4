import Foundation

/// Why the server could not start, in words for the operator.
package struct ServerStartFailure: Error, Sendable, CustomStringConvertible {
    package let description: String
}

/// A bound, listening, non-blocking TCP socket. We open it ourselves so that a busy port is an error with a reason,
/// and so that accepting can stop while running requests finish.
struct ListeningSocket {
    let descriptor: Int32
    let port: UInt16

    init(host: String, port: UInt16) throws(ServerStartFailure) {
        var hints = addrinfo()
        #if canImport(Glibc)
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
            hints.ai_socktype = SOCK_STREAM
        #endif
        hints.ai_flags = AI_PASSIVE
        var found: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(host, String(port), &hints, &found)
        guard code == 0, let address = found else {
            throw ServerStartFailure(description: "Cannot find \(host): \(String(cString: gai_strerror(code)))")
        }
        defer { freeaddrinfo(found) }

        let descriptor = socket(address.pointee.ai_family, address.pointee.ai_socktype, 0)
        guard descriptor >= 0 else { throw Self.failure("open a socket for", host, port) }
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard bind(descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0, listen(descriptor, 1024) == 0
        else {
            let failure = Self.failure("listen on", host, port)
            close(descriptor)
            throw failure
        }
        prepare(descriptor)
        self.descriptor = descriptor
        self.port = Self.boundPort(descriptor)
    }

    /// The next waiting connection and who it is; nil when there is none, with `errno` saying why.
    static func accept(_ listener: Int32) -> (descriptor: Int32, peer: String)? {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                let descriptor = Foundation.accept(listener, address, &size)
                guard descriptor >= 0 else { return nil }
                prepare(descriptor)
                var yes: Int32 = 1
                setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
                return (descriptor, text(of: address, size))
            }
        }
    }

    private static func boundPort(_ descriptor: Int32) -> UInt16 {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard getsockname(descriptor, address, &size) == 0 else { return 0 }
                var service = [CChar](repeating: 0, count: 16)
                let count = socklen_t(service.count)
                guard getnameinfo(address, size, nil, 0, &service, count, NI_NUMERICSERV) == 0 else { return 0 }
                return UInt16(decoded(service)) ?? 0
            }
        }
    }

    private static func text(of address: UnsafeMutablePointer<sockaddr>, _ size: socklen_t) -> String {
        var host = [CChar](repeating: 0, count: 64)
        guard getnameinfo(address, size, &host, socklen_t(host.count), nil, 0, NI_NUMERICHOST) == 0 else { return "" }
        return decoded(host)
    }

    private static func decoded(_ text: [CChar]) -> String {
        String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func failure(_ action: String, _ host: String, _ port: UInt16) -> ServerStartFailure {
        ServerStartFailure(description: "Cannot \(action) \(host) port \(port): \(String(cString: strerror(errno)))")
    }
}

/// Never blocks, and is not inherited by programs we start.
private func prepare(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
}
