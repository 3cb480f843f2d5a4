/// When the status is read, and until when (spec 6.4, 10).
struct CheckoutFollowing: Sendable, Hashable {
    let startedAt: UInt64
    private(set) var nextReadAt: UInt64
    private var interval: UInt64
    /// Until then realtime may still connect, and only the first read is made.
    private let quietUntil: UInt64
    /// One read at a time; what comes meanwhile is one more read.
    var shallReadAgain = false
    /// Whether reads begin close together and grow apart (O13).
    private let grows: Bool

    init(startedAt: UInt64, isRealtime: Bool, expectsRealtime: Bool, grows: Bool = false, now: UInt64) {
        self.startedAt = startedAt
        self.grows = grows && !isRealtime
        quietUntil = expectsRealtime && !isRealtime ? now + CheckoutOptions.realtimeNanoseconds : now
        nextReadAt = now + CheckoutOptions.firstReadNanoseconds
        interval = isRealtime ? CheckoutOptions.readWithRealtimeNanoseconds : CheckoutOptions.readNanoseconds
        if self.grows { interval = 0 }
    }

    /// W52: 15 minutes, on the monotonic clock.
    var limit: UInt64 { startedAt + CheckoutOptions.followNanoseconds }

    mutating func setInterval(isConnected: Bool, _ now: UInt64) {
        interval =
            isConnected ? CheckoutOptions.readWithRealtimeNanoseconds : CheckoutOptions.readNanoseconds
        nextReadAt = min(nextReadAt, now + interval)
    }

    /// - Parameter deadline: a moment at which a read is wanted, if it is still to come.
    mutating func scheduleNext(_ now: UInt64, deadline: UInt64?) {
        if grows {
            interval = min(interval + CheckoutOptions.readGrowthNanoseconds, CheckoutOptions.readNanoseconds)
        }
        nextReadAt = max(now + interval, quietUntil)
        if let deadline, deadline > now { nextReadAt = min(nextReadAt, deadline) }
    }
}

extension CheckoutMachine {
    /// Begins to follow the attempt, or goes on; the limit counts from the tap on Pay of this key.
    mutating func follow(_ now: UInt64) {
        let startedAt = attempt?.startedAt ?? now
        following = CheckoutFollowing(
            startedAt: startedAt, isRealtime: isRealtimeConnected, expectsRealtime: expectsRealtime,
            grows: options.submission == .server, now: now)
    }

    /// Until when the payment is followed. A code is followed for as long as it is good.
    func limit(_ following: CheckoutFollowing) -> UInt64 {
        if screen == .code, let code { return code.deadline + CheckoutOptions.afterCodeNanoseconds }
        guard let hiddenSince else { return following.limit }
        return min(following.limit, hiddenSince + CheckoutOptions.hiddenNanoseconds)
    }

    /// Whether the payment asks for nothing, and there is no screen to say so.
    var isHidden: Bool {
        !options.showsEnd && !options.followsUnseen && screen == .processing && attempt?.isUnanswered != true
            && snapshot?.standing == .processing
    }

    mutating func tick(_ now: UInt64) -> [CheckoutEffect] {
        if let closing, now >= closing.deadline {
            // O45: closing never waits longer than this.
            return finish(endWithoutKnowing(closing))
        }
        if let reloadsAt { return now >= reloadsAt ? reload() : [] }
        guard let following else { return [] }
        if now >= limit(following) { return stopFollowing() }
        return now >= following.nextReadAt && reading == .none ? readNow() : []
    }

    /// After 15 minutes nothing is asked any more, and nothing is called a failure (W52, O14).
    private mutating func stopFollowing() -> [CheckoutEffect] {
        following = nil
        leaveAction()
        guard options.showsEnd else { return finish(.processing) }
        return show(.processing, .pending)
    }

    mutating func readNow() -> [CheckoutEffect] {
        guard reading == .none else {
            following?.shallReadAgain = true
            return []
        }
        reading = .underWay
        return [.readStatus]
    }

    /// Reads what is so after an answer that just came; a read from before it does not count.
    mutating func readAnew() -> [CheckoutEffect] {
        outdateRead()
        return reading == .none ? readNow() : []
    }

    /// What a read brings that was asked for before an answer came may be older than the answer.
    mutating func outdateRead() {
        if reading == .underWay { reading = .outdated }
    }

    /// - Returns: whether what the read brought still counts.
    private mutating func endRead() -> Bool {
        defer { reading = .none }
        return reading != .outdated
    }

    private var isReadWanted: Bool { request == nil && closing != nil || following != nil }

    mutating func cameBack() -> [CheckoutEffect] {
        guard request == nil else { return [] }
        if let page, let id = page.clientSessionID, screen == .redirect {
            request = .verification
            return show(.verifying, .verifying) + [.completeClientSession(id: id)]
        }
        return following == nil ? [] : readNow()
    }

    mutating func unreadable(_ now: UInt64) -> [CheckoutEffect] {
        guard endRead() else { return isReadWanted ? readNow() : [] }
        if let closing, request == nil { return finish(endWithoutKnowing(closing)) }
        return readEnded(now)
    }

