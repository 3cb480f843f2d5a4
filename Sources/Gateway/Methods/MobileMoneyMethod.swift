import Kernel

/// Mobile Money: a number, its country and its operator; the payer approves on the phone (spec 11).
package struct MobileMoneyMethod: PaymentMethod {
    package init() {}

    package func channels(for payment: Payment) -> [Channel] {
        // No live connector yet: what cannot be paid is not offered.
        guard payment.environment == .sandbox else { return [] }
        let currency = payment.amount.currency
        return MobileMoneyCatalogue.countries(currency: currency).map { country in
            Channel(
                slug: "\(country.code.lowercased()).mobile", name: "Mobile Money", frenchName: "Mobile Money",
                kind: .mobileMoney, countries: [country], currency: currency,
                operators: MobileMoneyCatalogue.operators(in: country).filter { !$0.acceptsAnyNumber }.map {
                    ChannelOperator(id: $0.id, name: $0.name, country: country, acceptsAnyNumber: false)
                }, minimum: nil, maximum: nil, provider: "sandbox", requiredFields: ["phone"])
        }
    }

    package func read(
        _ data: [String: JSONValue], channel: Channel, payment: Payment, today: Timestamp
    ) -> InstrumentReading {
        var errors: [String: String] = [:]
        for name in data.keys.sorted() where !["phone", "country", "operator"].contains(name) && errors.count < 20 {
            errors[String(name.prefix(64))] = "unknown_field"
        }
        guard let country = channel.countries.first else { return .invalid(["channel": "unknown_channel"]) }
        if let given = data["country"], given.string?.uppercased() != country.code {
            errors["country"] = "unknown_channel"
        }
        let account = Self.account(
            data, country, channel.operators.map(\.id), payment.environment, errors: &errors)
        guard errors.isEmpty, let account else { return .invalid(errors) }
        let summary = InstrumentSummary(
            kind: .mobileMoney, issuer: account.operatorID, phone: account.e164, country: country.code)
        return .instrument(
            Instrument(
                summary: summary,
                details: .mobileMoney(
                    e164: account.e164, scenario: SandboxScenario(number: account.e164), country: country,
                    operatorID: account.operatorID)))
    }

    /// Reads `phone` and `operator`; the operator is that of the number when nobody names one.
    static func account(
        _ data: [String: JSONValue], _ country: Country, _ offered: [String], _ environment: Environment,
        errors: inout [String: String]
    ) -> (e164: String, operatorID: String)? {
        let raw = data["phone"]?.string
        let phone = raw.flatMap { number($0, country, environment) }
        if phone == nil { errors["phone"] = raw == nil ? "is required" : "invalid_phone" }
        var operatorID = data["operator"]?.string
        if data["operator"] == nil { operatorID = raw.flatMap { PhoneRules.detectOperator($0, country: country) } }
        let known = operatorID.flatMap { MobileMoneyCatalogue.operator($0, in: country)?.id }
            .flatMap { offered.contains($0) ? $0 : nil }
        if known == nil { errors["operator"] = data["operator"] == nil ? "is required" : "unknown_operator" }
        return phone.flatMap { phone in known.map { (phone, $0) } }
    }

    /// The sandbox takes numbers that no numbering plan knows (W133).
    static func number(_ raw: String, _ country: Country, _ environment: Environment) -> String? {
        guard raw.utf8.count <= 32 else { return nil }
        if environment == .sandbox { return PhoneRules.sandboxE164(raw, country: country) }
        return PhoneRules.isValid(raw, country: country) ? PhoneRules.e164(raw, country: country) : nil
    }
}
