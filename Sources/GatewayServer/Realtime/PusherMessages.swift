import Kernel

/// What is said over a Pusher Channels socket, protocol 7: JSON objects with an `event`, perhaps a `channel`, and
/// `data`, which is JSON once more, as text.
enum PusherMessage {
    /// The silence after which a client should ask whether we are still there.
    static let activityTimeoutSeconds = 120

    static func established(socketID: String) -> String {
        event(
            "pusher:connection_established",
            data: ["socket_id": .string(socketID), "activity_timeout": .integer(activityTimeoutSeconds)])
    }

    static let pong = event("pusher:pong", data: [:])

    static func subscribed(_ channel: String) -> String {
        event("pusher_internal:subscription_succeeded", channel: channel, data: [:])
    }

    static func event(_ name: String, channel: String? = nil, data: JSONValue) -> String {
        var fields: [String: JSONValue] = ["event": .string(name), "data": .string(data.text)]
        if let channel { fields["channel"] = .string(channel) }
        return JSONValue.object(fields).text
    }

    /// Errors alone carry their data as it is.
    static func error(_ fault: PusherFault) -> String {
        let data: JSONValue = ["code": .integer(Int(fault.code)), "message": .string(fault.message)]
        return JSONValue.object(["event": "pusher:error", "data": data]).text
    }
}

/// A fault in the protocol's words. 4000 to 4099: do not come back unchanged; 4200 to 4299: come back at once.
struct PusherFault: Error, Equatable {
    let code: UInt16
    let message: String

    static let unknownApp = PusherFault(code: 4001, message: "there is no application with this key")
    static let overQuota = PusherFault(code: 4004, message: "too much on one connection")
    static let badVersion = PusherFault(code: 4006, message: "the protocol version is no number")
    static let unsupportedVersion = PusherFault(code: 4007, message: "protocols 5 to 7 are spoken here")
    static let noVersion = PusherFault(code: 4008, message: "the protocol version is missing")
    static let unauthorized = PusherFault(code: 4009, message: "this socket may not join this channel")
    static let unreadable = PusherFault(code: 4200, message: "the message cannot be read")
    static let noClientEvents = PusherFault(code: 4301, message: "clients send no events here")
}
