import Foundation
import Kernel

/// How webhooks of the Wajub dialect are signed, and when they are sent again (spec 15).
package enum WebhookSignature {
    package static let signatureHeader = "X-Wajub-Signature"
    package static let timestampHeader = "X-Wajub-Timestamp"

    /// `v1=<hex>`: HMAC-SHA256 over `<timestamp>.<body>`; the key is the whole secret, its prefix included.
    package static func sign(_ body: [UInt8], timestamp: Int64, secret: String) -> String {
        code(body, String(timestamp), secret)
    }

    private static func code(_ body: [UInt8], _ timestamp: String, _ secret: String) -> String {
        "v1=" + Crypto.hmacSHA256(key: Array(secret.utf8), Array("\(timestamp).".utf8) + body).hex
    }

    /// Why a webhook is not to be believed.
    package enum Fault: String, Error, Sendable {
        case noSecret = "no webhook secret is configured"
        case missingHeader = "the signature or timestamp header is missing"
        case unknownFormat = "the signature is not of the form v1=<hex>"
        case wrongSignature = "the signature does not match the body"
        case badTimestamp = "the timestamp is not a number"
        case tooOld = "the timestamp is too far from now"
    }

    /// Checks a webhook as a merchant's server should, in the order of spec 15.
    /// - Parameter toleranceSeconds: how far the timestamp may be from now, in either direction.
    package static func verify(
        _ body: [UInt8], signature: String?, timestamp: String?, secret: String, now: Timestamp,
        toleranceSeconds: Int64 = 300
    ) throws(Fault) {
        guard !secret.isEmpty else { throw .noSecret }
        guard let signature, let timestamp else { throw .missingHeader }
        guard signature.hasPrefix("v1=") else { throw .unknownFormat }
        let expected = code(body, timestamp, secret)
        guard Crypto.equalInConstantTime(Array(signature.utf8), Array(expected.utf8)) else { throw .wrongSignature }
        guard let sent = Int64(timestamp) else { throw .badTimestamp }
        let (drift, overflow) = now.seconds.subtractingReportingOverflow(sent)
        guard !overflow, drift.magnitude <= toleranceSeconds.magnitude else { throw .tooOld }
    }
}

/// How webhooks of the Yuno dialect are signed (spec Yuno 13).
package enum AccountSignature {
    package static let signatureHeader = "x-hmac-signature"

    /// Base64 of HMAC-SHA256 over the body as it is sent.
    package static func sign(_ body: [UInt8], clientSecret: String) -> String {
        Data(Crypto.hmacSHA256(key: Array(clientSecret.utf8), body)).base64EncodedString()
    }

    /// Checks a webhook as a merchant's server should.
    package static func isRight(_ body: [UInt8], signature: String?, clientSecret: String) -> Bool {
        guard let signature, !clientSecret.isEmpty else { return false }
        let expected = sign(body, clientSecret: clientSecret)
        return Crypto.equalInConstantTime(Array(signature.utf8), Array(expected.utf8))
    }
}

extension WebhookEndpoint {
    /// What is sent with a body, in the order of the dialect.
    func headers(_ body: [UInt8], at now: Timestamp) -> [(String, String)] {
        guard let account else {
            return [
                ("Content-Type", "application/json; charset=utf-8"),
                (WebhookSignature.timestampHeader, String(now.seconds)),
                (
                    WebhookSignature.signatureHeader,
                    WebhookSignature.sign(body, timestamp: now.seconds, secret: secret)
                ),
            ]
        }
        var headers = [("Content-Type", "application/json"), ("x-api-key", account.apiKey), ("x-secret", secret)]
        if let clientSecret = account.clientSecret {
            headers.append((AccountSignature.signatureHeader, AccountSignature.sign(body, clientSecret: clientSecret)))
        }
        return headers
    }
}

package enum WebhookSchedule {
    /// When the Yuno dialect tries again, counted from the first try: 5 min, 50 min, 6 h, 24 h, 48 h, 96 h.
    package static let offsetsMilliseconds: [Int64] = [300, 3000, 21_600, 86_400, 172_800, 345_600].map { $0 * 1000 }

    /// When to try again after `tries` tries failed, the first of them at `firstAt`; nil when it was the last.
    package static func next(afterTries tries: Int, firstAt: Timestamp, now: Timestamp) -> Timestamp? {
        guard tries >= 1, tries <= offsetsMilliseconds.count else { return nil }
        return max(firstAt.adding(milliseconds: offsetsMilliseconds[tries - 1]), now)
    }

    /// After the first try failed, the second comes a minute later, and so on: 1 min, 5 min, 30 min, 2 h, 6 h, 24 h.
    package static let waitsMilliseconds: [Int64] = [60, 300, 1800, 7200, 21_600, 86_400].map { $0 * 1000 }

    /// When to try again after `tries` tries failed; nil when it was the last.
    /// - Parameter jitter: 0 to 1; spreads the tries over up to a tenth of the wait.
    package static func next(afterTries tries: Int, now: Timestamp, jitter: Double) -> Timestamp? {
        guard tries >= 1, tries <= waitsMilliseconds.count else { return nil }
        let wait = waitsMilliseconds[tries - 1]
        let spread = Int64(Double(wait / 10) * min(max(jitter, 0), 1))
        return now.adding(milliseconds: wait + spread)
    }
}

extension Delivery {
    /// What a try came to.
    package enum Outcome: Sendable, Equatable {
        /// The endpoint answered with this status.
        case answered(Int)
        /// Nothing came back; for a developer.
        case failed(String)
    }

    /// Writes the outcome of a try down. 2xx is delivered, in the Yuno dialect only 200; all else is tried again on
    /// schedule.
    package mutating func finish(
        _ outcome: Outcome, at now: Timestamp, jitter: Double, _ dialect: Dialect = .wajub
    ) {
        tries += 1
        let first = firstAt ?? now
        firstAt = first
        switch outcome {
        case .answered(let status):
            lastStatus = status
            let isTaken = dialect == .wajub ? (200..<300).contains(status) : status == 200
            lastError = isTaken ? nil : "the endpoint answered \(status)"
        case .failed(let reason):
            lastStatus = nil
            lastError = String(reason.prefix(300))
        }
        if lastError == nil {
            state = .delivered
            deliveredAt = now
        } else if let next = dialect == .wajub
            ? WebhookSchedule.next(afterTries: tries, now: now, jitter: jitter)
            : WebhookSchedule.next(afterTries: tries, firstAt: first, now: now)
        {
            nextAt = next
        } else {
            state = .exhausted
        }
    }

    /// Sends it again from the start, at once.
    package mutating func restart(at now: Timestamp) {
        state = .pending
        tries = 0
        firstAt = nil
        nextAt = now
    }
}
