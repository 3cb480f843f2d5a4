/// Carries one request to a server and brings its answer back. It neither retries nor interprets.
package protocol Transport: Sendable {
    /// Any status, 5xx included, is an answer.
    /// - Throws: ``TransportFailure`` when no whole answer came.
    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPAnswer
}

/// Why no answer came.
package struct TransportFailure: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Kind: String, Sendable {
        /// No route, no name, or the port is closed.
        case notConnected
        /// The time given for the whole exchange ran out.
        case timedOut
        /// The connection broke, or closed before the answer was whole.
        case connectionLost
        /// TLS could not be agreed on.
        case insecure
        /// The task that waited was cancelled, or the system gave the request up.
        case cancelled
        /// The answer was larger than the transport takes.
        case answerTooLarge
        /// What came back was not HTTP.
        case unreadable
    }

    package let kind: Kind
    /// Whether the server may have received the request. When in doubt it may: a payment request that may have
    /// arrived is followed, never called a failure (W48).
    package let mayHaveReachedServer: Bool

    package init(_ kind: Kind, mayHaveReachedServer: Bool) {
        self.kind = kind
        self.mayHaveReachedServer = mayHaveReachedServer
    }

    package var description: String { kind.rawValue }
}
