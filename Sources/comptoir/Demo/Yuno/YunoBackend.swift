import Foundation
import Gateway
import GatewayServer
import Kernel
import Wire

/// A merchant's server, as far as it speaks the Yuno dialect: customers, sessions, payments and what becomes of them.
/// It knows the gateway by its address only.
struct YunoBackend: Sendable {
    /// The two keys of an account, and its id.
    struct Keys: Sendable {
        let publishable: Secret<String>
        let secret: Secret<String>
        let account: String
    }

    /// What the shop sells somebody, and the session it is paid in.
    struct Order: Sendable {
        let reference: String
        let session: String
        let customer: String
        let description: String
        let country: String
        let amount: JSONValue
        /// Whether the app pays by itself.
        let isSeamless: Bool
        /// Whether the money is held first, and taken later.
        let isHeld: Bool

        fileprivate var card: JSONValue { ["card": ["capture": .bool(!isHeld)]] }
    }

    struct Answer: Sendable {
        let status: Int
        let json: JSONValue
        var isGood: Bool { (200..<300).contains(status) }
        /// `INVALID_TOKEN`.
        var code: String { json["code"]?.string ?? String(status) }
    }

    let gateway: String
    let keys: Keys
    private let transport: any Transport = SystemTransport()

    init(gateway: String, keys: Keys) {
        (self.gateway, self.keys) = (gateway, keys)
    }

    // MARK: Customers and sessions

    func makeCustomer(named name: String) async throws -> String {
        try await need("id", .post, "/customers", ["merchant_customer_id": .string(name)])
    }

    func makeSession(
        _ cart: ShopCart, reference: String, customer: String, description: String, callback: String, seamless: Bool,
        held: Bool
    ) async throws -> Order {
        let country = cart.place.country.code
        let amount: JSONValue = ["currency": .string(cart.place.currency.code), "value": cart.total.json]
        var body: [String: JSONValue] = [
            "account_id": .string(keys.account), "merchant_order_id": .string(reference),
            "payment_description": .string(description), "country": .string(country), "amount": amount,
            "customer_id": .string(customer), "callback_url": .string(callback),
            "workflow": seamless ? "SDK_SEAMLESS" : "SDK_CHECKOUT",
        ]
        if held { body["payment_method"] = ["detail": ["card": ["capture": false]]] }
        let session = try await need("checkout_session", .post, "/checkout/sessions", .object(body))
        return Order(
            reference: reference, session: session, customer: customer, description: description, country: country,
            amount: amount, isSeamless: seamless, isHeld: held)
    }

    /// What can pay a session, saved methods among it.
    func methods(of order: Order) async throws -> [JSONValue] {
        try await ask(.get, "/checkout/sessions/\(order.session)/payment-methods").json.array ?? []
    }

    /// A session in which a customer saves a card.
    func makeEnrollment(customer: String, country: String, callback: String) async throws -> String {
        let session = try await need(
            "customer_session", .post, "/customers/sessions",
            [
                "account_id": .string(keys.account), "customer_id": .string(customer), "country": .string(country),
                "callback_url": .string(callback),
            ])
        _ = try await need(
            "id", .post, "/customers/sessions/\(session)/payment-methods",
            [
                "account_id": .string(keys.account), "payment_method_type": "CARD", "country": .string(country),
            ])
        return session
    }

    /// Whether a customer has saved a card.
    func hasCard(_ customer: String) async throws -> Bool {
        let saved = try await ask(.get, "/customers/\(customer)/payment-methods").json["payment_methods"]?.array ?? []
        return saved.contains { $0["type"]?.string == "CARD" && $0["status"]?.string == "ENROLLED" }
    }

    // MARK: Payments

