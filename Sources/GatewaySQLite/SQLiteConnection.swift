import CSQLite
import Gateway
import Kernel

/// One connection; used by one thread at a time.
final class SQLiteConnection {
    private let handle: OpaquePointer
    private var statements: [String: OpaquePointer] = [:]
    private var isClosed = false

    /// Copies what is bound, so that Swift may free it.
    private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

    /// - Parameter busyMilliseconds: how long to wait for another process that holds the lock.
    init(path: String, readOnly: Bool, busyMilliseconds: Int32) throws {
        var opened: OpaquePointer?
        let access = readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        let code = sqlite3_open_v2(path, &opened, access | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let opened else {
            let reason = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            sqlite3_close_v2(opened)
            throw StoreFault.unavailable("cannot open the database \(path): \(reason)")
        }
        handle = opened
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, busyMilliseconds)
    }

    deinit { close() }

    /// Lets go of the file; nothing may be asked of the connection afterwards.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    /// Whether no transaction is open: SQLite ends one by itself on some errors.
    var isInAutocommit: Bool { sqlite3_get_autocommit(handle) != 0 }

    /// Whether the file was deleted, renamed or replaced since it was opened.
    var hasMoved: Bool {
        var moved: Int32 = 0
        return sqlite3_file_control(handle, nil, SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && moved != 0
    }

    /// Runs statements that take and give nothing.
    func execute(_ sql: String) throws {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw fault(code) }
    }

    enum Value {
        case null
        case integer(Int64)
        case text(String)
        case blob([UInt8])
    }

    /// Runs a statement and hands each row to `read`.
    func query<Row>(_ sql: String, _ values: [Value] = [], _ read: (SQLiteRow) throws -> Row) throws -> [Row] {
        let statement = try prepared(sql)
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1), of: statement) }
        var rows: [Row] = []
        while true {
            let code = sqlite3_step(statement)
            switch code {
            case SQLITE_ROW: rows.append(try read(SQLiteRow(statement: statement)))
            case SQLITE_DONE: return rows
            default: throw fault(code)
            }
        }
    }

    /// Runs a statement that gives no rows.
    func run(_ sql: String, _ values: [Value] = []) throws {
        _ = try query(sql, values) { _ in }
    }

    /// How many rows the last statement changed.
    var changes: Int { Int(sqlite3_changes(handle)) }

    private func prepared(_ sql: String) throws -> OpaquePointer {
        if let statement = statements[sql] { return statement }
        var made: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &made, nil)
        guard code == SQLITE_OK, let made else { throw fault(code) }
        statements[sql] = made
        return made
    }

    private func bind(_ value: Value, at index: Int32, of statement: OpaquePointer) throws {
        let code =
            switch value {
            case .null: sqlite3_bind_null(statement, index)
            case .integer(let integer): sqlite3_bind_int64(statement, index, integer)
            case .text(let text): sqlite3_bind_text(statement, index, text, Int32(text.utf8.count), Self.transient)
            case .blob(let bytes):
                // An empty array may have no address, which would bind null.
                bytes.isEmpty
                    ? sqlite3_bind_zeroblob(statement, index, 0)
                    : sqlite3_bind_blob(statement, index, bytes, Int32(bytes.count), Self.transient)
            }
        guard code == SQLITE_OK else { throw fault(code) }
    }

    private func fault(_ code: Int32) -> StoreFault {
        let reason = String(cString: sqlite3_errmsg(handle))
        switch code & 0xFF {
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_MISMATCH, SQLITE_CONSTRAINT, SQLITE_ERROR, SQLITE_MISUSE,
            SQLITE_RANGE:
            return .damaged("SQLite: \(reason) (\(code))")
        default:
            // Full, locked, unreadable: nothing of the transaction is kept, and it may go through later.
            return .unavailable("SQLite: \(reason) (\(code))")
        }
    }
}

/// The row a statement stands on; valid until the next step.
struct SQLiteRow {
    fileprivate let statement: OpaquePointer

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

    func text(_ column: Int32) -> String {
        sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
    }

    /// Text or blob as bytes.
    func bytes(_ column: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(statement, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
    }
}
