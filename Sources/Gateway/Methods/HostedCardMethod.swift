import Kernel

/// Cards that a provider takes on its own page, after the app asked who pays (spec 5.4). The card's number stays on
/// that page (W129).
package struct HostedCardMethod: PaymentMethod {
    private let provider: SandboxCardProvider

    /// - Parameter provider: `hosted` asks for all of ``BillingFields/names``, `hostedEmail` for the e-mail address.
    package init(_ provider: SandboxCardProvider) {
        self.provider = provider
    }

    package func channels(for payment: Payment) -> [Channel] {
        guard payment.environment == .sandbox, payment.cardsGo(through: provider) else { return [] }
        var channel = Channel.card(
            payment, provider: "sandbox_page",
            requiredFields: provider == .hostedEmail ? ["email"] : BillingFields.names)
        channel.sdk = .hostedRedirect
        return [channel]
    }

    package func read(
        _ data: [String: JSONValue], channel: Channel, payment: Payment, today: Timestamp
    ) -> InstrumentReading {
        switch BillingFields.read(data, required: channel.requiredFields) {
        case .invalid(let fields): return .invalid(fields)
        case .fields(let billing):
            let summary = InstrumentSummary(kind: .card, issuer: nil, country: billing["country"])
            return .instrument(Instrument(summary: summary, details: .hostedCard(billing), email: billing["email"]))
        }
    }
}