    /// Pays with a one-time token.
    /// - Parameter key: a payment's own: asked twice with it, the gateway pays once.
    func pay(_ order: Order, token: String, type: String, key: String) async throws -> Answer {
        var method: [String: JSONValue] = ["type": .string(type), "token": .string(token)]
        if order.isHeld, type == "CARD" { method["detail"] = order.card }
        return try await ask(
            .post, "/payments",
            [
                "account_id": .string(keys.account), "merchant_order_id": .string(order.reference),
                "description": .string(order.description), "country": .string(order.country), "amount": order.amount,
                "checkout": ["session": .string(order.session)], "workflow": "SDK_CHECKOUT",
                "customer_payer": ["id": .string(order.customer)], "payment_method": .object(method),
            ], key: key)
    }

    /// What the gateway says of a payment: the shop delivers on this, never on what an app says (YR54).
    func payment(_ id: String) async throws -> Answer { try await ask(.get, "/payments/\(id)") }

    enum Action: String, Sendable { case capture, cancel, refund }

    /// - Parameter payment: as the gateway told it last.
    func act(_ action: Action, on payment: JSONValue, _ order: Order) async throws -> Answer {
        guard let id = payment["id"]?.string, let transaction = payment["transactions"]?["id"]?.string else {
            throw CommandFailure("the payment has no transaction")
        }
        var body: [String: JSONValue] = ["merchant_reference": .string("\(order.reference)-\(action.rawValue)")]
        if action == .capture {
            body["amount"] = order.amount
            body["reason"] = "PRODUCT_CONFIRMED"
        }
        return try await ask(
            .post, "/payments/\(id)/transactions/\(transaction)/\(action.rawValue)", .object(body),
            key: UUID().uuidString)
    }

    /// A customer's card, saved as one that paid before.
    func saveCard(_ number: String, for order: Order) async throws {
        let token = try await need(
            "token", .post, "/checkout/sessions/\(order.session)/token",
            [
                "payment_method": [
                    "type": "CARD", "vault_on_success": true,
                    "card": [
                        "number": .string(number), "expiration_month": 11, "expiration_year": 40,
                        "security_code": "123", "holder_name": "Ana Souza",
                    ],
                ]
            ])
        _ = try await pay(order, token: token, type: "CARD", key: UUID().uuidString)
    }

    /// What somebody does at the sandbox's bank: `pay`, `refuse` or `expire`.
    func simulate(_ act: String, session: String) async throws -> Answer {
        try await ask(.post, "/sdk/sandbox/checkout/\(session)", ["do": .string(act)])
    }

    // MARK: Webhooks

    /// - Parameter secret: signs what is told.
    func registerWebhooks(at address: String, secret: String) async throws {
        _ = try await need(
            "id", .post, "/webhooks",
            [
                "account_id": .string(keys.account), "name": "shop", "url": .string(address),
                "payment_triggers": ["PURCHASE", "AUTHORIZE", "CAPTURE", "REFUND", "CANCEL"],
                "enrollment_triggers": ["ENROLL", "UNENROLL"], "hmac_client_secret": .string(secret),
            ])
    }

    // MARK: Asking

    private func need(
        _ member: String, _ method: HTTPMethod, _ path: String, _ body: JSONValue
    ) async throws -> String {
        let answer = try await ask(method, path, body)
        guard answer.isGood, let value = answer.json[member]?.string else {
            throw CommandFailure("\(method.rawValue) \(path) answered \(answer.status) \(answer.code)")
        }
        return value
    }

    private func ask(
        _ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil, key: String? = nil
    ) async throws -> Answer {
        guard let url = URL(string: gateway + "/v1" + path) else { throw CommandFailure("no address: \(gateway)") }
        var headers: HTTPHeaders = [
            "public-api-key": keys.publishable.expose(), "private-secret-key": keys.secret.expose(),
            "Accept": "application/json",
        ]
        if body != nil { headers["Content-Type"] = "application/json; charset=utf-8" }
        if let key { headers["X-Idempotency-Key"] = key }
        let answer = try await transport.send(HTTPRequest(method, url, headers: headers, body: body?.bytes))
        return Answer(status: answer.status, json: answer.json ?? [:])
    }
}
