import Foundation
import Kernel
import Testing

@testable import Gateway
@testable import GatewaySQLite

/// A database that the first released version wrote, with a payment in every state it had.
@Suite struct MigrationTests {
    private func oldDatabase() throws -> TemporaryDatabase {
        let database = try TemporaryDatabase()
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../Fixtures/gateway-v1.sql")
        let connection = try SQLiteConnection(path: database.path, readOnly: false, busyMilliseconds: 0)
        try connection.execute(try String(contentsOf: script, encoding: .utf8))
        return database
    }

    private func payment(_ reference: String, _ desk: Gateway) async throws -> Payment {
        let merchant = try #require(try await desk.merchants().first)
        var filter = PaymentFilter(merchantID: merchant.id, environment: .sandbox)
        filter.reference = reference
        return try #require(try await desk.payments(filter, PageRequest(.number(1))).items.first)
    }

    @Test("A database of version 1 opens, is sound, and its payments go on where they stood")
    func opens() async throws {
        let database = try oldDatabase()
        // Five seconds after the last of them began.
        let clock = ManualClock(Timestamp(milliseconds: 1_796_033_166_000))
        let gateway = Gateway(store: try SQLiteStore(path: database.path), clock: clock)
        #expect(try SQLiteStore.check(path: database.path) == [])
        #expect(try await payment("paid", gateway).status == .success)
        #expect(try await payment("declined", gateway).lastDecline?.code == "insufficient_funds")

        let step = try await payment("step", gateway)
        let question = try #require(step.attempt?.step)
        let answered = try await gateway.answerStep(step.id, .threeDS, question.id, ["code": "123456"])
        #expect(answered?.payment.status == .success)

        let fresh = try await payment("fresh", gateway)
        let claim = IdempotencyClaim(scope: "process:\(fresh.id)", key: "k", body: [:], credential: Secret("tok_x"))
        let paid = try await gateway.process(
            fresh.id, Desk.card("4000002500003155"), claim: claim, render: Desk.render)
        #expect(String(decoding: paid.answer.body, as: UTF8.self).hasPrefix("action_required"))
        #expect(try await payment("fresh", gateway).attempt?.page?.kind == .threeDS)

        // Its provider had not answered when it was written, and meant a page; the attempt ends at its deadline.
        let late = try await payment("late", gateway)
        #expect(late.attempt?.scheduled?.answer == .page(nil))
        clock.advance(milliseconds: 1_000_000)
        #expect(try await gateway.settleDue() > 0)
        #expect(try await payment("late", gateway).lastDecline?.code == "payment_attempt_ended")
        #expect(try await payment("page", gateway).lastDecline?.code == "payment_attempt_ended")
        await gateway.store.close()
        let again = try SQLiteStore(path: database.path)
        await again.close()
    }
}
