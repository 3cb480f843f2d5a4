import Gateway
import Kernel
import Testing

@testable import GatewayServer

@Suite struct PusherSessionTests {
    private static let keys = RealtimeKeys(key: "app_key", secret: Secret("app_secret"))
    private static let channel = "private-payment.TX1"
    private static let signature = "app_key:f6a386345c54fd2effb6f1b15b10d040e78e08800701fddd19c8d892c986abd6"

    private func session() -> PusherSession { PusherSession(keys: Self.keys, socketID: "1234.1234") }

    private func subscribe(_ channel: String, _ auth: String?) -> String {
        var data: [String: JSONValue] = ["channel": .string(channel)]
        data["auth"] = auth.map(JSONValue.string)
        return JSONValue.object(["event": "pusher:subscribe", "data": .object(data)]).text
    }

    @Test("T17 The signature over a socket and a channel is the published one")
    func signature() {
        #expect(Self.keys.authorization(socketID: "1234.1234", channel: Self.channel) == Self.signature)
        #expect(Self.keys.accepts(Self.signature, socketID: "1234.1234", channel: Self.channel))
        #expect(!Self.keys.accepts(Self.signature, socketID: "1234.1235", channel: Self.channel))
        #expect(!Self.keys.accepts(Self.signature, socketID: "1234.1234", channel: "private-payment.TX2"))
        #expect(!Self.keys.accepts("", socketID: "1234.1234", channel: Self.channel))
    }

    @Test("T17 A signed socket joins its channel, is told so, and leaves it")
    func joins() throws {
        var session = session()
        let greeting = try JSONValue.parse(session.greeting)
        #expect(greeting["event"] == "pusher:connection_established")
        let data = try JSONValue.parse(try #require(greeting["data"]?.string))
        #expect(data["socket_id"] == "1234.1234" && data["activity_timeout"] == 120)
        #expect(
            session.receive(subscribe(Self.channel, Self.signature), at: 0)
                == [.join(Self.channel), .send(PusherMessage.subscribed(Self.channel))])
        #expect(session.receive(#"{"event":"pusher:ping","data":{}}"#, at: 0) == [.send(PusherMessage.pong)])
        let leave = #"{"event":"pusher:unsubscribe","data":{"channel":"\#(Self.channel)"}}"#
        #expect(session.receive(leave, at: 0) == [.leave(Self.channel)])
        #expect(session.receive(leave, at: 0) == [])
    }

    @Test("An address with a wrong key or protocol gets the protocol's own code")
    func addresses() {
        func code(_ key: String?, _ version: String?) -> UInt16? {
            PusherSession.fault(key: key, protocolVersion: version, keys: Self.keys)?.code
        }
        #expect(code("app_key", "7") == nil && code("app_key", "5") == nil)
        #expect(code("other", "7") == 4001 && code(nil, "7") == 4001 && code("app_key", nil) == 4008)
        #expect(code("app_key", "x") == 4006 && code("app_key", "8") == 4007 && code("app_key", "-1") == 4007)
    }

    static let refused: [(String, UInt16)] = [
        ("{", 4200), ("[]", 4200), (#""x""#, 4200), (#"{"data":{}}"#, 4200), (#"{"event":7}"#, 4200),
        (#"{"event":"pusher:subscribe"}"#, 4200), (#"{"event":"pusher:subscribe","data":{"channel":5}}"#, 4200),
        (#"{"event":"pusher:subscribe","data":{"channel":"private-payment.TX1"}}"#, 4009),
        (#"{"event":"pusher:subscribe","data":{"channel":"private-payment.TX1","auth":"app_key:00"}}"#, 4009),
        (#"{"event":"pusher:subscribe","data":{"channel":"open","auth":"x"}}"#, 4009),
        (#"{"event":"client-paid","channel":"private-payment.TX1","data":{}}"#, 4301),
        (String(repeating: "[", count: 1000), 4200),
    ]

    @Test("What is not understood or allowed is told, and too much of it ends the socket", arguments: refused)
    func refusals(text: String, code: UInt16) throws {
        var session = session()
        for _ in 0..<PusherSession.maximumFaults {
            let effects = session.receive(text, at: 0)
            guard effects.count == 1, case .send(let answer) = effects[0] else {
                Issue.record("\(effects)")
                return
            }
            let error = try JSONValue.parse(answer)
            #expect(error["event"] == "pusher:error" && error["data"]?["code"] == .integer(Int(code)))
        }
        #expect(session.receive(text, at: 0).last == .close(.overQuota))
    }

    @Test("One socket follows a few channels and says a few things a second")
    func quotas() {
        var session = session()
        for number in 0..<PusherSession.maximumChannels {
            let channel = "private-payment.\(number)"
            let auth = Self.keys.authorization(socketID: "1234.1234", channel: channel)
            #expect(session.receive(subscribe(channel, auth), at: 0).first == .join(channel))
        }
        #expect(session.receive(subscribe(Self.channel, Self.signature), at: 0).last == .close(.overQuota))

        var talker = self.session()
        let ping = #"{"event":"pusher:ping"}"#
        for _ in 0..<PusherSession.maximumMessagesPerWindow { #expect(talker.receive(ping, at: 0).count == 1) }
        #expect(talker.receive(ping, at: PusherSession.windowMilliseconds - 1).last == .close(.overQuota))
        #expect(talker.receive(ping, at: PusherSession.windowMilliseconds) == [.send(PusherMessage.pong)])
    }
}
