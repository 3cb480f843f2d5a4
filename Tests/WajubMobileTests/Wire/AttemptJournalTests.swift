import Foundation
import Kernel
import Testing

@testable import WajubMobile
@testable import Wire

@Suite struct AttemptJournalTests {
    private static func entry(_ key: String, _ at: Int64 = 1) throws -> JournalEntry {
        JournalEntry(
            key: try #require(IdempotencyKey(key)), channel: "cm.mobile", tokenHash: "aa", paymentID: "trx_1",
            beganAt: Timestamp(milliseconds: at))
    }

    private static func folder() -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("journal-\(UUID().uuidString)")
    }

    @Test("An attempt is on the disk until it is settled, also for another process")
    func keeps() throws {
        let folder = Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let journal = FileJournal(folder: "sdk", directory: folder)
        #expect(journal.entries.isEmpty)
        try journal.record(try Self.entry("k/2 ?".filter { $0 != " " }, 2))
        try journal.record(try Self.entry("k1", 1))
        try journal.record(try Self.entry("k1", 9))
        let other = FileJournal(folder: "sdk", directory: folder)
        #expect(other.entries.map(\.key.rawValue) == ["k1", "k/2?"])
        #expect(other.entries.first?.beganAt == Timestamp(milliseconds: 1))
        other.settle(try #require(IdempotencyKey("k1")))
        #expect(journal.entries.map(\.key.rawValue) == ["k/2?"])
    }

    @Test("Files that are none of ours, cut, or too large are passed over")
    func strange() throws {
        let folder = Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let journal = FileJournal(folder: "sdk", directory: folder)
        try journal.record(try Self.entry("k1"))
        let attempts = folder.appendingPathComponent("sdk/attempts")
        for (name, text) in [
            ("a.json", "{"), ("b.json", "[]"), ("c.json", String(repeating: " ", count: 5000)), ("d.txt", "x"),
            (".e.json", "{}"), ("f.json", #"{"key":"a b","channel":"c","token":"t","began":1}"#),
        ] { try Data(text.utf8).write(to: attempts.appendingPathComponent(name)) }
        #expect(journal.entries.map(\.key.rawValue) == ["k1"])
    }

    @Test("Where nothing can be written it says so, and an attempt is made all the same")
    func fullDisk() async throws {
        let journal = FileJournal(folder: "sdk", directory: URL(fileURLWithPath: "/proc/nowhere"))
        #expect(throws: (any Error).self) { try journal.record(try Self.entry("k1")) }
        var world = testWorld(
            ScriptedTransport(("/pay/process", .json(200, ["transaction": transaction("success")]))))
        world.journal = journal
        let session = WajubSession(sessionToken: "t", world: world)
        guard case .complete = await session.process(channel: "card", data: [:]) else {
            Issue.record("not paid")
            return
        }
    }

    /// Notes whether the journal held the key when the request left.
    private final class Watching: Transport, @unchecked Sendable {
        let journal: any AttemptJournal
        private(set) var keysAtSend: [String] = []

        init(_ journal: any AttemptJournal) { self.journal = journal }

        func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPAnswer {
            if request.url.path == "/pay/process" {
                keysAtSend = journal.entries.map(\.key.rawValue)
                throw TransportFailure(.connectionLost, mayHaveReachedServer: true)
            }
            return HTTPAnswer(status: 200, headers: [:], body: Self.status.bytes)
        }

        static let status: JSONValue = ["status": "processing"]
    }

    @Test("W41: the key is on the disk before the request leaves; the next process lists the attempt and settles it")
    func overTheEndOfAProcess() async throws {
        let folder = Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let journal = FileJournal(folder: "sdk", directory: folder)
        let transport = Watching(journal)
        var world = testWorld(transport)
        world.journal = journal
        let session = WajubSession(sessionToken: "sess_abc123", world: world)
        _ = await session.process(channel: "cm.mobile", data: [:], idempotencyKey: "own-key")
        #expect(transport.keysAtSend == ["own-key"])

        // Another process, later.
        var next = testWorld(
            ScriptedTransport(
                ("/pay/status", .json(200, ["status": "processing"])),
                ("/pay/status", .json(200, ["status": "success"]))))
        next.journal = FileJournal(folder: "sdk", directory: folder)
        try await SessionWorld.$current.withValue(next) { () async throws -> Void in
            let listed = WajubSession.unsettledAttempts()
            #expect(listed.map(\.idempotencyKey) == ["own-key"] && listed.first?.channel == "cm.mobile")
            let again = WajubSession(sessionToken: "sess_abc123")
            let left = try await again.settleAttempts()
            #expect(left.count == 1)
            let none = try await again.settleAttempts()
            #expect(none.isEmpty)
            #expect(WajubSession.unsettledAttempts().isEmpty)
        }
    }

    @Test("Only the payment's end, or a refusal of this very key, settles an attempt")
    func settling() throws {
        let key = try #require(IdempotencyKey("k1"))
        for (json, isSettled) in [
            (["status": "success"], true), (["status": "expired"], true), (["status": "processing"], false),
            (["status": "pending"], false),
            (["status": "pending", "attempt": ["idempotency_key": "k1", "state": "declined"]], true),
            (["status": "pending", "attempt": ["idempotency_key": "k2", "state": "declined"]], false),
            (["status": "pending", "attempt": ["idempotency_key": "k1", "state": "running"]], false),
        ] as [(JSONValue, Bool)] {
            let status = try #require(PaymentStatus(json))
            #expect(WajubSession.settles(status, key) == isSettled)
        }
    }
}

@Suite @MainActor struct RestoredAttemptTests {
    @Test("An attempt that an earlier process left open keeps its key in the next checkout")
    func restored() async throws {
        let desk = ControllerDesk()
        desk.gateway.answer("/pay/session", .json(200, HandGateway.session("pending", HandGateway.only("cm.mobile"))))
        let hash = Crypto.sha256("sess_abc123".utf8).hex
        desk.journal.record(
            JournalEntry(
                key: try #require(IdempotencyKey("old-key")), channel: "cm.mobile", tokenHash: hash, paymentID: nil,
                beganAt: Timestamp(milliseconds: 1)))
        await desk.open()
        #expect(desk.controller.screen == .mobileMoney && !desk.controller.canCancel)
        desk.controller.setPhone("677123456")
        desk.gateway.answer("/pay/process", .json(402, ["error_code": "insufficient_funds"]))
        desk.controller.submitMobileMoney()
        await desk.settle()
        #expect(desk.gateway.requests("/pay/process").first?.headers["Idempotency-Key"] == "old-key")
        // Refused for good: it is settled, and the next has a key of its own.
        #expect(desk.journal.entries.isEmpty)
        desk.controller.tryAgain()
        desk.controller.submitMobileMoney()
        await desk.settle()
        #expect(desk.gateway.requests("/pay/process").last?.headers["Idempotency-Key"] != "old-key")
    }

    @Test("One that the gateway refused meanwhile is settled when the checkout opens")
    func settledMeanwhile() async throws {
        let desk = ControllerDesk()
        desk.gateway.answer(
            "/pay/status",
            .json(200, ["status": "pending", "attempt": ["idempotency_key": "old-key", "state": "declined"]]))
        desk.journal.record(
            JournalEntry(
                key: try #require(IdempotencyKey("old-key")), channel: "card",
                tokenHash: Crypto.sha256("sess_abc123".utf8).hex, paymentID: nil, beganAt: Timestamp(milliseconds: 1)))
        await desk.open()
        #expect(desk.controller.screen == .methods && desk.controller.canCancel && desk.journal.entries.isEmpty)
    }
}

@Suite struct JournalSizeTests {
    @Test("The oldest attempts are forgotten when nobody asks about them any more")
    func bounded() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("journal-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let journal = FileJournal(folder: "sdk", directory: folder)
        for number in 0..<505 {
            try journal.record(
                JournalEntry(
                    key: try #require(IdempotencyKey("k\(number)")), channel: "card", tokenHash: "a", paymentID: nil,
                    beganAt: Timestamp(milliseconds: Int64(number))))
        }
        let kept = journal.entries
        #expect(kept.count == 500 && kept.first?.key.rawValue == "k5" && kept.last?.key.rawValue == "k504")
    }
}
