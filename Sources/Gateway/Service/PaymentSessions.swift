import Foundation
import Kernel

/// What a merchant wants of a session, checked.
package struct PaymentSessionDraft: Sendable {
    package let accountID: String
    package let merchantOrderID: String
    package let description: String
    package let country: Country
    package var amount: Money?
    package var alternativeAmount: Money?
    package var customerID: CustomerID?
    package var callbackURL: String?
    package var workflow: Workflow
    package var capture: Bool?
    package var installments: InstallmentPlan?
    package var metadata: String?

    /// - Parameters:
    ///   - fields: the request's body, in the dialect's names.
    /// - Throws: ``FieldErrors`` naming every field that is wrong; `is required` for one that is missing.
    package init(_ fields: JSONValue) throws(FieldErrors) {
        var reader = FieldReader(fields)
        let accountID = reader.text("account_id", 36...64)
        let order = reader.text("merchant_order_id", 3...255)
        let description = reader.text("payment_description", 3...255)
        let country = reader.country("country")
        amount = reader.amount("amount", required: false)
        alternativeAmount = reader.amount("alternative_amount", required: false)
        customerID = reader.text("customer_id", 1...64, required: false).map { CustomerID($0) }
        callbackURL = reader.address("callback_url")
        workflow = .sdkCheckout
        if let name = reader.text("workflow", 1...32, required: false) {
            if let known = Workflow(rawValue: name), Workflow.ofSessions.contains(known) {
                workflow = known
            } else {
                reader.fault(
                    "workflow", "must be one of: \(Workflow.ofSessions.map(\.rawValue).joined(separator: ", "))")
            }
        }
        capture = reader.bool("payment_method.detail.card.capture")
        installments = Self.installments(&reader)
        metadata = reader.json("metadata", limit: 65_536)?.text
        guard reader.errors.isEmpty, let accountID, let order, let description, let country else {
            throw FieldErrors(reader.errors)
        }
        self.accountID = accountID
        merchantOrderID = order
        self.description = description
        self.country = country
    }

    private static func installments(_ reader: inout FieldReader) -> InstallmentPlan? {
        guard let given = reader.value("installments"), !given.isNull else { return nil }
        var options: [InstallmentPlan.Option] = []
        let rows = given["plan"]?.array ?? []
        if given.object == nil || rows.count > 60 { reader.fault("installments", "must be a plan of at most 60 rows") }
        for row in rows.prefix(60) {
            guard let value = row["installment"]?.int ?? row["value"]?.int, (1...120).contains(value) else {
                reader.fault("installments.plan", "must be a list of {installment, rate}")
                break
            }
            let rate = row["rate"]?.string ?? row["rate"]?.number?.text ?? "0"
            let id =
                row["id"]?.string
                ?? UUIDText.make(
                    Crypto.sha256(Array("installment:\(value):\(rate)".utf8)), version: 8)
            options.append(
                InstallmentPlan.Option(id: String(id.prefix(64)), value: value, rate: String(rate.prefix(32))))
        }
        return InstallmentPlan(planID: given["plan_id"]?.string.map { String($0.prefix(64)) }, options: options)
    }
}

/// A session with everything an app's first screen needs.
package struct OpenPaymentSession: Sendable {
    package let session: PaymentSession
    package let merchant: Merchant
    package let offers: [TokenOffer]
    /// Its payment, as it stands now.
    package let payment: Payment?
}

/// A way of paying that a session lists: a kind, or something the customer saved.
package struct TokenOffer: Sendable {
    package let kind: TokenMethodKind
    package let saved: VaultedMethod?
    package let form: TokenMethodKind.Form
    /// How many digits a saved card's security code has, when it must be given.
    package let securityCodeLength: Int?
    package let reason: Unavailability?

    package var isAvailable: Bool { reason == nil }
}

extension Gateway {
    /// Makes a session.
    /// - Throws: ``Refusal`` (`INVALID_ACCOUNT_ID`, `CUSTOMER_NOT_FOUND`) or ``StoreFault``.
    package func createPaymentSession(
        _ draft: PaymentSessionDraft, for principal: Principal
    ) async throws -> PaymentSession {
        let now = clock.now()
        try principal.owns(account: draft.accountID)
        let session = PaymentSession(
            id: ids.makeUUID(), merchantID: principal.merchant.id, environment: principal.environment,
            accountID: draft.accountID, merchantOrderID: draft.merchantOrderID, description: draft.description,
            country: draft.country, amount: draft.amount, alternativeAmount: draft.alternativeAmount,
            customerID: draft.customerID, callbackURL: draft.callbackURL, workflow: draft.workflow,
            capture: draft.capture, installments: draft.installments, metadata: draft.metadata, createdAt: now,
            expiresAt: now.adding(seconds: PaymentSession.validSeconds))
        return try await store.write { transaction in
            try Self.check(session.customerID, principal, transaction)
            try transaction.save(session)
            return session
        }
    }

    /// A merchant's session, whatever became of it; nil when the merchant has none of that id.
    package func paymentSession(_ id: PaymentSessionID, for principal: Principal) async throws -> PaymentSession? {
        guard UUIDText.isUUID(id.rawValue) else { return nil }
        return try await store.read { try $0.paymentSession(id).flatMap { $0.belongs(to: principal) ? $0 : nil } }
    }

