import Foundation
import Kernel
import Synchronization
import Testing

@testable import Gateway
@testable import GatewaySQLite

@Suite struct ServiceTests {
    @Test(
        "W132: a test number plays its scenario",
        arguments: [
            ("000000", PaymentStatus.success, nil, 3000), ("000001", .pending, "insufficient_funds", 3000),
            ("000002", .pending, "payment_failed", 3000), ("000003", .pending, "payment_attempt_ended", 30_000),
            ("000004", .pending, "payment_attempt_ended", 3000), ("123456", .success, nil, 3000),
        ] as [(String, PaymentStatus, String?, Int64)])
    func scenarios(ending: String, status: PaymentStatus, decline: String?, after milliseconds: Int64) async throws {
        let desk = try await Desk()
        let payment = try await desk.payment()
        #expect(try await desk.process(payment, Desk.mobileMoney("+237670\(ending)")).text.hasPrefix("accepted"))
        desk.clock.advance(milliseconds: milliseconds - 1)
        #expect(try await desk.gateway.payment(token: payment.token)?.status == .processing)
        desk.clock.advance(milliseconds: 1)
        // A read lets time pass by itself; the workers are not needed for the truth.
        let after = try #require(try await desk.gateway.payment(token: payment.token))
        #expect(after.status == status)
        #expect(after.lastDecline?.code == decline)
        #expect(try await desk.captured(payment) == (status == .success ? [25_500] : []))
    }

    @Test(
        "W134: a test card plays its part",
        arguments: [
            ("4242424242424242", "succeeded", nil), ("5555555555554444", "succeeded", nil),
            ("4000000000000002", "declined", "payment_declined"),
            ("4000000000009995", "declined", "insufficient_funds"), ("4000000000000119", "declined", "shield_blocked"),
            ("4000056655665556", "action_required", nil), ("4000000000000101", "action_required", nil),
            ("4000000000000341", "action_required", nil), ("4000002500003155", "action_required", nil),
        ] as [(String, String, String?)])
    func cards(number: String, state: String, decline: String?) async throws {
        let desk = try await Desk()
        let payment = try await desk.payment()
        let reply = try await desk.process(payment, Desk.card(number)).text
        #expect(reply.hasPrefix(state) && reply.hasSuffix(decline ?? "-"))
    }

