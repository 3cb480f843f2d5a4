import Kernel

/// How a payer may pay, as a payer's app sees it (spec 5.3, 5.4).
package struct Channel: Sendable, Equatable {
    package let slug: String
    package let name: String
    package let frenchName: String
    package let kind: InstrumentSummary.Kind
    package let countries: [Country]
    package let currency: Currency
    package let operators: [ChannelOperator]
    package let minimum: Money?
    package let maximum: Money?
    /// Who takes the money behind it.
    package let provider: String
    /// What the app must ask for.
    package let requiredFields: [String]
    /// What draws its screen in the app (spec 5.4).
    package var sdk = ChannelSDK.form
    /// The payment's own key of the provider's library.
    package var publishableKey: String?
    /// Whether it is paid in a provider's own checkout: P6 and P7 instead of P4.
    package var clientSession = false

    package func accepts(_ amount: Money) -> Bool {
        (minimum.map { $0.minorUnits <= amount.minorUnits } ?? true)
            && (maximum.map { amount.minorUnits <= $0.minorUnits } ?? true)
    }
}

package struct ChannelOperator: Sendable, Equatable {
    package let id: String
    package let name: String
    package let country: Country
    /// Wallets that take any number (W78).
    package let acceptsAnyNumber: Bool
}

/// What draws a channel's screen in the app.
package enum ChannelSDK: String, Sendable {
    case form
    case stripeElements = "stripe_elements"
    case hostedRedirect = "hosted_redirect"
}

/// One way of paying: what it offers, what it asks for. A new one is a file that implements this and a line in
/// ``PaymentMethods``.
package protocol PaymentMethod: Sendable {
    /// The channels it offers for a payment.
    func channels(for payment: Payment) -> [Channel]
    /// Reads what the payer gave.
    func read(_ data: [String: JSONValue], channel: Channel, payment: Payment, today: Timestamp) -> InstrumentReading
}

/// What the payer gave, read.
package enum InstrumentReading: Sendable {
    case instrument(Instrument)
    /// Field → error code of the catalogue, or words.
    case invalid([String: String])
    /// A provider's own checkout needs more: field → words.
    case missing([String: String])
}

/// Something to pay with, secrets included: it goes to the connector and is then forgotten.
package struct Instrument: Sendable {
    package enum Details: Sendable {
        case mobileMoney(e164: String, scenario: SandboxScenario, country: Country, operatorID: String)
        /// A wallet that is paid with on its own page.
        case wallet
        case card(CardNumber)
        /// A card that a provider's library has taken: its `pm_…`.
        case paymentMethod(String)
        /// A card that a provider's page will take.
        case hostedCard(BillingFields)
        /// Anything a provider's own checkout takes.
        case clientSession
    }

    package let summary: InstrumentSummary
    package let details: Details
    /// The payer's address, when they gave one with it.
    package var email: String?
}

/// The ways of paying this gateway knows.
package struct PaymentMethods: Sendable {
    private let methods: [any PaymentMethod]

    package init(
        _ methods: [any PaymentMethod] = [
            MobileMoneyMethod(), PageWalletMethod(), OneTapWalletMethod(), CardMethod(), StripeCardMethod(),
            HostedCardMethod(.hosted), HostedCardMethod(.hostedEmail), ClientSessionMethod(),
        ]
    ) {
        self.methods = methods
    }

    package func channels(for payment: Payment) -> [Channel] {
        methods.flatMap { $0.channels(for: payment) }.filter { $0.accepts(payment.total) }
    }

    /// Finds the channel and reads what the payer gave for it.
    /// - Parameter opensSession: whether a provider's own checkout is opened (P6), or something else is paid with (P4).
    func read(
        _ slug: String, _ data: [String: JSONValue], for payment: Payment, today: Timestamp,
        opensSession: Bool = false
    ) -> InstrumentReading {
        guard let (method, channel, data) = resolve(slug, data, payment) else {
            return .invalid(["channel": "unknown_channel"])
        }
        guard channel.clientSession == opensSession else {
            return .invalid([
                "channel": opensSession ? "is paid with POST /pay/process" : "is opened with POST /pay/client-session"
            ])
        }
        return method.read(data, channel: channel, payment: payment, today: today)
    }

    /// A channel by its slug; or by an operator: `cm.mtn` is `cm.mobile` with its operator, and `ci.mobile` with the
    /// operator `wave` is `ci.wave` (spec 16).
    private func resolve(
        _ slug: String, _ data: [String: JSONValue], _ payment: Payment
    ) -> (any PaymentMethod, Channel, [String: JSONValue])? {
        let offered = methods.flatMap { method in
            method.channels(for: payment).filter { $0.accepts(payment.total) }.map { (method: method, channel: $0) }
        }
        let parts = slug.split(separator: ".", omittingEmptySubsequences: false)
        if let id = data["operator"]?.string, parts.count == 2,
            let found = offered.first(where: { $0.channel.slug == "\(parts[0]).\(id)" }),
            found.channel.kind == .mobileMoney
        {
            return (found.method, found.channel, data)
        }
        if let found = offered.first(where: { $0.channel.slug == slug }) { return (found.method, found.channel, data) }
        guard let found = offered.first(where: { $0.channel.names(slug) }), let id = parts.last else { return nil }
        return (found.method, found.channel, data.merging(["operator": .string(String(id))]) { $1 })
    }
}

extension Channel {
    /// Whether a slug is `<country>.<operator>` of this aggregate.
    fileprivate func names(_ slug: String) -> Bool {
        operators.contains { "\($0.country.code.lowercased()).\($0.id)" == slug }
    }
}
