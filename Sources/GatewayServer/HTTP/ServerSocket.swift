import Synchronization
import Wire

/// An open WebSocket, as its handler sees it. Usable on any thread; nothing here waits for the peer.
package final class ServerSocket: Sendable {
    private struct State {
        var waiting: [String] = []
        var waiter: CheckedContinuation<String?, Never>?
        var isOver = false
        /// The loop stopped reading, because too many messages wait.
        var isPaused = false
        /// Bytes given to the loop that the system has not taken yet.
        var outgoingBytes = 0
    }

    /// The other end's address.
    package let peer: String
    private let id: UInt64
    private let loop: EventLoop
    private let limits: WebSocketLimits
    private let state = Mutex(State())

    init(id: UInt64, peer: String, loop: EventLoop, limits: WebSocketLimits) {
        (self.id, self.peer, self.loop, self.limits) = (id, peer, loop, limits)
    }

    // MARK: For the handler

    /// What the peer says, in order; ends when the socket is closed, by whomever. One reader at a time: who does not
    /// take messages stops the peer.
    package var messages: Messages { Messages(socket: self) }

    package struct Messages: AsyncSequence, Sendable {
        fileprivate let socket: ServerSocket

        package func makeAsyncIterator() -> Iterator { Iterator(socket: socket) }

        package struct Iterator: AsyncIteratorProtocol {
            fileprivate let socket: ServerSocket

            package func next() async -> String? { await socket.next() }
        }
    }

    /// Sends a message after those sent before.
    ///
    /// A peer that does not read is cut off once ``WebSocketLimits/maximumOutgoingBytes`` wait for it.
    /// - Returns: false when the socket is closed: nobody will get it.
    @discardableResult
    package func send(text: String) -> Bool {
        let frame = WebSocketFrame(.server).text(text)
        let isTaken: Bool? = state.withLock { state in
            guard !state.isOver else { return false }
            guard state.outgoingBytes + frame.count <= limits.maximumOutgoingBytes else { return nil }
            state.outgoingBytes += frame.count
            return true
        }
        switch isTaken {
        case .some(true): loop.post(.socket(connection: id, .send(message: frame)))
        case .some(false): break
        case nil:
            ended()
            loop.post(.socket(connection: id, .cut))
        }
        return isTaken ?? false
    }

    /// Closes the socket after what was sent. ``messages`` ends.
    /// - Parameters:
    ///   - code: one that may be sent: 1000 to 1003, 1007 to 1014, 3000 to 4999.
    ///   - reason: for a developer; cut at 123 bytes.
    package func close(code: WebSocketCloseCode = .normal, reason: String = "") {
        precondition(code.isSendable, "\(code.number) is never sent")
        guard !ended() else { return }
        loop.post(.socket(connection: id, .close(code, reason)))
    }

    private func next() async -> String? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                var wantsMore = false
                let isReady = state.withLock { state -> String?? in
                    if state.waiting.isEmpty {
                        if state.isOver || Task.isCancelled { return .some(nil) }
                        precondition(state.waiter == nil, "A socket has one reader")
                        state.waiter = continuation
                        return nil
                    }
                    let text = state.waiting.removeFirst()
                    if state.isPaused, state.waiting.count <= limits.maximumWaitingMessages / 2 {
                        state.isPaused = false
                        wantsMore = true
                    }
                    return text
                }
                if wantsMore { loop.post(.socket(connection: id, .resume)) }
                if let isReady { continuation.resume(returning: isReady) }
            }
        } onCancel: {
            takeWaiter()?.resume(returning: nil)
        }
    }

    private func takeWaiter() -> CheckedContinuation<String?, Never>? {
        state.withLock { state in
            defer { state.waiter = nil }
            return state.waiter
        }
    }

    // MARK: For the loop

    /// Hands a message to the reader.
    /// - Returns: false when no more should be read until the reader has caught up.
    func deliver(_ text: String) -> Bool {
        let (waiter, goesOn) = state.withLock { state -> (CheckedContinuation<String?, Never>?, Bool) in
            if let waiter = state.waiter {
                state.waiter = nil
                return (waiter, true)
            }
            guard !state.isOver else { return (nil, true) }
            state.waiting.append(text)
            state.isPaused = state.waiting.count >= limits.maximumWaitingMessages
            return (nil, !state.isPaused)
        }
        waiter?.resume(returning: text)
        return goesOn
    }

    /// Takes note of bytes the loop itself sends; false when too many wait already.
    func reserve(_ count: Int) -> Bool {
        state.withLock { state in
            state.outgoingBytes += count
            return state.outgoingBytes <= limits.maximumOutgoingBytes
        }
    }

    func release(_ count: Int) { state.withLock { $0.outgoingBytes = max(0, $0.outgoingBytes - count) } }

    /// Nothing more comes or goes. Messages that wait can still be taken.
    /// - Returns: whether that was so before.
    @discardableResult
    func ended() -> Bool {
        let (waiter, was) = state.withLock { state in
            defer { (state.waiter, state.isOver) = (nil, true) }
            return (state.waiter, state.isOver)
        }
        waiter?.resume(returning: nil)
        return was
    }
}
