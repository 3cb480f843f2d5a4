import Kernel
import Testing

@testable import WajubMobile

@Suite struct PusherMachineTests {
    private static let channel = "private-payment.TX1"
    private static let second: UInt64 = 1_000_000_000

    /// A machine, its clock, and the words of a server.
    private struct Probe {
        var machine = PusherMachine(channel: PusherMachineTests.channel)
        var now: UInt64 = 1000

        mutating func handle(_ event: PusherMachine.Event) -> [PusherMachine.Effect] { machine.handle(event, at: now) }

        mutating func say(
            _ event: String, channel: String? = nil, data: JSONValue = [:], asText: Bool = true
        ) -> [PusherMachine.Effect] {
            var fields: [String: JSONValue] = ["event": .string(event), "data": asText ? .string(data.text) : data]
            if let channel { fields["channel"] = .string(channel) }
            return handle(.text(JSONValue.object(fields).text))
        }

        /// Waits for the machine's own deadline and returns the seconds and what it does then.
        mutating func wait() -> (seconds: UInt64, effects: [PusherMachine.Effect]) {
            guard let deadline = machine.deadline else { return (0, []) }
            let seconds = (deadline - now) / second
            now = deadline
            return (seconds, handle(.tick))
        }

        mutating func greet(timeout: JSONValue = 120) -> [PusherMachine.Effect] {
            say("pusher:connection_established", data: ["socket_id": "1234.1234", "activity_timeout": timeout])
        }

        mutating func join(timeout: JSONValue = 120) {
            if case nil = machine.deadline { #expect(handle(.start) == [.connect]) }
            #expect(handle(.opened) == [])
            #expect(greet(timeout: timeout) == [.sign(socketID: "1234.1234")])
            let subscribed = handle(.signed(socketID: "1234.1234", "app_key:sig"))
            #expect(subscribed.count == 1)
            #expect(say("pusher_internal:subscription_succeeded", channel: channel) == [.connected(true)])
        }
    }

    @Test("T15 The handshake: greeting, signature, subscription, connected")
    func handshake() throws {
        var probe = Probe()
        #expect(probe.machine.deadline == nil)
        #expect(probe.handle(.start) == [.connect] && probe.handle(.start) == [])
        #expect(probe.handle(.opened) == [])
        #expect(probe.greet() == [.sign(socketID: "1234.1234")])
        #expect(probe.greet() == [])
        #expect(probe.handle(.signed(socketID: "9.9", "other")) == [])
        let effects = probe.handle(.signed(socketID: "1234.1234", "app_key:sig"))
        guard case .send(let text) = effects.first, effects.count == 1 else {
            Issue.record("\(effects)")
            return
        }
        #expect(
            try JSONValue.parse(text)
                == ["event": "pusher:subscribe", "data": ["channel": "private-payment.TX1", "auth": "app_key:sig"]])
        #expect(probe.say("pusher_internal:subscription_succeeded", channel: "private-payment.TX2") == [])
        #expect(probe.say("pusher_internal:subscription_succeeded", channel: Self.channel) == [.connected(true)])
    }

    @Test("T99 Any event of the channel is a hint; other channels' and the protocol's own are none")
    func hints() {
        var probe = Probe()
        #expect(probe.say("PaymentStatusUpdated", channel: Self.channel) == [])
        probe.join()
        let paid: JSONValue = ["status": "paid"]
        #expect(probe.say("PaymentStatusUpdated", channel: Self.channel, data: paid) == [.hint])
        #expect(probe.say("PaymentStatusUpdated", channel: Self.channel, data: paid, asText: false) == [.hint])
        #expect(probe.say("SomethingNew", channel: Self.channel, data: "no json") == [.hint])
        #expect(probe.say("PaymentStatusUpdated", channel: "private-payment.TX2", data: paid) == [])
        #expect(probe.say("PaymentStatusUpdated", data: paid) == [])
        #expect(probe.say("pusher_internal:member_added", channel: Self.channel) == [])
        #expect(probe.handle(.text("{")) == [] && probe.handle(.text("[1]")) == [] && probe.handle(.text("")) == [])
    }

    @Test("T98 A socket that does not get into its channel in 10 seconds is given up and tried again")
    func timeout() {
        for steps in 0...3 {
            var probe = Probe()
            _ = probe.handle(.start)
            if steps > 0 { _ = probe.handle(.opened) }
            if steps > 1 { _ = probe.greet() }
            if steps > 2 { _ = probe.handle(.signed(socketID: "1234.1234", "app_key:sig")) }
            probe.now += 10 * Self.second - 1
            #expect(probe.handle(.tick) == [])
            #expect(probe.wait() == (0, [.disconnect]))
            #expect(probe.wait() == (1, [.connect]))
        }
    }

    @Test("Lost again and again, it comes back after 1, 2, 4 … 30 seconds; once in the channel it begins anew")
    func backOff() {
        var probe = Probe()
        probe.join()
        #expect(probe.handle(.closed(code: 1006)) == [.connected(false)])
        var waits: [UInt64] = []
        for _ in 0..<8 {
            let (seconds, effects) = probe.wait()
            waits.append(seconds)
            #expect(effects == [.connect])
            #expect(probe.handle(.closed(code: nil)) == [])
        }
        #expect(waits == [1, 2, 4, 8, 16, 30, 30, 30])
        #expect(probe.wait() == (30, [.connect]))
        probe.join()
        #expect(probe.handle(.closed(code: nil)) == [.connected(false)])
        #expect(probe.wait() == (1, [.connect]))
    }

