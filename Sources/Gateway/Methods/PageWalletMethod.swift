import Kernel

/// Mobile Money wallets that are approved on a page of their own, which opens their app: `ci.wave` (W84). They take
/// the number of any operator (W78).
package struct PageWalletMethod: PaymentMethod {
    package init() {}

    private static func wallets(in country: Country) -> [MobileOperator] {
        MobileMoneyCatalogue.operators(in: country)
            .filter { $0.acceptsAnyNumber && !OneTapWalletMethod.wallets.contains($0.id) }
    }

    package func channels(for payment: Payment) -> [Channel] {
        guard payment.environment == .sandbox else { return [] }
        let currency = payment.amount.currency
        return MobileMoneyCatalogue.countries(currency: currency).flatMap { country in
            Self.wallets(in: country).map { wallet in
                Channel(
                    slug: "\(country.code.lowercased()).\(wallet.id)", name: wallet.name, frenchName: wallet.name,
                    kind: .mobileMoney, countries: [country], currency: currency,
                    operators: [
                        ChannelOperator(id: wallet.id, name: wallet.name, country: country, acceptsAnyNumber: true)
                    ], minimum: nil, maximum: nil, provider: "sandbox", requiredFields: ["phone"])
            }
        }
    }

    package func read(
        _ data: [String: JSONValue], channel: Channel, payment: Payment, today: Timestamp
    ) -> InstrumentReading {
        var errors: [String: String] = [:]
        for name in data.keys.sorted() where !["phone", "country", "operator"].contains(name) && errors.count < 20 {
            errors[String(name.prefix(64))] = "unknown_field"
        }
        guard let country = channel.countries.first, let wallet = channel.operators.first else {
            return .invalid(["channel": "unknown_channel"])
        }
        if let given = data["country"], given.string?.uppercased() != country.code {
            errors["country"] = "unknown_channel"
        }
        if let given = data["operator"], given.string != wallet.id { errors["operator"] = "unknown_operator" }
        let raw = data["phone"]?.string
        let phone = raw.flatMap { Self.number($0, country, payment.environment) }
        if phone == nil { errors["phone"] = raw == nil ? "is required" : "invalid_phone" }
        guard errors.isEmpty, let phone else { return .invalid(errors) }
        let summary = InstrumentSummary(
            kind: .mobileMoney, issuer: wallet.id, phone: phone, country: country.code)
        return .instrument(Instrument(summary: summary, details: .wallet))
    }

    /// A number of the country, or any other that names its own.
    private static func number(_ raw: String, _ country: Country, _ environment: Environment) -> String? {
        if let own = MobileMoneyMethod.number(raw, country, environment) { return own }
        guard raw.utf8.count <= 32, let found = PhoneRules.country(ofInternational: raw) else { return nil }
        return MobileMoneyMethod.number(raw, found.country, environment)
    }
}
