import Testing

@testable import Checkout

@Suite struct ClosingTests {
    private static let dismissed = [CheckoutEffect.notify(.cancelled(.dismissed))] + ended(.cancelled(.dismissed))

    @Test("W54: during a request the sheet cannot be swiped down; between requests it can")
    func swipe() {
        var probe = Probe.onForm()
        #expect(probe.machine.canDismissBySwipe)
        _ = probe.send(.pay)
        #expect(!probe.machine.canDismissBySwipe)
        _ = probe.send(.answered(Probe.approval))
        #expect(probe.machine.canDismissBySwipe)
    }

    @Test("W53, W22: closing with nothing tried is cancelled; with a payment running it is processing")
    func dismissed() {
        var untouched = Probe.onForm()
        #expect(untouched.send(.dismiss) == Self.dismissed)
        var sending = Probe.paying()
        #expect(sending.send(.dismiss) == ended(.processing))
        #expect(sending.send(.answered(AttemptAnswer(.paid, decided: true))) == [], "nothing happens after the end")
        var waiting = Probe.answered(Probe.approval)
        #expect(waiting.send(.dismiss) == ended(.processing))
        var refused = Probe.answered(Probe.refused)
        #expect(refused.send(.dismiss) == ended(.failed(Probe.declined)))
        var again = Probe.answered(Probe.refused)
        _ = again.send(.tryAgain)
        #expect(again.send(.dismiss) == Self.dismissed)
        var paid = Probe.answered(AttemptAnswer(.paid, decided: true))
        #expect(paid.send(.dismiss) == ended(.complete))
    }

    @Test(
        "W39: a host that vanishes: cancelled before any attempt, processing once one was launched, complete after a success"
    )
    func hostGone() {
        func end(_ probe: Probe) -> CheckoutEffect? {
            var probe = probe
            return probe.send(.hostGone).last
        }
        #expect(end(Probe()) == .finish(.cancelled(.hostGone)))
        #expect(end(.onForm()) == .finish(.cancelled(.hostGone)))
        #expect(end(.paying()) == .finish(.processing))
        #expect(end(.answered(Probe.approval)) == .finish(.processing))
        #expect(end(.answered(Probe.refused)) == .finish(.processing))
        var again = Probe.answered(Probe.refused)
        _ = again.send(.tryAgain)
        #expect(end(again) == .finish(.processing))
        #expect(end(.answered(AttemptAnswer(.paid, decided: true))) == .finish(.complete))
        let blocked = CheckoutFailure("shield_blocked", retryable: false)
        #expect(end(.answered(AttemptAnswer(.refused(blocked), decided: true))) == .finish(.failed(blocked)))
    }

    @Test("W55, W58: cancelling is offered on the list, a form and a failure that can be tried again, and nowhere else")
    func offered() {
        #expect(Probe.onForm().machine.canCancel)
        #expect(!Probe().machine.canCancel)
        #expect(!Probe.paying().machine.canCancel)
        #expect(!Probe.answered(Probe.approval).machine.canCancel)
        #expect(!Probe.answered(Probe.unanswered).machine.canCancel)
        #expect(Probe.answered(Probe.refused).machine.canCancel)
        #expect(!Probe.answered(AttemptAnswer(.paid, decided: true)).machine.canCancel)
        let blocked = CheckoutFailure("shield_blocked", retryable: false)
        #expect(!Probe.answered(AttemptAnswer(.refused(blocked), decided: true)).machine.canCancel)
        var probe = Probe.paying()
        #expect(probe.send(.cancelPayment) == [])
    }

