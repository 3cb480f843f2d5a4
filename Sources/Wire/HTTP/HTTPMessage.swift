import Foundation
import Kernel

/// The methods a gateway's API uses.
package enum HTTPMethod: String, Sendable, Hashable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
}

/// One request, whole. Its description names the method and the host only: headers and bodies carry tokens,
/// numbers and codes.
package struct HTTPRequest: Sendable, Hashable {
    package var method: HTTPMethod
    package var url: URL
    package var headers: HTTPHeaders
    package var body: [UInt8]?
    /// From the first byte sent to the last one received, in seconds.
    package var timeoutSeconds: Double

    package init(
        _ method: HTTPMethod, _ url: URL, headers: HTTPHeaders = [:], body: [UInt8]? = nil,
        timeoutSeconds: Double = 30
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeoutSeconds = timeoutSeconds
    }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "\(method.rawValue) \(url.host ?? "?")" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// One answer, whole.
package struct HTTPAnswer: Sendable, Hashable {
    package var status: Int
    package var headers: HTTPHeaders
    package var body: [UInt8]

    package init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Whether the status is 200 to 299.
    package var isSuccess: Bool { (200..<300).contains(status) }

    /// The body as JSON; nil when it is not JSON (an error page of a proxy, a cut answer).
    package var json: JSONValue? { try? JSONValue.parse(body) }
}

extension HTTPAnswer: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "HTTP \(status)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
