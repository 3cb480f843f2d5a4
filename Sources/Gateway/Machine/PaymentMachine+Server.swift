import Kernel

/// Payments made by a merchant's server (Yuno dialect): one attempt, transactions, authorisation and capture.
///
/// A refusal is final here: there is no second attempt to put the payment back for.
extension PaymentMachine {
    // MARK: What the provider says

    mutating func serverAnswered(
        _ attempt: Attempt, _ answer: ProviderAnswer, _ now: Timestamp
    ) -> [PaymentEffect] {
        guard let server = payment.server else { return [] }
        let main = server.intent.transactionKind
        switch answer {
        case .authentication(let authentication, let next):
            payment.server?.authentication = authentication
            if let refusal = authentication.refusal {
                note(.threeDSecure, .declined, refusal, now)
                return ended(attempt, .declined, refusal, nil, now)
            }
            if authentication.outcome == .authenticated {
                note(.threeDSecure, .succeeded, "SUCCEEDED_THREE_D_SECURE", now)
            }
            return serverAnswered(attempt, next, now)
        case .approved: return approved(attempt, now)
        case .declined(let code, let blockReference):
            return ended(attempt, .declined, code, blockReference, now)
        case .failed(let code): return ended(attempt, .error, code, nil, now)
        case .rejected(let code): return ended(attempt, .rejected, code, nil, now)
        case .accepted, .step: note(main, .pending, "PENDING_PROVIDER_CONFIRMATION", now)
        case .page(let request?) where request.kind == .challenge:
            note(.threeDSecure, .pending, "CHALLENGE_REQUIRED", now)
        case .page, .code: note(main, .created, "ACTION_REQUIRED", now)
        }
        let before = payment.words
        let effects = take(attempt, answer, now)
        // The first answer is the payment's creation to the merchant.
        let isNews = attempt.state == .submitting || payment.words != before
        return effects + (isNews ? tellServer(server.intent.event) : [])
    }

    private mutating func approved(_ attempt: Attempt, _ now: Timestamp) -> [PaymentEffect] {
        guard let server = payment.server else { return [] }
        if hasOpen(.threeDSecure) { note(.threeDSecure, .succeeded, "SUCCEEDED_THREE_D_SECURE", now) }
        note(server.intent.transactionKind, .succeeded, "SUCCEEDED", now)
        var attempt = attempt
        attempt.scheduled = nil
        attempt.state = server.intent == .authorize ? .authorized : .succeeded
        if attempt.state == .succeeded { attempt.decidedAt = now }
        payment.attempt = attempt
        payment.method = attempt.channel
        var effects: [PaymentEffect] = []
        if let vaulted = server.vaultedToken {
            effects.append(.vault(vaulted))
        } else if server.vaultOnSuccess, server.customerID != nil {
            let vaulted = server.savesAs ?? ids.makeUUID()
            payment.server?.vaultedToken = vaulted
            effects.append(.vault(vaulted))
        }
        switch server.intent {
        case .authorize: payment.updatedAt = now
        case .verify: move(to: .success, now)
        case .purchase:
            let total = payment.total
            payment.server?.captured = total
            payment.paidAt = now
            move(to: .success, now)
            effects.append(record(.capture, payment.total, now))
        }
        return effects + tellServer(server.intent.event)
    }

    /// The end of a payment that is not paid: refused, rejected, or in error.
    mutating func ended(
        _ attempt: Attempt, _ end: ServerPayment.End, _ code: String, _ blockReference: String?, _ now: Timestamp
    ) -> [PaymentEffect] {
        guard let server = payment.server else { return [] }
        let word = ResponseCodes.word(code)
        let status: PaymentTransaction.Status =
            switch end {
            case .declined: .declined
            case .rejected: .rejected
            case .error: .error
            }
        // While the bank asks who pays, it is that which fails; nothing else was asked for yet.
        let isDecided = server.authentication?.refusal != nil
        if !isDecided {
            let isChallenged = hasOpen(.threeDSecure)
            note(isChallenged ? .threeDSecure : server.intent.transactionKind, status, word, now)
        }
        close(attempt, word, now)
        payment.server?.end = end
        if end == .declined {
            payment.lastDecline = Decline(id: ids.make("dec"), code: word, at: now, blockReference: blockReference)
        }
        move(to: .failed, now)
        return tellServer(server.intent.event)
    }

    private mutating func close(_ attempt: Attempt, _ code: String, _ now: Timestamp) {
        var attempt = attempt
        attempt.state = .declined
        attempt.declineCode = code
        attempt.decidedAt = now
        attempt.scheduled = nil
        payment.attempt = attempt
    }

    // MARK: Time

