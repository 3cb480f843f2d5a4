import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// HTTP over `URLSession`, on Apple platforms (``CurlTransport`` on Linux, where this is only compiled): no cache, no cookies, a limit on the size of answers and a deadline for the whole
/// exchange.
///
/// A redirect is followed only for a GET that stays on its origin. Any other redirect is handed back as the
/// 3xx answer it is, so that neither a token nor a card number ever goes to a host nobody named.
package final class URLSessionTransport: Transport {
    private let session: URLSession
    private let exchanges: Exchanges
    private let maximumAnswerBytes: Int

    /// - Parameter maximumAnswerBytes: a longer answer is given up (``TransportFailure/Kind/answerTooLarge``).
    package init(maximumAnswerBytes: Int = 1 << 20) {
        exchanges = Exchanges()
        session = Self.makeSession(exchanges)
        self.maximumAnswerBytes = maximumAnswerBytes
    }

    private static func makeSession(_ exchanges: Exchanges) -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        // A session keeps its delegate until it is invalidated.
        return URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    deinit {
        session.finishTasksAndInvalidate()
    }

    package func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPAnswer {
        guard !Task.isCancelled else { throw TransportFailure(.cancelled, mayHaveReachedServer: false) }
        let task = session.dataTask(with: urlRequest(request))
        let exchange = Exchange(task: task, request: request, maximumBytes: maximumAnswerBytes)
        exchanges.add(exchange)
        // URLRequest's own time-out restarts with every byte: a server that drips would hold us for ever.
        DispatchQueue.global().asyncAfter(deadline: .now() + request.timeoutSeconds) { [weak exchange] in
            exchange?.giveUp(TransportFailure(.timedOut, mayHaveReachedServer: true))
        }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                exchange.start(continuation)
            }
        } onCancel: {
            exchange.giveUp(TransportFailure(.cancelled, mayHaveReachedServer: true))
        }
        exchanges.remove(exchange)
        return try result.get()
    }

    private func urlRequest(_ request: HTTPRequest) -> URLRequest {
        var out = URLRequest(url: request.url)
        out.httpMethod = request.method.rawValue
        out.timeoutInterval = max(1, request.timeoutSeconds.rounded(.up))
        out.httpShouldHandleCookies = false
        for field in request.headers.fields { out.addValue(field.value, forHTTPHeaderField: field.name) }
        if let body = request.body { out.httpBody = Data(body) }
        return out
    }
}

/// One request under way. It ends once, by whichever comes first: the answer, a failure, the deadline or a
/// cancellation.
private final class Exchange: @unchecked Sendable {
    typealias Outcome = Result<HTTPAnswer, TransportFailure>

    let task: URLSessionDataTask
    let request: HTTPRequest
    private let maximumBytes: Int
    private let lock = NSLock()
    private var waiting: CheckedContinuation<Outcome, Never>?
    private var outcome: Outcome?
    private var body: [UInt8] = []

    init(task: URLSessionDataTask, request: HTTPRequest, maximumBytes: Int) {
        self.task = task
        self.request = request
        self.maximumBytes = maximumBytes
    }

    func start(_ continuation: CheckedContinuation<Outcome, Never>) {
        let early: Outcome? = lock.withLock {
            if outcome == nil { waiting = continuation }
            return outcome
        }
        if let early {
            continuation.resume(returning: early)
        } else {
            task.resume()
        }
    }

    func receive(_ data: Data) {
        let tooLarge = lock.withLock {
            body.append(contentsOf: data)
            return body.count > maximumBytes
        }
        if tooLarge { giveUp(TransportFailure(.answerTooLarge, mayHaveReachedServer: true)) }
    }

    func complete(_ error: (any Error)?) {
        if let error { return end(.failure(TransportFailure(error))) }
        guard let response = task.response as? HTTPURLResponse else {
            return end(.failure(TransportFailure(.unreadable, mayHaveReachedServer: true)))
        }
        var headers = HTTPHeaders()
        for (name, value) in response.allHeaderFields { headers.append("\(name)", "\(value)") }
        let body = lock.withLock { self.body }
        end(.success(HTTPAnswer(status: response.statusCode, headers: headers, body: body)))
    }

    func giveUp(_ failure: TransportFailure) {
        end(.failure(failure))
        task.cancel()
    }

    private func end(_ outcome: Outcome) {
        let continuation: CheckedContinuation<Outcome, Never>? = lock.withLock {
            guard self.outcome == nil else { return nil }
            self.outcome = outcome
            defer { waiting = nil }
            return waiting
        }
        continuation?.resume(returning: outcome)
    }
}

/// The session's delegate: hands each event to the exchange it belongs to.
private final class Exchanges: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let lock = NSLock()
    /// By task: the numbers of tasks of different sessions may be the same.
    private var running: [ObjectIdentifier: Exchange] = [:]

    func add(_ exchange: Exchange) {
        lock.withLock { running[ObjectIdentifier(exchange.task)] = exchange }
    }

    func remove(_ exchange: Exchange) {
        lock.withLock { running[ObjectIdentifier(exchange.task)] = nil }
    }

    private func exchange(_ task: URLSessionTask) -> Exchange? {
        lock.withLock { running[ObjectIdentifier(task)] }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(dataTask)?.receive(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        exchange(task)?.complete(error)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        guard let original = exchange(task)?.request, original.method == .get, let target = request.url,
            target.origin == original.url.origin
        else { return completionHandler(nil) }
        var next = request
        // Apple's URLSession drops this one on every redirect.
        if let authorization = original.headers["Authorization"] {
            next.setValue(authorization, forHTTPHeaderField: "Authorization")
        }
        completionHandler(next)
    }
}

extension TransportFailure {
    fileprivate init(_ error: any Error) {
        switch (error as? URLError)?.code {
        case .cannotFindHost, .dnsLookupFailed, .cannotConnectToHost, .notConnectedToInternet, .dataNotAllowed,
            .internationalRoamingOff, .callIsActive, .badURL, .unsupportedURL:
            self.init(.notConnected, mayHaveReachedServer: false)
        case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
            .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
            self.init(.insecure, mayHaveReachedServer: false)
        case .timedOut: self.init(.timedOut, mayHaveReachedServer: true)
        case .cancelled: self.init(.cancelled, mayHaveReachedServer: true)
        case .badServerResponse, .cannotParseResponse, .cannotDecodeContentData, .cannotDecodeRawData:
            self.init(.unreadable, mayHaveReachedServer: true)
        default: self.init(.connectionLost, mayHaveReachedServer: true)
        }
    }
}
