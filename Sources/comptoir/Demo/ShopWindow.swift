import Foundation
import Gateway
import GatewayServer
import Kernel
import Synchronization
import WajubMobile
import Wire

/// The demo's shop as a browser sees it: a page with a cart, the checkout in a frame, and what is said behind it. It is
/// a merchant's server like any other: another origin than the gateway's, and everything it knows it was told.
final class ShopWindow: Sendable {
    let origin: String
    private let log: DemoLog
    private let receiver: WebhookReceiver
    private let server: HTTPServer
    private let state: StateBox
    private let language: Language

    private final class StateBox: Sendable {
        struct State {
            var backend: ShopBackend?
            var router: Router?
            var orders = 0
            /// Tell the log what the checkouts of the last orders do.
            var watches: [Task<Void, Never>] = []
            var yuno: YunoVisits?
        }
        let value = Mutex(State())
    }

    /// Opens the shop's door; it is empty until ``open(_:)``.
    /// - Parameter port: 0 takes any free one.
    init(port: UInt16, log: DemoLog, language: Language) throws {
        self.log = log
        self.language = language
        let state = StateBox()
        self.state = state
        receiver = WebhookReceiver { webhook in
            log.record(DemoEntry(webhook))
            guard webhook.fault == nil, webhook.event == "payment.succeeded",
                let backend = state.value.withLock({ $0.backend })
            else { return }
            // The shop asks before it delivers (W11); the answer is in the log as any other.
            Task { _ = try? await backend.confirm(webhook.paymentID) }
        }
        var configuration = ServerConfiguration()
        configuration.port = port
        configuration.maximumBodyBytes = 64 << 10
        server = HTTPServer(configuration: configuration, log: .silent, metrics: Metrics()) { request in
            guard let router = state.value.withLock({ $0.router }) else { return ServerResponse(status: 503) }
            return await router.respond(to: request)
        }
        origin = "http://127.0.0.1:\(try server.start())"
    }

    /// Begins to sell: registers for webhooks and answers from now on.
    /// - Parameter checkouts: where the payers are, so that their callbacks can be shown.
    func open(_ backend: ShopBackend, _ checkouts: HostedCheckouts, _ keys: YunoBackend.Keys) async throws {
        let yuno = YunoVisits(YunoBackend(gateway: backend.gateway, keys: keys), log: log, origin: origin)
        var router = router(backend, checkouts)
        yuno.addRoutes(to: &router) { [self] in isOurs($0) }
        state.value.withLock { [router] state in
            state.backend = backend
            state.router = router
            state.yuno = yuno
        }
        try await yuno.registerWebhooks()
        receiver.use(secret: try await backend.registerWebhooks(at: origin + "/webhooks"))
    }

    func close() async {
        let (watches, yuno) = state.value.withLock { ($0.watches, $0.yuno) }
        for watch in watches { watch.cancel() }
        await yuno?.close()
        await server.shutdown(drainSeconds: 0)
    }

    // MARK: Answers

