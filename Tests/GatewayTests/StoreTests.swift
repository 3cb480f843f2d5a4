import CSQLite
import Foundation
import Kernel
import Testing

@testable import Gateway
@testable import GatewaySQLite

@Suite struct StoreTests {
    private func store(_ database: TemporaryDatabase) async throws -> SQLiteStore {
        let store = try SQLiteStore(path: database.path, busyMilliseconds: 200)
        try await store.write { transaction in
            guard try transaction.merchant(MerchantID("mer_1")) == nil else { return }
            try transaction.save(Merchant(id: MerchantID("mer_1"), name: "Shop", createdAt: .start))
        }
        return store
    }

    private func numbered(_ number: Int) throws -> Payment {
        let xaf = try #require(Currency("XAF"))
        return Payment(
            id: PaymentID("trx_\(number)"), merchantID: MerchantID("mer_1"), environment: .sandbox,
            reference: "order", trxref: "TX\(number)", amount: Money(minorUnits: Int64(100 + number), currency: xaf),
            fees: Money(minorUnits: 0, currency: xaf), description: nil, customer: Payment.Customer(), metadata: nil,
            callback: nil, tokenHash: "hash-\(number)", createdAt: .start.adding(milliseconds: Int64(number / 2)),
            expiresAt: .start.adding(seconds: 60 + Int64(number)), updatedAt: .start,
            refunded: Money(minorUnits: 0, currency: xaf))
    }

    @Test("What was written is there after the store was closed and opened again")
    func durable() async throws {
        let database = try TemporaryDatabase()
        let first = try await store(database)
        let mode = try FileManager.default.attributesOfItem(atPath: database.path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600, "it holds signing secrets")
        let payment = try numbered(1)
        try await first.write { try $0.save(payment) }
        await first.close()
        await #expect(throws: StoreFault.self) { try await first.write { _ in } }
        let second = try await store(database)
        #expect(try await second.read { try $0.payment(payment.id) } == payment)
        #expect(try await second.read { try $0.payment(tokenHash: "hash-1") } == payment)
        await second.close()
    }

    @Test("Work that throws leaves nothing, and its neighbours in the same commit stay")
    func isolation() async throws {
        struct Stop: Error {}
        let database = try TemporaryDatabase()
        let store = try await store(database)
        let payments = try (0..<60).map(numbered)
        await withTaskGroup(of: Void.self) { group in
            for (index, payment) in payments.enumerated() {
                group.addTask {
                    try? await store.write { transaction in
                        try transaction.save(payment)
                        if index % 3 == 0 { throw Stop() }
                    }
                }
            }
        }
        for (index, payment) in payments.enumerated() {
            let found = try await store.read { try $0.payment(payment.id) }
            #expect((found != nil) == (index % 3 != 0))
        }
        await store.close()
    }

    @Test("Lists come newest first, by number and by cursor, each row once")
    func pages() async throws {
        let database = try TemporaryDatabase()
        let store = try await store(database)
        let payments = try (0..<25).map(numbered)
        try await store.write { transaction in for payment in payments { try transaction.save(payment) } }
        let filter = PaymentFilter(merchantID: MerchantID("mer_1"), environment: .sandbox)
        var seen: [PaymentID] = []
        var cursor: Cursor?
        repeat {
            let position = cursor
            let page = try await store.read { try $0.payments(filter, PageRequest(.after(position), size: 7)) }
            #expect(page.total == nil)
            seen += page.items.map(\.id)
            cursor = page.next
        } while cursor != nil
        #expect(seen.count == 25 && Set(seen).count == 25)
        let second = try await store.read { try $0.payments(filter, PageRequest(.number(2), size: 10)) }
        #expect(second.items.map(\.id) == Array(seen[10..<20]))
        #expect(second.total == 25)
        let beyond = try await store.read { try $0.payments(filter, PageRequest(.number(.max), size: 100)) }
        #expect(beyond.items.isEmpty)
        var narrow = filter
        narrow.minimum = 110
        narrow.maximum = 112
        narrow.status = .pending
        narrow.createdFrom = .start
        narrow.createdBefore = .start.adding(seconds: 1)
        let few = try await store.read { [narrow] in try $0.payments(narrow, PageRequest(.number(1))) }
        #expect(few.items.map(\.amount.minorUnits) == [112, 111, 110])
    }

