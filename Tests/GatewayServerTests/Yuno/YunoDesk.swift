import Foundation
import Gateway
import Kernel
import Synchronization
import Testing
import Wire

@testable import GatewayServer

/// The Yuno dialect over real HTTP.
extension ServedDesk {
    enum Keys { case both, app, none }

    /// Asks as a merchant's server does, or as an app.
    func yuno(
        _ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil, bytes: [UInt8]? = nil, keys: Keys = .both,
        headers: [String: String] = [:]
    ) async throws -> Answer {
        var fields = ["Authorization": ""]
        if keys != .none { fields["public-api-key"] = publicKey }
        if keys == .both { fields["private-secret-key"] = secretKey }
        return try await ask(
            method, "/v1" + path, body, bytes: bytes, headers: fields.merging(headers) { $1 })
    }

    var account: JSONValue { .string(merchant.accountID(.sandbox)) }

    func customer(_ name: String = UUID().uuidString) async throws -> String {
        let made = try await yuno(.post, "/customers", ["merchant_customer_id": .string(name)])
        #expect(made.status == 201, "\(made.json)")
        return try #require(made.json["id"]?.string)
    }

    func sessionBody(_ extra: [String: JSONValue] = [:]) -> JSONValue {
        let body: [String: JSONValue] = [
            "account_id": account, "merchant_order_id": "order-77", "payment_description": "Shoes", "country": "CO",
            "amount": ["currency": "COP", "value": 8000],
        ]
        return .object(body.merging(extra) { $1 })
    }

    func checkout(_ extra: [String: JSONValue] = [:]) async throws -> String {
        let made = try await yuno(.post, "/checkout/sessions", sessionBody(extra))
        #expect(made.status == 200, "\(made.json)")
        return try #require(made.json["checkout_session"]?.string)
    }

    func token(
        _ session: String, card number: String = "4507990000000002", _ extra: [String: JSONValue] = [:]
    ) async throws -> Answer {
        let card: JSONValue = [
            "number": .string(number), "expiration_month": 12, "expiration_year": 40,
            "security_code": number.hasPrefix("37") || number.hasPrefix("34") ? "1234" : "123",
            "holder_name": "John Doe", "type": "CREDIT",
        ]
        let method: [String: JSONValue] = ["type": "CARD", "card": card]
        return try await yuno(
            .post, "/checkout/sessions/\(session)/token",
            ["account_id": account, "payment_method": .object(method.merging(extra) { $1 })], keys: .app)
    }

    func oneTimeToken(_ session: String, card number: String = "4507990000000002") async throws -> String {
        let made = try await token(session, card: number)
        #expect(made.status == 201, "\(made.json)")
        return try #require(made.json["token"]?.string)
    }

    func paymentBody(
        _ session: String?, _ method: [String: JSONValue], _ extra: [String: JSONValue] = [:]
    ) -> JSONValue {
        var body: [String: JSONValue] = [
            "account_id": account, "merchant_order_id": "order-77", "description": "Shoes", "country": "CO",
            "amount": ["currency": "COP", "value": 8000], "payment_method": .object(method),
        ]
        if let session { body["checkout"] = ["session": .string(session)] }
        return .object(body.merging(extra) { $1 })
    }

    func create(_ body: JSONValue, key: String = UUID().uuidString) async throws -> Answer {
        try await yuno(.post, "/payments", body, headers: ["X-Idempotency-Key": key])
    }

    /// A payment with a new card, from the session to the answer.
    func paid(
        card number: String = "4507990000000002", session extra: [String: JSONValue] = [:],
        method: [String: JSONValue] = [:], payment: [String: JSONValue] = [:]
    ) async throws -> (session: String, answer: Answer) {
        let session = try await checkout(extra)
        let token = try await oneTimeToken(session, card: number)
        let card: [String: JSONValue] = ["type": "CARD", "token": .string(token)]
        let answer = try await create(paymentBody(session, card.merging(method) { $1 }, payment))
        #expect(answer.status == 201, "\(answer.json)")
        return (session, answer)
    }

    /// A payment by PIX, shown and waiting.
    func pix(_ amount: JSONValue = ["currency": "BRL", "value": 150.5]) async throws -> (session: String, id: String) {
        let place: [String: JSONValue] = ["country": "BR", "amount": amount]
        let session = try await checkout(place)
        let token = try await yuno(
            .post, "/checkout/sessions/\(session)/token", ["payment_method": ["type": "PIX"]], keys: .app)
        #expect(token.status == 201, "\(token.json)")
        let answer = try await create(
            paymentBody(session, ["type": "PIX", "token": token.json["token"] ?? .null], place))
        #expect(answer.status == 201, "\(answer.json)")
        return (session, try #require(answer.json["id"]?.string))
    }

    func sdk(_ method: HTTPMethod = .get, _ path: String, _ body: JSONValue? = nil, language: String = "en")
        async throws -> Answer
    {
        try await yuno(
            method, "/sdk/" + path, body, keys: .app,
            headers: ["Accept-Language": language, "X-Idempotency-Key": UUID().uuidString])
    }

    func status(_ payment: String) async throws -> String {
        let json = try await yuno(.get, "/payments/\(payment)").json
        return "\(json["status"]?.string ?? "-")/\(json["sub_status"]?.string ?? "-")"
    }
}

extension ServedDesk.Answer {
    /// The code of the envelope, which must be whole.
    var fault: String? {
        guard let words = json["messages"]?.array, !words.isEmpty, words.allSatisfy({ $0.string?.isEmpty == false })
        else { return nil }
        return json["code"]?.string
    }

    /// `SUCCEEDED/APPROVED`
    var outcome: String { "\(json["status"]?.string ?? "-")/\(json["sub_status"]?.string ?? "-")" }

    var transaction: JSONValue? { json["transactions"] }

    var card: JSONValue? { json["payment_method"]?["payment_method_detail"]?["card"] }
}

/// A merchant's server that webhooks arrive at.
struct HookReceiver: Sendable {
    private final class Box: Sendable {
        let received = Mutex<[ServerRequest]>([])
        let status = Mutex(200)
    }

    private let box: Box
    private let server: HTTPServer
    let address: String

    init() throws {
        let box = Box()
        server = HTTPServer(configuration: ServerConfiguration(port: 0), log: .silent, metrics: Metrics()) { request in
            box.received.withLock { $0.append(request) }
            return ServerResponse(status: box.status.withLock { $0 })
        }
        self.box = box
        address = "http://127.0.0.1:\(try server.start())/hook"
    }

    /// What it answers from now on.
    func answer(_ status: Int) { box.status.withLock { $0 = status } }

    var received: [ServerRequest] { box.received.withLock { $0 } }

    /// The webhooks that came, once there are so many.
    func webhooks(_ count: Int) async throws -> [ServerRequest] {
        for _ in 0..<500 where received.count < count { try await Task.sleep(for: .milliseconds(10)) }
        #expect(received.count == count)
        return received
    }

    func stop() async { await server.shutdown(drainSeconds: 1) }
}
