import Synchronization

/// An HTTP/1.1 server (and 1.0, for callers that speak only that).
///
/// A handler is called once for each complete, well-formed request, in a task of its own. When the caller goes away
/// the handler is not cancelled, because a payment that has begun must end; its answer is thrown away.
package final class HTTPServer: Sendable {
    private enum Phase {
        case fresh, running, stopped
    }

    private struct State {
        var phase = Phase.fresh
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let loop: EventLoop
    private let state: StateBox
    private let log: Log

    private final class StateBox: Sendable {
        let value = Mutex(State())

        func stopped() {
            let waiting = value.withLock { state in
                state.phase = .stopped
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
        }
    }

    /// - Parameter handler: runs on Swift's shared threads; it must not block them.
    package init(
        configuration: ServerConfiguration, log: Log, metrics: Metrics = Metrics(),
        handler: @escaping @Sendable (ServerRequest) async -> ServerResponse
    ) {
        let state = StateBox()
        (self.state, self.log) = (state, log)
        loop = EventLoop(
            configuration: configuration, log: log, metrics: metrics, handler: handler, stopped: { state.stopped() })
    }

    /// Opens the port, starts the server's thread and returns the port. A server starts once in its life; it runs
    /// until ``shutdown(drainSeconds:)``, whether or not anybody keeps this object.
    package func start() throws(ServerStartFailure) -> UInt16 {
        let isFresh = state.value.withLock { state in
            guard state.phase == .fresh else { return false }
            state.phase = .running
            return true
        }
        guard isFresh else { throw ServerStartFailure(description: "The server was started before") }
        let port: UInt16
        do {
            port = try loop.start()
        } catch {
            state.stopped()
            throw error
        }
        log(.info, .serverStarted, ["port": .integer(Int(port))])
        return port
    }

    /// Takes no new connections, lets running requests finish for up to `drainSeconds`, then closes what is left.
    /// Returns when the server's thread has let go of everything; handlers that are slower may still run.
    package func shutdown(drainSeconds: Int) async {
        await withCheckedContinuation { continuation in
            let isRunning = state.value.withLock { state in
                if state.phase == .running { state.waiting.append(continuation) }
                return state.phase == .running
            }
            guard isRunning else { return continuation.resume() }
            loop.stop(drainMilliseconds: Int64(drainSeconds) * 1000)
        }
        log(.info, .serverStopped)
    }
}
