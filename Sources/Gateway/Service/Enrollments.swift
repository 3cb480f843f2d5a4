import Kernel

/// How saving a way of paying stands.
package struct Enrollment: Sendable {
    package let session: CustomerSession
    /// Nil until its kind was chosen.
    package let method: VaultedMethod?
    /// The payment that checks the card, when there is one: where the payer must go is there.
    package let payment: Payment?

    /// Changes when anything changes that an app shows of it.
    package var mark: String { Mark.make([method?.mark ?? "", payment?.mark ?? ""]) }
}

extension Gateway {
    /// Kinds that can be saved without paying.
    static let enrollable: Set = ["CARD"]

    /// Kinds that can be saved without paying, in a country.
    package func enrollableKinds(in country: Country) -> [TokenMethodKind] {
        tokenMethods.kinds(in: country).filter { Self.enrollable.contains($0.type) }
    }

    /// Makes a session that saves one way of paying for a customer.
    /// - Throws: ``Refusal`` (`INVALID_ACCOUNT_ID`, `CUSTOMER_NOT_FOUND`) or ``StoreFault``.
    package func createCustomerSession(
        accountID: String, customer: CustomerID, country: Country, callbackURL: String?, for principal: Principal
    ) async throws -> CustomerSession {
        let now = clock.now()
        try principal.owns(account: accountID)
        let session = CustomerSession(
            id: ids.makeUUID(), merchantID: principal.merchant.id, environment: principal.environment,
            accountID: principal.accountID, customerID: customer, country: country, callbackURL: callbackURL,
            createdAt: now, expiresAt: now.adding(seconds: CustomerSession.validSeconds))
        return try await store.write { transaction in
            try Self.check(customer, principal, transaction)
            try transaction.save(session)
            return session
        }
    }

    /// A session of a customer with what is being saved, as it stands now; nil when the merchant has none of that id.
    package func enrollment(_ id: CustomerSessionID, for principal: Principal) async throws -> Enrollment? {
        guard UUIDText.isUUID(id.rawValue) else { return nil }
        let seen = try await store.read { transaction in try Self.enrollment(id, principal, transaction) }
        guard let running = seen?.payment, let due = running.dueAt, due <= clock.now() else { return seen }
        // What is overdue happens first: it may end the enrolment.
        _ = try await serverPayment(running.id, for: principal)
        return try await store.read { transaction in try Self.enrollment(id, principal, transaction) }
    }

    private static func enrollment(
        _ id: CustomerSessionID, _ principal: Principal, _ transaction: any GatewayTransaction
    ) throws -> Enrollment? {
        guard let session = try transaction.customerSession(id), session.merchantID == principal.merchant.id,
            session.environment == principal.environment
        else { return nil }
        let method = try session.methodID.flatMap { try transaction.vaultedMethod($0) }
        let payment = try method?.paymentID.flatMap { try transaction.payment($0) }
        return Enrollment(session: session, method: method, payment: payment)
    }

    /// Chooses what kind a session saves: by the merchant's server, once.
    /// - Throws: ``Refusal`` (`NOT_FOUND`, `INVALID_STATE`, `UNAVAILABLE_PAYMENT_METHOD`) or ``StoreFault``.
    package func chooseEnrollment(
        _ id: CustomerSessionID, type: String, country: Country, verification: VaultedMethod.Verification?,
        for principal: Principal
    ) async throws -> Enrollment {
        let now = clock.now()
        return try await store.write { [self] transaction in
            guard UUIDText.isUUID(id.rawValue), let found = try Self.enrollment(id, principal, transaction) else {
                throw Refusal("NOT_FOUND")
            }
            return try choose(found, type, country, verification, now, transaction)
        }
    }

    private func choose(
        _ found: Enrollment, _ type: String, _ country: Country, _ verification: VaultedMethod.Verification?,
        _ now: Timestamp, _ transaction: any GatewayTransaction
    ) throws -> Enrollment {
        var session = found.session
        guard found.method == nil, now < session.expiresAt else { throw Refusal("INVALID_STATE") }
        guard Self.enrollable.contains(type), session.environment == .sandbox else {
            throw Refusal("UNAVAILABLE_PAYMENT_METHOD")
        }
        let method = VaultedMethod(
            id: ids.makeUUID(), merchantID: session.merchantID, environment: session.environment,
            accountID: session.accountID, customerID: session.customerID, type: type, country: country,
            status: .readyToEnroll, card: nil, behaviour: nil, sessionID: session.id, verification: verification,
            createdAt: now, updatedAt: now)
        session.methodID = method.id
        try transaction.save(method)
        try transaction.save(session)
        try transaction.announce(EnrollmentChange(session: session.id))
        return Enrollment(session: session, method: method, payment: nil)
    }

