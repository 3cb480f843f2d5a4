import Foundation
import Gateway
import Kernel
import Wire

/// The Yuno dialect: translates between HTTP and the gateway, and decides nothing. `/v1` is what is published
/// (`docs/gateway/yuno.md`), `/v1/sdk` is between the SDK and us (`docs/gateway/yuno-sdk.md`).
package struct YunoDialect: Sendable {
    let gateway: Gateway
    let origin: String
    let log: Log
    let faults: FaultPlan
    let polls = PollRoom()

    package init(gateway: Gateway, origin: String, log: Log, faults: FaultPlan) {
        self.gateway = gateway
        self.origin = origin
        self.log = log
        self.faults = faults
    }

    package func addRoutes(to router: inout Router) {
        addCustomerRoutes(to: &router)
        addSessionRoutes(to: &router)
        addPaymentRoutes(to: &router)
        addEnrollmentRoutes(to: &router)
        addWebhookRoutes(to: &router)
        addSDKRoutes(to: &router)
        addPageRoutes(to: &router)
    }

    /// One request, and whose it is.
    struct Context: Sendable {
        let request: ServerRequest
        let principal: Principal
        let language: Language
    }

    /// Runs a handler and answers what it throws in the envelope of spec 12.4.
    func answering(
        _ request: ServerRequest, _ body: () async throws -> ServerResponse
    ) async -> ServerResponse {
        do {
            return try await body()
        } catch {
            let response = YunoErrors.response(YunoErrors.fault(error))
            if response.status >= 500 {
                log(.error, .requestFailed, ["id": .text(request.id), "reason": .text("\(error)")])
            }
            return response
        }
    }

    /// The body as JSON; an empty one is `{}`.
    static func json(_ request: ServerRequest) throws -> JSONValue {
        guard let json = try request.json() else {
            throw YunoFault("INVALID_REQUEST", ["The body must be application/json."], status: 415)
        }
        return json
    }

    /// The body, which must be an object.
    static func object(_ request: ServerRequest) throws -> JSONValue {
        let json = try json(request)
        guard json.object != nil else { throw YunoFault("INVALID_REQUEST", ["The body must be a JSON object."]) }
        return json
    }

    var shapes: YunoShapes { YunoShapes(origin: origin) }

    // MARK: Who asks

    /// A merchant's server: both its keys, of one account and one environment.
    func asMerchant(
        _ request: ServerRequest, _ body: (Context) async throws -> ServerResponse
    ) async -> ServerResponse {
        await answering(request) {
            guard let publishable = request.headers["public-api-key"],
                let secret = request.headers["private-secret-key"],
                let principal = try await gateway.authenticate(Secret(secret)), principal.kind == .secret,
                let other = try await gateway.authenticate(Secret(publishable)), other.kind == .publishable,
                other.merchant.id == principal.merchant.id, other.environment == principal.environment
            else { throw YunoFault("INVALID_CREDENTIALS") }
            return try await serve(request, principal, body)
        }
    }

    /// An app: the publishable key alone. A secret key has no place in an app, so it is refused here.
    func asApp(
        _ request: ServerRequest, _ body: (Context) async throws -> ServerResponse
    ) async -> ServerResponse {
        await answering(request) {
            guard let publishable = request.headers["public-api-key"],
                let principal = try await gateway.authenticate(Secret(publishable)), principal.kind == .publishable
            else { throw YunoFault("INVALID_CREDENTIALS") }
            return try await serve(request, principal, body)
        }
    }

    private func serve(
        _ request: ServerRequest, _ principal: Principal, _ body: (Context) async throws -> ServerResponse
    ) async throws -> ServerResponse {
        let context = Context(
            request: request, principal: principal,
            language: Language(acceptLanguage: request.headers["Accept-Language"]))
        return try await faults.play(
            request, principal.merchant.id, principal.environment, clock: gateway.clock
        ) { try await body(context) }
    }
}