    private func router(_ backend: ShopBackend, _ checkouts: HostedCheckouts) -> Router {
        var router = Router(configuration: ServerConfiguration())
        let assets: [(path: String, type: String, bytes: [UInt8])] = [
            ("/", "text/html", PackageResources.shop_html), ("/shop.css", "text/css", PackageResources.shop_css),
            ("/shop.js", "text/javascript", PackageResources.shop_js),
            ("/yuno.js", "text/javascript", PackageResources.yuno_js),
        ]
        let policy =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
            + "frame-src 'self' \(backend.gateway); base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        for asset in assets {
            router.add("GET", asset.path) { [self] request in
                guard isOurs(request) else { return ServerResponse(status: 421) }
                return ServerResponse(
                    status: 200,
                    headers: [
                        "Content-Type": "\(asset.type); charset=utf-8", "Content-Security-Policy": policy,
                        "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
                    ], body: asset.bytes)
            }
        }
        router.add("POST", "/webhooks") { [receiver] request in receiver.take(request) }
        router.add("GET", "/shop/facts") { [self] request in
            guard isOurs(request) else { return ServerResponse(status: 421) }
            return Self.answer(facts(backend))
        }
        router.add("GET", "/shop/log") { [self, log] request in
            guard isOurs(request) else { return ServerResponse(status: 421) }
            let after = request.query("after").flatMap { Int($0) } ?? 0
            let entries = await log.entries(after: after, waitMilliseconds: request.query("wait") == "0" ? 0 : 15_000)
            return Self.answer(["entries": .array(entries.map(\.json))])
        }
        router.add("POST", "/shop/quote") { [self] request in
            guard isOurs(request), let order = OrderRequest(request) else { return ServerResponse(status: 400) }
            return Self.answer(quote(order, backend))
        }
        router.add("POST", "/shop/orders") { [self] request in
            guard isOurs(request), let order = OrderRequest(request), order.cart.total.minorUnits > 0 else {
                return ServerResponse(status: 400)
            }
            do {
                return Self.answer(try await place(order, backend, checkouts))
            } catch {
                return Self.answer(["error": .string("\(error)")], status: 502)
            }
        }
        return router
    }

    /// Another site's page must not act as the shop's: not by a form, nor by a name that leads to this machine.
    private func isOurs(_ request: ServerRequest) -> Bool {
        let port = origin.split(separator: ":").last ?? ""
        guard ["127.0.0.1:\(port)", "localhost:\(port)"].contains(request.headers["Host"] ?? "") else { return false }
        guard request.method == "POST" else { return true }
        let from = request.headers["Origin"]
        return request.headers["Content-Type"]?.hasPrefix("application/json") ?? false
            && (from == nil || [origin, "http://localhost:\(port)"].contains(from))
    }

    static func answer(_ json: JSONValue, status: Int = 200) -> ServerResponse {
        ServerResponse(
            status: status, headers: ["Content-Type": "application/json; charset=utf-8"], body: json.bytes)
    }

    private func facts(_ backend: ShopBackend) -> JSONValue {
        [
            "gateway": .string(backend.gateway), "language": .string(language.rawValue), "texts": ShopTexts.json,
            "products": .array(
                ShopCatalogue.products.map {
                    ["id": .string($0.id), "name": $0.names.json, "detail": $0.details.json]
                }),
            "places": .array(
                ShopCatalogue.places.map { place in
                    [
                        "code": .string(place.country.code), "flag": .string(place.country.flag),
                        "name": [
                            "en": .string(place.country.name(.english)), "fr": .string(place.country.name(.french)),
                        ],
                        "currency": .string(place.currency.code),
                    ]
                }),
            "yuno": .array(YunoScenario.all.map(\.json)),
            "scenarios": .array(
                DemoScenario.all.map { scenario in
                    [
                        "id": .string(scenario.id), "group": .string(scenario.group.rawValue),
                        "title": scenario.title.json, "note": scenario.note.json,
                        "hints": .object(
                            Dictionary(
                                uniqueKeysWithValues: ShopCatalogue.places.compactMap { place in
                                    scenario.hints(in: place.country).map { hints in
                                        (
                                            place.country.code,
                                            .array(hints.map(\.json))
                                        )
                                    }
                                })),
                    ]
                }),
        ]
    }

    private func quote(_ order: OrderRequest, _ backend: ShopBackend) -> JSONValue {
        let cart = order.cart
        let samples = CodeSamples(
            gateway: backend.gateway,
            payment: payment(order, reference: "order-\(state.value.withLock { $0.orders } + 1)"),
            appearance: order.appearance, language: order.language, cart: cart)
        let locale = order.pageLanguage.locale
        return [
            "total": .string(cart.total.formatted(locale: locale)), "empty": .bool(cart.lines.isEmpty),
            "prices": .object(
                Dictionary(
                    uniqueKeysWithValues: ShopCatalogue.products.compactMap { product in
                        ShopCatalogue.price(of: product.id, in: cart.place.currency).map {
                            (product.id, .string($0.formatted(locale: locale)))
                        }
                    })),
            "code": samples.json, "query": .string(order.query),
        ]
    }

    private func payment(_ order: OrderRequest, reference: String) -> JSONValue {
        order.cart.payment(reference: reference, scenario: order.scenario, order.pageLanguage)
    }

    private func place(
        _ order: OrderRequest, _ backend: ShopBackend, _ checkouts: HostedCheckouts
    ) async throws -> JSONValue {
        let number = state.value.withLock { state in
            state.orders += 1
            return state.orders
        }
        try await backend.setFaults(order.scenario?.faults ?? [])
        let made = try await backend.createPayment(payment(order, reference: "order-\(number)"))
        await watch(made.paymentID, checkouts)
        if order.scenario?.isCancelledByShop ?? false { try await backend.cancel(made.paymentID) }
        return [
            "payment": .string(made.paymentID), "reference": .string(made.reference), "url": .string(made.url),
            "query": .string(order.query),
        ]
    }
}

extension ShopWindow {
    private static let mostWatches = 20

    private func watch(_ payment: String, _ checkouts: HostedCheckouts) async {
        let notes = await checkouts.observe(PaymentID(payment))
        let watch = Task { [log] in
            for await note in notes { DemoEntry(note, payment).map(log.record) }
        }
        let old = state.value.withLock { state in
            state.watches.append(watch)
            return state.watches.count > Self.mostWatches ? state.watches.removeFirst() : nil
        }
        old?.cancel()
    }
}

extension Language {
    fileprivate var locale: Locale { Locale(identifier: self == .french ? "fr_FR" : "en_US") }
}

/// What the page asks the shop for.
private struct OrderRequest: Sendable {
    let cart: ShopCart
    let scenario: DemoScenario?
    let appearance: Appearance
    /// The checkout's: `en`, `fr` or `ar`.
    let language: String
    let pageLanguage: Language

    init?(_ request: ServerRequest) {
        guard let json = try? JSONValue.parse(request.body, limits: JSONLimits(bytes: 64 << 10, depth: 8, values: 200)),
            let cart = ShopCart(json)
        else { return nil }
        self.cart = cart
        scenario = json["scenario"]?.string.flatMap(DemoScenario.named)
        var appearance = Appearance(json: json["appearance"] ?? [:])
        // It goes into code that is shown: a hexadecimal colour, or none.
        appearance.primaryColor = appearance.primaryColor.flatMap { text in
            text.hasPrefix("#") && text.utf8.count == 7 && text.dropFirst().allSatisfy(\.isHexDigit) ? text : nil
        }
        self.appearance = Appearance(
            theme: appearance.theme, colorScheme: appearance.colorScheme, primaryColor: appearance.primaryColor)
        let asked = json["language"]?.string ?? ""
        language = ["en", "fr", "ar"].contains(asked) ? asked : "en"
        pageLanguage = Language(tag: json["page"]?.string ?? "en")
    }

    /// What is put behind the checkout's address.
    var query: String {
        var looks: [String: JSONValue] = [:]
        looks["theme"] = appearance.theme.map { .string($0.rawValue) }
        looks["colorScheme"] = appearance.colorScheme.map { .string($0.rawValue) }
        looks["primaryColor"] = appearance.primaryColor.map { .string($0) }
        let text = "lang=\(language)"
        guard !looks.isEmpty else { return text }
        let allowed = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return text + "&appearance="
            + (JSONValue.object(looks).text.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")
    }
}
