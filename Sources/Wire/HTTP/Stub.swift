import Foundation
package struct HTTPRequest: Sendable {
    package init(method: String, url: URL, headers: HTTPHeaders, body: [UInt8], timeoutSeconds: Double) {}
}
package struct HTTPAnswer: Sendable { package var status = 0 }
package struct TransportFailure: Error {}
package protocol Transport: Sendable { func send(_ r: HTTPRequest) async throws(TransportFailure) -> HTTPAnswer }
package struct URLSessionTransport: Transport {
    package init() {}; package func send(_ r: HTTPRequest) async throws(TransportFailure) -> HTTPAnswer { HTTPAnswer() }
}
