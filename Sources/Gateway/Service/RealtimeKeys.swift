import Kernel

/// Names this gateway's realtime application and signs who may listen. Made once per database, so that every process
/// on it, now and after a restart, takes the others' signatures.
package struct RealtimeKeys: Sendable {
    /// Public: it is in every session.
    package let key: String
    private let secret: Secret<String>

    init(secret: Secret<String>) {
        self.secret = secret
        key = String(Crypto.hmacSHA256(key: Array(secret.expose().utf8), Array("realtime key".utf8)).hex.prefix(20))
    }

    /// - Parameter key: the public half, for secrets made elsewhere.
    package init(key: String, secret: Secret<String>) {
        self.key = key
        self.secret = secret
    }

    /// What lets a socket join a channel: `<key>:<HMAC-SHA256 of "socket:channel", hexadecimal>`.
    package func authorization(socketID: String, channel: String) -> String {
        let code = Crypto.hmacSHA256(key: Array(secret.expose().utf8), Array("\(socketID):\(channel)".utf8))
        return "\(key):\(code.hex)"
    }

    /// Whether that was signed with our secret.
    package func accepts(_ authorization: String, socketID: String, channel: String) -> Bool {
        let expected = self.authorization(socketID: socketID, channel: channel)
        return Crypto.equalInConstantTime(Array(authorization.utf8), Array(expected.utf8))
    }
}

extension Gateway {
    private static let realtimeSecret = "realtime"

    /// The keys of this gateway's realtime application; made at the first call.
    /// - Throws: ``StoreFault``.
    package func realtimeKeys() async throws -> RealtimeKeys {
        RealtimeKeys(secret: try await ownSecret(Self.realtimeSecret))
    }

    /// A secret of this database's own; made at the first call.
    func ownSecret(_ name: String) async throws -> Secret<String> {
        if let secret = try await store.read({ try $0.gatewaySecret(name) }) { return secret }
        let fresh = Secret(Crypto.randomBytes(32).hex)
        return try await store.write { transaction in
            // Another process may have been first.
            if let secret = try transaction.gatewaySecret(name) { return secret }
            try transaction.insertGatewaySecret(name, fresh)
            return fresh
        }
    }
}
