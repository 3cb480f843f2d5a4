import Foundation
import GatewayServer
import Synchronization
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct HTTPServerTests {
    @Test("An answer carries its length, the date, a request id and that nobody may keep it")
    func answerHeaders() async throws {
        try await ServerFixture.run { fixture in
            let answer = try await fixture.ask("GET /a?b=c HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(answer.status == 200)
            #expect(answer.text == #"GET ["a"] b=c "#)
            #expect(answer.headers["content-length"] == String(answer.body.count))
            #expect(answer.headers["content-type"] == "text/plain")
            #expect(answer.headers["cache-control"] == "no-store")
            #expect(answer.headers["x-request-id"]?.hasPrefix("req_") == true)
            #expect(
                try #require(answer.headers["date"]).wholeMatch(of: #/\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT/#) != nil)
            #expect(answer.headers["server"] == nil && answer.headers["connection"] == nil)
        }
    }

    @Test("A well-formed request id is kept, another is replaced")
    func requestID() async throws {
        try await ServerFixture.run { fixture in
            let kept = try await fixture.ask("GET / HTTP/1.1\r\nHost: x\r\nX-Request-Id: abc-1._Z\r\n\r\n")
            #expect(kept.headers["x-request-id"] == "abc-1._Z")
            for bad in ["", "a b", "<script>", "é", String(repeating: "x", count: 129)] {
                let answer = try await fixture.ask("GET / HTTP/1.1\r\nHost: x\r\nX-Request-Id: \(bad)\r\n\r\n")
                #expect(answer.headers["x-request-id"]?.hasPrefix("req_") == true)
            }
            let ids = fixture.log.entries.filter { $0.message == .requestServed }.compactMap { $0["id"] }
            #expect(ids.first == .text("abc-1._Z") && Set(ids).count == ids.count)
        }
    }

    @Test("One connection carries many requests, also when they are sent before the answers come")
    func pipelining() async throws {
        let handler: @Sendable (ServerRequest) async -> ServerResponse = { request in
            // The earlier a request, the slower its answer: the order must be kept all the same.
            try? await Task.sleep(for: .milliseconds(20 - (Int(request.segments[0]) ?? 0)))
            return await ServerFixture.echo(request)
        }
        try await ServerFixture.run(handler: handler) { fixture in
            let client = try await fixture.client()
            let requests = (0..<20).map { "POST /\($0) HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody" }
            try await client.send(requests.joined())
            var reader = AnswerReader(client)
            for number in 0..<20 { #expect(try await reader.next().text == "POST [\"\(number)\"]  body") }
            try await client.send("GET /0 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            #expect(try await reader.next().headers["connection"] == "close")
            #expect(try await reader.isAtEnd())
        }
    }

    @Test("Bodies arrive whole, by length or in chunks, in any pieces")
    func bodies() async throws {
        try await ServerFixture.run { fixture in
            let client = try await fixture.client()
            var reader = AnswerReader(client)
            let body = String(repeating: "0123456789", count: 50_000)
            try await client.send("PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            #expect(try await reader.next().text == "PUT []  \(body)")
            try await client.send("PATCH / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nab")
            try await client.send("c\r\n7A120\r\n\(body)\r\n0")
            try await client.send("\r\n\r\n")
            #expect(try await reader.next().text == "PATCH []  abc\(body)")
            try await client.send("DELETE / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi")
            #expect(try await reader.next().text == "DELETE []  hi")
            try await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
            #expect(try await reader.next().text == "POST []  ")
        }
    }

    @Test("A caller that waits for leave to send its body gets it")
    func expectContinue() async throws {
        try await ServerFixture.run { fixture in
            let client = try await fixture.client()
            var reader = AnswerReader(client)
            try await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
            #expect(try await reader.next().status == 100)
            try await client.send("ok")
            #expect(try await reader.next().text == "POST []  ok")
        }
    }

    @Test("HEAD has the length of the body and no body; 204 has neither")
    func noBodies() async throws {
        let handler: @Sendable (ServerRequest) async -> ServerResponse = { request in
            ServerResponse(status: request.path == "/none" ? 204 : 200, body: Array("four".utf8))
        }
        try await ServerFixture.run(handler: handler) { fixture in
            let client = try await fixture.client()
            var reader = AnswerReader(client)
            try await client.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await reader.next(toHead: true).headers["content-length"] == "4")
            try await client.send("GET /none HTTP/1.1\r\nHost: x\r\n\r\n")
            let none = try await reader.next()
            #expect(none.status == 204 && none.headers["content-length"] == nil)
            try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await reader.next().text == "four")
        }
    }

    @Test("HTTP/1.0 closes after an answer unless asked not to")
    func version10() async throws {
        try await ServerFixture.run { fixture in
            let client = try await fixture.client()
            var reader = AnswerReader(client)
            try await client.send("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n")
            #expect(try await reader.next().headers["connection"] == "keep-alive")
            try await client.send("GET / HTTP/1.0\r\n\r\n")
            #expect(try await reader.next().headers["connection"] == "close")
            #expect(try await reader.isAtEnd())
        }
    }

    @Test("A caller that has closed its sending side still gets its answer")
    func halfClose() async throws {
        let handler: @Sendable (ServerRequest) async -> ServerResponse = { request in
            try? await Task.sleep(for: .milliseconds(50))
            return await ServerFixture.echo(request)
        }
        try await ServerFixture.run(handler: handler) { fixture in
            let client = try await fixture.client()
            try await client.send("GET /half HTTP/1.1\r\nHost: x\r\n\r\n")
            client.closeSending()
            var reader = AnswerReader(client)
            #expect(try await reader.next().text == #"GET ["half"]  "#)
            #expect(try await reader.isAtEnd())
        }
    }

    @Test("Answers of many megabytes arrive whole, also at a caller that reads slowly")
    func largeAnswers() async throws {
        var body = [UInt8](repeating: 7, count: 6_000_000)
        for index in stride(from: 0, to: body.count, by: 997) { body[index] = UInt8(truncatingIfNeeded: index) }
        let sent = body
        try await ServerFixture.run(handler: { _ in ServerResponse(status: 200, body: sent) }) { fixture in
            let client = try await RawClient(port: fixture.port, receiveBufferBytes: 4096)
            try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n")
            try await Task.sleep(for: .milliseconds(100))
            var reader = AnswerReader(client)
            for _ in 0..<2 { #expect(try await reader.next().body == sent) }
        }
    }

    @Test("Header values cannot start a line of their own")
    func responseSplitting() async throws {
        let handler: @Sendable (ServerRequest) async -> ServerResponse = { _ in
            ServerResponse(
                status: 200,
                headers: ["X-A": "a\r\nSet-Cookie: b\0c", "X\r\nY": "1", "Content-Length": "7", "Connection": "x"])
        }
        try await ServerFixture.run(handler: handler) { fixture in
            let answer = try await fixture.ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(answer.headers["x-a"] == "a  Set-Cookie: b c")
            #expect(answer.headers["set-cookie"] == nil && answer.headers["y"] == nil)
            #expect(answer.headers["content-length"] == "0" && answer.headers["connection"] == nil)
        }
    }

    @Test("Headers are handed on, known or not, in order and without regard to case")
    func requestHeaders() async throws {
        let handler: @Sendable (ServerRequest) async -> ServerResponse = { request in
            let text = request.headers.fields.map { "\($0.name)=\($0.value)" }.joined(separator: "\n")
            return ServerResponse(status: 200, body: Array("\(text)\n\(request.peer)".utf8))
        }
        try await ServerFixture.run(handler: handler) { fixture in
            let names = [
                "Authorization", "Content-Type", "Accept-Language", "Idempotency-Key", "User-Agent", "X-Wajub-Client",
                "X-Sync", "Origin", "Retry-After", "X-Anything-At-All", "x-lower",
            ]
            let lines = names.map { "\($0): value of \($0)\r\n" }.joined()
            let answer = try await fixture.ask("GET / HTTP/1.1\r\nHost: x\r\n\(lines)\r\n")
            let expected = ["Host=x"] + names.map { "\($0)=value of \($0)" } + ["127.0.0.1"]
            #expect(answer.text == expected.joined(separator: "\n"))
        }
    }

    @Test("A URLSession and curl are served like any other")
    func realClients() async throws {
        try await ServerFixture.run { fixture in
            var request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(fixture.port)/p?q=%C3%A9")))
            request.httpMethod = "POST"
            request.httpBody = Data("body".utf8)
            let (data, _) = try await URLSession.shared.data(for: request)
            #expect(String(decoding: data, as: UTF8.self) == #"POST ["p"] q=é body"#)
            let curl = try await runProgram(
                "/usr/bin/curl",
                ["-s", "-H", "Transfer-Encoding: chunked", "-d", "hi", "http://127.0.0.1:\(fixture.port)/c"])
            #expect(curl == nil || curl == #"POST ["c"]  hi"#)
        }
    }

    @Test("https works with a certificate and a key, and bad ones are an error at the start")
    func tls() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tls-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (certificate, key) = ("\(folder)/cert.pem", "\(folder)/key.pem")
        guard
            try await runProgram(
                "/usr/bin/openssl",
                [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1",
                    "-subj", "/CN=localhost", "-keyout", key, "-out", certificate,
                ]) != nil
        else { return }
        let big = String(repeating: "x", count: 300_000)
        try await ServerFixture.run({ $0.tls = (certificate, key) }) { fixture in
            try Data(big.utf8).write(to: URL(fileURLWithPath: "\(folder)/big"))
            let url = "https://127.0.0.1:\(fixture.port)/s"
            let output = try await runProgram(
                "/usr/bin/curl",
                [
                    "-sk", "-m", "5", url, "--next", "-sk", "-m", "5", "--data-binary", "@\(folder)/big", "-H",
                    "Expect:", url,
                ])
            #expect(output == nil || output == #"GET ["s"]  POST ["s"]  "# + big)
        }
        try Data("nonsense".utf8).write(to: URL(fileURLWithPath: key))
        var configuration = ServerConfiguration(port: 0)
        configuration.tls = (certificate, key)
        let server = HTTPServer(
            configuration: configuration, log: Log(writer: LogCollector()), handler: ServerFixture.echo)
        #expect(throws: ServerStartFailure.self) { try server.start() }
    }
}
