import Gateway

/// The tables, by version. Forward only: a step that has shipped is never changed, a new one is added.
enum Schema {
    static let steps: [String] = [
        """
        CREATE TABLE merchants (
            id TEXT PRIMARY KEY, created_at INTEGER NOT NULL, document TEXT NOT NULL
        ) WITHOUT ROWID;

        CREATE TABLE api_keys (
            hash TEXT PRIMARY KEY, merchant_id TEXT NOT NULL REFERENCES merchants(id),
            created_at INTEGER NOT NULL, document TEXT NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX api_keys_of_merchant ON api_keys(merchant_id, created_at);

        CREATE TABLE payments (
            id TEXT NOT NULL UNIQUE, merchant_id TEXT NOT NULL REFERENCES merchants(id),
            environment TEXT NOT NULL, status TEXT NOT NULL, reference TEXT NOT NULL, currency TEXT NOT NULL,
            amount INTEGER NOT NULL CHECK (amount > 0),
            -- Ten-thousandths of the major unit: comparable across currencies.
            amount_scaled INTEGER NOT NULL, total INTEGER NOT NULL CHECK (total >= amount),
            refunded INTEGER NOT NULL CHECK (refunded BETWEEN 0 AND total),
            token_hash TEXT NOT NULL UNIQUE, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
            due_at INTEGER, document TEXT NOT NULL
        );
        CREATE INDEX payments_of_merchant ON payments(merchant_id, environment, created_at DESC, id DESC);
        CREATE INDEX payments_of_reference ON payments(merchant_id, environment, reference);
        CREATE INDEX payments_due ON payments(due_at) WHERE due_at IS NOT NULL;

        CREATE TABLE attempts (
            id TEXT NOT NULL UNIQUE, payment_id TEXT NOT NULL REFERENCES payments(id),
            idempotency_key TEXT NOT NULL, state TEXT NOT NULL, decline_code TEXT,
            started_at INTEGER NOT NULL, document TEXT NOT NULL,
            UNIQUE (payment_id, idempotency_key)
        );

        CREATE TABLE declines (
            id TEXT PRIMARY KEY, payment_id TEXT NOT NULL REFERENCES payments(id), code TEXT NOT NULL,
            declined_at INTEGER NOT NULL, block_reference TEXT
        ) WITHOUT ROWID;
        CREATE INDEX declines_of_payment ON declines(payment_id, declined_at);

        CREATE TABLE ledger (
            id TEXT PRIMARY KEY, payment_id TEXT NOT NULL REFERENCES payments(id), kind TEXT NOT NULL,
            amount INTEGER NOT NULL, currency TEXT NOT NULL, booked_at INTEGER NOT NULL, document TEXT NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX ledger_of_payment ON ledger(payment_id, booked_at);
        -- The database itself refuses to capture a payment twice.
        CREATE UNIQUE INDEX ledger_one_capture ON ledger(payment_id) WHERE kind = 'capture';

        CREATE TABLE refunds (
            id TEXT NOT NULL UNIQUE, payment_id TEXT NOT NULL REFERENCES payments(id), merchant_id TEXT NOT NULL,
            environment TEXT NOT NULL, amount INTEGER NOT NULL CHECK (amount > 0), created_at INTEGER NOT NULL,
            document TEXT NOT NULL
        );
        CREATE INDEX refunds_of_merchant ON refunds(merchant_id, environment, created_at DESC, id DESC);
        CREATE INDEX refunds_of_payment ON refunds(payment_id, created_at DESC, id DESC);

        CREATE TABLE endpoints (
            id TEXT PRIMARY KEY, merchant_id TEXT NOT NULL REFERENCES merchants(id), environment TEXT NOT NULL,
            created_at INTEGER NOT NULL, document TEXT NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX endpoints_of_merchant ON endpoints(merchant_id, environment, created_at);

        CREATE TABLE events (
            id TEXT NOT NULL UNIQUE, merchant_id TEXT NOT NULL, environment TEXT NOT NULL, name TEXT NOT NULL,
            payment_id TEXT NOT NULL REFERENCES payments(id), created_at INTEGER NOT NULL, document TEXT NOT NULL
        );
        CREATE INDEX events_of_payment ON events(payment_id, name);
        CREATE INDEX events_of_merchant ON events(merchant_id, environment, created_at DESC, id DESC);

        CREATE TABLE deliveries (
            id TEXT NOT NULL UNIQUE, event_id TEXT NOT NULL REFERENCES events(id), endpoint_id TEXT NOT NULL,
            state TEXT NOT NULL, next_at INTEGER NOT NULL, document TEXT NOT NULL,
            UNIQUE (event_id, endpoint_id)
        );
        CREATE INDEX deliveries_due ON deliveries(next_at) WHERE state = 'pending';
        CREATE INDEX deliveries_due_of_endpoint ON deliveries(endpoint_id, next_at) WHERE state = 'pending';

        CREATE TABLE idempotency (
            scope TEXT NOT NULL, key TEXT NOT NULL, fingerprint BLOB NOT NULL, created_at INTEGER NOT NULL,
            status INTEGER, answer BLOB, UNIQUE (scope, key)
        );
        CREATE INDEX idempotency_age ON idempotency(created_at);
        """,
        """
        -- The page an attempt sends its payer to is found by its link.
        ALTER TABLE attempts ADD COLUMN link TEXT;
        CREATE UNIQUE INDEX attempts_of_link ON attempts(link) WHERE link IS NOT NULL;

        CREATE TABLE blocklist (
            id TEXT NOT NULL UNIQUE, merchant_id TEXT NOT NULL REFERENCES merchants(id), environment TEXT NOT NULL,
            kind TEXT NOT NULL, value TEXT NOT NULL, created_at INTEGER NOT NULL, document TEXT NOT NULL,
            UNIQUE (merchant_id, environment, kind, value)
        );
        CREATE INDEX blocklist_of_merchant ON blocklist(merchant_id, environment, created_at DESC, id DESC);
        """,
        """
        CREATE TABLE gateway_secrets (name TEXT PRIMARY KEY, secret TEXT NOT NULL) WITHOUT ROWID;
        """,
        """
        -- Payments made by a merchant's server: of a session, which has one payment; captured in part, or not at all;
        -- of no amount, when a card is only checked.
        CREATE TABLE payments_new (
            id TEXT NOT NULL UNIQUE, merchant_id TEXT NOT NULL REFERENCES merchants(id),
            environment TEXT NOT NULL, dialect TEXT NOT NULL, status TEXT NOT NULL, reference TEXT NOT NULL,
            currency TEXT NOT NULL, amount INTEGER NOT NULL CHECK (amount > 0 OR amount = 0 AND dialect = 'yuno'),
            -- Ten-thousandths of the major unit: comparable across currencies.
            amount_scaled INTEGER NOT NULL, total INTEGER NOT NULL CHECK (total >= amount),
            captured INTEGER NOT NULL CHECK (captured BETWEEN 0 AND total),
            refunded INTEGER NOT NULL CHECK (refunded BETWEEN 0 AND captured),
            token_hash TEXT NOT NULL UNIQUE, session_id TEXT UNIQUE, created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL, due_at INTEGER, document TEXT NOT NULL
        );
        INSERT INTO payments_new SELECT id, merchant_id, environment, 'wajub', status, reference, currency, amount,
            amount_scaled, total, CASE status WHEN 'success' THEN total ELSE 0 END, refunded, token_hash, NULL,
            created_at, updated_at, due_at, document FROM payments ORDER BY rowid;
        DROP TABLE payments;
        ALTER TABLE payments_new RENAME TO payments;
        CREATE INDEX payments_of_merchant ON payments(merchant_id, environment, dialect, created_at DESC, id DESC);
        CREATE INDEX payments_of_reference ON payments(merchant_id, environment, reference);
        CREATE INDEX payments_due ON payments(due_at) WHERE due_at IS NOT NULL;

        -- What happened to what a customer saves has no payment.
        CREATE TABLE events_new (
            id TEXT NOT NULL UNIQUE, merchant_id TEXT NOT NULL, environment TEXT NOT NULL, dialect TEXT NOT NULL,
            name TEXT NOT NULL, payment_id TEXT REFERENCES payments(id), created_at INTEGER NOT NULL,
            document TEXT NOT NULL
        );
        INSERT INTO events_new SELECT id, merchant_id, environment, 'wajub', name, payment_id, created_at, document
            FROM events ORDER BY rowid;
        DROP TABLE events;
        ALTER TABLE events_new RENAME TO events;
        CREATE INDEX events_of_payment ON events(payment_id, name);
        CREATE INDEX events_of_merchant ON events(merchant_id, environment, dialect, created_at DESC, id DESC);

        CREATE TABLE payment_sessions (
            id TEXT NOT NULL UNIQUE, merchant_id TEXT NOT NULL REFERENCES merchants(id), environment TEXT NOT NULL,
            created_at INTEGER NOT NULL, document TEXT NOT NULL
        );

        CREATE TABLE customers (
            id TEXT NOT NULL UNIQUE, merchant_id TEXT NOT NULL REFERENCES merchants(id), environment TEXT NOT NULL,
            merchant_customer_id TEXT NOT NULL, created_at INTEGER NOT NULL, document TEXT NOT NULL,
            UNIQUE (merchant_id, environment, merchant_customer_id)
        );

        CREATE TABLE customer_sessions (
            id TEXT NOT NULL UNIQUE, customer_id TEXT NOT NULL, created_at INTEGER NOT NULL, document TEXT NOT NULL
        );

        CREATE TABLE vaulted_methods (
            id TEXT NOT NULL UNIQUE, customer_id TEXT NOT NULL, status TEXT NOT NULL,
            -- A session of a customer saves one thing.
            session_id TEXT UNIQUE, created_at INTEGER NOT NULL, document TEXT NOT NULL
        );
        CREATE INDEX vaulted_methods_of_customer ON vaulted_methods(customer_id, created_at);

        CREATE TABLE one_time_tokens (
            hash TEXT PRIMARY KEY, payment_id TEXT REFERENCES payments(id), expires_at INTEGER NOT NULL,
            document TEXT NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX one_time_tokens_age ON one_time_tokens(expires_at);
        """,
    ]

    /// Brings the database to the newest version, each step in a transaction of its own. References are not looked at
    /// meanwhile: a table is changed by making a new one in its place.
    /// - Throws: ``StoreFault`` when the database is newer than this program.
    static func migrate(_ connection: SQLiteConnection) throws {
        while true {
            try connection.execute("BEGIN IMMEDIATE")
            do {
                let version = try connection.query("PRAGMA user_version", []) { Int($0.integer(0)) }.first ?? 0
                guard version <= steps.count else {
                    throw StoreFault.unavailable(
                        "the database has version \(version) and this program knows \(steps.count): use a newer program"
                    )
                }
                guard version < steps.count else {
                    try connection.execute("ROLLBACK")
                    return
                }
                try connection.execute(steps[version])
                try connection.execute("PRAGMA user_version = \(version + 1)")
                try connection.execute("COMMIT")
            } catch {
                if !connection.isInAutocommit { try? connection.execute("ROLLBACK") }
                throw error
            }
        }
    }
}
