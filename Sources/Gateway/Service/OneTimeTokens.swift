import Kernel

/// A new token; the only time it can be read.
package struct CreatedToken: Sendable {
    package let token: Secret<String>
    package let facts: OneTimeToken
}

/// What an app wants a token for, as the dialect read it.
package struct TokenRequest: Sendable {
    /// Nil is the session's.
    package let accountID: String?
    /// The fields of `payment_method`: `type`, `vaulted_token`, `vault_on_success`, `card`, `installment`, `customer`…
    package let method: JSONValue

    package init(accountID: String?, method: JSONValue) {
        self.accountID = accountID
        self.method = method
    }
}

extension Gateway {
    /// Makes a one-time token with a session. What is typed is read here; nothing secret of it is kept.
    /// - Throws: ``Refusal`` (`CHECKOUT_SESSION_NOT_FOUND`, `INVALID_ACCOUNT_ID`, `MISSING_PARAMETERS` and
    ///   `INVALID_PARAMETERS` with fields, `UNAVAILABLE_PAYMENT_METHOD`) or ``StoreFault``.
    package func createToken(
        _ request: TokenRequest, session id: PaymentSessionID, for principal: Principal
    ) async throws -> CreatedToken {
        let now = clock.now()
        let fingerprint = try await cardFingerprint(principal.merchant.id)
        let token = Secret(ids.uuid())
        return try await store.write { [self] transaction in
            let session = try Self.activeSession(id, principal, now, transaction)
            if let account = request.accountID, account.lowercased() != session.accountID.lowercased() {
                throw Refusal("INVALID_ACCOUNT_ID")
            }
            let instrument = try instrument(
                request.method, context(session, now, fingerprint: fingerprint), session.customerID, principal,
                asksCode: session.savedCardsAskForCode, transaction)
            let facts = OneTimeToken(
                hash: OneTimeToken.hash(token), merchantID: session.merchantID, environment: session.environment,
                accountID: session.accountID, sessionID: session.id, customerID: session.customerID,
                country: session.country, instrument: instrument, createdAt: now,
                expiresAt: min(now.adding(seconds: OneTimeToken.validSeconds), session.expiresAt))
            try transaction.save(facts)
            return CreatedToken(token: token, facts: facts)
        }
    }

    /// Makes a one-time token without a session, for a server that takes cards itself.
    /// - Throws: as ``createToken(_:session:for:)``.
    package func createToken(
        _ request: TokenRequest, country: Country, customer: CustomerID?, for principal: Principal
    ) async throws -> CreatedToken {
        let now = clock.now()
        try principal.owns(account: request.accountID ?? principal.accountID)
        let fingerprint = try await cardFingerprint(principal.merchant.id)
        let token = Secret(ids.uuid())
        return try await store.write { [self] transaction in
            try Self.check(customer, principal, transaction)
            let context = TokenContext(
                environment: principal.environment, country: country, amount: nil, hasCustomer: customer != nil,
                hasCallback: true, today: now, fingerprint: fingerprint)
            let facts = OneTimeToken(
                hash: OneTimeToken.hash(token), merchantID: principal.merchant.id,
                environment: principal.environment, accountID: principal.accountID, sessionID: nil,
                customerID: customer, country: country,
                instrument: try instrument(
                    request.method, context, customer, principal, asksCode: false, transaction),
                createdAt: now, expiresAt: now.adding(seconds: OneTimeToken.validSeconds))
            try transaction.save(facts)
            return CreatedToken(token: token, facts: facts)
        }
    }

