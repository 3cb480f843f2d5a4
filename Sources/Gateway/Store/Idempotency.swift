import Kernel

/// What a request was answered with, to be said again byte for byte.
package struct StoredAnswer: Sendable, Codable, Equatable {
    package let status: Int
    package let body: [UInt8]
    /// When to ask again, of a refusal that kept nothing; never stored.
    package var retryAfterSeconds: Int?

    package init(status: Int, body: [UInt8], retryAfterSeconds: Int? = nil) {
        self.status = status
        self.body = body
        self.retryAfterSeconds = retryAfterSeconds
    }
}

/// A key a client chose for one request, and what came of it.
package struct IdempotencyRecord: Sendable, Equatable {
    package let scope: String
    package let key: String
    /// Tells whether a repeated key came with the same request.
    package let fingerprint: [UInt8]
    package let createdAt: Timestamp
    /// Nil while the request is being worked on.
    package var answer: [UInt8]?
    package var status: Int?

    package init(scope: String, key: String, fingerprint: [UInt8], createdAt: Timestamp) {
        self.scope = scope
        self.key = key
        self.fingerprint = fingerprint
        self.createdAt = createdAt
    }
}

/// A request's claim to be done once.
///
/// The fingerprint is keyed with the caller's credential, and so are answers kept sealed: the database holds
/// neither, so that what it keeps gives away neither a card number nor a session token.
package struct IdempotencyClaim: Sendable {
    package let scope: String
    package let key: String
    package let fingerprint: [UInt8]
    private let sealingKey: [UInt8]

    /// - Parameters:
    ///   - scope: whose keys these are, and for which operation.
    ///   - body: the request as a value, so that the order of names does not matter.
    package init(scope: String, key: String, body: JSONValue, credential: Secret<String>) {
        self.scope = scope
        self.key = key
        let secret = Array(credential.expose().utf8)
        fingerprint = Crypto.hmacSHA256(key: secret, Array("fingerprint:\(scope)\n".utf8) + body.bytes)
        sealingKey = Crypto.hmacSHA256(key: secret, Array("answer:\(scope)\n\(key)".utf8))
    }

    /// What a key begins with that the gateway made for a request that brought none.
    package static let inventedPrefix = "none-"

    func record(at now: Timestamp) -> IdempotencyRecord {
        IdempotencyRecord(scope: scope, key: key, fingerprint: fingerprint, createdAt: now)
    }

    func seal(_ answer: StoredAnswer, into record: inout IdempotencyRecord) {
        record.status = answer.status
        record.answer = Crypto.seal(answer.body, key: sealingKey)
    }

    /// - Throws: ``IdempotencyFault/conflict`` when the request is another one.
    func check(_ record: IdempotencyRecord) throws(IdempotencyFault) {
        guard Crypto.equalInConstantTime(record.fingerprint, fingerprint) else { throw .conflict }
    }

    /// The kept answer; nil while the first request is being worked on.
    func open(_ record: IdempotencyRecord) throws(IdempotencyFault) -> StoredAnswer? {
        guard let sealed = record.answer, let status = record.status else { return nil }
        guard let body = Crypto.open(sealed, key: sealingKey) else { throw .conflict }
        return StoredAnswer(status: status, body: body)
    }
}

/// Why a key cannot be used.
package enum IdempotencyFault: Error, Sendable, Equatable {
    /// It was used with another request, or by another credential.
    case conflict
    /// Its first request is still being worked on.
    case inProgress
}
