import Foundation
import Kernel
import Testing

@testable import WajubMobile
@testable import Wire

@Suite struct FollowingTests {
    static func status(_ word: String, decline: String? = nil) -> Result<HTTPAnswer, TransportFailure> {
        var body: [String: JSONValue] = ["status": .string(word), "transaction": transaction(word)]
        if let decline { body["last_decline"] = ["id": .string(decline), "code": "payment_declined"] }
        return .json(200, .object(body))
    }

    static func collect(_ session: WajubSession) async -> [TransactionStatus] {
        var seen: [TransactionStatus] = []
        for await status in session.updates() { seen.append(status.normalized) }
        return seen
    }

    @Test("W108 The status is read after 2 s, then every 5 s, until a final one, which is handed on")
    func rhythm() async {
        let clock = VirtualClock()
        let transport = ScriptedTransport(
            ("/pay/status", Self.status("processing")), ("/pay/status", Self.status("processing")),
            ("/pay/status", Self.status("success")))
        let seen = await Self.collect(testSession(transport, clock: clock))
        #expect(seen == [.processing, .processing, .success])
        #expect(clock.waitsMilliseconds == [2000, 5000, 5000])
        #expect(transport.isDone)
    }

    @Test("W108 Every final status ends it", arguments: ["paid", "failed", "canceled", "expired"])
    func terminal(word: String) async {
        let transport = ScriptedTransport(("/pay/status", Self.status(word)))
        #expect(await Self.collect(testSession(transport)).count == 1)
    }

    @Test("W108 Reads that fail are passed over")
    func failures() async {
        let transport = ScriptedTransport(
            ("/pay/status", .json(404)), ("/pay/status", .text(200, "<html>")),
            ("/pay/status", .json(410)), ("/pay/status", Self.status("success")))
        #expect(await Self.collect(testSession(transport)) == [.success])
    }

    @Test("O2 T67 T68 A refusal newer than the one known at the start ends it; the known one does not")
    func refusal() async throws {
        let transport = ScriptedTransport(
            ("/pay/status", Self.status("pending", decline: "dec_1")),
            ("/pay/status", Self.status("pending", decline: "dec_1")),
            ("/pay/status", Self.status("processing", decline: "dec_1")),
            ("/pay/status", Self.status("pending", decline: "dec_2")))
        let session = testSession(transport)
        _ = try await session.status()
        #expect(await Self.collect(session) == [.pending, .processing, .pending])
        #expect(transport.isDone)
    }

    @Test("O2 The refusal of the session's own attempt ends it, though nothing was read before")
    func ownRefusal() async {
        let body: JSONValue = [
            "status": "pending", "last_decline": ["id": "dec_1", "code": "payment_declined"],
            "attempt": ["idempotency_key": "order-1", "state": "declined"],
        ]
        let transport = ScriptedTransport(
            ("/pay/process", .json(202, ["transaction": transaction("processing")])), ("/pay/status", .json(200, body)))
        let session = testSession(transport)
        _ = await session.process(channel: "card", data: [:], idempotencyKey: "order-1")
        #expect(await Self.collect(session) == [.pending])
    }

    @Test("O2 Begun without knowing any refusal, it ends at one newer than the first read's")
    func firstRead() async {
        let transport = ScriptedTransport(
            ("/pay/status", Self.status("pending", decline: "dec_1")),
            ("/pay/status", Self.status("pending", decline: "dec_1")),
            ("/pay/status", Self.status("pending", decline: "dec_2")))
        #expect(await Self.collect(testSession(transport)).count == 3)
    }

    @Test("W108 It stops 15 minutes after it began, by the monotonic clock")
    func limit() async {
        let clock = VirtualClock()
        let start = clock.nowNanoseconds
        let transport = ScriptedTransport { _, _ in Self.status("processing") }
        #expect(await Self.collect(testSession(transport, clock: clock)).count == 180)
        #expect(clock.nowNanoseconds - start == 900_000_000_000)
    }

    @Test("W108 Time spent in reads counts as well")
    func slowReads() async {
        let clock = VirtualClock()
        let transport = ScriptedTransport { _, _ in
            clock.advance(nanoseconds: 400_000_000_000)
            return Self.status("processing")
        }
        #expect(await Self.collect(testSession(transport, clock: clock)).count == 3)
    }

    @Test("W108 Whoever stops listening stops the reads")
    func listening() async {
        let transport = ScriptedTransport { _, _ in Self.status("processing") }
        let session = testSession(transport)
        let task = Task {
            var seen = 0
            for await _ in session.updates() {
                seen += 1
                if seen == 3 { withUnsafeCurrentTask { $0?.cancel() } }
            }
            return seen
        }
        let seen = await task.value
        #expect(seen < 180)
        // What was under way ends; then nothing more is read.
        var before = -1
        while before != transport.requests.count {
            before = transport.requests.count
            for _ in 0..<100 { await Task.yield() }
        }
        #expect(transport.requests.count < 180)
    }
}
