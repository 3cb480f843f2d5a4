import Foundation
import Gateway

/// The gateway's facts in one SQLite file: the default, and enough for one machine.
///
/// Write-ahead log, `synchronous=FULL`: what was acknowledged survives a power cut. Writers that wait while the disk
/// flushes share the next flush.
package final class SQLiteStore: GatewayStore {
    package let changes = ChangeFeed()
    private let writer: CommitQueue
    private let reader: CommitQueue

    /// Opens the file, makes it when it is missing, and brings its tables up to date.
    /// - Parameter busyMilliseconds: how long to wait for another process that holds the file.
    /// - Throws: ``StoreFault``.
    package init(path: String, busyMilliseconds: Int32 = 5000) throws {
        // It holds signing secrets: nobody else on the machine may read it. The log beside it gets the same mode.
        if !FileManager.default.fileExists(atPath: path) {
            _ = FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
        }
        let connection = try SQLiteConnection(path: path, readOnly: false, busyMilliseconds: busyMilliseconds)
        try connection.execute("PRAGMA journal_mode = WAL")
        try connection.execute("PRAGMA synchronous = FULL")
        try connection.execute("PRAGMA trusted_schema = OFF")
        try connection.execute("PRAGMA foreign_keys = OFF")
        try Schema.migrate(connection)
        try connection.execute("PRAGMA foreign_keys = ON")
        let readable = try SQLiteConnection(path: path, readOnly: true, busyMilliseconds: busyMilliseconds)
        writer = CommitQueue(connection, .write, changes)
        reader = CommitQueue(readable, .read, changes)
    }

    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any GatewayTransaction) throws -> Value
    ) async throws -> Value {
        try await writer.perform(body)
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any GatewayTransaction) throws -> Value
    ) async throws -> Value {
        try await reader.perform(body)
    }

    package func close() async {
        await reader.close()
        await writer.close()
    }
}

extension SQLiteStore {
    /// Looks a database over without changing it: structure, references, and that money adds up.
    /// - Returns: what is wrong, for a person; empty when it is sound.
    /// - Throws: ``StoreFault`` when it cannot be read at all.
    package static func check(path: String) throws -> [String] {
        let connection = try SQLiteConnection(path: path, readOnly: true, busyMilliseconds: 5000)
        var faults = try connection.query("PRAGMA quick_check(5)") { $0.text(0) }.filter { $0 != "ok" }
        let version = try connection.query("PRAGMA user_version") { Int($0.integer(0)) }.first ?? 0
        guard version > 0 else { return faults + ["it has no tables of ours"] }
        guard version <= Schema.steps.count else {
            return faults + ["it has version \(version); this program knows \(Schema.steps.count)"]
        }
        let orphans = try connection.query("PRAGMA foreign_key_check") { $0.text(0) }
        if !orphans.isEmpty { faults.append("\(orphans.count) rows of \(Set(orphans).sorted()) refer to nothing") }
        let unbalanced =
            try connection.query(
                """
                SELECT count(*) FROM payments LEFT JOIN
                    (SELECT payment_id, sum(amount) AS booked FROM ledger GROUP BY payment_id) ON payment_id = id
                WHERE coalesce(booked, 0) != captured - refunded
                    OR captured != total AND dialect = 'wajub' AND status = 'success'
                """
            ) { $0.integer(0) }.first ?? 0
        if unbalanced > 0 { faults.append("\(unbalanced) payments do not match the ledger") }
        let untold =
            try connection.query(
                """
                SELECT count(*) FROM payments WHERE captured > 0 AND NOT EXISTS
                    (SELECT 1 FROM events WHERE payment_id = payments.id
                        AND name IN ('payment.succeeded', 'payment.purchase', 'payment.capture'))
                """
            ) { $0.integer(0) }.first ?? 0
        if untold > 0 { faults.append("\(untold) paid payments have no event") }
        return faults
    }
}
