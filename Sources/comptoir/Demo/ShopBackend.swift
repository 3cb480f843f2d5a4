import Foundation
import Gateway
import GatewayServer
import Kernel
import Synchronization
import Wire

/// A merchant's server, as far as it talks to a gateway: it makes payments with its secret key and confirms before it
/// delivers. It knows the gateway by its address only.
struct ShopBackend: Sendable {
    let gateway: String
    private let key: Secret<String>
    private let transport: any Transport

    struct Order: Sendable {
        let paymentID: String
        let reference: String
        let token: Secret<String>
        /// The hosted checkout.
        let url: String
    }

    init(gateway: String, key: Secret<String>) {
        self.gateway = gateway
        self.key = key
        transport = SystemTransport()
    }

    /// Asks to be told at that address.
    /// - Returns: the secret that signs what is told.
    func registerWebhooks(at address: String) async throws -> String {
        let answer = try await ask(.post, "/webhooks", ["url": .string(address)])
        guard let secret = answer["endpoint"]?["secret"]?.string else {
            throw CommandFailure("the gateway gave no signing secret")
        }
        return secret
    }

    /// - Parameter body: the request as `POST /payments` takes it.
    func createPayment(_ body: JSONValue) async throws -> Order {
        let answer = try await ask(.post, "/payments", body)
        guard let id = answer["transaction"]?["id"]?.string, let token = answer["authorization_token"]?.string,
            let url = answer["authorization_url"]?.string
        else { throw CommandFailure("the gateway's answer to POST /payments has no payment or no token") }
        return Order(paymentID: id, reference: body["reference"]?.string ?? "", token: Secret(token), url: url)
    }

    /// What the gateway says of a payment: the shop delivers on this, never on what an app says (W11).
    func confirm(_ paymentID: String) async throws -> JSONValue {
        try await ask(.get, "/payments/\(paymentID)", nil)["transaction"] ?? [:]
    }

    func cancel(_ paymentID: String) async throws {
        _ = try await ask(.delete, "/payments/\(paymentID)", nil)
    }

    /// Replaces the faults that are still to come.
    func setFaults(_ faults: [String]) async throws {
        _ = try await ask(.delete, "/sandbox/faults", nil)
        for fault in faults { _ = try await ask(.post, "/sandbox/faults", ["fault": .string(fault)]) }
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
final class WebhookReceiver: Sendable {
    /// A webhook as it arrived.
    struct Webhook: Sendable {
        let id: String
        let event: String
        let paymentID: String
        let signature: String
        /// Nil when the signature is right.
        let fault: WebhookSignature.Fault?
        let body: JSONValue
    }

    private let state = Mutex<(secret: String, webhooks: [Webhook])>(("", []))
    private let onArrival: (@Sendable (Webhook) -> Void)?

    /// - Parameter onArrival: told of each; must not wait.
    init(onArrival: (@Sendable (Webhook) -> Void)? = nil) {
        self.onArrival = onArrival
    }

    func use(secret: String) { state.withLock { $0.secret = secret } }

    var webhooks: [Webhook] { state.withLock { $0.webhooks } }

    func take(_ request: ServerRequest) -> ServerResponse {
        let signature = request.headers[WebhookSignature.signatureHeader]
        var fault: WebhookSignature.Fault?
        do {
            try WebhookSignature.verify(
                request.body, signature: signature, timestamp: request.headers[WebhookSignature.timestampHeader],
                secret: state.withLock { $0.secret }, now: SystemClock().now())
        } catch {
            fault = error
        }
        guard let json = try? JSONValue.parse(request.body), let id = json["id"]?.string,
            let event = json["event"]?.string
        else { return ServerResponse(status: 400) }
        let webhook = Webhook(
            id: id, event: event, paymentID: json["data"]?["id"]?.string ?? "", signature: signature ?? "",
            fault: fault, body: json)
        state.withLock { state in
            state.webhooks.append(webhook)
            if state.webhooks.count > 1000 { state.webhooks.removeFirst(500) }
        }
        onArrival?(webhook)
        return ServerResponse(status: fault == nil ? 200 : 400)
    }
}