    /// Nobody did anything in time: no answer at all is an error, a payer who did not come is an expired payment.
    mutating func serverOverdue(_ attempt: Attempt, _ limit: Timestamp) -> [PaymentEffect] {
        guard attempt.state != .submitting else { return ended(attempt, .error, "PROVIDER_TIMEOUT", nil, limit) }
        return expired(attempt, limit)
    }

    private mutating func expired(_ attempt: Attempt, _ now: Timestamp) -> [PaymentEffect] {
        guard let server = payment.server else { return [] }
        closeOpenTransactions(.expired, "EXPIRED_BY_PROVIDER", now)
        close(attempt, "EXPIRED", now)
        move(to: .expired, now)
        return tellServer(server.intent.event)
    }

    /// A code that is not good any longer, before its time; what comes later is too late.
    mutating func expireCode(_ now: Timestamp) -> [PaymentEffect] {
        guard payment.status == .processing, let attempt = payment.attempt, attempt.state == .actionRequired,
            attempt.code != nil
        else { return [.refuse(Refusal("INVALID_STATE"))] }
        return expired(attempt, now)
    }

    // MARK: What the merchant does

    /// Takes authorised money, all of it or less, once.
    mutating func capture(_ request: ActionRequest, _ now: Timestamp) -> [PaymentEffect] {
        guard payment.server != nil, payment.status == .processing, let attempt = payment.attempt,
            attempt.state == .authorized
        else { return [.refuse(Refusal("INVALID_STATE"))] }
        let amount = request.amount ?? payment.total
        guard isPart(amount, of: payment.total) else { return [.refuse(Refusal("INVALID_AMOUNT"))] }
        append(.capture, .succeeded, "SUCCEEDED", amount, request, now)
        payment.server?.captured = amount
        payment.attempt?.state = .succeeded
        payment.attempt?.decidedAt = now
        payment.paidAt = now
        move(to: .success, now)
        return [record(.capture, amount, now)] + tellServer(.capture)
    }

    /// Gives up what was authorised, or what nobody has paid yet: no money moves.
    mutating func void(_ request: ActionRequest, _ now: Timestamp) -> [PaymentEffect] {
        guard payment.server != nil, payment.status == .processing, let attempt = payment.attempt,
            attempt.state != .submitting
        else { return [.refuse(Refusal("INVALID_STATE"))] }
        closeOpenTransactions(.declined, "CANCELLED_BY_USER", now)
        append(.cancel, .succeeded, "SUCCEEDED", payment.total, request, now)
        close(attempt, "CANCELED", now)
        move(to: .cancelled, now)
        return tellServer(.cancel)
    }

    mutating func serverRefund(_ request: RefundRequest, _ now: Timestamp) -> [PaymentEffect] {
        guard let server = payment.server, payment.status == .success, server.intent != .verify,
            payment.refunded.minorUnits < server.captured.minorUnits
        else { return [.refuse(Refusal("INVALID_STATE"))] }
        let left = server.captured.with(minorUnits: server.captured.minorUnits - payment.refunded.minorUnits)
        let amount = request.amount ?? left
        guard isPart(amount, of: left), let refunded = payment.refunded.adding(amount) else {
            return [.refuse(Refusal("INVALID_AMOUNT"))]
        }
        payment.refunded = refunded
        payment.updatedAt = now
        let id = append(.refund, .succeeded, "SUCCEEDED", amount, request.action, now)
        let refund = Refund(
            id: RefundID(id.rawValue), paymentID: payment.id, merchantID: payment.merchantID,
            environment: payment.environment, amount: amount, reason: request.reason, status: "succeeded",
            createdAt: now)
        let back = amount.with(minorUnits: -amount.minorUnits)
        return [.refunded(refund), record(.refund, back, now)] + tellServer(.refund, refund)
    }

    private func isPart(_ amount: Money, of whole: Money) -> Bool {
        amount.currency == whole.currency && amount.fractionDigits == whole.fractionDigits
            && (1...max(1, whole.minorUnits)).contains(amount.minorUnits)
    }

    // MARK: Transactions

    private func hasOpen(_ kind: PaymentTransaction.Kind) -> Bool {
        payment.server?.transactions.contains { $0.kind == kind && $0.status.isOpen } ?? false
    }

    /// Writes down how the transaction of that kind stands: the one that is open, or a new one.
    private mutating func note(
        _ kind: PaymentTransaction.Kind, _ status: PaymentTransaction.Status, _ code: String, _ now: Timestamp
    ) {
        let known = payment.server?.transactions.lastIndex { $0.kind == kind && $0.status.isOpen }
        guard let known else {
            let reference = ActionRequest(merchantReference: payment.server?.merchantReference)
            append(kind, status, code, payment.total, reference, now)
            return
        }
        payment.server?.transactions[known].status = status
        payment.server?.transactions[known].responseCode = code
        payment.server?.transactions[known].updatedAt = now
    }

