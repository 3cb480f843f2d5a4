import Kernel

/// What a merchant did with a payment: the payment as it stands, and the transaction that was made.
package struct ActedPayment: Sendable {
    package let payment: Payment
    package let transaction: PaymentTransaction
}

/// What a merchant can do with a payment of the Yuno dialect.
package enum ServerAction: Sendable {
    case capture(ActionRequest)
    case cancel(ActionRequest)
    case refund(RefundRequest)
    /// Gives up what is not paid, and gives back what is.
    case cancelOrRefund(RefundRequest)

    /// What it is written down as.
    fileprivate var makes: Set<PaymentTransaction.Kind> {
        switch self {
        case .capture: [.capture]
        case .cancel: [.cancel]
        case .refund: [.refund]
        case .cancelOrRefund: [.cancel, .refund]
        }
    }
}

/// What the sandbox's bank does with a code.
package enum CodeVerdict: String, Sendable, CaseIterable {
    case pay
    case refuse
    case expire
}

extension Gateway {
    /// Captures, cancels or refunds, once per key.
    /// - Parameter transaction: the transaction it is done to; nil is the payment as a whole.
    /// - Throws: ``Refusal`` (`PAYMENT_NOT_FOUND`, `TRANSACTION_NOT_FOUND`, `INVALID_STATE`, `INVALID_AMOUNT`,
    ///   `REQUEST_IN_PROCESS`, `IDEMPOTENCY_DUPLICATED`) or ``StoreFault``.
    package func act(
        _ action: ServerAction, on id: PaymentID, transaction of: TransactionID?, for principal: Principal,
        key: String?
    ) async throws -> ActedPayment {
        let now = clock.now()
        let once = key.map { OnceKey(principal, $0) }
        let acted = try await store.write { [self] transaction in
            try once.attempting(now, transaction) {
                guard UUIDText.isUUID(id.rawValue), let stored = try transaction.payment(id),
                    stored.belongs(to: principal, .yuno)
                else { throw Refusal("PAYMENT_NOT_FOUND") }
                if let known = try once?.known(transaction) {
                    return try Self.acted(action, stored, TransactionID(known))
                }
                let payment = try apply(.tick, to: stored, now, transaction).payment
                if let of, payment.server?.transactions.contains(where: { $0.id == of }) != true {
                    throw Refusal("TRANSACTION_NOT_FOUND")
                }
                let applied = try apply(Self.event(action, payment), to: payment, now, transaction)
                if let refusal = applied.refusal { throw refusal }
                guard let made = applied.payment.server?.transactions.last else { throw Refusal("INVALID_STATE") }
                try once?.save(made.id.rawValue, now, transaction)
                return ActedPayment(payment: applied.payment, transaction: made)
            }
        }
        wakeWorkers()
        return try acted.get()
    }

    private static func acted(
        _ action: ServerAction, _ payment: Payment, _ id: TransactionID
    ) throws -> ActedPayment {
        guard let made = payment.server?.transactions.first(where: { $0.id == id }), action.makes.contains(made.kind)
        else {
            // The key made something else.
            throw Refusal("IDEMPOTENCY_DUPLICATED")
        }
        return ActedPayment(payment: payment, transaction: made)
    }

    private static func event(_ action: ServerAction, _ payment: Payment) -> PaymentEvent {
        switch action {
        case .capture(let request): .capture(request)
        case .cancel(let request): .void(request)
        case .refund(let request): .refund(request)
        case .cancelOrRefund(let request): payment.status == .success ? .refund(request) : .void(request.action)
        }
    }

    /// What the sandbox's bank does with the code of a payment; nil when the merchant has no such sandbox payment.
    /// - Returns: the payment as it stands, and why nothing was done, if nothing was: what comes too late changes
    ///   nothing.
    package func decideCode(
        _ id: PaymentID, _ verdict: CodeVerdict, for principal: Principal?
    ) async throws -> (payment: Payment, refusal: Refusal?)? {
        guard let payment = try await sandboxPayment(id), payment.dialect == .yuno,
            principal.map({ payment.belongs(to: $0, .yuno) }) ?? true
        else { return nil }
        let now = clock.now()
        let applied: Applied? = try await store.write { [self] transaction in
            guard let stored = try transaction.payment(id) else { return nil }
            let payment = try apply(.tick, to: stored, now, transaction).payment
            guard payment.status == .processing, let attempt = payment.attempt, attempt.state == .actionRequired,
                attempt.code != nil
            else {
                return Applied(payment: payment, refusal: Refusal("INVALID_STATE"), refund: nil, submitted: nil)
            }
            let event: PaymentEvent =
                switch verdict {
                case .pay: .provider(attempt.id, .approved, followUp: nil)
                case .refuse: .provider(attempt.id, .declined("DECLINED_BY_BANK"), followUp: nil)
                case .expire: .expire
                }
            return try apply(event, to: payment, now, transaction)
        }
        wakeWorkers()
        return applied.map { ($0.payment, $0.refusal) }
    }
}
