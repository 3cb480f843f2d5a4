#if os(Linux)
    import CCurl
    import Foundation

    /// HTTP over libcurl, on Linux: no cache, no cookies, a limit on the size of answers and a deadline for the whole
    /// exchange.
    ///
    /// Foundation's own `URLSession` stands on the same library there, but traps when an answer ends inside its header,
    /// sends writes again by itself, and inflates whatever it is given: bytes from outside must do none of that to us.
    /// A redirect is followed only for a GET that stays on its origin; any other is handed back as the 3xx it is.
    package final class CurlTransport: Transport {
        private let loop: CurlLoop
        private let maximumAnswerBytes: Int

        /// - Parameter maximumAnswerBytes: a longer answer is given up (``TransportFailure/Kind/answerTooLarge``).
        package init(maximumAnswerBytes: Int = 1 << 20) {
            loop = CurlLoop()
            self.maximumAnswerBytes = maximumAnswerBytes
        }

        deinit { loop.stop() }

        package func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPAnswer {
            var request = request
            for _ in 0..<5 {
                let answer = try await exchange(request)
                guard request.method == .get, [301, 302, 303, 307, 308].contains(answer.status),
                    let location = answer.headers["Location"],
                    let next = URL(string: location, relativeTo: request.url)?.absoluteURL,
                    next.origin == request.url.origin
                else { return answer }
                request.url = next
            }
            throw TransportFailure(.unreadable, mayHaveReachedServer: true)
        }

        private func exchange(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPAnswer {
            guard !Task.isCancelled else { throw TransportFailure(.cancelled, mayHaveReachedServer: false) }
            let exchange = CurlExchange(request, maximumBytes: maximumAnswerBytes)
            let result = await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    exchange.start(continuation)
                    loop.add(exchange)
                }
            } onCancel: {
                loop.cancel(exchange)
            }
            return try result.get()
        }
    }

    /// One request under way. Its continuation is resumed once; everything else belongs to the loop's thread.
    private final class CurlExchange: @unchecked Sendable {
        typealias Outcome = Result<HTTPAnswer, TransportFailure>

        let request: HTTPRequest
        private let maximumBytes: Int
        private let lock = NSLock()
        private var waiting: CheckedContinuation<Outcome, Never>?
        private var isOver = false

        // The loop's.
        private var easy: OpaquePointerBox?
        private var fields: UnsafeMutablePointer<curl_slist>?
        private var headers = HTTPHeaders()
        private var headerBytes = 0
        private var hasWholeHeader = false
        private var body: [UInt8] = []
        private var isTooLarge = false

        /// `CURL *` is `void *` to Swift.
        struct OpaquePointerBox { let pointer: UnsafeMutableRawPointer }

        private static let maximumHeaderBytes = 64 << 10

        init(_ request: HTTPRequest, maximumBytes: Int) {
            self.request = request
            self.maximumBytes = maximumBytes
        }

        func start(_ continuation: CheckedContinuation<Outcome, Never>) {
            lock.withLock { waiting = continuation }
        }

        func end(_ outcome: Outcome) {
            let waiting = lock.withLock {
                isOver = true
                defer { self.waiting = nil }
                return self.waiting
            }
            waiting?.resume(returning: outcome)
        }

        var hasEnded: Bool { lock.withLock { isOver } }

        /// Makes the library's handle; nil when there is no memory or the address cannot be used.
        func prepare() -> UnsafeMutableRawPointer? {
            guard let easy = curl_easy_init() else { return nil }
            self.easy = OpaquePointerBox(pointer: easy)
            for (option, value) in [
                (CURLOPT_NOSIGNAL, 1), (CURLOPT_TIMEOUT_MS, max(1, Int(request.timeoutSeconds * 1000))),
                (CURLOPT_PROTOCOLS, Int(CURLPROTO_HTTP | CURLPROTO_HTTPS)),
                (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)),
                // A write goes out on a connection of its own, so that none is sent twice behind our back.
                (CURLOPT_FRESH_CONNECT, request.method == .get ? 0 : 1),
                (CURLOPT_FORBID_REUSE, request.method == .get ? 0 : 1),
            ] { comptoir_curl_set_long(easy, option, value) }
            request.url.absoluteString.withCString { _ = comptoir_curl_set_pointer(easy, CURLOPT_URL, $0) }
            request.method.rawValue.withCString { _ = comptoir_curl_set_pointer(easy, CURLOPT_CUSTOMREQUEST, $0) }
            if let body = request.body {
                comptoir_curl_set_long(easy, CURLOPT_POSTFIELDSIZE, body.count)
                // The library copies it.
                // An empty array has no address, and a null one would ask for a callback.
                (body.isEmpty ? [0] : body).withUnsafeBytes {
                    _ = comptoir_curl_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, $0.baseAddress)
                }
            }
            // No `Expect: 100-continue`, and no content type that nobody chose.
            for line in ["Expect:", "Content-Type:"] + request.headers.fields.map({ "\($0.name): \($0.value)" })
            where !line.contains("\r") && !line.contains("\n") {
                if line == "Content-Type:", request.headers["Content-Type"] != nil { continue }
                fields = curl_slist_append(fields, line)
            }
            comptoir_curl_set_pointer(easy, CURLOPT_HTTPHEADER, fields)
            comptoir_curl_set_callbacks(easy, headerCallback, bodyCallback, Unmanaged.passUnretained(self).toOpaque())
            return easy
        }

        func takeHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
            headerBytes += bytes.count
            guard headerBytes <= Self.maximumHeaderBytes else {
                isTooLarge = true
                return false
            }
            let line = String(decoding: bytes, as: UTF8.self)
            if line.hasPrefix("HTTP/") {
                // An interim answer came first.
                headers = HTTPHeaders()
                hasWholeHeader = false
            } else if line.allSatisfy(\.isNewline) {
                hasWholeHeader = true
            } else if !hasWholeHeader, let colon = line.firstIndex(of: ":") {
                // What comes after the body is a trailer, which we have no use for.
                headers.append(
                    String(line[..<colon]),
                    line[line.index(after: colon)...].trimmingCharacters(in: .whitespacesAndNewlines))
            }
            return true
        }

        func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
            guard body.count + bytes.count <= maximumBytes else {
                isTooLarge = true
                return false
            }
            body.append(contentsOf: bytes)
            return true
        }

        /// Ends it with what the library says came of it, and lets go of the library's handle.
        func finish(_ result: CURLcode?) {
            guard let easy else { return }
            end(outcome(easy.pointer, result))
            curl_easy_cleanup(easy.pointer)
            curl_slist_free_all(fields)
            self.easy = nil
            fields = nil
        }

        private func outcome(_ easy: UnsafeMutableRawPointer, _ result: CURLcode?) -> Outcome {
            func failure(_ kind: TransportFailure.Kind, reached: Bool) -> Outcome {
                .failure(TransportFailure(kind, mayHaveReachedServer: reached))
            }
            let reached = comptoir_curl_was_connected(easy) != 0
            if isTooLarge { return failure(.answerTooLarge, reached: true) }
            switch result {
            case nil: return failure(.cancelled, reached: reached)
            case CURLE_OK?:
                let status = comptoir_curl_status(easy)
                guard hasWholeHeader, (100..<1000).contains(status) else {
                    return failure(.connectionLost, reached: true)
                }
                return .success(HTTPAnswer(status: status, headers: headers, body: body))
            case CURLE_COULDNT_RESOLVE_HOST?, CURLE_COULDNT_CONNECT?, CURLE_COULDNT_RESOLVE_PROXY?,
                CURLE_URL_MALFORMAT?:
                return failure(.notConnected, reached: false)
            case CURLE_OPERATION_TIMEDOUT?: return failure(.timedOut, reached: reached)
            case CURLE_SSL_CONNECT_ERROR?, CURLE_PEER_FAILED_VERIFICATION?, CURLE_SSL_CERTPROBLEM?, CURLE_SSL_CIPHER?,
                CURLE_SSL_CACERT_BADFILE?, CURLE_SSL_ISSUER_ERROR?:
                return failure(.insecure, reached: false)
            case CURLE_GOT_NOTHING?, CURLE_RECV_ERROR?, CURLE_SEND_ERROR?, CURLE_PARTIAL_FILE?:
                return failure(.connectionLost, reached: true)
            default: return failure(.unreadable, reached: reached)
            }
        }
    }

    private let headerCallback: comptoir_curl_callback = { bytes, size, count, context in
        take(bytes, size, count, context) { $0.takeHeader($1) }
    }

    private let bodyCallback: comptoir_curl_callback = { bytes, size, count, context in
        take(bytes, size, count, context) { $0.takeBody($1) }
    }

    /// - Returns: how much was taken; less than there was ends the request.
    private func take(
        _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?,
        _ body: (CurlExchange, UnsafeRawBufferPointer) -> Bool
    ) -> Int {
        guard let context, let bytes else { return 0 }
        let exchange = Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue()
        return body(exchange, UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
    }

    /// A thread that drives every request of one transport.
    private final class CurlLoop: @unchecked Sendable {
        private let lock = NSLock()
        private var added: [CurlExchange] = []
        private var cancelled: [CurlExchange] = []
        private var isStopped = false
        private var isStarted = false
        private let multi: UnsafeMutableRawPointer?

        private static let library: Bool = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

        init() {
            multi = Self.library ? curl_multi_init() : nil
        }

        func add(_ exchange: CurlExchange) {
            guard let multi else {
                return exchange.end(.failure(TransportFailure(.notConnected, mayHaveReachedServer: false)))
            }
            let isFirst = lock.withLock {
                added.append(exchange)
                defer { isStarted = true }
                return !isStarted
            }
            if isFirst {
                let thread = Thread { [self] in run() }
                thread.name = "comptoir.http"
                thread.stackSize = 512 << 10
                thread.start()
            }
            curl_multi_wakeup(multi)
        }

        func cancel(_ exchange: CurlExchange) {
            lock.withLock { cancelled.append(exchange) }
            if let multi { curl_multi_wakeup(multi) }
        }

        /// Ends the thread once what is under way has ended.
        func stop() {
            let wasStarted = lock.withLock {
                isStopped = true
                return isStarted
            }
            guard let multi else { return }
            if wasStarted { curl_multi_wakeup(multi) } else { curl_multi_cleanup(multi) }
        }

        private func run() {
            guard let multi else { return }
            var running: [UnsafeMutableRawPointer: CurlExchange] = [:]
            while true {
                let (new, gone, shallStop) = lock.withLock {
                    defer { (added, cancelled) = ([], []) }
                    return (added, cancelled, isStopped)
                }
                for exchange in new {
                    guard let easy = exchange.prepare() else {
                        exchange.end(.failure(TransportFailure(.notConnected, mayHaveReachedServer: false)))
                        continue
                    }
                    running[easy] = exchange
                    curl_multi_add_handle(multi, easy)
                }
                for exchange in gone {
                    if let easy = running.first(where: { $0.value === exchange })?.key {
                        running[easy] = nil
                        curl_multi_remove_handle(multi, easy)
                        exchange.finish(nil)
                    } else if !exchange.hasEnded {
                        // It was cancelled before it was added; it is met again when it is.
                        lock.withLock { cancelled.append(exchange) }
                    }
                }
                var active: Int32 = 0
                curl_multi_perform(multi, &active)
                var result = CURLE_OK
                while let easy = comptoir_curl_ended(multi, &result) {
                    curl_multi_remove_handle(multi, easy)
                    running.removeValue(forKey: easy)?.finish(result)
                }
                if shallStop, running.isEmpty { break }
                curl_multi_poll(multi, nil, 0, 10_000, nil)
            }
            curl_multi_cleanup(multi)
        }
    }
#endif
