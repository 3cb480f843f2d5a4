import Foundation
import GatewayServer
import Synchronization
import Testing

@Suite struct HostileClientTests {
    static let malformed: [(String, Int)] = [
        ("\u{16}\u{3}\u{1}\u{2}", 400), ("nonsense\r\n\r\n", 400), ("GET / HTTP/1.1\n\n", 400),
        ("GET / HTTP/1.1\r\n\r\n", 400), ("GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        ("GET /\u{0} HTTP/1.1\r\nHost: x\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: x\r\nA: \u{0}\r\n\r\n", 400),
        ("GET /%ff HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chun\u{212A}ed\r\n\r\n0\r\n\r\n", 400),
        ("GET /a" + String(repeating: "%CC%81%CC%A3", count: 40) + " HTTP/1.1\r\nHost: x\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\r\nX-A: " + String(repeating: "\u{301}\u{323}", count: 40) + "\r\n\r\n", 400),
        ("GET / HTTP/3.0\r\nHost: x\r\n\r\n", 505),
        ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400),
        ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\nab", 400),
        ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1048577\r\n\r\n", 413),
        ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999999\r\n\r\n", 413),
        ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: x\r\nA: " + String(repeating: "a", count: 20_000) + "\r\n\r\n", 431),
        ("GET /" + String(repeating: "a", count: 20_000) + " HTTP/1.1\r\nHost: x\r\n\r\n", 431),
        ("CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n", 501),
    ]

    @Test("Every malformed request is told so, hung up on, and changes nothing for others", arguments: malformed)
    func malformedRequests(text: String, status: Int) async throws {
        let reached = Mutex(0)
        let handler: @Sendable (ServerRequest) async -> ServerResponse = { request in
            if request.path != "/alive" { reached.withLock { $0 += 1 } }
            return ServerResponse(status: 200)
        }
        try await ServerFixture.run(handler: handler) { fixture in
            let client = try await fixture.client()
            try await client.send(text)
            var reader = AnswerReader(client)
            let answer = try await reader.next()
            #expect(answer.status == status)
            #expect(answer.text.hasPrefix("{\"code\":"))
            #expect(answer.headers["connection"] == "close" && answer.headers["x-request-id"] != nil)
            #expect(try await reader.isAtEnd())
            #expect(try await fixture.isAlive())
            #expect(fixture.log.entries.contains { $0.message == .requestRefused })
        }
        #expect(reached.withLock { $0 } == 0)
    }

