import Foundation
import Gateway
import Kernel
import Synchronization
import Wire

/// Carries changes of payments to the sockets that follow them (Pusher Channels protocol 7, spec 10).
///
/// The signature over a socket and a channel is all a socket needs, so any process of the gateway can have issued it.
package final class RealtimeHub: Sendable {
    /// What stands before a payment's ``Payment/trxref`` in its channel's name.
    static let channelPrefix = "private-payment."
    static let limits: WebSocketLimits = {
        var limits = WebSocketLimits()
        limits.maximumFrameBytes = 16 << 10
        limits.maximumMessageBytes = 16 << 10
        limits.maximumOutgoingBytes = 256 << 10
        // A client that is still there pings within two minutes of silence.
        limits.idleMilliseconds = 300_000
        return limits
    }()

    private let gateway: Gateway
    private let keys = Mutex<RealtimeKeys?>(nil)
    private let listeners = Mutex<[String: [ObjectIdentifier: ServerSocket]]>([:])
    private let subscription = Mutex<ChangeFeed.Subscription?>(nil)

    package init(gateway: Gateway) {
        self.gateway = gateway
        subscription.withLock {
            $0 = gateway.store.changes.subscribe { [weak self] change in self?.publish(change) }
        }
    }

    static func channel(of trxref: String) -> String { channelPrefix + trxref }

    /// - Throws: ``StoreFault``.
    func currentKeys() async throws -> RealtimeKeys {
        if let known = keys.withLock({ $0 }) { return known }
        let found = try await gateway.realtimeKeys()
        keys.withLock { $0 = found }
        return found
    }

    private func publish(_ change: PaymentChange) {
        let channel = Self.channel(of: change.trxref)
        let sockets = listeners.withLock { Array(($0[channel] ?? [:]).values) }
        guard !sockets.isEmpty else { return }
        let text = PusherMessage.event(
            "PaymentStatusUpdated", channel: channel, data: ["status": .string(change.status.rawValue)])
        for socket in sockets { socket.send(text: text) }
    }

    // MARK: Sockets

    func addRoutes(to router: inout Router) {
        router.webSocket("/app/{key}", limits: Self.limits) { [self] request in
            let keys: RealtimeKeys
            do {
                keys = try await currentKeys()
            } catch {
                return .refuse(WajubErrors(request).response(to: error))
            }
            // The protocol tells such faults on the open socket.
            if let fault = PusherSession.fault(
                key: request.parameters["key"], protocolVersion: request.query("protocol"), keys: keys)
            {
                return .accept { socket in
                    socket.send(text: PusherMessage.error(fault))
                    socket.close(code: WebSocketCloseCode(fault.code), reason: fault.message)
                }
            }
            return .accept { [self] socket in await serve(socket, keys) }
        }
    }

    private func serve(_ socket: ServerSocket, _ keys: RealtimeKeys) async {
        var session = PusherSession(keys: keys, socketID: Self.socketID())
        var joined: Set<String> = []
        socket.send(text: session.greeting)
        for await text in socket.messages {
            for effect in session.receive(text, at: EventLoop.clockNanoseconds / 1_000_000) {
                switch effect {
                case .send(let text): socket.send(text: text)
                case .join(let channel):
                    joined.insert(channel)
                    listeners.withLock { $0[channel, default: [:]][ObjectIdentifier(socket)] = socket }
                case .leave(let channel):
                    joined.remove(channel)
                    forget(socket, channel)
                case .close(let fault):
                    socket.close(code: WebSocketCloseCode(fault.code), reason: fault.message)
                }
            }
        }
        for channel in joined { forget(socket, channel) }
    }

    private func forget(_ socket: ServerSocket, _ channel: String) {
        listeners.withLock { listeners in
            listeners[channel]?[ObjectIdentifier(socket)] = nil
            if listeners[channel]?.isEmpty == true { listeners[channel] = nil }
        }
    }

    /// How many channels are followed.
    var channelCount: Int { listeners.withLock { $0.count } }

    /// Unguessable, because who knows it and has the session's token can sign for it only.
    private static func socketID() -> String {
        "\(UInt64.random(in: 1..<10_000_000_000)).\(UInt64.random(in: 1..<10_000_000_000))"
    }
}
