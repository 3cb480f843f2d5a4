import Testing

@testable import Checkout

/// Answers and reads that cross each other.
@Suite struct RaceTests {
    private func verifying() -> Probe {
        var probe = Probe.answered(AttemptAnswer(.step(Probe.otp), snapshot: PaymentSnapshot(.processing)), Probe.card)
        #expect(probe.wait(until: 10) == [.readStatus])
        _ = probe.send(.submitStep)
        return probe
    }

    @Test("W39: a read from before the payment was paid does not take the success back")
    func lateReadAfterSuccess() {
        var probe = verifying()
        _ = probe.send(.answered(AttemptAnswer(.paid, decided: true, snapshot: PaymentSnapshot(.success))))
        #expect(probe.send(.statusRead(PaymentSnapshot(.processing, step: Probe.otp))) == [])
        #expect(probe.machine.screen == .success && probe.machine.nextWakeNanoseconds == nil)
        var gone = probe
        #expect(gone.send(.hostGone) == ended(.complete))
        #expect(probe.send(.dismiss) == ended(.complete))
    }

    @Test("W57: a read from before a refusal does not take back that the payment can be cancelled")
    func lateReadAfterRefusal() {
        var probe = verifying()
        _ = probe.send(.answered(AttemptAnswer(.refused(Probe.declined), decided: true)))
        #expect(probe.send(.statusRead(PaymentSnapshot(.processing))) == [])
        #expect(probe.machine.canCancel)
    }

    @Test("A read from before an answer is made again, and never twice at once")
    func lateReadWhileFollowed() {
        var probe = verifying()
        let next = CheckoutStep(id: "stp_2", kind: .otp)
        _ = probe.send(.answered(AttemptAnswer(.step(next))))
        #expect(probe.send(.cameBack) == [], "one is under way still")
        let old = PaymentSnapshot(.processing, step: Probe.otp)
        #expect(probe.send(.statusRead(old)) == [.readStatus])
        #expect(probe.machine.step == next)
    }

    @Test("W60: a read from before the cancellation does not say how it ended")
    func lateReadWhileCancelling() {
        for isReadable in [true, false] {
            var probe = verifying()
            _ = probe.send(.answered(AttemptAnswer(.refused(Probe.declined), decided: true)))
            #expect(probe.send(.cancelPayment) == [.cancel])
            #expect(probe.send(.cancelAnswered(isDone: false)) == [])
            let old = isReadable ? CheckoutEvent.statusRead(PaymentSnapshot(.processing)) : .statusUnreadable
            #expect(probe.send(old) == [.readStatus])
            #expect(probe.send(.statusRead(PaymentSnapshot(.success))).last == .finish(.complete))
        }
    }

    @Test("W56: a refusal that decides nothing is followed, also as the first answer")
    func undecidedRefusal() {
        let unavailable = CheckoutFailure("redirect_unavailable", retryable: true)
        var probe = Probe.answered(AttemptAnswer(.refused(unavailable), snapshot: PaymentSnapshot(.processing)))
        #expect(probe.machine.screen == .failure && probe.machine.isUndecided && !probe.machine.canCancel)
        #expect(probe.wait(until: 10) == [.readStatus])
        #expect(probe.send(.statusRead(PaymentSnapshot(.success))).last == .notify(.success))
    }

    @Test("W50: a request that did not leave changes nothing of an attempt that did")
    func notBegun() {
        var first = Probe.paying(Probe.session)
        #expect(
            first.send(.notBegun(.network)) == [state(.collectingDetails, .processing), .notify(.error(.network))])
        #expect(first.machine.canCancel && first.machine.banner == .network)

