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

/// One way of paying: what it offers, what it asks for. A new one is a file that implements this and a line in
/// ``PaymentMethods``.
package protocol PaymentMethod: Sendable {
    /// The channels it offers for a payment.
    func channels(currency: Currency, environment: Environment) -> [Channel]
    /// Reads what the payer gave.
    func read(_ data: [String: JSONValue], channel: Channel, environment: Environment, today: Timestamp)
        -> InstrumentReading
}

/// What the payer gave, read.
package enum InstrumentReading: Sendable {
    case instrument(Instrument)
    /// Field → error code of the catalogue, or `required`.
    case invalid([String: String])
}

/// Something to pay with, secrets included: it goes to the connector and is then forgotten.
package struct Instrument: Sendable {
    package enum Details: Sendable {
        case mobileMoney(e164: String, scenario: SandboxScenario, country: Country, operatorID: String)
        case card(CardNumber)
    }

    package let summary: InstrumentSummary
    package let details: Details
}

/// The ways of paying this gateway knows.
package struct PaymentMethods: Sendable {
    private let methods: [any PaymentMethod]

    package init(_ methods: [any PaymentMethod] = [MobileMoneyMethod(), CardMethod()]) {
        self.methods = methods
    }

    package func channels(for payment: Payment) -> [Channel] {
        methods.flatMap { $0.channels(currency: payment.amount.currency, environment: payment.environment) }
            .filter { $0.accepts(payment.total) }
    }

    /// Finds the channel and reads what the payer gave for it.
    func read(_ slug: String, _ data: [String: JSONValue], for payment: Payment, today: Timestamp)
        -> InstrumentReading
    {
        for method in methods {
            let channels = method.channels(currency: payment.amount.currency, environment: payment.environment)
            guard let channel = channels.first(where: { $0.covers(slug) }), channel.accepts(payment.total) else {
                continue
            }
            var data = data
            if slug != channel.slug, let id = slug.split(separator: ".").last {
                // `cm.mtn` names the operator by itself.
                data["operator"] = .string(String(id))
            }
            return method.read(data, channel: channel, environment: payment.environment, today: today)
        }
        return .invalid(["channel": "unknown_channel"])
    }
}

extension Channel {
    /// Whether a slug means this channel: its own, or `<country>.<operator>` of an aggregate.
    fileprivate func covers(_ slug: String) -> Bool {
        slug == self.slug || operators.contains { "\($0.country.code.lowercased()).\($0.id)" == slug }
    }
}