    @Test(
        "The server's close code says whether and when to come back",
        arguments: [
            (4000, nil), (4001, nil), (4009, nil), (4099, nil), (4100, 1), (4199, 1), (4200, 0), (4299, 0), (4300, 1),
            (1000, 1), (1001, 1), (1006, 1), (3999, 1), (0, 1),
        ] as [(Int, UInt64?)])
    func closeCodes(code: Int, seconds: UInt64?) {
        var probe = Probe()
        probe.join()
        let effects = probe.handle(.closed(code: code))
        #expect(effects.first == .connected(false))
        switch seconds {
        case nil: #expect(effects.count == 1 && probe.machine.deadline == nil && probe.handle(.start) == [])
        case 0?: #expect(effects == [.connected(false), .connect])
        case let seconds?: #expect(effects.count == 1 && probe.wait() == (seconds, [.connect]))
        }
    }

    @Test("A server that sends everybody back at once, and never lets anybody in, is not run after")
    func reconnectLoop() {
        var probe = Probe()
        #expect(probe.handle(.start) == [.connect])
        #expect(probe.handle(.closed(code: 4200)) == [])
        #expect(probe.wait() == (1, [.connect]))
        #expect(probe.handle(.closed(code: 4200)) == [])
        #expect(probe.wait() == (2, [.connect]))
    }

    @Test("A ping after the silence the server named, 30 seconds for anything to come back, else a new socket")
    func pings() {
        var probe = Probe()
        probe.join(timeout: 40)
        let (seconds, effects) = probe.wait()
        #expect(seconds == 40 && effects == [.send(#"{"data":{},"event":"pusher:ping"}"#)])
        probe.now += 29 * Self.second
        #expect(probe.handle(.tick) == [])
        #expect(probe.say("pusher:pong") == [])
        #expect(probe.wait().seconds == 40)
        #expect(probe.wait() == (30, [.disconnect, .connected(false)]))
        #expect(probe.wait() == (1, [.connect]))
        probe.join()
        #expect(probe.say("pusher:ping") == [.send(#"{"data":{},"event":"pusher:pong"}"#)])
        probe.now += 100 * Self.second
        _ = probe.say("PaymentStatusUpdated", channel: Self.channel)
        #expect(probe.wait().seconds == 120)
    }

    @Test(
        "The silence a server names is taken between 10 and 120 seconds",
        arguments: [(1, 10), (0, 120), (-5, 120), (30, 30), (9_999_999, 120), (.null, 120), ("40", 120), (1.5, 120)]
            as [(JSONValue, UInt64)])
    func silence(named: JSONValue, seconds: UInt64) {
        var probe = Probe()
        probe.join(timeout: named)
        #expect(probe.wait().seconds == seconds)
    }

    @Test("A refused signature is silent, asked for three times, and then never again")
    func refused() {
        var probe = Probe()
        #expect(probe.handle(.start) == [.connect])
        for round in 1...3 {
            _ = probe.handle(.opened)
            _ = probe.greet()
            #expect(probe.handle(.signed(socketID: "1234.1234", nil)) == [.disconnect])
            if round < 3 { #expect(probe.wait().effects == [.connect]) }
        }
        #expect(probe.machine.deadline == nil && probe.handle(.start) == [])
    }

    @Test("A server that does not take the signature counts as a refusal, however it says so")
    func notTaken() {
        for isError in [true, false] {
            var probe = Probe()
            _ = probe.handle(.start)
            _ = probe.handle(.opened)
            _ = probe.greet()
            _ = probe.handle(.signed(socketID: "1234.1234", "app_key:wrong"))
            let effects =
                isError
                ? probe.say("pusher:error", data: ["code": 4009, "message": "no"], asText: false)
                : probe.say("pusher:subscription_error", channel: Self.channel, data: ["status": 401])
            #expect(effects == [.disconnect])
            #expect(probe.wait() == (1, [.connect]))
        }
    }

    @Test("An error that says do not come back is obeyed; others are passed over")
    func errors() {
        var probe = Probe()
        _ = probe.handle(.start)
        #expect(probe.say("pusher:error", data: ["code": .null, "message": "x"], asText: false) == [])
        #expect(probe.say("pusher:error", data: ["code": 4201], asText: false) == [])
        #expect(probe.say("pusher:error", data: ["code": 4001], asText: false) == [.disconnect])
        #expect(probe.machine.deadline == nil)
    }

    @Test("Stopped, it says goodbye once and does nothing more")
    func stops() {
        var fresh = Probe()
        #expect(fresh.handle(.stop) == [] && fresh.handle(.start) == [])
        var joining = Probe()
        _ = joining.handle(.start)
        #expect(joining.handle(.stop) == [.disconnect])
        var joined = Probe()
        joined.join()
        #expect(joined.handle(.stop) == [.disconnect, .connected(false)])
        #expect(joined.handle(.stop) == [] && joined.handle(.closed(code: 4200)) == [])
        #expect(joined.say("PaymentStatusUpdated", channel: Self.channel) == [] && joined.machine.deadline == nil)
        var waiting = Probe()
        _ = waiting.handle(.start)
        _ = waiting.handle(.closed(code: nil))
        #expect(waiting.handle(.stop) == [] && waiting.machine.deadline == nil)
    }

    @Test("A public channel is joined without a signature")
    func publicChannel() {
        var machine = PusherMachine(channel: "news")
        _ = machine.handle(.start, at: 0)
        _ = machine.handle(.opened, at: 0)
        let greeting = #"{"event":"pusher:connection_established","data":"{\"socket_id\":\"1.2\"}"}"#
        #expect(
            machine.handle(.text(greeting), at: 0)
                == [.send(#"{"data":{"channel":"news"},"event":"pusher:subscribe"}"#)])
    }
}
