import Kernel

/// Every rule of the payment sheet about what happens next. It takes an event and the monotonic time, and returns
/// effects; it never waits, reads no clock and touches nothing (spec 6).
///
/// Time is monotonic nanoseconds. The driver calls ``handle(_:at:)`` with `.tick` when ``nextWakeNanoseconds`` comes.
package struct CheckoutMachine: Sendable {
    package var options: CheckoutOptions
    let keys: any IdentifierSource

    // What is drawn.
    package internal(set) var screen = CheckoutScreen.loading
    package internal(set) var state: CheckoutState?
    package internal(set) var methods: [CheckoutMethod] = []
    /// The method whose form is shown, or was last shown.
    package internal(set) var method: CheckoutMethod?
    /// What is wrong, above the form.
    package internal(set) var banner: CheckoutFailure?
    package internal(set) var fieldErrors: [String: String] = [:]
    /// What the failure screen, or the notice that a payment is over, says.
    package internal(set) var failure: CheckoutFailure?
    package internal(set) var page: CheckoutPage?
    package internal(set) var code: CheckoutCode?
    package internal(set) var step: CheckoutStep?
    package internal(set) var snapshot: PaymentSnapshot?
    package internal(set) var end: CheckoutEnd?
    /// Whether the payer closed the interface, rather than that something ended it.
    package internal(set) var isClosedByPayer = false

    // What is going on.
    var offered: [CheckoutMethod]?
    var configuration = Configuration.awaited
    var attempt: CheckoutAttempt?
    /// Whether an attempt ever left the form, for a host that vanishes (W39).
    package internal(set) var everStarted = false
    package internal(set) var request: Request?
    var following: CheckoutFollowing?
    var stepOpenedAt: UInt64 = 0
    /// Set while a cancellation decides how a closing sheet ends.
    var closing: Closing?
    /// The last refusal as far as it is known: what the next attempt is judged by.
    var lastDecline = CheckoutAttempt.Baseline.unknown
    var reading = Reading.none
    var isRealtimeConnected = false
    /// Whether changes may be announced: reads at the full rate begin only when they are not, after 10 s (T98).
    package var expectsRealtime = false
    var hasToldSuccess = false
    /// Where nobody can press "try again": when it is loaded again, and until when that is worth a try.
    var reloadsAt: UInt64?
    var reloadsUntil: UInt64 = 0
    /// Whether the next page opens by itself: the payer has just paid.
    var opensPage = false
    /// Since when the payment has asked for nothing with no screen to say so; nil while that is not so.
    var hiddenSince: UInt64?
    /// The page inside the sheet that has said that it is over.
    var endedPage: CheckoutPage?

    enum Configuration: Sendable, Hashable {
        case awaited, unreadable
        case read([CheckoutMethod])
    }

    /// The one request that may be on its way; status reads are apart from it.
    package enum Request: Sendable, Hashable {
        case payment, token, verification, resending, cancellation, collector
    }

    /// The status read that is under way, if one is.
    enum Reading: Sendable, Hashable {
        case none, underWay
        /// An answer came after it was asked for: what it brings may be older.
        case outdated
    }

    struct Closing: Sendable, Hashable {
        /// What it ends with when the cancellation succeeds.
        let end: CheckoutEnd
        /// The sheet goes away by then, whatever the network does (O45).
        let deadline: UInt64
    }

    package init(options: CheckoutOptions = CheckoutOptions(), keys: any IdentifierSource) {
        self.options = options
        self.keys = keys
    }

    package mutating func handle(_ event: CheckoutEvent, at now: UInt64) -> [CheckoutEffect] {
        guard end == nil else { return [] }
        defer { hiddenSince = isHidden ? hiddenSince ?? now : nil }
        switch event {
        case .start(let restored): return start(restored, now)
        case .restored(let attempt): return restore(attempt, now)
        case .sessionLoaded(let snapshot, let methods): return opened(snapshot, methods, now)
        case .sessionFailed(let failure): return sessionFailed(failure, now)
        case .configurationLoaded(let methods): return configured(.read(methods), now)
        case .configurationFailed: return configured(.unreadable, now)
        case .selectMethod(let slug): return select(slug)
        case .backToMethods: return showMethods(now)
        case .reload: return reload()
        case .pay: return pay(now)
        case .collected(let answer): return collected(answer, now)
        case .answered(let answer): return answered(answer, now)
        case .tokenMade: return tokenMade(now)
        case .continued: return continued(now)
        case .superseded: return finish(endForSuperseded)
        case .notBegun(let failure): return notBegun(failure, now)
        case .submitStep: return submitStep()
        case .stepStays(let failure): return stepStays(failure)
        case .resend: return resend(now)
        case .stepResent: return resent(now)
        case .resendFailed(let failure): return resendFailed(failure)
        case .pageOpened(let isOpen): return pageOpened(isOpen, now)
        case .pageEnded: return pageEnded()
        case .continuePayment: return continuePayment()
        case .cameBack: return cameBack()
        case .hinted: return request == nil && (following != nil || isIdle) ? readNow() : []
        case .statusRead(let snapshot): return read(snapshot, now)
        case .statusUnreadable: return unreadable(now)
        case .statusGone(let isExpired): return gone(isExpired, now)
        case .realtime(let isConnected):
            isRealtimeConnected = isConnected
            following?.setInterval(isConnected: isConnected, now)
            return []
        case .tick: return tick(now)
        case .tryAgain: return tryAgain(now)
        case .cancelPayment: return cancelPayment(now)
        case .cancelAnswered(let isDone): return cancelAnswered(isDone, now)
        case .dismiss: return dismiss(now)
        case .hostGone: return finish(endForVanishedHost)
        }
    }

    // MARK: What may be done now

    /// W55, W58: only a loaded payment that is pending, on a list, a form or a failure that can be tried again, and
    /// never while an attempt is undecided.
    package var canCancel: Bool {
        guard options.offersCancelling, mayCancel, request == nil else { return false }
        switch screen {
        case .methods, .mobileMoney, .card, .wallet: return true
        case .failure: return failure?.isRetryable ?? false
        default: return false
        }
    }

    var mayCancel: Bool { snapshot?.standing == .pending && !isUndecided }

    /// W54: during a request the sheet cannot be swiped down.
    package var canDismissBySwipe: Bool { request == nil && closing == nil && screen != .handedOver }

    package var isBusy: Bool { request != nil || closing != nil }

    /// W95: 60 s after the step was opened, or its code sent again.
    package func canResend(at now: UInt64) -> Bool {
        guard let step, request == nil else { return false }
        return now >= stepOpenedAt + step.resendNanoseconds
    }

    /// When a code may be sent again; nil without a step that is shown.
    package var resendNanoseconds: UInt64? {
        guard let step, screen == step.screen else { return nil }
        return stepOpenedAt + step.resendNanoseconds
    }

    /// Whole seconds until then; nil when it is over, or there is no step that is shown.
    package func resendSeconds(at now: UInt64) -> Int? {
        resendNanoseconds.flatMap { $0 > now ? Int(($0 - now + 999_999_999) / 1_000_000_000) : nil }
    }

    /// Whether the payer has begun nothing that is not settled: a payment that ends meanwhile ends the checkout.
    package var isIdle: Bool {
        guard following == nil, request == nil, closing == nil, end == nil, !isUndecided else { return false }
        switch screen {
        case .methods, .mobileMoney, .card, .wallet: return true
        default: return false
        }
    }

    /// Since when the payment is followed; nil when it is not.
    package var followedSince: UInt64? { following?.startedAt }

    /// O14: the 15 minutes are over, and nothing is asked any more.
    package var isOutOfTime: Bool { screen == .processing && following == nil && request == nil }

    /// Whether there is anything to show: not while the app's server creates the payment.
    package var isVisible: Bool { screen != .handedOver }

    /// The key of the attempt that nothing has settled.
    package var undecidedKey: String? { isUndecided ? attempt?.key : nil }

    /// W56: from the tap on Pay until a definitive answer.
    package var isUndecided: Bool { attempt.map { !$0.isDecided } ?? false }

    /// When the driver must send `.tick`; nil when nothing is due by itself.
    package var nextWakeNanoseconds: UInt64? {
        var due = following.map { reading == .none ? min(limit($0), $0.nextReadAt) : limit($0) }
        if let deadline = closing?.deadline { due = min(due ?? deadline, deadline) }
        if let reloadsAt { due = min(due ?? reloadsAt, reloadsAt) }
        return end == nil ? due : nil
    }

    // MARK: Showing

    /// Moves to a screen, and tells the state when it is another one: never the same twice in a row.
    mutating func show(_ screen: CheckoutScreen, _ state: CheckoutState?) -> [CheckoutEffect] {
        self.screen = screen
        guard let state, state != self.state else { return [] }
        let previous = self.state
        self.state = state
        return [.notify(.state(state, previous: previous))]
    }

    mutating func showMethods(_ now: UInt64) -> [CheckoutEffect] {
        guard request == nil, [.methods, .mobileMoney, .card, .wallet, .failure].contains(screen) else { return [] }
        guard !methods.isEmpty else { return loadMethods(now) }
        banner = nil
        fieldErrors = [:]
        failure = nil
        guard methods.count != 1 else { return showForm(methods[0]) }
        return show(.methods, .initiated)
    }

    mutating func showForm(_ method: CheckoutMethod) -> [CheckoutEffect] {
        self.method = method
        return show(method.formScreen, .collectingDetails)
    }
}

