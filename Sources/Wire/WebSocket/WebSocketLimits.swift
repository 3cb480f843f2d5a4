/// Which end of a WebSocket one is: a client masks what it sends, a server does not (RFC 6455 §5.1).
package enum WebSocketRole: Sendable, Hashable {
    case server
    case client
}

/// What one WebSocket may send and keep, and how long it may be silent.
package struct WebSocketLimits: Sendable, Hashable {
    /// A larger frame closes the socket with 1009.
    package var maximumFrameBytes = 64 << 10
    /// A larger message, whole or in fragments, closes the socket with 1009.
    package var maximumMessageBytes = 64 << 10
    /// Messages nobody has taken yet; beyond this many nothing more is read from the peer.
    package var maximumWaitingMessages = 32
    /// Bytes that wait for the peer to read them; a peer that lets more pile up is cut off.
    package var maximumOutgoingBytes = 1 << 20
    /// Silence of the peer after which it is pinged.
    package var pingMilliseconds = 30_000
    /// How long anything at all may take to come after a ping.
    package var pongMilliseconds = 15_000
    /// How long a socket may live without a message in either direction; pings and pongs are none.
    package var idleMilliseconds = 30 * 60_000
    /// How long the peer may take to answer our close.
    package var closeMilliseconds = 3_000

    package init() {}
}

/// Why a WebSocket was closed (RFC 6455 §7.4); 3000 to 4999 belong to the protocols spoken over it.
package struct WebSocketCloseCode: Sendable, Hashable {
    package let number: UInt16

    package init(_ number: UInt16) { self.number = number }

    package static let normal = WebSocketCloseCode(1000)
    package static let goingAway = WebSocketCloseCode(1001)
    package static let protocolError = WebSocketCloseCode(1002)
    package static let unacceptableData = WebSocketCloseCode(1003)
    package static let notUTF8 = WebSocketCloseCode(1007)
    package static let policyViolation = WebSocketCloseCode(1008)
    package static let tooLarge = WebSocketCloseCode(1009)
    package static let serverFault = WebSocketCloseCode(1011)
    package static let tryLater = WebSocketCloseCode(1013)

    /// Whether a close frame may carry it; the others only name what happened without one.
    package var isSendable: Bool {
        switch number {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}
