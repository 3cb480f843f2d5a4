import Foundation
import Kernel
import Testing

@testable import WajubMobile
@testable import Wire

@Suite struct RealtimeLineTests {
    /// Sockets that a test speaks through; opening fails while `isDown`.
    private final class Server: WebSocketClient, @unchecked Sendable {
        private let lock = NSLock()
        private var down = false
        private var hangs = false
        private var made: [Socket] = []
        private var tries = 0

        var isDown: Bool {
            get { lock.withLock { down } }
            set { lock.withLock { down = newValue } }
        }
        var isHanging: Bool {
            get { lock.withLock { hangs } }
            set { lock.withLock { hangs = newValue } }
        }
        var sockets: [Socket] { lock.withLock { made } }
        var connectCount: Int { lock.withLock { tries } }

        func connect(to url: URL, headers: HTTPHeaders) async throws(WebSocketFailure) -> any WebSocketConnection {
            let (isDown, hangs) = lock.withLock {
                tries += 1
                return (down, self.hangs)
            }
            if isDown { throw WebSocketFailure("down") }
            let socket = Socket()
            if hangs {
                let result = await socket.mailbox.open {}
                guard case .success = result else { throw WebSocketFailure("given up") }
            }
            socket.mailbox.opened()
            lock.withLock { made.append(socket) }
            return socket
        }
    }

    private final class Socket: WebSocketConnection, @unchecked Sendable {
        let mailbox = WebSocketMailbox()
        private let lock = NSLock()
        private var texts: [String] = []
        private var closes: [Int] = []

        var sent: [String] { lock.withLock { texts } }
        var closed: [Int] { lock.withLock { closes } }

        func send(_ text: String) { lock.withLock { texts.append(text) } }
        func receive() async -> WebSocketEvent { await mailbox.next() }
        func close(code: Int) {
            lock.withLock { closes.append(code) }
            mailbox.ended(code: nil, why: "closed")
        }

        func say(_ event: String, channel: String? = nil, data: JSONValue = [:]) {
            var fields: [String: JSONValue] = ["event": .string(event), "data": .string(data.text)]
            if let channel { fields["channel"] = .string(channel) }
            _ = mailbox.received(JSONValue.object(fields).text)
        }

        func greet() {
            say("pusher:connection_established", data: ["socket_id": "1234.1234", "activity_timeout": 120])
        }
    }

    /// Time that a test moves.
    private final class SteppedClock: WaitClock, @unchecked Sendable {
        private let lock = NSLock()
        private var now: UInt64 = 5_000_000_000
        private var sleepers: [UUID: (until: UInt64, wake: CheckedContinuation<Void, any Error>)] = [:]

        var nowNanoseconds: UInt64 { lock.withLock { now } }
        var sleeperCount: Int { lock.withLock { sleepers.count } }

