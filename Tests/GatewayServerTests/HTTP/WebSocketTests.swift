import Foundation
import GatewayServer
import Synchronization
import Testing
import Wire

/// Sockets on a running server.
@Suite struct WebSocketTests {
    /// Answers each message with `<name> <message>`; `bye` closes, `flood` sends without end.
    private static func run(
        _ configure: @escaping (inout ServerConfiguration) -> Void = { _ in },
        limits: WebSocketLimits = WebSocketLimits(), ended: Tally = Tally(),
        _ body: (ServerFixture) async throws -> Void
    ) async throws {
        var router = Router(configuration: ServerConfiguration())
        router.add("GET", "/alive") { _ in ServerResponse(status: 200) }
        router.webSocket("/live/{name}", limits: limits) { request in
            guard !request.isFromAnotherSite else { return .refuse(ServerResponse(status: 403)) }
            guard let name = request.parameters["name"], name != "nobody" else {
                return .refuse(ServerResponse(status: 401, body: Array("who?".utf8)))
            }
            let spoken = request.webSocketProtocols.first { $0 == "shop.v1" }
            return .accept(subprotocol: spoken) { socket in
                for await text in socket.messages {
                    switch text {
                    case "bye": socket.close(code: WebSocketCloseCode(4001), reason: "as you wish")
                    case "flood": while socket.send(text: String(repeating: "a", count: 10_000)) {}
                    case "sleep": try? await Task.sleep(for: .milliseconds(700))
                    default: socket.send(text: "\(name) \(text)")
                    }
                }
                ended.add()
            }
        }
        let finished = router
        try await ServerFixture.run(configure, handler: { await finished.respond(to: $0) }, body)
    }

    @Test("A socket opens, speaks and closes, and the log says so")
    func speaks() async throws {
        try await Self.run { fixture in
            let (client, head) = try await SocketClient.open(
                fixture.port, "/live/ann", ["Sec-WebSocket-Protocol: x, shop.v1", "Origin: https://LOCALHOST"])
            #expect(head.hasPrefix("HTTP/1.1 101 Switching Protocols\r\n"))
            #expect(head.contains("\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
            #expect(head.contains("\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"))
            #expect(head.contains("\r\nSec-WebSocket-Protocol: shop.v1\r\n"))
            try await client.send("one")
            try await client.raw.send(SocketClient.frame(0x01, Array("tw".utf8)))
            try await client.raw.send(SocketClient.frame(0x89, [7]) + SocketClient.frame(0x80, Array("o".utf8)))
            #expect(try await client.next()?.text == "ann one")
            #expect(try await client.next() == SocketClient.Frame(first: 0x8A, payload: [7]))
            #expect(try await client.next()?.text == "ann two")
            try await client.send("bye")
            let close = try await client.next()
            #expect(close?.code == 4001 && close?.payload.dropFirst(2).elementsEqual("as you wish".utf8) == true)
            try await client.raw.send(SocketClient.frame(0x88, [0x0F, 0xA1]))
            #expect(try await client.next() == nil)
            #expect(try await fixture.eventually { fixture.log.entries.contains { $0.message == .socketClosed } })
            let entry = fixture.log.entries.first { $0.message == .socketClosed }
            #expect(entry?["code"] == 4001 && entry?["in"] == 3 && entry?["out"] == 2)
            #expect(try await fixture.isAlive())
        }
    }

    @Test("Who does not ask rightly, or is not wanted, is answered as a request is")
    func refusals() async throws {
        try await Self.run { fixture in
            let good = SocketClient.request("/live/ann")
            let cases: [(String, Int)] = [
                (SocketClient.request("/live/nobody"), 401), (SocketClient.request("/nowhere"), 404),
                (SocketClient.request("/live/ann", ["Origin: https://evil.example"]), 403),
                (SocketClient.request("/live/ann", ["Origin: null"]), 403),
                (good.replacing("Upgrade: websocket", with: "Upgrade: h2c"), 426),
                (good.replacing("Connection: keep-alive, Upgrade", with: "Connection: keep-alive"), 426),
                (good.replacing("Version: 13", with: "Version: 8"), 426),
                (good.replacing("GET", with: "POST"), 405),
                (good.replacing("HTTP/1.1", with: "HTTP/1.0"), 426),
                (good.replacing(SocketClient.key, with: "c2hvcnQ="), 400),
                (good.replacing(SocketClient.key, with: "!!!!!!!!!!!!!!!!!!!!!!=="), 400),
                (SocketClient.request("/live/ann", ["Sec-WebSocket-Key: \(SocketClient.key)"]), 400),
                (SocketClient.request("/live/ann", ["Content-Length: 1"]) + "x", 400),
            ]
            for (request, status) in cases {
                let answer = try await fixture.ask(request)
                #expect(answer.status == status, "\(request)")
                if status == 426, !request.contains("HTTP/1.0") {
                    #expect(answer.headers["sec-websocket-version"] == "13")
                }
            }
            let asked = try await fixture.client()
            try await asked.send(good.replacing("GET", with: "HEAD"))
            var head = AnswerReader(asked)
            #expect(try await head.next(toHead: true).status == 426)
            // A refused connection goes on as it was.
            let client = try await fixture.client()
            try await client.send(SocketClient.request("/live/nobody") + "GET /alive HTTP/1.1\r\nHost: x\r\n\r\n")
            var reader = AnswerReader(client)
            #expect(try await reader.next().text == "who?")
            #expect(try await reader.next().status == 200)
        }
    }