    @Test("What is due is found in order, and a claimed delivery is not claimed again before its lease is over")
    func due() async throws {
        let database = try TemporaryDatabase()
        let store = try await store(database)
        let payments = try (0..<3).map(numbered)
        let event = Event(
            id: EventID("evt_1"), name: .paymentSucceeded, merchantID: MerchantID("mer_1"), environment: .sandbox,
            payment: payments[0], refund: nil, createdAt: .start)
        let delivery = Delivery(
            id: DeliveryID("dlv_1"), eventID: event.id, endpointID: EndpointID("we_1"),
            merchantID: MerchantID("mer_1"), nextAt: .start)
        try await store.write { transaction in
            for payment in payments.reversed() { try transaction.save(payment) }
            try transaction.insert(event)
            try transaction.save(delivery)
        }
        let due = try await store.read { try $0.duePayments(at: .start.adding(seconds: 61), limit: 10) }
        #expect(due == [PaymentID("trx_0"), PaymentID("trx_1")])
        #expect(try await store.read { try $0.nextDueDelivery() } == .start)
        #expect(try await store.read { try $0.nextDuePayment() } == .start.adding(seconds: 60))
        let lease = Timestamp.start.adding(seconds: 60)
        let claimed = try await store.write {
            try $0.claimDeliveries(at: .start, leaseUntil: lease, room: DeliveryRoom())
        }
        #expect(claimed.map(\.id) == [delivery.id])
        #expect(
            try await store.write { try $0.claimDeliveries(at: .start, leaseUntil: lease, room: DeliveryRoom()) }
                .isEmpty)
        #expect(
            try await store.write { try $0.claimDeliveries(at: lease, leaseUntil: lease, room: DeliveryRoom()) }.count
                == 1)
    }

    @Test("The database itself refuses a second capture of one payment")
    func oneCapture() async throws {
        let database = try TemporaryDatabase()
        let store = try await store(database)
        let payment = try numbered(1)
        try await store.write { try $0.save(payment) }
        func capture(_ id: String) -> LedgerEntry {
            LedgerEntry(id: LedgerEntryID(id), paymentID: payment.id, kind: .capture, amount: payment.total, at: .start)
        }
        let (one, two) = (capture("led_1"), capture("led_2"))
        try await store.write { try $0.insert(one) }
        await #expect(throws: StoreFault.self) { try await store.write { try $0.insert(two) } }
        #expect(try await store.read { try $0.ledger(of: payment.id) } == [one])
    }

    @Test("A database that another process holds, or that is no database, or that is too new, is an error that says so")
    func faults() async throws {
        let database = try TemporaryDatabase()
        let store = try await store(database)
        let payment = try numbered(1)
        let other = try SQLiteConnection(path: database.path, readOnly: false, busyMilliseconds: 0)
        try other.execute("BEGIN IMMEDIATE")
        await #expect {
            try await store.write { try $0.save(payment) }
        } throws: { error in
            if case StoreFault.unavailable(let reason) = error { reason.contains("locked") } else { false }
        }
        try other.execute("ROLLBACK")
        try await store.write { try $0.save(payment) }
        await store.close()

        try other.execute("PRAGMA user_version = 99")
        #expect { try SQLiteStore(path: database.path) } throws: { "\($0)".contains("newer program") }
        let text = database.directory.appendingPathComponent("text")
        try Data("this is not a database, whatever its name says".utf8).write(to: text)
        #expect(throws: StoreFault.self) { try SQLiteStore(path: text.path) }
        #expect(throws: StoreFault.self) { try SQLiteStore(path: "/nowhere/at/all.sqlite") }
    }

    @Test("Commits are flushed whole, references are kept, and the check finds money that does not add up")
    func soundness() async throws {
        let database = try TemporaryDatabase()
        let store = try await store(database)
        let payment = try numbered(1)
        try await store.write { transaction in
            try transaction.save(payment)
            let connection = try #require(transaction as? SQLiteTransaction).connection
            #expect(try connection.query("PRAGMA synchronous") { $0.integer(0) } == [2], "FULL")
            #expect(try connection.query("PRAGMA journal_mode") { $0.text(0) } == ["wal"])
        }
        let orphan = LedgerEntry(
            id: LedgerEntryID("led_9"), paymentID: PaymentID("trx_nobody"), kind: .capture, amount: payment.total,
            at: .start)
        await #expect(throws: StoreFault.self) { try await store.write { try $0.insert(orphan) } }
        #expect(try SQLiteStore.check(path: database.path).isEmpty)
        let entry = LedgerEntry(
            id: LedgerEntryID("led_1"), paymentID: payment.id, kind: .capture, amount: payment.total, at: .start)
        try await store.write { try $0.insert(entry) }
        #expect(try SQLiteStore.check(path: database.path) == ["1 payments do not match the ledger"])
        var paid = payment
        paid.status = .success
        let success = paid
        try await store.write { try $0.save(success) }
        #expect(try SQLiteStore.check(path: database.path) == ["1 paid payments have no event"])
        await store.close()
    }

    @Test("A database file that is deleted or replaced under the store acknowledges nothing more")
    func moved() async throws {
        let database = try TemporaryDatabase()
        let store = try await store(database)
        let payment = try numbered(1)
        try await store.write { try $0.save(payment) }
        try FileManager.default.moveItem(atPath: database.path, toPath: database.path + ".old")
        await #expect(throws: StoreFault.self) { try await store.write { try $0.save(payment) } }
        await #expect(throws: StoreFault.self) { try await store.read { try $0.payment(payment.id) } }
        try FileManager.default.moveItem(atPath: database.path + ".old", toPath: database.path)
        try await store.write { try $0.save(payment) }
        await store.close()
    }

    @Test("A database that is full keeps what it acknowledged and says that nothing more was stored")
    func full() async throws {
        let database = try TemporaryDatabase()
        let store = try await store(database)
        let kept = try numbered(0)
        try await store.write { try $0.save(kept) }
        await store.close()
        let connection = try SQLiteConnection(path: database.path, readOnly: false, busyMilliseconds: 0)
        let pages = try connection.query("PRAGMA page_count") { $0.integer(0) }.first ?? 0
        try connection.execute("PRAGMA max_page_count = \(pages + 2)")
        let queue = CommitQueue(connection, .write, ChangeFeed())
        var refused = 0
        for number in 1..<60 {
            let payment = try numbered(number)
            do { try await queue.perform { try $0.save(payment) } } catch StoreFault.unavailable { refused += 1 }
        }
        #expect(refused > 0)
        #expect(try await queue.perform { try $0.payment(kept.id) } == kept)
        await queue.close()
    }
}
