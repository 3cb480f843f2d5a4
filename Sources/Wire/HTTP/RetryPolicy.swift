import Foundation

/// Whether, and when, a request is sent once more by itself. It only decides; the caller waits and sends.
package struct RetryPolicy: Sendable, Hashable {
    /// What repeating a request may do.
    package enum Repeatability: Sendable, Hashable {
        /// A read, or a write that the server itself makes harmless to repeat.
        case free
        /// A write that carries an idempotency key, sent again with the same key.
        case withSameKey
        /// Anything else: sent once.
        case never
    }

    package enum Decision: Sendable, Hashable {
        case retry(afterMilliseconds: Int)
        case giveUp
    }

    /// Tries after the first one.
    package var extraTries = 2
    /// The wait before the second try; it doubles with each further one.
    package var baseMilliseconds = 500
    /// The jitter adds up to this share of the wait.
    package var jitterPercent = 30
    /// A server that asks for a longer wait is not waited for: the caller shows its answer.
    package var longestWaitMilliseconds = 10_000

    package init() {}

    /// - Parameters:
    ///   - tries: how many tries were made so far, at least one.
    ///   - jitter: a random number from 0 to 1.
    package func decide(
        after result: Result<HTTPAnswer, TransportFailure>, tries: Int, _ repeatability: Repeatability,
        jitter: Double
    ) -> Decision {
        guard tries <= extraTries, isWorthRepeating(result, repeatability) else { return .giveUp }
        if case .success(let answer) = result, let asked = RetryAfter.seconds(answer.headers) {
            let milliseconds = asked.multipliedReportingOverflow(by: 1000)
            guard !milliseconds.overflow, milliseconds.partialValue <= longestWaitMilliseconds else { return .giveUp }
            return .retry(afterMilliseconds: milliseconds.partialValue)
        }
        let wait = baseMilliseconds << min(tries - 1, 10)
        let extra = Double(wait * jitterPercent) / 100 * min(max(jitter, 0), 1)
        return .retry(afterMilliseconds: min(wait + Int(extra), longestWaitMilliseconds))
    }

    private func isWorthRepeating(
        _ result: Result<HTTPAnswer, TransportFailure>, _ repeatability: Repeatability
    ) -> Bool {
        guard repeatability != .never else { return false }
        switch result {
        case .failure(let failure): return failure.kind != .cancelled
        case .success(let answer):
            // A payment refused for haste (429) is shown: the payer, not the SDK, tries again.
            return [500, 502, 503, 504].contains(answer.status) || (answer.status == 429 && repeatability == .free)
        }
    }
}

/// The `Retry-After` header.
package enum RetryAfter {
    /// Whole seconds to wait, not negative; nil when the header is absent or unreadable.
    ///
    /// A date is measured against the answer's own `Date` header: a phone's clock is never compared with a
    /// server's.
    package static func seconds(_ headers: HTTPHeaders) -> Int? {
        guard let text = headers["Retry-After"]?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
        if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return Int(text) }
        guard let until = date(text), let now = headers["Date"].flatMap(date) else { return nil }
        let wait = until.timeIntervalSince(now).rounded(.up)
        return wait < 1e9 ? max(0, Int(wait)) : nil
    }

    /// An HTTP date in the form every server of today sends (RFC 9110, IMF-fixdate).
    private static func date(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.date(from: text.trimmingCharacters(in: .whitespaces))
    }
}
