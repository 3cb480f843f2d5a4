import Foundation

/// Measures and spends waits. Injected, so that tests run in virtual time.
package protocol WaitClock: Sendable {
    /// Nanoseconds since some fixed moment; never goes back, and does not follow the wall clock (W52).
    var nowNanoseconds: UInt64 { get }

    /// - Throws: `CancellationError` as soon as the waiting task is cancelled.
    func sleep(nanoseconds: UInt64) async throws
}

extension WaitClock {
    /// False when the waiting task was cancelled.
    package func slept(nanoseconds: UInt64) async -> Bool {
        do {
            try await sleep(nanoseconds: nanoseconds)
            return true
        } catch {
            return false
        }
    }
}

/// The time since the system started. It stands still while the device sleeps, and never leaves it (W127).
package struct SystemWaitClock: WaitClock {
    package init() {}

    package var nowNanoseconds: UInt64 { UInt64(ProcessInfo.processInfo.systemUptime * 1e9) }

    package func sleep(nanoseconds: UInt64) async throws {
        try await Task.sleep(nanoseconds: nanoseconds)
    }
}
