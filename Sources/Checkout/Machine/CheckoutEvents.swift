/// What may happen to a checkout.
package enum CheckoutEvent: Sendable {
    /// - Parameter restored: the key of an attempt of an earlier process that nothing has settled.
    case start(restored: RestoredAttempt?)
    /// What is left of the attempts of earlier processes, after the gateway was asked.
    case restored(RestoredAttempt?)
    // What the gateway answered.
    case sessionLoaded(PaymentSnapshot, [CheckoutMethod])
    case sessionFailed(SessionFailure)
    /// The methods that the configuration makes available, with the form each one needs.
    case configurationLoaded([CheckoutMethod])
    case configurationFailed
    case answered(AttemptAnswer)
    /// The one-time token is there, for the app's server to pay with.
    case tokenMade
    /// The request did not leave, or was none that can move money: what was before it still holds.
    case notBegun(CheckoutFailure)
    case stepStays(CheckoutFailure)
    case stepResent
    case resendFailed(CheckoutFailure)
    case statusRead(PaymentSnapshot)
    case statusUnreadable
    /// 401, 404 or 410: no later read will bring anything else.
    case statusGone(isExpired: Bool)
    case cancelAnswered(isDone: Bool)
    // What the payer does.
    case selectMethod(String)
    case backToMethods
    /// The form was complete and right; what it holds is with the driver.
    case pay
    case submitStep
    case resend
    case continuePayment
    case tryAgain
    case reload
    case cancelPayment
    case dismiss
    // What the app does.
    /// Its server has created the payment.
    case continued
    /// It begins another checkout.
    case superseded
    // What the device does.
    case hostGone
    /// The page inside the sheet says that it is over.
    case pageEnded
    /// A page closed, or the app came to the foreground: read at once (W85).
    case cameBack
    /// The gateway announced a change: read at once (O23).
    case hinted
    case pageOpened(Bool)
    case collected(Collected)
    case realtime(isConnected: Bool)
    case tick
}

/// An attempt of an earlier process: its request left, and nothing has settled it.
package struct RestoredAttempt: Sendable, Hashable {
    package let key: String
    package let channel: String

    package init(key: String, channel: String) {
        self.key = key
        self.channel = channel
    }
}

package enum SessionFailure: Sendable, Hashable {
    /// No answer, 5xx, 429: can be tried again.
    case unreachable(CheckoutFailure)
    /// 401, 404.
    case unknown(CheckoutFailure)
    /// 410.
    case expired(CheckoutFailure)
}

/// What became of a payment request, or of an answer to a step.
package struct AttemptAnswer: Sendable {
    package enum Outcome: Sendable {
        case paid
        case waiting(PaymentSnapshot.Waiting)
        case step(CheckoutStep)
        case page(CheckoutPage)
        case code(CheckoutCode)
        case refused(CheckoutFailure)
    }

    package let outcome: Outcome
    /// Whether the attempt is settled for good (W56).
    package let isDecided: Bool
    /// Whether no answer came, a 5xx included (W48).
    package let isUnanswered: Bool
    package let snapshot: PaymentSnapshot?

    package init(
        _ outcome: Outcome, decided: Bool = false, unanswered: Bool = false, snapshot: PaymentSnapshot? = nil
    ) {
        self.outcome = outcome
        isDecided = decided
        isUnanswered = unanswered
        self.snapshot = snapshot
    }
}

/// What the app's card collector came back with (W88 to W91).
package enum Collected: Sendable {
    case paymentMethod
    /// The payer backed out.
    case nothing
    case failed(CheckoutFailure)
}

/// What follows from an event; the driver performs it and feeds the answer back.
package enum CheckoutEffect: Sendable, Hashable {
    case loadSession
    case loadConfiguration
    /// Send the payment request. The key is on disk before it leaves.
    case process(key: String, channel: String)
    /// Have what the form holds made into a one-time token.
    case makeToken(channel: String)
    /// Give it to the app; the interface is out of the way.
    case handOver
    case startClientSession(channel: String)
    case completeClientSession(id: String)
    case collectCard(channel: String)
    case verify(CheckoutStep)
    case resend(CheckoutStep)
    case readStatus
    case cancel
    case open(CheckoutPage)
    case notify(CheckoutNotice)
    /// Take the interface down and hand this to the app.
    case finish(CheckoutEnd)
}

/// What the app's callbacks are told, in this order.
package enum CheckoutNotice: Sendable, Hashable {
    case ready(methods: [String])
    case loadError(CheckoutFailure)
    case state(CheckoutState, previous: CheckoutState?)
    case paymentStarted(channel: String)
    case redirect(CheckoutPage)
    case success
    case error(CheckoutFailure)
    case cancelled(CheckoutCancellation)
    case complete(CheckoutEnd)
}
