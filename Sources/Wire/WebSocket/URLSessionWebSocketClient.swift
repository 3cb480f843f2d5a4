import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// WebSockets over `URLSession`, on Apple platforms (``CurlWebSocketClient`` on Linux, where this is only compiled: its
/// Foundation cannot open one).
package final class URLSessionWebSocketClient: WebSocketClient {
    private let session: URLSession
    private let sockets = Sockets()

    package init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        // A session keeps its delegate until it is invalidated.
        session = URLSession(configuration: configuration, delegate: sockets, delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    package func connect(
        to url: URL, headers: HTTPHeaders
    ) async throws(WebSocketFailure) -> any WebSocketConnection {
        var request = URLRequest(url: url)
        request.httpShouldHandleCookies = false
        for field in headers.fields { request.addValue(field.value, forHTTPHeaderField: field.name) }
        let socket = Socket(session.webSocketTask(with: request))
        sockets.add(socket)
        let result = await socket.mailbox.open { socket.task.resume() }
        do {
            try result.get()
        } catch {
            socket.task.cancel()
            sockets.remove(socket.task)
            throw error
        }
        socket.listen()
        return socket
    }
}

private final class Socket: WebSocketConnection, @unchecked Sendable {
    let task: URLSessionWebSocketTask
    let mailbox = WebSocketMailbox()
    private let lock = NSLock()
    private var outgoing: [String] = []
    private var outgoingBytes = 0
    private var isSending = false
    private var closing: Int?

    init(_ task: URLSessionWebSocketTask) {
        self.task = task
        task.maximumMessageSize = WebSocketBounds.messageBytes
    }

    func send(_ text: String) {
        let fits: Bool = lock.withLock {
            guard closing == nil else { return true }
            outgoing.append(text)
            outgoingBytes += text.utf8.count
            return outgoingBytes <= WebSocketBounds.outgoingBytes
        }
        if fits { sendNext() } else { cut(1001, "the peer takes nothing") }
    }

    /// One after the other: the system promises no order between two that are under way.
    private func sendNext() {
        let (text, close) = lock.withLock { () -> (String?, Int?) in
            guard !isSending else { return (nil, nil) }
            guard !outgoing.isEmpty else { return (nil, closing) }
            isSending = true
            let text = outgoing.removeFirst()
            outgoingBytes -= text.utf8.count
            return (text, nil)
        }
        if let close {
            task.cancel(with: URLSessionWebSocketTask.CloseCode(rawValue: close) ?? .normalClosure, reason: nil)
        }
        guard let text else { return }
        task.send(.string(text)) { [weak self] error in
            guard let self else { return }
            lock.withLock { isSending = false }
            if let error { cut(nil, "\(error)") } else { sendNext() }
        }
    }

    func receive() async -> WebSocketEvent { await mailbox.next() }

    func close(code: Int) {
        lock.withLock { if closing == nil { closing = code } }
        mailbox.ended(code: nil, why: "closed")
        sendNext()
    }

    func listen() {
        task.receive { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(.string(let text)):
                if mailbox.received(text) { listen() } else { cut(1001, "nobody listens") }
            case .success: cut(1003, "only text is spoken here")
            case .failure:
                // Its delegate says why.
                if task.closeCode == .invalid, task.state == .completed { cut(nil, "the connection broke") }
            }
        }
    }

    private func cut(_ code: Int?, _ why: String) {
        mailbox.ended(code: nil, why: why)
        task.cancel(with: code.flatMap(URLSessionWebSocketTask.CloseCode.init) ?? .goingAway, reason: nil)
    }
}

/// The session's delegate: hands each event to the socket it belongs to.
private final class Sockets: NSObject, URLSessionWebSocketDelegate, @unchecked Sendable {
    private let lock = NSLock()
    private var open: [ObjectIdentifier: Socket] = [:]

    func add(_ socket: Socket) { lock.withLock { open[ObjectIdentifier(socket.task)] = socket } }

    @discardableResult
    func remove(_ task: URLSessionTask) -> Socket? {
        lock.withLock { open.removeValue(forKey: ObjectIdentifier(task)) }
    }

    func urlSession(
        _ session: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol protocol: String?
    ) {
        lock.withLock { open[ObjectIdentifier(webSocketTask)] }?.mailbox.opened()
    }

    func urlSession(
        _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
        didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
    ) {
        let code = closeCode.rawValue
        remove(webSocketTask)?.mailbox.ended(code: (1000...4999).contains(code) ? code : nil, why: "closed by the peer")
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        remove(task)?.mailbox.ended(
            code: nil, why: error.map { "\($0.localizedDescription)" } ?? "the connection ended")
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
