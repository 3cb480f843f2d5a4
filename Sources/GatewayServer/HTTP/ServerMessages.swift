import Wire

/// One request, complete: nothing reaches a handler before its last byte has arrived and been checked.
package struct ServerRequest: Sendable {
    /// Names this request in logs and in the answer: the caller's `X-Request-Id` when it is well formed, else ours.
    package var id: String
    /// In capitals, as written by the caller; not limited to the methods we know.
    package var method: String
    /// The path as written, still percent-encoded, without the query.
    package var path: String
    /// The parts of the path between slashes, percent-decoded: `/a/b%2Fc` is `["a", "b/c"]`, `/` is `[]`.
    package var segments: [String]
    /// The query's names and values in order, decoded (`+` is a space).
    package var query: [(String, String)]
    package var headers: HTTPHeaders
    package var body: [UInt8]
    /// The other end's address, e.g. `127.0.0.1`; never taken from a header.
    package var peer: String
    /// What the `{name}`s of the route's pattern matched. Set by ``Router``.
    package var parameters = Router.Parameters()

    package init(
        id: String = "", method: String, path: String, segments: [String]? = nil, query: [(String, String)] = [],
        headers: HTTPHeaders = [:], body: [UInt8] = [], peer: String = ""
    ) {
        self.id = id
        self.method = method
        self.path = path
        self.segments = segments ?? path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
        self.query = query
        self.headers = headers
        self.body = body
        self.peer = peer
    }

    /// The first value of that name in the query.
    package func query(_ name: String) -> String? {
        query.first { $0.0 == name }?.1
    }
}

/// What a handler answers.
package struct ServerResponse: Sendable {
    /// Whether the answer is sent at all.
    package enum Fate: Sendable {
        case answer
        /// The connection is closed without a byte, as a broken network would: for fault injection.
        case dropConnection
        /// The connection becomes a WebSocket. Made by ``Router/webSocket(_:limits:_:)``.
        case upgrade(WebSocketUpgrade)
    }

    /// 200 to 599.
    package var status: Int
    /// `Content-Length`, `Date`, `Connection` and `Transfer-Encoding` are the server's and ignored here;
    /// `X-Request-Id` and `Cache-Control: no-store` are added unless given.
    package var headers: HTTPHeaders
    package var body: [UInt8]
    package var fate: Fate
    /// The pattern that matched, e.g. `/payments/{id}`: the label of metrics and logs. Set by ``Router``.
    package var route: String?

    package init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = [], fate: Fate = .answer) {
        self.status = status
        self.headers = headers
        self.body = body
        self.fate = fate
    }

    /// Closes the connection without a byte.
    package static var dropped: ServerResponse { ServerResponse(status: 0, fate: .dropConnection) }
}

/// A refusal the server decides by itself; its wording is the embedder's (``ServerConfiguration/errorBody``).
package struct ServerRefusal: Error, Sendable, Hashable {
    package let status: Int
    /// A stable name for machines, e.g. `payload_too_large`.
    package let code: String

    package static let badRequest = ServerRefusal(status: 400, code: "bad_request")
    package static let notFound = ServerRefusal(status: 404, code: "not_found")
    package static let methodNotAllowed = ServerRefusal(status: 405, code: "method_not_allowed")
    package static let requestTimeout = ServerRefusal(status: 408, code: "request_timeout")
    package static let payloadTooLarge = ServerRefusal(status: 413, code: "payload_too_large")
    package static let expectationFailed = ServerRefusal(status: 417, code: "expectation_failed")
    package static let headersTooLarge = ServerRefusal(status: 431, code: "headers_too_large")
    package static let notImplemented = ServerRefusal(status: 501, code: "not_implemented")
    package static let serviceUnavailable = ServerRefusal(status: 503, code: "service_unavailable")
    package static let versionNotSupported = ServerRefusal(status: 505, code: "version_not_supported")
}
