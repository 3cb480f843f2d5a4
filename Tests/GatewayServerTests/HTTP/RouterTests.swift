import GatewayServer
import Testing
import Wire

@Suite struct RouterTests {
    private func router() -> Router {
        var router = Router(configuration: ServerConfiguration())
        func add(_ method: String, _ pattern: String) {
            router.add(method, pattern) { request in
                let names = ["id", "item"].compactMap { name in request.parameters[name].map { "\(name)=\($0)" } }
                let text = ([request.method, pattern] + names).joined(separator: " ")
                return ServerResponse(status: 200, body: Array(text.utf8))
            }
        }
        for (method, pattern) in [
            ("GET", "/"), ("GET", "/payments"), ("POST", "/payments"), ("GET", "/payments/{id}"),
            ("GET", "/payments/search"), ("POST", "/payments/{id}/refunds/{item}"), ("GET", "/payments/search/old"),
            ("DELETE", "/payments/{id}"),
        ] { add(method, pattern) }
        return router
    }

    private func ask(_ method: String, _ segments: [String]) async -> (Int, String, HTTPHeaders, String?) {
        let request = ServerRequest(
            method: method, path: "/" + segments.joined(separator: "/"), segments: segments)
        let response = await router().respond(to: request)
        return (response.status, String(decoding: response.body, as: UTF8.self), response.headers, response.route)
    }

    @Test(
        "The handler of the closest pattern answers, with what its names matched",
        arguments: [
            ("GET", "", "GET /", "/"), ("GET", "payments", "GET /payments", "/payments"),
            ("GET", "payments|p1", "GET /payments/{id} id=p1", "/payments/{id}"),
            ("GET", "payments|a/b", "GET /payments/{id} id=a/b", "/payments/{id}"),
            ("GET", "payments|search", "GET /payments/search", "/payments/search"),
            ("HEAD", "payments|p1", "HEAD /payments/{id} id=p1", "/payments/{id}"),
            (
                "POST", "payments|search|refunds|7", "POST /payments/{id}/refunds/{item} id=search item=7",
                "/payments/{id}/refunds/{item}"
            ),
        ])
    func matches(method: String, path: String, text: String, route: String) async {
        let answer = await ask(method, path.split(separator: "|").map(String.init))
        #expect(answer.0 == 200 && answer.1 == text && answer.3 == route)
    }

    @Test(
        "A path nobody has is not found",
        arguments: [["nothing"], ["payments", ""], ["payments", "p1", "refunds"], ["payments", "p1", "x"], [""]])
    func notFound(segments: [String]) async {
        let answer = await ask("GET", segments)
        #expect(answer.0 == 404 && answer.1 == #"{"code":"not_found"}"# && answer.3 == nil)
    }

    @Test("A known path under another method says which are allowed; an unknown method is not implemented")
    func methods() async {
        let put = await ask("PUT", ["payments", "p1"])
        #expect(put.0 == 405 && put.1 == #"{"code":"method_not_allowed"}"#)
        #expect(put.2["Allow"] == "DELETE, GET, HEAD, OPTIONS" && put.3 == "/payments/{id}")
        let head = await ask("HEAD", ["payments", "p1", "refunds", "1"])
        #expect(head.0 == 405 && head.2["Allow"] == "OPTIONS, POST")
        let options = await ask("OPTIONS", ["payments"])
        #expect(options.0 == 204 && options.2["Allow"] == "GET, HEAD, OPTIONS, POST")
        let brew = await ask("BREW", ["payments"])
        #expect(brew.0 == 501 && brew.2["Allow"] == nil)
        #expect(await ask("BREW", ["nothing"]).0 == 404)
        #expect(await ask("OPTIONS", ["*"]).0 == 404)
        let all = await router().respond(to: ServerRequest(method: "OPTIONS", path: "*"))
        #expect(all.status == 204 && all.headers["Allow"]?.contains("PATCH") == true)
    }
}
