import Foundation
import Kernel

/// One call of a gateway's API.
package struct GatewayCall: Sendable {
    package var method: HTTPMethod
    /// Begins with a slash.
    package var path: String
    package var query: Form?
    package var body: JSONValue?
    /// The body, when it is a form and not JSON.
    package var form: Form?
    package var key: IdempotencyKey?
    package var repeatability: RetryPolicy.Repeatability
    /// For each send.
    package var timeoutSeconds: Double

    package init(
        method: HTTPMethod, path: String, query: Form? = nil, body: JSONValue? = nil, form: Form? = nil,
        key: IdempotencyKey? = nil, repeatability: RetryPolicy.Repeatability, timeoutSeconds: Double = 30
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.body = body
        self.form = form
        self.key = key
        self.repeatability = repeatability
        self.timeoutSeconds = timeoutSeconds
    }

    /// Fields sent as a web page's form sends them.
    package struct Form: Sendable, Hashable {
        package let fields: [String: String]

        package init(_ fields: [String: String]) { self.fields = fields }

        static let contentType = "application/x-www-form-urlencoded"

        /// Sorted, so that equal forms give equal bytes.
        var text: String {
            fields.sorted { $0.key < $1.key }.map { Self.encoded($0.key) + "=" + Self.encoded($0.value) }
                .joined(separator: "&")
        }

        var bytes: [UInt8] { Array(text.utf8) }

        private static func encoded(_ text: String) -> String {
            let plain = CharacterSet(
                charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
            return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
        }
    }

    package static func get(
        _ path: String, _ query: [String: String] = [:], timeoutSeconds: Double = 30
    ) -> GatewayCall {
        GatewayCall(
            method: .get, path: path, query: query.isEmpty ? nil : Form(query), repeatability: .free,
            timeoutSeconds: timeoutSeconds)
    }

    /// A POST without fields sends `{}`.
    package static func post(
        _ path: String, _ fields: [String: JSONValue] = [:], key: IdempotencyKey? = nil,
        _ repeatability: RetryPolicy.Repeatability = .never
    ) -> GatewayCall {
        GatewayCall(method: .post, path: path, body: .object(fields), key: key, repeatability: repeatability)
    }
}

/// What a call and its automatic repetitions brought.
package struct CallResult: Sendable {
    package var last: Result<HTTPAnswer, TransportFailure>
    /// Whether a send before the last one may have reached the server without a definite answer.
    package var earlierUnanswered: Bool

    package init(last: Result<HTTPAnswer, TransportFailure>, earlierUnanswered: Bool) {
        self.last = last
        self.earlierUnanswered = earlierUnanswered
    }
}

extension Result<HTTPAnswer, TransportFailure> {
    /// Whether a send may have had its effect though nothing says so.
    package var isUnanswered: Bool {
        switch self {
        case .failure(let failure): failure.mayHaveReachedServer
        case .success(let answer): answer.status == 408 || answer.status == 425 || answer.status >= 500
        }
    }

    /// Whether the server may have received the send.
    package var mayHaveReached: Bool {
        if case .failure(let failure) = self { failure.mayHaveReachedServer } else { true }
    }
}
