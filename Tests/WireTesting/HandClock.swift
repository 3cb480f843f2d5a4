import Foundation
import Kernel

/// Time that passes only when told to. Sleepers wake in order.
package final class HandClock: WaitClock, @unchecked Sendable {
    private let lock = NSLock()
    private var now: UInt64 = 5_000_000_000
    private var sleepers: [UUID: (due: UInt64, continuation: CheckedContinuation<Void, any Error>)] = [:]

    package init() {}

    package var nowNanoseconds: UInt64 { lock.withLock { now } }

    package func sleep(nanoseconds: UInt64) async throws {
        let id = UUID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isDue = lock.withLock {
                    guard nanoseconds > 0, !Task.isCancelled else { return true }
                    sleepers[id] = (now + nanoseconds, continuation)
                    return false
                }
                guard isDue else { return }
                if Task.isCancelled {
                    continuation.resume(throwing: CancellationError())
                } else {
                    continuation.resume()
                }
            }
        } onCancel: {
            lock.withLock { sleepers.removeValue(forKey: id) }?.continuation.resume(throwing: CancellationError())
        }
    }

    package var sleeping: Int { lock.withLock { sleepers.count } }

    /// Wakes whoever is due by then, one after another.
    package func pass(seconds: Double, _ settle: @Sendable () async -> Void) async {
        let end = lock.withLock { now + UInt64(seconds * 1e9) }
        while true {
            await settle()
            let next = lock.withLock { () -> CheckedContinuation<Void, any Error>? in
                guard let first = sleepers.min(by: { $0.value.due < $1.value.due }), first.value.due <= end else {
                    now = end
                    return nil
                }
                now = max(now, first.value.due)
                return sleepers.removeValue(forKey: first.key)?.continuation
            }
            guard let next else { break }
            next.resume()
        }
        await settle()
    }
}
