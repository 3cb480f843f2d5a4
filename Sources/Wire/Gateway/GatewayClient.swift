import Foundation
import Kernel

/// Sends calls of a gateway's API with its headers, time-outs and repetitions.
package struct GatewayClient: Sendable {
    package let origin: Result<GatewayOrigin, GatewayOrigin.Fault>
    package let transport: any Transport
    package let clock: any WaitClock
    /// Random numbers from 0 to 1.
    package let jitter: @Sendable () -> Double
    /// What the header with the idempotency key is called.
    package let keyHeader: String

    package init(
        origin: Result<GatewayOrigin, GatewayOrigin.Fault>, transport: any Transport, clock: any WaitClock,
        jitter: @escaping @Sendable () -> Double, keyHeader: String
    ) {
        self.origin = origin
        self.transport = transport
        self.clock = clock
        self.jitter = jitter
        self.keyHeader = keyHeader
    }

    /// Sends a call, and sends it again as the policy says.
    /// - Parameter isWanted: asked before it is sent again.
    /// - Throws: when the gateway's origin cannot be used; nothing was sent then.
    package func perform(
        _ call: GatewayCall, headers: HTTPHeaders, while isWanted: @Sendable () -> Bool = { true }
    ) async throws(GatewayOrigin.Fault) -> CallResult {
        let request = try request(call, headers)
        let policy = RetryPolicy()
        var earlierUnanswered = false
        var tries = 1
        while true {
            let result = await send(request)
            let decision = policy.decide(after: result, tries: tries, call.repeatability, jitter: jitter())
            guard case .retry(let milliseconds) = decision, isWanted(),
                await clock.slept(nanoseconds: UInt64(milliseconds) * 1_000_000), isWanted()
            else { return CallResult(last: result, earlierUnanswered: earlierUnanswered) }
            earlierUnanswered = earlierUnanswered || result.isUnanswered
            tries += 1
        }
    }

    private func send(_ request: HTTPRequest) async -> Result<HTTPAnswer, TransportFailure> {
        do throws(TransportFailure) {
            return .success(try await transport.send(request))
        } catch {
            return .failure(error)
        }
    }

    private func request(_ call: GatewayCall, _ headers: HTTPHeaders) throws(GatewayOrigin.Fault) -> HTTPRequest {
        var headers = headers
        if call.body != nil { headers["Content-Type"] = "application/json; charset=utf-8" }
        if call.form != nil { headers["Content-Type"] = GatewayCall.Form.contentType }
        if let key = call.key { headers[keyHeader] = key.rawValue }
        return HTTPRequest(
            call.method, try origin.get().endpoint(call.path, query: call.query?.text), headers: headers,
            body: call.form?.bytes ?? call.body?.bytes, timeoutSeconds: call.timeoutSeconds)
    }
}
