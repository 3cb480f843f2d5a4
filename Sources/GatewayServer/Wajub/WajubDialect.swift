import Foundation
import Gateway
import Kernel
import Wire

/// The Wajub dialect: translates between HTTP and the gateway, and decides nothing.
package struct WajubDialect: Sendable {
    let gateway: Gateway
    let origin: String
    let log: Log
    let faults: FaultPlan
    let realtime: RealtimeHub

    package init(gateway: Gateway, origin: String, log: Log, faults: FaultPlan, realtime: RealtimeHub) {
        self.gateway = gateway
        self.origin = origin
        self.log = log
        self.faults = faults
        self.realtime = realtime
    }

    package func addRoutes(to router: inout Router) {
        addCheckoutRoutes(to: &router)
        addRealtimeRoutes(to: &router)
        addMerchantRoutes(to: &router)
        addWebhookRoutes(to: &router)
        addBrandingRoutes(to: &router)
        addShieldRoutes(to: &router)
        addProviderRoutes(to: &router)
        addSimulatorRoutes(to: &router)
    }

    /// What lists and documents of merchants need, made from one request.
    struct Context: Sendable {
        let request: ServerRequest
        let principal: Principal
        let shapes: WajubShapes
    }

    func shapes(_ request: ServerRequest) -> WajubShapes {
        WajubShapes(origin: origin, language: WajubErrors(request).language)
    }

    /// Runs a handler and answers what it throws in the envelope of spec 3.2.
    func answering(
        _ request: ServerRequest, _ body: () async throws -> ServerResponse
    ) async -> ServerResponse {
        do {
            return try await body()
        } catch {
            let response = WajubErrors(request).response(to: error)
            if response.status >= 500 {
                log(.error, .requestFailed, ["id": .text(request.id), "reason": .text("\(error)")])
            }
            return response
        }
    }

    /// The body as JSON; an empty one is `{}`.
    func json(_ request: ServerRequest) throws -> JSONValue {
        guard let json = try request.json() else { throw Refusal("unsupported_media_type") }
        return json
    }

    /// The caller's claim on its idempotency key; nil when it sent none.
    func claim(
        _ request: ServerRequest, scope: String, body: JSONValue, credential: Secret<String>
    ) throws -> IdempotencyClaim? {
        guard let key = request.headers["Idempotency-Key"] else { return nil }
        guard IdempotencyKey(key) != nil else { throw Refusal("idempotency_key_invalid") }
        return IdempotencyClaim(scope: scope, key: key, body: body, credential: credential)
    }

    // MARK: Who asks

    /// Secret keys are taken raw, or behind `Bearer `; they act for the merchant of the key.
    func asMerchant(
        _ request: ServerRequest, _ body: (Context) async throws -> ServerResponse
    ) async -> ServerResponse {
        await answering(request) {
            guard let header = request.headers["Authorization"] else { throw Refusal("unauthorized") }
            let key = Secret(Self.withoutBearer(header) ?? header.trimmingCharacters(in: .whitespaces))
            guard let principal = try await gateway.authenticate(key) else { throw Refusal("unauthorized") }
            guard principal.kind == .secret else { throw Refusal("forbidden") }
            if let account = request.headers["X-Sync"], account != principal.merchant.id.rawValue {
                throw Refusal("forbidden")
            }
            return try await faults.play(
                request, principal.merchant.id, principal.environment, clock: gateway.clock
            ) { try await body(Context(request: request, principal: principal, shapes: shapes(request))) }
        }
    }

    /// Session tokens are taken behind `Bearer ` only; secret keys are refused here (spec 16).
    func asPayer(
        _ request: ServerRequest, _ body: (Payment) async throws -> ServerResponse
    ) async -> ServerResponse {
        await answering(request) {
            guard let payment = try await gateway.payment(token: try token(request)) else {
                throw Refusal("session_not_found")
            }
            return try await faults.play(request, payment.merchantID, payment.environment, clock: gateway.clock) {
                try await body(payment)
            }
        }
    }

    func token(_ request: ServerRequest) throws -> Secret<String> {
        guard let header = request.headers["Authorization"], let token = Self.withoutBearer(header),
            token.hasPrefix("tok_")
        else { throw Refusal("token_required") }
        return Secret(token)
    }

    private static func withoutBearer(_ header: String) -> String? {
        guard header.lowercased().hasPrefix("bearer ") else { return nil }
        return header.dropFirst(7).trimmingCharacters(in: .whitespaces)
    }
}
