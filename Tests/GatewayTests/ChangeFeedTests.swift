import Kernel
import Synchronization
import Testing

@testable import Gateway
@testable import GatewaySQLite

@Suite struct ChangeFeedTests {
    private final class Heard: Sendable {
        private let changes = Mutex<[PaymentChange]>([])

        func add(_ change: PaymentChange) { changes.withLock { $0.append(change) } }

        var all: [PaymentChange] { changes.withLock { $0 } }

        /// The feed speaks after the store has answered.
        func count(_ count: Int) async throws -> [PaymentChange] {
            for _ in 0..<200 where all.count < count { try await Task.sleep(for: .milliseconds(5)) }
            return all
        }
    }

    @Test("Every change of status is told once it can be read, by whatever made it")
    func told() async throws {
        let desk = try await Desk()
        let heard = Heard()
        let subscription = desk.gateway.store.changes.subscribe { heard.add($0) }
        let payment = try await desk.payment()
        async let processed = desk.process(payment)
        #expect(try await heard.count(1).map(\.status) == [.processing])
        for _ in 0..<20 where heard.all.count < 2 {
            desk.clock.advance(milliseconds: 5000)
            try await desk.gateway.settleDue()
        }
        #expect(try await heard.count(2).map(\.status) == [.processing, .success])
        _ = try await processed
        let other = try await desk.payment(expiresIn: 300)
        _ = try await desk.gateway.cancelCheckout(other.payment.id)
        let late = try await desk.payment(expiresIn: 300)
        desk.clock.advance(milliseconds: 301_000)
        // Nobody wakes the worker here: a reader meets the expiry.
        _ = try await desk.gateway.payment(token: late.token)
        let all = try await heard.count(4)
        #expect(all.map(\.status).suffix(2) == [.cancelled, .expired])
        #expect(all.last?.trxref == late.payment.trxref && all.first?.payment == payment.payment.id)
        _ = subscription
    }

    @Test("What is undone is never told, and who has left is told nothing")
    func untold() async throws {
        struct Undone: Error {}
        let desk = try await Desk()
        let payment = try await desk.payment()
        let heard = Heard()
        var subscription: ChangeFeed.Subscription? = desk.gateway.store.changes.subscribe { heard.add($0) }
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<50 {
                group.addTask {
                    _ = try? await desk.gateway.store.write { transaction in
                        try transaction.announce(PaymentChange(payment.payment))
                        // Together in one commit, every other one is undone.
                        if index.isMultiple(of: 2) { throw Undone() }
                    }
                }
            }
        }
        #expect(try await heard.count(25).count == 25)
        _ = try? await desk.gateway.store.read { try $0.announce(PaymentChange(payment.payment)) }
        subscription = nil
        try await desk.gateway.store.write { try $0.announce(PaymentChange(payment.payment)) }
        try await desk.gateway.store.write { _ in }
        #expect(heard.all.count == 25)
        _ = subscription
    }
}
