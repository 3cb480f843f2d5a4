import Wire

/// How the HTTP server listens, what it accepts and how long it waits.
package struct ServerConfiguration: Sendable {
    /// A name or address to listen on.
    package var host = "127.0.0.1"
    /// 0 takes any free port; ``HTTPServer/start()`` returns the real one.
    package var port: UInt16 = 8787
    package var maximumBodyBytes = 1 << 20
    /// The request line and all header lines together.
    package var maximumHeaderBytes = 16 << 10
    /// Time for a whole request to arrive, from its first byte.
    package var requestTimeoutMilliseconds = 15_000
    /// How long a connection may wait between requests.
    package var keepAliveMilliseconds = 60_000
    /// How long an answer may make no progress because the caller does not read.
    package var writeTimeoutMilliseconds = 30_000
    /// Connections beyond this many are answered 503 and closed.
    package var maximumConnections = 4096
    /// WebSockets beyond this many are answered 503; they count as connections as well.
    package var maximumSockets = 2048
    /// Serves https when given: paths of PEM files.
    package var tls: (certificatePath: String, keyPath: String)?
    /// Words the server's own refusals: status, code, and the request when its first lines were understood.
    /// Called on the server's thread, so it must not wait for anything.
    package var errorBody: @Sendable (_ status: Int, _ code: String, _ request: ServerRequest?) -> ServerResponse = {
        status, code, _ in
        ServerResponse(
            status: status, headers: ["Content-Type": "application/json"], body: Array("{\"code\":\"\(code)\"}".utf8))
    }

    package init(host: String = "127.0.0.1", port: UInt16 = 8787) {
        self.host = host
        self.port = port
    }

    func response(to refusal: ServerRefusal, request: ServerRequest? = nil) -> ServerResponse {
        errorBody(refusal.status, refusal.code, request)
    }
}
