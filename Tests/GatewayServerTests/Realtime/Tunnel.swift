import Foundation

@testable import GatewayServer

/// A TCP connection to somewhere else on this machine, which a test can cut.
final class Tunnel: @unchecked Sendable {
    let port: UInt16
    private let listener: Int32
    private let lock = NSLock()
    private var target: UInt16
    private var open: [Int32] = []
    private var accepted = 0

    init(to target: UInt16) throws {
        let socket = try ListeningSocket(host: "127.0.0.1", port: 0)
        (port, listener, self.target) = (socket.port, socket.descriptor, target)
        _ = fcntl(listener, F_SETFL, fcntl(listener, F_GETFL) & ~O_NONBLOCK)
        Thread.detachNewThread { [self] in
            while true {
                let caller = accept(listener, nil, nil)
                guard caller >= 0 else { return }
                serve(caller)
            }
        }
    }

    /// How many connections were led through.
    var count: Int { lock.withLock { accepted } }

    func lead(to target: UInt16) { lock.withLock { self.target = target } }

    /// Breaks every connection now open.
    func cut() { for descriptor in lock.withLock({ open }) { shutdown(descriptor, Int32(SHUT_RDWR)) } }

    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        cut()
    }

    private func serve(_ caller: Int32) {
        let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = lock.withLock { target }.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let code = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else {
            shutdown(caller, Int32(SHUT_RDWR))
            return
        }
        lock.withLock {
            accepted += 1
            open += [caller, server]
        }
        for (from, to) in [(caller, server), (server, caller)] {
            Thread.detachNewThread {
                var bytes = [UInt8](repeating: 0, count: 16 << 10)
                while true {
                    let count = recv(from, &bytes, bytes.count, 0)
                    guard count > 0, send(to, bytes, count, Int32(MSG_NOSIGNAL)) == count else { break }
                }
                shutdown(from, Int32(SHUT_RDWR))
                shutdown(to, Int32(SHUT_RDWR))
            }
        }
    }
}
