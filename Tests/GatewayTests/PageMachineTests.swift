import Kernel
import Testing

@testable import Gateway

@Suite struct PageMachineTests {
    private func probe(_ kind: ProviderPage.Kind) throws -> MachineProbe {
        var probe = MachineProbe(try .fixture())
        probe.pay()
        _ = try probe.provider(.page(ProviderPageRequest(kind)))
        return probe
    }

    private func link(_ probe: MachineProbe) throws -> PageLink { try #require(probe.payment.attempt?.page?.link) }

    private static let approved = PageVerdict.decided(.approved, followUp: nil)

    @Test("W84: a page's link takes one decision; a second one, and a strange link, change nothing")
    func oneDecision() throws {
        var probe = try probe(.wallet)
        let link = try link(probe)
        #expect(probe.send(.pageAnswered(PageLink("lnk_other"), Self.approved)) == [.refuse("not_processable")])
        #expect(probe.send(.pageAnswered(link, .undecided)) == [])
        #expect(probe.payment.status == .processing)
        #expect(probe.send(.pageAnswered(link, Self.approved)) == [.capture(25_500), .tell("payment.succeeded")])
        #expect(probe.send(.pageAnswered(link, Self.approved)) == [.refuse("not_processable")])
        let refused = PageVerdict.decided(.declined("payment_declined"), followUp: nil)
        #expect(probe.send(.pageAnswered(link, refused)) == [.refuse("not_processable")])
        #expect(probe.payment.status == .success)
    }

    @Test("W102: a wrong code keeps the page, and the third ends the check for good")
    func wrongCodes() throws {
        var probe = try probe(.threeDS)
        let link = try link(probe)
        for left in [2, 1] {
            #expect(probe.send(.pageAnswered(link, .wrongCode)) == [.refuse("invalid_code")])
            #expect(probe.payment.attempt?.page?.attemptsLeft == left)
        }
        #expect(
            probe.send(.pageAnswered(link, .wrongCode)) == [
                .tell("payment.declined"), .refuse("security_check_failed"),
            ])
        #expect(probe.payment.lastDecline?.code == "security_check_failed")
        #expect(probe.send(.pageAnswered(link, Self.approved)) == [.refuse("not_processable")])
    }

