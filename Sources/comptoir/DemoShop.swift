import Foundation
import Gateway
import GatewayServer
import Kernel
import Synchronization
import Wire

/// A merchant's server, as small as one can be: it makes payments with its secret key, takes webhooks, and confirms
/// before it delivers. It knows the gateway by its address only.
final class DemoShop: Sendable {
    private let gateway: String
    private let key: Secret<String>
    private let transport: any Transport
    private let server: HTTPServer
    private let receiver: WebhookReceiver

    /// A webhook as it arrived.
    struct Webhook: Sendable {
        let id: String
        let event: String
        let paymentID: String
        let signature: String
        /// Nil when the signature is right.
        let fault: WebhookSignature.Fault?
    }

    struct Order: Sendable {
        let paymentID: String
        let reference: String
        let token: Secret<String>
    }

    /// Starts listening for webhooks on a free port.
    init(gateway: String, key: Secret<String>) throws {
        self.gateway = gateway
        self.key = key
        transport = SystemTransport()
        let receiver = WebhookReceiver()
        self.receiver = receiver
        var configuration = ServerConfiguration()
        configuration.port = 0
        server = HTTPServer(configuration: configuration, log: .silent, metrics: Metrics()) { request in
            receiver.take(request)
        }
        receiver.address = "http://127.0.0.1:\(try server.start())/webhooks"
    }

    func stop() async {
        await server.shutdown(drainSeconds: 1)
    }

    /// Registers this shop's address for webhooks.
    func registerWebhooks() async throws -> String {
        let answer = try await ask(.post, "/webhooks", ["url": .string(receiver.address)])
        guard let secret = answer["endpoint"]?["secret"]?.string else {
            throw CommandFailure("the gateway gave no signing secret")
        }
        receiver.secret = secret
        return receiver.address
    }

    func createPayment(amount: JSONValue, currency: String, reference: String) async throws -> Order {
        let answer = try await ask(
            .post, "/payments",
            [
                "amount": amount, "currency": .string(currency), "reference": .string(reference),
                "description": .string("Cart \(reference)"), "bearer": "customer",
            ])
        guard let id = answer["transaction"]?["id"]?.string, let token = answer["authorization_token"]?.string else {
            throw CommandFailure("the gateway's answer to POST /payments has no payment or no token")
        }
        return Order(paymentID: id, reference: reference, token: Secret(token))
    }

    /// What the gateway says of a payment: the shop delivers on this, never on what an app says (W11).
    func confirm(_ order: Order) async throws -> JSONValue {
        try await ask(.get, "/payments/\(order.paymentID)", nil)["transaction"] ?? [:]
    }

    /// The webhooks of a payment, once the last of `events` has arrived; what there is when it does not in time.
    func webhooks(of order: Order, until events: [String], seconds: Int = 10) async -> [Webhook] {
        for _ in 0..<(seconds * 50) {
            let found = receiver.webhooks.filter { $0.paymentID == order.paymentID }
            if Set(events).isSubset(of: Set(found.map(\.event))) { return found }
            try? await Task.sleep(for: .milliseconds(20))
        }
        return receiver.webhooks.filter { $0.paymentID == order.paymentID }
    }

    private func ask(_ method: HTTPMethod, _ path: String, _ body: JSONValue?) async throws -> JSONValue {
        guard let url = URL(string: gateway + path) else { throw CommandFailure("no address: \(gateway)") }
        var headers: HTTPHeaders = ["Authorization": key.expose(), "Accept": "application/json"]
        if body != nil {
            headers["Content-Type"] = "application/json; charset=utf-8"
            headers["Idempotency-Key"] = "shop-\(UUID().uuidString)"
        }
        let answer = try await transport.send(HTTPRequest(method, url, headers: headers, body: body?.bytes))
        guard answer.isSuccess, let json = answer.json else {
            throw CommandFailure("\(method.rawValue) \(path) answered \(answer.status)")
        }
        return json
    }
}

/// Where a shop's webhooks arrive: the signature is checked before anything else.
private final class WebhookReceiver: Sendable {
    private let state = Mutex<(address: String, secret: String, webhooks: [DemoShop.Webhook])>(("", "", []))

    var address: String {
        get { state.withLock { $0.address } }
        set { state.withLock { $0.address = newValue } }
    }

    var secret: String {
        get { state.withLock { $0.secret } }
        set { state.withLock { $0.secret = newValue } }
    }

    var webhooks: [DemoShop.Webhook] { state.withLock { $0.webhooks } }

    func take(_ request: ServerRequest) -> ServerResponse {
        let signature = request.headers[WebhookSignature.signatureHeader]
        var fault: WebhookSignature.Fault?
        do {
            try WebhookSignature.verify(
                request.body, signature: signature, timestamp: request.headers[WebhookSignature.timestampHeader],
                secret: secret, now: SystemClock().now())
        } catch {
            fault = error
        }
        guard let json = try? JSONValue.parse(request.body), let id = json["id"]?.string,
            let event = json["event"]?.string
        else { return ServerResponse(status: 400) }
        let webhook = DemoShop.Webhook(
            id: id, event: event, paymentID: json["data"]?["id"]?.string ?? "", signature: signature ?? "", fault: fault
        )
        state.withLock { $0.webhooks.append(webhook) }
        return ServerResponse(status: fault == nil ? 200 : 400)
    }
}
