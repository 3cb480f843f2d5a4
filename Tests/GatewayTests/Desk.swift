import Foundation
import Kernel
import Synchronization
import Testing

@testable import Gateway
@testable import GatewaySQLite

/// A gateway on a database of its own, with a clock that a test moves, one merchant, and its sandbox key.
final class Desk: Sendable {
    let database: TemporaryDatabase
    let clock: ManualClock
    let gateway: Gateway
    let principal: Principal

    init(
        database: TemporaryDatabase? = nil, clock: ManualClock = ManualClock(.start),
        options: GatewayOptions = GatewayOptions(), key: Secret<String>? = nil
    ) async throws {
        self.database = try database ?? TemporaryDatabase()
        self.clock = clock
        gateway = Gateway(store: try SQLiteStore(path: self.database.path), clock: clock, options: options)
        if let key {
            principal = try #require(await gateway.authenticate(key))
        } else {
            let (_, keys) = try await gateway.createMerchant(name: "Shop")
            let secret = try #require(keys.first { $0.kind == .secret && $0.environment == .sandbox })
            principal = try #require(await gateway.authenticate(secret.key))
        }
    }

    /// Closes the store and opens the same database again, as a restarted process would.
    func restarted(options: GatewayOptions = GatewayOptions()) async throws -> Desk {
        await gateway.store.close()
        return try await Desk(database: database, clock: clock, options: options, key: principal.credential)
    }

    func draft(expiresIn: Int64? = nil) throws -> PaymentDraft {
        try PaymentDraft(
            amount: 25_000, currency: "XAF", reference: "order-1", expiresIn: expiresIn, bearer: "customer")
    }

    /// A new payment and its token.
    func payment(expiresIn: Int64? = nil) async throws -> CreatedPayment {
        let made = Mutex<CreatedPayment?>(nil)
        _ = try await gateway.createPayment(try draft(expiresIn: expiresIn), for: principal, claim: nil) { created in
            made.withLock { $0 = created }
            return StoredAnswer(status: 201, body: [])
        }
        return try #require(made.withLock { $0 })
    }

    func claim(_ payment: CreatedPayment, _ key: String, _ body: JSONValue = [:]) -> IdempotencyClaim {
        IdempotencyClaim(scope: "process:\(payment.payment.id)", key: key, body: body, credential: payment.token)
    }

    static func mobileMoney(_ number: String) -> ProcessRequest {
        ProcessRequest(
            channel: "cm.mobile", data: ["phone": .string(number), "country": "CM", "operator": "mtn"], device: nil)
    }

    static func card(_ number: String, month: Int = 12, year: Int = 2040, code: String = "123") -> ProcessRequest {
        ProcessRequest(
            channel: "card",
            data: [
                "card": [
                    "number": .string(number), "exp_month": .integer(month), "exp_year": .integer(year),
                    "cvc": .string(code),
                ]
            ], device: nil)
    }

    /// Answers a payment request with words a test can compare.
    func process(
        _ payment: CreatedPayment, _ request: ProcessRequest = Desk.mobileMoney("+237670000000"), key: String = "key-1",
        body: JSONValue = [:]
    ) async throws -> (text: String, isReplay: Bool) {
        let answered = try await gateway.process(
            payment.payment.id, request, claim: claim(payment, key, body), render: Self.render)
        return (String(decoding: answered.answer.body, as: UTF8.self), answered.isReplay)
    }

    static func render(_ reply: ProcessReply) -> StoredAnswer {
        let text =
            switch reply {
            case .attempt(_, let attempt): "\(attempt.state.rawValue) \(attempt.id) \(attempt.declineCode ?? "-")"
            case .refused(_, let refusal): "refused \(refusal.code) \(refusal.fields.sorted { $0.key < $1.key })"
            }
        return StoredAnswer(status: 200, body: Array(text.utf8))
    }

    func stored(_ payment: CreatedPayment) async throws -> Payment {
        try #require(try await gateway.store.read { try $0.payment(payment.payment.id) })
    }

    func captured(_ payment: CreatedPayment) async throws -> [Int64] {
        try await gateway.store.read { try $0.ledger(of: payment.payment.id).map(\.amount.minorUnits) }
    }
}
