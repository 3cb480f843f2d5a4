import CLibwebsockets
import Foundation
import Synchronization

/// libwebsockets, held by one event loop: its context, its virtual host and its timer.
///
/// Connections are adopted as plain byte streams ("raw"): the library does sockets, TLS, readiness and timers, and
/// HTTP is ours. Its own HTTP role (4.1) answers malformed requests with pages of its own, cannot list header
/// fields it does not know, has no chunked request bodies and spins while a caller's bytes wait behind a running
/// handler. WebSockets are answered by ``Connection`` in the same way (``SocketLine``), so they work over TLS too; a
/// second entry in `protocols` is the place for anything the library should speak by itself.
final class LibraryContext {
    let context: OpaquePointer
    private let host: OpaquePointer
    private let protocols: UnsafeMutablePointer<lws_protocols>
    private let timer: UnsafeMutablePointer<comptoir_lws_timer>
    private let name = strdup("comptoir-stream")
    private let usesTLS: Bool

    init(
        owner: EventLoop, connectionLimit: Int, tls: (certificatePath: String, keyPath: String)?, log: Log
    ) throws(ServerStartFailure) {
        LibraryLog.redirect(to: log)
        protocols = .allocate(capacity: 2)
        protocols.initialize(repeating: lws_protocols(), count: 2)
        protocols[0].name = UnsafePointer(name)
        protocols[0].callback = libraryCallback
        protocols[0].tx_packet_size = Connection.chunkBytes
        protocols[0].rx_buffer_size = 32 << 10
        timer = .allocate(capacity: 1)
        timer.initialize(to: comptoir_lws_timer())
        timer.pointee.owner = Unmanaged.passUnretained(owner).toOpaque()
        usesTLS = tls != nil

        var info = lws_context_creation_info()
        info.options = comptoir_lws_options(tls == nil ? 0 : 1)
        info.port = CONTEXT_PORT_NO_LISTEN_SERVER
        info.protocols = UnsafePointer(protocols)
        info.user = timer.pointee.owner
        // Without it the library allocates for every descriptor the system could ever give (up to 100 MB).
        info.fd_limit_per_thread = UInt32(connectionLimit)
        info.pt_serv_buf_size = 32 << 10
        let made = Self.make(&info, tls)
        guard let context = made.context, let host = made.host else {
            if let context = made.context { lws_context_destroy(context) }
            Self.free(protocols, timer, name)
            throw ServerStartFailure(
                description: tls.map { "Cannot use the certificate \($0.certificatePath) with the key \($0.keyPath)" }
                    ?? "libwebsockets could not start")
        }
        (self.context, self.host) = (context, host)
    }

    private static func make(
        _ info: inout lws_context_creation_info, _ tls: (certificatePath: String, keyPath: String)?
    ) -> (context: OpaquePointer?, host: OpaquePointer?) {
        guard let context = lws_create_context(&info) else { return (nil, nil) }
        guard let tls else { return (context, lws_create_vhost(context, &info)) }
        let host = tls.certificatePath.withCString { certificate in
            tls.keyPath.withCString { key in
                "http/1.1".withCString { alpn in
                    info.ssl_cert_filepath = certificate
                    info.ssl_private_key_filepath = key
                    info.alpn = alpn
                    return lws_create_vhost(context, &info)
                }
            }
        }
        return (context, host)
    }

    /// Gives a socket to the library, which closes it when that fails.
    func adopt(_ descriptor: Int32, isListener: Bool, opaque: UnsafeMutableRawPointer?) -> OpaquePointer? {
        comptoir_lws_adopt(host, descriptor, isListener ? 1 : 0, usesTLS ? 1 : 0, name, opaque)
    }

    /// Calls the owner's ``EventLoop/tick()`` once, in place of an earlier wish.
    func schedule(afterMicroseconds delay: Int64) {
        timer.withMemoryRebound(to: lws_sorted_usec_list_t.self, capacity: 1) {
            lws_sul_schedule(context, 0, $0, libraryTick, delay)
        }
    }

    /// Closes everything. The last call.
    func destroy() {
        timer.withMemoryRebound(to: lws_sorted_usec_list_t.self, capacity: 1) {
            lws_sul_schedule(context, 0, $0, nil, Int64(LWS_SET_TIMER_USEC_CANCEL))
        }
        lws_context_destroy(context)
        Self.free(protocols, timer, name)
    }

    private static func free(
        _ protocols: UnsafeMutablePointer<lws_protocols>, _ timer: UnsafeMutablePointer<comptoir_lws_timer>,
        _ name: UnsafeMutablePointer<CChar>?
    ) {
        protocols.deallocate()
        timer.deallocate()
        Foundation.free(name)
    }
}

/// The library has one log for the whole process; the server that started last receives it.
private enum LibraryLog {
    static let sink = Mutex<Log?>(nil)

    static func redirect(to log: Log) {
        sink.withLock { $0 = log }
        lws_set_log_level(LLL_ERR | LLL_WARN, libraryLogLine)
    }
}

private func libraryLogLine(_ level: Int32, _ line: UnsafePointer<CChar>?) {
    guard let line, let log = LibraryLog.sink.withLock({ $0 }) else { return }
    var text = String(cString: line)
    while text.last?.isNewline == true { text.removeLast() }
    log(level == LLL_ERR ? .error : .warning, .libraryMessage, ["text": .text(text)])
}

private func libraryTick(_ entry: UnsafeMutablePointer<lws_sorted_usec_list_t>?) {
    guard let entry else { return }
    let timer = UnsafeRawPointer(entry).assumingMemoryBound(to: comptoir_lws_timer.self)
    guard let owner = timer.pointee.owner else { return }
    Unmanaged<EventLoop>.fromOpaque(owner).takeUnretainedValue().tick()
}

/// Everything the library tells us, on the loop's thread. A negative answer closes the connection.
private func libraryCallback(
    _ handle: OpaquePointer?, _ reason: lws_callback_reasons, _ user: UnsafeMutableRawPointer?,
    _ input: UnsafeMutableRawPointer?, _ length: Int
) -> Int32 {
    guard let handle, let owner = lws_context_user(lws_get_context(handle)) else { return 0 }
    let loop = Unmanaged<EventLoop>.fromOpaque(owner).takeUnretainedValue()
    switch reason {
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED: loop.readMail()
    case LWS_CALLBACK_RAW_RX_FILE: loop.acceptWaiting(lws_get_socket_fd(handle))
    case LWS_CALLBACK_RAW_ADOPT: connection(handle)?.handle = handle
    case LWS_CALLBACK_RAW_RX: connection(handle)?.received(UnsafeRawBufferPointer(start: input, count: length))
    case LWS_CALLBACK_RAW_WRITEABLE: return connection(handle)?.writable() ?? false ? 0 : -1
    case LWS_CALLBACK_RAW_CLOSE:
        guard let connection = connection(handle) else { return 0 }
        lws_set_opaque_user_data(handle, nil)
        loop.forget(connection)
    default: break
    }
    return 0
}

private func connection(_ handle: OpaquePointer) -> Connection? {
    lws_get_opaque_user_data(handle).map { Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue() }
}
