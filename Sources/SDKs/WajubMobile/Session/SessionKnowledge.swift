import Foundation
import Wire

/// What a session has learnt from the answers so far.
final class SessionKnowledge: @unchecked Sendable {
    private let lock = NSLock()
    private var sandbox = false
    private var channelTypes: [String: ChannelType] = [:]
    private var baseline: Baseline?
    private var lastKey: IdempotencyKey?
    private var unansweredKeys: Set<IdempotencyKey> = []

    func learn(_ session: SessionData) {
        lock.withLock {
            channelTypes = Dictionary(session.channels.map { ($0.slug, $0.type) }, uniquingKeysWith: { first, _ in first })
            sandbox = session.transaction.sandbox
            baseline = Baseline(session.transaction.lastDecline)
        }
    }

    func learn(_ status: PaymentStatus) {
        lock.withLock {
            if let transaction = status.transaction { sandbox = transaction.sandbox }
            baseline = Baseline(status.lastDecline)
        }
    }

    /// What an answer is judged by.
    func fill(_ context: inout MappingContext, channel: String?, key: IdempotencyKey?) {
        lock.withLock {
            context.sandbox = sandbox
            context.channelType = channel.flatMap { channelTypes[$0] }
            context.baseline = baseline
            context.key = (key ?? lastKey)?.rawValue
            if let key { context.earlierUnanswered = unansweredKeys.contains(key) }
        }
    }

    /// Remembers how a payment request ended, so that the same key, passed again, is judged rightly.
    func sent(_ key: IdempotencyKey, unanswered: Bool, decided: Bool) {
        lock.withLock {
            lastKey = key
            if decided {
                unansweredKeys.remove(key)
            } else if unanswered {
                unansweredKeys.insert(key)
            }
        }
    }
}
