import Kernel

/// A card typed in the app. Its number is read here and goes no further: what it leads to is what is kept.
package struct TokenCard: TokenMethod {
    package init() {}

    package func kinds(in country: Country) -> [TokenMethodKind] { [TokenMethodKind("CARD", "Card", .card, .card)] }

    package func read(
        _ fields: [String: JSONValue], _ kind: TokenMethodKind, _ context: TokenContext
    ) -> TokenReading {
        guard let card = fields["card"]?.object else {
            return .invalid(["card": fields["card"] == nil ? "is required" : "must be an object"])
        }
        var errors: [String: String] = [:]
        func fault(_ name: String, _ words: String) {
            errors["card.\(name)"] = card[name].map(\.isNull) ?? true ? "is required" : words
        }
        let exempt = context.environment == .sandbox ? SandboxTestCards.exempt : []
        let number = try? CardNumber(card["number"]?.string ?? "", exempt: exempt)
        if number == nil { fault("number", "is no card number") }
        let brand = number?.brand ?? .unknown
        let expiry = Self.expiry(card, context.today, fault)
        if (try? SecurityCode(
            Self.digits(card["security_code"], padded: brand.securityCodeLengths.lowerBound), brand: brand)) == nil
        {
            fault("security_code", "does not have the card's number of digits")
        }
        let holder = Self.text(card["holder_name"], limit: 255)
        if let given = card["holder_name"], !given.isNull, given.string != "", holder == nil {
            errors["card.holder_name"] = "must be a name of at most 255 bytes"
        }
        let type = card["type"]?.string?.uppercased()
        if let type, !["CREDIT", "DEBIT"].contains(type) { errors["card.type"] = "must be CREDIT or DEBIT" }
        guard errors.isEmpty, let number, let expiry else { return .invalid(errors) }
        let facts = CardFacts(
            brand: number.brand.rawValue.uppercased(), iin: number.firstEight ?? number.firstSix,
            lastFour: number.lastFour, numberLength: number.count,
            securityCodeLength: number.brand.securityCodeLengths.upperBound, expiryMonth: expiry.month,
            expiryYear: expiry.year, holderName: holder, type: type, fingerprint: context.fingerprint(number))
        return .instrument(
            TokenInstrument(
                type: kind.type, category: kind.category,
                summary: InstrumentSummary(kind: .card, issuer: number.brand.rawValue, lastFour: number.lastFour),
                behaviour: SandboxTestCards.behaviour(of: number), card: facts))
    }

    private static func expiry(
        _ card: [String: JSONValue], _ today: Timestamp, _ fault: (String, String) -> Void
    ) -> CardExpiry? {
        let month = digits(card["expiration_month"], padded: 2)
        let year = digits(card["expiration_year"], padded: 2)
        let (thisYear, thisMonth, _) = today.day
        do throws(CardFault) {
            return try CardExpiry("\(month)/\(year)", today: YearMonth(year: Int(thisYear), month: Int(thisMonth)))
        } catch {
            if month.isEmpty || year.isEmpty {
                if month.isEmpty { fault("expiration_month", "must be 1 to 12") }
                if year.isEmpty { fault("expiration_year", "must be a year, as 27 or 2027") }
            } else if error == .expired {
                fault("expiration_year", "is over")
            } else {
                fault("expiration_month", "is no month of a year a card can have")
            }
            return nil
        }
    }

    /// Digits given as text or as a whole number, which has lost its zeros at the beginning.
    static func digits(_ value: JSONValue?, padded count: Int) -> String {
        switch value {
        case .string(let text)?: text
        case .number(let number)?:
            number.int64.map { String(repeating: "0", count: max(0, count - String($0).utf8.count)) + String($0) } ?? ""
        default: ""
        }
    }

    private static func text(_ value: JSONValue?, limit: Int) -> String? {
        guard let text = value?.string, !text.isEmpty, text.utf8.count <= limit, !StyleText.hasControls(text) else {
            return nil
        }
        return text
    }
}

extension VaultedMethod {
    /// What a saved card is paid with.
    func instrument() -> TokenInstrument? {
        guard let card, let behaviour else { return nil }
        return TokenInstrument(
            type: type, category: .card,
            summary: InstrumentSummary(kind: .card, issuer: card.brand.lowercased(), lastFour: card.lastFour),
            behaviour: behaviour, card: card, vaultedToken: id)
    }
}