    @Test(
        "Every forbidden frame is answered by its close code and hurts nobody else",
        arguments: WebSocketRuleTests.hostile)
    func hostile(name: String, bytes: [UInt8], code: UInt16) async throws {
        let ended = Tally()
        try await Self.run(ended: ended) { fixture in
            let (client, _) = try await SocketClient.open(fixture.port, "/live/eve")
            try await client.raw.send(bytes)
            #expect(try await client.next()?.code == Int(code), "\(name)")
            #expect(try await client.next() == nil)
            #expect(try await fixture.isAlive())
            #expect(try await fixture.eventually { ended.value == 1 })
        }
    }

    @Test("A peer that vanishes ends its handler; one that is silent is pinged and then cut")
    func vanishing() async throws {
        let ended = Tally()
        var limits = WebSocketLimits()
        limits.pingMilliseconds = 200
        limits.pongMilliseconds = 200
        try await Self.run(limits: limits, ended: ended) { fixture in
            do {
                let (client, _) = try await SocketClient.open(fixture.port, "/live/ann")
                client.raw.resetOnClose()
            }
            #expect(try await fixture.eventually { ended.value == 1 })
            let (silent, _) = try await SocketClient.open(fixture.port, "/live/ann")
            #expect(try await silent.next() == SocketClient.Frame(first: 0x89, payload: []))
            #expect(try await silent.next() == nil)
            #expect(try await fixture.eventually { ended.value == 2 })
        }
    }

    @Test("A peer that does not read what it asked for is cut off")
    func doesNotRead() async throws {
        let ended = Tally()
        var limits = WebSocketLimits()
        limits.maximumOutgoingBytes = 200_000
        try await Self.run(limits: limits, ended: ended) { fixture in
            let (client, _) = try await SocketClient.open(fixture.port, "/live/ann", receiveBufferBytes: 4096)
            try await client.send("flood")
            #expect(try await fixture.eventually { ended.value == 1 })
            #expect(try await fixture.isAlive())
            _ = client
        }
    }

    @Test("A peer that talks faster than its handler listens waits in its own send buffer")
    func slowHandler() async throws {
        var limits = WebSocketLimits()
        limits.maximumWaitingMessages = 4
        limits.pingMilliseconds = 150
        limits.pongMilliseconds = 150
        try await Self.run(limits: limits) { fixture in
            let (client, _) = try await SocketClient.open(fixture.port, "/live/ann")
            try await client.send("sleep")
            for number in 0..<500 { try await client.send("\(number)") }
            var answers: [String] = []
            while answers.count < 500, let frame = try await client.next() {
                // Meanwhile it may have been pinged.
                if frame.first == 0x81 { answers.append(frame.text) }
            }
            #expect(answers == (0..<500).map { "ann \($0)" })
        }
    }

    @Test("Sockets beyond the limit are told to come back later; one that closes makes room")
    func limit() async throws {
        try await Self.run({ $0.maximumSockets = 1 }) { fixture in
            let (first, head) = try await SocketClient.open(fixture.port, "/live/ann")
            #expect(head.hasPrefix("HTTP/1.1 101"))
            #expect(try await fixture.ask(SocketClient.request("/live/ann")).status == 503)
            try await first.raw.send(SocketClient.frame(0x88, []))
            #expect(try await first.next()?.code == 1000)
            #expect(try await first.next() == nil)
            first.raw.closeSending()
            let sockets = fixture.metrics.gauge("websockets_open", help: "WebSockets now open.")
            #expect(try await fixture.eventually { sockets.value() == 0 })
            let (_, again) = try await SocketClient.open(fixture.port, "/live/ann")
            #expect(again.hasPrefix("HTTP/1.1 101"))
        }
    }

    @Test("A server that stops says so on every socket, and waits for nobody", arguments: [0, 5])
    func stopping(drainSeconds: Int) async throws {
        let ended = Tally()
        try await Self.run(ended: ended) { fixture in
            let (polite, _) = try await SocketClient.open(fixture.port, "/live/ann")
            let (rude, _) = try await SocketClient.open(fixture.port, "/live/bob")
            async let stopped: Void = fixture.server.shutdown(drainSeconds: drainSeconds)
            #expect(try await polite.next()?.code == 1001)
            try await polite.raw.send(SocketClient.frame(0x88, [0x03, 0xE9]))
            #expect(try await polite.next() == nil)
            #expect(try await rude.next()?.code == 1001)
            _ = await stopped
            #expect(try await fixture.eventually { ended.value == 2 })
        }
    }
}

/// Counts what happens on other threads.
final class Tally: Sendable {
    private let count = Mutex(0)

    func add() { count.withLock { $0 += 1 } }

    var value: Int { count.withLock { $0 } }
}
