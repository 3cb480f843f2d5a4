import Checkout
import Wire

/// When a payment's status is read, and when that ends (spec 10): first after 2 s, then every 5 s, for 15 minutes
/// at most on the monotonic clock. It only decides; the driver sleeps and reads.
package struct Following: Sendable, Hashable {
    package enum Step: Sendable, Hashable {
        /// Wait, then read.
        case wait(nanoseconds: UInt64)
        /// Wait, then stop without a further read.
        case waitThenEnd(nanoseconds: UInt64)
        case end
    }

    private let startedAt: UInt64
    private var context: MappingContext
    private var reads = 0
    private var isOver = false

    /// - Parameters:
    ///   - startedAt: monotonic nanoseconds.
    ///   - context: its baseline is the refusal known at the start.
    package init(startedAt: UInt64, _ context: MappingContext) {
        self.startedAt = startedAt
        self.context = context
    }

    package func next(at now: UInt64) -> Step {
        let elapsed = now &- startedAt
        guard !isOver, elapsed < CheckoutOptions.followNanoseconds else { return .end }
        let left = CheckoutOptions.followNanoseconds - elapsed
        let wait = reads == 0 ? CheckoutOptions.firstReadNanoseconds : CheckoutOptions.readNanoseconds
        return wait < left ? .wait(nanoseconds: wait) : .waitThenEnd(nanoseconds: left)
    }

    /// Takes a read; nil when it failed, which changes nothing.
    package mutating func took(_ status: PaymentStatus?) {
        reads += 1
        guard let status else { return }
        if status.normalized.isTerminal { isOver = true }
        // W49: a refusal newer than the one known at the start is an end of what was followed.
        if status.normalized == .pending, let decline = status.lastDecline,
            OutcomeMapping.isNew(decline, status, context)
        {
            isOver = true
        }
        // Begun without knowing any, the first read says which refusals are old.
        if context.baseline == nil, status.tellsOfDeclines { context.baseline = Baseline(status.lastDecline) }
    }
}
