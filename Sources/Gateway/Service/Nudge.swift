import Kernel

/// Wakes one waiting worker; nudges that come while it works are kept as one.
struct Nudge: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func nudge() {
        continuation.yield()
    }

    /// Returns when nudged, or when the clock reaches that moment, or when the task is cancelled.
    func wait(until moment: Timestamp, _ clock: any GatewayClock) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in stream { return } }
            group.addTask { try? await clock.sleep(until: moment) }
            _ = await group.next()
            group.cancelAll()
        }
    }
}
