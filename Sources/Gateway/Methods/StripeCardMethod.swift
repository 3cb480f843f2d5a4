import Kernel

/// Cards that a provider's library takes in the app: what arrives here is its `pm_…` (W87, W88).
package struct StripeCardMethod: PaymentMethod {
    package init() {}

    package func channels(for payment: Payment) -> [Channel] {
        guard payment.environment == .sandbox, payment.cardsGo(through: .stripe) else { return [] }
        var channel = Channel.card(payment, provider: "stripe", requiredFields: [])
        channel.sdk = .stripeElements
        channel.publishableKey = "pk_test_sandbox"
        return [channel]
    }

    package func read(
        _ data: [String: JSONValue], channel: Channel, payment: Payment, today: Timestamp
    ) -> InstrumentReading {
        var errors: [String: String] = [:]
        for name in data.keys.sorted()
        where !["payment_method_id", "card_holder"].contains(name) && !BillingFields.names.contains(name)
            && errors.count < 20
        {
            errors[String(name.prefix(64))] = "unknown_field"
        }
        let id = data["payment_method_id"]?.string ?? ""
        if !Self.isPaymentMethod(id) {
            errors["payment_method_id"] = id.isEmpty ? "is required" : "must be a pm_… of the provider's"
        }
        if let holder = data["card_holder"], !holder.isNull, holder.string.map({ $0.utf8.count > 255 }) ?? true {
            errors["card_holder"] = "must be a name of at most 255 bytes"
        }
        var email: String?
        switch BillingFields.read(data, required: []) {
        case .fields(let billing): email = billing["email"]
        case .invalid(let fields): errors.merge(fields) { first, _ in first }
        }
        guard errors.isEmpty else { return .invalid(errors) }
        let summary = InstrumentSummary(kind: .card, issuer: nil)
        return .instrument(Instrument(summary: summary, details: .paymentMethod(id), email: email))
    }

    private static func isPaymentMethod(_ text: String) -> Bool {
        text.hasPrefix("pm_") && (4...255).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                    || $0 == UInt8(ascii: "_")
            }
    }
}
