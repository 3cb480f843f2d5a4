import Kernel

/// Every rule about one payment. It takes an event and the time, changes the payment, and says what follows; it
/// reads no clock, no disk, no network, and takes identifiers from the source it is given.
package struct PaymentMachine: Sendable {
    package internal(set) var payment: Payment
    let rules: PaymentRules
    let ids: any IdentifierSource

    package init(_ payment: Payment, rules: PaymentRules, ids: any IdentifierSource) {
        self.payment = payment
        self.rules = rules
        self.ids = ids
    }

    package mutating func handle(_ event: PaymentEvent, at now: Timestamp) -> [PaymentEffect] {
        // Time is a fact like any other: what is overdue happens before what is asked for now.
        var effects = tick(now)
        switch event {
        case .attempt(let request): effects += begin(request, now)
        case .provider(let id, let answer, let followUp): effects += answered(id, answer, followUp, now)
        case .scheduled(let id, let answer):
            if let attempt = runningAttempt(id), attempt.state == .submitting {
                payment.attempt?.scheduled = answer
                payment.updatedAt = now
            }
        case .stepAnswered(let id, let kind, let verdict): effects += stepAnswered(id, kind, verdict, now)
        case .resend(let id, let kind): effects += resend(id, kind, now)
        case .openSession(let request, let restart): effects += openSession(request, restart, now)
        case .pageAnswered(let link, let verdict): effects += pageAnswered(link, verdict, now)
        case .sessionReturned(let id): effects += sessionReturned(id, now)
        case .cancel: effects += cancel(now)
        case .refund(let request): effects += refund(request, now)
        case .capture(let request): effects += capture(request, now)
        case .void(let request): effects += void(request, now)
        case .expire: effects += expireCode(now)
        case .tick: break
        }
        return effects
    }

    // MARK: Attempts

    /// Why no attempt can begin on a payment, whatever the payer offers; nil when one can.
    package static func refusalToBegin(_ payment: Payment) -> Refusal? {
        switch payment.status {
        case .pending: nil
        // One running attempt a payment (spec 16).
        case .processing: Refusal("attempt_in_progress", retryAfterSeconds: 1)
        case .expired: Refusal("session_terminal_expired")
        case .success, .failed, .cancelled: Refusal("not_processable")
        }
    }

    mutating func begin(_ request: AttemptRequest, _ now: Timestamp) -> [PaymentEffect] {
        if let refusal = Self.refusalToBegin(payment) ?? refusalOfRate(now) { return [.refuse(refusal)] }
        guard !request.merchantIsRestricted else { return [.refuse(Refusal("merchant_restricted"))] }
        let attempt = Attempt(
            id: ids.make("att"), idempotencyKey: request.idempotencyKey, channel: request.channel,
            instrument: request.instrument, device: request.device, startedAt: now,
            deadline: now.adding(milliseconds: rules.approvalMilliseconds(payment.environment)),
            returnURL: request.returnURL)
        countTry(now)
        payment.attempt = attempt
        move(to: .processing, now)
        // The merchant's support finds the reference with the decline (W101).
        guard !request.isBlocked else {
            return declined(attempt, "shield_blocked", "BR-\(ids.next().prefix(12).uppercased())", now)
        }
        // A server is told of its payment when the provider has answered: until then there is nothing to tell.
        return [.submit(attempt.id)] + (payment.server == nil ? [tell(.paymentProcessing, nil)] : [])
    }

    /// Ten tries a minute and no more (spec 16).
    func refusalOfRate(_ now: Timestamp) -> Refusal? {
        let recent = recentTries(now)
        guard recent.count >= rules.attemptsPerWindow, let oldest = recent.first else { return nil }
        let wait = oldest.milliseconds + rules.rateWindowMilliseconds - now.milliseconds
        return Refusal("rate_limited", retryAfterSeconds: Int((wait + 999) / 1000))
    }

    mutating func countTry(_ now: Timestamp) { payment.recentAttempts = recentTries(now) + [now] }

    private func recentTries(_ now: Timestamp) -> [Timestamp] {
        let window = now.adding(milliseconds: -rules.rateWindowMilliseconds)
        // A clock that was set back has left attempts in the future; they are none of this window.
        return payment.recentAttempts.filter { $0 > window && $0 <= now }
    }

    func runningAttempt(_ id: AttemptID) -> Attempt? {
        guard payment.status == .processing, let attempt = payment.attempt, attempt.id == id, attempt.isRunning
        else { return nil }
        return attempt
    }

    /// A late or repeated answer, for an attempt that is decided, changes nothing.
    mutating func answered(
        _ id: AttemptID, _ answer: ProviderAnswer, _ followUp: ScheduledAnswer.FollowUp?, _ now: Timestamp
    ) -> [PaymentEffect] {
        guard var attempt = runningAttempt(id) else { return [] }
        attempt.scheduled = followUp.map {
            ScheduledAnswer(at: now.adding(milliseconds: $0.afterMilliseconds), answer: $0.answer)
        }
        payment.updatedAt = now
        if payment.server != nil { return serverAnswered(attempt, answer, now) }
        return take(attempt, answer, now)
    }

    /// Does what an answer says with the attempt it is for.
    mutating func take(_ attempt: Attempt, _ answer: ProviderAnswer, _ now: Timestamp) -> [PaymentEffect] {
        var attempt = attempt
        switch answer {
        case .accepted(let instruction):
            attempt.state = .accepted
            attempt.instruction = instruction
            attempt.step = nil
            payment.attempt = attempt
            return []
        case .step(let request):
            attempt.state = .actionRequired
            let step = ask(request, attempt, now)
            attempt.step = step
            attempt.page = nil
            attempt.deadline = step.expiresAt
            payment.attempt = attempt
            return []
        case .page(let request):
            attempt.state = .actionRequired
            attempt.step = nil
            attempt.page = open(request ?? ProviderPageRequest(.threeDS))
            attempt.deadline = stepExpiry(attempt, now, request?.validMilliseconds)
            payment.attempt = attempt
            return []
        case .code(let code):
            attempt.state = .actionRequired
            attempt.step = nil
            attempt.page = nil
            attempt.code = code
            attempt.deadline = code.expiresAt
            payment.attempt = attempt
            return []
        case .authentication(_, let next): return take(attempt, next, now)
        case .approved:
            attempt.state = .succeeded
            attempt.decidedAt = now
            attempt.scheduled = nil
            payment.attempt = attempt
            payment.method = attempt.channel
            payment.paidAt = now
            move(to: .success, now)
            return [record(.capture, payment.total, now), tell(.paymentSucceeded, nil)]
        case .declined(let code, let blockReference):
            return declined(attempt, code, blockReference, now)
        case .failed, .rejected: return declined(attempt, "payment_failed", nil, now)
        }
    }

    /// A refused attempt puts the payment back to `pending`, with a decline whose id is new (W57).
    mutating func declined(
        _ attempt: Attempt, _ code: String, _ blockReference: String?, _ now: Timestamp
    ) -> [PaymentEffect] {
        if payment.server != nil { return ended(attempt, .declined, code, blockReference, now) }
        var attempt = attempt
        attempt.state = .declined
        attempt.declineCode = code
        attempt.decidedAt = now
        attempt.scheduled = nil
        payment.attempt = attempt
        payment.lastDecline = Decline(id: ids.make("dec"), code: code, at: now, blockReference: blockReference)
        move(to: .pending, now)
        var effects: [PaymentEffect] = [tell(.paymentDeclined, nil)]
        effects += expireIfDue(now)
        return effects
    }

    // MARK: Ends

    /// Only a payment without a running attempt can be cancelled (W55).
    private mutating func cancel(_ now: Timestamp) -> [PaymentEffect] {
        guard payment.status == .pending else { return [.refuse(Refusal("not_cancellable"))] }
        move(to: .cancelled, now)
        return [tell(.paymentCancelled, nil)]
    }

    private mutating func refund(_ request: RefundRequest, _ now: Timestamp) -> [PaymentEffect] {
        if payment.server != nil { return serverRefund(request, now) }
        let left = payment.total.minorUnits - payment.refunded.minorUnits
        let amount = request.amount ?? payment.amount.with(minorUnits: left)
        guard payment.status == .success, amount.currency == payment.amount.currency, amount.minorUnits > 0,
            amount.minorUnits <= left, let refunded = payment.refunded.adding(amount)
        else { return [.refuse(Refusal("refund_not_possible"))] }
        payment.refunded = refunded
        payment.updatedAt = now
        let refund = Refund(
            id: ids.make("rfd"), paymentID: payment.id, merchantID: payment.merchantID,
            environment: payment.environment, amount: amount, reason: request.reason, status: "succeeded",
            createdAt: now)
        let back = amount.with(minorUnits: -amount.minorUnits)
        return [.refunded(refund), record(.refund, back, now), tell(.refundSucceeded, refund)]
    }

    // MARK: Time

    private mutating func tick(_ now: Timestamp) -> [PaymentEffect] {
        var effects: [PaymentEffect] = []
        // Each round moves the payment on, so the bound is never met; it keeps a fault from becoming a loop.
        for _ in 0..<8 {
            guard let due = payment.dueAt, due <= now else { return effects }
            if payment.status == .pending {
                effects += expireIfDue(now)
            } else if let attempt = payment.attempt {
                effects += overdue(attempt, now)
            }
        }
        return effects
    }

    /// What is due first happens first, at its own time, however late somebody looks.
    private mutating func overdue(_ attempt: Attempt, _ now: Timestamp) -> [PaymentEffect] {
        let limit = min(attempt.deadline, attempt.step?.expiresAt ?? attempt.deadline)
        if let scheduled = attempt.scheduled, scheduled.at <= limit {
            return answered(attempt.id, scheduled.answer, scheduled.followUp, scheduled.at)
        }
        if payment.server != nil { return serverOverdue(attempt, limit) }
        // Nobody approved it in time: nothing was debited (O57).
        let code = attempt.state == .actionRequired && attempt.step != nil ? "step_expired" : "payment_attempt_ended"
        return declined(attempt, code, nil, limit)
    }

    private mutating func expireIfDue(_ now: Timestamp) -> [PaymentEffect] {
        guard payment.status == .pending, payment.expiresAt <= now else { return [] }
        // It expired at its time; only a refusal that came later than that is older news.
        move(to: .expired, max(payment.expiresAt, payment.updatedAt))
        return [tell(.paymentExpired, nil)]
    }

    // MARK: Writing down

    mutating func move(to status: PaymentStatus, _ now: Timestamp) {
        precondition(!payment.status.isFinal, "a final status never changes")
        payment.status = status
        payment.updatedAt = now
    }

    func tell(_ name: EventName, _ refund: Refund?) -> PaymentEffect { .tell(name, payment, refund) }

    func record(_ kind: LedgerEntry.Kind, _ amount: Money, _ now: Timestamp) -> PaymentEffect {
        .record(LedgerEntry(id: ids.make("led"), paymentID: payment.id, kind: kind, amount: amount, at: now))
    }
}
