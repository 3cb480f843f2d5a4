import Kernel

/// A payment a merchant's server wants to make, checked.
package struct ServerPaymentDraft: Sendable {
    package let accountID: String
    package let merchantOrderID: String
    package let description: String
    package let country: Country
    package let amount: Money
    /// Nil is the session's; without a session, ``Workflow/direct``.
    package var workflow: Workflow?
    package var sessionID: PaymentSessionID?
    package var customerID: CustomerID?
    package var merchantReference: String?
    package var callbackURL: String?
    package var metadata: String?
    package var extra: String?
    /// The fields of `payment_method`.
    package var method: JSONValue
    package var token: Secret<String>?
    package var capture: Bool?
    package var verify = false
    package var vaultOnSuccess: Bool?

    /// - Parameter body: the request's body, in the dialect's names.
    /// - Throws: ``FieldErrors`` naming every field that is wrong.
    package init(_ body: JSONValue) throws(FieldErrors) {
        var reader = FieldReader(body)
        let accountID = reader.text("account_id", 36...64)
        let order = reader.text("merchant_order_id", 3...255)
        let description = reader.text("description", 3...255)
        let country = reader.country("country")
        verify = reader.bool("payment_method.detail.card.verify") ?? false
        let amount = reader.amount("amount", mayBeZero: verify)
        if let name = reader.text("workflow", 1...32, required: false) {
            workflow = Workflow(rawValue: name)
            if workflow == nil { reader.fault("workflow", "is no workflow of this API") }
        }
        let needsSession = workflow == .sdkCheckout || workflow == .sdkSeamless
        sessionID = reader.text("checkout.session", 1...64, required: needsSession).map { PaymentSessionID($0) }
        customerID = reader.text("customer_payer.id", 1...64, required: false).map { CustomerID($0) }
        merchantReference = reader.text("merchant_reference", 1...255, required: false)
        callbackURL = reader.address("callback_url")
        metadata = reader.json("metadata", limit: 65_536)?.text
        let kept = ["customer_payer", "additional_data"].compactMap { name in
            reader.json(name, limit: 32_768).map { (name, $0) }
        }
        if !kept.isEmpty { extra = JSONValue.object(Dictionary(uniqueKeysWithValues: kept)).text }
        method = reader.value("payment_method") ?? .null
        if method.isNull {
            reader.fault("payment_method", FieldReader.missing)
        } else if method.object == nil {
            reader.fault("payment_method", "must be an object")
        }
        token = reader.text("payment_method.token", 1...64, required: false).map { Secret($0) }
        capture = reader.bool("payment_method.detail.card.capture")
        vaultOnSuccess = reader.bool("payment_method.vault_on_success")
        guard reader.errors.isEmpty, let accountID, let order, let description, let country, let amount else {
            throw FieldErrors(reader.errors)
        }
        self.accountID = accountID
        merchantOrderID = order
        self.description = description
        self.country = country
        self.amount = amount
    }

    /// What an app makes itself with a session that lets it.
    init(_ session: PaymentSession, amount: Money, method: JSONValue, token: Secret<String>) {
        accountID = session.accountID
        merchantOrderID = session.merchantOrderID
        description = session.description
        country = session.country
        self.amount = amount
        workflow = .sdkSeamless
        sessionID = session.id
        customerID = session.customerID
        metadata = session.metadata
        self.method = method
        self.token = token
    }
}

/// A payment, and whether its key had made it before.
package struct MadePayment: Sendable {
    package let payment: Payment
    package let isReplay: Bool
}

