import Foundation
import Gateway
import Kernel
import Synchronization
import Wire

/// How a gateway is served.
package struct ApplicationConfiguration: Sendable {
    package var server = ServerConfiguration()
    /// Where the gateway is reached from outside, for the links it hands out; nil is the address it listens on.
    package var origin: String?
    package var faults: [FaultRule] = []
    /// The sheet of hosted checkouts.
    package var hosted = HostedDesign.checkout
    package var hostedLimits = HostedLimits()
    /// Origins that may show the checkout inside their own pages.
    package var embedders: [String] = []
    /// Told of every request and its answer, secrets and all, after so many milliseconds: for whoever shows what is
    /// said. It runs before the answer leaves and must not wait for anything.
    package var observer: (@Sendable (ServerRequest, ServerResponse, _ milliseconds: Double) -> Void)?

    package init() {}
}

/// A running gateway: the server, every dialect, and the workers.
package final class GatewayApplication: Sendable {
    package let gateway: Gateway
    package let faults: FaultPlan
    package let metrics: Metrics
    package let realtime: RealtimeHub
    /// The checkouts at `authorization_url`.
    package let hosted: HostedCheckouts
    private let configuration: ApplicationConfiguration
    private let log: Log
    private let state = Mutex(State())

    private struct State {
        var server: HTTPServer?
        var router: Router?
        var workers: Task<Void, Never>?
    }

    package init(gateway: Gateway, configuration: ApplicationConfiguration, log: Log, metrics: Metrics = Metrics()) {
        self.gateway = gateway
        self.configuration = configuration
        self.log = log
        self.metrics = metrics
        realtime = RealtimeHub(gateway: gateway)
        faults = FaultPlan(configuration.faults)
        hosted = HostedCheckouts(
            gateway: gateway, design: configuration.hosted, limits: configuration.hostedLimits)
    }

    /// Begins to listen and to work.
    /// - Returns: the address it can be reached at, e.g. `http://127.0.0.1:8787`.
    /// - Throws: when the address cannot be listened on.
    package func start() throws -> String {
        var server = configuration.server
        let limit = server.maximumBodyBytes
        server.errorBody = { status, code, request in
            if let request, YunoErrors.speaks(request.path) {
                return YunoErrors.response(ServerRefusal(status: status, code: code), limit: limit)
            }
            var response = WajubErrors(request).response(
                Refusal(code), values: ["limit": "\(limit) bytes"])
            response.status = status
            return response
        }
        let http = HTTPServer(configuration: server, log: log, metrics: metrics) { [self] request in
            await respond(to: request)
        }
        let port = try http.start()
        let host = server.host.contains(":") ? "[\(server.host)]" : server.host
        let address = "http://\(host == "0.0.0.0" ? "127.0.0.1" : host):\(port)"
        let origin = configuration.origin ?? address
        let router = router(origin: origin, server)
        let workers = Task { [gateway, log] in
            await gateway.runWorkers(
                sender: URLWebhookSender(),
                body: { letter in
                    switch letter.endpoint.dialect {
                    case .wajub: WajubShapes.webhook(letter.event, origin: origin).bytes
                    case .yuno: YunoShapes(origin: origin).webhook(letter).bytes
                    }
                },
                onFault: { log(.error, .storeUnavailable, ["reason": .text("\($0)")]) })
        }
        state.withLock {
            $0.server = http
            $0.router = router
            $0.workers = workers
        }
        return address
    }

    /// Answers what is being asked, takes nothing new, and lets go of the store.
    package func shutdown(drainSeconds: Int) async {
        let (server, workers) = state.withLock { ($0.server, $0.workers) }
        await hosted.shutdown()
        await server?.shutdown(drainSeconds: drainSeconds)
        workers?.cancel()
        await workers?.value
        await gateway.store.close()
    }

    private func respond(to request: ServerRequest) async -> ServerResponse {
        guard let router = state.withLock({ $0.router }) else {
            if YunoErrors.speaks(request.path) { return YunoErrors.response(.serviceUnavailable, limit: 0) }
            return WajubErrors(request).response(Refusal("service_unavailable", retryAfterSeconds: 1))
        }
        let start = ContinuousClock.now
        let response = Embedding(allowed: configuration.embedders).applied(to: await router.respond(to: request))
        configuration.observer?(request, response, (ContinuousClock.now - start) / .milliseconds(1))
        return response
    }

    private func router(origin: String, _ server: ServerConfiguration) -> Router {
        var router = Router(configuration: server)
        let dialect = WajubDialect(gateway: gateway, origin: origin, log: log, faults: faults, realtime: realtime)
        dialect.addRoutes(to: &router)
        YunoDialect(gateway: gateway, origin: origin, log: log, faults: faults).addRoutes(to: &router)
        realtime.addRoutes(to: &router)
        let hosted = HostedRoutes(
            checkouts: hosted, gateway: gateway, origin: origin,
            loopback: { [weak self, log, metrics] peer in
                LoopbackTransport(configuration: server, log: log, metrics: metrics, peer: peer) { [weak self] in
                    await self?.respond(to: $0) ?? .dropped
                }
            }, dialect: dialect)
        hosted.add(to: &router)
        addOperatorRoutes(to: &router, dialect)
        return router
    }

    // MARK: For whoever runs it

    private func addOperatorRoutes(to router: inout Router, _ dialect: WajubDialect) {
        router.add("GET", "/healthz") { [gateway] request in
            do {
                _ = try await gateway.store.read { try $0.nextDuePayment() }
                return ServerResponse(json: ["status": "ok"])
            } catch {
                return WajubErrors(request).response(Refusal("service_unavailable", retryAfterSeconds: 1))
            }
        }
        router.add("GET", "/metrics") { [metrics] _ in
            ServerResponse(
                status: 200, headers: ["Content-Type": "text/plain; version=0.0.4; charset=utf-8"],
                body: Array(metrics.exposition().utf8))
        }
        let faults = self.faults
        @Sendable func inSandbox(
            _ request: ServerRequest, _ body: (MerchantID) throws -> Void
        ) async -> ServerResponse {
            await dialect.asMerchant(request) { context in
                guard context.principal.environment == .sandbox else { throw Refusal("forbidden") }
                let merchant = context.principal.merchant.id
                try body(merchant)
                let left = faults.remaining(for: merchant)
                return ServerResponse(json: ["faults": .array(left.map { .string($0.text) })])
            }
        }
        router.add("GET", "/sandbox/faults") { request in await inSandbox(request) { _ in } }
        router.add("POST", "/sandbox/faults") { request in
            await inSandbox(request) { merchant in
                var body = BodyFields(try dialect.json(request), known: ["fault"])
                let text = body.string("fault") ?? ""
                guard body.errors.isEmpty, let rule = FaultRule(text), faults.add(rule, for: merchant) else {
                    let words =
                        "must be METHOD PATH ACTION [COUNT], e.g. POST /pay/process drop-answer 1, "
                        + "and there may be \(FaultPlan.mostPerMerchant)"
                    throw FieldErrors(body.errors.merging(["fault": words]) { first, _ in first })
                }
            }
        }
        router.add("DELETE", "/sandbox/faults") { request in
            await inSandbox(request) { faults.clear(for: $0) }
        }
    }
}

extension Log.Message {
    /// A request met a fault of ours, or of the store's.
    package static let requestFailed = Log.Message("request_failed")
    /// The workers met a store that failed; they try again.
    package static let storeUnavailable = Log.Message("store_unavailable")
}
