import Kernel

/// How webhooks are signed, and when they are sent again (spec 15).
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

package enum WebhookSchedule {
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

    /// Writes the outcome of a try down. 2xx is delivered; all else is tried again on schedule.
    package mutating func finish(_ outcome: Outcome, at now: Timestamp, jitter: Double) {
        tries += 1
        switch outcome {
        case .answered(let status):
            lastStatus = status
            lastError = (200..<300).contains(status) ? nil : "the endpoint answered \(status)"
        case .failed(let reason):
            lastStatus = nil
            lastError = String(reason.prefix(300))
        }
        if lastError == nil {
            state = .delivered
            deliveredAt = now
        } else if let next = WebhookSchedule.next(afterTries: tries, now: now, jitter: jitter) {
            nextAt = next
        } else {
            state = .exhausted
        }
    }

    /// Sends it again from the start, at once.
    package mutating func restart(at now: Timestamp) {
        state = .pending
        tries = 0
        nextAt = now
    }
}
