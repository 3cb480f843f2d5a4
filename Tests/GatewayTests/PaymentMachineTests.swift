import Kernel
import Testing

@testable import Gateway

@Suite struct PaymentMachineTests {
    @Test("A payment is captured once, whatever a provider repeats")
    func capturedOnce() throws {
        var probe = MachineProbe(try .fixture())
        #expect(probe.pay() == [.submit, .tell("payment.processing")])
        #expect(try probe.provider(.accepted(nil)) == [])
        #expect(try probe.provider(.approved) == [.capture(25_500), .tell("payment.succeeded")])
        #expect(probe.payment.status == .success)
        #expect(probe.payment.method == "cm.mobile")
        #expect(probe.payment.paidAt == probe.now)
        #expect(try probe.provider(.approved) == [])
        #expect(try probe.provider(.declined(code: "payment_failed", blockReference: nil)) == [])
        #expect(probe.pay(key: "key-2") == [.refuse("not_processable")])
        #expect(probe.payment.status == .success)
    }

    @Test("W57: a refused attempt puts the payment back to pending with a decline whose id is new")
    func refusal() throws {
        var probe = MachineProbe(try .fixture())
        probe.pay()
        let declined = ProviderAnswer.declined(code: "insufficient_funds", blockReference: nil)
        #expect(try probe.provider(declined) == [.tell("payment.declined")])
        #expect(probe.payment.status == .pending)
        let first = try #require(probe.payment.lastDecline)
        #expect(first.code == "insufficient_funds")
        probe.pay(key: "key-2")
        #expect(probe.payment.lastDecline == first, "the old refusal stands until there is a new one")
        _ = try probe.provider(declined)
        #expect(probe.payment.lastDecline?.id != first.id)
        #expect(probe.send(.cancel) == [.tell("payment.cancelled")])
        #expect(probe.payment.status == .cancelled)
    }

    @Test("One attempt runs at a time, and a running one cannot be cancelled")
    func oneAttempt() throws {
        var probe = MachineProbe(try .fixture())
        probe.pay()
        #expect(probe.pay(key: "key-2") == [.refuse("attempt_in_progress")])
        #expect(probe.send(.cancel) == [.refuse("not_cancellable")])
        _ = try probe.provider(.accepted(nil))
        #expect(probe.send(.cancel) == [.refuse("not_cancellable")])
        #expect(probe.payment.attempt?.idempotencyKey == "key-1")
    }

    @Test("An unanswered push ends after 30 s in the sandbox and 10 min live", arguments: Environment.allCases)
    func deadline(environment: Environment) throws {
        var probe = MachineProbe(try .fixture(environment))
        probe.pay()
        _ = try probe.provider(.accepted(nil))
        let limit: Int64 = environment == .sandbox ? 30 : 600
        probe.now = .start.adding(milliseconds: limit * 1000 - 1)
        #expect(probe.send(.tick) == [])
        probe.now = .start.adding(seconds: limit)
        #expect(probe.send(.tick) == [.tell("payment.declined")])
        #expect(probe.payment.lastDecline?.code == "payment_attempt_ended")
    }

    @Test("A scheduled answer comes at its time, and what follows it at its own")
    func scheduled() throws {
        var probe = MachineProbe(try .fixture())
        probe.pay()
        let id = try #require(probe.payment.attempt?.id)
        let followUp = ScheduledAnswer.FollowUp(afterMilliseconds: 3000, answer: .approved)
        let answer = ScheduledAnswer(at: .start.adding(milliseconds: 500), answer: .accepted(nil), followUp: followUp)
        #expect(probe.send(.scheduled(id, answer)) == [])
        #expect(probe.payment.attempt?.state == .submitting)
        #expect(probe.payment.dueAt == answer.at)
        probe.now = answer.at
        #expect(probe.send(.tick) == [])
        #expect(probe.payment.attempt?.state == .accepted)
        // Nobody looked for a long while: both happened, at their own times.
        probe.now = .start.adding(seconds: 20)
        #expect(probe.send(.tick) == [.capture(25_500), .tell("payment.succeeded")])
        #expect(probe.payment.paidAt == .start.adding(milliseconds: 3500))
    }

    @Test("A payment expires when its time is over, but not under a running attempt")
    func expiry() throws {
        var probe = MachineProbe(try .fixture(expiresIn: 10))
        probe.now = .start.adding(seconds: 10)
        #expect(probe.pay() == [.tell("payment.expired"), .refuse("session_terminal_expired")])

        var running = MachineProbe(try .fixture(expiresIn: 10))
        running.now = .start.adding(seconds: 9)
        running.pay()
        _ = try running.provider(.accepted(nil))
        running.now = .start.adding(seconds: 20)
        #expect(running.send(.tick) == [])
        #expect(running.payment.status == .processing)
        let declined = ProviderAnswer.declined(code: "payment_failed", blockReference: nil)
        #expect(try running.provider(declined) == [.tell("payment.declined"), .tell("payment.expired")])
        #expect(running.payment.status == .expired)
    }

