#if os(Linux)
    import CCurl
    import Foundation
    import Kernel

    /// WebSockets on Linux: libcurl opens the connection and carries the bytes, with TLS and the system's certificates;
    /// the protocol is ours, with a limit on everything. All sockets of the process share one thread.
    ///
    /// Tried with libwebsockets (4.1), which serves sockets here: with its WebSocket client the process died of a damaged
    /// heap when a frame was too large, and its plain one begins TLS before it has a socket. Debian's libcurl has no
    /// WebSocket.
    package final class CurlWebSocketClient: WebSocketClient {
        private let certificateFile: String?

        /// - Parameter certificateFile: PEM certificates to trust in place of the system's.
        package init(certificateFile: String? = nil) { self.certificateFile = certificateFile }

        package func connect(
            to url: URL, headers: HTTPHeaders
        ) async throws(WebSocketFailure) -> any WebSocketConnection {
            guard let loop = SocketLoop.shared else { throw WebSocketFailure("libcurl could not start") }
            let socket = try CurlSocket(url, headers, loop, certificateFile: certificateFile)
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
    private final class CurlSocket: WebSocketConnection, @unchecked Sendable {
        let mailbox = WebSocketMailbox()
        /// What libcurl connects to: an origin, with the scheme that stands for plain or secure.
        let origin: String
        let certificateFile: String?
        private let loop: SocketLoop
        private let lock = NSLock()
        private var outgoingBytes = 0

        // The loop's.
        private let request: [UInt8]
        private var opening: WebSocketOpening?
        private var session: WebSocketSession
        private var outgoing: [UInt8] = []
        /// Nothing more is to be read; what is queued goes out, then the connection ends.
        private var isFinishing = false
        private(set) var isOver = false

        init(
            _ url: URL, _ headers: HTTPHeaders, _ loop: SocketLoop, certificateFile: String?
        ) throws(WebSocketFailure) {
            guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
                let scheme = parts.scheme?.lowercased(), ["ws", "wss"].contains(scheme), let name = parts.host,
                !name.isEmpty
            else { throw WebSocketFailure("not the address of a WebSocket") }
            self.loop = loop
            self.certificateFile = certificateFile
            let (http, usual) = scheme == "wss" ? ("https", 443) : ("http", 80)
            let bare = name.filter { $0 != "[" && $0 != "]" }
            let host = bare.contains(":") ? "[\(bare)]" : bare
            let port = parts.port ?? usual
            origin = "\(http)://\(host):\(port)/"
            let path = parts.percentEncodedPath
            let target = (path.isEmpty ? "/" : path) + (parts.percentEncodedQuery.map { "?\($0)" } ?? "")
            let opening = WebSocketOpening()
            // RFC 6455 §4.1: the port is named unless it is the scheme's own.
            request = opening.request(
                host: port == usual ? host : "\(host):\(port)", target: target, headers: headers)
            self.opening = opening
            var limits = WebSocketLimits()
            limits.maximumFrameBytes = WebSocketBounds.messageBytes
            limits.maximumMessageBytes = WebSocketBounds.messageBytes
            // Whoever opened it says how long it lives.
            limits.idleMilliseconds = Int(Int32.max)
            session = WebSocketSession(.client, limits: limits, now: SocketLoop.now)
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

        var wantsToSend: Bool { !outgoing.isEmpty }

        func connected() { outgoing += request }

        func send(message frame: [UInt8]) {
            if case .send(let bytes) = session.send(message: frame, at: SocketLoop.now) { outgoing += bytes }
        }

        func close(_ code: WebSocketCloseCode) {
            if case .send(let bytes) = session.close(code, "", at: SocketLoop.now) { outgoing += bytes }
        }

        func end(_ why: String) {
            isOver = true
            mailbox.ended(code: nil, why: why)
        }

        /// Does what can be done without waiting.
        /// - Returns: whether there may be more of that.
        func advance(_ easy: UnsafeMutableRawPointer, _ scratch: UnsafeMutableRawBufferPointer) -> Bool {
            write(easy)
            // A bounded number of reads: a peer that never stops must not starve the others.
            var reads = 0
            while reads < 16, !isOver, !isFinishing, read(easy, scratch) { reads += 1 }
            if opening == nil, !isOver, !isFinishing { perform(session.tick(at: SocketLoop.now)) }
            write(easy)
            if isFinishing, outgoing.isEmpty { end("the socket was closed") }
            return reads == 16 && !isOver
        }

        private func write(_ easy: UnsafeMutableRawPointer) {
            while !outgoing.isEmpty, !isOver {
                var count = 0
                switch curl_easy_send(easy, outgoing, outgoing.count, &count) {
                case CURLE_OK:
                    outgoing.removeFirst(min(count, outgoing.count))
                    lock.withLock { outgoingBytes = max(0, outgoingBytes - count) }
                case CURLE_AGAIN: return
                default: return end("the connection broke")
                }
            }
        }

        /// - Returns: whether there may be more.
        private func read(_ easy: UnsafeMutableRawPointer, _ scratch: UnsafeMutableRawBufferPointer) -> Bool {
            var count = 0
            switch curl_easy_recv(easy, scratch.baseAddress, scratch.count, &count) {
            case CURLE_OK where count > 0: break
            case CURLE_AGAIN: return false
            default:
                end(opening == nil ? "the connection ended" : "the connection ended before the socket was open")
                return false
            }
            take(UnsafeRawBufferPointer(rebasing: scratch[..<count]))
            return true
        }

        private func take(_ bytes: UnsafeRawBufferPointer) {
            if opening == nil {
                session.receive(bytes, at: SocketLoop.now)
            } else {
                do throws(WebSocketFailure) {
                    guard let rest = try opening?.receive(bytes) else { return }
                    opening = nil
                    guard mailbox.opened() else { return end("given up") }
                    session.receive(rest, at: SocketLoop.now)
                } catch {
                    return end(error.description)
                }
            }
            while !isOver, let effect = session.next(at: SocketLoop.now) { perform(effect) }
        }

        private func perform(_ effect: WebSocketSession.Effect?) {
            switch effect {
            case nil: break
            case .send(let bytes): if reserve(bytes.count) { outgoing += bytes } else { end("the peer takes nothing") }
            case .deliver(let text): if !mailbox.received(text) { end("nobody listens") }
            case .finish:
                let code = Int(session.closeCode.number)
                // 1005 and 1006 only name that there was no code.
                mailbox.ended(code: code == 1005 || code == 1006 ? nil : code, why: "the socket was closed")
                isFinishing = true
            case .cut: end("the peer is silent")
            }
        }
    }

    /// The thread that drives every socket of the process, and libcurl's handles, which it alone touches.
    private final class SocketLoop: @unchecked Sendable {
        enum Letter {
            case connect(CurlSocket)
            case send(CurlSocket, [UInt8])
            case close(CurlSocket, WebSocketCloseCode)
            case cut(CurlSocket)
        }

        /// A socket and the library's handle for it, which must stay in `multi` while it is open.
        private struct Entry {
            let socket: CurlSocket
            let easy: UnsafeMutableRawPointer
            var descriptor: Int32?
        }

        static let shared = SocketLoop()
        private static let maximumSockets = 64
        /// How often the sockets' time limits are looked at.
        private static let tickMilliseconds: Int32 = 500

        private let multi: UnsafeMutableRawPointer
        private let lock = NSLock()
        private var letters: [Letter] = []

        // The loop's.
        private var entries: [Entry] = []
        private let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 16)

        private init?() {
            guard curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK, let multi = curl_multi_init() else { return nil }
            self.multi = multi
            let thread = Thread { [self] in run() }
            thread.name = "comptoir.websocket"
            thread.stackSize = 512 << 10
            thread.start()
        }

        /// Milliseconds of a clock that nobody sets.
        static var now: Int64 { Int64(SystemWaitClock().nowNanoseconds / 1_000_000) }

        func post(_ letter: Letter) {
            lock.withLock { letters.append(letter) }
            curl_multi_wakeup(multi)
        }

        // MARK: The loop's thread

        private func run() {
            // A peer that has gone away is an error to be read, not a signal that ends the app.
            var set = sigset_t()
            sigemptyset(&set)
            sigaddset(&set, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &set, nil)
            while true {
                readMail()
                var running: Int32 = 0
                curl_multi_perform(multi, &running)
                readEnds()
                var hasMore = false
                for entry in entries where entry.descriptor != nil {
                    if entry.socket.advance(entry.easy, scratch) { hasMore = true }
                }
                removeEnded()
                // What TLS has decrypted already does not show on the descriptor.
                wait(milliseconds: hasMore ? 0 : entries.isEmpty ? 60_000 : Self.tickMilliseconds)
            }
        }

        private func readMail() {
            let letters = lock.withLock {
                defer { self.letters = [] }
                return self.letters
            }
            for letter in letters {
                switch letter {
                case .connect(let socket): connect(socket)
                case .send(let socket, let frame): socket.send(message: frame)
                case .close(let socket, let code): socket.close(code)
                case .cut(let socket): socket.end("given up")
                }
            }
            removeEnded()
        }

        private func connect(_ socket: CurlSocket) {
            guard !socket.mailbox.isOver else { return }
            guard entries.count < Self.maximumSockets, let easy = curl_easy_init() else {
                return socket.end("too many sockets")
            }
            for (option, value) in [
                (CURLOPT_NOSIGNAL, 1), (CURLOPT_CONNECT_ONLY, 1), (CURLOPT_CONNECTTIMEOUT_MS, 30_000),
                (CURLOPT_PROTOCOLS, Int(CURLPROTO_HTTP | CURLPROTO_HTTPS)),
                (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)), (CURLOPT_HTTPPROXYTUNNEL, 1),
                // Nobody else's connection. (That nobody gets it afterwards, the library sees to by itself.)
                (CURLOPT_FRESH_CONNECT, 1),
            ] { comptoir_curl_set_long(easy, option, value) }
            if let file = socket.certificateFile {
                file.withCString { _ = comptoir_curl_set_pointer(easy, CURLOPT_CAINFO, $0) }
            }
            socket.origin.withCString { _ = comptoir_curl_set_pointer(easy, CURLOPT_URL, $0) }
            entries.append(Entry(socket: socket, easy: easy))
            curl_multi_add_handle(multi, easy)
        }

        /// Connections that are made, or could not be.
        private func readEnds() {
            var result = CURLE_OK
            while let easy = comptoir_curl_ended(multi, &result) {
                guard let index = entries.firstIndex(where: { $0.easy == easy }) else { continue }
                let descriptor = comptoir_curl_socket(easy)
                guard result == CURLE_OK, descriptor >= 0 else {
                    entries[index].socket.end(String(cString: curl_easy_strerror(result)))
                    continue
                }
                entries[index].descriptor = descriptor
                entries[index].socket.connected()
            }
        }

        private func removeEnded() {
            for entry in entries where entry.socket.isOver {
                // Closes the connection as well.
                curl_multi_remove_handle(multi, entry.easy)
                curl_easy_cleanup(entry.easy)
            }
            entries.removeAll { $0.socket.isOver }
        }

        private func wait(milliseconds: Int32) {
            var descriptors = entries.compactMap { entry in
                entry.descriptor.map { descriptor in
                    curl_waitfd(
                        fd: descriptor,
                        events: Int16(CURL_WAIT_POLLIN | (entry.socket.wantsToSend ? CURL_WAIT_POLLOUT : 0)), revents: 0
                    )
                }
            }
            curl_multi_poll(multi, &descriptors, UInt32(descriptors.count), milliseconds, nil)
        }
    }
#endif
