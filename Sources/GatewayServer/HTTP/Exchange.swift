import Wire

/// One request and what becomes of it. Lives on the loop's thread only.
final class Exchange {
    let request: ServerRequest
    let isVersion10: Bool
    var keepsAlive: Bool
    var response: ServerResponse?
    var bodyBytes = 0
    private let startNanoseconds: Int64

    init(head: RequestHead?, body: [UInt8], peer: String, loop: EventLoop) {
        let given = head?.headers["X-Request-Id"].flatMap { Self.isValidID($0) ? $0 : nil }
        request = ServerRequest(
            id: given ?? loop.nextRequestID(), method: head?.method ?? "-", path: head?.target.path ?? "-",
            segments: head?.target.segments ?? [], query: head?.target.query ?? [], headers: head?.headers ?? [:],
            body: body, peer: peer)
        isVersion10 = head?.isVersion10 ?? false
        keepsAlive = head?.keepsAlive ?? false
        startNanoseconds = EventLoop.clockNanoseconds
    }

    /// Counts and logs the exchange; `isComplete` is false when the answer did not get out.
    func finish(_ response: ServerResponse, bodyBytes: Int, isComplete: Bool, loop: EventLoop) {
        let nanoseconds = EventLoop.clockNanoseconds - startNanoseconds
        loop.metrics.count(
            method: request.method, route: response.route, status: response.status,
            seconds: Double(nanoseconds) / 1e9)
        loop.log(
            .info, isComplete ? .requestServed : .requestAbandoned,
            [
                "id": .text(request.id), "method": .text(request.method), "path": .text(loggedPath(response.route)),
                "route": .text(response.route ?? "-"), "status": .integer(response.status),
                "ms": .decimal(Double(nanoseconds) / 1e6), "bytes": .integer(bodyBytes),
            ])
    }

    /// The decoded path, so that no escape hides a token from the redaction.
    private func loggedPath(_ route: String?) -> String {
        guard request.path != "*" else { return "*" }
        let names = route?.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init) ?? []
        let segments = request.segments.enumerated().map { index, segment in
            // What opens a checkout, or pays, is a secret by its place: it looks like any other id.
            names.indices.contains(index) && Redaction.secretSegments.contains(names[index]) ? Redaction.mask : segment
        }
        return "/" + segments.joined(separator: "/")
    }

    /// Only what is safe to echo in a header and to search for in a log.
    private static func isValidID(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                $0.isTokenCharacter && !"!#$%&'*+^`|~".utf8.contains($0)
            }
    }
}

/// What the server counts about itself.
struct ServerMetrics {
    private let requests: Counter
    private let durations: Histogram
    let openConnections: Gauge
    let openSockets: Gauge

    init(_ metrics: Metrics) {
        requests = metrics.counter(
            "http_requests_total", help: "Requests answered, refused or abandoned (499).",
            labels: ["method", "route", "status"])
        durations = metrics.histogram(
            "http_request_duration_seconds", help: "From the last byte of a request to the last byte of its answer.",
            labels: ["method", "route"])
        openConnections = metrics.gauge("http_connections_open", help: "Connections now open.")
        openSockets = metrics.gauge("websockets_open", help: "WebSockets now open.")
    }

    func count(method: String, route: String?, status: Int, seconds: Double) {
        // Callers choose method names; the label set must stay small.
        let known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].contains(method)
        let (method, route) = (known ? method : "other", route ?? "unmatched")
        requests.increment([method, route, String(status)])
        durations.observe([method, route], seconds)
    }
}
