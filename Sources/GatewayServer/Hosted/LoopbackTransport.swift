import Foundation
import Kernel
import Synchronization
import Wire

/// Asks this very gateway, without a socket between: the same router, the same authentication, the same limits as a
/// request from outside.
package struct LoopbackTransport: Transport {
    private let respond: @Sendable (ServerRequest) async -> ServerResponse
    private let configuration: ServerConfiguration
    private let log: Log
    private let metrics: ServerMetrics
    /// The visitor the request is made for.
    private let peer: String

    /// - Parameter respond: the router's.
    package init(
        configuration: ServerConfiguration, log: Log, metrics: Metrics, peer: String,
        respond: @escaping @Sendable (ServerRequest) async -> ServerResponse
    ) {
        self.configuration = configuration
        self.log = log
        self.metrics = ServerMetrics(metrics)
        self.peer = peer
        self.respond = respond
    }

    package func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPAnswer {
        let arrived: ServerRequest
        do throws(ServerRefusal) {
            arrived = try read(request)
        } catch {
            return answer(to: configuration.response(to: error))
        }
        // As over a socket, a handler goes on when its caller has gone: a payment that has begun must end.
        let outcome = OneOutcome()
        Task {
            let response = await respond(arrived)
            outcome.settle(.answered(response))
        }
        let timer = Task {
            try? await Task.sleep(for: .seconds(request.timeoutSeconds))
            if !Task.isCancelled { outcome.settle(.timedOut) }
        }
        let began = ContinuousClock.now
        let result = await withTaskCancellationHandler {
            await outcome.value
        } onCancel: {
            outcome.settle(.cancelled)
        }
        timer.cancel()
        switch result {
        case .timedOut: throw TransportFailure(.timedOut, mayHaveReachedServer: true)
        case .cancelled: throw TransportFailure(.cancelled, mayHaveReachedServer: true)
        case .answered(let response):
            tell(arrived, response, began.duration(to: .now))
            guard case .answer = response.fate else {
                throw TransportFailure(.connectionLost, mayHaveReachedServer: true)
            }
            return answer(to: response)
        }
    }

    private func read(_ request: HTTPRequest) throws(ServerRefusal) -> ServerRequest {
        var parts = URLComponents(url: request.url, resolvingAgainstBaseURL: true)
        let query = parts?.percentEncodedQuery
        parts?.query = nil
        let path = parts?.percentEncodedPath ?? "/"
        let target = try RequestTarget(Array((path + (query.map { "?" + $0 } ?? "")).utf8))
        let body = request.body ?? []
        guard body.count <= configuration.maximumBodyBytes else { throw .payloadTooLarge }
        let bytes = request.headers.fields.reduce(path.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
        guard bytes <= configuration.maximumHeaderBytes else { throw .headersTooLarge }
        return ServerRequest(
            id: "loop_" + RandomIdentifiers().next(), method: request.method.rawValue, path: target.path,
            segments: target.segments, query: target.query, headers: request.headers, body: body, peer: peer)
    }

    private func answer(to response: ServerResponse) -> HTTPAnswer {
        HTTPAnswer(status: response.status, headers: response.headers, body: response.body)
    }

    private func tell(_ request: ServerRequest, _ response: ServerResponse, _ duration: Duration) {
        let seconds = Double(duration.components.attoseconds) / 1e18 + Double(duration.components.seconds)
        metrics.count(method: request.method, route: response.route, status: response.status, seconds: seconds)
        log(
            .info, .requestServed,
            [
                "id": .text(request.id), "method": .text(request.method), "path": .text(request.path),
                "route": .text(response.route ?? "-"), "status": .integer(response.status),
                "ms": .decimal(seconds * 1000), "bytes": .integer(response.body.count), "from": "hosted",
            ])
    }
}

/// What came first.
private final class OneOutcome: Sendable {
    enum Outcome: Sendable {
        case answered(ServerResponse)
        case timedOut
        case cancelled
    }

    private struct State {
        var outcome: Outcome?
        var waiter: CheckedContinuation<Outcome, Never>?
    }

    private let state = Mutex(State())

    func settle(_ outcome: Outcome) {
        let waiter = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: outcome)
    }

    var value: Outcome {
        get async {
            await withCheckedContinuation { continuation in
                let known = state.withLock { state -> Outcome? in
                    if state.outcome == nil { state.waiter = continuation }
                    return state.outcome
                }
                if let known { continuation.resume(returning: known) }
            }
        }
    }
}
