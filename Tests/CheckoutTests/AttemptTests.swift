import Testing

@testable import Checkout

@Suite struct AttemptTests {
    @Test("A tap on Pay begins an attempt, tells the app, and sends one request")
    func pay() {
        var probe = Probe.onForm()
        #expect(
            probe.send(.pay) == [
                .notify(.paymentStarted(channel: "cm.mobile")), state(.processing, .collectingDetails),
                .process(key: "k1", channel: "cm.mobile"),
            ])
        #expect(probe.machine.isBusy && probe.machine.isUndecided && !probe.machine.canCancel)
        #expect(probe.send(.pay) == [], "a second tap does nothing")
        #expect(
            probe.send(.answered(Probe.approval)) == [state(.approvalRequired, .processing)])
        #expect(probe.machine.screen == .approval)
    }

    @Test("W48: a request that was never answered shows payment in progress, and is followed")
    func unanswered() {
        var probe = Probe.paying()
        #expect(probe.send(.answered(Probe.unanswered)) == [])
        #expect(probe.machine.state == .processing && probe.machine.screen == .processing)
        #expect(probe.machine.failure == nil && probe.machine.banner == nil)
        #expect(probe.wait(until: 10) == [.readStatus])
        // It arrived after all.
        #expect(
            probe.send(.statusRead(PaymentSnapshot(.processing, waiting: .approval)))
                == [state(.approvalRequired, .processing)])
    }

    @Test("W49: a refusal newer than the attempt is shown at once; the one known before is not news")
    func refusals() {
        var probe = Probe.paying(declineMark: "old")
        _ = probe.send(.answered(Probe.unanswered))
        let same = PaymentSnapshot(.pending, declineMark: "old", decline: Probe.declined)
        #expect(probe.follow(until: 20, same) == [])
        _ = probe.wait(until: 30)
        let new = PaymentSnapshot(.pending, declineMark: "new", decline: Probe.declined)
        #expect(
            probe.send(.statusRead(new)) == [state(.failed, .processing), .notify(.error(Probe.declined))])
        #expect(!probe.machine.isUndecided && probe.machine.canCancel)
        #expect(probe.send(.tryAgain) == [state(.collectingDetails, .failed)])
        #expect(probe.send(.pay).last == .process(key: "k2", channel: "cm.mobile"), "a new try has a new key")
    }

    @Test(
        "W49: where the gateway names the refused attempt, that decides; a refusal whose mark is unknown is no baseline"
    )
    func namedRefusals() {
        var probe = Probe.paying()
        _ = probe.send(.answered(AttemptAnswer(.refused(Probe.declined), decided: true)))
        _ = probe.send(.tryAgain)
        #expect(probe.send(.pay).last == .process(key: "k2", channel: "cm.mobile"))
        _ = probe.send(.answered(Probe.unanswered))
        // The mark of the first refusal shows up only now: it says nothing of the second try.
        #expect(probe.follow(until: 20, PaymentSnapshot(.pending, declineMark: "dec_1", decline: Probe.declined)) == [])
        _ = probe.wait(until: 30)
        let stale = PaymentSnapshot(.pending, declineMark: "x", declinedKey: "k1", decline: Probe.declined)
        #expect(probe.send(.statusRead(stale)) == [])
        _ = probe.wait(until: 60)
        let own = PaymentSnapshot(.pending, declineMark: "dec_2", declinedKey: "k2", decline: Probe.declined)
        #expect(probe.send(.statusRead(own)).last == .notify(.error(Probe.declined)))
    }

    @Test("W49: the refusal of an attempt that another page began is shown to the page that waited on it")
    func refusalOfAnotherPage() {
        var probe = Probe.paying(declineMark: "old")
        // The gateway did not begin ours: another one runs.
        _ = probe.send(.answered(Probe.approval))
        _ = probe.wait(until: 10)
        let other = PaymentSnapshot(.pending, declineMark: "new", declinedKey: "k9", decline: Probe.declined)
        #expect(probe.send(.statusRead(other)).last == .notify(.error(Probe.declined)))
        #expect(!probe.machine.isUndecided && probe.machine.canCancel)
        _ = probe.send(.tryAgain)
        #expect(probe.send(.pay).last == .process(key: "k2", channel: "cm.mobile"))
    }

    @Test(
        "W50: not begun 60 s after the last try, the form comes back with a connection error, and Pay sends the same key"
    )
    func notStarted() {
        var probe = Probe.paying()
        _ = probe.send(.answered(Probe.unanswered))
        #expect(probe.follow(until: 200, PaymentSnapshot(.pending)) == [state(.collectingDetails, .processing)])
        #expect(probe.seconds == 60)
        #expect(probe.machine.screen == .mobileMoney && probe.machine.banner == .network)
        // W56: still undecided, so nothing is cancelled and closing is honest.
        #expect(probe.machine.isUndecided && !probe.machine.canCancel)
        var closed = probe
        #expect(closed.send(.dismiss) == ended(.processing))
        #expect(probe.send(.pay).last == .process(key: "k1", channel: "cm.mobile"))
        _ = probe.send(.answered(Probe.refused))
        _ = probe.send(.tryAgain)
        #expect(probe.send(.pay).last == .process(key: "k2", channel: "cm.mobile"))
    }

    @Test("W50: while the status cannot be read, the payment may have begun, and the form does not come back")
    func unreadable() {
        var probe = Probe.paying()
        _ = probe.send(.answered(Probe.unanswered))
        #expect(probe.follow(until: 300, nil) == [])
        #expect(probe.machine.screen == .processing)
        _ = probe.wait(until: 310)
        #expect(probe.send(.statusRead(PaymentSnapshot(.pending))) == [state(.collectingDetails, .processing)])
    }

    @Test("W50: the 60 s count from the last try, not from the tap, and a later tap follows for its own 15 minutes")
    func lastTry() {
        var probe = Probe.paying()
        _ = probe.wait(until: 40)
        _ = probe.send(.answered(Probe.unanswered))
        #expect(probe.follow(until: 300, PaymentSnapshot(.pending)) == [state(.collectingDetails, .processing)])
        #expect(probe.seconds == 100)
        _ = probe.wait(until: 1000)
        #expect(probe.send(.pay).last == .process(key: "k1", channel: "cm.mobile"))
        _ = probe.send(.answered(Probe.approval))
        #expect(probe.wait(until: 2000) == [.readStatus], "it is followed, though the first tap is 16 minutes ago")
    }

    @Test(
        "W57: a refusal that brings no payment leaves it pending all the same, and one that decides nothing is followed"
    )
    func bareRefusals() {
        var step = Probe.paying(Probe.card)
        _ = step.send(.answered(AttemptAnswer(.step(Probe.otp), snapshot: PaymentSnapshot(.processing))))
        _ = step.send(.submitStep)
        _ = step.send(.answered(AttemptAnswer(.refused(Probe.declined), decided: true)))
        #expect(step.machine.canCancel && step.machine.nextWakeNanoseconds == nil)
        // Shown as a failure, and money may move: it is still followed, and closing says so.
        let unavailable = CheckoutFailure("redirect_unavailable", retryable: true)
        var verified = Probe.answered(AttemptAnswer(.step(Probe.otp)), Probe.card)
        _ = verified.send(.submitStep)
        _ = verified.send(.answered(AttemptAnswer(.refused(unavailable))))
        #expect(verified.machine.screen == .failure && verified.machine.isUndecided && !verified.machine.canCancel)
        #expect(verified.wait(until: 100) == [.readStatus])
        #expect(verified.send(.dismiss) == ended(.processing))
    }

    @Test("A step's answer that comes after the 15 minutes leaves no sheet busy for ever")
    func lateStep() {
        var probe = Probe.answered(AttemptAnswer(.step(Probe.otp)), Probe.card)
        _ = probe.follow(until: 899, PaymentSnapshot(.processing, step: Probe.otp))
        _ = probe.send(.submitStep)
        _ = probe.wait(until: 901)
        _ = probe.send(.stepStays(.network))
        #expect(!probe.machine.isBusy && probe.machine.canDismissBySwipe)
    }

    @Test("An accepted request that the gateway shows late as pending is followed beyond the minute")
    func late() {
        var probe = Probe.answered(Probe.approval)
        #expect(probe.follow(until: 300, PaymentSnapshot(.pending)) == [])
        #expect(probe.machine.screen == .approval)
    }

    @Test("W52: following stops 15 minutes after the tap on Pay, and calls nothing a failure")
    func limit() {
        var probe = Probe.onForm()
        _ = probe.wait(until: 100)
        _ = probe.send(.pay)
        _ = probe.send(.answered(Probe.approval))
        #expect(
            probe.follow(until: 5000, PaymentSnapshot(.processing, waiting: .approval))
                == [state(.pending, .approvalRequired)])
        #expect(probe.seconds == 1000)
        #expect(probe.machine.screen == .processing && probe.machine.failure == nil)
        #expect(probe.machine.nextWakeNanoseconds == nil && !probe.machine.canCancel)
        #expect(probe.send(.dismiss) == ended(.processing))
    }

    @Test(
        "The status is read after 2 s and then every 5, with realtime every 15, never twice at once, and at once for a hint"
    )
    func rhythm() {
        var probe = Probe.answered(Probe.approval)
        var reads: [Double] = []
        let running = PaymentSnapshot(.processing, waiting: .approval)
        for _ in 0..<4 {
            #expect(probe.wait(until: 1000) == [.readStatus])
            reads.append(probe.seconds)
            #expect(probe.send(.cameBack) == [], "one read at a time")
            #expect(probe.send(.statusRead(running)) == [.readStatus], "and one more, for what came meanwhile")
            #expect(probe.send(.statusUnreadable) == [])
        }
        #expect(reads == [2, 7, 12, 17])
        #expect(probe.send(.realtime(isConnected: true)) == [])
        #expect(probe.send(.cameBack) == [.readStatus])
        _ = probe.send(.statusRead(running))
        #expect(probe.wait(until: 1000) == [.readStatus])
        #expect(probe.seconds == 32)
    }

    @Test("W56, W57: a refusal settles the attempt, and the payment can be cancelled again")
    func decided() {
        var probe = Probe.paying()
        #expect(probe.send(.answered(Probe.refused)) == [state(.failed, .processing), .notify(.error(Probe.declined))])
        #expect(!probe.machine.isUndecided && probe.machine.canCancel)
        #expect(probe.machine.screen == .failure)
    }

    @Test("Fields that are wrong bring the form back with what to correct")
    func fields() {
        var probe = Probe.paying(Probe.card)
        let wrong = CheckoutFailure("validation_error", retryable: true, fields: ["number": "Check it."])
        #expect(
            probe.send(.answered(AttemptAnswer(.refused(wrong), decided: true))) == [
                state(.collectingDetails, .processing)
            ])
        #expect(probe.machine.screen == .card && probe.machine.fieldErrors == ["number": "Check it."])
        #expect(probe.send(.pay).last == .process(key: "k2", channel: "card"))
    }

    @Test(
        "W86: a page is told, opened, and opened again; coming back reads the status at once",
        arguments: [true, false])
    func pages(opens: Bool) {
        let page = CheckoutPage(url: "https://psp.example/p", mode: .external)
        var probe = Probe.paying(Probe.wallet)
        #expect(
            probe.send(.answered(AttemptAnswer(.page(page)))) == [
                state(.pending, .processing), .notify(.redirect(page)), .open(page),
            ])
        let failure = CheckoutFailure("redirect_unavailable", retryable: true)
        #expect(probe.send(.pageOpened(opens)) == (opens ? [] : [.notify(.error(failure))]))
        #expect(probe.machine.banner == (opens ? nil : failure))
        #expect(probe.machine.isUndecided && probe.machine.screen == .redirect)
        #expect(probe.send(.continuePayment) == [.open(page)])
        // W85
        #expect(probe.send(.cameBack) == [.readStatus])
        #expect(probe.send(.statusRead(PaymentSnapshot(.success))).first == state(.success, .pending))
    }

    @Test("A client session is completed when its page closes")
    func clientSession() {
        var probe = Probe.onForm(Probe.session)
        #expect(probe.send(.pay).last == .startClientSession(channel: "psp"))
        let page = CheckoutPage(url: "https://psp.example/s", mode: .inApp, isThreeDS: false, clientSessionID: "prc_1")
        _ = probe.send(.answered(AttemptAnswer(.page(page))))
        #expect(probe.send(.cameBack) == [state(.verifying, .pending), .completeClientSession(id: "prc_1")])
        #expect(
            probe.send(.answered(AttemptAnswer(.paid, decided: true))) == [
                state(.success, .verifying), .notify(.success),
            ])
    }

    @Test("W88, W92: the collector makes the attempt undecided before anything is sent; what it brings is sent once")
    func collector() {
        var probe = Probe.onForm(Probe.stripe)
        #expect(
            probe.send(.pay) == [.notify(.paymentStarted(channel: "stripe")), .collectCard(channel: "stripe")])
        #expect(probe.machine.isUndecided && !probe.machine.canDismissBySwipe)
        var closed = probe
        #expect(closed.send(.dismiss) == ended(.processing))
        #expect(closed.send(.collected(.paymentMethod)) == [], "nothing is sent once the sheet is closed")
        #expect(
            probe.send(.collected(.paymentMethod)) == [
                state(.processing, .collectingDetails), .process(key: "k1", channel: "stripe"),
            ])
    }

    @Test("W90: a payer who backs out, or an error of the collector, leaves the form with nothing debited")
    func collectorBackedOut() {
        let failure = CheckoutFailure("validation_error", retryable: true)
        for (answer, banner) in [(Collected.nothing, nil), (.failed(failure), failure)]
            as [(Collected, CheckoutFailure?)]
        {
            var probe = Probe.onForm(Probe.stripe)
            _ = probe.send(.pay)
            #expect(probe.send(.collected(answer)) == [])
            #expect(probe.machine.screen == .card && probe.machine.banner == banner)
            #expect(!probe.machine.isUndecided && probe.machine.canCancel)
            var gone = probe
            #expect(gone.send(.hostGone).last == .finish(.cancelled(.hostGone)))
            #expect(probe.send(.dismiss).last == .finish(.cancelled(.dismissed)))
        }
        // An attempt that was sent and never answered stays in doubt, even when the payer backs out the next time.
        var doubtful = Probe.paying(Probe.stripe)
        _ = doubtful.send(.collected(.paymentMethod))
        _ = doubtful.send(.answered(Probe.unanswered))
        _ = doubtful.follow(until: 100, PaymentSnapshot(.pending))
        _ = doubtful.send(.pay)
        #expect(doubtful.send(.collected(.nothing)) == [])
        #expect(doubtful.machine.isUndecided)
        #expect(doubtful.send(.dismiss) == ended(.processing))
    }
}