    /// Nothing more is read. What may still run is not called over (spec 8.2).
    mutating func gone(_ isExpired: Bool, _ now: UInt64) -> [CheckoutEffect] {
        guard endRead() else { return isReadWanted ? readNow() : [] }
        if let closing, request == nil { return finish(endWithoutKnowing(closing)) }
        guard following != nil, request == nil else { return [] }
        guard isExpired, !isUndecided else { return stopFollowing() }
        return over(.expired, "session_terminal_expired")
    }

    /// What a read means while nothing runs: the shop, time, or another device has ended the payment.
    private mutating func readIdle(_ fresh: PaymentSnapshot) -> [CheckoutEffect] {
        switch fresh.standing {
        case .success: succeed()
        case .failed: over(.failed, fresh.decline?.code ?? "payment_failed")
        case .cancelled: over(.cancelled, "payment_cancelled")
        case .expired: over(.expired, "session_terminal_expired")
        case .pending, .processing: []
        }
    }

    /// Errors while polling are swallowed; the next read comes in its time.
    private mutating func readEnded(_ now: UInt64) -> [CheckoutEffect] {
        guard following != nil else { return [] }
        let deadline = [notStartedDeadline, screen == .code ? code?.deadline : nil].compactMap(\.self).min()
        following?.scheduleNext(now, deadline: deadline)
        guard following?.shallReadAgain == true else { return [] }
        following?.shallReadAgain = false
        return readNow()
    }

    /// What a status read means, while an attempt is followed (spec 8.2).
    mutating func read(_ fresh: PaymentSnapshot, _ now: UInt64) -> [CheckoutEffect] {
        guard endRead() else { return isReadWanted ? readNow() : [] }
        take(fresh)
        if closing != nil, request == nil { return finish(endAfterRefusedCancellation(fresh)) }
        if isIdle { return readIdle(fresh) }
        guard following != nil, request == nil else { return readEnded(now) }
        switch fresh.standing {
        case .success: return succeed()
        case .failed:
            attempt?.isDecided = true
            return refused(fresh.decline ?? CheckoutFailure("payment_failed", retryable: false))
        case .cancelled: return over(.cancelled, "payment_cancelled")
        case .expired: return over(.expired, "session_terminal_expired")
        case .processing:
            if let step = fresh.step { return reopen(step, now) + readEnded(now) }
            if let page = fresh.page { return reopen(page) + readEnded(now) }
            if let code = fresh.code { return showCode(code) + readEnded(now) }
            // The request arrived after all.
            let wasUnanswered = attempt?.isUnanswered ?? false
            attempt?.isUnanswered = false
            let isSettled = wasUnanswered || screen == .processing || screen == .page || screen == .code
            let shown = isSettled ? showWaiting(fresh.waiting) : []
            return shown + readEnded(now)
        case .pending: return readPending(fresh, now)
        }
    }

    private mutating func over(_ state: CheckoutState, _ code: String) -> [CheckoutEffect] {
        attempt?.isDecided = true
        following = nil
        leaveAction()
        let failure = CheckoutFailure(code, retryable: false)
        self.failure = failure
        guard options.showsEnd else { return [.notify(.error(failure))] + finish(.failed(failure)) }
        return show(.ended, state) + [.notify(.error(failure))]
    }

    private mutating func readPending(_ fresh: PaymentSnapshot, _ now: UInt64) -> [CheckoutEffect] {
        guard let attempt, !attempt.isDecided else {
            // A payment that was found running, and is payable again.
            guard attempt == nil, let decline = fresh.decline else { return readEnded(now) }
            return refused(decline)
        }
        if attempt.isRefused(by: fresh) {
            // W49, W56: a new refusal decides the attempt.
            self.attempt?.isDecided = true
            return refused(fresh.decline ?? CheckoutFailure("payment_declined", retryable: true))
        }
        if let deadline = notStartedDeadline, now >= deadline {
            following = nil
            guard options.submission == .app, let method else {
                // The token was the server's to pay with: nothing here can send it again, and nobody waits (O12).
                self.attempt?.isDecided = true
                return refused(.paymentNotFound)
            }
            // W50: it never began. Back to the form; the key stays, and so does the doubt (W56).
            banner = .network
            return showForm(method)
        }
        return readEnded(now)
    }

    /// W50: 60 s after the last try of a request that was never answered.
    private var notStartedDeadline: UInt64? {
        guard let attempt, attempt.isUnanswered else { return nil }
        return attempt.lastTryAt + CheckoutOptions.notStartedNanoseconds
    }

    /// What a running payment shows when it is found.
    mutating func showRunning(_ snapshot: PaymentSnapshot, _ now: UInt64) -> [CheckoutEffect] {
        if let step = snapshot.step { return open(step, now) }
        if let page = snapshot.page { return reopen(page) }
        if let code = snapshot.code { return showCode(code) }
        return showWaiting(snapshot.waiting)
    }

    mutating func showWaiting(_ waiting: PaymentSnapshot.Waiting) -> [CheckoutEffect] {
        switch waiting {
        case .approval: show(.approval, .approvalRequired)
        case .ussd: show(.ussd, .ussdRequired)
        case .nothing: show(.processing, .pending)
        }
    }
}
