import Wire
package struct ServerRequest: Sendable {
    package var id = "", method = "", path = "", query: [(String, String)] = [], headers = HTTPHeaders(),
        body: [UInt8] = [], peer = "", parameters: [String: String] = [:]
    package func queryValue(_ n: String) -> String? { query.first { $0.0 == n }?.1 }
}
package struct ServerResponse: Sendable {
    package enum Fate: Sendable { case answer, dropConnection }
    package var status: Int, headers: HTTPHeaders, body: [UInt8], fate = Fate.answer
    package init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = []) {
        self.status = status; self.headers = headers; self.body = body
    }
}
package struct Router: Sendable {
    package mutating func add(
        _ m: String, _ p: String, _ h: @escaping @Sendable (ServerRequest) async -> ServerResponse
    ) {}
}
enum HTTPStatus { static func reason(_ s: Int) -> String { "" } }
