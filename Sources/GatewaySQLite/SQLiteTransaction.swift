import Foundation
import Gateway
import Kernel

/// What can be asked of the database inside a transaction; used on the connection's thread only.
///
/// Each fact is kept whole as a JSON document; what is searched, ordered or constrained stands beside it in columns.
final class SQLiteTransaction: GatewayTransaction {
    let connection: SQLiteConnection
    /// What is to be told when the transaction is durable.
    var announced: [StoreChange] = []
    private let encoder = JSONEncoder()
    private let decoder = JSONDecoder()

    init(_ connection: SQLiteConnection) {
        self.connection = connection
        encoder.outputFormatting = [.withoutEscapingSlashes]
    }

    func document(_ value: some Encodable) throws -> SQLiteConnection.Value {
        .text(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    private func decode<Value: Decodable>(_ bytes: [UInt8]) throws -> Value {
        do {
            return try decoder.decode(Value.self, from: Data(bytes))
        } catch {
            throw StoreFault.damaged("a stored \(Value.self) cannot be read")
        }
    }

    /// Rows whose first column is a document.
    func all<Value: Decodable>(_ sql: String, _ values: SQLiteConnection.Value...) throws -> [Value] {
        try connection.query(sql, values) { try decode($0.bytes(0)) }
    }

    func one<Value: Decodable>(_ sql: String, _ value: SQLiteConnection.Value) throws -> Value? {
        let found: [Value] = try all(sql, value)
        return found.first
    }

    func announce(_ change: PaymentChange) { announced.append(.payment(change)) }
    func announce(_ change: EnrollmentChange) { announced.append(.enrollment(change)) }

    // MARK: The gateway's own

    func gatewaySecret(_ name: String) throws -> Secret<String>? {
        try connection.query("SELECT secret FROM gateway_secrets WHERE name = ?", [.text(name)]) { Secret($0.text(0)) }
            .first
    }

    func insertGatewaySecret(_ name: String, _ secret: Secret<String>) throws {
        try connection.run(
            "INSERT INTO gateway_secrets (name, secret) VALUES (?, ?)", [.text(name), .text(secret.expose())])
    }

    // MARK: Merchants

    func save(_ merchant: Merchant) throws {
        try connection.run(
            """
            INSERT INTO merchants (id, created_at, document) VALUES (?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET document = excluded.document
            """,
            [.text(merchant.id.rawValue), .time(merchant.createdAt), try document(merchant)])
    }

    func merchant(_ id: MerchantID) throws -> Merchant? {
        try one("SELECT document FROM merchants WHERE id = ?", .text(id.rawValue))
    }

    func merchants() throws -> [Merchant] {
        try all("SELECT document FROM merchants ORDER BY created_at, id")
    }

    func save(_ key: APIKey) throws {
        try connection.run(
            "INSERT OR REPLACE INTO api_keys (hash, merchant_id, created_at, document) VALUES (?, ?, ?, ?)",
            [.text(key.hash), .text(key.merchantID.rawValue), .time(key.createdAt), try document(key)])
    }

    func apiKey(hash: String) throws -> APIKey? {
        try one("SELECT document FROM api_keys WHERE hash = ?", .text(hash))
    }

    func apiKeys(of merchant: MerchantID) throws -> [APIKey] {
        try all(
            "SELECT document FROM api_keys WHERE merchant_id = ? ORDER BY created_at, hash", .text(merchant.rawValue))
    }

    // MARK: Payments

    func save(_ payment: Payment) throws {
        try connection.run(
            """
            INSERT INTO payments (id, merchant_id, environment, dialect, status, reference, currency, amount,
                amount_scaled, total, captured, refunded, token_hash, session_id, created_at, updated_at, due_at,
                document)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET status = excluded.status, captured = excluded.captured,
                refunded = excluded.refunded, updated_at = excluded.updated_at, due_at = excluded.due_at, document = excluded.document
            """,
            [
                .text(payment.id.rawValue), .text(payment.merchantID.rawValue), .text(payment.environment.rawValue),
                .text(payment.dialect.rawValue), .text(payment.status.rawValue), .text(payment.reference),
                .text(payment.amount.currency.code),
                .integer(payment.amount.minorUnits), .integer(Money.scaled(payment.amount.decimal)),
                .integer(payment.total.minorUnits),
                .integer(payment.captured.minorUnits), .integer(payment.refunded.minorUnits), .text(payment.tokenHash),
                payment.server?.sessionID.map { .text($0.rawValue) } ?? .null, .time(payment.createdAt),
                .time(payment.updatedAt), payment.dueAt.map { .time($0) } ?? .null, try document(payment),
            ])
        if let attempt = payment.attempt { try save(attempt, of: payment.id) }
        if let decline = payment.lastDecline {
            try connection.run(
                """
                INSERT INTO declines (id, payment_id, code, declined_at, block_reference) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (id) DO NOTHING
                """,
                [
                    .text(decline.id.rawValue), .text(payment.id.rawValue), .text(decline.code), .time(decline.at),
                    decline.blockReference.map { .text($0) } ?? .null,
                ])
        }
    }

    private func save(_ attempt: Attempt, of payment: PaymentID) throws {
        try connection.run(
            """
            INSERT INTO attempts (id, payment_id, idempotency_key, state, decline_code, started_at, link, document)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET state = excluded.state, decline_code = excluded.decline_code,
                link = excluded.link, document = excluded.document
            """,
            [
                .text(attempt.id.rawValue), .text(payment.rawValue), .text(attempt.idempotencyKey),
                .text(attempt.state.rawValue), attempt.declineCode.map { .text($0) } ?? .null,
                .time(attempt.startedAt), attempt.page.map { .text($0.link.rawValue) } ?? .null, try document(attempt),
            ])
    }

    func payment(_ id: PaymentID) throws -> Payment? {
        try one("SELECT document FROM payments WHERE id = ?", .text(id.rawValue))
    }

    func payment(tokenHash: String) throws -> Payment? {
        try one("SELECT document FROM payments WHERE token_hash = ?", .text(tokenHash))
    }

    func payments(_ filter: PaymentFilter, _ page: PageRequest) throws -> Page<Payment> {
        var conditions = Conditions()
        conditions.add("merchant_id = ?", .text(filter.merchantID.rawValue))
        conditions.add("environment = ?", .text(filter.environment.rawValue))
        conditions.add("dialect = ?", .text(filter.dialect.rawValue))
        if let status = filter.status { conditions.add("status = ?", .text(status.rawValue)) }
        if let reference = filter.reference { conditions.add("reference = ?", .text(reference)) }
        if let from = filter.createdFrom { conditions.add("created_at >= ?", .time(from)) }
        if let before = filter.createdBefore { conditions.add("created_at < ?", .time(before)) }
        if let minimum = filter.minimum { conditions.add("amount_scaled >= ?", .integer(Money.scaled(minimum))) }
        if let maximum = filter.maximum { conditions.add("amount_scaled <= ?", .integer(Money.scaled(maximum))) }
        return try list("payments", conditions, page)
    }

    func duePayments(at now: Timestamp, limit: Int) throws -> [PaymentID] {
        try connection.query(
            "SELECT id FROM payments WHERE due_at <= ? ORDER BY due_at LIMIT ?",
            [.time(now), .integer(Int64(limit))]
        ) { PaymentID($0.text(0)) }
    }

    func attempt(of payment: PaymentID, key: String) throws -> Attempt? {
        let found: [Attempt] = try all(
            "SELECT document FROM attempts WHERE payment_id = ? AND idempotency_key = ?", .text(payment.rawValue),
            .text(key))
        return found.first
    }

    func attempts(of payment: PaymentID) throws -> [Attempt] {
        try all(
            "SELECT document FROM attempts WHERE payment_id = ? ORDER BY started_at, rowid", .text(payment.rawValue))
    }

    func attempt(link: PageLink) throws -> (payment: PaymentID, attempt: Attempt)? {
        try connection.query(
            "SELECT document, payment_id FROM attempts WHERE link = ?", [.text(link.rawValue)]
        ) { (payment: PaymentID($0.text(1)), attempt: try decode($0.bytes(0)) as Attempt) }.first
    }

    // MARK: Money that moved

    func insert(_ entry: LedgerEntry) throws {
        try connection.run(
            """
            INSERT INTO ledger (id, payment_id, kind, amount, currency, booked_at, document)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(entry.id.rawValue), .text(entry.paymentID.rawValue), .text(entry.kind.rawValue),
                .integer(entry.amount.minorUnits), .text(entry.amount.currency.code), .time(entry.at),
                try document(entry),
            ])
    }

    func ledger(of payment: PaymentID) throws -> [LedgerEntry] {
        try all("SELECT document FROM ledger WHERE payment_id = ? ORDER BY booked_at, id", .text(payment.rawValue))
    }

    func insert(_ refund: Refund) throws {
        try connection.run(
            """
            INSERT INTO refunds (id, payment_id, merchant_id, environment, amount, created_at, document)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(refund.id.rawValue), .text(refund.paymentID.rawValue), .text(refund.merchantID.rawValue),
                .text(refund.environment.rawValue), .integer(refund.amount.minorUnits), .time(refund.createdAt),
                try document(refund),
            ])
    }

    func refund(_ id: RefundID) throws -> Refund? {
        try one("SELECT document FROM refunds WHERE id = ?", .text(id.rawValue))
    }

    func refunds(_ filter: RefundFilter, _ page: PageRequest) throws -> Page<Refund> {
        var conditions = Conditions()
        conditions.add("merchant_id = ?", .text(filter.merchantID.rawValue))
        conditions.add("environment = ?", .text(filter.environment.rawValue))
        if let payment = filter.paymentID { conditions.add("payment_id = ?", .text(payment.rawValue)) }
        return try list("refunds", conditions, page)
    }

    // MARK: Lists

    struct Conditions {
        private(set) var sql: [String] = []
        private(set) var values: [SQLiteConnection.Value] = []

        mutating func add(_ condition: String, _ newValues: SQLiteConnection.Value...) {
            sql.append(condition)
            values += newValues
        }
    }

    /// A page of a table whose rows have `created_at`, `id` and a document, newest first.
    func list<Item: Decodable & Sendable>(
        _ table: String, _ conditions: Conditions, _ page: PageRequest
    ) throws -> Page<Item> {
        var conditions = conditions
        var total: Int?
        var skipped = 0
        switch page.position {
        case .number(let number):
            let whole = conditions.sql.joined(separator: " AND ")
            total = try connection.query("SELECT count(*) FROM \(table) WHERE \(whole)", conditions.values) {
                Int($0.integer(0))
            }.first
            let (product, overflow) = (number - 1).multipliedReportingOverflow(by: page.size)
            skipped = overflow ? Int(Int32.max) : max(0, product)
        case .after(let cursor?):
            conditions.add(
                "(created_at, id) < (?, ?)", .time(cursor.createdAt), .text(cursor.id))
        case .after(nil): break
        }
        let whole = conditions.sql.joined(separator: " AND ")
        // One more than asked for tells whether there is a next page.
        let rows = try connection.query(
            """
            SELECT document, created_at, id FROM \(table) WHERE \(whole)
            ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?
            """,
            conditions.values + [.integer(Int64(page.size + 1)), .integer(Int64(skipped))]
        ) { row in
            (
                item: try decode(row.bytes(0)) as Item,
                cursor: Cursor(createdAt: Timestamp(milliseconds: row.integer(1)), id: row.text(2))
            )
        }
        let shown = rows.prefix(page.size)
        return Page(
            items: shown.map(\.item), next: rows.count > page.size ? shown.last?.cursor : nil, total: total)
    }
}

extension SQLiteConnection.Value {
    static func time(_ time: Timestamp) -> SQLiteConnection.Value { .integer(time.milliseconds) }
}
