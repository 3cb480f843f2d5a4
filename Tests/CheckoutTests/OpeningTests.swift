import Testing

@testable import Checkout

@Suite struct OpeningTests {
    private func opening(_ snapshot: PaymentSnapshot, _ methods: [CheckoutMethod] = [Probe.mobile, Probe.card]) -> (
        Probe, [CheckoutEffect]
    ) {
        var probe = Probe()
        #expect(probe.send(.start(restored: nil)) == [.loadSession, .loadConfiguration])
        #expect(probe.machine.state == nil && probe.machine.screen == .loading)
        let effects = probe.send(.sessionLoaded(snapshot, methods))
        return (probe, effects)
    }

    @Test("W35: there are 17 states, and their raw values are the contract's names")
    func states() {
        #expect(
            CheckoutState.allCases.map(\.rawValue) == [
                "INITIATED", "COLLECTING_DETAILS", "PROCESSING", "APPROVAL_REQUIRED", "USSD_REQUIRED", "OTP_REQUIRED",
                "PIN_REQUIRED", "PHONE_REQUIRED", "BIRTHDAY_REQUIRED", "ADDRESS_REQUIRED", "3DS_REQUIRED", "VERIFYING",
                "PENDING", "SUCCESS", "FAILED", "EXPIRED", "CANCELLED",
            ])
    }

    @Test("A pending payment shows its methods when both answers are there, in whichever order they come")
    func methods() {
        var (probe, effects) = opening(PaymentSnapshot(.pending))
        #expect(effects == [])
        #expect(
            probe.send(.configurationLoaded([Probe.mobile, Probe.card]))
                == [.notify(.ready(methods: ["cm.mobile", "card"])), state(.initiated, nil)])
        #expect(probe.machine.screen == .methods)

        var other = Probe()
        _ = other.send(.start(restored: nil))
        #expect(other.send(.configurationLoaded([Probe.card])) == [])
        // One method: its form at once.
        #expect(
            other.send(.sessionLoaded(PaymentSnapshot(.pending), [Probe.mobile, Probe.card]))
                == [.notify(.ready(methods: ["card"])), state(.collectingDetails, nil)])
        #expect(other.machine.screen == .card)
    }

    @Test("W42, W43: a paid payment is drawn at once, without its configuration")
    func paid() {
        var (probe, effects) = opening(PaymentSnapshot(.success))
        #expect(effects == [state(.success, nil), .notify(.success)])
        #expect(probe.machine.screen == .success)
        #expect(probe.send(.configurationFailed) == [])
        #expect(probe.send(.dismiss) == ended(.complete))
    }

    @Test(
        "W44: a payment that is over is a notice and a load error, never ready",
        arguments: [
            (TransactionStatus.failed, CheckoutState.failed, "payment_failed"),
            (.cancelled, .cancelled, "payment_cancelled"), (.expired, .expired, "session_terminal_expired"),
        ])
    func over(standing: TransactionStatus, expected: CheckoutState, code: String) {
        var (probe, effects) = opening(PaymentSnapshot(standing))
        let failure = CheckoutFailure(code, retryable: false)
        #expect(effects == [state(expected, nil), .notify(.loadError(failure))])
        #expect(probe.machine.screen == .ended && !probe.machine.canCancel)
        #expect(probe.send(.dismiss) == ended(.failed(failure)))
    }

    @Test(
        "W45: a payment that is running shows where it stood, and is followed to its outcome",
        arguments: [
            (PaymentSnapshot.Waiting.approval, CheckoutScreen.approval, CheckoutState.approvalRequired),
            (.ussd, .ussd, .ussdRequired), (.nothing, .processing, .pending),
        ])
    func running(waiting: PaymentSnapshot.Waiting, screen: CheckoutScreen, expected: CheckoutState) {
        var (probe, effects) = opening(PaymentSnapshot(.processing, waiting: waiting))
        // The status is read at once: it tells of steps and pages, which the session does not.
        #expect(effects == [state(expected, nil), .readStatus])
        #expect(probe.machine.screen == screen)
        #expect(probe.send(.statusRead(PaymentSnapshot(.processing, waiting: waiting))) == [])
        #expect(probe.wait(until: 4.9) == [])
        #expect(probe.wait(until: 5) == [.readStatus])
        #expect(probe.send(.statusRead(PaymentSnapshot(.success))) == [state(.success, expected), .notify(.success)])
    }

    @Test("A running payment is closed as processing, and its 15 minutes count from the opening")
    func runningLimits() {
        var (probe, _) = opening(PaymentSnapshot(.processing, waiting: .approval))
        #expect(
            probe.follow(until: 1000, PaymentSnapshot(.processing, waiting: .approval))
                == [state(.pending, .approvalRequired)])
        #expect(probe.seconds == 900 && probe.machine.nextWakeNanoseconds == nil)
        #expect(probe.send(.dismiss) == ended(.processing))
        var (step, effects) = opening(PaymentSnapshot(.processing, step: Probe.otp))
        #expect(effects == [state(.otpRequired, nil), .readStatus])
        #expect(step.send(.submitStep) == [state(.verifying, .otpRequired), .verify(Probe.otp)])
    }

    @Test("A page that a running payment waits on is found by the first read; nothing opens by itself")
    func runningPage() {
        var (probe, _) = opening(PaymentSnapshot(.processing))
        let page = CheckoutPage(url: "https://psp.example/1", mode: .inApp, isThreeDS: true)
        #expect(
            probe.send(.statusRead(PaymentSnapshot(.processing, page: page))) == [state(.threeDSRequired, .pending)])
        #expect(probe.machine.screen == .redirect)
        #expect(probe.send(.continuePayment) == [.open(page)])
    }

    @Test("An attempt of an earlier process keeps its key until something settles it")
    func restored() {
        var probe = Probe()
        _ = probe.send(.start(restored: RestoredAttempt(key: "old", channel: "cm.mobile")))
        _ = probe.send(.sessionLoaded(PaymentSnapshot(.pending), [Probe.mobile]))
        _ = probe.send(.configurationLoaded([Probe.mobile]))
        #expect(probe.machine.screen == .mobileMoney && !probe.machine.canCancel)
        #expect(probe.send(.pay).last == .process(key: "old", channel: "cm.mobile"))
        _ = probe.send(.answered(Probe.refused))
        _ = probe.send(.tryAgain)
        #expect(probe.send(.pay).last == .process(key: "k1", channel: "cm.mobile"))
    }

    @Test("W46: without the configuration Mobile Money is still offered")
    func withoutConfiguration() {
        var (probe, _) = opening(PaymentSnapshot(.pending))
        #expect(
            probe.send(.configurationFailed)
                == [.notify(.ready(methods: ["cm.mobile"])), state(.collectingDetails, nil)])
        #expect(probe.machine.screen == .mobileMoney)
    }

    @Test(
        "W47: with nothing but cards and wallets, an unreadable configuration is a load error that can be tried again")
    func onlyCards() {
        var (probe, _) = opening(PaymentSnapshot(.pending), [Probe.card, Probe.wallet])
        #expect(probe.send(.configurationFailed) == [.notify(.loadError(.load))])
        #expect(probe.machine.screen == .loadError && probe.machine.state == nil)
        #expect(probe.send(.reload) == [.loadSession, .loadConfiguration])
        #expect(probe.send(.configurationLoaded([Probe.card])) == [])
        #expect(
            probe.send(.sessionLoaded(PaymentSnapshot(.pending), [Probe.card]))
                == [.notify(.ready(methods: ["card"])), state(.collectingDetails, nil)])
        var (closed, _) = opening(PaymentSnapshot(.pending), [Probe.card])
        _ = closed.send(.configurationFailed)
        #expect(closed.send(.dismiss) == [.notify(.cancelled(.dismissed))] + ended(.cancelled(.dismissed)))
    }

    @Test("A configuration that was read and offers nothing is no_payment_method, and cannot be tried again")
    func nothing() {
        var (probe, _) = opening(PaymentSnapshot(.pending), [Probe.card])
        #expect(probe.send(.configurationLoaded([])) == [.notify(.loadError(.noMethod))])
        #expect(probe.send(.reload) == [])
        #expect(probe.send(.dismiss) == ended(.failed(.noMethod)))
    }

    @Test("A session that cannot be read says why, and how it ends")
    func sessionFailures() {
        let gone = CheckoutFailure("session_not_found", retryable: false)
        let cases: [(SessionFailure, CheckoutScreen, CheckoutEnd)] = [
            (.unreachable(.network), .loadError, .cancelled(.dismissed)), (.unknown(gone), .loadError, .failed(gone)),
            (.expired(gone), .ended, .failed(gone)),
        ]
        for (failure, screen, end) in cases {
            var probe = Probe()
            _ = probe.send(.start(restored: nil))
            #expect(probe.send(.sessionFailed(failure)).last.map { "\($0)".contains("loadError") } == true)
            #expect(probe.machine.screen == screen)
            #expect(probe.send(.dismiss).last == .finish(end))
        }
    }
}
