import Kernel

/// A card typed in the app (spec 4.1, native card form). In this build only the sandbox takes one (O32).
package struct CardMethod: PaymentMethod {
    package init() {}

    package func channels(for payment: Payment) -> [Channel] {
        guard payment.environment == .sandbox, payment.cardsGo(through: .form) else { return [] }
        return [
            .card(
                payment, provider: "sandbox",
                requiredFields: ["card.number", "card.exp_month", "card.exp_year", "card.cvc"])
        ]
    }

    package func read(
        _ data: [String: JSONValue], channel: Channel, payment: Payment, today: Timestamp
    ) -> InstrumentReading {
        var errors: [String: String] = [:]
        if let card = data["card"], card.object == nil { return .invalid(["card": "must be an object"]) }
        let card = data["card"]?.object ?? [:]
        for name in card.keys.sorted() where !Self.fields.contains(name) && errors.count < 20 {
            errors["card.\(name.prefix(64))"] = "unknown_field"
        }
        let number = try? CardNumber(card["number"]?.string ?? "")
        if number == nil { errors["card.number"] = card["number"] == nil ? "is required" : "invalid_card_number" }
        let month = Self.digits(card["exp_month"])
        let year = Self.digits(card["exp_year"])
        let (thisYear, thisMonth, _) = today.day
        let now = YearMonth(year: Int(thisYear), month: Int(thisMonth))
        if (try? CardExpiry("\(month)/\(year)", today: now)) == nil { errors["card.exp_month"] = "invalid_expiry" }
        if (try? SecurityCode(Self.digits(card["cvc"]), brand: number?.brand ?? .unknown)) == nil {
            errors["card.cvc"] = "invalid_security_code"
        }
        if let holder = card["holder"], !holder.isNull, holder.string.map({ $0.utf8.count > 255 }) ?? true {
            errors["card.holder"] = "must be a name of at most 255 bytes"
        }
        var email: String?
        switch BillingFields.read(data, required: []) {
        case .fields(let billing): email = billing["email"]
        case .invalid(let fields): errors.merge(fields) { first, _ in first }
        }
        guard errors.isEmpty, let number else { return .invalid(errors) }
        let summary = InstrumentSummary(kind: .card, issuer: number.brand.rawValue, lastFour: number.lastFour)
        return .instrument(Instrument(summary: summary, details: .card(number), email: email))
    }

    private static let fields: Set<String> = ["number", "exp_month", "exp_year", "cvc", "holder"]

    /// Digits given as text or as a whole number.
    private static func digits(_ value: JSONValue?) -> String {
        switch value {
        case .string(let text)?: text
        case .number(let number)?: number.int64.map(String.init) ?? ""
        default: ""
        }
    }
}

extension Channel {
    /// The channel `card`, whoever carries it.
    static func card(_ payment: Payment, provider: String, requiredFields: [String]) -> Channel {
        Channel(
            slug: "card", name: "Card", frenchName: "Carte", kind: .card, countries: [],
            currency: payment.amount.currency, operators: [], minimum: nil, maximum: nil, provider: provider,
            requiredFields: requiredFields)
    }
}
