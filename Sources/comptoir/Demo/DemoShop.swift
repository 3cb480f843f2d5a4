import Foundation
import GatewayServer
import Kernel

/// A merchant's server, as small as one can be: it makes payments, takes webhooks, and confirms before it delivers.
final class DemoShop: Sendable {
    private let backend: ShopBackend
    private let server: HTTPServer
    private let receiver = WebhookReceiver()
    private let address: String

    /// Starts listening for webhooks on a free port.
    init(gateway: String, key: Secret<String>) throws {
        backend = ShopBackend(gateway: gateway, key: key)
        var configuration = ServerConfiguration()
        configuration.port = 0
        server = HTTPServer(configuration: configuration, log: .silent, metrics: Metrics()) { [receiver] request in
            receiver.take(request)
        }
        address = "http://127.0.0.1:\(try server.start())/webhooks"
    }

    func stop() async {
        await server.shutdown(drainSeconds: 1)
    }

    /// Registers this shop's address for webhooks.
    func registerWebhooks() async throws -> String {
        receiver.use(secret: try await backend.registerWebhooks(at: address))
        return address
    }

    func createPayment(amount: JSONValue, currency: String, reference: String) async throws -> ShopBackend.Order {
        try await backend.createPayment([
            "amount": amount, "currency": .string(currency), "reference": .string(reference),
            "description": .string("Cart \(reference)"), "bearer": "customer",
        ])
    }

    func confirm(_ order: ShopBackend.Order) async throws -> JSONValue {
        try await backend.confirm(order.paymentID)
    }

    /// The webhooks of a payment, once the last of `events` has arrived; what there is when it does not in time.
    func webhooks(
        of order: ShopBackend.Order, until events: [String], seconds: Int = 10
    ) async -> [WebhookReceiver.Webhook] {
        for _ in 0..<(seconds * 50) {
            let found = receiver.webhooks.filter { $0.paymentID == order.paymentID }
            if Set(events).isSubset(of: Set(found.map(\.event))) { return found }
            try? await Task.sleep(for: .milliseconds(20))
        }
        return receiver.webhooks.filter { $0.paymentID == order.paymentID }
    }
}