    @Test("W59: cancelling ends the payment for good")
    func cancel() {
        var probe = Probe.onForm()
        #expect(probe.send(.cancelPayment) == [.cancel])
        #expect(!probe.machine.canDismissBySwipe && probe.send(.pay) == [] && probe.send(.dismiss) == [])
        #expect(
            probe.send(.cancelAnswered(isDone: true))
                == [state(.cancelled, .collectingDetails), .notify(.cancelled(.payerCancelled))]
                + ended(.cancelled(.payerCancelled)))
    }

    @Test("W60: a cancellation that is refused reads the status, and ends with what it says")
    func cancelRefused() {
        let failed = CheckoutFailure("payment_failed", retryable: false)
        let expired = CheckoutFailure("session_terminal_expired", retryable: false)
        let cases: [(TransactionStatus?, CheckoutEnd)] = [
            (.success, .complete), (.processing, .processing), (.failed, .failed(failed)), (.expired, .failed(expired)),
            (.cancelled, .cancelled(.payerCancelled)), (.pending, .cancelled(.dismissed)),
            (nil, .cancelled(.dismissed)),
        ]
        for (standing, end) in cases {
            var probe = Probe.onForm()
            _ = probe.send(.cancelPayment)
            #expect(probe.send(.cancelAnswered(isDone: false)) == [.readStatus])
            let event = standing.map { CheckoutEvent.statusRead(PaymentSnapshot($0)) } ?? .statusUnreadable
            let effects = probe.send(event)
            #expect(effects.last == .finish(end), "\(String(describing: standing))")
            #expect(effects.contains(.notify(.success)) == (end == .complete))
        }
    }

    @Test("A cancellation that nobody answers ends within 10 s, and says no more than is known")
    func slowCancellation() {
        var probe = Probe.onForm()
        _ = probe.send(.cancelPayment)
        #expect(probe.wait(until: 9.9) == [])
        #expect(probe.wait(until: 10).last == .finish(.cancelled(.dismissed)))
    }

    @Test(
        "cancelOnDismiss cancels what may be cancelled, tells the truth when it cannot, and never waits longer than 10 s"
    )
    func cancelOnDismiss() {
        let options = CheckoutOptions(cancelOnDismiss: true)
        var probe = Probe.onForm(Probe.mobile, options)
        #expect(probe.send(.dismiss) == [.cancel])
        var refused = probe
        #expect(probe.send(.cancelAnswered(isDone: true)) == Self.dismissed)
        #expect(refused.send(.cancelAnswered(isDone: false)) == [.readStatus])
        #expect(refused.send(.statusRead(PaymentSnapshot(.processing))) == ended(.processing))
        var slow = Probe.onForm(Probe.mobile, options)
        _ = slow.send(.dismiss)
        #expect(slow.wait(until: 9.9) == [])
        #expect(slow.wait(until: 10) == Self.dismissed)
        var running = Probe.paying(Probe.mobile, options)
        #expect(running.send(.dismiss) == ended(.processing), "never a payment that runs")
        var loading = Probe(options)
        _ = loading.send(.start(restored: nil))
        #expect(loading.send(.dismiss) == Self.dismissed, "never a payment that is not loaded")
    }

    @Test("A checkout ends once, whatever comes afterwards")
    func once() {
        var probe = Probe.answered(Probe.approval)
        #expect(probe.send(.dismiss) == ended(.processing))
        for event in [
            CheckoutEvent.dismiss, .hostGone, .statusRead(PaymentSnapshot(.success)), .pay, .tick,
            .cancelAnswered(isDone: true),
        ] { #expect(probe.send(event) == []) }
        #expect(probe.machine.nextWakeNanoseconds == nil)
    }

    @Test("W30: the callbacks come in their order, and no state is told twice in a row")
    func order() {
        var probe = Probe()
        var notices: [CheckoutNotice] = []
        func note(_ effects: [CheckoutEffect]) {
            for case .notify(let notice) in effects { notices.append(notice) }
        }
        let page = CheckoutPage(url: "https://psp.example/p", mode: .inApp)
        note(probe.send(.start(restored: nil)))
        note(probe.send(.sessionLoaded(PaymentSnapshot(.pending), [Probe.card])))
        note(probe.send(.configurationLoaded([Probe.card])))
        note(probe.send(.pay))
        note(probe.send(.answered(AttemptAnswer(.page(page)))))
        note(probe.send(.cameBack))
        note(probe.send(.statusRead(PaymentSnapshot(.success))))
        note(probe.send(.dismiss))
        #expect(
            notices == [
                .ready(methods: ["card"]), .state(.collectingDetails, previous: nil), .paymentStarted(channel: "card"),
                .state(.processing, previous: .collectingDetails), .state(.pending, previous: .processing),
                .redirect(page), .state(.success, previous: .pending), .success, .complete(.complete),
            ])
    }

    @Test(
        "No event, in any order, breaks the machine, ends it twice, or calls an undecided attempt cancelled or failed")
    func random() {
        var generator = SplitMix(seed: 7)
        let events: [CheckoutEvent] = [
            .start(restored: nil),
            .sessionLoaded(PaymentSnapshot(.pending), [Probe.mobile, Probe.card, Probe.stripe, Probe.session]),
            .sessionLoaded(PaymentSnapshot(.processing), [Probe.mobile]),
            .configurationLoaded([Probe.mobile, Probe.card, Probe.stripe, Probe.session]),
            .configurationFailed, .sessionFailed(.unreachable(.network)), .selectMethod("card"),
            .selectMethod("stripe"),
            .selectMethod("psp"), .selectMethod("cm.mobile"), .backToMethods, .pay, .pay, .answered(Probe.approval),
            .answered(Probe.unanswered), .answered(Probe.refused), .answered(AttemptAnswer(.paid, decided: true)),
            .answered(AttemptAnswer(.step(Probe.otp))),
            .answered(AttemptAnswer(.page(CheckoutPage(url: "u", mode: .inApp)))),
            .stepStays(.network), .submitStep, .resend, .stepResent, .statusRead(PaymentSnapshot(.pending)),
            .statusRead(PaymentSnapshot(.pending, declineMark: "n", decline: Probe.declined)),
            .statusRead(PaymentSnapshot(.processing)), .statusUnreadable, .cancelPayment, .cancelAnswered(isDone: true),
            .cancelAnswered(isDone: false), .dismiss, .hostGone, .cameBack, .pageOpened(true), .pageOpened(false),
            .collected(.nothing), .collected(.paymentMethod), .tryAgain, .reload, .tick, .realtime(isConnected: true),
        ]
        for round in 0..<20_000 {
            var machine = CheckoutMachine(
                options: CheckoutOptions(cancelOnDismiss: round.isMultiple(of: 2)), keys: CountingKeys())
            var now: UInt64 = 0
            var ends = 0
            for _ in 0..<30 {
                now += UInt64(generator.next() % 40_000_000_000)
                let wasUndecided = machine.isUndecided
                let event = events[Int(generator.next() % UInt64(events.count))]
                for effect in machine.handle(event, at: now) {
                    guard case .finish(let end) = effect else { continue }
                    ends += 1
                    if wasUndecided, machine.isUndecided { #expect(end == .processing, "\(event)") }
                }
            }
            #expect(ends <= 1)
        }
    }
}

/// A small generator with a seed, so that a failure repeats itself.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