        func sleep(nanoseconds: UInt64) async throws {
            let id = UUID()
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    let isCancelled = lock.withLock {
                        if Task.isCancelled { return true }
                        sleepers[id] = (now + nanoseconds, continuation)
                        return false
                    }
                    if isCancelled { continuation.resume(throwing: CancellationError()) }
                }
            } onCancel: {
                lock.withLock { sleepers.removeValue(forKey: id) }?.wake.resume(throwing: CancellationError())
            }
        }

        func advance(seconds: UInt64) {
            let due = lock.withLock { () -> [CheckedContinuation<Void, any Error>] in
                now += seconds * 1_000_000_000
                let due = sleepers.filter { $0.value.until <= now }
                for id in due.keys { sleepers[id] = nil }
                return due.values.map(\.wake)
            }
            for wake in due { wake.resume() }
        }
    }

    private final class Heard: @unchecked Sendable {
        private let lock = NSLock()
        private var words: [String] = []

        func add(_ word: String) { lock.withLock { words.append(word) } }
        var all: [String] { lock.withLock { words } }
    }

    private static let channel = "private-payment.TX1"
    private let server = Server()
    private let clock = SteppedClock()
    private let heard = Heard()

    private func eventually(_ condition: () -> Bool) async throws {
        for _ in 0..<1000 where !condition() { try await Task.sleep(nanoseconds: 5_000_000) }
        try #require(condition())
    }

    /// Lets time pass, second by second, until something has come of it: a wait that has only just been decided may not
    /// have begun yet.
    private func pass(until condition: () -> Bool) async throws {
        for _ in 0..<400 where !condition() {
            clock.advance(seconds: 1)
            try await Task.sleep(nanoseconds: 10_000_000)
        }
        try #require(condition())
    }

    private func line(_ authorize: @escaping @Sendable (String, String) async -> String?) throws -> RealtimeLine {
        let echo: JSONValue = ["key": "app_key", "ws_host": "wss://ws.wajub.com", "channel": .string(Self.channel)]
        let info = try #require(RealtimeInfo(echo))
        let address = try #require(RealtimeAddress(info, reference: "order-1", options: nil))
        let heard = heard
        return RealtimeLine(
            address, client: server, clock: clock, authorize: authorize,
            connected: { heard.add($0 ? "up" : "down") }, hint: { heard.add("hint") })
    }

    /// Lets the line into its channel.
    private func admit(_ count: Int = 1) async throws -> Socket {
        try await eventually { server.sockets.count == count }
        let socket = server.sockets[count - 1]
        socket.greet()
        try await eventually { socket.sent.count == 1 }
        socket.say("pusher_internal:subscription_succeeded", channel: Self.channel)
        return socket
    }

    @Test("T99 A status event over the line is a hint; a lost socket is told and opened again")
    func hints() async throws {
        let line = try line { socketID, channel in "app_key:\(socketID):\(channel)" }
        line.start()
        let socket = try await admit()
        #expect(socket.sent[0].contains(#""auth":"app_key:1234.1234:private-payment.TX1""#))
        socket.say("PaymentStatusUpdated", channel: Self.channel, data: ["status": "paid"])
        try await eventually { heard.all == ["up", "hint"] }
        socket.mailbox.ended(code: nil, why: "cut")
        try await eventually { heard.all.last == "down" }
        try await pass { server.sockets.count == 2 }
        _ = try await admit(2)
        try await eventually { heard.all == ["up", "hint", "down", "up"] }
        line.stop()
        #expect(heard.all.last == "down" && server.sockets[1].closed == [1000])
        server.sockets[1].say("PaymentStatusUpdated", channel: Self.channel)
        try await Task.sleep(nanoseconds: 50_000_000)
        #expect(heard.all == ["up", "hint", "down", "up", "down"] && clock.sleeperCount == 0)
    }

    @Test("T98 A line that does not connect says nothing, is given up after 10 seconds and tries on")
    func timeouts() async throws {
        server.isHanging = true
        let line = try line { _, _ in "x" }
        line.start()
        try await eventually { server.connectCount == 1 && clock.sleeperCount == 1 }
        clock.advance(seconds: 9)
        try await Task.sleep(nanoseconds: 50_000_000)
        #expect(server.connectCount == 1)
        server.isDown = true
        server.isHanging = false
        try await pass { server.connectCount == 2 }
        server.isDown = false
        try await pass { server.sockets.count == 1 }
        _ = try await admit()
        try await eventually { heard.all == ["up"] }
        line.stop()
    }

    @Test("T15 A refused signature is silent: no callback, no error, and soon no more tries")
    func refused() async throws {
        let asked = Heard()
        let line = try line { socketID, channel in
            asked.add("\(socketID) \(channel)")
            return nil
        }
        line.start()
        for round in 1...3 {
            if round > 1 { try await pass { server.sockets.count == round } }
            try await eventually { server.sockets.count == round }
            server.sockets[round - 1].greet()
            try await eventually { server.sockets[round - 1].closed == [1000] }
        }
        try await eventually { clock.sleeperCount == 0 }
        clock.advance(seconds: 3600)
        try await Task.sleep(nanoseconds: 50_000_000)
        #expect(server.connectCount == 3 && heard.all.isEmpty && clock.sleeperCount == 0)
        #expect(asked.all == Array(repeating: "1234.1234 private-payment.TX1", count: 3))
    }

    @Test("A line nobody holds lets go of its socket")
    func letGo() async throws {
        var line: RealtimeLine? = try line { _, _ in "x" }
        line?.start()
        let socket = try await admit()
        try await eventually { heard.all == ["up"] }
        line = nil
        try await eventually { socket.closed == [1000] && clock.sleeperCount == 0 }
    }

    @Test("T15 The gateway is asked with the session's token and a form")
    func authorization() async throws {
        let transport = ScriptedTransport(
            ("/pay/broadcasting/auth", .json(200, ["auth": "app_key:sig"])),
            ("/pay/broadcasting/auth", .json(403, ["error_code": "forbidden"])), ("/pay/broadcasting/auth", .offline),
            ("/pay/broadcasting/auth", .text(200, "<html>")))
        let client = CheckoutClient(sessionToken: "sess_abc123", language: "en", world: testWorld(transport))
        func ask() async -> String? {
            await client.broadcastingAuthorization(socketID: "1234.1234", channel: "private-payment.TX 1&é")
        }
        #expect(await ask() == "app_key:sig")
        for _ in 0..<3 { #expect(await ask() == nil) }
        #expect(transport.isDone)
        let request = try #require(transport.requests.first)
        #expect(request.method == .post && request.headers["Authorization"] == "Bearer sess_abc123")
        #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(
            request.body.map { String(decoding: $0, as: UTF8.self) }
                == "channel_name=private-payment.TX%201%26%C3%A9&socket_id=1234.1234")
    }

    @Test("A session without realtime has no line; one with it has")
    func fromSession() async throws {
        for (echo, hasLine) in [
            (JSONValue.null, false), (["key": "k", "ws_host": "wss://h", "channel_prefix": "private-payment."], true),
        ] {
            let body: JSONValue = ["transaction": transaction("pending"), "channels": [], "echo": echo]
            let session = testSession(ScriptedTransport(("/pay/session", .json(200, body))))
            let line = session.realtimeLine(
                try await session.session(), options: nil, connected: { _ in }, hint: {})
            #expect((line != nil) == hasLine)
        }
    }
}
