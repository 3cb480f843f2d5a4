import Foundation
import Kernel
import Testing

@testable import WajubMobile
@testable import Wire

@Suite struct ProcessTests {
    static let unknown = ProcessOutcome.processing(transaction: nil, instruction: nil, kind: .pending)
    static let accepted: JSONValue = ["transaction": transaction("processing")]

    static func keys(_ transport: ScriptedTransport) -> [String] {
        transport.requests.filter { $0.url.path == "/pay/process" }.compactMap { $0.headers["Idempotency-Key"] }
    }

    static func code(_ outcome: ProcessOutcome) -> String? {
        if case .failed(let error, _) = outcome { error.code } else { nil }
    }

    @Test("T3 W110 Two payments have two keys; a key passed in is used as it is")
    func twoKeys() async {
        let transport = ScriptedTransport { _, _ in .json(202, Self.accepted) }
        let session = testSession(transport)
        _ = await session.process(channel: "card", data: [:])
        _ = await session.process(channel: "card", data: [:])
        _ = await session.process(channel: "card", data: [:], idempotencyKey: "order-4172")
        let keys = Self.keys(transport)
        #expect(keys.count == 3 && keys[0] != keys[1] && keys[2] == "order-4172")
    }

    @Test("W110 Automatic repetitions reuse the key, after 500 and 1000 ms")
    func sameKey() async {
        let transport = ScriptedTransport(
            ("/pay/process", .json(503)), ("/pay/process", .lost), ("/pay/process", .json(202, Self.accepted)))
        let clock = VirtualClock()
        let outcome = await testSession(transport, clock: clock).process(channel: "card", data: [:])
        #expect(Set(Self.keys(transport)).count == 1)
        #expect(transport.requests.count == 3)
        #expect(transport.requests[0].body == transport.requests[2].body)
        #expect(clock.waitsMilliseconds == [500, 1000])
        guard case .processing(let payment, _, _) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(payment?.id == "trx_9Xk2")
    }

    @Test("T30 T31 W111 Unanswered to the end, a payment is processing, pending; two more tries and no more")
    func unanswered() async {
        for reply: Result<HTTPAnswer, TransportFailure> in [.lost, .offline, .json(500), .json(504)] {
            let transport = ScriptedTransport { _, _ in reply }
            #expect(await testSession(transport).process(channel: "card", data: [:]) == Self.unknown)
            #expect(transport.requests.count == 3)
        }
    }

    @Test("W110 A key that no header can carry fails at once, with nothing sent")
    func badKey() async {
        let transport = ScriptedTransport()
        let outcome = await testSession(transport).process(channel: "card", data: [:], idempotencyKey: "a\r\nb")
        #expect(Self.code(outcome) == "idempotency_key_invalid")
        #expect(transport.requests.isEmpty)
    }

    @Test("T32 W51 A 400 reads the status and tells its outcome")
    func badRequestPaid() async {
        let transport = ScriptedTransport(
            ("/pay/process", .json(400)),
            ("/pay/status", .json(200, ["status": "success", "transaction": transaction("success")])))
        guard case .complete(let payment) = await testSession(transport).process(channel: "card", data: [:]) else {
            Issue.record("not complete")
            return
        }
        #expect(payment.amountTotal == 1020)
    }

    @Test("T33 T34 W51 A 400 with a processing payment or an unreadable status is followed")
    func badRequestFollowed() async {
        let running = ScriptedTransport(
            ("/pay/process", .json(400)), ("/pay/status", .json(200, ["status": "processing"])))
        #expect(await testSession(running).process(channel: "card", data: [:]) == Self.unknown)
        let dark = ScriptedTransport(("/pay/process", .json(400)), ("/pay/status", .json(404)))
        #expect(await testSession(dark).process(channel: "card", data: [:]) == Self.unknown)
    }

    @Test("W51 A 400 with a payment still pending fails with not_processable")
    func badRequestPending() async {
        let transport = ScriptedTransport(
            ("/pay/process", .json(400)), ("/pay/status", .json(200, ["status": "pending"])))
        #expect(Self.code(await testSession(transport).process(channel: "card", data: [:])) == "not_processable")
    }

    @Test(
        "O18 A refusal right after an unanswered send of the key reads the status first",
        arguments: [401, 403, 404, 410, 429])
    func earlierSend(status: Int) async {
        let transport = ScriptedTransport(
            ("/pay/process", .json(503)), ("/pay/process", .json(status)),
            ("/pay/status", .json(200, ["status": "processing"])))
        #expect(await testSession(transport).process(channel: "card", data: [:]) == Self.unknown)
        #expect(transport.isDone)
    }

