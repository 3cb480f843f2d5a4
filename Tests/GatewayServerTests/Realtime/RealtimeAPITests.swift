import Foundation
import Gateway
import Kernel
import Testing
import Wire

@testable import GatewayServer

/// The realtime server as any Pusher client meets it.
@Suite struct RealtimeAPITests {
    private struct Echo {
        let key: String
        let port: UInt16
        let channel: String
    }

    private func echo(_ desk: ServedDesk, _ token: String) async throws -> Echo {
        let session = try await desk.pay(.get, "session", token: token)
        let echo = try #require(session.json["echo"])
        #expect(echo["broadcaster"] == "reverb" && echo["ws_host"] == "ws://127.0.0.1")
        let reference = try #require(session.json["transaction"]?["trxref"]?.string)
        #expect(
            echo["channel_prefix"] == "private-payment." && echo["channel"]?.string == "private-payment.\(reference)")
        return Echo(
            key: try #require(echo["key"]?.string), port: UInt16(try #require(echo["ws_port"]?.number?.int64)),
            channel: try #require(echo["channel"]?.string))
    }

    private func open(_ echo: Echo) async throws -> (SocketClient, String) {
        let (client, head) = try await SocketClient.open(echo.port, "/app/\(echo.key)?protocol=7&client=test")
        #expect(head.hasPrefix("HTTP/1.1 101"))
        let greeting = try JSONValue.parse(try #require(try await client.next()).text)
        let data = try JSONValue.parse(try #require(greeting["data"]?.string))
        return (client, try #require(data["socket_id"]?.string))
    }

    private func authorize(
        _ desk: ServedDesk, _ token: String, _ body: String, type: String = "application/x-www-form-urlencoded"
    ) async throws -> ServedDesk.Answer {
        try await desk.ask(
            .post, "/pay/broadcasting/auth", bytes: Array(body.utf8), key: "Bearer \(token)",
            headers: ["Content-Type": type])
    }

    private func subscribe(_ client: SocketClient, _ channel: String, _ auth: String) async throws -> JSONValue {
        let data: JSONValue = ["channel": .string(channel), "auth": .string(auth)]
        try await client.send(JSONValue.object(["event": "pusher:subscribe", "data": data]).text)
        return try JSONValue.parse(try #require(try await client.next()).text)
    }

    @Test("T15 Every change of a payment reaches who was let in, after it can be read")
    func announces() async throws {
        try await withDesk { desk in
            let (_, token) = try await desk.payment()
            let echo = try await echo(desk, token)
            let (client, socketID) = try await open(echo)
            let answer = try await authorize(desk, token, "channel_name=\(echo.channel)&socket_id=\(socketID)")
            #expect(answer.status == 200)
            let auth = try #require(answer.json["auth"]?.string)
            let joined = try await subscribe(client, echo.channel, auth)
            #expect(joined["event"] == "pusher_internal:subscription_succeeded")

            async let paid = desk.pay(.post, "process", mobileMoney, token: token)
            var statuses: [String] = []
            while statuses.last != "success" {
                let text = try #require(try await client.next()).text
                let event = try JSONValue.parse(text)
                #expect(event["event"] == "PaymentStatusUpdated" && event["channel"]?.string == echo.channel)
                let data = try JSONValue.parse(try #require(event["data"]?.string))
                let status = try #require(data["status"]?.string)
                statuses.append(status)
                let read = try await desk.pay(.get, "status", token: token)
                // It may have gone on since, never back.
                let order = ["processing", "success"]
                let now = try #require(order.firstIndex(of: read.json["status"]?.string ?? ""))
                #expect(now >= (order.firstIndex(of: status) ?? 9))
                // The sandbox's payer approves when the clock comes to it.
                desk.clock.advance(milliseconds: 5000)
            }
            #expect(statuses == ["processing", "success"])
            #expect(try await paid.status < 300)
        }
    }

    @Test("P8 signs for the session's own channel only, and only what a server can have sent")
    func authorization() async throws {
        try await withDesk { desk in
            let (_, token) = try await desk.payment()
            let (_, other) = try await desk.payment()
            let echo = try await echo(desk, token)
            let good = "channel_name=\(echo.channel)&socket_id=12.34"
            #expect(try await authorize(desk, token, good).status == 200)
            #expect(try await authorize(desk, other, good).status == 403)
            #expect(try await authorize(desk, "tok_nobody", good).status == 404)
            #expect(try await authorize(desk, desk.secretKey, good).status == 401)
            let cases: [(String, Int)] = [
                ("channel_name=private-payment.&socket_id=12.34", 403),
                ("channel_name=\(echo.channel)%00&socket_id=12.34", 422), ("socket_id=12.34", 422), ("", 422),
                ("channel_name=\(echo.channel)&socket_id=12.34:private-payment.X", 422),
                ("channel_name=\(echo.channel)&socket_id=1", 422),
                ("channel_name=\(echo.channel)&socket_id=.1", 422),
                ("channel_name=\(echo.channel)&socket_id=1.2.3", 422), ("channel_name=%zz&socket_id=1.2", 422),
                (good + "&x=" + String(repeating: "a", count: 5000), 413),
            ]
            for (body, status) in cases {
                let answer = try await authorize(desk, token, body)
                #expect(answer.status == status, "\(body.prefix(80)): \(answer.json)")
            }
            #expect(try await authorize(desk, token, good, type: "application/json").status == 422)
        }
    }

    @Test("A forged signature, a wrong key and other people's payments bring nothing")
    func strangers() async throws {
        try await withDesk { desk in
            let (_, token) = try await desk.payment()
            let (_, other) = try await desk.payment()
            let mine = try await echo(desk, token)
            let theirs = try await echo(desk, other)
            let (client, socketID) = try await open(mine)
            let auth = try #require(
                try await authorize(desk, token, "channel_name=\(mine.channel)&socket_id=\(socketID)")
                    .json["auth"]?.string)
            // Signed for my channel; taken to theirs.
            let refused = try await subscribe(client, theirs.channel, auth)
            #expect(refused["event"] == "pusher:error" && refused["data"]?["code"] == 4009)
            #expect(
                try await subscribe(client, mine.channel, auth)["event"] == "pusher_internal:subscription_succeeded")
            _ = try await desk.pay(.post, "cancel", token: other)
            _ = try await desk.pay(.post, "cancel", token: token)
            let event = try JSONValue.parse(try #require(try await client.next()).text)
            #expect(event["channel"]?.string == mine.channel)

            let wrong = try await SocketClient.open(mine.port, "/app/nobody?protocol=7").client
            #expect(try await wrong.next()?.text.contains("4001") == true)
            #expect(try await wrong.next()?.code == 4001)
            try await client.raw.send(SocketClient.frame(0x88, []))
            while try await client.next() != nil {}
            for _ in 0..<100 where desk.application.realtime.channelCount > 0 {
                try await Task.sleep(for: .milliseconds(20))
            }
            #expect(desk.application.realtime.channelCount == 0)
        }
    }

    @Test("The application's key is the same after a restart, and its secret is never told")
    func durableKeys() async throws {
        let desk = try await ServedDesk()
        let first = try await desk.application.gateway.realtimeKeys()
        await desk.application.shutdown(drainSeconds: 0)
        let again = try await ServedDesk(directory: desk.directory)
        let second = try await again.application.gateway.realtimeKeys()
        #expect(first.key == second.key && first.key.utf8.count == 20)
        #expect(second.accepts(first.authorization(socketID: "1.2", channel: "c"), socketID: "1.2", channel: "c"))
        #expect("\(first)".contains("••••"))
        await again.stop()
        let other = try await ServedDesk()
        #expect(try await other.application.gateway.realtimeKeys().key != first.key)
        await other.stop()
    }
}