    /// Changes a session that has had no payment.
    /// - Throws: ``Refusal`` (`CHECKOUT_SESSION_NOT_FOUND`, `INVALID_ACCOUNT_ID`, `CUSTOMER_NOT_FOUND`) or
    ///   ``StoreFault``.
    package func updatePaymentSession(
        _ id: PaymentSessionID, _ draft: PaymentSessionDraft, for principal: Principal
    ) async throws -> PaymentSession {
        let now = clock.now()
        try principal.owns(account: draft.accountID)
        return try await store.write { transaction in
            var session = try Self.activeSession(id, principal, now, transaction)
            guard draft.accountID == session.accountID else { throw Refusal("INVALID_ACCOUNT_ID") }
            try Self.check(draft.customerID, principal, transaction)
            session.merchantOrderID = draft.merchantOrderID
            session.description = draft.description
            session.country = draft.country
            session.amount = draft.amount ?? session.amount
            session.alternativeAmount = draft.alternativeAmount ?? session.alternativeAmount
            session.customerID = draft.customerID ?? session.customerID
            session.callbackURL = draft.callbackURL ?? session.callbackURL
            session.capture = draft.capture ?? session.capture
            session.installments = draft.installments ?? session.installments
            session.metadata = draft.metadata ?? session.metadata
            try transaction.save(session)
            return session
        }
    }

    /// A session as an app opens it.
    /// - Throws: ``Refusal`` (`CHECKOUT_SESSION_NOT_FOUND`) for one that is unknown, or over without a payment; or
    ///   ``StoreFault``.
    package func openPaymentSession(
        _ id: PaymentSessionID, for principal: Principal
    ) async throws -> OpenPaymentSession {
        let now = clock.now()
        guard let session = try await paymentSession(id, for: principal), session.isUsed || session.isActive(at: now)
        else { throw Refusal("CHECKOUT_SESSION_NOT_FOUND") }
        let payment = try await sessionPayment(id, for: principal)
        let saved = try await store.read { transaction in
            try session.customerID.map { try transaction.vaultedMethods(of: $0) } ?? []
        }
        return OpenPaymentSession(
            session: session, merchant: principal.merchant, offers: offers(session, saved, now), payment: payment)
    }

    /// The payment of a session as it stands now; nil while it has none, and for a session that is none of the
    /// merchant's.
    package func sessionPayment(_ id: PaymentSessionID, for principal: Principal) async throws -> Payment? {
        guard let payment = try await paymentSession(id, for: principal)?.paymentID else { return nil }
        return try await serverPayment(payment, for: principal)
    }

    /// What an app that follows a session may know: its payment, nil while it has none and could have one.
    /// - Throws: ``Refusal`` `CHECKOUT_SESSION_NOT_FOUND` when nothing will come of it any more.
    package func followedPayment(_ id: PaymentSessionID, for principal: Principal) async throws -> Payment? {
        if let payment = try await sessionPayment(id, for: principal) { return payment }
        guard let session = try await paymentSession(id, for: principal),
            session.isUsed || session.isActive(at: clock.now())
        else { throw Refusal("CHECKOUT_SESSION_NOT_FOUND") }
        return nil
    }

    private func offers(_ session: PaymentSession, _ saved: [VaultedMethod], _ now: Timestamp) -> [TokenOffer] {
        let context = context(session, now) { _ in "" }
        let kinds = tokenMethods.kinds(in: session.country)
        let known = saved.filter { $0.status == .enrolled && $0.accountID == session.accountID }
            .sorted { ($0.lastUsedAt ?? $0.createdAt) > ($1.lastUsedAt ?? $1.createdAt) }
        let savedOffers = known.compactMap { method -> TokenOffer? in
            guard let kind = kinds.first(where: { $0.type == method.type }) else { return nil }
            let isGood = method.card?.isGood(at: now) ?? true
            return TokenOffer(
                kind: kind, saved: method, form: .savedCard,
                securityCodeLength: session.savedCardsAskForCode ? method.card?.securityCodeLength : nil,
                reason: isGood ? kind.unavailability(context) : .cardExpired)
        }
        return savedOffers
            + kinds.map {
                TokenOffer(
                    kind: $0, saved: nil, form: $0.form, securityCodeLength: nil, reason: $0.unavailability(context))
            }
    }

    func context(
        _ session: PaymentSession, _ now: Timestamp, fingerprint: @escaping @Sendable (CardNumber) -> String
    ) -> TokenContext {
        TokenContext(
            environment: session.environment, country: session.country, amount: session.amount,
            hasCustomer: session.customerID != nil, hasCallback: session.callbackURL != nil, today: now,
            fingerprint: fingerprint)
    }

    /// A session a payment can still be made with.
    static func activeSession(
        _ id: PaymentSessionID, _ principal: Principal, _ now: Timestamp, _ transaction: any GatewayTransaction
    ) throws -> PaymentSession {
        guard UUIDText.isUUID(id.rawValue), let session = try transaction.paymentSession(id),
            session.belongs(to: principal), session.isActive(at: now)
        else { throw Refusal("CHECKOUT_SESSION_NOT_FOUND") }
        return session
    }

    /// - Throws: ``Refusal`` when it names nobody of the merchant's.
    static func check(
        _ customer: CustomerID?, _ principal: Principal, _ transaction: any GatewayTransaction
    ) throws {
        guard let customer else { return }
        guard UUIDText.isUUID(customer.rawValue), let known = try transaction.customer(customer),
            known.belongs(to: principal)
        else { throw Refusal("CUSTOMER_NOT_FOUND") }
    }
}

extension PaymentSession {
    func belongs(to principal: Principal) -> Bool {
        merchantID == principal.merchant.id && environment == principal.environment
    }
}

extension Principal {
    /// Its account, in the words of the Yuno dialect.
    package var accountID: String { merchant.accountID(environment) }

    /// - Throws: ``Refusal`` (`INVALID_ACCOUNT_ID`) for any other account.
    package func owns(account: String) throws {
        guard account.lowercased() == accountID else { throw Refusal("INVALID_ACCOUNT_ID") }
    }
}
