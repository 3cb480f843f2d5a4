import Kernel

/// Wallets that ask for nothing: one tap opens their app (W84).
package struct OneTapWalletMethod: PaymentMethod {
    static let wallets: Set = ["djamo"]

    package init() {}

    package func channels(for payment: Payment) -> [Channel] {
        guard payment.environment == .sandbox else { return [] }
        let currency = payment.amount.currency
        return MobileMoneyCatalogue.countries(currency: currency).flatMap { country in
            MobileMoneyCatalogue.operators(in: country).filter { Self.wallets.contains($0.id) }.map { wallet in
                let name = "\(wallet.name) \(country.code)"
                return Channel(
                    slug: "\(country.code.lowercased()).\(wallet.id)", name: name, frenchName: name, kind: .wallet,
                    countries: [country], currency: currency, operators: [], minimum: nil, maximum: nil,
                    provider: wallet.id, requiredFields: [])
            }
        }
    }

    package func read(
        _ data: [String: JSONValue], channel: Channel, payment: Payment, today: Timestamp
    ) -> InstrumentReading {
        var errors: [String: String] = [:]
        for name in data.keys.sorted() where errors.count < 20 { errors[String(name.prefix(64))] = "unknown_field" }
        guard errors.isEmpty, let country = channel.countries.first else { return .invalid(errors) }
        let summary = InstrumentSummary(kind: .wallet, issuer: channel.provider, country: country.code)
        return .instrument(Instrument(summary: summary, details: .wallet))
    }
}
