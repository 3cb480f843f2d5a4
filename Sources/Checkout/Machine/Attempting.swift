/// One try at paying, from the tap on Pay (spec 6.3).
struct CheckoutAttempt: Sendable, Hashable {
    /// Sent with every request of this try; kept while it is undecided, so that it is one try for the gateway (W50).
    let key: String
    /// The refusal that was known before it; any other is news (W49).
    let baseline: Baseline
    let channel: String
    /// The last tap on Pay: the 15 minutes count from there (W52).
    var startedAt: UInt64
    /// The last time a request of it was sent, or given up.
    var lastTryAt: UInt64
    /// Whether any request of it left.
    var isSent = false
    /// Whether one left before the last tap on Pay.
    var wasSent = false
    /// Whether its last request was never answered.
    var isUnanswered = false
    var isDecided = false

    enum Baseline: Sendable, Hashable {
        /// The mark of the last refusal, or that there was none.
        case known(String?)
        /// A refusal was answered without its mark.
        case unknown
    }

    /// Whether a read shows a refusal that ends this attempt.
    func isRefused(by fresh: PaymentSnapshot) -> Bool {
        // While a request of ours may still arrive, another attempt's refusal says nothing of this one. Once it is
        // answered, an attempt that another page began was waited on: what ends that one ends the wait.
        if let key = fresh.declinedKey, key == self.key || isUnanswered { return key == self.key }
        guard case .known(let mark) = baseline, let found = fresh.declineMark else { return false }
        return found != mark
    }
}

extension CheckoutMachine {
    // MARK: Paying

    mutating func pay(_ now: UInt64) -> [CheckoutEffect] {
        // While the app's server has a token, another can be made (YR18): it is the same attempt.
        guard let method, screen == method.formScreen || screen == .handedOver, request == nil, closing == nil else {
            return []
        }
        banner = nil
        fieldErrors = [:]
        if isUndecided {
            // W50: the same key; if the gateway saw it, it answers for it, and if not, it is new there.
            attempt?.lastTryAt = now
            attempt?.startedAt = now
        } else {
            attempt = CheckoutAttempt(
                key: keys.next(), baseline: lastDecline, channel: method.slug, startedAt: now, lastTryAt: now)
        }
        let started: [CheckoutEffect] = [.notify(.paymentStarted(channel: method.slug))]
        if method.form == .collectedCard || method.form == .deviceWallet {
            // W92: undecided from this tap on, though nothing has been sent.
            request = .collector
            return started + [.collectCard(channel: method.slug)]
        }
        return started + send(method)
    }

    private mutating func send(_ method: CheckoutMethod) -> [CheckoutEffect] {
        guard let attempt else { return [] }
        if options.submission == .server {
            request = .token
            return show(.processing, .processing) + [.makeToken(channel: method.slug)]
        }
        everStarted = true
        request = .payment
        self.attempt?.wasSent = attempt.isSent
        self.attempt?.isSent = true
        self.attempt?.isUnanswered = false
        let shown = show(.processing, .processing)
        guard method.form != .clientSession else { return shown + [.startClientSession(channel: method.slug)] }
        return shown + [.process(key: attempt.key, channel: method.slug)]
    }

    mutating func collected(_ answer: Collected, _ now: UInt64) -> [CheckoutEffect] {
        guard request == .collector, let method else { return [] }
        request = nil
        switch answer {
        case .paymentMethod:
            attempt?.lastTryAt = now
            return send(method)
        case .nothing:
            // W90: nothing was sent, so there was no attempt. One that was sent before stays as it is.
            if attempt?.isSent == false { attempt = nil }
            // The wallet's sheet was all there was to see (YL44).
            guard method.form == .deviceWallet, attempt == nil else { return [] }
            isClosedByPayer = true
            return finish(.cancelled(.payerCancelled))
        case .failed(let failure):
            if attempt?.isSent == false { attempt = nil }
            banner = failure
            return []
        }
    }

    // MARK: Answers