        var second = Probe.answered(Probe.unanswered, Probe.session)
        _ = second.follow(until: 100, PaymentSnapshot(.pending))
        _ = second.send(.pay)
        _ = second.send(.notBegun(.network))
        #expect(second.machine.isUndecided && !second.machine.canCancel)
        #expect(second.machine.undecidedKey == "k1")
        #expect(second.send(.dismiss) == ended(.processing))
    }

    @Test("Another step of the same kind, found by a read, is another step")
    func otherStep() {
        var probe = Probe.answered(AttemptAnswer(.step(Probe.otp)), Probe.card)
        _ = probe.wait(until: 10)
        let next = CheckoutStep(id: "stp_2", kind: .otp)
        _ = probe.send(.statusRead(PaymentSnapshot(.processing, step: next)))
        #expect(probe.machine.step == next)
    }

    @Test("W49: without a word of refusals, an old one is not taken for news")
    func untoldDeclines() {
        var probe = Probe()
        _ = probe.send(.start(restored: nil))
        _ = probe.send(.sessionLoaded(PaymentSnapshot(.pending, tellsOfDeclines: false), [Probe.mobile]))
        _ = probe.send(.configurationLoaded([Probe.mobile]))
        _ = probe.send(.pay)
        _ = probe.send(.answered(Probe.unanswered))
        #expect(probe.follow(until: 20, PaymentSnapshot(.pending, declineMark: "old", decline: Probe.declined)) == [])
        #expect(probe.machine.isUndecided)
    }

    @Test("A payment that was found running, and was refused, can be paid with any method")
    func refusedAfterOpening() {
        for isConfigured in [true, false] {
            var probe = Probe()
            _ = probe.send(.start(restored: nil))
            _ = probe.send(.sessionLoaded(PaymentSnapshot(.processing), [Probe.mobile, Probe.card]))
            let methods = CheckoutEvent.configurationLoaded([Probe.mobile, Probe.card])
            if isConfigured { _ = probe.send(methods) }
            _ = probe.send(.statusRead(PaymentSnapshot(.pending, declineMark: "d", decline: Probe.declined)))
            #expect(probe.machine.screen == .failure)
            _ = probe.send(.tryAgain)
            if !isConfigured { _ = probe.send(methods) }
            #expect(probe.machine.screen == .methods && probe.machine.methods == [Probe.mobile, Probe.card])
        }
    }

    @Test("An attempt of an earlier process counts from the start, and not once it is settled")
    func restoring() {
        var probe = Probe()
        _ = probe.send(.start(restored: RestoredAttempt(key: "old", channel: "cm.mobile")))
        var closed = probe
        #expect(closed.send(.dismiss) == ended(.processing))
        _ = probe.send(.restored(nil))
        #expect(probe.send(.hostGone).last == .finish(.cancelled(.hostGone)))
    }

    @Test("A page is opened again only where it is offered")
    func continuing() {
        let page = CheckoutPage(url: "https://psp.example/s", mode: .inApp, clientSessionID: "prc_1")
        var probe = Probe.answered(AttemptAnswer(.page(page)), Probe.session)
        #expect(probe.send(.continuePayment) == [.open(page)])
        _ = probe.send(.cameBack)
        #expect(probe.send(.continuePayment) == [])
    }
}

@Suite struct IdleTests {
    @Test(
        "A payment that ends while its payer only looks ends the checkout, when the gateway says so",
        arguments: [
            (TransactionStatus.expired, CheckoutState.expired, "session_terminal_expired"),
            (.cancelled, .cancelled, "payment_cancelled"), (.failed, .failed, "payment_failed"),
        ])
    func ended(status: TransactionStatus, expected: CheckoutState, code: String) {
        var probe = Probe.onForm()
        #expect(probe.send(.hinted) == [.readStatus])
        let failure = CheckoutFailure(code, retryable: false)
        #expect(
            probe.send(.statusRead(PaymentSnapshot(status)))
                == [state(expected, .collectingDetails), .notify(.error(failure))])
        #expect(probe.machine.screen == .ended)
    }

    @Test("One that was paid elsewhere is a success; one that runs elsewhere changes nothing here")
    func elsewhere() {
        var probe = Probe.onForm()
        _ = probe.send(.hinted)
        #expect(probe.send(.statusRead(PaymentSnapshot(.processing))) == [])
        #expect(probe.machine.screen == .mobileMoney && !probe.machine.canCancel)
        _ = probe.send(.hinted)
        #expect(
            probe.send(.statusRead(PaymentSnapshot(.success))) == [
                state(.success, .collectingDetails), .notify(.success),
            ])
    }

    @Test("Spec 8.2: a payment the gateway does not know any more is read no further, and nothing is called a failure")
    func gone() {
        var probe = Probe.answered(Probe.approval)
        _ = probe.wait(until: 2)
        #expect(probe.send(.statusGone(isExpired: true)) == [state(.pending, .approvalRequired)])
        #expect(probe.machine.nextWakeNanoseconds == nil && probe.machine.isOutOfTime)
        #expect(probe.send(.dismiss).last == .finish(.processing))
    }
}