extension Gateway {
    /// Makes a payment and its one attempt, once per key.
    ///
    /// Both are durable before the provider is asked. A key whose request was refused is burned; a key a dialect
    /// refused before it came here is not.
    /// - Parameter key: `X-Idempotency-Key`; nil does it each time.
    /// - Throws: ``Refusal`` (`REQUEST_IN_PROCESS`, `IDEMPOTENCY_DUPLICATED`, `CHECKOUT_SESSION_NOT_FOUND`,
    ///   `INVALID_ACCOUNT_ID`, `INVALID_TOKEN`, `TOKEN_IN_USE`, `INVALID_CUSTOMER_FOR_TOKEN`, `CUSTOMER_NOT_FOUND`,
    ///   `MISSING_PARAMETERS` and `INVALID_PARAMETERS` with fields, `UNAVAILABLE_PAYMENT_METHOD`,
    ///   `AUTHORIZATION_REQUIRED`…) or ``StoreFault``.
    package func createServerPayment(
        _ draft: ServerPaymentDraft, for principal: Principal, key: String?
    ) async throws -> MadePayment {
        let fingerprint = try await cardFingerprint(principal.merchant.id)
        let session = principal.kind == .publishable ? draft.sessionID?.rawValue : nil
        let onceKey = key.map { OnceKey(principal, $0, session: session) }
        let begun: Result<Begun, Refusal> = try await store.write { [self] transaction in
            try onceKey.attempting(clock.now(), transaction) {
                if let known = try onceKey?.known(transaction) {
                    return .made(try replay(known, principal, transaction))
                }
                let prepared = try prepare(draft, principal, clock.now(), fingerprint, transaction)
                return try begin(prepared, onceKey, clock.now(), transaction)
            }
        }
        wakeWorkers()
        switch try begun.get() {
        case .made(let made): return made
        case .submitted(let id, let answerAt):
            // The provider is slow: the client waits, and everything that matters is already written down.
            try await clock.sleep(until: answerAt)
            guard let payment = try await serverPayment(id, for: principal) else {
                throw StoreFault.damaged("payment \(id) is missing")
            }
            return MadePayment(payment: payment, isReplay: false)
        }
    }

    /// Makes the payment of a session whose app makes it itself.
    /// - Throws: as ``createServerPayment(_:for:key:)``; `AUTHORIZATION_REQUIRED` for any other session.
    package func createSeamlessPayment(
        session id: PaymentSessionID, method: JSONValue, token: Secret<String>, for principal: Principal, key: String?
    ) async throws -> MadePayment {
        guard let session = try await paymentSession(id, for: principal) else {
            throw Refusal("CHECKOUT_SESSION_NOT_FOUND")
        }
        guard session.workflow == .sdkSeamless else { throw Refusal("AUTHORIZATION_REQUIRED") }
        guard let amount = session.amount else {
            throw Refusal("MISSING_PARAMETERS", fields: ["amount": FieldReader.missing])
        }
        let draft = ServerPaymentDraft(session, amount: amount, method: method, token: token)
        return try await createServerPayment(draft, for: principal, key: key)
    }

    /// A merchant's payment as it stands now; nil when the merchant has none of that id.
    package func serverPayment(_ id: PaymentID, for principal: Principal) async throws -> Payment? {
        guard UUIDText.isUUID(id.rawValue) else { return nil }
        return try await current(clock.now()) { transaction in
            try transaction.payment(id).flatMap { $0.belongs(to: principal, .yuno) ? $0 : nil }
        }
    }

    /// A merchant's payments of an order, the newest first; at most 100.
    package func serverPayments(merchantOrderID: String, for principal: Principal) async throws -> [Payment] {
        var filter = PaymentFilter(merchantID: principal.merchant.id, environment: principal.environment)
        filter.dialect = .yuno
        filter.reference = merchantOrderID
        return try await payments(filter, PageRequest(.number(1), size: 100)).items
            .filter { $0.server?.isTold ?? false }
    }

    // MARK: Making it

    private enum Begun: Sendable {
        case made(MadePayment)
        /// The provider answers at that time.
        case submitted(PaymentID, Timestamp)
    }

