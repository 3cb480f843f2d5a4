/// The rules of one open WebSocket, from the upgrade to its end: messages, pings, time limits and the closing
/// handshake. It decides, and touches nothing; whoever holds the bytes does what it says.
package struct WebSocketSession {
    package enum Effect: Equatable {
        case send([UInt8])
        case deliver(String)
        /// Send what is still to be sent, then end the connection.
        case finish
        /// End the connection now: the peer does not listen.
        case cut
    }

    private enum State: Equatable {
        case open
        /// Our close is sent; the peer's is awaited.
        case closing
        case over
    }

    /// Why it ended; 1006 when no close was seen.
    package private(set) var closeCode = WebSocketCloseCode(1006)
    /// Messages from the peer and to it.
    package private(set) var messagesIn = 0
    package private(set) var messagesOut = 0

    private let limits: WebSocketLimits
    private let frames: WebSocketFrame
    private var parser: WebSocketParser
    private var state = State.open
    private var pending: [Effect] = []
    private var heardAt: Int64
    private var messageAt: Int64
    /// When the ping that is not answered was sent.
    private var pingedAt: Int64?
    private var closedAt: Int64 = 0

    /// - Parameters:
    ///   - role: our end.
    ///   - now: milliseconds, as everywhere here.
    package init(_ role: WebSocketRole, limits: WebSocketLimits, now: Int64) {
        self.limits = limits
        frames = WebSocketFrame(role)
        parser = WebSocketParser(role, limits: limits)
        (heardAt, messageAt) = (now, now)
    }

    package var isOver: Bool { state == .over }

    /// When ``tick(at:)`` has something to do.
    package var deadline: Int64 {
        switch state {
        case .over: .max
        case .closing: closedAt + Int64(limits.closeMilliseconds)
        case .open:
            min(
                messageAt + Int64(limits.idleMilliseconds),
                pingedAt.map { $0 + Int64(limits.pongMilliseconds) } ?? heardAt + Int64(limits.pingMilliseconds))
        }
    }

    // MARK: What happens

    package mutating func receive(_ bytes: some Collection<UInt8>, at now: Int64) {
        guard state != .over else { return }
        heard(at: now)
        parser.receive(bytes)
    }

    /// The peer is not being read, because the handler is slow: its silence is our doing.
    package mutating func heard(at now: Int64) {
        heardAt = now
        pingedAt = nil
    }

    /// What is to be done next about the bytes received; nil when nothing is, for now.
    package mutating func next(at now: Int64) -> Effect? {
        while true {
            if !pending.isEmpty { return pending.removeFirst() }
            guard state != .over else { return nil }
            do throws(WebSocketParser.Fault) {
                guard let event = try parser.next() else { return nil }
                if let effect = take(event, at: now) { return effect }
            } catch {
                fail(error)
            }
        }
    }

    /// A message of ours, as a frame.
    package mutating func send(message frame: [UInt8], at now: Int64) -> Effect? {
        guard state == .open else { return nil }
        messagesOut += 1
        messageAt = now
        return .send(frame)
    }

    /// We have nothing more to say.
    package mutating func close(_ code: WebSocketCloseCode, _ reason: String, at now: Int64) -> Effect? {
        guard state == .open else { return nil }
        state = .closing
        closedAt = now
        closeCode = code
        return .send(frames.close(code, reason))
    }

    /// Time has passed.
    package mutating func tick(at now: Int64) -> Effect? {
        guard now >= deadline else { return nil }
        switch state {
        case .over: return nil
        case .closing:
            state = .over
            return .cut
        case .open:
            if now >= messageAt + Int64(limits.idleMilliseconds) { return close(.normal, "idle", at: now) }
            guard pingedAt == nil else {
                state = .over
                return .cut
            }
            pingedAt = now
            return .send(frames.ping())
        }
    }

    // MARK: Deciding

    private mutating func take(_ event: WebSocketParser.Event, at now: Int64) -> Effect? {
        switch event {
        case .text(let text):
            // After our close the peer's last words are of no use to anybody.
            guard state == .open else { return nil }
            messagesIn += 1
            messageAt = now
            return .deliver(text)
        case .ping(let payload): return state == .open ? .send(frames.pong(payload)) : nil
        case .pong: return nil
        case .close(let code, _):
            if state == .open {
                closeCode = code ?? WebSocketCloseCode(1005)
                pending.append(.send(frames.close(code ?? .normal)))
            }
            end()
            return nil
        }
    }

    private mutating func fail(_ fault: WebSocketParser.Fault) {
        if state == .open {
            closeCode = fault.code
            pending.append(.send(frames.close(fault.code, fault.reason)))
        }
        end()
    }

    private mutating func end() {
        state = .over
        pending.append(.finish)
    }
}
