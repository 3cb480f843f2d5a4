import Gateway

/// The gateway's facts in one SQLite file: the default, and enough for one machine.
///
/// Write-ahead log, `synchronous=FULL`: what was acknowledged survives a power cut. Writers that wait while the disk
/// flushes share the next flush.
package final class SQLiteStore: GatewayStore {
    private let writer: CommitQueue
    private let reader: CommitQueue

    /// Opens the file, makes it when it is missing, and brings its tables up to date.
    /// - Parameter busyMilliseconds: how long to wait for another process that holds the file.
    /// - Throws: ``StoreFault``.
    package init(path: String, busyMilliseconds: Int32 = 5000) throws {
        let connection = try SQLiteConnection(path: path, readOnly: false, busyMilliseconds: busyMilliseconds)
        try connection.execute("PRAGMA journal_mode = WAL")
        try connection.execute("PRAGMA synchronous = FULL")
        try connection.execute("PRAGMA foreign_keys = ON")
        try connection.execute("PRAGMA trusted_schema = OFF")
        try Schema.migrate(connection)
        let readable = try SQLiteConnection(path: path, readOnly: true, busyMilliseconds: busyMilliseconds)
        writer = CommitQueue(connection, .write)
        reader = CommitQueue(readable, .read)
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