/// How a checkout behaves where the app may choose.
package struct CheckoutOptions: Sendable, Hashable {
    /// Whether closing the sheet also cancels a payment that may be cancelled.
    package var cancelOnDismiss = false
    /// Whether the payer can cancel the payment for good.
    package var offersCancelling = true
    package var submission = Submission.app
    /// Whether a way that asks for nothing is paid with as soon as it is known.
    package var paysAtOnce = false
    /// Whether its payment exists already: it is followed, and no way to pay is offered.
    package var resumes = false
    /// Whether the interface stays to say how it ended.
    package var showsEnd = true
    /// Whether a payment that asks for nothing is followed to its end, though no screen says so.
    package var followsUnseen = false
    /// Whether the payer may load again what could not be loaded.
    package var reloads = true
    /// Whether closing the bank's page is backing out (YL44): the payment stays as it is, the app is told so.
    package var bankPageCancels = false

    /// Who sends the payment request.
    package enum Submission: Sendable, Hashable {
        /// This app.
        case app
        /// The app's server, with a one-time token (YL31).
        case server
    }

    package init(cancelOnDismiss: Bool = false) {
        self.cancelOnDismiss = cancelOnDismiss
    }

    private static let second: UInt64 = 1_000_000_000
    /// W52.
    package static let followNanoseconds = 15 * 60 * second
    /// W50.
    static let notStartedNanoseconds = 60 * second
    /// W95.
    package static let resendNanoseconds = 60 * second
    package static let firstReadNanoseconds = 2 * second
    package static let readNanoseconds = 5 * second
    /// How long realtime may take to connect before reads go on without it.
    static let realtimeNanoseconds = 10 * second
    /// How long a payment is looked at that asks for nothing, when nothing says so on a screen.
    static let hiddenNanoseconds = 10 * second
    /// How long a code is followed after its time: the gateway says that it is over.
    static let afterCodeNanoseconds = 60 * second
    /// O24: with realtime up, reads are only a safety net.
    static let readWithRealtimeNanoseconds = 15 * second
    /// O13: one second at first, then one more each time.
    static let readGrowthNanoseconds = second
    /// O45.
    static let closingNanoseconds = 10 * second
}