    /// Saves a card with a session: once. It is checked first when the merchant wants that, and when the card asks who
    /// pays.
    /// - Parameters:
    ///   - method: the fields of `payment_method`: `type`, `card`, `customer`.
    ///   - key: `X-Idempotency-Key`; the same key again is told how the enrolment stands.
    /// - Throws: ``Refusal`` (`NOT_FOUND`, `INVALID_STATE` for a session that has saved something, fields…) or
    ///   ``StoreFault``.
    package func enroll(
        _ id: CustomerSessionID, method: JSONValue, for principal: Principal, key: String?
    ) async throws -> Enrollment {
        let fingerprint = try await cardFingerprint(principal.merchant.id)
        let once = key.map { OnceKey(principal, $0, session: id.rawValue) }
        let now = clock.now()
        let done: (enrollment: Enrollment, answerAt: Timestamp?) = try await store.write { [self] transaction in
            guard UUIDText.isUUID(id.rawValue), var found = try Self.enrollment(id, principal, transaction) else {
                throw Refusal("NOT_FOUND")
            }
            if let known = try once?.known(transaction) {
                guard known == found.method?.id.rawValue else { throw Refusal("IDEMPOTENCY_DUPLICATED") }
                return (found, nil)
            }
            guard now < found.session.expiresAt else { throw Refusal("INVALID_STATE") }
            let type = method["type"]?.string ?? "CARD"
            if found.method == nil { found = try choose(found, type, found.session.country, nil, now, transaction) }
            guard let chosen = found.method, chosen.status == .readyToEnroll else { throw Refusal("INVALID_STATE") }
            guard chosen.type == type else {
                throw Refusal(
                    "INVALID_PARAMETERS", fields: ["payment_method.type": "the session saves a \(chosen.type)"])
            }
            let context = TokenContext(
                environment: found.session.environment, country: found.session.country, amount: nil,
                hasCustomer: true, hasCallback: true, today: now, fingerprint: fingerprint)
            var fields = method.object ?? [:]
            fields["type"] = .string(type)
            fields.removeValue(forKey: "vaulted_token")
            let instrument = try instrument(
                .object(fields), context, found.session.customerID, principal, asksCode: false, transaction)
            try once?.save(chosen.id.rawValue, now, transaction)
            return try enroll(chosen, instrument, found.session, principal, now, transaction)
        }
        wakeWorkers()
        guard let answerAt = done.answerAt else { return done.enrollment }
        try await clock.sleep(until: answerAt)
        return try await enrollment(id, for: principal) ?? done.enrollment
    }

    private func enroll(
        _ chosen: VaultedMethod, _ instrument: TokenInstrument, _ session: CustomerSession, _ principal: Principal,
        _ now: Timestamp, _ transaction: any GatewayTransaction
    ) throws -> (enrollment: Enrollment, answerAt: Timestamp?) {
        var method = chosen
        method.card = instrument.card
        method.behaviour = instrument.behaviour
        method.updatedAt = now
        guard method.verification != nil || instrument.behaviour.asksWhoPays else {
            method.status = .enrolled
            try transaction.save(method)
            try tell(.enroll, method, now, transaction)
            return (Enrollment(session: session, method: method, payment: nil), nil)
        }
        guard let merchant = try transaction.merchant(session.merchantID) else {
            throw StoreFault.damaged("merchant \(session.merchantID) is missing")
        }
        let currency = method.verification?.currency ?? Currency("USD")
        guard let currency else { throw StoreFault.damaged("no currency") }
        let nothing = Money(minorUnits: 0, currency: currency, fractionDigits: 4)
        let server = ServerPayment(
            accountID: session.accountID, country: session.country, workflow: .sdkCheckout, sessionID: nil,
            customerID: session.customerID, merchantReference: nil, methodType: instrument.type,
            category: instrument.category, card: instrument.card, installment: nil, intent: .verify,
            vaultOnSuccess: false, savesAs: nil, behaviour: instrument.behaviour, extra: nil, enrolls: method.id,
            isTold: method.verification != nil, captured: nothing)
        let payment = serverPayment(
            server, amount: nothing, reference: method.id.rawValue, description: "Card verification", metadata: nil,
            callback: session.callbackURL, principal, now)
        method.status = .enrollInProcess
        method.paymentID = payment.id
        try transaction.save(method)
        let begun = try beginServerPayment(
            Prepared(
                payment: payment, instrument: instrument, merchant: merchant, session: nil, token: nil,
                returnURL: session.returnURL), now, transaction)
        guard let after = try transaction.vaultedMethod(method.id) else {
            throw StoreFault.damaged("saved method \(method.id) is missing")
        }
        if after.status == .enrollInProcess { try tell(.enroll, after, now, transaction) }
        return (Enrollment(session: session, method: after, payment: begun.payment), begun.answerAt)
    }

