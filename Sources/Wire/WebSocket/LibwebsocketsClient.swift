#if os(Linux)
    import CLibwebsockets
    import Foundation

    /// WebSockets on Linux: libwebsockets carries the bytes, with TLS and the system's certificates; the protocol is
    /// ours, with a limit on everything. All sockets of the process share one thread.
    ///
    /// The library's own client role (4.1) damages its memory when a server sends a frame that is too large, so it does
    /// not get to see one.
    package final class LibwebsocketsClient: WebSocketClient {
        package init() {}

        package func connect(
            to url: URL, headers: HTTPHeaders
        ) async throws(WebSocketFailure) -> any WebSocketConnection {
            guard let loop = ClientLoop.shared else { throw WebSocketFailure("libwebsockets could not start") }
            let socket = try ClientSocket(url, headers, loop)
            do {
                try await socket.mailbox.open { loop.post(.connect(socket)) }.get()
            } catch {
                loop.post(.cut(socket))
                throw error
            }
            return socket
        }
    }

    /// One socket. What is marked as the loop's belongs to its thread; the rest is safe on any.
    private final class ClientSocket: WebSocketConnection, @unchecked Sendable {
        let mailbox = WebSocketMailbox()
        /// A name or an address, without brackets.
        let host: String
        let port: Int
        let isSecure: Bool
        /// What the `Host` field says.
        let authority: String
        private let loop: ClientLoop
        private let lock = NSLock()
        private var outgoingBytes = 0

        // The loop's.
        var handle: OpaquePointer?
        private let request: [UInt8]
        private var opening: WebSocketOpening?
        private var session: WebSocketSession
        private var outgoing: [UInt8] = []

        init(_ url: URL, _ headers: HTTPHeaders, _ loop: ClientLoop) throws(WebSocketFailure) {
            guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
                let scheme = parts.scheme?.lowercased(), ["ws", "wss"].contains(scheme), let name = parts.host,
                !name.isEmpty
            else { throw WebSocketFailure("not the address of a WebSocket") }
            self.loop = loop
            isSecure = scheme == "wss"
            host = name.filter { $0 != "[" && $0 != "]" }
            let usual = isSecure ? 443 : 80
            port = parts.port ?? usual
            let bracketed = host.contains(":") ? "[\(host)]" : host
            authority = port == usual ? bracketed : "\(bracketed):\(port)"
            let path = parts.percentEncodedPath
            let target = (path.isEmpty ? "/" : path) + (parts.percentEncodedQuery.map { "?\($0)" } ?? "")
            let opening = WebSocketOpening()
            request = opening.request(host: authority, target: target, headers: headers)
            self.opening = opening
            var limits = WebSocketLimits()
            limits.maximumFrameBytes = WebSocketBounds.messageBytes
            limits.maximumMessageBytes = WebSocketBounds.messageBytes
            session = WebSocketSession(.client, limits: limits, now: 0)
        }

        func send(_ text: String) {
            guard !mailbox.isOver else { return }
            let frame = WebSocketFrame(.client).text(text)
            guard reserve(frame.count) else {
                mailbox.ended(code: nil, why: "the peer takes nothing")
                return loop.post(.cut(self))
            }
            loop.post(.send(self, frame))
        }

        func receive() async -> WebSocketEvent { await mailbox.next() }

        func close(code: Int) {
            mailbox.ended(code: nil, why: "closed")
            loop.post(.close(self, WebSocketCloseCode(UInt16(clamping: code))))
        }

        private func reserve(_ count: Int) -> Bool {
            lock.withLock {
                outgoingBytes += count
                return outgoingBytes <= WebSocketBounds.outgoingBytes
            }
        }

        // MARK: The loop's thread

        func connected() { enqueue(request) }

        func received(_ bytes: UnsafeRawBufferPointer) {
            guard opening == nil else { return open(bytes) }
            session.receive(bytes, at: 0)
            pump()
        }

        private func open(_ bytes: UnsafeRawBufferPointer) {
            do throws(WebSocketFailure) {
                guard let rest = try opening?.receive(bytes) else { return }
                opening = nil
                guard mailbox.opened() else { return cut() }
                session.receive(rest, at: 0)
                pump()
            } catch {
                mailbox.ended(code: nil, why: error.description)
                cut()
            }
        }

        private func pump() {
            while let effect = session.next(at: 0) {
                switch effect {
                case .send(let bytes): if reserve(bytes.count) { enqueue(bytes) } else { cut() }
                case .deliver(let text):
                    guard mailbox.received(text) else {
                        mailbox.ended(code: nil, why: "nobody listens")
                        return cut()
                    }
                case .finish:
                    let code = Int(session.closeCode.number)
                    // 1005 and 1006 are no code's names.
                    mailbox.ended(code: code == 1005 || code == 1006 ? nil : code, why: "the socket was closed")
                    closeSoon()
                case .cut: cut()
                }
            }
        }

        func send(message frame: [UInt8]) {
            if case .send(let bytes) = session.send(message: frame, at: 0) { enqueue(bytes) }
        }

        func close(_ code: WebSocketCloseCode) {
            if case .send(let bytes) = session.close(code, "", at: 0) { enqueue(bytes) }
            closeSoon()
        }

        /// The peer closes the connection, or we do, when it does not.
        private func closeSoon() {
            if let handle { comptoir_lws_close_after(handle, 3) }
        }

        func cut() {
            if let handle { comptoir_lws_close_soon(handle) }
        }

        private func enqueue(_ bytes: [UInt8]) {
            guard let handle else { return }
            outgoing += bytes
            lws_callback_on_writable(handle)
        }

        /// Sends what fits into the loop's buffer; false when the connection must end.
        func writable(_ scratch: UnsafeMutableRawBufferPointer) -> Bool {
            guard let handle else { return false }
            guard !outgoing.isEmpty else { return true }
            let pre = comptoir_lws_pre()
            let space = UnsafeMutableRawBufferPointer(rebasing: scratch[pre...])
            let count = min(space.count, outgoing.count)
            space.copyBytes(from: outgoing[..<count])
            outgoing.removeFirst(count)
            lock.withLock { outgoingBytes = max(0, outgoingBytes - count) }
            let start = space.baseAddress?.assumingMemoryBound(to: UInt8.self)
            guard comptoir_lws_send(handle, start, count) == Int32(count) else { return false }
            if !outgoing.isEmpty { lws_callback_on_writable(handle) }
            return true
        }

        func ended(_ why: String) {
            handle = nil
            mailbox.ended(code: nil, why: why)
        }
    }

    /// The thread that drives every socket of the process, and the library's context it owns.
    private final class ClientLoop: @unchecked Sendable {
        enum Letter {
            case connect(ClientSocket)
            case send(ClientSocket, [UInt8])
            case close(ClientSocket, WebSocketCloseCode)
            case cut(ClientSocket)
        }

        static let shared = ClientLoop()
        private static let maximumSockets = 64
        private static let chunkBytes = 16 << 10

        private let context: OpaquePointer
        private let host: OpaquePointer
        private let lock = NSLock()
        private var letters: [Letter] = []

        // The loop's.
        private var sockets: [ObjectIdentifier: ClientSocket] = [:]
        let scratch: UnsafeMutableRawBufferPointer
        private let protocolName = strdup("comptoir-client")
        private let protocols: UnsafeMutablePointer<lws_protocols>

        private init?() {
            // The library writes to the terminal unless somebody (a server in this process) has set it up.
            if lwsl_visible(LLL_NOTICE) != 0 { lws_set_log_level(0, nil) }
            protocols = .allocate(capacity: 2)
            protocols.initialize(repeating: lws_protocols(), count: 2)
            protocols[0].name = UnsafePointer(protocolName)
            protocols[0].callback = clientCallback
            protocols[0].rx_buffer_size = Self.chunkBytes
            scratch = .allocate(byteCount: comptoir_lws_pre() + Self.chunkBytes, alignment: 16)
            var info = lws_context_creation_info()
            info.options = comptoir_lws_options(1)
            info.port = CONTEXT_PORT_NO_LISTEN
            info.protocols = UnsafePointer(protocols)
            // Without it the library allocates for every descriptor the system could ever give.
            info.fd_limit_per_thread = UInt32(Self.maximumSockets + 8)
            guard let context = lws_create_context(&info), let host = lws_create_vhost(context, &info) else {
                return nil
            }
            (self.context, self.host) = (context, host)
            let thread = Thread { [self] in
                while lws_service(self.context, 0) >= 0 {}
            }
            thread.name = "comptoir.websocket"
            thread.stackSize = 512 << 10
            thread.start()
        }

        func post(_ letter: Letter) {
            lock.withLock { letters.append(letter) }
            lws_cancel_service(context)
        }

        // MARK: The loop's thread

        func readMail() {
            let letters = lock.withLock {
                defer { self.letters = [] }
                return self.letters
            }
            for letter in letters {
                switch letter {
                case .connect(let socket): connect(socket)
                case .send(let socket, let frame): socket.send(message: frame)
                case .close(let socket, let code): socket.close(code)
                case .cut(let socket): socket.cut()
                }
            }
        }

        private func connect(_ socket: ClientSocket) {
            guard !socket.mailbox.isOver else { return }
            guard sockets.count < Self.maximumSockets else { return socket.ended("too many sockets") }
            sockets[ObjectIdentifier(socket)] = socket
            let made = comptoir_lws_connect(
                context, host, socket.host, Int32(clamping: socket.port), socket.isSecure ? 1 : 0, socket.host,
                protocolName, Unmanaged.passUnretained(socket).toOpaque())
            // It may have failed and said so already.
            guard let made, sockets[ObjectIdentifier(socket)] != nil else {
                return forget(socket, "could not be opened")
            }
            socket.handle = made
        }

        func forget(_ socket: ClientSocket, _ why: String) {
            socket.ended(why)
            sockets[ObjectIdentifier(socket)] = nil
        }
    }

    /// Everything the library tells us, on the loop's thread. Anything but zero closes the connection.
    private func clientCallback(
        _ handle: OpaquePointer?, _ reason: lws_callback_reasons, _ user: UnsafeMutableRawPointer?,
        _ input: UnsafeMutableRawPointer?, _ length: Int
    ) -> Int32 {
        if reason == LWS_CALLBACK_EVENT_WAIT_CANCELLED {
            ClientLoop.shared?.readMail()
            return 0
        }
        // Nothing is ours while the loop is being made: it must not be asked for then.
        guard let handle, let opaque = lws_get_opaque_user_data(handle), let loop = ClientLoop.shared else { return 0 }
        let socket = Unmanaged<ClientSocket>.fromOpaque(opaque).takeUnretainedValue()
        switch reason {
        case LWS_CALLBACK_RAW_CONNECTED:
            socket.handle = handle
            socket.connected()
        case LWS_CALLBACK_RAW_RX: socket.received(UnsafeRawBufferPointer(start: input, count: length))
        case LWS_CALLBACK_RAW_WRITEABLE: return socket.writable(loop.scratch) ? 0 : -1
        case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
            let bytes = UnsafeRawBufferPointer(start: input, count: input == nil ? 0 : length)
            lws_set_opaque_user_data(handle, nil)
            loop.forget(socket, bytes.isEmpty ? "could not be opened" : String(decoding: bytes, as: UTF8.self))
        case LWS_CALLBACK_RAW_CLOSE, LWS_CALLBACK_WSI_DESTROY:
            lws_set_opaque_user_data(handle, nil)
            loop.forget(socket, "the connection ended")
        default: break
        }
        return 0
    }
#endif