    private func replay(
        _ id: String, _ principal: Principal, _ transaction: any GatewayTransaction
    ) throws -> MadePayment {
        // A key that made something else makes no payment.
        guard let stored = try transaction.payment(PaymentID(id)), stored.belongs(to: principal, .yuno) else {
            throw Refusal("IDEMPOTENCY_DUPLICATED")
        }
        let payment = try apply(.tick, to: stored, clock.now(), transaction).payment
        guard payment.attempt?.state != .submitting else { throw Refusal("REQUEST_IN_PROCESS") }
        return MadePayment(payment: payment, isReplay: true)
    }

    /// A payment that can be made, with what made it.
    struct Prepared {
        var payment: Payment
        var instrument: TokenInstrument
        let merchant: Merchant
        var session: PaymentSession?
        var token: OneTimeToken?
        var returnURL: String?
    }

    private func begin(
        _ prepared: Prepared, _ key: OnceKey?, _ now: Timestamp, _ transaction: any GatewayTransaction
    ) throws -> Begun {
        let id = prepared.payment.id
        try key?.save(id.rawValue, now, transaction)
        if var session = prepared.session {
            session.paymentID = id
            try transaction.save(session)
        }
        let begun = try beginServerPayment(prepared, now, transaction)
        // It is used with the payment, not before it.
        if var token = prepared.token {
            token.paymentID = id
            try transaction.save(token)
        }
        if let answerAt = begun.answerAt { return .submitted(id, answerAt) }
        return .made(MadePayment(payment: begun.payment, isReplay: false))
    }

    /// Keeps a payment, begins its attempt, and hands it to the provider.
    /// - Returns: the payment, and when the provider will answer, if it has not.
    func beginServerPayment(
        _ prepared: Prepared, _ now: Timestamp, _ transaction: any GatewayTransaction
    ) throws -> (payment: Payment, answerAt: Timestamp?) {
        let (payment, instrument) = (prepared.payment, prepared.instrument)
        guard let server = payment.server else { throw StoreFault.damaged("payment \(payment.id) has no server") }
        try transaction.save(payment)
        let customer = instrument.customer.flatMap { try? JSONValue.parse($0) }
        let fingerprint = customer?["device_fingerprint"]?.string
        let request = AttemptRequest(
            idempotencyKey: IdempotencyClaim.inventedPrefix + ids.next(), channel: instrument.type,
            instrument: instrument.summary, device: instrument.customer, merchantIsRestricted: false,
            isBlocked: try isBlocked(
                payment, email: customer?["email"]?.string, phone: instrument.summary.phone,
                fingerprint: fingerprint, transaction),
            returnURL: prepared.returnURL)
        let begun = try apply(.attempt(request), to: payment, now, transaction)
        if let refusal = begun.refusal {
            // Nothing refuses the first attempt of a new payment; if it did, nothing of this may be kept.
            throw StoreFault.damaged("the attempt of payment \(payment.id) did not begin: \(refusal.code)")
        }
        guard let attempt = begun.submitted else { return (begun.payment, nil) }
        let script = connector.submit(
            begun.payment, server, reference: ids.next(), merchant: prepared.merchant, at: now)
        guard script.afterMilliseconds > 0 else {
            let answered = try apply(
                .provider(attempt, script.answer, followUp: script.followUp), to: begun.payment, now, transaction)
            return (answered.payment, nil)
        }
        let answerAt = now.adding(milliseconds: script.afterMilliseconds)
        let scheduled = ScheduledAnswer(at: answerAt, answer: script.answer, followUp: script.followUp)
        return (try apply(.scheduled(attempt, scheduled), to: begun.payment, now, transaction).payment, answerAt)
    }

