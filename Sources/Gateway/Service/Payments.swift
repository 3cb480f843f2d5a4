import Kernel

/// A new payment with the token that lets an app pay it.
package struct CreatedPayment: Sendable {
    package let payment: Payment
    package let token: Secret<String>
}

/// An answer, and whether it was given before.
package struct Answered: Sendable, Equatable {
    package let answer: StoredAnswer
    package let isReplay: Bool
}

extension Gateway {
    /// Makes a payment. With a claim, a repeated key gets the first answer.
    /// - Throws: ``IdempotencyFault`` or ``StoreFault``.
    package func createPayment(
        _ draft: PaymentDraft, for principal: Principal, claim: IdempotencyClaim?,
        render: (CreatedPayment) -> StoredAnswer
    ) async throws -> Answered {
        let now = clock.now()
        // Made here rather than in the transaction: the store's thread is the one everybody waits for.
        let created = make(draft, for: principal, now)
        let answer = render(created)
        let answered = try await store.write { [self] transaction in
            try once(claim, now, transaction) {
                try transaction.save(created.payment)
                return answer
            }
        }
        settleNudge.nudge()
        return answered
    }

    private func make(_ draft: PaymentDraft, for principal: Principal, _ now: Timestamp) -> CreatedPayment {
        let token = Secret("tok_\(principal.environment == .sandbox ? "test" : "live")_\(ids.next())")
        let zero = Money(minorUnits: 0, currency: draft.amount.currency)
        let fees = draft.payerBearsFees ? draft.amount.share(basisPoints: principal.merchant.feeBasisPoints) : nil
        let id: PaymentID = ids.make("trx")
        var payment = Payment(
            id: id, merchantID: principal.merchant.id, environment: principal.environment,
            reference: draft.reference ?? id.rawValue, trxref: "TX\(ids.next())", amount: draft.amount,
            fees: fees ?? zero, description: draft.description, customer: draft.customer,
            metadata: draft.metadata?.text, callback: draft.callback, tokenHash: APIKey.hash(token), createdAt: now,
            expiresAt: now.adding(seconds: draft.expiresInSeconds ?? options.defaultExpirySeconds), updatedAt: now,
            refunded: zero)
        payment.cardProvider = SandboxCardProvider(metadata: draft.metadata, environment: principal.environment)
        payment.order = draft.order
        return CreatedPayment(payment: payment, token: token)
    }

    /// Does something once per key, in one transaction: what did something is kept with its key and said again.
    func once(
        _ claim: IdempotencyClaim?, _ now: Timestamp, _ transaction: any GatewayTransaction,
        _ body: () throws -> StoredAnswer
    ) throws -> Answered {
        guard let claim else { return Answered(answer: try body(), isReplay: false) }
        if let record = try transaction.idempotencyRecord(scope: claim.scope, key: claim.key) {
            try claim.check(record)
            guard let answer = try claim.open(record) else { throw IdempotencyFault.inProgress }
            return Answered(answer: answer, isReplay: true)
        }
        let answer = try body()
        var record = claim.record(at: now)
        claim.seal(answer, into: &record)
        try transaction.save(record)
        return Answered(answer: answer, isReplay: false)
    }

    /// A merchant's payment as it stands now; nil when the merchant has none of that id.
    package func payment(_ id: PaymentID, for principal: Principal) async throws -> Payment? {
        try await current(clock.now()) { transaction in
            try transaction.payment(id).flatMap { $0.belongs(to: principal, .wajub) ? $0 : nil }
        }
    }

    package func payments(_ filter: PaymentFilter, _ page: PageRequest) async throws -> Page<Payment> {
        try await store.read { try $0.payments(filter, page) }
    }

    /// Cancels a merchant's pending payment for good; nil when the merchant has none of that id.
    /// - Returns: the payment as it stands, and why it was not cancelled, if it was not.
    package func cancelPayment(
        _ id: PaymentID, for principal: Principal
    ) async throws -> (payment: Payment, refusal: Refusal?)? {
        guard try await payment(id, for: principal) != nil, let applied = try await change(id, { _ in .cancel })
        else { return nil }
        return (applied.payment, applied.refusal)
    }

    // MARK: Refunds

    /// Gives money back. A refusal is thrown and keeps nothing.
    /// - Throws: ``Refusal`` (`not_found`, `refund_not_possible`), ``IdempotencyFault`` or ``StoreFault``.
    package func refund(
        _ id: PaymentID, _ request: @escaping @Sendable (Payment) throws -> RefundRequest, for principal: Principal,
        claim: IdempotencyClaim?, render: @escaping @Sendable (Refund) -> StoredAnswer
    ) async throws -> Answered {
        let now = clock.now()
        let answered = try await store.write { [self] transaction in
            try once(claim, now, transaction) {
                guard let payment = try transaction.payment(id), payment.belongs(to: principal, .wajub) else {
                    throw Refusal("not_found")
                }
                let applied = try apply(.refund(request(payment)), to: payment, now, transaction)
                guard let refund = applied.refund else { throw applied.refusal ?? Refusal("refund_not_possible") }
                return render(refund)
            }
        }
        deliveryNudge.nudge()
        return answered
    }

    package func refund(_ id: RefundID, for principal: Principal) async throws -> Refund? {
        let refund = try await store.read { try $0.refund(id) }
        return refund?.merchantID == principal.merchant.id && refund?.environment == principal.environment
            ? refund : nil
    }

    package func refunds(_ filter: RefundFilter, _ page: PageRequest) async throws -> Page<Refund> {
        try await store.read { try $0.refunds(filter, page) }
    }
}

extension Payment {
    func belongs(to principal: Principal, _ dialect: Dialect) -> Bool {
        merchantID == principal.merchant.id && environment == principal.environment && self.dialect == dialect
    }
}