    /// Reads `payment_method`, and looks up what is saved.
    func instrument(
        _ method: JSONValue, _ context: TokenContext, _ customer: CustomerID?, _ principal: Principal,
        asksCode: Bool, _ transaction: any GatewayTransaction
    ) throws -> TokenInstrument {
        let fields = method.object ?? [:]
        var instrument: TokenInstrument
        if let vaulted = fields["vaulted_token"]?.string, !vaulted.isEmpty {
            instrument = try Self.saved(
                VaultedToken(vaulted), fields["card"]?["security_code"], context, customer, principal, asksCode,
                transaction)
        } else {
            guard let type = fields["type"]?.string, !type.isEmpty else {
                throw Refusal("MISSING_PARAMETERS", fields: ["payment_method.type": FieldReader.missing])
            }
            guard let (kind, reading) = tokenMethods.read(type, fields, context) else {
                throw Refusal("UNAVAILABLE_PAYMENT_METHOD")
            }
            if let reason = kind.unavailability(context) { throw reason.refusal }
            switch reading {
            case .instrument(let read): instrument = read
            case .invalid(let errors):
                throw FieldErrors(Dictionary(uniqueKeysWithValues: errors.map { ("payment_method.\($0)", $1) })).refusal
            }
            let saves = fields["vault_on_success"]?.bool ?? fields["card"]?["save"]?.bool ?? false
            // What is saved is saved for somebody (O20), and only cards are.
            instrument.vaultOnSuccess = saves && customer != nil && instrument.card != nil
        }
        var reader = FieldReader(method)
        if let installment = reader.value("installment") ?? reader.value("card.installment"), installment.object != nil
        {
            guard let value = installment["value"]?.int, (1...120).contains(value) else {
                throw Refusal(
                    "INVALID_PARAMETERS", fields: ["payment_method.installment": "must have a value of 1 to 120"])
            }
            instrument.installment = TokenInstrument.Installment(
                id: installment["id"]?.string.map { String($0.prefix(64)) }, value: value)
        }
        instrument.customer = reader.json("customer", limit: 16_384)?.text
        guard reader.errors.isEmpty else { throw FieldErrors(reader.errors).refusal }
        return instrument
    }

    /// Something a customer saved, to pay with.
    private static func saved(
        _ token: VaultedToken, _ code: JSONValue?, _ context: TokenContext, _ customer: CustomerID?,
        _ principal: Principal, _ asksCode: Bool, _ transaction: any GatewayTransaction
    ) throws -> TokenInstrument {
        guard UUIDText.isUUID(token.rawValue), let method = try transaction.vaultedMethod(token),
            method.belongs(to: principal), method.status == .enrolled, let instrument = method.instrument()
        else {
            throw Refusal("INVALID_PARAMETERS", fields: ["payment_method.vaulted_token": "is none of this customer's"])
        }
        guard method.customerID == customer else { throw Refusal("INVALID_CUSTOMER_FOR_TOKEN") }
        guard context.environment == .sandbox else { throw Refusal("UNAVAILABLE_PAYMENT_METHOD") }
        if let card = method.card {
            guard card.isGood(at: context.today) else {
                throw Refusal("INVALID_PARAMETERS", fields: ["payment_method.vaulted_token": "is a card that is over"])
            }
            let typed = TokenCard.digits(code, padded: card.securityCodeLength)
            if typed.isEmpty {
                if asksCode {
                    throw Refusal(
                        "MISSING_PARAMETERS", fields: ["payment_method.card.security_code": FieldReader.missing])
                }
            } else if (try? SecurityCode(typed, brand: CardBrand(rawValue: card.brand.lowercased()))) == nil {
                throw Refusal(
                    "INVALID_PARAMETERS",
                    fields: ["payment_method.card.security_code": "does not have the card's number of digits"])
            }
        }
        return instrument
    }

    private static let fingerprintSecret = "card_fingerprint"

    /// What makes one text of a card's number that tells nothing of it: keyed with a secret of this gateway's.
    func cardFingerprint(_ merchant: MerchantID) async throws -> @Sendable (CardNumber) -> String {
        let secret = try await ownSecret(Self.fingerprintSecret)
        return { number in
            UUIDText.make(
                Crypto.hmacSHA256(
                    key: Array(secret.expose().utf8), Array("\(merchant):\(number.digits.expose())".utf8)), version: 8)
        }
    }
}

extension Unavailability {
    /// Why a token, or a payment, cannot be made with the method.
    var refusal: Refusal {
        switch self {
        case .countryNotSupported, .currencyNotAllowed: Refusal(rawValue)
        case .amountTooSmall, .amountTooLarge: Refusal("INVALID_AMOUNT")
        case .customerRequired:
            Refusal("MISSING_PARAMETERS", fields: ["customer_id": FieldReader.missing])
        case .callbackRequired:
            Refusal("MISSING_PARAMETERS", fields: ["callback_url": FieldReader.missing])
        case .cardExpired, .notConfigured: Refusal("UNAVAILABLE_PAYMENT_METHOD")
        }
    }
}

extension VaultedMethod {
    func belongs(to principal: Principal) -> Bool {
        merchantID == principal.merchant.id && environment == principal.environment
    }
}