    @Test("O18 The same holds when the app sends the same key again itself, until the key is decided")
    func earlierProcess() async {
        let transport = ScriptedTransport(
            ("/pay/process", .lost), ("/pay/process", .lost), ("/pay/process", .lost),
            ("/pay/process", .json(410)), ("/pay/status", .json(200, ["status": "pending"])),
            ("/pay/process", .json(402)), ("/pay/process", .json(410)))
        let session = testSession(transport)
        #expect(await session.process(channel: "card", data: [:], idempotencyKey: "k1") == Self.unknown)
        let again = await session.process(channel: "card", data: [:], idempotencyKey: "k1")
        #expect(again == Self.unknown)
        #expect(
            Self.code(await session.process(channel: "card", data: [:], idempotencyKey: "k1")) == "insufficient_funds")
        #expect(
            Self.code(await session.process(channel: "card", data: [:], idempotencyKey: "k1"))
                == "session_terminal_expired")
    }

    @Test("O18 A key whose attempt was accepted is not decided by a 410 to its repetition")
    func acceptedThenGone() async {
        let transport = ScriptedTransport(
            ("/pay/process", .json(202, Self.accepted)), ("/pay/process", .json(410)),
            ("/pay/status", .json(200, ["status": "processing"])))
        let session = testSession(transport)
        _ = await session.process(channel: "card", data: [:], idempotencyKey: "k1")
        #expect(await session.process(channel: "card", data: [:], idempotencyKey: "k1") == Self.unknown)
        #expect(transport.isDone)
    }

    @Test("O18 A send that never left the device does not keep a 401 from deciding")
    func neverLeft() async {
        let transport = ScriptedTransport(("/pay/process", .offline), ("/pay/process", .json(401)))
        #expect(Self.code(await testSession(transport).process(channel: "card", data: [:])) == "session_not_found")
    }

    @Test("O2 A 409 with a refusal newer than the one the session knew is that refusal")
    func conflictRefused() async throws {
        func pending(_ decline: String) -> JSONValue {
            ["status": "pending", "last_decline": ["id": .string(decline), "code": "insufficient_funds"]]
        }
        for (id, code) in [("dec_1", nil), ("dec_2", "insufficient_funds")] {
            let transport = ScriptedTransport(
                ("/pay/status", .json(200, pending("dec_1"))), ("/pay/process", .json(409)),
                ("/pay/status", .json(200, pending(id))))
            let session = testSession(transport)
            _ = try await session.status()
            #expect(Self.code(await session.process(channel: "card", data: [:])) == code)
        }
    }

    @Test("O2 A refusal the session was told of by a 402 is not taken for the next attempt's")
    func staleRefusal() async throws {
        let transport = ScriptedTransport(
            ("/pay/session", .json(200, ["transaction": transaction("pending", ["last_decline": nil])])),
            ("/pay/process", .json(402)), ("/pay/process", .json(409)),
            ("/pay/status", .json(200, ["status": "pending", "last_decline": ["id": "dec_1", "code": "x"]])))
        let session = testSession(transport)
        _ = try await session.session()
        #expect(Self.code(await session.process(channel: "card", data: [:])) == "insufficient_funds")
        guard case .processing = await session.process(channel: "card", data: [:]) else {
            Issue.record("the first attempt's refusal ended the second")
            return
        }
    }

    @Test("O2 A server that spoke of no refusals before leaves open whose a later one is")
    func silentServer() async throws {
        let refused: JSONValue = ["status": "pending", "last_decline": ["id": "dec_1", "code": "payment_declined"]]
        for (before, code): (JSONValue, String?) in [([:], nil), (["last_decline": nil], "payment_declined")] {
            let payment = transaction("pending", before.object ?? [:])
            let transport = ScriptedTransport(
                ("/pay/session", .json(200, ["transaction": payment])), ("/pay/process", .json(409)),
                ("/pay/status", .json(200, refused)))
            let session = testSession(transport)
            _ = try await session.session()
            #expect(Self.code(await session.process(channel: "card", data: [:])) == code)
        }
    }

    @Test("W107 The channel's kind, known from the session, decides approval or waiting")
    func channelKind() async throws {
        let channels: JSONValue = [["slug": "cm.mobile", "type": "mobile_money"], ["slug": "card", "type": "card"]]
        let transport = ScriptedTransport(
            ("/pay/session", .json(200, ["transaction": transaction("pending"), "channels": channels])),
            ("/pay/process", .json(202, Self.accepted)), ("/pay/process", .json(202, Self.accepted)))
        let session = testSession(transport)
        _ = try await session.session()
        for (channel, kind) in [("cm.mobile", ProcessingKind.approval), ("card", .pending)] {
            guard case .processing(_, _, let found) = await session.process(channel: channel, data: [:]) else {
                Issue.record("not processing")
                return
            }
            #expect(found == kind)
        }
    }

    @Test("W111 A cancelled task gives an unknown fate, not a failure")
    func cancelled() async {
        let transport = ScriptedTransport { _, _ in .json(503) }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await testSession(transport).process(channel: "card", data: [:])
        }
        #expect(await task.value == Self.unknown)
        #expect(transport.requests.count == 1)
    }

    @Test("W132: Sandbox numbers go out as given, and the session says it is a sandbox", arguments: 0...4)
    func sandboxNumbers(scenario: Int) async throws {
        let phone = "+23767000000\(scenario)"
        let transport = ScriptedTransport(
            ("/pay/session", .json(200, ["transaction": transaction("pending", ["sandbox": true])])),
            ("/pay/process", .json(202, Self.accepted)))
        let session = testSession(transport)
        let data = try await session.session()
        #expect(data.transaction.sandbox && data.environment == "sandbox")
        _ = await session.process(
            channel: "cm.mobile", data: ["phone": .string(phone), "country": "CM", "operator": "orange"])
        #expect(transport.requests.last?.json?["data"]?["phone"]?.string == phone)
    }
}
