import Foundation
import Kernel
import Synchronization

/// The gateway's wall clock.
package protocol GatewayClock: Sendable {
    func now() -> Timestamp
    /// Returns at that moment or soon after; throws `CancellationError` when the task is cancelled.
    func sleep(until moment: Timestamp) async throws
}

/// The machine's clock.
package struct SystemClock: GatewayClock {
    package init() {}

    package func now() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    package func sleep(until moment: Timestamp) async throws {
        // In slices, so that a clock that is set back or forth is noticed within a second.
        while true {
            let left = moment.milliseconds - now().milliseconds
            if left <= 0 { return }
            try await Task.sleep(for: .milliseconds(min(left, 1000)))
        }
    }
}

/// A clock that stands still until it is moved: tests and a sandbox travel in time with it.
package final class ManualClock: GatewayClock {
    private struct State {
        var now: Timestamp
        var sleepers: [(id: Int, until: Timestamp, wake: CheckedContinuation<Void, any Error>)] = []
        var nextID = 0
        var cancelled: Set<Int> = []
    }

    private let state: Mutex<State>

    package init(_ start: Timestamp = Timestamp(seconds: 1_796_000_000)) {
        state = Mutex(State(now: start))
    }

    package func now() -> Timestamp { state.withLock { $0.now } }

    /// Moves the clock and wakes who waited for it.
    package func advance(milliseconds: Int64) {
        let due = state.withLock { state in
            state.now = state.now.adding(milliseconds: milliseconds)
            let now = state.now
            let due = state.sleepers.filter { $0.until <= now }
            state.sleepers.removeAll { $0.until <= now }
            return due.sorted { $0.until < $1.until }.map(\.wake)
        }
        for wake in due { wake.resume() }
    }

    /// How many wait for it.
    package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    package func sleep(until moment: Timestamp) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let wakeNow: Result<Void, any Error>? = state.withLock { state in
                    if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
                    if moment <= state.now { return .success(()) }
                    state.sleepers.append((id, moment, continuation))
                    return nil
                }
                if let wakeNow { continuation.resume(with: wakeNow) }
            }
        } onCancel: {
            let sleeper = state.withLock { state in
                let found = state.sleepers.firstIndex { $0.id == id }
                if found == nil { state.cancelled.insert(id) }
                return found.map { state.sleepers.remove(at: $0).wake }
            }
            sleeper?.resume(throwing: CancellationError())
        }
    }
}
