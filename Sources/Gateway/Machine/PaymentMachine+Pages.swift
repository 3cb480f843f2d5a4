import Kernel

/// Pages of a provider's, and its own checkout (spec 7.3).
extension PaymentMachine {
    /// A page nobody was at yet.
    func open(_ request: ProviderPageRequest) -> ProviderPage {
        let session: ClientSession? =
            request.kind == .session
            ? ClientSession(id: ids.make("prc"), reference: "PSP\(ids.next())", accessCode: ids.next()) : nil
        return ProviderPage(
            link: ids.make("lnk"), kind: request.kind, attemptsLeft: request.attempts, session: session,
            next: request.next, fault: request.fault)
    }

    /// A page is good for one decision: whoever comes later, or with an older link, changes nothing.
    mutating func pageAnswered(_ link: PageLink, _ verdict: PageVerdict, _ now: Timestamp) -> [PaymentEffect] {
        guard payment.status == .processing, let attempt = payment.attempt, attempt.state == .actionRequired,
            let page = attempt.page, page.link == link, page.verdict == nil
        else { return [.refuse(Refusal("not_processable"))] }
        switch verdict {
        case .undecided: return []
        case .wrongCode:
            let left = page.attemptsLeft - 1
            payment.attempt?.page?.attemptsLeft = left
            payment.updatedAt = now
            guard left <= 0, let current = payment.attempt else {
                return [.refuse(Refusal("invalid_code", attemptsLeft: left))]
            }
            return declined(current, "security_check_failed", nil, now)
                + [.refuse(Refusal("security_check_failed", attemptsLeft: 0))]
        case .decided(let answer, let followUp):
            // The gateway of a provider's own checkout learns of it when it asks, or from the provider's notice.
            guard page.session != nil, followUp == nil else { return answered(attempt.id, answer, followUp, now) }
            let notice = now.adding(milliseconds: rules.noticeMilliseconds)
            payment.attempt?.page?.verdict = answer
            payment.attempt?.scheduled = ScheduledAnswer(at: notice, answer: answer)
            payment.attempt?.deadline = max(attempt.deadline, notice)
            payment.updatedAt = now
            return []
        }
    }

    /// Opens a provider's own checkout. Asked again it is the same one; a restart replaces one that is dead at the
    /// provider, after the provider was asked whether it was paid (spec 4.1, P6).
    mutating func openSession(_ request: AttemptRequest, _ restart: Bool, _ now: Timestamp) -> [PaymentEffect] {
        guard let open = openSession(on: request.channel) else { return begin(request, now) }
        guard restart else { return [] }
        let effects = open.session.map { sessionReturned($0.id, now) } ?? []
        guard var attempt = payment.attempt, openSession(on: request.channel) != nil else {
            // It was decided. A refused one leaves the payment free for the new checkout.
            return effects + begin(request, now)
        }
        if let refusal = refusalOfRate(now) { return effects + [.refuse(refusal)] }
        countTry(now)
        attempt.page = self.open(ProviderPageRequest(.session))
        attempt.returnURL = request.returnURL
        attempt.deadline = stepExpiry(attempt, now)
        payment.attempt = attempt
        payment.updatedAt = now
        return effects
    }

    private func openSession(on channel: String) -> ProviderPage? {
        guard payment.status == .processing, let attempt = payment.attempt, attempt.state == .actionRequired,
            attempt.channel == channel, let page = attempt.page, page.session != nil
        else { return nil }
        return page
    }

    mutating func sessionReturned(_ id: ClientSessionID, _ now: Timestamp) -> [PaymentEffect] {
        guard payment.status == .processing, let attempt = payment.attempt, let page = attempt.page,
            page.session?.id == id, let verdict = page.verdict
        else { return [] }
        return answered(attempt.id, verdict, nil, now)
    }
}