    mutating func answered(_ answer: AttemptAnswer, _ now: UInt64) -> [CheckoutEffect] {
        // A token that cannot be made may be answered with the payment that another device has made.
        guard request == .payment || request == .verification || request == .token else { return [] }
        request = nil
        outdateRead()
        if let fresh = answer.snapshot { take(fresh) }
        attempt?.lastTryAt = now
        attempt?.isUnanswered = answer.isUnanswered
        attempt?.isDecided = answer.isDecided
        switch answer.outcome {
        case .paid: return succeed()
        case .waiting(let waiting):
            step = nil
            follow(now)
            // W48: an unanswered request shows "payment in progress", never a failure.
            return answer.isUnanswered ? show(.processing, .processing) : showWaiting(waiting)
        case .step(let step):
            follow(now)
            return open(step, now)
        case .page(let page):
            follow(now)
            return go(to: page)
        case .code(let code):
            follow(now)
            return showCode(code)
        case .refused(let failure):
            if !failure.fields.isEmpty, let method {
                // Nothing ran: the form says what to correct.
                following = nil
                fieldErrors = failure.fields
                banner = failure
                return showForm(method)
            }
            // A newer refusal than the one we know, and its mark may not have been told.
            if answer.snapshot?.declineMark == nil { lastDecline = .unknown }
            // It decides nothing: money may move.
            if isUndecided { follow(now) }
            return refused(failure)
        }
    }

    // MARK: The app's server

    /// From here on money may move: the token is the app's.
    mutating func tokenMade(_ now: UInt64) -> [CheckoutEffect] {
        guard request == .token else { return [] }
        request = nil
        everStarted = true
        attempt?.isSent = true
        attempt?.isUnanswered = true
        attempt?.lastTryAt = now
        return show(.handedOver, .processing) + [.handOver]
    }

    /// YL32: the payment is read, and whatever it asks for is shown.
    mutating func continued(_ now: UInt64) -> [CheckoutEffect] {
        guard screen == .handedOver, request == nil else { return [] }
        banner = nil
        attempt?.startedAt = now
        attempt?.lastTryAt = now
        opensPage = true
        follow(now)
        return show(.processing, .processing) + readNow()
    }

    // MARK: What came to nothing

    /// The form comes back; an attempt that was sent before stays undecided, and keeps its key.
    mutating func notBegun(_ failure: CheckoutFailure, _ now: UInt64) -> [CheckoutEffect] {
        guard request == .payment || request == .token, let method else { return [] }
        let wasToken = request == .token
        request = nil
        if wasToken, attempt?.isSent == true {
            // The app's server may be paying with an earlier token: that goes on, whatever became of another.
            banner = failure
            return show(.handedOver, .processing) + [.notify(.error(failure))]
        }
        if attempt?.wasSent == false { attempt = nil }
        guard failure.isRetryable else {
            if isUndecided { follow(now) }
            return refused(failure)
        }
        banner = failure
        fieldErrors = failure.fields
        let told: [CheckoutEffect] = failure.fields.isEmpty ? [.notify(.error(failure))] : []
        return showForm(method) + told
    }

    /// Keeps what the gateway told of the payment.
    mutating func take(_ fresh: PaymentSnapshot) {
        snapshot = fresh
        if fresh.tellsOfDeclines { lastDecline = .known(fresh.declineMark) }
    }

    /// A refusal is shown at once; the payment is pending again when it is decided (W57).
    mutating func refused(_ failure: CheckoutFailure) -> [CheckoutEffect] {
        if !isUndecided {
            if snapshot?.standing == .processing { snapshot?.standing = .pending }
            following = nil
        }
        leaveAction()
        self.failure = failure
        let isExpired = failure.code == "session_terminal_expired"
        let told: [CheckoutEffect] = [.notify(.error(failure))]
        // While money may move it is no end.
        guard options.showsEnd || failure.isRetryable || isUndecided else { return told + finish(.failed(failure)) }
        return show(.failure, isExpired ? .expired : .failed) + told
    }

    mutating func succeed() -> [CheckoutEffect] {
        attempt?.isDecided = true
        snapshot?.standing = .success
        following = nil
        leaveAction()
        let shown = options.showsEnd ? show(.success, .success) : []
        let ended = options.showsEnd ? [] : finish(.complete)
        guard !hasToldSuccess else { return shown + ended }
        hasToldSuccess = true
        return shown + [.notify(.success)] + ended
    }

    /// Nothing is asked of the payer any more.
    mutating func leaveAction() {
        step = nil
        page = nil
        code = nil
    }

    mutating func tryAgain(_ now: UInt64) -> [CheckoutEffect] {
        guard screen == .failure, let failure, failure.isRetryable else { return [] }
        // W97: a step that is over leads back to the choice of a method; another refusal to the same form, where
        // another number can be given.
        guard !methods.isEmpty else { return loadMethods(now) }
        guard let method, methods.contains(method), !Self.endsOfSteps.contains(failure.code) else {
            return showMethods(now)
        }
        banner = nil
        fieldErrors = [:]
        self.failure = nil
        return showForm(method)
    }