    /// Looks everything up and refuses what cannot be made; writes nothing.
    private func prepare(
        _ draft: ServerPaymentDraft, _ principal: Principal, _ now: Timestamp,
        _ fingerprint: @escaping @Sendable (CardNumber) -> String, _ transaction: any GatewayTransaction
    ) throws -> Prepared {
        try principal.owns(account: draft.accountID)
        guard let merchant = try transaction.merchant(principal.merchant.id), !merchant.isRestricted else {
            throw Refusal("AUTHORIZATION_REQUIRED")
        }
        // A used token says so before its session does.
        let token = try draft.token.map { try Self.token($0, principal, now, transaction) }
        let session = try draft.sessionID.map { try Self.activeSession($0, principal, now, transaction) }
        try Self.check(draft.customerID, principal, transaction)
        try Self.check(draft, against: session)
        let customer = draft.customerID ?? session?.customerID
        try token.map { try Self.check($0, draft, customer, transaction) }
        let workflow = draft.workflow ?? session?.workflow ?? .direct
        let context = TokenContext(
            environment: principal.environment, country: draft.country, amount: draft.amount,
            hasCustomer: customer != nil, hasCallback: (draft.callbackURL ?? session?.callbackURL) != nil, today: now,
            fingerprint: fingerprint)
        let instrument =
            try token?.instrument
            ?? untokened(draft, workflow, context, customer, principal, transaction)
        if draft.verify, instrument.card == nil {
            // It would be a purchase, of an amount that is not the session's.
            throw Refusal("INVALID_PARAMETERS", fields: ["payment_method.detail.card.verify": "is for cards only"])
        }
        guard let kind = tokenMethods.kind(instrument.type, in: draft.country) else {
            throw Refusal("UNAVAILABLE_PAYMENT_METHOD")
        }
        if let reason = kind.unavailability(context) { throw reason.refusal }
        let payment = try make(draft, workflow, session, instrument, customer, principal, now, transaction)
        return Prepared(
            payment: payment, instrument: instrument, merchant: merchant, session: session, token: token,
            returnURL: draft.callbackURL ?? session?.returnURL)
    }

    private static func check(_ draft: ServerPaymentDraft, against session: PaymentSession?) throws {
        guard let session else { return }
        var errors: [String: String] = [:]
        if session.accountID.lowercased() != draft.accountID.lowercased() { throw Refusal("INVALID_ACCOUNT_ID") }
        if let workflow = draft.workflow, workflow != session.workflow {
            errors["workflow"] = "the session's is \(session.workflow.rawValue)"
        }
        if let amount = session.amount {
            if amount.currency != draft.amount.currency {
                errors["amount.currency"] = "is not the session's"
            } else if amount != draft.amount, !draft.verify {
                errors["amount.value"] = "is not the session's"
            }
        }
        if let theirs = session.customerID, let given = draft.customerID, theirs != given {
            throw Refusal("INVALID_CUSTOMER_FOR_TOKEN")
        }
        guard errors.isEmpty else { throw FieldErrors(errors).refusal }
    }

    private static func token(
        _ secret: Secret<String>, _ principal: Principal, _ now: Timestamp, _ transaction: any GatewayTransaction
    ) throws -> OneTimeToken {
        guard let token = try transaction.oneTimeToken(hash: OneTimeToken.hash(secret)),
            token.merchantID == principal.merchant.id, token.environment == principal.environment,
            token.expiresAt > now
        else { throw Refusal("INVALID_TOKEN") }
        if let used = token.paymentID {
            let isRunning = try transaction.payment(used)?.attempt?.state == .submitting
            throw Refusal(isRunning ? "TOKEN_IN_USE" : "INVALID_TOKEN")
        }
        return token
    }

    /// Whether a token is this payment's.
    private static func check(
        _ token: OneTimeToken, _ draft: ServerPaymentDraft, _ customer: CustomerID?,
        _ transaction: any GatewayTransaction
    ) throws {
        guard token.sessionID == draft.sessionID else { throw Refusal("INVALID_TOKEN") }
        if let vaulted = token.instrument.vaultedToken, try transaction.vaultedMethod(vaulted)?.status != .enrolled {
            throw Refusal("INVALID_TOKEN")
        }
        if let theirs = token.customerID, theirs != customer { throw Refusal("INVALID_CUSTOMER_FOR_TOKEN") }
        if let type = draft.method["type"]?.string, !type.isEmpty, type != token.instrument.type {
            throw Refusal("INVALID_PARAMETERS", fields: ["payment_method.type": "is not the token's"])
        }
    }

