import Foundation
import Gateway
import Kernel
import Testing
import Wire

@testable import GatewayServer
@testable import WajubMobile

/// A real gateway on this machine, followed by the real client over a real socket.
@Suite struct RealtimeEndToEndTests {
    private final class Heard: @unchecked Sendable {
        private let lock = NSLock()
        private var words: [String] = []

        func add(_ word: String) { lock.withLock { words.append(word) } }
        var all: [String] { lock.withLock { words } }
    }

    private func eventually(_ condition: () async throws -> Bool) async throws {
        for _ in 0..<1000 {
            if try await condition() { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        try #require(try await condition())
    }

    private func line(
        _ session: WajubSession, _ heard: Heard, options: RealtimeOptions? = nil
    ) async throws -> RealtimeLine {
        try #require(
            session.realtimeLine(
                try await session.session(), options: options, connected: { heard.add($0 ? "up" : "down") },
                hint: { heard.add("hint") }))
    }

    private func pay(_ session: WajubSession, _ number: String) async -> ProcessOutcome {
        await session.process(
            channel: "cm.mobile", data: ["phone": .string(number), "country": "CM", "operator": "mtn"])
    }

    @Test("T99 A payment with a sandbox number is followed over the socket to its end")
    func followed() async throws {
        try await withDesk { desk in
            let (_, token) = try await desk.payment()
            let session = try desk.session(token)
            let heard = Heard()
            let line = try await line(session, heard)
            line.start()
            try await eventually { heard.all == ["up"] }
            async let paid = pay(session, "+237670000000")
            try await eventually { heard.all.contains("hint") }
            while try await session.status().normalized != .success {
                desk.clock.advance(milliseconds: 2000)
                try await Task.sleep(for: .milliseconds(20))
            }
            // Submitted, then paid: at least two changes, and none when nothing changes.
            try await eventually { heard.all.count(where: { $0 == "hint" }) == 2 }
            _ = await paid
            try await Task.sleep(for: .milliseconds(100))
            #expect(heard.all == ["up", "hint", "hint"])
            line.stop()
            #expect(heard.all.last == "down")
            try await eventually { desk.application.realtime.channelCount == 0 }
        }
    }

    @Test("T98 A socket that is cut comes back by itself, and the next change is heard again")
    func reconnects() async throws {
        try await withDesk { desk in
            let (_, token) = try await desk.payment()
            let session = try desk.session(token)
            let port = try #require(URL(string: desk.address)?.port)
            let tunnel = try Tunnel(to: UInt16(port))
            let heard = Heard()
            // W27: the socket goes another way than the session says.
            let line = try await line(
                session, heard, options: RealtimeOptions(host: "127.0.0.1", port: Int(tunnel.port), tls: false))
            line.start()
            try await eventually { heard.all == ["up"] }
            tunnel.cut()
            try await eventually { heard.all == ["up", "down", "up"] }
            _ = try await session.cancel()
            try await eventually { heard.all.last == "hint" }
            #expect(tunnel.count == 2)
            line.stop()
            tunnel.stop()
        }
    }

    @Test("T15 A line that is not let in says nothing, and the payment can be paid all the same")
    func refused() async throws {
        try await withDesk { desk in
            let planned = try await desk.ask(
                .post, "/sandbox/faults", ["fault": "POST /pay/broadcasting/auth status=503 5"])
            #expect(planned.status == 200)
            let (_, token) = try await desk.payment()
            let session = try desk.session(token)
            let heard = Heard()
            let line = try await line(session, heard)
            line.start()
            try await eventually {
                let left = try await desk.ask(.get, "/sandbox/faults").json["faults"]?.array?.first?.string
                return left == "POST /pay/broadcasting/auth status=503 4"
            }
            try await Task.sleep(for: .milliseconds(200))
            #expect(heard.all.isEmpty)
            async let paid = pay(session, "+237670000000")
            while try await session.status().normalized != .success {
                desk.clock.advance(milliseconds: 2000)
                try await Task.sleep(for: .milliseconds(20))
            }
            _ = await paid
            #expect(heard.all.isEmpty)
            line.stop()
        }
    }

    @Test("A gateway that restarts is found again, and knows its own signatures")
    func restart() async throws {
        let desk = try await ServedDesk()
        let (_, token) = try await desk.payment()
        let tunnel = try Tunnel(to: UInt16(try #require(URL(string: desk.address)?.port)))
        var world = SessionWorld.real
        world.origin = .success(try GatewayOrigin("http://127.0.0.1:\(tunnel.port)"))
        let session = WajubSession(sessionToken: token, language: "en", world: world)
        let heard = Heard()
        let line = try await line(
            session, heard, options: RealtimeOptions(host: "127.0.0.1", port: Int(tunnel.port), tls: false))
        line.start()
        try await eventually { heard.all == ["up"] }
        await desk.application.shutdown(drainSeconds: 0)
        try await eventually { heard.all == ["up", "down"] }
        let again = try await ServedDesk(directory: desk.directory)
        tunnel.lead(to: UInt16(try #require(URL(string: again.address)?.port)))
        try await eventually { heard.all == ["up", "down", "up"] }
        _ = try await session.cancel()
        try await eventually { heard.all.last == "hint" }
        line.stop()
        tunnel.stop()
        await again.stop()
    }
}
