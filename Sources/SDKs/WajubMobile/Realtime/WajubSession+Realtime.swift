import Foundation
import Kernel
import Wire

extension WajubSession {
    /// A line that follows the payment of a session, to be started; nil when the session has no realtime (poll then).
    ///
    /// Both closures are called one at a time, on any thread, and must not wait.
    package func realtimeLine(
        _ session: SessionData, options: RealtimeOptions?, connected: @escaping @Sendable (Bool) -> Void,
        hint: @escaping @Sendable () -> Void
    ) -> RealtimeLine? {
        guard let info = session.realtime,
            let address = RealtimeAddress(info, reference: session.transaction.reference, options: options)
        else { return nil }
        return RealtimeLine(
            address, client: client.world.sockets, clock: client.world.clock,
            authorize: { [client] in await client.broadcastingAuthorization(socketID: $0, channel: $1) },
            connected: connected, hint: hint)
    }
}

extension CheckoutClient {
    /// P8: what lets a socket into the payment's channel; nil when the gateway does not, or does not answer (T15).
    package func broadcastingAuthorization(socketID: String, channel: String) async -> String? {
        let form = GatewayCall.Form(["channel_name": channel, "socket_id": socketID])
        let call = GatewayCall(method: .post, path: "/pay/broadcasting/auth", form: form, repeatability: .never)
        guard let result = try? await perform(call), case .success(let answer) = result.last, answer.isSuccess,
            let signature = answer.json?["auth"]?.string, !signature.isEmpty, signature.utf8.count <= 512
        else { return nil }
        return signature
    }
}