    @Test("A page may lead to another one: the first link is dead, the attempt is the same")
    func nextPage() throws {
        var probe = try probe(.card)
        let (first, attempt) = (try link(probe), probe.payment.attempt?.id)
        let next = PageVerdict.decided(.page(ProviderPageRequest(.threeDS)), followUp: nil)
        #expect(probe.send(.pageAnswered(first, next)) == [])
        #expect(try link(probe) != first && probe.payment.attempt?.id == attempt)
        #expect(probe.send(.pageAnswered(first, Self.approved)) == [.refuse("not_processable")])
        #expect(
            probe.send(.pageAnswered(try link(probe), Self.approved)) == [.capture(25_500), .tell("payment.succeeded")])
    }

    @Test("A chain of two steps asks for the second after the first, with tries and a clock of its own")
    func chain() throws {
        var probe = MachineProbe(try .fixture())
        probe.pay()
        let otp = StepRequest(kind: .otp, destination: nil)
        _ = try probe.provider(.step(StepRequest(kind: .pin, destination: nil, next: .step(otp))))
        let first = try #require(probe.payment.attempt?.step)
        #expect(probe.send(.stepAnswered(first.id, .pin, .wrong)) == [.refuse("invalid_code")])
        probe.now = .start.adding(seconds: 50)
        let next = try #require(first.next)
        #expect(probe.send(.stepAnswered(first.id, .pin, .correct(next))) == [])
        let second = try #require(probe.payment.attempt?.step)
        #expect(second.kind == .otp && second.attemptsLeft == 3 && second.sentAt == probe.now)
        #expect(probe.send(.resend(second.id, .otp)) == [.refuse("rate_limited")])
        #expect(probe.send(.stepAnswered(first.id, .pin, .correct(.approved))) == [.refuse("not_processable")])
        #expect(
            probe.send(.stepAnswered(second.id, .otp, .correct(.approved))) == [
                .capture(25_500), .tell("payment.succeeded"),
            ])
    }

    @Test("W97: an answer that cannot be one costs no try; a code that ran out ends the attempt as step_expired")
    func unreadableAndExpired() throws {
        var probe = MachineProbe(try .fixture())
        probe.pay()
        _ = try probe.provider(.step(StepRequest(kind: .otp, destination: nil, validMilliseconds: 15_000)))
        let step = try #require(probe.payment.attempt?.step)
        #expect(probe.send(.stepAnswered(step.id, .otp, .unreadable(["code": "?"]))) == [.refuse("validation_error")])
        #expect(probe.payment.attempt?.step?.attemptsLeft == 3)
        probe.now = .start.adding(milliseconds: 15_000)
        #expect(
            probe.send(.stepAnswered(step.id, .otp, .correct(.approved))) == [
                .tell("payment.declined"), .refuse("step_expired"),
            ])
        #expect(probe.payment.lastDecline?.code == "step_expired")
    }

    private func session(restart: Bool = false) -> PaymentEvent {
        .openSession(
            AttemptRequest(
                idempotencyKey: "none-1", channel: "card", instrument: InstrumentSummary(kind: .card, issuer: nil),
                device: nil, merchantIsRestricted: false, returnURL: "https://shop.example/back"), restart: restart)
    }

    private func openedSession() throws -> MachineProbe {
        var probe = MachineProbe(try .fixture())
        #expect(probe.send(session()) == [.submit, .tell("payment.processing")])
        _ = try probe.provider(.page(ProviderPageRequest(.session)))
        return probe
    }

    @Test("P6: asked again, the open checkout stays as it is; a restart replaces it within the same attempt")
    func sessions() throws {
        var probe = try openedSession()
        let (page, attempt) = (probe.payment.attempt?.page, probe.payment.attempt?.id)
        #expect(page?.session != nil)
        #expect(probe.send(session()) == [])
        #expect(probe.payment.attempt?.page == page)
        #expect(probe.send(session(restart: true)) == [])
        let second = try #require(probe.payment.attempt?.page)
        #expect(second.session?.id != page?.session?.id && second.link != page?.link)
        #expect(probe.payment.attempt?.id == attempt && probe.payment.status == .processing)
        #expect(
            probe.send(.pageAnswered(try #require(page?.link), Self.approved)) == [.refuse("not_processable")])
        // Restarts are tries, too.
        for _ in 0..<8 { #expect(probe.send(session(restart: true)) == []) }
        #expect(probe.send(session(restart: true)) == [.refuse("rate_limited")])
    }

    @Test("P7: what the payer decided is learned when the provider is asked, or from its notice three seconds later")
    func verdicts() throws {
        for isAsked in [true, false] {
            var probe = try openedSession()
            let page = try #require(probe.payment.attempt?.page)
            let id = try #require(page.session?.id)
            #expect(probe.send(.sessionReturned(id)) == [])
            #expect(probe.send(.pageAnswered(page.link, Self.approved)) == [])
            #expect(probe.payment.status == .processing)
            #expect(probe.send(.pageAnswered(page.link, Self.approved)) == [.refuse("not_processable")])
            probe.now = .start.adding(milliseconds: isAsked ? 1 : 3000)
            let effects = probe.send(isAsked ? .sessionReturned(id) : .tick)
            #expect(effects == [.capture(25_500), .tell("payment.succeeded")])
            #expect(probe.send(.sessionReturned(id)) == [])
        }
    }

    @Test("P6: before it is replaced, a checkout is verified: a paid one is paid, a refused one makes room")
    func restartVerifies() throws {
        var paid = try openedSession()
        _ = paid.send(.pageAnswered(try link(paid), Self.approved))
        #expect(
            paid.send(session(restart: true)) == [
                .capture(25_500), .tell("payment.succeeded"), .refuse("not_processable"),
            ])
        var refused = try openedSession()
        _ = refused.send(.pageAnswered(try link(refused), .decided(.declined("payment_declined"), followUp: nil)))
        #expect(
            refused.send(session(restart: true)) == [
                .tell("payment.declined"), .submit, .tell("payment.processing"),
            ])
    }

    @Test("A decision made at the last moment is not lost to the deadline")
    func lastMoment() throws {
        var probe = try openedSession()
        let deadline = try #require(probe.payment.attempt?.deadline)
        probe.now = deadline.adding(milliseconds: -1)
        #expect(probe.send(.pageAnswered(try link(probe), Self.approved)) == [])
        probe.now = deadline.adding(seconds: 10)
        #expect(probe.send(.tick) == [.capture(25_500), .tell("payment.succeeded")])
    }

    @Test("W102: a blocked payer's attempt is refused with a reference before any provider hears of it")
    func blocked() throws {
        var probe = MachineProbe(try .fixture())
        let request = AttemptRequest(
            idempotencyKey: "key-1", channel: "card", instrument: InstrumentSummary(kind: .card, issuer: nil),
            device: nil, merchantIsRestricted: false, isBlocked: true)
        #expect(probe.send(.attempt(request)) == [.tell("payment.declined")])
        #expect(probe.payment.status == .pending && probe.payment.lastDecline?.code == "shield_blocked")
        #expect(probe.payment.lastDecline?.blockReference?.hasPrefix("BR-") == true)
    }
}

extension PageMachineTests {
    @Test("Another step and another page of the same attempt are news for the payer's app")
    func news() throws {
        var probe = try probe(.card)
        let before = probe.payment
        #expect(!probe.payment.concernsPayer(differentlyFrom: before))
        _ = probe.send(
            .pageAnswered(try link(probe), .decided(.page(ProviderPageRequest(.threeDS)), followUp: nil)))
        #expect(probe.payment.concernsPayer(differentlyFrom: before))

        var steps = MachineProbe(try .fixture())
        steps.pay()
        let otp = ProviderAnswer.step(StepRequest(kind: .otp, destination: nil))
        _ = try steps.provider(.step(StepRequest(kind: .pin, destination: nil, next: otp)))
        let first = steps.payment
        let step = try #require(first.attempt?.step)
        _ = steps.send(.stepAnswered(step.id, .pin, .wrong))
        #expect(!steps.payment.concernsPayer(differentlyFrom: first))
        _ = steps.send(.stepAnswered(step.id, .pin, .correct(otp)))
        #expect(steps.payment.concernsPayer(differentlyFrom: first))
    }
}
