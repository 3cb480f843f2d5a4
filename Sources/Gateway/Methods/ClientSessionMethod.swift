import Kernel

/// Cards that are paid in a provider's own checkout, which the app opens and the gateway verifies (spec 5.5).
package struct ClientSessionMethod: PaymentMethod {
    package static let provider = "sandbox_session"

    package init() {}

    package func channels(for payment: Payment) -> [Channel] {
        guard payment.environment == .sandbox, payment.cardsGo(through: .clientSession) else { return [] }
        var channel = Channel.card(payment, provider: Self.provider, requiredFields: [])
        channel.clientSession = true
        return [channel]
    }

    /// Reads `email` and `name`; the address is needed unless the payment has one.
    package func read(
        _ data: [String: JSONValue], channel: Channel, payment: Payment, today: Timestamp
    ) -> InstrumentReading {
        let email: String?
        switch BillingFields.read(data.filter { $0.key == "email" }, required: []) {
        case .invalid(let fields): return .invalid(fields)
        case .fields(let billing): email = billing["email"] ?? payment.customer.email
        }
        guard let email else { return .missing(["email": "is required"]) }
        let summary = InstrumentSummary(kind: .card, issuer: nil)
        return .instrument(Instrument(summary: summary, details: .clientSession, email: email))
    }
}