    @Test("W134: 4000056655665556 is paid with the 3-D Secure code, and refused for good after three wrong ones")
    func threeDSecure() async throws {
        let desk = try await Desk()
        for isRight in [true, false] {
            let payment = try await desk.payment()
            _ = try await desk.process(payment, Desk.card("4000056655665556"))
            let step = try #require(try await desk.stored(payment).attempt?.step)
            #expect(step.kind == .threeDS)
            func answer(_ code: JSONValue) async throws -> (PaymentStatus, String?) {
                let (after, refusal) = try #require(
                    try await desk.gateway.answerStep(payment.payment.id, .threeDS, step.id, ["code": code]))
                return (after.status, refusal?.code)
            }
            #expect(try await answer("000000") == (.processing, "invalid_code"))
            if isRight {
                #expect(try await answer("123456") == (.success, nil))
                #expect(try await desk.captured(payment) == [25_500])
            } else {
                #expect(try await answer(nil) == (.processing, "invalid_code"))
                #expect(try await answer(123_456) == (.pending, "security_check_failed"))
                #expect(try await desk.captured(payment).isEmpty)
            }
        }
    }

    @Test(
        "What the payer gave is checked before anything begins",
        arguments: [
            (Desk.card("4242424242424241"), "card.number"), (Desk.card("4242"), "card.number"),
            (Desk.card("4242424242424242", year: 2020), "card.exp_month"),
            (Desk.card("4242424242424242", month: 13), "card.exp_month"),
            (Desk.card("4242424242424242", code: "12"), "card.cvc"),
            (Desk.card("378282246310005", code: "123"), "card.cvc"),
            (ProcessRequest(channel: "card", data: [:], device: nil), "card.number"),
            (ProcessRequest(channel: "card", data: ["card": "4242424242424242"], device: nil), "card"),
            (ProcessRequest(channel: "cm.mobile", data: [:], device: nil), "phone"),
            (Desk.mobileMoney("12"), "phone"), (Desk.mobileMoney("not a number"), "phone"),
            (
                ProcessRequest(
                    channel: "cm.mobile", data: ["phone": "+237670000000", "operator": "wave"], device: nil), "operator"
            ),
            (ProcessRequest(channel: "ci.mobile", data: ["phone": "+2250700000000"], device: nil), "channel"),
            (ProcessRequest(channel: "", data: [:], device: nil), "channel"),
            (ProcessRequest(channel: "cm.mobile", data: ["phone": 237_670_000_000], device: nil), "phone"),
        ])
    func invalid(request: ProcessRequest, field: String) async throws {
        let desk = try await Desk()
        let payment = try await desk.payment()
        let reply = try await desk.process(payment, request).text
        #expect(reply.hasPrefix("refused validation_error") && reply.contains("\"\(field)\""), "\(reply)")
        #expect(try await desk.stored(payment).attempt == nil)
        // Nothing was done, so the key is free for what the payer corrects.
        #expect(try await desk.process(payment, body: ["corrected": true]).text.hasPrefix("accepted"))
    }

    @Test(
        "A repeated key gets the first answer; with another request it is refused; a new key meets the running attempt")
    func idempotency() async throws {
        let desk = try await Desk()
        let payment = try await desk.payment()
        let first = try await desk.process(payment)
        let again = try await desk.process(payment)
        #expect(!first.isReplay && again.isReplay && first.text == again.text)
        await #expect(throws: IdempotencyFault.conflict) { try await desk.process(payment, body: ["other": 1]) }
        #expect(try await desk.process(payment, key: "key-2").text.hasPrefix("refused attempt_in_progress"))
        desk.clock.advance(milliseconds: 3000)
        #expect(try await desk.gateway.payment(token: payment.token)?.status == .success)
        #expect(try await desk.process(payment).text == first.text, "byte for byte, though it is paid by now")
        #expect(try await desk.captured(payment) == [25_500])
        // The same key belongs to this payment only.
        let other = try await desk.payment()
        #expect(try await desk.process(other).isReplay == false)
    }

    @Test("T171, T172: a repeated key makes one payment, and gives its token again; another body is refused")
    func idempotentCreation() async throws {
        let desk = try await Desk()
        func create(_ body: JSONValue, credential: Secret<String>? = nil) async throws -> Answered {
            let claim = IdempotencyClaim(
                scope: "payments", key: "order-1", body: body, credential: credential ?? desk.principal.credential)
            return try await desk.gateway.createPayment(try desk.draft(), for: desk.principal, claim: claim) {
                StoredAnswer(status: 201, body: Array($0.token.expose().utf8))
            }
        }
        let first = try await create(["a": 1, "b": 2])
        let second = try await create(["b": 2, "a": 1])
        #expect(second.isReplay && second.answer == first.answer)
        await #expect(throws: IdempotencyFault.conflict) { try await create(["a": 2, "b": 2]) }
        await #expect(throws: IdempotencyFault.conflict) {
            try await create(["a": 1, "b": 2], credential: Secret("x"))
        }
        let filter = PaymentFilter(merchantID: desk.principal.merchant.id, environment: .sandbox)
        #expect(try await desk.gateway.payments(filter, PageRequest(.number(1))).total == 1)
        // Neither the token nor the key is in the database.
        await desk.gateway.store.close()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: desk.database.path))
        for secret in [first.answer.body, Array(desk.principal.credential.expose().utf8)] {
            #expect(bytes.range(of: Data(secret)) == nil)
        }
    }

    @Test("Two hundred equal requests at once begin one attempt and get one answer")
    func stampede() async throws {
        let desk = try await Desk()
        let payment = try await desk.payment()
        let answers = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<200 { group.addTask { try await desk.process(payment).text } }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(answers.count == 1)
        #expect(try await desk.gateway.store.read { try $0.attempts(of: payment.payment.id) }.count == 1)
    }

    @Test("While the provider has not answered, a repeated key is told to wait; then both get one answer")
    func inFlight() async throws {
        var options = GatewayOptions()
        options.sandbox.latencyMilliseconds = 2000
        let desk = try await Desk(options: options)
        let payment = try await desk.payment()
        async let first = desk.process(payment)
        while desk.clock.sleeperCount == 0 { try await Task.sleep(for: .milliseconds(1)) }
        await #expect(throws: IdempotencyFault.inProgress) { try await desk.process(payment) }
        desk.clock.advance(milliseconds: 2000)
        let answer = try await first
        #expect(answer.text.hasPrefix("accepted") && !answer.isReplay)
        #expect(try await desk.process(payment).text == answer.text)
    }

    @Test(
        "A gateway killed before the provider answered finds the attempt again, and answers its key from what became of it"
    )
    func crash() async throws {
        var options = GatewayOptions()
        options.sandbox.latencyMilliseconds = 2000
        let desk = try await Desk(options: options)
        let payment = try await desk.payment()
        let cut = Task { try await desk.process(payment) }
        while desk.clock.sleeperCount == 0 { try await Task.sleep(for: .milliseconds(1)) }
        cut.cancel()
        _ = await cut.result
        let restarted = try await desk.restarted(options: options)
        #expect(try await restarted.stored(payment).attempt?.state == .submitting)
        await #expect(throws: IdempotencyFault.inProgress) { try await restarted.process(payment) }
        restarted.clock.advance(milliseconds: 10_000)
        #expect(try await restarted.gateway.settleDue() == 1)
        #expect(try await restarted.stored(payment).status == .success)
        let late = try await restarted.process(payment)
        #expect(late.text.hasPrefix("succeeded"))
        #expect(try await restarted.process(payment).text == late.text)
        #expect(try await restarted.captured(payment) == [25_500])
    }

    @Test("A key decides the environment, and live payments have no way to pay yet")
    func environments() async throws {
        let desk = try await Desk()
        let payment = try await desk.payment()
        #expect(payment.token.expose().hasPrefix("tok_test_"))
        #expect(try await desk.gateway.session(payment.token)?.channels.isEmpty == false)
        let issued = try #require(
            try await desk.gateway.issueKey(for: desk.principal.merchant.id, .secret, .live))
        let live = try #require(try await desk.gateway.authenticate(issued.key))
        #expect(live.environment == .live)
        #expect(try await desk.gateway.payment(payment.payment.id, for: live) == nil)
        _ = try await desk.gateway.createPayment(try desk.draft(), for: live, claim: nil) { created in
            #expect(created.token.expose().hasPrefix("tok_live_"))
            return StoredAnswer(status: 201, body: [])
        }
    }

    @Test("A revoked, unknown or foreign key opens nothing")
    func keys() async throws {
        let desk = try await Desk()
        for bad in ["", "sk_test_", "sk_test_unknown000000", "tok_test_x", String(repeating: "sk_test_", count: 100)] {
            #expect(try await desk.gateway.authenticate(Secret(bad)) == nil)
        }
        let other = try await desk.gateway.createMerchant(name: "Other")
        let foreign = try #require(try await desk.gateway.authenticate(other.keys[0].key))
        let payment = try await desk.payment()
        #expect(try await desk.gateway.payment(payment.payment.id, for: foreign) == nil)
        #expect(try await desk.gateway.cancelPayment(payment.payment.id, for: foreign) == nil)
        let hash = APIKey.hash(desk.principal.credential)
        #expect(try await desk.gateway.revokeKey(hash: hash))
        #expect(try await desk.gateway.authenticate(desk.principal.credential) == nil)
        #expect(try await desk.gateway.adopt(desk.principal.credential, for: desk.principal.merchant.id) == false)
    }

    @Test("What became of an attempt does not depend on when somebody looks", arguments: [[61_000], [31_000, 30_000]])
    func deadlineComesFirst(waits: [Int64]) async throws {
        var options = GatewayOptions()
        // The approval would come later than the attempt's deadline of 30 s.
        options.sandbox.approvalMilliseconds = 60_000
        let desk = try await Desk(options: options)
        let payment = try await desk.payment()
        _ = try await desk.process(payment)
        for wait in waits {
            desk.clock.advance(milliseconds: wait)
            try await desk.gateway.settleDue()
        }
        let stored = try await desk.stored(payment)
        #expect(stored.lastDecline?.code == "payment_attempt_ended")
        #expect(stored.lastDecline?.at == .start.adding(seconds: 30))
        #expect(try await desk.captured(payment) == [])
    }

    @Test("Events carry the payment as it stood when they happened, and that time")
    func snapshots() async throws {
        let desk = try await Desk()
        let payment = try await desk.payment()
        _ = try await desk.process(payment)
        // Approved after 3 s, and nobody looked.
        desk.clock.advance(milliseconds: 5000)
        _ = try await desk.gateway.refund(
            payment.payment.id, { _ in RefundRequest(amount: nil, reason: .duplicate) }, for: desk.principal, claim: nil
        ) { _ in StoredAnswer(status: 201, body: []) }
        let events = try await desk.gateway.events(PageRequest(.number(1)), for: desk.principal).items
        let succeeded = try #require(events.first { $0.name == .paymentSucceeded })
        #expect(succeeded.payment?.refunded.minorUnits == 0)
        #expect(succeeded.createdAt == .start.adding(seconds: 3))
        let processing = try #require(events.first { $0.name == .paymentProcessing })
        #expect(processing.payment?.status == .processing)
    }

    @Test("What a database holds opens with the caller's credential only, keys of one place mean nothing in another")
    func sealed() throws {
        func claim(_ scope: String, _ credential: String) -> IdempotencyClaim {
            IdempotencyClaim(scope: scope, key: "k", body: ["a": 1], credential: Secret(credential))
        }
        var record = claim("s", "right").record(at: .start)
        let answer = StoredAnswer(status: 201, body: Array("token".utf8))
        claim("s", "right").seal(answer, into: &record)
        #expect(try claim("s", "right").open(record) == answer)
        #expect(throws: IdempotencyFault.conflict) { try claim("s", "wrong").open(record) }
        #expect(throws: IdempotencyFault.conflict) { try claim("s", "wrong").check(record) }
        #expect(throws: IdempotencyFault.conflict) { try claim("other", "right").check(record) }
        #expect(record.answer.map { Data($0).range(of: Data("token".utf8)) } == .some(nil))
    }

    @Test("Device signals are kept with the attempt, and a restricted merchant's payer is refused")
    func deviceAndRestriction() async throws {
        let desk = try await Desk()
        let payment = try await desk.payment()
        let request = ProcessRequest(
            channel: "cm.mobile", data: Desk.mobileMoney("+237670000000").data, device: ["timezone": "Africa/Douala"])
        _ = try await desk.process(payment, request)
        #expect(try await desk.stored(payment).attempt?.device == #"{"timezone":"Africa/Douala"}"#)
        let other = try await desk.payment()
        try await desk.gateway.store.write { transaction in
            guard var merchant = try transaction.merchant(desk.principal.merchant.id) else { return }
            merchant.isRestricted = true
            try transaction.save(merchant)
        }
        #expect(try await desk.process(other).text.hasPrefix("refused merchant_restricted"))
    }

    @Test("Device signals and webhook endpoints have limits")
    func limits() async throws {
        let desk = try await Desk()
        let payment = try await desk.payment()
        let device: JSONValue = ["timezone": .string(String(repeating: "x", count: 5000))]
        let request = ProcessRequest(
            channel: "cm.mobile", data: Desk.mobileMoney("+237670000000").data, device: device)
        #expect(try await desk.process(payment, request).text.contains("\"device\""))
        #expect(try await desk.stored(payment).attempt == nil)
        let draft = try EndpointDraft(url: "https://shop.example", events: nil, environment: .sandbox)
        func add() async throws {
            _ = try await desk.gateway.addEndpoint(draft, for: desk.principal, claim: nil) { _ in
                StoredAnswer(status: 201, body: [])
            }
        }
        for _ in 0..<Gateway.maximumEndpoints { try await add() }
        await #expect(throws: FieldErrors.self) { try await add() }
    }

    @Test("The sandbox's page decides nothing for real money")
    func simulateLive() async throws {
        let desk = try await Desk()
        let issued = try #require(try await desk.gateway.issueKey(for: desk.principal.merchant.id, .secret, .live))
        let live = try #require(try await desk.gateway.authenticate(issued.key))
        let made = Mutex<CreatedPayment?>(nil)
        _ = try await desk.gateway.createPayment(try desk.draft(), for: live, claim: nil) { created in
            made.withLock { $0 = created }
            return StoredAnswer(status: 201, body: [])
        }
        let id = try #require(made.withLock { $0?.payment.id })
        #expect(try await desk.gateway.simulate(id, approve: true) == nil)
        #expect(try await desk.gateway.sandboxPayment(id) == nil)
    }

    @Test("A page waits longer than an approval on the phone: 10 minutes, not 30 seconds")
    func pageDeadline() async throws {
        let desk = try await Desk()
        let payment = try await desk.payment()
        _ = try await desk.process(payment, Desk.card("4000002500003155"))
        desk.clock.advance(milliseconds: 599_999)
        #expect(try await desk.gateway.payment(token: payment.token)?.status == .processing)
        desk.clock.advance(milliseconds: 1)
        #expect(try await desk.gateway.payment(token: payment.token)?.lastDecline?.code == "payment_attempt_ended")
    }

    @Test("A clock that is set back an hour makes nobody wait an hour")
    func clockBack() async throws {
        let desk = try await Desk()
        let payment = try await desk.payment()
        for index in 0..<10 {
            _ = try await desk.process(payment, Desk.card("4000000000000002"), key: "k\(index)")
        }
        desk.clock.advance(milliseconds: -3_600_000)
        #expect(try await desk.process(payment, Desk.card("4242424242424242"), key: "next").text.hasPrefix("succeeded"))
    }

    @Test("A payment cannot be held open for ever by asking for the code again")
    func resendHasAnEnd() async throws {
        let desk = try await Desk()
        let payment = try await desk.payment(expiresIn: 60)
        _ = try await desk.process(payment, Desk.card("4000000000000101"))
        let step = try #require(try await desk.stored(payment).attempt?.step?.id)
        for _ in 0..<10 {
            desk.clock.advance(milliseconds: 300_000)
            _ = try await desk.gateway.resendStep(payment.payment.id, .otp, step)
        }
        let stored = try await desk.stored(payment)
        #expect(stored.status == .expired && stored.lastDecline?.code == "step_expired")
        #expect(stored.lastDecline?.at == .start.adding(seconds: 1800))
    }

    @Test("Keys are forgotten after their day; an attempt's key never begins another attempt all the same")
    func forgetting() async throws {
        let desk = try await Desk()
        let payment = try await desk.payment(expiresIn: 2_592_000)
        let declined = try await desk.process(payment, Desk.card("4000000000000002"))
        #expect(try await desk.gateway.forgetOldKeys() == 0)
        desk.clock.advance(milliseconds: 86_400_001)
        #expect(try await desk.gateway.forgetOldKeys() == 1)
        let again = try await desk.process(payment, Desk.card("4242424242424242"))
        #expect(again.isReplay && again.text == declined.text)
        #expect(try await desk.captured(payment).isEmpty)
        #expect(try await desk.process(payment, Desk.card("4242424242424242"), key: "k2").text.hasPrefix("succeeded"))
    }
}
