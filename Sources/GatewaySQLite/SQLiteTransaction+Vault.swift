import Gateway
import Kernel

/// Sessions, customers, what they saved, and one-time tokens.
extension SQLiteTransaction {
    func save(_ session: PaymentSession) throws {
        try connection.run(
            """
            INSERT INTO payment_sessions (id, merchant_id, environment, created_at, document) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET document = excluded.document
            """,
            [
                .text(session.id.rawValue), .text(session.merchantID.rawValue), .text(session.environment.rawValue),
                .time(session.createdAt), try document(session),
            ])
    }

    func paymentSession(_ id: PaymentSessionID) throws -> PaymentSession? {
        try one("SELECT document FROM payment_sessions WHERE id = ?", .text(id.rawValue))
    }

    func save(_ customer: MerchantCustomer) throws {
        try connection.run(
            """
            INSERT INTO customers (id, merchant_id, environment, merchant_customer_id, created_at, document)
            VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET document = excluded.document
            """,
            [
                .text(customer.id.rawValue), .text(customer.merchantID.rawValue),
                .text(customer.environment.rawValue), .text(customer.merchantCustomerID), .time(customer.createdAt),
                try document(customer),
            ])
    }

    func delete(_ customer: CustomerID) throws {
        try connection.run("DELETE FROM customers WHERE id = ?", [.text(customer.rawValue)])
    }

    func customer(_ id: CustomerID) throws -> MerchantCustomer? {
        try one("SELECT document FROM customers WHERE id = ?", .text(id.rawValue))
    }

    func customer(
        of merchant: MerchantID, _ environment: Environment, merchantCustomerID: String
    ) throws -> MerchantCustomer? {
        let found: [MerchantCustomer] = try all(
            "SELECT document FROM customers WHERE merchant_id = ? AND environment = ? AND merchant_customer_id = ?",
            .text(merchant.rawValue), .text(environment.rawValue), .text(merchantCustomerID))
        return found.first
    }

    func save(_ session: CustomerSession) throws {
        try connection.run(
            """
            INSERT INTO customer_sessions (id, customer_id, created_at, document) VALUES (?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET document = excluded.document
            """,
            [
                .text(session.id.rawValue), .text(session.customerID.rawValue), .time(session.createdAt),
                try document(session),
            ])
    }

    func customerSession(_ id: CustomerSessionID) throws -> CustomerSession? {
        try one("SELECT document FROM customer_sessions WHERE id = ?", .text(id.rawValue))
    }

    func save(_ method: VaultedMethod) throws {
        try connection.run(
            """
            INSERT INTO vaulted_methods (id, customer_id, status, session_id, created_at, document)
            VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET status = excluded.status, document = excluded.document
            """,
            [
                .text(method.id.rawValue), .text(method.customerID.rawValue), .text(method.status.rawValue),
                method.sessionID.map { .text($0.rawValue) } ?? .null, .time(method.createdAt), try document(method),
            ])
    }

    func vaultedMethod(_ id: VaultedToken) throws -> VaultedMethod? {
        try one("SELECT document FROM vaulted_methods WHERE id = ?", .text(id.rawValue))
    }

    func vaultedMethods(of customer: CustomerID) throws -> [VaultedMethod] {
        try all(
            "SELECT document FROM vaulted_methods WHERE customer_id = ? ORDER BY created_at, rowid",
            .text(customer.rawValue))
    }

    func save(_ token: OneTimeToken) throws {
        try connection.run(
            """
            INSERT INTO one_time_tokens (hash, payment_id, expires_at, document) VALUES (?, ?, ?, ?)
            ON CONFLICT (hash) DO UPDATE SET payment_id = excluded.payment_id, document = excluded.document
            """,
            [
                .text(token.hash), token.paymentID.map { .text($0.rawValue) } ?? .null, .time(token.expiresAt),
                try document(token),
            ])
    }

    func oneTimeToken(hash: String) throws -> OneTimeToken? {
        try one("SELECT document FROM one_time_tokens WHERE hash = ?", .text(hash))
    }

    func hasOneTimeToken(expiredBefore: Timestamp) throws -> Bool {
        try !connection.query(
            "SELECT 1 FROM one_time_tokens WHERE expires_at < ? LIMIT 1", [.time(expiredBefore)]
        ) { _ in true }.isEmpty
    }

    func forgetOneTimeTokens(expiredBefore: Timestamp) throws -> Int {
        try connection.run(
            """
            DELETE FROM one_time_tokens WHERE hash IN
                (SELECT hash FROM one_time_tokens WHERE expires_at < ? LIMIT 1000)
            """, [.time(expiredBefore)])
        return connection.changes
    }
}
