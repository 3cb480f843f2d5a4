import Foundation
import Kernel
import Synchronization
import Testing

@testable import Gateway
@testable import GatewaySQLite

/// A merchant's server and its payers' apps at a gateway, in the Yuno dialect.
extension Desk {
    var account: String { principal.accountID }

    func customer(_ name: String = "customer-1") async throws -> CustomerID {
        try await gateway.createCustomer(merchantCustomerID: name, facts: ["email": "a@b.example"], for: principal).id
    }

    func session(
        _ changes: [String: JSONValue] = [:], customer: CustomerID? = nil
    ) async throws -> PaymentSession {
        var body: [String: JSONValue] = [
            "account_id": .string(account), "merchant_order_id": "order-77", "payment_description": "Shoes",
            "country": "BR", "amount": ["currency": "BRL", "value": 150.5], "callback_url": "shop://pay",
        ]
        if let customer { body["customer_id"] = .string(customer.rawValue) }
        return try await gateway.createPaymentSession(
            PaymentSessionDraft(.object(body.merging(changes) { $1 })), for: principal)
    }

    static func cardMethod(_ number: String, saving: Bool = false, code: String? = nil) -> JSONValue {
        let isAmex = number.hasPrefix("37") || number.hasPrefix("34")
        return [
            "type": "CARD", "vault_on_success": .bool(saving),
            "card": [
                "number": .string(number), "expiration_month": 12, "expiration_year": 40,
                "security_code": .string(code ?? (isAmex ? "1234" : "123")), "holder_name": "John Doe",
                "type": "CREDIT",
            ],
        ]
    }

    func token(_ session: PaymentSession, _ method: JSONValue) async throws -> Secret<String> {
        try await gateway.createToken(TokenRequest(accountID: nil, method: method), session: session.id, for: principal)
            .token
    }

    func draft(
        _ session: PaymentSession, _ token: Secret<String>?, _ changes: [String: JSONValue] = [:],
        method: [String: JSONValue] = [:]
    ) throws -> ServerPaymentDraft {
        let amount: JSONValue = ["currency": "BRL", "value": 150.5]
        var body: [String: JSONValue] = [
            "account_id": .string(account), "merchant_order_id": "order-77", "description": "Shoes", "country": "BR",
            "amount": amount, "checkout": ["session": .string(session.id.rawValue)],
        ]
        var fields = method
        if let token { fields["token"] = .string(token.expose()) }
        body["payment_method"] = .object(fields)
        return try ServerPaymentDraft(.object(body.merging(changes) { $1 }))
    }

    /// A session, its token, and the payment a server makes with it.
    func pay(
        _ method: JSONValue, session changes: [String: JSONValue] = [:], payment: [String: JSONValue] = [:],
        detail: [String: JSONValue] = [:], customer: CustomerID? = nil, key: String? = nil
    ) async throws -> Payment {
        let session = try await session(changes, customer: customer)
        let token = try await token(session, method)
        return try await gateway.createServerPayment(
            try draft(session, token, payment, method: detail), for: principal, key: key
        ).payment
    }

    func current(_ payment: Payment) async throws -> Payment {
        try #require(try await gateway.serverPayment(payment.id, for: principal))
    }

    func ledger(_ payment: Payment) async throws -> [Int64] {
        try await gateway.store.read { try $0.ledger(of: payment.id).map(\.amount.minorUnits) }
    }

    /// What was told, the oldest first, with how it stood then.
    func told() async throws -> [String] {
        let page = try await gateway.store.read { [principal] in
            try $0.events(of: principal.merchant.id, .sandbox, .yuno, PageRequest(.number(1), size: 100))
        }
        return page.items.reversed().map { event in
            let standing = event.payment.map { "\($0.words.status)/\($0.words.subStatus)" }
            return "\(event.name.rawValue) \(standing ?? event.enrollment?.status.rawValue ?? "-")"
        }
    }
}

extension Payment {
    /// `SUCCEEDED/APPROVED INSUFFICIENT_FUNDS`, for a test to compare.
    var said: String { "\(words.status)/\(words.subStatus) \(responseCode ?? "-")" }
    /// `THREE_D_SECURE SUCCEEDED SUCCEEDED_THREE_D_SECURE`, each.
    var history: [String] {
        server?.transactions.map { "\($0.kind.rawValue) \($0.status.rawValue) \($0.responseCode ?? "-")" } ?? []
    }
}

extension Desk {
    /// Why a payment is not made; nil when it is.
    func refused(_ draft: ServerPaymentDraft, key: String? = nil) async -> String? {
        await refusal { try await gateway.createServerPayment(draft, for: principal, key: key) }
    }
}

/// The code of what is thrown.
func refusal(_ body: () async throws -> some Any) async -> String? {
    do {
        _ = try await body()
        return nil
    } catch let refusal as Refusal {
        return refusal.fields.isEmpty
            ? refusal.code : "\(refusal.code) \(refusal.fields.keys.sorted().joined(separator: ","))"
    } catch {
        return "\(error)"
    }
}