    @Test("A restricted merchant and too many tries are refused, and nothing begins")
    func refusedBeforeItBegins() throws {
        var probe = MachineProbe(try .fixture())
        #expect(probe.pay(restricted: true) == [.refuse("merchant_restricted")])
        #expect(probe.payment.attempt == nil)
        for count in 0..<10 {
            probe.now = .start.adding(seconds: Int64(count))
            #expect(probe.pay(key: "key-\(count)").first == .submit)
            _ = try probe.provider(.declined(code: "payment_failed", blockReference: nil))
        }
        #expect(probe.pay(key: "one too many") == [.refuse("rate_limited")])
        probe.now = .start.adding(seconds: 61)
        #expect(probe.pay(key: "later").first == .submit)
    }

    @Test("A wrong code leaves fewer tries; out of tries ends the attempt; a right one pays")
    func steps() throws {
        var probe = MachineProbe(try .fixture())
        probe.pay()
        _ = try probe.provider(.step(StepRequest(kind: .otp, destination: nil)))
        let step = try #require(probe.payment.attempt?.step)
        #expect(probe.send(.stepAnswered(StepID("stp_other"), .otp, .wrong)) == [.refuse("not_processable")])
        #expect(probe.send(.stepAnswered(step.id, .pin, .wrong)) == [.refuse("validation_error")])
        #expect(probe.send(.stepAnswered(step.id, .otp, .wrong)) == [.refuse("invalid_code")])
        #expect(probe.payment.attempt?.step?.attemptsLeft == 2)
        var paid = probe
        #expect(
            paid.send(.stepAnswered(step.id, .otp, .correct(.approved)))
                == [.capture(25_500), .tell("payment.succeeded")])
        #expect(paid.send(.stepAnswered(step.id, .otp, .correct(.approved))) == [.refuse("not_processable")])
        #expect(probe.send(.stepAnswered(step.id, .otp, .wrong)) == [.refuse("invalid_code")])
        #expect(
            probe.send(.stepAnswered(step.id, .otp, .wrong))
                == [.tell("payment.declined"), .refuse("step_attempts_exhausted")])
        #expect(probe.payment.status == .pending)
        #expect(probe.send(.stepAnswered(step.id, .otp, .correct(.approved))) == [.refuse("step_attempts_exhausted")])
    }

    @Test("W95: a code is sent again after 60 s, not before, and lives longer for it")
    func resend() throws {
        var probe = MachineProbe(try .fixture())
        probe.pay()
        _ = try probe.provider(.step(StepRequest(kind: .threeDS, destination: nil)))
        let step = try #require(probe.payment.attempt?.step)
        probe.now = .start.adding(milliseconds: 59_999)
        #expect(probe.send(.resend(step.id, .threeDS)) == [.refuse("rate_limited")])
        probe.now = .start.adding(seconds: 60)
        #expect(probe.send(.resend(step.id, .threeDS)) == [])
        #expect(probe.payment.attempt?.step?.expiresAt == .start.adding(seconds: 660))
        probe.now = .start.adding(seconds: 660)
        #expect(probe.send(.tick) == [.tell("payment.declined")])
        #expect(probe.payment.lastDecline?.code == "step_expired")
        #expect(probe.send(.stepAnswered(step.id, .threeDS, .wrong)) == [.refuse("step_expired")])
    }

    @Test("Refunds never exceed what was captured")
    func refunds() throws {
        let xaf = try #require(Currency("XAF"))
        let eur = try #require(Currency("EUR"))
        func ask(_ minor: Int64?, _ currency: Currency) -> PaymentEvent {
            .refund(
                RefundRequest(
                    amount: minor.map { Money(minorUnits: $0, currency: currency) }, reason: .requestedByCustomer))
        }
        var probe = MachineProbe(try .fixture())
        #expect(probe.send(ask(nil, xaf)) == [.refuse("refund_not_possible")])
        probe.pay()
        _ = try probe.provider(.approved)
        #expect(
            probe.send(ask(20_000, xaf)) == [.refunded(20_000), .refund(-20_000), .tell("refund.succeeded")])
        for bad: Int64 in [5501, 0, -1, .max] {
            #expect(probe.send(ask(bad, xaf)) == [.refuse("refund_not_possible")])
        }
        #expect(probe.send(ask(1, eur)) == [.refuse("refund_not_possible")])
        #expect(probe.send(ask(nil, xaf)) == [.refunded(5500), .refund(-5500), .tell("refund.succeeded")])
        #expect(probe.send(ask(nil, xaf)) == [.refuse("refund_not_possible")])
        #expect(probe.payment.refunded == probe.payment.total)
    }
}
