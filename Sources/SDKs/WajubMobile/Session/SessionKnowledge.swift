import Foundation
import Wire

/// What a session has learnt from the answers so far.
final class SessionKnowledge: @unchecked Sendable {
    private let lock = NSLock()
    private var sandbox = false
    private var payment: String?
    private var channelTypes: [String: ChannelType] = [:]
    private var baseline: Baseline?
    private var lastKey: IdempotencyKey?
    private var openKeys: Set<IdempotencyKey> = []
    private var isOver = false

    func learn(_ session: SessionData) {
        lock.withLock {
            channelTypes = Dictionary(
                session.channels.map { ($0.slug, $0.type) }, uniquingKeysWith: { first, _ in first })
            sandbox = session.transaction.sandbox
            payment = session.transaction.id
            if session.transaction.tellsOfDeclines { baseline = Baseline(session.transaction.lastDecline) }
        }
    }

    func learn(_ status: PaymentStatus) {
        lock.withLock {
            if let transaction = status.transaction { sandbox = transaction.sandbox }
            if status.tellsOfDeclines { baseline = Baseline(status.lastDecline) }
        }
    }

    /// The payment's id, once it was read.
    var paymentID: String? { lock.withLock { payment } }

    /// A payment request's own answer: it may bring a refusal that no status read has shown yet.
    func learn(_ decision: Decision) {
        lock.withLock {
            switch decision.outcome {
            case .failed(let error, let transaction):
                if let decline = transaction?.lastDecline {
                    baseline = Baseline(decline)
                } else if error.httpStatus == 402 || error.httpStatus == 403 {
                    // There is a newer refusal than the one we know, and its mark is unknown. Taking it later for
                    // the refusal of the next attempt would give up that attempt's key while money may move.
                    baseline = nil
                }
            case .complete(let transaction): sandbox = transaction.sandbox
            case .processing(let transaction, _, _): if let transaction { sandbox = transaction.sandbox }
            case .requiresAction(let required):
                if let transaction = required.transaction { sandbox = transaction.sandbox }
            }
        }
    }

    /// What an answer is judged by.
    func fill(_ context: inout MappingContext, channel: String?, key: IdempotencyKey?) {
        lock.withLock {
            context.sandbox = sandbox
            context.channelType = channel.flatMap { channelTypes[$0] }
            context.baseline = baseline
            context.key = (key ?? lastKey)?.rawValue
            if let key { context.earlierOpen = openKeys.contains(key) }
        }
    }

    /// Whether no payment request may be sent any more, nor sent again.
    var isClosed: Bool { lock.withLock { isOver } }

    func close() { lock.withLock { isOver = true } }

    /// Remembers how a payment request ended, so that the same key, passed again, is judged rightly.
    /// - Parameter reachedServer: whether any send of it may have.
    func sent(_ key: IdempotencyKey, reachedServer: Bool, decided: Bool) {
        lock.withLock {
            lastKey = key
            if decided {
                lastKey = nil
                openKeys.remove(key)
            } else if reachedServer {
                openKeys.insert(key)
            }
        }
    }
}
