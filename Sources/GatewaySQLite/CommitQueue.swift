import Foundation
import Gateway

/// A thread of its own that owns one connection and runs transactions on it, one after the other.
///
/// What is waiting when a commit ends goes into the next commit together, each piece behind a savepoint: under load
/// one flush to the disk makes many answers durable, and a single request never waits for company.
final class CommitQueue: @unchecked Sendable {  // `condition` guards everything mutable; the connection is the thread's
    /// A piece of work.
    private struct Job {
        /// Does it; returns whether it succeeded, and how to tell its asker once the commit is known.
        let run: (SQLiteTransaction) -> Done
        /// Tells its asker that it was not even tried.
        let refuse: (StoreFault) -> Void
    }

    private struct Done {
        let succeeded: Bool
        let tell: (StoreFault?) -> Void
    }

    private let condition = NSCondition()
    private var jobs: [Job] = []
    private var isClosed = false
    private var isFinished = false
    private let mode: Mode
    private let changes: ChangeFeed
    private static let largestGroup = 256

    enum Mode {
        case write
        case read
    }

    /// Takes over the connection.
    /// - Parameter changes: is told what was announced after each commit.
    init(_ connection: sending SQLiteConnection, _ mode: Mode, _ changes: ChangeFeed) {
        self.mode = mode
        self.changes = changes
        let transaction = SQLiteTransaction(connection)
        nonisolated(unsafe) let owned = transaction
        let thread = Thread { [self] in run(owned) }
        thread.name = mode == .write ? "comptoir.store.write" : "comptoir.store.read"
        thread.stackSize = 1 << 20
        thread.start()
    }

    /// Runs the work in a transaction and returns what it returned once that is durable.
    func perform<Value: Sendable>(
        _ body: @escaping @Sendable (any GatewayTransaction) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let job = Job(
                run: { transaction in
                    let result = Result { try body(transaction) }
                    let succeeded = if case .success = result { true } else { false }
                    return Done(succeeded: succeeded) { fault in
                        // Work that failed by itself says why; work that the commit undid says that.
                        if succeeded, let fault {
                            continuation.resume(throwing: fault)
                        } else {
                            continuation.resume(with: result)
                        }
                    }
                },
                refuse: { continuation.resume(throwing: $0) })
            condition.lock()
            let refused = isClosed
            if !refused { jobs.append(job) }
            condition.signal()
            condition.unlock()
            if refused { job.refuse(.unavailable("the store is closed")) }
        }
    }

    /// Finishes what was asked for, then ends the thread.
    func close() async {
        condition.withLock {
            isClosed = true
            condition.broadcast()
        }
        while !condition.withLock({ isFinished }) { try? await Task.sleep(for: .milliseconds(2)) }
    }

    private func run(_ transaction: SQLiteTransaction) {
        while true {
            condition.lock()
            while jobs.isEmpty, !isClosed { condition.wait() }
            if jobs.isEmpty {
                condition.unlock()
                // Whoever waits for the end may open the file at once.
                transaction.connection.close()
                condition.withLock { isFinished = true }
                return
            }
            let group = Array(jobs.prefix(Self.largestGroup))
            jobs.removeFirst(group.count)
            condition.unlock()
            commit(group, transaction)
        }
    }

    private func commit(_ group: [Job], _ transaction: SQLiteTransaction) {
        let connection = transaction.connection
        var done: [Done] = []
        var fault: StoreFault?
        var told = 0
        do {
            guard !connection.hasMoved else {
                // What is written to a file without a name is lost with this process.
                throw StoreFault.unavailable("the database file was deleted or replaced: restart the gateway")
            }
            try connection.run(mode == .write ? "BEGIN IMMEDIATE" : "BEGIN")
            for job in group {
                if group.count > 1, mode == .write { try connection.run("SAVEPOINT piece") }
                let announcedBefore = transaction.announced.count
                let result = job.run(transaction)
                if !result.succeeded {
                    transaction.announced.removeSubrange(announcedBefore...)
                }
                if mode == .read {
                    // There is nothing to commit: nobody waits for the slower reads behind.
                    result.tell(nil)
                    told += 1
                    continue
                }
                done.append(result)
                if connection.isInAutocommit {
                    // SQLite gave the whole transaction up, the pieces before this one included.
                    throw StoreFault.unavailable("the database ended the transaction")
                }
                if group.count > 1 {
                    if !result.succeeded { try connection.run("ROLLBACK TO piece") }
                    try connection.run("RELEASE piece")
                } else if !result.succeeded {
                    try connection.execute("ROLLBACK")
                }
            }
            if !connection.isInAutocommit { try connection.run("COMMIT") }
        } catch {
            fault = error as? StoreFault ?? .unavailable("\(error)")
            if !connection.isInAutocommit { try? connection.execute("ROLLBACK") }
        }
        let announced = transaction.announced
        transaction.announced = []
        for result in done { result.tell(fault) }
        if fault == nil, mode == .write { changes.publish(announced) }
        // Those that never ran are told the same: nothing of theirs was kept either.
        if let fault { for job in group.dropFirst(done.count + told) { job.refuse(fault) } }
    }
}
