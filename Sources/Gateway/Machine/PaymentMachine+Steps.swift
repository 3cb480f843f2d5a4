import Kernel

/// Questions the payer answers in the app (spec 7.2).
extension PaymentMachine {
    private enum StepAccess {
        case open(Attempt, Step)
        case refused(Refusal)
    }

    private func openStep(_ id: StepID, _ kind: Step.Kind) -> StepAccess {
        guard payment.status != .expired else { return .refused(Refusal("session_terminal_expired")) }
        guard let attempt = payment.attempt, let step = attempt.step, step.id == id else {
            return .refused(Refusal("not_processable"))
        }
        guard step.kind == kind else {
            return .refused(Refusal("validation_error", fields: ["kind": "this step is \(step.kind.rawValue)"]))
        }
        if attempt.state == .actionRequired { return .open(attempt, step) }
        // The step is over: say how it ended.
        switch attempt.declineCode {
        case "step_expired": return .refused(Refusal("step_expired"))
        case .some: return .refused(Refusal("step_attempts_exhausted", attemptsLeft: 0))
        case nil: return .refused(Refusal("not_processable"))
        }
    }

    mutating func stepAnswered(
        _ id: StepID, _ kind: Step.Kind, _ verdict: StepVerdict, _ now: Timestamp
    ) -> [PaymentEffect] {
        let attempt: Attempt
        let step: Step
        switch openStep(id, kind) {
        case .refused(let refusal): return [.refuse(refusal)]
        case .open(let open, let question): (attempt, step) = (open, question)
        }
        switch verdict {
        case .correct(let answer): return answered(attempt.id, answer, nil, now)
        // What cannot be an answer costs no try.
        case .unreadable(let fields): return [.refuse(Refusal("validation_error", fields: fields))]
        case .wrong: break
        }
        let left = step.attemptsLeft - 1
        payment.attempt?.step?.attemptsLeft = left
        payment.updatedAt = now
        guard left <= 0, let current = payment.attempt else {
            return [.refuse(Refusal("invalid_code", attemptsLeft: left))]
        }
        // A 3-D Secure check failed for good is a refusal of its own (W102).
        let code = kind == .threeDS ? "security_check_failed" : "step_attempts_exhausted"
        return declined(current, code, nil, now) + [.refuse(Refusal(code, attemptsLeft: 0))]
    }

    /// The step a provider asks for.
    func ask(_ request: StepRequest, _ attempt: Attempt, _ now: Timestamp) -> Step {
        Step(
            id: ids.make("stp"), kind: request.kind, destination: request.destination, attemptsLeft: request.attempts,
            sentAt: now, expiresAt: stepExpiry(attempt, now, request.validMilliseconds),
            canResend: request.kind.isSentCode, validMilliseconds: request.validMilliseconds, next: request.next)
    }

    /// Codes may be sent again, but no attempt is kept open for ever.
    func stepExpiry(_ attempt: Attempt, _ now: Timestamp, _ validMilliseconds: Int64? = nil) -> Timestamp {
        min(
            now.adding(milliseconds: validMilliseconds ?? rules.stepMilliseconds),
            attempt.startedAt.adding(milliseconds: rules.attemptMilliseconds))
    }

    mutating func resend(_ id: StepID, _ kind: Step.Kind, _ now: Timestamp) -> [PaymentEffect] {
        switch openStep(id, kind) {
        case .refused(let refusal): return [.refuse(refusal)]
        case .open(let attempt, let step):
            guard step.canResend else { return [.refuse(Refusal("not_processable"))] }
            let wait = step.sentAt.milliseconds + rules.resendMilliseconds - now.milliseconds
            guard wait <= 0 else {
                return [.refuse(Refusal("rate_limited", retryAfterSeconds: Int((wait + 999) / 1000)))]
            }
            let expiry = stepExpiry(attempt, now, step.validMilliseconds)
            payment.attempt?.step?.sentAt = now
            payment.attempt?.step?.expiresAt = expiry
            payment.attempt?.deadline = expiry
            payment.updatedAt = now
            return []
        }
    }
}