    private static let endsOfSteps: Set = ["step_expired", "step_attempts_exhausted", "security_check_failed"]

    // MARK: Pages

    mutating func go(to page: CheckoutPage) -> [CheckoutEffect] {
        leaveAction()
        self.page = page
        opensPage = false
        guard page.mode != .embedded else { return show(.page, .threeDSRequired) + [.notify(.redirect(page))] }
        let shown = show(.redirect, page.isThreeDS ? .threeDSRequired : .pending)
        return shown + [.notify(.redirect(page)), .open(page)]
    }

    mutating func continuePayment() -> [CheckoutEffect] {
        guard let page, screen == .redirect, request == nil else { return [] }
        return [.open(page)]
    }

    /// A page the provider waits on, found by a read: "Continue the payment" opens it, nothing opens by itself.
    mutating func reopen(_ page: CheckoutPage) -> [CheckoutEffect] {
        attempt?.isUnanswered = false
        if opensPage || page.mode == .embedded, page != endedPage, page != self.page { return go(to: page) }
        // What has been left is not opened again by itself.
        guard page.mode != .embedded else { return [] }
        // The same page may come with another address each time it is read.
        guard self.page == nil || screen != .redirect else { return [] }
        leaveAction()
        self.page = page
        return show(.redirect, page.isThreeDS ? .threeDSRequired : .pending)
    }

    /// It says that it is over, not how: the payment is read for that.
    mutating func pageEnded() -> [CheckoutEffect] {
        guard screen == .page, let page, request == nil else { return [] }
        endedPage = page
        self.page = nil
        return show(.processing, .verifying) + readAnew()
    }

    // MARK: Codes

    /// Shows what is paid with elsewhere; the same code again says how long it is still good.
    mutating func showCode(_ code: CheckoutCode) -> [CheckoutEffect] {
        attempt?.isUnanswered = false
        guard screen != .code || !code.isSame(as: self.code) else {
            self.code = code
            return []
        }
        leaveAction()
        self.code = code
        return show(.code, .pending)
    }

    /// A page that cannot be opened is an error the payer sees, but the gateway began the attempt: it is followed,
    /// and "Continue the payment" tries the page again.
    mutating func pageOpened(_ isOpen: Bool, _ now: UInt64) -> [CheckoutEffect] {
        guard screen == .redirect, page != nil else { return [] }
        guard !isOpen else {
            banner = nil
            return []
        }
        let failure = CheckoutFailure("redirect_unavailable", retryable: true)
        banner = failure
        return [.notify(.error(failure))]
    }

    // MARK: Steps

    mutating func open(_ step: CheckoutStep, _ now: UInt64) -> [CheckoutEffect] {
        leaveAction()
        self.step = step
        banner = nil
        fieldErrors = [:]
        stepOpenedAt = now
        return show(step.screen, step.state)
    }

    mutating func submitStep() -> [CheckoutEffect] {
        guard let step, screen == step.screen, request == nil else { return [] }
        banner = nil
        fieldErrors = [:]
        request = .verification
        return show(.verifying, .verifying) + [.verify(step)]
    }

    /// W94, W96: a wrong answer keeps the screen, with the tries that are left.
    mutating func stepStays(_ failure: CheckoutFailure) -> [CheckoutEffect] {
        guard request == .verification else { return [] }
        request = nil
        // The follow limit may have passed meanwhile: then there is no step to go back to.
        guard let step else { return [] }
        banner = failure
        fieldErrors = failure.fields
        return show(step.screen, step.state)
    }

    mutating func resend(_ now: UInt64) -> [CheckoutEffect] {
        guard let step, screen == step.screen, canResend(at: now) else { return [] }
        request = .resending
        return [.resend(step)]
    }

    mutating func resent(_ now: UInt64) -> [CheckoutEffect] {
        guard request == .resending else { return [] }
        request = nil
        stepOpenedAt = now
        return []
    }

    mutating func resendFailed(_ failure: CheckoutFailure) -> [CheckoutEffect] {
        guard request == .resending else { return [] }
        request = nil
        banner = failure
        return []
    }

    /// Shows a step again that the gateway still asks for, after its answer was lost.
    mutating func reopen(_ step: CheckoutStep, _ now: UInt64) -> [CheckoutEffect] {
        let isSame = self.step?.id == step.id || attempt?.isUnanswered == true
        var effects: [CheckoutEffect] = []
        if screen != step.screen || self.step?.id != step.id { effects = open(step, now) }
        if isSame, attempt?.isUnanswered == true {
            attempt?.isUnanswered = false
            banner = .network
        }
        return effects
    }
}
