import Kernel

/// A key of the Yuno dialect's (`X-Idempotency-Key`, spec Yuno 11.8): what it made is given back whatever the body
/// says; a key whose request was refused makes nothing any more.
struct OnceKey: Sendable {
    let scope: String
    let key: String

    private static let made = 201
    private static let burned = 400

    /// - Parameter session: what an app's key is for. Anybody can have an app's public key, so such a key neither
    ///   finds nor burns what a server or another session made; nil for a server's.
    init(_ principal: Principal, _ key: String, session: String? = nil) {
        scope = "yuno:\(principal.accountID)" + (session.map { ":\($0)" } ?? "")
        self.key = key
    }

    /// What the key made before; nil when it is new.
    /// - Throws: ``Refusal`` (`IDEMPOTENCY_DUPLICATED`) when it is burned.
    func known(_ transaction: any GatewayTransaction) throws -> String? {
        guard let record = try transaction.idempotencyRecord(scope: scope, key: key) else { return nil }
        guard record.status == Self.made, let id = record.answer else { throw Refusal("IDEMPOTENCY_DUPLICATED") }
        return String(decoding: id, as: UTF8.self)
    }

    func save(_ id: String, _ now: Timestamp, _ transaction: any GatewayTransaction) throws {
        try save(Self.made, Array(id.utf8), now, transaction)
    }

    private func save(
        _ status: Int, _ answer: [UInt8], _ now: Timestamp, _ transaction: any GatewayTransaction
    ) throws {
        var record = IdempotencyRecord(scope: scope, key: key, fingerprint: [], createdAt: now)
        record.status = status
        record.answer = answer
        try transaction.save(record)
    }

    fileprivate func burn(_ now: Timestamp, _ transaction: any GatewayTransaction) throws {
        guard try transaction.idempotencyRecord(scope: scope, key: key) == nil else { return }
        try save(Self.burned, [], now, transaction)
    }
}

extension OnceKey? {
    /// Does something with the key. What is refused burns it, in the same transaction: the body must have written
    /// nothing by then.
    func attempting<Value: Sendable>(
        _ now: Timestamp, _ transaction: any GatewayTransaction, _ body: () throws -> Value
    ) throws -> Result<Value, Refusal> {
        do {
            return .success(try body())
        } catch let refusal as Refusal {
            try self?.burn(now, transaction)
            return .failure(refusal)
        }
    }
}

extension Gateway {
    /// Burns a key whose request was read and refused before anything was made.
    /// - Throws: ``StoreFault``.
    package func burnKey(_ key: String, for principal: Principal) async throws {
        let (once, now) = (OnceKey(principal, key), clock.now())
        try await store.write { transaction in
            _ = try OnceKey?.some(once).attempting(now, transaction) { throw Refusal("INVALID_REQUEST") }
        }
    }
}
