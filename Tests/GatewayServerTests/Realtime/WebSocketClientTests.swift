import Foundation
import GatewayServer
import Testing
import Wire

/// The client of apps on the server of gateways, and on servers that mean no good.
@Suite struct WebSocketClientTests {
    private static func serve(
        _ configure: @escaping (inout ServerConfiguration) -> Void = { _ in },
        _ body: (ServerFixture, any WebSocketClient) async throws -> Void
    ) async throws {
        var router = Router(configuration: ServerConfiguration())
        router.webSocket("/echo/{name}") { request in
            guard request.headers["X-Name"] == "ann" else { return .refuse(ServerResponse(status: 401)) }
            return .accept { socket in
                for await text in socket.messages {
                    if text == "bye" { socket.close(code: WebSocketCloseCode(4123)) } else { socket.send(text: text) }
                }
            }
        }
        router.add("GET", "/away") { _ in ServerResponse(status: 302, headers: ["Location": "/echo/x"]) }
        let finished = router
        try await ServerFixture.run(configure, handler: { await finished.respond(to: $0) }) { fixture in
            try await body(fixture, SystemWebSocketClient())
        }
    }

    private func url(_ port: UInt16, _ path: String = "/echo/a%20b?x=1&y=%C3%A9") throws -> URL {
        try #require(URL(string: "ws://127.0.0.1:\(port)\(path)"))
    }

