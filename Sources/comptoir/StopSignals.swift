import Dispatch
import Foundation

/// Waits for SIGINT or SIGTERM; while it exists they no longer end the process by themselves.
final class StopSignals: Sendable {
    private let stream: AsyncStream<Void>
    // Only kept and, in the end, cancelled; both are safe on any thread.
    nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

    init(_ signals: [Int32] = [SIGINT, SIGTERM]) {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.stream = stream
        sources = signals.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { @Sendable in continuation.yield() }
            source.resume()
            return source
        }
    }

    deinit {
        for source in sources { source.cancel() }
    }

    /// Returns at the next signal, or when the task is cancelled.
    func wait() async {
        for await _ in stream { return }
    }
}
