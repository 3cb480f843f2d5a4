import Foundation
import GatewayServer
import Testing
import Wire

#if os(Linux)
    /// WebSockets over TLS.
    @Suite struct SecureSocketTests {
        @Test("Over TLS a socket works with a trusted certificate for its host, and with no other")
        func encrypted() async throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("wss-\(UUID().uuidString)").path
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let (certificate, key) = ("\(folder)/cert.pem", "\(folder)/key.pem")
            let made = try await runProgram(
                "/usr/bin/openssl",
                [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1",
                    "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out",
                    certificate,
                ])
            guard made != nil else { return }
            var router = Router(configuration: ServerConfiguration())
            router.webSocket("/echo") { _ in
                .accept { socket in
                    for await text in socket.messages { socket.send(text: text) }
                }
            }
            let finished = router
            try await ServerFixture.run(
                { $0.tls = (certificate, key) }, handler: { await finished.respond(to: $0) }
            ) { fixture in
                func connect(_ host: String, _ client: CurlWebSocketClient) async throws -> any WebSocketConnection {
                    let url = try #require(URL(string: "wss://\(host):\(fixture.port)/echo"))
                    return try await client.connect(to: url, headers: [:])
                }
                let trusting = CurlWebSocketClient(certificateFile: certificate)
                let socket = try await connect("localhost", trusting)
                for text in ["a", String(repeating: "漢", count: 20_000), "b"] {
                    socket.send(text)
                    #expect(await socket.receive() == .text(text))
                }
                socket.close(code: 1000)
                // Under a name it is not for, and without anybody's trust.
                await #expect(throws: WebSocketFailure.self) { try await connect("127.0.0.1", trusting) }
                await #expect(throws: WebSocketFailure.self) { try await connect("localhost", CurlWebSocketClient()) }
            }
        }
    }
#endif
