import Gateway
import Kernel

/// The rules of one Pusher socket, as the server sees it. It decides, and touches nothing.
struct PusherSession {
    enum Effect: Equatable {
        case send(String)
        case join(String)
        case leave(String)
        /// Close with the fault's code.
        case close(PusherFault)
    }

    /// What one socket may ask for.
    static let maximumChannels = 16
    static let maximumFaults = 8
    static let maximumMessagesPerWindow = 60
    static let windowMilliseconds: Int64 = 10_000
    static let maximumChannelBytes = 164

    let socketID: String
    private let keys: RealtimeKeys
    private var channels: Set<String> = []
    private var faults = 0
    private var windowStart: Int64 = 0
    private var messagesInWindow = 0

    init(keys: RealtimeKeys, socketID: String) {
        self.keys = keys
        self.socketID = socketID
    }

    /// What an address asks for, before anything is said: nil when it is right.
    static func fault(key: String?, protocolVersion: String?, keys: RealtimeKeys) -> PusherFault? {
        guard key == keys.key else { return .unknownApp }
        guard let protocolVersion else { return .noVersion }
        guard let version = Int(protocolVersion) else { return .badVersion }
        return (5...7).contains(version) ? nil : .unsupportedVersion
    }

    var greeting: String { PusherMessage.established(socketID: socketID) }

    /// - Parameter now: milliseconds of a clock that never goes back.
    mutating func receive(_ text: String, at now: Int64) -> [Effect] {
        if now - windowStart >= Self.windowMilliseconds { (windowStart, messagesInWindow) = (now, 0) }
        messagesInWindow += 1
        guard messagesInWindow <= Self.maximumMessagesPerWindow else { return close(.overQuota) }
        let limits = JSONLimits(bytes: 16 << 10, depth: 8, values: 200)
        guard let message = try? JSONValue.parse(text, limits: limits), let event = message["event"]?.string else {
            return complain(.unreadable)
        }
        switch event {
        case "pusher:ping": return [.send(PusherMessage.pong)]
        case "pusher:pong": return []
        case "pusher:subscribe": return subscribe(message["data"])
        case "pusher:unsubscribe":
            guard let channel = message["data"]?["channel"]?.string, channels.remove(channel) != nil else { return [] }
            return [.leave(channel)]
        default: return event.hasPrefix("client-") ? complain(.noClientEvents) : []
        }
    }

    private mutating func subscribe(_ data: JSONValue?) -> [Effect] {
        guard let channel = data?["channel"]?.string else { return complain(.unreadable) }
        // There is nothing public here: every channel tells of somebody's payment.
        guard channel.hasPrefix("private-"), channel.utf8.count <= Self.maximumChannelBytes,
            let authorization = data?["auth"]?.string,
            keys.accepts(authorization, socketID: socketID, channel: channel)
        else { return complain(.unauthorized) }
        guard channels.contains(channel) || channels.count < Self.maximumChannels else { return close(.overQuota) }
        channels.insert(channel)
        return [.join(channel), .send(PusherMessage.subscribed(channel))]
    }

    /// A fault is told; too many of them end the socket.
    private mutating func complain(_ fault: PusherFault) -> [Effect] {
        faults += 1
        return faults > Self.maximumFaults ? close(.overQuota) : [.send(PusherMessage.error(fault))]
    }

    private func close(_ fault: PusherFault) -> [Effect] { [.send(PusherMessage.error(fault)), .close(fault)] }
}
