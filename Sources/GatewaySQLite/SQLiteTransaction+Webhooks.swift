import Gateway
import Kernel

/// Webhooks, and the keys that make a request be done once.
extension SQLiteTransaction {
    func save(_ endpoint: WebhookEndpoint) throws {
        try connection.run(
            """
            INSERT INTO endpoints (id, merchant_id, environment, created_at, document) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET document = excluded.document
            """,
            [
                .text(endpoint.id.rawValue), .text(endpoint.merchantID.rawValue),
                .text(endpoint.environment.rawValue), .time(endpoint.createdAt), try document(endpoint),
            ])
    }

    func delete(_ endpoint: EndpointID) throws {
        try connection.run("DELETE FROM endpoints WHERE id = ?", [.text(endpoint.rawValue)])
    }

    func endpoint(_ id: EndpointID) throws -> WebhookEndpoint? {
        try one("SELECT document FROM endpoints WHERE id = ?", .text(id.rawValue))
    }

    func endpoints(of merchant: MerchantID, _ environment: Environment) throws -> [WebhookEndpoint] {
        try all(
            "SELECT document FROM endpoints WHERE merchant_id = ? AND environment = ? ORDER BY created_at, id",
            .text(merchant.rawValue), .text(environment.rawValue))
    }

    func insert(_ event: Event) throws {
        try connection.run(
            """
            INSERT INTO events (id, merchant_id, environment, dialect, name, payment_id, created_at, document)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(event.id.rawValue), .text(event.merchantID.rawValue), .text(event.environment.rawValue),
                .text(event.dialect.rawValue), .text(event.name.rawValue),
                event.payment.map { .text($0.id.rawValue) } ?? .null, .time(event.createdAt),
                try document(event),
            ])
    }

    func event(_ id: EventID) throws -> Event? {
        try one("SELECT document FROM events WHERE id = ?", .text(id.rawValue))
    }

    func events(
        of merchant: MerchantID, _ environment: Environment, _ dialect: Dialect, _ page: PageRequest
    ) throws -> Page<Event> {
        var conditions = Conditions()
        conditions.add("merchant_id = ?", .text(merchant.rawValue))
        conditions.add("environment = ?", .text(environment.rawValue))
        conditions.add("dialect = ?", .text(dialect.rawValue))
        return try list("events", conditions, page)
    }

    func save(_ delivery: Delivery) throws {
        try connection.run(
            """
            INSERT INTO deliveries (id, event_id, endpoint_id, state, next_at, document) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET state = excluded.state, next_at = excluded.next_at,
                document = excluded.document
            """,
            [
                .text(delivery.id.rawValue), .text(delivery.eventID.rawValue), .text(delivery.endpointID.rawValue),
                .text(delivery.state.rawValue), .time(delivery.nextAt), try document(delivery),
            ])
    }

    func delivery(_ id: DeliveryID) throws -> Delivery? {
        try one("SELECT document FROM deliveries WHERE id = ?", .text(id.rawValue))
    }

    func deliveries(of event: EventID) throws -> [Delivery] {
        try all("SELECT document FROM deliveries WHERE event_id = ? ORDER BY rowid", .text(event.rawValue))
    }

    func hasDueDelivery(at now: Timestamp) throws -> Bool {
        try !connection.query(
            "SELECT 1 FROM deliveries WHERE state = 'pending' AND next_at <= ? LIMIT 1", [.time(now)]
        ) { _ in true }.isEmpty
    }

    func claimDeliveries(at now: Timestamp, leaseUntil: Timestamp, room: DeliveryRoom) throws -> [Delivery] {
        let endpoints = try connection.query(
            """
            SELECT endpoint_id FROM deliveries WHERE state = 'pending' AND next_at <= ?
            GROUP BY endpoint_id ORDER BY min(next_at)
            """, [.time(now)]
        ) { EndpointID($0.text(0)) }
        var room = room
        var claimed: [Delivery] = []
        for endpoint in endpoints {
            let due: [Delivery] = try all(
                """
                SELECT document FROM deliveries WHERE endpoint_id = ? AND state = 'pending' AND next_at <= ?
                ORDER BY next_at LIMIT ?
                """, .text(endpoint.rawValue), .time(now), .integer(Int64(room.left(for: endpoint))))
            for var delivery in due {
                delivery.nextAt = leaseUntil
                try save(delivery)
                room.enter(endpoint)
                claimed.append(delivery)
            }
        }
        return claimed
    }

    func nextDuePayment() throws -> Timestamp? {
        try earliest("SELECT min(due_at) FROM payments WHERE due_at IS NOT NULL")
    }

    func nextDueDelivery() throws -> Timestamp? {
        try earliest("SELECT min(next_at) FROM deliveries WHERE state = 'pending'")
    }

    private func earliest(_ sql: String) throws -> Timestamp? {
        try connection.query(sql) { $0.isNull(0) ? nil : Timestamp(milliseconds: $0.integer(0)) }.first ?? nil
    }

    // MARK: Idempotency

    func save(_ record: IdempotencyRecord) throws {
        try connection.run(
            """
            INSERT INTO idempotency (scope, key, fingerprint, created_at, status, answer) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (scope, key) DO UPDATE SET status = excluded.status, answer = excluded.answer
            """,
            [
                .text(record.scope), .text(record.key), .blob(record.fingerprint), .time(record.createdAt),
                record.status.map { .integer(Int64($0)) } ?? .null, record.answer.map { .blob($0) } ?? .null,
            ])
    }

    func idempotencyRecord(scope: String, key: String) throws -> IdempotencyRecord? {
        try connection.query(
            "SELECT fingerprint, created_at, status, answer FROM idempotency WHERE scope = ? AND key = ?",
            [.text(scope), .text(key)]
        ) { row in
            var record = IdempotencyRecord(
                scope: scope, key: key, fingerprint: row.bytes(0),
                createdAt: Timestamp(milliseconds: row.integer(1)))
            if !row.isNull(2) { record.status = Int(row.integer(2)) }
            if !row.isNull(3) { record.answer = row.bytes(3) }
            return record
        }.first
    }

    func hasIdempotencyRecord(before: Timestamp) throws -> Bool {
        try !connection.query("SELECT 1 FROM idempotency WHERE created_at < ? LIMIT 1", [.time(before)]) { _ in true }
            .isEmpty
    }

    func forgetIdempotencyRecords(before: Timestamp) throws -> Int {
        // In slices: nobody waits long behind a day's worth of keys.
        try connection.run(
            "DELETE FROM idempotency WHERE rowid IN (SELECT rowid FROM idempotency WHERE created_at < ? LIMIT 1000)",
            [.time(before)])
        return connection.changes
    }
}