    @Test("A socket opens with its headers, carries long and short texts both ways, and tells the peer's close code")
    func carries() async throws {
        try await Self.serve { fixture, client in
            let socket = try await client.connect(to: try url(fixture.port), headers: ["X-Name": "ann"])
            for text in ["a", "", "é漢🙂", String(repeating: "漢", count: 20_000)] {
                socket.send(text)
                #expect(await socket.receive() == .text(text))
            }
            for number in 0..<200 { socket.send("\(number)") }
            for number in 0..<200 { #expect(await socket.receive() == .text("\(number)")) }
            socket.send("bye")
            #expect(await socket.receive() == .closed(code: 4123))
            #expect(await socket.receive() == .closed(code: 4123))
            socket.send("into the void")
        }
    }

    @Test("Our own close reaches the server with its code")
    func closes() async throws {
        try await Self.serve { fixture, client in
            let socket = try await client.connect(to: try url(fixture.port), headers: ["X-Name": "ann"])
            socket.send("last words")
            socket.close(code: 4001)
            #expect(await socket.receive() == .closed(code: nil))
            #expect(try await fixture.eventually { fixture.log.entries.contains { $0.message == .socketClosed } })
            let entry = try #require(fixture.log.entries.first { $0.message == .socketClosed })
            #expect(entry["code"] == 4001 && entry["in"] == 1, "\(entry)")
        }
    }

    @Test("What is refused, redirected, closed or no WebSocket fails, and says why")
    func refused() async throws {
        try await Self.serve { fixture, client in
            for (path, headers) in [("/echo/a", [:]), ("/nowhere", [:]), ("/away", ["X-Name": "ann"])]
                as [(String, HTTPHeaders)]
            {
                await #expect(throws: WebSocketFailure.self) {
                    try await client.connect(to: try url(fixture.port, path), headers: headers)
                }
            }
            for text in ["http://127.0.0.1/", "ws:///x", "wss://127.0.0.1:\(fixture.port)/echo/a"] {
                await #expect(throws: WebSocketFailure.self) {
                    try await client.connect(to: try #require(URL(string: text)), headers: [:])
                }
            }
            let closed = fixture.port
            await fixture.server.shutdown(drainSeconds: 0)
            await #expect(throws: WebSocketFailure.self) {
                try await client.connect(to: try url(closed), headers: [:])
            }
        }
    }

    @Test("A server that stops and a wait that is cancelled both end the wait")
    func ends() async throws {
        try await Self.serve { fixture, client in
            let socket = try await client.connect(to: try url(fixture.port), headers: ["X-Name": "ann"])
            let waiting = Task { await socket.receive() }
            try await Task.sleep(for: .milliseconds(50))
            waiting.cancel()
            #expect(await waiting.value == .closed(code: nil))
            socket.send("still here")
            #expect(await socket.receive() == .text("still here"))
            async let stopped: Void = fixture.server.shutdown(drainSeconds: 3)
            #expect(await socket.receive() == .closed(code: 1001))
            _ = await stopped
        }
    }

    @Test("A server that accepts and says nothing is given up by cancelling")
    func silent() async throws {
        let listener = try HostileServer { _ in }
        let client = SystemWebSocketClient()
        let opening = Task { try await client.connect(to: try url(listener.port), headers: [:]) }
        try await Task.sleep(for: .milliseconds(100))
        opening.cancel()
        await #expect(throws: WebSocketFailure.self) { try await opening.value }
        listener.stop()
    }

    static let hostile: [(String, [UInt8])] = [
        ("masked", SocketClient.frame(0x81, [65])), ("reserved bits", [0xF1, 1, 65]),
        ("unknown opcode", [0x83, 1, 65]),
        ("binary", [0x82, 1, 65]), ("continues nothing", [0x80, 1, 65]), ("not UTF-8", [0x81, 2, 0xC3, 0x28]),
        ("huge length", [0x81, 127, 0x7F, 255, 255, 255, 255, 255, 255, 255]),
        ("negative length", [0x81, 127, 0xFF, 255, 255, 255, 255, 255, 255, 255]),
        ("too large", [0x81, 127, 0, 0, 0, 0, 0, 2, 0, 0] + [UInt8](repeating: 65, count: 131_072)),
        (
            "too large in fragments",
            (0..<200).flatMap { [$0 == 0 ? 0x01 : 0x00, 126, 4, 0] + [UInt8](repeating: 65, count: 1024) }
        ),
        ("long ping", [0x89, 126, 1, 0] + [UInt8](repeating: 0, count: 256)), ("cut frame", [0x81, 100, 65]),
        ("half a code", [0x88, 1, 3]), ("bad code", [0x88, 2, 0, 0]), ("close not UTF-8", [0x88, 3, 3, 0xE8, 0xFF]),
        ("flood", (0..<2000).flatMap { _ in [0x81, 1, 65] as [UInt8] }), ("nothing", []),
        ("noise", (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }),
    ]

    @Test("Whatever bytes a server sends, the socket only ends", arguments: hostile.map(\.0))
    func hostileFrames(name: String) async throws {
        let bytes = try #require(Self.hostile.first { $0.0 == name }).1
        let listener = try HostileServer { connection in
            guard let key = connection.readKey() else { return }
            connection.write(Array(HostileServer.acceptance(key).utf8) + bytes)
            connection.finish()
        }
        let socket = try await SystemWebSocketClient().connect(to: try url(listener.port), headers: [:])
        var count = 0
        if name == "flood" { try await Task.sleep(for: .milliseconds(300)) }
        while case .text = await socket.receive() { count += 1 }
        #expect(count <= (name == "flood" ? 300 : 1), "\(name)")
        listener.stop()
    }

    static let answers = [
        "", "\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 101\r\n\r\n",
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: bm8=\r\n\r\n",
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n" + String(repeating: "A: b\r\n", count: 5000) + "\r\n",
        "SSH-2.0-OpenSSH_9.2\r\n", String(repeating: "x", count: 100_000),
    ]

    @Test("An answer that is no upgrade is a failure", arguments: answers)
    func hostileHeads(answer: String) async throws {
        let listener = try HostileServer { connection in
            _ = connection.readKey()
            connection.write(Array(answer.utf8))
            connection.finish()
        }
        await #expect(throws: WebSocketFailure.self) {
            try await SystemWebSocketClient().connect(to: try url(listener.port), headers: [:])
        }
        listener.stop()
    }
}
