import Foundation

/// Opens WebSockets. It neither retries nor interprets.
package protocol WebSocketClient: Sendable {
    /// Returns once the socket is open. Cancelling the task gives it up.
    /// - Parameter url: `ws` or `wss`. A redirect is not followed.
    /// - Throws: ``WebSocketFailure``.
    func connect(to url: URL, headers: HTTPHeaders) async throws(WebSocketFailure) -> any WebSocketConnection
}

/// An open WebSocket that speaks text. Usable from any thread.
package protocol WebSocketConnection: AnyObject, Sendable {
    /// Sends a message after those before, without waiting; into the void when the socket is closed.
    func send(_ text: String)
    /// The next thing that happens; one task at a time waits. After the socket is closed, or when the task is
    /// cancelled, it is closed at once, every time.
    func receive() async -> WebSocketEvent
    /// Closes it from our side, after what was sent.
    /// - Parameter code: 1000, or 3000 to 4999.
    func close(code: Int)
}

/// What happens on an open WebSocket.
package enum WebSocketEvent: Sendable, Hashable {
    case text(String)
    /// Nothing more comes. The code is the peer's; nil when it gave none, or the connection broke.
    case closed(code: Int?)
}

/// The socket could not be opened; the text is for a developer.
package struct WebSocketFailure: Error, Sendable, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

#if os(Linux)
    /// WebSockets as this system does them best.
    package typealias SystemWebSocketClient = CurlWebSocketClient
#else
    /// WebSockets as this system does them best.
    package typealias SystemWebSocketClient = URLSessionWebSocketClient
#endif

/// What one socket may hold.
enum WebSocketBounds {
    /// A longer message ends the socket.
    static let messageBytes = 64 << 10
    /// More messages that nobody takes end the socket.
    static let waitingMessages = 256
    /// More bytes that the peer does not take end the socket.
    static let outgoingBytes = 1 << 20
}

/// Where a system's thread leaves what happens on a socket, and a task picks it up.
final class WebSocketMailbox: @unchecked Sendable {
    private enum State {
        case opening
        case open
        case over(code: Int?, why: String)
    }

    private let lock = NSLock()
    private var state = State.opening
    private var opener: CheckedContinuation<Result<Void, WebSocketFailure>, Never>?
    private var waiting: [String] = []
    private var reader: CheckedContinuation<WebSocketEvent, Never>?

    var isOver: Bool {
        lock.withLock {
            if case .over = state { true } else { false }
        }
    }

    // MARK: What happens

    /// - Returns: false when it was given up meanwhile.
    @discardableResult
    func opened() -> Bool {
        let (opener, isOpen) = lock.withLock {
            () -> (CheckedContinuation<Result<Void, WebSocketFailure>, Never>?, Bool) in
            guard case .opening = state else { return (nil, false) }
            state = .open
            defer { self.opener = nil }
            return (self.opener, true)
        }
        opener?.resume(returning: .success(()))
        return isOpen
    }

    /// - Returns: false when nobody takes what comes: the socket must end.
    func received(_ text: String) -> Bool {
        let (reader, hasRoom) = lock.withLock { () -> (CheckedContinuation<WebSocketEvent, Never>?, Bool) in
            guard case .open = state else { return (nil, true) }
            if let reader = self.reader {
                self.reader = nil
                return (reader, true)
            }
            waiting.append(text)
            return (nil, waiting.count <= WebSocketBounds.waitingMessages)
        }
        reader?.resume(returning: .text(text))
        return hasRoom
    }

    /// The first end counts.
    func ended(code: Int?, why: String) {
        let (opener, reader) = lock.withLock {
            defer { (self.opener, self.reader) = (nil, nil) }
            if case .over = state {} else { state = .over(code: code, why: why) }
            return (self.opener, self.reader)
        }
        opener?.resume(returning: .failure(WebSocketFailure(why)))
        reader?.resume(returning: .closed(code: code))
    }

    // MARK: Waiting for it

    /// - Parameter start: begins to open the socket.
    func open(_ start: () -> Void) async -> Result<Void, WebSocketFailure> {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let early: Result<Void, WebSocketFailure>? = lock.withLock {
                    switch state {
                    case .opening:
                        opener = continuation
                        return nil
                    case .open: return .success(())
                    case .over(_, let why): return .failure(WebSocketFailure(why))
                    }
                }
                if let early { continuation.resume(returning: early) } else { start() }
            }
        } onCancel: {
            ended(code: nil, why: "cancelled")
        }
    }

    func next() async -> WebSocketEvent {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ready: WebSocketEvent? = lock.withLock {
                    if !waiting.isEmpty { return .text(waiting.removeFirst()) }
                    if case .over(let code, _) = state { return .closed(code: code) }
                    if Task.isCancelled { return .closed(code: nil) }
                    precondition(reader == nil, "A socket has one reader")
                    reader = continuation
                    return nil
                }
                if let ready { continuation.resume(returning: ready) }
            }
        } onCancel: {
            let reader = lock.withLock {
                defer { self.reader = nil }
                return self.reader
            }
            reader?.resume(returning: .closed(code: nil))
        }
    }
}