    private mutating func closeOpenTransactions(
        _ status: PaymentTransaction.Status, _ code: String, _ now: Timestamp
    ) {
        for kind in PaymentTransaction.Kind.allCases where hasOpen(kind) { note(kind, status, code, now) }
    }

    @discardableResult
    private mutating func append(
        _ kind: PaymentTransaction.Kind, _ status: PaymentTransaction.Status, _ code: String, _ amount: Money,
        _ request: ActionRequest, _ now: Timestamp
    ) -> TransactionID {
        let transaction = PaymentTransaction(
            id: ids.makeUUID(), kind: kind, status: status, responseCode: code, amount: amount,
            merchantReference: request.merchantReference, reason: request.reason, description: request.description,
            createdAt: now, updatedAt: now)
        payment.server?.transactions.append(transaction)
        return transaction.id
    }

    private func tellServer(_ name: EventName, _ refund: Refund? = nil) -> [PaymentEffect] {
        payment.server?.isTold == true ? [tell(name, refund)] : []
    }
}

extension ServerPayment.Intent {
    /// What a merchant is told with, of the payment itself.
    package var event: EventName {
        switch self {
        case .purchase: .purchase
        case .authorize: .authorize
        case .verify: .verify
        }
    }
}

/// Response codes of transactions (spec Yuno 12.3).
package enum ResponseCodes {
    /// What the rules shared with the other dialect call a refusal.
    private static let words = [
        "insufficient_funds": "INSUFFICIENT_FUNDS", "payment_declined": "DECLINED_BY_PROVIDER",
        "payment_failed": "DECLINED_BY_PROVIDER", "payment_attempt_ended": "CANCELLED_BY_USER",
        "security_check_failed": "AUTHENTICATION_FAILED_THREE_D_SECURE", "step_expired": "EXPIRED",
        "step_attempts_exhausted": "DECLINED_BY_PROVIDER", "shield_blocked": "FRAUD_VALIDATION",
        "merchant_restricted": "INVALID_MERCHANT",
    ]

    /// Refusals of a provider's.
    package static let declines: Set<String> = [
        "INSUFFICIENT_FUNDS", "DO_NOT_HONOR", "DECLINED_BY_BANK", "DECLINED_BY_PROVIDER", "CANCELLED_BY_USER",
        "AUTHENTICATION_FAILED_THREE_D_SECURE", "AUTHENTICATION_ATTEMPT", "THREE_D_SECURE_REQUIRED",
        "REJECTED_THREE_D_SECURE_REQUIRED", "EXPIRED", "EXPIRED_CARD", "INVALID_SECURITY_CODE", "INVALID_CARD_DATA",
        "INVALID_CARD_NUMBER", "REPORTED_LOST", "REPORTED_STOLEN", "FRAUD_VALIDATION", "RESTRICTED_BY_BANK",
        "CALL_FOR_AUTHORIZE", "DUPLICATED_TRANSACTION", "INVALID_AMOUNT", "INVALID_ISSUER", "INVALID_MERCHANT",
        "INVALID_TRANSACTION", "UNKNOWN_ERROR", "USER_RESTRICTION",
    ]
    /// Refusals of the gateway's own.
    package static let rejections: Set<String> = [
        "COUNTRY_NOT_SUPPORTED", "CURRENCY_NOT_ALLOWED", "INVALID_PARAMETERS", "INVALID_REQUEST", "INTERNAL_ERROR",
        "MISSING_PARAMETERS",
    ]
    /// What could not be done.
    package static let errors: Set<String> = [
        "ERROR", "PROVIDER_ERROR", "PROVIDER_INTERNAL_ERROR", "PROVIDER_INVALID_CREDENTIALS",
        "PROVIDER_INVALID_REQUEST", "PROVIDER_TIMEOUT", "PROVIDER_UNKNOWN_ERROR", "OPERATION_NOT_SUPPORTED",
        "TO_REVERSE", "PROVIDER_INVALID_RESPONSE",
    ]

    /// A refusal in this dialect's words; those are left as they are.
    static func word(_ code: String) -> String { words[code] ?? code }

    /// What a payment's description forces, when it is a response code (spec Yuno 14.2).
    static func answer(to description: String?) -> ProviderAnswer? {
        guard let description else { return nil }
        if description == "SUCCEEDED" { return .approved }
        if declines.contains(description) { return .declined(description) }
        if rejections.contains(description) { return .rejected(code: description) }
        return errors.contains(description) ? .failed(code: description) : nil
    }
}
