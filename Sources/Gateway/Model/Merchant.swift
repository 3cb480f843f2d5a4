import Kernel

package typealias MerchantID = Identifier<Merchant>

/// Whether money is real. Chosen by the key, never by an address (W131).
package enum Environment: String, Sendable, Codable, CaseIterable {
    case sandbox
    case live
}

/// Someone who takes money through this gateway.
package struct Merchant: Sendable, Codable, Equatable {
    package let id: MerchantID
    package var name: String
    package var branding: Branding
    /// The look of the sandbox; nil is ``branding``.
    package var sandboxBranding: Branding?
    /// The fee on a payment, in basis points of the amount (200 is 2 %).
    package var feeBasisPoints: Int64
    /// A restricted merchant cannot take payments: 403 `merchant_restricted`.
    package var isRestricted: Bool
    package let createdAt: Timestamp

    package init(
        id: MerchantID, name: String, branding: Branding = Branding(), feeBasisPoints: Int64 = 200,
        isRestricted: Bool = false, createdAt: Timestamp
    ) {
        self.id = id
        self.name = name
        self.branding = branding
        self.feeBasisPoints = feeBasisPoints
        self.isRestricted = isRestricted
        self.createdAt = createdAt
    }
}

/// A merchant's key. The key itself is shown once, when it is made; only its SHA-256 is kept.
package struct APIKey: Sendable, Codable, Equatable {
    /// Hexadecimal SHA-256 of the key.
    package let hash: String
    package let merchantID: MerchantID
    package let kind: Kind
    package let environment: Environment
    /// The last four characters, to tell keys apart.
    package let hint: String
    package let createdAt: Timestamp
    package var revokedAt: Timestamp?

    package enum Kind: String, Sendable, Codable {
        /// For a server: may do everything.
        case secret
        /// For an app or a page: may only name the merchant.
        case publishable
    }

    package init(
        _ key: Secret<String>, merchantID: MerchantID, kind: Kind, environment: Environment, createdAt: Timestamp
    ) {
        hash = Self.hash(key)
        self.merchantID = merchantID
        self.kind = kind
        self.environment = environment
        hint = String(key.expose().suffix(4))
        self.createdAt = createdAt
    }

    package static func hash(_ key: Secret<String>) -> String {
        Crypto.sha256(Array(key.expose().utf8)).hex
    }

    /// A new key, e.g. `sk_test_…`; `sandbox_sk_…` in the Yuno dialect, whose apps read the environment there.
    package static func make(
        _ kind: Kind, _ environment: Environment, _ dialect: Dialect = .wajub, ids: some IdentifierSource
    ) -> Secret<String> {
        let prefix = kind == .secret ? "sk" : "pk"
        if dialect == .yuno {
            return Secret("\(environment == .sandbox ? "sandbox" : "prod")_\(prefix)_\(ids.next())")
        }
        return Secret("\(prefix)_\(environment == .sandbox ? "test" : "live")_\(ids.next())")
    }

    /// What a key's own letters say it is; nil when it is no key of ours.
    package static func read(_ key: Secret<String>) -> (kind: Kind, environment: Environment)? {
        let text = key.expose()
        guard (12...128).contains(text.utf8.count), text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        let kinds: [(String, Kind)] = [("sk", .secret), ("pk", .publishable)]
        let named: [(String, Environment)] = [
            ("sandbox_", .sandbox), ("dev_", .sandbox), ("staging_", .sandbox), ("prod_", .live),
        ]
        for (name, environment) in named where text.hasPrefix(name) {
            let rest = text.dropFirst(name.utf8.count)
            return kinds.first { rest.hasPrefix("\($0.0)_") }.map { ($0.1, environment) }
        }
        for (prefix, kind) in kinds {
            for separator in ["_", "."] where text.hasPrefix(prefix + separator) {
                let rest = text.dropFirst(3)
                if rest.hasPrefix("test") { return (kind, .sandbox) }
                return (kind, .live)
            }
        }
        return nil
    }
}