    /// What is paid with when there is no token: something saved, a card a server took itself, or nothing to type.
    private func untokened(
        _ draft: ServerPaymentDraft, _ workflow: Workflow, _ context: TokenContext, _ customer: CustomerID?,
        _ principal: Principal, _ transaction: any GatewayTransaction
    ) throws -> TokenInstrument {
        var fields = draft.method.object ?? [:]
        let isSaved = fields["vaulted_token"]?.string.map { !$0.isEmpty } ?? false
        guard isSaved || workflow == .direct || workflow == .redirect else {
            throw Refusal("MISSING_PARAMETERS", fields: ["payment_method.token": FieldReader.missing])
        }
        if let card = draft.method["detail"]?["card"]?["card_data"] { fields["card"] = card }
        return try instrument(.object(fields), context, customer, principal, asksCode: false, transaction)
    }

    private func make(
        _ draft: ServerPaymentDraft, _ workflow: Workflow, _ session: PaymentSession?, _ instrument: TokenInstrument,
        _ customer: CustomerID?, _ principal: Principal, _ now: Timestamp, _ transaction: any GatewayTransaction
    ) throws -> Payment {
        let holdsMoney = instrument.category == .card || instrument.category == .wallet
        let captures = draft.capture ?? session?.capture ?? true
        let saves = (draft.vaultOnSuccess ?? false) || instrument.vaultOnSuccess
        let savesAs = try instrument.card.flatMap { card in
            try customer.flatMap { customer in
                try transaction.vaultedMethods(of: customer)
                    .first { $0.status == .enrolled && $0.card?.fingerprint == card.fingerprint }?.id
            }
        }
        let server = ServerPayment(
            accountID: principal.accountID, country: draft.country, workflow: workflow, sessionID: session?.id,
            customerID: customer, merchantReference: draft.merchantReference, methodType: instrument.type,
            category: instrument.category, card: instrument.card, installment: instrument.installment,
            intent: draft.verify && instrument.card != nil
                ? .verify : holdsMoney && !captures ? .authorize : .purchase,
            vaultOnSuccess: saves && customer != nil && instrument.card != nil, savesAs: savesAs,
            behaviour: instrument.behaviour, extra: draft.extra, enrolls: nil, isTold: true,
            vaultedToken: instrument.vaultedToken, captured: draft.amount.with(minorUnits: 0))
        return serverPayment(
            server, amount: draft.amount, reference: draft.merchantOrderID, description: draft.description,
            metadata: draft.metadata ?? session?.metadata, callback: draft.callbackURL ?? session?.callbackURL,
            principal, now)
    }

    func serverPayment(
        _ server: ServerPayment, amount: Money, reference: String, description: String, metadata: String?,
        callback: String?, _ principal: Principal, _ now: Timestamp
    ) -> Payment {
        var payment = Payment(
            id: ids.makeUUID(), merchantID: principal.merchant.id, environment: principal.environment,
            reference: reference, trxref: "TX\(ids.next())", amount: amount, fees: amount.with(minorUnits: 0),
            description: description, customer: Payment.Customer(), metadata: metadata, callback: callback,
            // Nothing opens it but a merchant's key: the token is told to nobody.
            tokenHash: APIKey.hash(Secret("srv_\(ids.next())")), createdAt: now,
            expiresAt: now.adding(seconds: options.defaultExpirySeconds), updatedAt: now,
            refunded: amount.with(minorUnits: 0))
        payment.server = server
        return payment
    }
}
