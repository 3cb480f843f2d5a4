import Kernel

/// The rules of following one channel over Pusher Channels protocol 7: handshake, signature, subscription, pings, and
/// coming back after a loss. It decides, and touches nothing; ``RealtimeLine`` does what it says.
///
/// Whatever goes wrong is silent: the status is polled all the while (spec 10).
package struct PusherMachine: Sendable {
    package enum Event: Sendable, Hashable {
        case start
        /// Nobody follows any more.
        case stop
        /// The socket is open.
        case opened
        case text(String)
        /// The socket could not be opened, or has closed. The code is the server's, if it gave one.
        case closed(code: Int?)
        /// What the gateway answered about that socket; nil when it said no, or nothing.
        case signed(socketID: String, String?)
        /// Time has passed.
        case tick
    }

    package enum Effect: Sendable, Hashable {
        /// Open the socket.
        case connect
        /// Close it, or give up opening it. No `closed` follows.
        case disconnect
        case send(String)
        /// Ask the gateway whether this socket may join the channel.
        case sign(socketID: String)
        /// The channel is followed, or no longer.
        case connected(Bool)
        /// Something has changed: read the status.
        case hint
    }

    private enum State: Hashable, Sendable {
        case idle
        /// From asking for a socket to being let into the channel; it has until then.
        case joining(Joining, until: UInt64)
        case joined
        /// Lost; to be tried again then.
        case waiting(until: UInt64)
        /// Never again.
        case over
    }

    private enum Joining: Hashable, Sendable {
        case socket, greeting
        case signature(socketID: String)
        case channel
    }

    static let second: UInt64 = 1_000_000_000
    /// From the wish to the channel.
    static let joinNanoseconds = 10 * second
    static let pongNanoseconds = 30 * second
    static let longestBackOffSeconds: UInt64 = 30
    /// Refusals of the signature in a row after which nobody is asked again.
    static let maximumRefusals = 3

    private let channel: String
    private var state = State.idle
    /// How often it was lost since it last worked.
    private var losses: UInt64 = 0
    private var refusals = 0
    /// The silence after which we ask whether the server is still there.
    private var activityNanoseconds = 120 * second
    private var heardAt: UInt64 = 0
    private var pingedAt: UInt64?

    package init(channel: String) { self.channel = channel }

    /// When a `tick` has something to do; nil when nothing is awaited.
    package var deadline: UInt64? {
        switch state {
        case .idle, .over: nil
        case .joining(_, let until), .waiting(let until): until
        case .joined: pingedAt.map { $0 + Self.pongNanoseconds } ?? heardAt + activityNanoseconds
        }
    }

    /// - Parameter now: nanoseconds of a clock that never goes back.
    package mutating func handle(_ event: Event, at now: UInt64) -> [Effect] {
        switch event {
        case .start: return state == .idle ? connect(now) : []
        case .stop: return stop()
        case .opened:
            guard case .joining(.socket, let until) = state else { return [] }
            state = .joining(.greeting, until: until)
            return []
        case .text(let text): return took(text, now)
        case .closed(let code): return closed(code, now)
        case .signed(let socketID, let signature): return signed(socketID, signature, now)
        case .tick: return tick(now)
        }
    }

    // MARK: Coming and going

    private mutating func connect(_ now: UInt64) -> [Effect] {
        state = .joining(.socket, until: now + Self.joinNanoseconds)
        (pingedAt, activityNanoseconds) = (nil, 120 * Self.second)
        return [.connect]
    }

    private mutating func stop() -> [Effect] {
        let farewell = leave()
        state = .over
        return farewell
    }

    /// What must be undone when the present socket is given up by us.
    private func leave() -> [Effect] {
        switch state {
        case .idle, .waiting, .over: []
        case .joining: [.disconnect]
        case .joined: [.disconnect, .connected(false)]
        }
    }

    private mutating func closed(_ code: Int?, _ now: UInt64) -> [Effect] {
        let wasJoined = state == .joined
        switch state {
        case .idle, .waiting, .over: return []
        case .joining, .joined: break
        }
        let told: [Effect] = wasJoined ? [.connected(false)] : []
        switch code ?? 0 {
        // What was asked is wrong: asking again would not help.
        case 4000...4099:
            state = .over
            return told
        // The server is only changing its place; but a server that never lets us in is not obeyed twice.
        case 4200...4299 where wasJoined: return told + connect(now)
        default:
            retry(now)
            return told
        }
    }

    /// 1, 2, 4 … 30 seconds.
    private mutating func retry(_ now: UInt64) {
        let seconds = min(Self.longestBackOffSeconds, losses < 5 ? 1 << losses : Self.longestBackOffSeconds)
        losses += 1
        state = .waiting(until: now + seconds * Self.second)
    }

    private mutating func tick(_ now: UInt64) -> [Effect] {
        guard let deadline, deadline <= now else { return [] }
        switch state {
        case .idle, .over: return []
        case .waiting: return connect(now)
        case .joined where pingedAt == nil:
            pingedAt = now
            return [.send(Self.ping)]
        // T98: not in the channel in time, or no answer to our ping.
        case .joining, .joined:
            let farewell = leave()
            retry(now)
            return farewell
        }
    }

    // MARK: What the server says

    private mutating func took(_ text: String, _ now: UInt64) -> [Effect] {
        switch state {
        case .idle, .waiting, .over: return []
        case .joining, .joined: break
        }
        // Whatever it is, the server lives.
        (heardAt, pingedAt) = (now, nil)
        guard let message = PusherMessage(text) else { return [] }
        switch message.event {
        case "pusher:connection_established": return established(message.data)
        case "pusher:ping": return [.send(Self.pong)]
        case "pusher:error": return erred(message.data, now)
        case "pusher_internal:subscription_succeeded":
            guard case .joining(.channel, _) = state, message.channel == channel else { return [] }
            state = .joined
            (losses, refusals) = (0, 0)
            return [.connected(true)]
        case "pusher:subscription_error":
            guard message.channel == channel else { return [] }
            return refused(now)
        default:
            let isOurs = message.channel == channel && !message.event.hasPrefix("pusher")
            return isOurs && state == .joined ? [.hint] : []
        }
    }

    private mutating func established(_ data: JSONValue) -> [Effect] {
        guard case .joining(let step, let until) = state, step == .greeting || step == .socket,
            let socketID = data["socket_id"]?.string, (1...64).contains(socketID.utf8.count)
        else { return [] }
        // A server may ask for more pings, not for a flood of them.
        if let seconds = data["activity_timeout"]?.number?.int64, seconds > 0 {
            activityNanoseconds = UInt64(min(120, max(10, seconds))) * Self.second
        }
        guard channel.hasPrefix("private-") else {
            state = .joining(.channel, until: until)
            return [.send(Self.subscribe(channel, nil))]
        }
        state = .joining(.signature(socketID: socketID), until: until)
        return [.sign(socketID: socketID)]
    }

    private mutating func signed(_ socketID: String, _ signature: String?, _ now: UInt64) -> [Effect] {
        // An answer for a socket that is gone signs nothing.
        guard case .joining(.signature(socketID), let until) = state else { return [] }
        guard let signature else { return refused(now) }
        state = .joining(.channel, until: until)
        return [.send(Self.subscribe(channel, signature))]
    }

    private mutating func erred(_ data: JSONValue, _ now: UInt64) -> [Effect] {
        guard let code = data["code"]?.number?.int64 else { return [] }
        if case .joining(.channel, _) = state { return refused(now) }
        guard (4000...4099).contains(code), code != 4009 else { return [] }
        return stop()
    }

    /// We may not join.
    private mutating func refused(_ now: UInt64) -> [Effect] {
        let farewell = leave()
        refusals += 1
        if refusals < Self.maximumRefusals { retry(now) } else { state = .over }
        return farewell
    }

    // MARK: What we say

    private static let ping = JSONValue.object(["event": "pusher:ping", "data": [:]]).text
    private static let pong = JSONValue.object(["event": "pusher:pong", "data": [:]]).text

    private static func subscribe(_ channel: String, _ signature: String?) -> String {
        var data: [String: JSONValue] = ["channel": .string(channel)]
        if let signature { data["auth"] = .string(signature) }
        return JSONValue.object(["event": "pusher:subscribe", "data": .object(data)]).text
    }
}

/// What a server said, read tolerantly: `data` is JSON, or a text that holds JSON.
private struct PusherMessage {
    let event: String
    let channel: String?
    let data: JSONValue

    private static let limits = JSONLimits(bytes: 64 << 10, depth: 16, values: 2000)

    init?(_ text: String) {
        guard let json = try? JSONValue.parse(text, limits: Self.limits), let event = json["event"]?.string else {
            return nil
        }
        self.event = event
        channel = json["channel"]?.string
        let data = json["data"] ?? .null
        self.data = data.string.flatMap { try? JSONValue.parse($0, limits: Self.limits) } ?? data
    }
}
