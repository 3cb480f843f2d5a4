import Foundation
import Gateway
import GatewayServer
import InterfaceWeb
import Interface
import Kernel
import Wire

/// The orders that are open in tabs, with the addresses they are reached at. Part of the shop's window.
@MainActor
final class YunoVisits {
    private nonisolated let backend: YunoBackend
    private nonisolated let log: DemoLog
    private nonisolated let origin: String
    private nonisolated let webhookSecret = RandomIdentifiers().next()
    private var visits: [YunoVisit] = []
    private var customers: [String: Task<String, any Error>] = [:]
    private var orders = 0

    private static let most = 60
    private static let mostCustomers = 500

    nonisolated init(_ backend: YunoBackend, log: DemoLog, origin: String) {
        (self.backend, self.log, self.origin) = (backend, log, origin)
    }

    /// Begins to hear of payments.
    nonisolated func registerWebhooks() async throws {
        try await backend.registerWebhooks(at: origin + "/yuno/webhooks", secret: webhookSecret)
    }

    func close() {
        for visit in visits { visit.close() }
        visits = []
    }

    // MARK: Opening

    /// What a tab wants to buy, and how.
    struct Wish: Sendable {
        let integration: YunoIntegration
        let scenario: YunoScenario?
        let cart: ShopCart
        let language: Language
        /// A random name the tab's browser keeps: a customer of the shop's.
        let shopper: String

        init?(_ json: JSONValue) {
            guard let integration = json["integration"]?.string.flatMap(YunoIntegration.init(rawValue:)),
                let cart = ShopCart(json), cart.total.minorUnits > 0, let shopper = json["shopper"]?.string,
                LiveRoutes.isName(shopper)
            else { return nil }
            (self.integration, self.cart, self.shopper) = (integration, cart, shopper)
            scenario = json["scenario"]?.string.flatMap(YunoScenario.named)
            language = Language(tag: json["page"]?.string ?? "en")
        }
    }

    private func open(_ wish: Wish) async throws -> YunoVisit {
        orders += 1
        let reference = "yuno-\(orders)"
        let customer = try await customer(wish.shopper)
        let id = RandomIdentifiers().next()
        let country = wish.cart.place.country.code
        let callback = origin + "/yuno/return"
        let description = wish.cart.description(wish.language)
        func session(_ reference: String, seamless: Bool, held: Bool) async throws -> YunoBackend.Order {
            try await backend.makeSession(
                wish.cart, reference: reference, customer: customer, description: description, callback: callback,
                seamless: seamless, held: held)
        }
        if wish.scenario?.twist == .saved, try await !backend.hasCard(customer) {
            let earlier = try await session(reference + "-earlier", seamless: false, held: false)
            try await backend.saveCard("4507990000000002", for: earlier)
        }
        let order: YunoBackend.Order
        let sdkSession: String
        if wish.integration == .enrollment {
            sdkSession = try await backend.makeEnrollment(customer: customer, country: country, callback: callback)
            order = YunoBackend.Order(
                reference: reference, session: sdkSession, customer: customer, description: description,
                country: country, amount: nil, isSeamless: false, isHeld: false)
        } else {
            order = try await session(
                reference, seamless: wish.integration == .seamless, held: wish.scenario?.twist == .held)
            sdkSession = order.session
        }
        let visit = YunoVisit(
            id: id, wish.integration, wish.scenario, order: order, session: sdkSession, language: wish.language,
            backend: backend, log: log)
        visits.append(visit)
        if visits.count > Self.most { visits.removeFirst().close() }
        try await visit.begin()
        return visit
    }

    private func customer(_ shopper: String) async throws -> String {
        if let known = customers[shopper] { return try await known.value }
        guard customers.count < Self.mostCustomers else { throw CommandFailure("too many shoppers") }
        let name = "shopper-\(customers.count + 1)"
        let made = Task { [backend] in try await backend.makeCustomer(named: name) }
        customers[shopper] = made
        return try await made.value
    }

    private func visit(_ id: String) -> YunoVisit? { visits.first { $0.id == id } }

    private func live(_ id: String) -> LiveVisit? {
        visits.lazy.compactMap { visit in [visit.sheet, visit.view].first { $0.id == id } }.first
    }

    private func act(_ id: String, _ name: String, _ wish: JSONValue) async -> Bool {
        await visit(id)?.perform(name, wish) ?? false
    }

    private func news(_ id: String, after number: Int) async -> JSONValue? {
        guard let visit = visit(id) else { return ["gone": true] }
        return await visit.news(after: number)
    }

    // MARK: What others tell

    private func take(_ event: JSONValue) {
        guard let payment = event["data"]?["payment"], let reference = payment["merchant_order_id"]?.string else {
            return
        }
        visits.first { $0.order.reference == reference }?.take(payment)
    }

    private func open(link: URL) {
        let items = URLComponents(url: link, resolvingAgainstBaseURL: false)?.queryItems ?? []
        let session = items.first { ["checkoutSession", "customerSession"].contains($0.name) }?.value
        visits.first { $0.order.session == session }?.open(link: link)
    }

