import Testing

@testable import Checkout

@Suite struct StepTests {
    @Test(
        "W93: each step has its own screen and state",
        arguments: [
            (StepKind.otp, CheckoutState.otpRequired), (.pin, .pinRequired),
            (.phone, .phoneRequired), (.birthday, .birthdayRequired), (.address, .addressRequired),
            (.threeDS, .threeDSRequired),
        ])
    func screens(kind: StepKind, expected: CheckoutState) {
        let step = CheckoutStep(id: "stp_1", kind: kind)
        var probe = Probe.paying(Probe.card)
        #expect(probe.send(.answered(AttemptAnswer(.step(step)))) == [state(expected, .processing)])
        #expect(probe.machine.screen == step.screen && probe.machine.isUndecided)
        #expect(probe.send(.submitStep) == [state(.verifying, expected), .verify(step)])
        #expect(!probe.machine.canDismissBySwipe)
        #expect(
            probe.send(.answered(AttemptAnswer(.paid, decided: true))) == [
                state(.success, .verifying), .notify(.success),
            ])
    }

    private func onStep() -> Probe { Probe.answered(AttemptAnswer(.step(Probe.otp)), Probe.card) }

    @Test("W94, W96: a wrong code keeps the screen, with the tries that are left")
    func wrong() {
        var probe = onStep()
        _ = probe.send(.submitStep)
        let wrong = CheckoutFailure("invalid_code", retryable: true, fields: ["code": "2 tries left"], attemptsLeft: 2)
        #expect(probe.send(.stepStays(wrong)) == [state(.otpRequired, .verifying)])
        #expect(probe.machine.screen == .step(.otp) && probe.machine.banner?.attemptsLeft == 2)
        #expect(probe.machine.isUndecided)
        #expect(probe.send(.submitStep).last == .verify(Probe.otp))
    }

    @Test("W95: the code is sent again 60 s after the screen opened, and after each time")
    func resend() {
        var probe = onStep()
        #expect(probe.send(.resend) == [])
        _ = probe.follow(until: 59.9, PaymentSnapshot(.processing, step: Probe.otp))
        #expect(probe.send(.resend) == [])
        _ = probe.follow(until: 60, PaymentSnapshot(.processing, step: Probe.otp))
        #expect(probe.send(.resend) == [.resend(Probe.otp)])
        #expect(probe.send(.resend) == [])
        #expect(probe.send(.stepResent) == [])
        #expect(probe.send(.resend) == [], "another minute")
        _ = probe.follow(until: 120, PaymentSnapshot(.processing, step: Probe.otp))
        #expect(probe.send(.resend) == [.resend(Probe.otp)])
        #expect(probe.send(.resendFailed(.network)) == [])
        #expect(probe.machine.banner == .network && probe.machine.screen == .step(.otp))
    }

    @Test("W97: a step that expired or ran out of tries ends on the failure screen, and Retry goes to the methods")
    func over() {
        let expired = CheckoutFailure("step_expired", retryable: true)
        var probe = Probe()
        _ = probe.send(.start(restored: nil))
        _ = probe.send(.sessionLoaded(PaymentSnapshot(.pending), [Probe.mobile, Probe.card]))
        _ = probe.send(.configurationLoaded([Probe.mobile, Probe.card]))
        #expect(probe.send(.selectMethod("card")) == [state(.collectingDetails, .initiated)])
        _ = probe.send(.pay)
        _ = probe.send(.answered(AttemptAnswer(.step(Probe.otp))))
        _ = probe.send(.submitStep)
        #expect(
            probe.send(.answered(AttemptAnswer(.refused(expired), decided: true)))
                == [state(.failed, .verifying), .notify(.error(expired))])
        #expect(probe.machine.canCancel)
        #expect(probe.send(.tryAgain) == [state(.initiated, .failed)])
        #expect(probe.machine.screen == .methods)
    }

    @Test("A lost answer to a step is no failure: it is followed, and the step comes back if it is still asked for")
    func lost() {
        var probe = onStep()
        _ = probe.send(.submitStep)
        #expect(probe.send(.answered(Probe.unanswered)) == [state(.processing, .verifying)])
        _ = probe.wait(until: 5)
        #expect(
            probe.send(.statusRead(PaymentSnapshot(.processing, step: Probe.otp))) == [state(.otpRequired, .processing)]
        )
        #expect(probe.machine.banner == .network)
        #expect(probe.send(.submitStep).last == .verify(Probe.otp))
        _ = probe.send(.answered(Probe.unanswered))
        _ = probe.wait(until: 15)
        #expect(
            probe.send(.statusRead(PaymentSnapshot(.success))) == [state(.success, .processing), .notify(.success)])
    }

    @Test("A 3-D Secure page is its own state, and its check failed for good is a refusal")
    func threeDSecurePage() {
        let page = CheckoutPage(url: "https://bank.example", mode: .inApp, isThreeDS: true)
        var probe = Probe.paying(Probe.card)
        #expect(probe.send(.answered(AttemptAnswer(.page(page)))).first == state(.threeDSRequired, .processing))
        _ = probe.send(.cameBack)
        let failed = CheckoutFailure("security_check_failed", retryable: true)
        #expect(
            probe.send(.statusRead(PaymentSnapshot(.pending, declineMark: "d", decline: failed)))
                == [state(.failed, .threeDSRequired), .notify(.error(failed))])
    }
}
