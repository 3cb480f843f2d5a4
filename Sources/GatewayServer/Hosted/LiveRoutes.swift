import InterfaceWeb
import Wire

/// The addresses of live visits, and the two files every page of one loads.
package struct LiveRoutes: Sendable {
    package typealias Finder = @Sendable (_ id: String) async -> LiveVisit?

    private let find: Finder
    private let isFromOurPage: @Sendable (ServerRequest) -> Bool
    private let refused: @Sendable (ServerRequest, _ code: String) -> ServerResponse

    /// - Parameters:
    ///   - isFromOurPage: another site's page must neither watch nor act.
    ///   - refused: how an error of that code is answered.
    package init(
        visit: @escaping Finder, isFromOurPage: @escaping @Sendable (ServerRequest) -> Bool,
        refused: @escaping @Sendable (ServerRequest, _ code: String) -> ServerResponse
    ) {
        (find, self.isFromOurPage, self.refused) = (visit, isFromOurPage, refused)
    }

    package func add(to router: inout Router) {
        for asset in WebAssets.all {
            router.add("GET", asset.path) { _ in
                ServerResponse(
                    status: 200,
                    headers: [
                        "Content-Type": asset.contentType, "Cache-Control": "public, max-age=31536000, immutable",
                        "X-Content-Type-Options": "nosniff",
                    ], body: asset.bytes)
            }
        }
        router.add("GET", "/visits/{visit}") { await news($0) }
        router.add("POST", "/visits/{visit}") { await receive($0) }
        router.webSocket("/visits/{visit}/socket") { await socket($0) }
    }

    private func news(_ request: ServerRequest) async -> ServerResponse {
        guard isFromOurPage(request) else { return refused(request, "forbidden") }
        guard let (client, after) = Self.place(request) else { return refused(request, "bad_request") }
        guard let visit = await find(request.parameters["visit"] ?? "") else {
            return refused(request, "not_found")
        }
        switch await visit.news(client: client, after: after) {
        case .frame(let bytes):
            return ServerResponse(
                status: 200, headers: ["Content-Type": "application/json; charset=utf-8"], body: bytes)
        case .none: return ServerResponse(status: 204)
        case .gone, .taken: return refused(request, "not_found")
        }
    }

    private func receive(_ request: ServerRequest) async -> ServerResponse {
        guard isFromOurPage(request) else { return refused(request, "forbidden") }
        guard let (client, _) = Self.place(request) else { return refused(request, "bad_request") }
        guard let visit = await find(request.parameters["visit"] ?? "") else {
            return refused(request, "not_found")
        }
        switch await visit.attach(client) {
        case .gone, .taken: return refused(request, "not_found")
        case .yes: break
        }
        switch await visit.receive(request.body) {
        case .yes: return ServerResponse(status: 204)
        case .tooMuch: return refused(request, "rate_limited")
        case .unreadable: return refused(request, "bad_request")
        }
    }

    private func socket(_ request: ServerRequest) async -> WebSocketAnswer {
        guard isFromOurPage(request), request.headers["Origin"] != nil else {
            return .refuse(refused(request, "forbidden"))
        }
        guard let (client, after) = Self.place(request) else { return .refuse(refused(request, "bad_request")) }
        guard let visit = await find(request.parameters["visit"] ?? "") else {
            return .refuse(refused(request, "not_found"))
        }
        return .accept { socket in await visit.serve(socket, client: client, after: after) }
    }

    private static func place(_ request: ServerRequest) -> (client: String, after: Int)? {
        guard let client = request.query("client"), isName(client) else { return nil }
        return (client, request.query("after").flatMap(Int.init) ?? 0)
    }

    /// What a page may call itself.
    package static func isName(_ text: String) -> Bool {
        (16...64).contains(text.utf8.count) && text.utf8.allSatisfy { $0.hexDigit != nil }
    }
}