    private nonisolated func takeWebhook(_ request: ServerRequest) async -> ServerResponse {
        guard let json = try? JSONValue.parse(request.body), let event = json["type_event"]?.string else {
            return ServerResponse(status: 400)
        }
        let isRight = AccountSignature.isRight(
            request.body, signature: request.headers[AccountSignature.signatureHeader], clientSecret: webhookSecret)
        let payment = json["data"]?["payment"]
        let status = payment?["status"]?.string
        log.record(
            DemoEntry(
                kind: .webhook, from: .gateway, to: .shop, name: event,
                outcome: isRight ? "verified" : "signature_mismatch", isGood: isRight,
                paymentID: payment?["id"]?.string, json: json.redacted))
        guard isRight else { return ServerResponse(status: 400) }
        await take(json)
        if event == "payment.purchase", status == "SUCCEEDED", let id = payment?["id"]?.string {
            // The shop asks before it delivers; the answer is in the log as any other.
            Task { [backend] in _ = try? await backend.payment(id) }
        }
        return ServerResponse(status: 200)
    }

    // MARK: Addresses

    /// - Parameter isOurs: whether a request is from the shop's own page.
    nonisolated func addRoutes(to router: inout Router, isOurs: @escaping @Sendable (ServerRequest) -> Bool) {
        router.add("POST", "/yuno/webhooks") { [self] request in await takeWebhook(request) }
        router.add("GET", "/yuno/return") { [self] request in
            guard isOurs(request) else { return ServerResponse(status: 421) }
            let query = ["checkoutSession", "customerSession"].compactMap { name in
                request.query(name).map { URLQueryItem(name: name, value: $0) }
            }
            var link = URLComponents(string: origin + "/yuno/return")
            link?.queryItems = query
            if let link = link?.url { await open(link: link) }
            return Self.page("<p>Boutique Comptoir</p>")
        }
        router.add("POST", "/shop/yuno") { [self] request in
            guard isOurs(request), let wish = Self.json(request).flatMap(Wish.init) else {
                return ServerResponse(status: 400)
            }
            do {
                return ShopWindow.answer(["visit": .string(try await open(wish).id)])
            } catch {
                return ShopWindow.answer(["error": .string("\(error)")], status: 502)
            }
        }
        router.add("GET", "/shop/yuno/{visit}") { [self] request in
            guard isOurs(request) else { return ServerResponse(status: 421) }
            let after = request.query("after").flatMap { Int($0) } ?? 0
            let news = await news(request.parameters["visit"] ?? "", after: after)
            return news.map { ShopWindow.answer($0) } ?? ServerResponse(status: 204)
        }
        router.add("POST", "/shop/yuno/{visit}/{act}") { [self] request in
            guard isOurs(request), let wish = Self.json(request) else { return ServerResponse(status: 400) }
            let isDone = await act(request.parameters["visit"] ?? "", request.parameters["act"] ?? "", wish)
            return ShopWindow.answer(["done": .bool(isDone)], status: isDone ? 200 : 409)
        }
        router.add("GET", "/yuno/frames/{live}") { [self] request in
            guard isOurs(request) else { return ServerResponse(status: 421) }
            return await frame(request)
        }
        router.add("POST", "/visits") { [self] request in
            guard isOurs(request), let id = Self.json(request)?["token"]?.string, let live = await live(id) else {
                return ServerResponse(status: 404)
            }
            return ShopWindow.answer(["visit": .string(live.id)])
        }
        LiveRoutes(
            visit: { [weak self] in await self?.live($0) },
            isFromOurPage: { $0.headers["Sec-Fetch-Site"] != "cross-site" && !$0.isFromAnotherSite },
            refused: { _, code in ServerResponse(status: code == "not_found" ? 404 : 400) }
        ).add(to: &router)
    }

    private nonisolated static let limits = JSONLimits(bytes: 64 << 10, depth: 8, values: 200)

    private nonisolated static func json(_ request: ServerRequest) -> JSONValue? {
        try? JSONValue.parse(request.body, limits: limits)
    }

    /// The document of a live screen, for a frame of the shop's page.
    private func frame(_ request: ServerRequest) -> ServerResponse {
        guard let live = live(request.parameters["live"] ?? ""), let visit = visit(String(live.id.dropLast())) else {
            return ServerResponse(status: 404)
        }
        let nonce = RandomIdentifiers().next()
        let first = BlankScreen(visit.texts)
        let page = PageDocument(
            first: first.screen, look: first.look, texts: visit.texts, nonce: nonce, live: "/visits",
            opening: ["token": .string(live.id)])
        let policy = [
            "default-src 'none'", "script-src 'self'", "style-src 'self' 'nonce-\(nonce)'",
            "img-src 'self' https: data:",
            "connect-src 'self' \(origin.replacingOccurrences(of: "http", with: "ws")) ws://localhost:*",
            "base-uri 'none'", "form-action 'none'", "frame-ancestors 'self'", "frame-src \(backend.gateway)",
        ].joined(separator: "; ")
        return ServerResponse(
            status: 200,
            headers: [
                "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy,
                "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
            ], body: Array(page.html.utf8))
    }

    private nonisolated static func page(_ body: String) -> ServerResponse {
        ServerResponse(
            status: 200,
            headers: [
                "Content-Type": "text/html; charset=utf-8", "X-Content-Type-Options": "nosniff",
                "Content-Security-Policy": "default-src 'none'; frame-ancestors 'self'",
            ], body: Array("<!doctype html><html lang=\"en\"><title>Boutique Comptoir</title>\(body)</html>".utf8))
    }
}
