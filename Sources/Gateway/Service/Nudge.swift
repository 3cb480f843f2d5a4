import Kernel
import Synchronization

/// Wakes the one worker that waits on it; a nudge that comes while it works is kept, several as one.
///
/// An `AsyncStream` will not do: cancelling one wait ends the stream for good.
final class Nudge: Sendable {
    private struct State {
        var isPending = false
        var isCancelled = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    func nudge() {
        wake { $0.isPending = $0.waiter == nil }
    }

    /// Returns when nudged, or when the clock reaches that moment, or when the task is cancelled.
    func wait(until moment: Timestamp, _ clock: any GatewayClock) async {
        state.withLock { $0.isCancelled = false }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.nudged() }
            group.addTask { try? await clock.sleep(until: moment) }
            _ = await group.next()
            group.cancelAll()
        }
    }

    private func nudged() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.isPending || state.isCancelled {
                        state.isPending = false
                        return true
                    }
                    state.waiter = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            wake { $0.isCancelled = true }
        }
    }

    private func wake(_ change: (inout State) -> Void) {
        let waiter = state.withLock { state in
            change(&state)
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }
}