    /// The end of the payment that checks a card is the end of its enrolment.
    func settleEnrollment(
        _ id: VaultedToken, _ payment: Payment, _ now: Timestamp, _ transaction: any GatewayTransaction
    ) throws {
        guard var method = try transaction.vaultedMethod(id), method.status == .enrollInProcess else { return }
        method.status =
            switch payment.status {
            // A check that is not to save leaves nothing saved.
            case .success: method.verification?.vaultOnSuccess ?? true ? .enrolled : .canceled
            case .expired: .expired
            case .cancelled: .canceled
            case .failed, .pending, .processing:
                switch payment.server?.end {
                case .rejected: .rejected
                case .error: .error
                case .declined, nil: .declined
                }
            }
        method.responseCode = method.status == .enrolled ? nil : payment.responseCode
        method.updatedAt = now
        try transaction.save(method)
        try tell(.enroll, method, now, transaction)
    }

    // MARK: What is saved

    /// A merchant's saved method; nil when the merchant has none of that token.
    package func vaultedMethod(_ id: VaultedToken, for principal: Principal) async throws -> VaultedMethod? {
        guard UUIDText.isUUID(id.rawValue) else { return nil }
        return try await store.read { try $0.vaultedMethod(id).flatMap { $0.belongs(to: principal) ? $0 : nil } }
    }

    /// What a customer saved, in whatever state; nil when the merchant has no such customer.
    package func vaultedMethods(of id: CustomerID, for principal: Principal) async throws -> [VaultedMethod]? {
        guard try await customer(id, for: principal) != nil else { return nil }
        return try await store.read { try $0.vaultedMethods(of: id) }
    }

    /// Forgets a saved method; the same again changes nothing. Nil when the merchant has none of that token.
    /// - Parameters:
    ///   - customer: whose it must be; nil is anybody's.
    /// - Throws: ``Refusal`` (`INVALID_STATE`) for one that was never enrolled; or ``StoreFault``.
    package func unenroll(
        _ id: VaultedToken, of customer: CustomerID? = nil, for principal: Principal
    ) async throws -> VaultedMethod? {
        guard UUIDText.isUUID(id.rawValue) else { return nil }
        let now = clock.now()
        let method: VaultedMethod? = try await store.write { [self] transaction in
            guard let method = try transaction.vaultedMethod(id), method.belongs(to: principal),
                customer.map({ $0 == method.customerID }) ?? true
            else { return nil }
            if method.status == .unenrolled { return method }
            guard method.status == .enrolled else { throw Refusal("INVALID_STATE") }
            return try unenroll(method, now, transaction)
        }
        deliveryNudge.nudge()
        return method
    }

    /// Forgets a saved method for the customer of a session, as their app asks.
    package func unenroll(
        _ id: VaultedToken, session: PaymentSessionID, for principal: Principal
    ) async throws -> VaultedMethod? {
        guard let customer = try await paymentSession(session, for: principal)?.customerID else { return nil }
        return try await unenroll(id, of: customer, for: principal)
    }

    func unenroll(
        _ method: VaultedMethod, _ now: Timestamp, _ transaction: any GatewayTransaction
    ) throws -> VaultedMethod {
        var method = method
        method.status = .unenrolled
        method.updatedAt = now
        try transaction.save(method)
        try tell(.unenroll, method, now, transaction)
        return method
    }

    /// Keeps what a payment was paid with, or notes that it was used again.
    func vault(
        _ payment: Payment, as token: VaultedToken, _ now: Timestamp, _ transaction: any GatewayTransaction
    ) throws {
        guard let server = payment.server, let customer = server.customerID else { return }
        if var known = try transaction.vaultedMethod(token) {
            known.lastUsedAt = now
            // It was let go while the payment that saves it again was under way.
            let isBack = server.vaultOnSuccess && known.status == .unenrolled
            if isBack {
                known.status = .enrolled
                known.updatedAt = now
            }
            try transaction.save(known)
            if isBack { try tell(.enroll, known, now, transaction) }
            return
        }
        let method = VaultedMethod(
            id: token, merchantID: payment.merchantID, environment: payment.environment,
            accountID: server.accountID, customerID: customer, type: server.methodType, country: server.country,
            status: .enrolled, card: server.card, behaviour: server.behaviour, sessionID: nil, verification: nil,
            paymentID: payment.id, createdAt: now, updatedAt: now, lastUsedAt: now)
        try transaction.save(method)
        try tell(.enroll, method, now, transaction)
    }

    private func tell(
        _ name: EventName, _ method: VaultedMethod, _ now: Timestamp, _ transaction: any GatewayTransaction
    ) throws {
        try tell(
            Event(
                id: ids.makeUUID(), name: name, merchantID: method.merchantID, environment: method.environment,
                payment: nil, refund: nil, enrollment: method, createdAt: now), now, transaction)
        if let session = method.sessionID { try transaction.announce(EnrollmentChange(session: session)) }
    }
}

extension MethodBehaviour {
    /// Whether a card's bank asks who pays, or says so by itself.
    var asksWhoPays: Bool {
        if case .card(_, .some) = self { true } else { false }
    }
}
