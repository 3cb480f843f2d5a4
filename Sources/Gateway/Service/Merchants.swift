import Kernel

/// Who asks: a merchant, by one of its keys.
package struct Principal: Sendable {
    package let merchant: Merchant
    package let kind: APIKey.Kind
    package let environment: Environment
    /// What was presented; it keys what is kept for this caller.
    package let credential: Secret<String>
}

/// A new key; the only time it can be read.
package struct IssuedKey: Sendable {
    package let key: Secret<String>
    package let kind: APIKey.Kind
    package let environment: Environment
}

extension Gateway {
    /// The merchant a key belongs to; nil when it is unknown or revoked.
    package func authenticate(_ key: Secret<String>) async throws -> Principal? {
        guard APIKey.read(key) != nil else { return nil }
        let hash = APIKey.hash(key)
        return try await store.read { transaction in
            guard let found = try transaction.apiKey(hash: hash), found.revokedAt == nil,
                let merchant = try transaction.merchant(found.merchantID)
            else { return nil }
            return Principal(
                merchant: merchant, kind: found.kind, environment: found.environment, credential: key)
        }
    }

    /// Makes the first merchant, unless there is one: nil then. Of several processes that start together, one makes it.
    package func createFirstMerchant(name: String) async throws -> (merchant: Merchant, keys: [IssuedKey])? {
        try await createMerchant(name: name, onlyIfFirst: true)
    }

    /// Makes a merchant with one secret and one public key for each environment.
    package func createMerchant(name: String) async throws -> (merchant: Merchant, keys: [IssuedKey]) {
        guard let created = try await createMerchant(name: name, onlyIfFirst: false) else {
            throw StoreFault.damaged("a merchant that was asked for was not made")
        }
        return created
    }

    private func createMerchant(
        name: String, onlyIfFirst: Bool
    ) async throws -> (merchant: Merchant, keys: [IssuedKey])? {
        let now = clock.now()
        let merchant = Merchant(id: ids.make("mer"), name: name, createdAt: now)
        let keys = Environment.allCases.flatMap { environment in
            [APIKey.Kind.secret, .publishable].map { kind in
                IssuedKey(key: APIKey.make(kind, environment, ids: ids), kind: kind, environment: environment)
            }
        }
        return try await store.write { transaction in
            if onlyIfFirst, try !transaction.merchants().isEmpty { return nil }
            try transaction.save(merchant)
            for key in keys {
                try transaction.save(
                    APIKey(
                        key.key, merchantID: merchant.id, kind: key.kind, environment: key.environment,
                        createdAt: now))
            }
            return (merchant, keys)
        }
    }

    /// Makes one more key for a merchant; nil when there is no such merchant.
    package func issueKey(
        for merchant: MerchantID, _ kind: APIKey.Kind, _ environment: Environment, _ dialect: Dialect = .wajub
    ) async throws -> IssuedKey? {
        let issued = IssuedKey(
            key: APIKey.make(kind, environment, dialect, ids: ids), kind: kind, environment: environment)
        return try await adopt(issued.key, for: merchant) ? issued : nil
    }

    /// Makes a key somebody chose work for a merchant.
    /// - Returns: false when it is no key, belongs to another merchant, was revoked, or the merchant is unknown.
    package func adopt(_ key: Secret<String>, for merchant: MerchantID) async throws -> Bool {
        guard let (kind, environment) = APIKey.read(key) else { return false }
        let stored = APIKey(key, merchantID: merchant, kind: kind, environment: environment, createdAt: clock.now())
        return try await store.write { transaction in
            guard try transaction.merchant(merchant) != nil else { return false }
            if let known = try transaction.apiKey(hash: stored.hash) {
                return known.merchantID == merchant && known.revokedAt == nil
            }
            try transaction.save(stored)
            return true
        }
    }

    /// Makes a key stop working. The hash is what a list of keys shows.
    /// - Returns: false when there is no such key.
    package func revokeKey(hash: String) async throws -> Bool {
        let now = clock.now()
        return try await store.write { transaction in
            guard var key = try transaction.apiKey(hash: hash) else { return false }
            if key.revokedAt == nil {
                key.revokedAt = now
                try transaction.save(key)
            }
            return true
        }
    }

    /// Gives a merchant the name payers see; false when there is no such merchant.
    package func rename(_ id: MerchantID, to name: String) async throws -> Bool {
        try await store.write { transaction in
            guard var merchant = try transaction.merchant(id) else { return false }
            merchant.name = name
            try transaction.save(merchant)
            return true
        }
    }

    /// Lets a merchant take no payment, or take them again; false when there is no such merchant.
    package func restrict(_ id: MerchantID, _ isRestricted: Bool) async throws -> Bool {
        try await store.write { transaction in
            guard var merchant = try transaction.merchant(id) else { return false }
            merchant.isRestricted = isRestricted
            try transaction.save(merchant)
            return true
        }
    }

    package func merchant(_ id: MerchantID) async throws -> Merchant? {
        try await store.read { try $0.merchant(id) }
    }

    package func merchants() async throws -> [Merchant] {
        try await store.read { try $0.merchants() }
    }

    package func keys(of merchant: MerchantID) async throws -> [APIKey] {
        try await store.read { try $0.apiKeys(of: merchant) }
    }
}