    @Test("A body of 100 MB is refused before it is read, and the sender sees why")
    func hugeBody() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("huge-\(UUID().uuidString)").path
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.truncate(atOffset: 100 << 20)
        try await ServerFixture.run { fixture in
            for framing in [[], ["-H", "Transfer-Encoding: chunked"]] {
                let output = try await runProgram(
                    "/usr/bin/curl",
                    ["-s", "-m", "8", "-w", " %{http_code} %{errormsg}", "-X", "POST", "-T", path, "-H", "Expect:"]
                        + framing
                        + ["http://127.0.0.1:\(fixture.port)/x"])
                #expect(output == nil || output?.hasPrefix(#"{"code":"payload_too_large"} 413"#) == true)
            }
            // A sender that never looks before it has sent everything, as simple clients do.
            let client = try await fixture.client()
            try await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 20000000\r\n\r\n")
            #expect(try await client.send([UInt8](repeating: 0, count: 20_000_000)))
            var reader = AnswerReader(client)
            #expect(try await reader.next().status == 413)
        }
    }

    @Test("A request that trickles in is ended by 408, an idle connection without a word")
    func slowCallers() async throws {
        try await ServerFixture.run({
            $0.requestTimeoutMilliseconds = 1500
            $0.keepAliveMilliseconds = 4000
        }) { fixture in
            let trickling = try await fixture.client()
            let idle = try await fixture.client()
            let halfBody = try await fixture.client()
            try await halfBody.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12345")
            // Progress does not buy time: the limit is for the whole request.
            for piece in ["GET ", "/ HTTP", "/1.1\r\n", "Host:", " x\r\n"] {
                try await trickling.send(piece)
                try await Task.sleep(for: .milliseconds(50))
            }
            var reader = AnswerReader(trickling)
            let answer = try await reader.next()
            #expect(answer.status == 408 && answer.text == #"{"code":"request_timeout"}"#)
            var bodyReader = AnswerReader(halfBody)
            #expect(try await bodyReader.next().status == 408)
            #expect(try await idle.receiveAll().isEmpty)

            let kept = try await fixture.client()
            try await kept.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            var keptReader = AnswerReader(kept)
            #expect(try await keptReader.next().status == 200)
            #expect(try await keptReader.isAtEnd())
        }
    }

    @Test("A caller that does not read its answer is hung up on after a while")
    func unreadAnswers() async throws {
        let body = [UInt8](repeating: 1, count: 20_000_000)
        try await ServerFixture.run(
            { $0.writeTimeoutMilliseconds = 300 }, handler: { _ in ServerResponse(status: 200, body: body) }
        ) { fixture in
            let client = try await RawClient(port: fixture.port, receiveBufferBytes: 4096)
            try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await fixture.eventually { fixture.openConnections == 1 })
            #expect(try await fixture.eventually { fixture.openConnections == 0 })
            #expect(fixture.log.entries.contains { $0.message == .requestAbandoned })
            client.resetOnClose()
        }
    }

    @Test("Callers beyond the limit are told so; there is room again when others leave")
    func connectionLimit() async throws {
        try await ServerFixture.run({ $0.maximumConnections = 3 }) { fixture in
            var clients: [RawClient] = []
            for _ in 0..<3 {
                let client = try await fixture.client()
                try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                var reader = AnswerReader(client)
                #expect(try await reader.next().status == 200)
                clients.append(client)
            }
            let refused = try await fixture.ask("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(refused.status == 503 && refused.text == #"{"code":"service_unavailable"}"#)
            #expect(fixture.log.entries.contains { $0.message == .connectionLimitReached })
            clients = []
            #expect(try await fixture.eventually { fixture.openConnections == 0 })
            #expect(try await fixture.isAlive())
        }
    }

    @Test("A caller that goes away while its request is handled harms nobody, and the work is finished")
    func disconnectWhileHandled() async throws {
        let gate = Gate()
        let finished = Mutex(0)
        let handler: @Sendable (ServerRequest) async -> ServerResponse = { request in
            guard request.path == "/slow" else { return ServerResponse(status: 200) }
            await gate.pass()
            finished.withLock { $0 += 1 }
            return ServerResponse(status: 200, body: [UInt8](repeating: 0, count: 1_000_000))
        }
        try await ServerFixture.run(handler: handler) { fixture in
            for number in 0..<40 {
                let client = try await fixture.client()
                try await client.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
                if number % 2 == 0 {
                    _ = try await fixture.isAlive()
                    client.resetOnClose()
                }
            }
            // The twenty that reset are noticed at once, the others when their answer is sent.
            #expect(try await fixture.eventually { fixture.openConnections <= 21 })
            gate.open()
            #expect(try await fixture.eventually { finished.withLock { $0 } == 40 })
            #expect(try await fixture.eventually { fixture.openConnections == 0 })
            #expect(fixture.log.entries.filter { $0.message == .requestAbandoned }.count >= 20)
            #expect(try await fixture.isAlive())
        }
    }

    @Test("A dropped answer closes the connection without a byte")
    func droppedAnswer() async throws {
        try await ServerFixture.run(handler: { request in
            request.path == "/drop" ? .dropped : ServerResponse(status: 200)
        }) { fixture in
            let client = try await fixture.client()
            try await client.send("POST /drop HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi")
            #expect(try await client.receiveAll().isEmpty)
            #expect(try await fixture.isAlive())
        }
    }

    @Test("Shutting down lets running requests finish, and takes no new ones")
    func gracefulShutdown() async throws {
        let (started, gate) = (Gate(), Gate())
        let handler: @Sendable (ServerRequest) async -> ServerResponse = { _ in
            started.open()
            await gate.pass()
            return ServerResponse(status: 200, body: Array("done".utf8))
        }
        try await ServerFixture.run(handler: handler) { fixture in
            let idle = try await fixture.client()
            let busy = try await fixture.client()
            try await busy.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            await started.pass()
            async let stopped: Void = fixture.server.shutdown(drainSeconds: 5)
            #expect(try await idle.receiveAll().isEmpty)
            var isRefused = false
            for _ in 0..<100 where !isRefused {
                do {
                    _ = try await fixture.client()
                    try await Task.sleep(for: .milliseconds(10))
                } catch {
                    isRefused = true
                }
            }
            #expect(isRefused)
            gate.open()
            var reader = AnswerReader(busy)
            let answer = try await reader.next()
            #expect(answer.text == "done" && answer.headers["connection"] == "close")
            #expect(try await reader.isAtEnd())
            await stopped
        }
    }

    @Test("Shutting down does not wait longer than it was told, and an answer after that finds nobody")
    func shutdownDeadline() async throws {
        let gate = Gate()
        try await ServerFixture.run(handler: { _ in
            await gate.pass()
            return ServerResponse(status: 200)
        }) { fixture in
            let client = try await fixture.client()
            try await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await fixture.eventually { fixture.openConnections == 1 })
            let start = ContinuousClock.now
            await fixture.server.shutdown(drainSeconds: 0)
            #expect(ContinuousClock.now - start < .seconds(2))
            #expect(try await client.receiveAll().isEmpty)
            gate.open()
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    @Test("A port in use is an error with a reason, and a server starts only once")
    func busyPort() async throws {
        try await ServerFixture.run { fixture in
            let second = HTTPServer(
                configuration: ServerConfiguration(port: fixture.port), log: .silent, handler: ServerFixture.echo)
            let failure = #expect(throws: ServerStartFailure.self) { try second.start() }
            #expect(failure?.description.contains("Address already in use") == true)
            #expect(throws: ServerStartFailure.self) { try fixture.server.start() }
            await second.shutdown(drainSeconds: 1)
        }
    }
}
