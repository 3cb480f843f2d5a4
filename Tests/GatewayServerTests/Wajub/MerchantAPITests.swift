import Foundation
import Gateway
import Kernel
import Synchronization
import Testing
import Wire

@testable import GatewayServer

@Suite struct MerchantAPITests {
    @Test(
        "A payment that cannot be made names every field that is wrong, and makes nothing",
        arguments: [
            ([:], ["amount", "currency"]), (["amount": 0, "currency": "XAF"], ["amount"]),
            (["amount": -5, "currency": "XAF"], ["amount"]), (["amount": 0.5, "currency": "XAF"], ["amount"]),
            (["amount": "12,5", "currency": "EUR"], ["amount"]), (["amount": true, "currency": "EUR"], ["amount"]),
            (["amount": 10_000_000_000_001, "currency": "XAF"], ["amount"]),
            (["amount": 1, "currency": "ABC"], ["currency"]),
            (["amount": 1, "currency": 840], ["currency"]),
            (["amount": 1, "currency": "EUR", "colour": 1], ["colour"]),
            (["amount": 1, "currency": "EUR", "email": "nope"], ["email"]),
            (["amount": 1, "currency": "EUR", "expires_in": 59], ["expires_in"]),
            (["amount": 1, "currency": "EUR", "expires_in": "60"], ["expires_in"]),
            (["amount": 1, "currency": "EUR", "bearer": "nobody"], ["bearer"]),
            (["amount": 1, "currency": "EUR", "callback": "javascript:alert(1)"], ["callback"]),
            (["amount": 1, "currency": "EUR", "metadata": [1]], ["metadata"]),
            (["amount": 1, "currency": "EUR", "reference": ""], ["reference"]),
            (["amount": 1, "currency": "EUR", "reference": "a\u{0}b"], ["reference"]),
            (
                ["amount": 1, "currency": "EUR", "customer": ["age": 3, "email": 4]],
                ["customer.age", "customer.email"]
            ),
        ] as [(JSONValue, [String])])
    func invalid(body: JSONValue, fields: [String]) async throws {
        try await withDesk { desk in
            let answer = try await desk.ask(.post, "/payments", body)
            #expect(answer.status == 422 && answer.errorCode == "validation_error")
            #expect(answer.json["errors"]?.object?.keys.sorted() == fields, "\(answer.json)")
            #expect(try await desk.ask(.get, "/payments").json["meta"]?["total"] == 0)
        }
    }

    @Test("A field that is null is a field that is missing")
    func nulls() async throws {
        try await withDesk { desk in
            let answer = try await desk.ask(
                .post, "/payments",
                [
                    "amount": 5, "currency": "EUR", "reference": nil, "metadata": nil, "customer": nil,
                    "expires_in": nil,
                    "email": nil,
                ])
            #expect(answer.status == 201, "\(answer.json)")
            let token = try #require(answer.json["authorization_token"]?.string)
            var body = card("4242424242424242").object ?? [:]
            body["device"] = .null
            #expect(try await desk.pay(.post, "process", .object(body), token: token).status == 200)
            let id = try #require(answer.json["transaction"]?["id"])
            let refund: JSONValue = ["payment": id, "amount": nil, "reason": "duplicate"]
            #expect(try await desk.ask(.post, "/refunds", refund).status == 201)
        }
    }

    @Test("Many resends at once to an endpoint that came later make one delivery, and no fault")
    func resendRace() async throws {
        try await withDesk { desk in
            let (id, _) = try await desk.payment()
            _ = try await desk.ask(.delete, "/payments/\(id)")
            let event = try #require(try await desk.ask(.get, "/events").json["items"]?.array?.first?["id"]?.string)
            _ = try await desk.ask(.post, "/webhooks", ["url": "http://127.0.0.1:1/"])
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<20 { group.addTask { try await desk.ask(.post, "/events/\(event)/resend").status } }
                return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
            }
            #expect(statuses == [202])
            let deliveries = try await desk.ask(.get, "/events/\(event)").json["event"]?["deliveries"]?.array
            #expect(deliveries?.count == 1)
        }
    }

    @Test(
        "Nothing of a merchant's can be read or changed by another merchant, or with its own key of the other environment"
    )
    func isolation() async throws {
        try await withDesk { desk in
            let (id, token) = try await desk.payment()
            _ = try await desk.pay(.post, "process", card("4242424242424242"), token: token)
            let reason: JSONValue = "duplicate"
            let made = try await desk.ask(.post, "/refunds", ["payment": .string(id), "amount": 100, "reason": reason])
            let refund = try #require(made.json["refund"]?["id"]?.string)
            let hook = try await desk.ask(.post, "/webhooks", ["url": "http://127.0.0.1:1/a"])
            let endpoint = try #require(hook.json["endpoint"]?["id"]?.string)
            let event = try #require(try await desk.ask(.get, "/events").json["items"]?.array?.first?["id"]?.string)
            let other = try await desk.application.gateway.createMerchant(name: "Other").keys
            let foreign = try #require(other.first { $0.kind == .secret && $0.environment == .sandbox }).key.expose()
            let routes: [(HTTPMethod, String, JSONValue?)] = [
                (.get, "/payments/\(id)", nil), (.delete, "/payments/\(id)", nil),
                (.get, "/payments/\(id)/refunds", nil),
                (.post, "/refunds", ["payment": .string(id), "reason": reason]), (.get, "/refunds/\(refund)", nil),
                (.get, "/webhooks/\(endpoint)", nil), (.put, "/webhooks/\(endpoint)", ["url": "https://evil.example"]),
                (.post, "/webhooks/\(endpoint)/rotate-secret", nil), (.delete, "/webhooks/\(endpoint)", nil),
                (.get, "/events/\(event)", nil), (.post, "/events/\(event)/resend", nil),
            ]
            for key in [foreign, desk.liveKey] {
                for (method, path, body) in routes {
                    #expect(try await desk.ask(method, path, body, key: key).status == 404, "\(method) \(path)")
                }
                for list in ["/payments", "/refunds", "/webhooks", "/events"] {
                    #expect(try await desk.ask(.get, list, key: key).json["items"] == [])
                }
            }
            #expect(try await desk.ask(.get, "/payments/\(id)").json["transaction"]?["refunded_amount"] == 100)
            #expect(try await desk.ask(.get, "/webhooks/\(endpoint)").json == hook.json)
            #expect(try await desk.ask(.get, "/payments", headers: ["X-Sync": "mer_other"]).status == 403)
        }
    }

    @Test("Lists are cut by date, to the day or to the second")
    func dates() async throws {
        try await withDesk { desk in
            let first = desk.clock.now()
            _ = try await desk.payment()
            desk.clock.advance(milliseconds: 172_800_000)
            _ = try await desk.payment()
            func count(_ query: String) async throws -> JSONValue? {
                try await desk.ask(.get, "/payments?\(query)").json["meta"]?["total"]
            }
            let day = first.iso8601.prefix(10)
            #expect(try await count("date_to=\(day)") == 1)
            #expect(try await count("date_from=\(first.adding(seconds: 1).iso8601)") == 1)
            #expect(try await count("date_from=\(day)") == 2)
        }
    }

    @Test("Amounts keep their currency's digits, in numbers and in text")
    func amounts() async throws {
        try await withDesk { desk in
            let cases: [(JSONValue, String, String)] = [
                (12.50, "GHS", "12.5"), ("12.50", "GHS", "12.5"), (1.234, "KWD", "1.234"), (500, "JPY", "500"),
            ]
            for (amount, currency, text) in cases {
                let answer = try await desk.ask(.post, "/payments", ["amount": amount, "currency": .string(currency)])
                #expect(answer.json["transaction"]?["amount"]?.number?.text == text)
            }
        }
    }

    @Test(
        "Who asks: a secret key, raw or behind Bearer; nothing else",
        arguments: [
            ("SECRET", 200, nil), ("Bearer SECRET", 200, nil), ("", 401, "unauthorized"),
            ("sk_test_wrongwrongwrong", 401, "unauthorized"), ("PUBLIC", 403, "forbidden"),
            ("Basic SECRET", 401, "unauthorized"),
        ] as [(String, Int, String?)])
    func keys(header: String, status: Int, code: String?) async throws {
        try await withDesk { desk in
            let value = header.replacingOccurrences(of: "SECRET", with: desk.secretKey)
                .replacingOccurrences(of: "PUBLIC", with: desk.publicKey)
            let answer = try await desk.ask(.get, "/payments", headers: ["Authorization": value])
            #expect(answer.status == status && answer.errorCode == code)
        }
    }

    @Test("Sandbox and live payments do not see each other")
    func environments() async throws {
        try await withDesk { desk in
            let (id, _) = try await desk.payment()
            #expect(try await desk.ask(.get, "/payments/\(id)", key: desk.liveKey).status == 404)
            #expect(try await desk.ask(.get, "/payments", key: desk.liveKey).json["meta"]?["total"] == 0)
            let live = try await desk.ask(
                .post, "/payments", ["amount": 5, "currency": "EUR"], key: desk.liveKey)
            #expect(live.json["transaction"]?["sandbox"] == false)
            let token = try #require(live.json["authorization_token"]?.string)
            #expect(try await desk.pay(.get, "session", token: token).json["channels"] == [])
        }
    }

    @Test("T157, T158: lists turn pages by number and by cursor, and filter")
    func lists() async throws {
        try await withDesk { desk in
            for number in 1...5 {
                _ = try await desk.payment(["reference": .string("order-\(number)"), "amount": .integer(100 * number)])
                desk.clock.advance(milliseconds: 1000)
            }
            let first = try await desk.ask(.get, "/payments?per_page=2&page=1").json
            #expect(first["transactions"]?.array?.map { $0["reference"] } == ["order-5", "order-4"])
            #expect(first["items"] == first["transactions"])
            #expect(
                first["meta"]?["total"] == 5 && first["meta"]?["last_page"] == 3 && first["meta"]?["has_more"] == true)
            let last = try await desk.ask(.get, "/payments?per_page=2&page=3").json
            #expect(last["items"]?.array?.count == 1 && last["meta"]?["has_more"] == false)
            let cursor = try #require(first["meta"]?["next_cursor"]?.string)
            let next = try await desk.ask(.get, "/payments?per_page=2&cursor=\(cursor)").json
            #expect(next["items"]?.array?.map { $0["reference"] } == ["order-3", "order-2"])
            #expect(next["meta"]?["total"] == nil)
            let filtered = try await desk.ask(.get, "/payments?amount_min=200&amount_max=300.0&status=pending").json
            #expect(filtered["meta"]?["total"] == 2)
            #expect(try await desk.ask(.get, "/payments?status=succeeded").json["meta"]?["total"] == 0)
            let named = try await desk.ask(.get, "/payments?reference=order-2").json
            #expect(named["items"]?.array?.map { $0["reference"] } == ["order-2"])
            for bad in [
                "per_page=0", "per_page=101", "page=x", "cursor=x", "status=maybe", "date_from=soon", "amount_min=x",
                "colour=1",
            ] {
                #expect(try await desk.ask(.get, "/payments?\(bad)").status == 422, "\(bad)")
            }
        }
    }

    @Test("T164: refunds, whole and in parts, never more than was paid, once per key")
    func refunds() async throws {
        try await withDesk { desk in
            let (id, token) = try await desk.payment()
            let reason: JSONValue = "requested_by_customer"
            let early = try await desk.ask(.post, "/refunds", ["payment": .string(id), "reason": reason])
            #expect(early.status == 422 && early.errorCode == "refund_not_possible")
            _ = try await desk.pay(.post, "process", card("4242424242424242"), token: token)
            let part: JSONValue = ["payment": .string(id), "amount": 500, "reason": reason]
            let made = try await desk.ask(.post, "/refunds", part, headers: ["Idempotency-Key": "r1"])
            #expect(made.status == 201 && made.json["refund"]?["amount"] == 500)
            let again = try await desk.ask(.post, "/refunds", part, headers: ["Idempotency-Key": "r1"])
            #expect(again.body == made.body)
            let refund = try #require(made.json["refund"]?["id"]?.string)
            #expect(try await desk.ask(.get, "/refunds/\(refund)").json["refund"]?["payment"] == .string(id))
            desk.clock.advance(milliseconds: 1000)
            let tooMuch = try await desk.ask(
                .post, "/refunds", ["payment": .string(id), "amount": 25_001, "reason": reason])
            #expect(tooMuch.status == 422)
            _ = try await desk.ask(.post, "/refunds", ["payment": .string(id), "reason": reason])
            let list = try await desk.ask(.get, "/payments/\(id)/refunds").json
            #expect(
                list["refunds"]?.array?.map { $0["amount"] } == [25_000, 500])
            #expect(try await desk.ask(.get, "/payments/\(id)").json["transaction"]?["refunded_amount"] == 25_500)
            for bad: JSONValue in [["payment": .string(id)], ["payment": .string(id), "reason": "no idea"], [:]] {
                #expect(try await desk.ask(.post, "/refunds", bad).status == 422)
            }
            #expect(try await desk.ask(.post, "/refunds", ["payment": "trx_x", "reason": reason]).status == 404)
        }
    }

    @Test("T170: DELETE cancels a pending payment, and the session shows it")
    func delete() async throws {
        try await withDesk { desk in
            let (id, token) = try await desk.payment()
            #expect(try await desk.ask(.delete, "/payments/\(id)").json["transaction"]?["status"] == "cancelled")
            #expect(try await desk.pay(.get, "session", token: token).json["transaction"]?["status"] == "cancelled")
            #expect(try await desk.ask(.delete, "/payments/\(id)").status == 409)
            #expect(try await desk.ask(.delete, "/payments/trx_x").status == 404)
        }
    }

    @Test("W11, T165: the webhook arrives over HTTP, signed, and says what GET /payments says")
    func webhook() async throws {
        let received = Mutex<[ServerRequest]>([])
        var configuration = ServerConfiguration()
        configuration.port = 0
        let shop = HTTPServer(configuration: configuration, log: .silent, metrics: Metrics()) { request in
            received.withLock { $0.append(request) }
            return ServerResponse(status: 204)
        }
        let port = try shop.start()
        try await withDesk { desk in
            let endpoint = try await desk.ask(
                .post, "/webhooks",
                ["url": .string("http://127.0.0.1:\(port)/hook"), "enabled_events": ["payment.succeeded"]])
            #expect(endpoint.status == 201)
            let secret = try #require(endpoint.json["endpoint"]?["secret"]?.string)
            #expect(secret.hasPrefix("whsec_test_"))
            let (id, token) = try await desk.payment()
            _ = try await desk.pay(.post, "process", card("4242424242424242"), token: token)
            for _ in 0..<500 where received.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(10)) }
            let webhook = try #require(received.withLock { $0.first })
            try WebhookSignature.verify(
                webhook.body, signature: webhook.headers["X-Wajub-Signature"],
                timestamp: webhook.headers["X-Wajub-Timestamp"], secret: secret, now: desk.clock.now())
            let json = try JSONValue.parse(webhook.body)
            #expect(json["event"] == "payment.succeeded" && json["type"] == json["event"])
            let payment = try await desk.ask(.get, "/payments/\(id)").json["transaction"]
            #expect(json["data"] == payment)
            #expect(json["data"]?["customer"]?["token"] == nil && !json.text.contains(token))

            let event = try #require(json["id"]?.string)
            let resent = try await desk.ask(.post, "/events/\(event)/resend")
            #expect(resent.status == 202)
            for _ in 0..<500 where received.withLock({ $0.count < 2 }) { try await Task.sleep(for: .milliseconds(10)) }
            #expect(received.withLock { $0.map(\.body) } == [webhook.body, webhook.body])
            // What came of it is written down after the answer.
            var told: JSONValue?
            for _ in 0..<500 where told?["state"] != "delivered" {
                told = try await desk.ask(.get, "/events/\(event)").json["event"]?["deliveries"]?.array?.first
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(told?["state"] == "delivered" && told?["last_status"] == 204)
        }
        await shop.shutdown(drainSeconds: 1)
    }

    @Test("Webhook endpoints are made, listed, changed, given a new secret and deleted")
    func endpoints() async throws {
        try await withDesk { desk in
            let made = try await desk.ask(.post, "/webhooks", ["url": "https://shop.example/a"])
            let id = try #require(made.json["endpoint"]?["id"]?.string)
            let secret = made.json["endpoint"]?["secret"]
            #expect(made.json["endpoint"]?["enabled_events"] == ["*"])
            let changed = try await desk.ask(
                .put, "/webhooks/\(id)", ["url": "https://shop.example/b", "enabled_events": ["payment.failed"]])
            #expect(changed.json["endpoint"]?["url"] == "https://shop.example/b")
            let rotated = try await desk.ask(.post, "/webhooks/\(id)/rotate-secret")
            #expect(rotated.json["endpoint"]?["secret"] != secret)
            #expect(try await desk.ask(.get, "/webhooks").json["endpoints"]?.array?.count == 1)
            #expect(try await desk.ask(.get, "/webhooks/\(id)", key: desk.liveKey).status == 404)
            #expect(try await desk.ask(.delete, "/webhooks/\(id)").status == 200)
            #expect(try await desk.ask(.get, "/webhooks").json["endpoints"]?.array?.count == 0)
            #expect(try await desk.ask(.post, "/webhooks", ["url": "nowhere"]).status == 422)
        }
    }

    @Test("The sandbox plays faults on request, and never on live payments")
    func faults() async throws {
        try await withDesk { desk in
            let set = try await desk.ask(.post, "/sandbox/faults", ["fault": "GET /payments status=503 2"])
            #expect(set.json["faults"] == ["GET /payments status=503 2"])
            #expect(try await desk.ask(.get, "/payments", key: desk.liveKey).status == 200)
            #expect(try await desk.ask(.get, "/payments").status == 503)
            #expect(try await desk.ask(.get, "/sandbox/faults").json["faults"] == ["GET /payments status=503 1"])
            #expect(try await desk.ask(.delete, "/sandbox/faults").json["faults"] == [])
            #expect(try await desk.ask(.get, "/payments").status == 200)
            #expect(try await desk.ask(.get, "/sandbox/faults", key: desk.liveKey).status == 403)
            // One merchant's faults are no other's, and none of them closes the way back.
            _ = try await desk.ask(.post, "/sandbox/faults", ["fault": "* / status=500 1000000"])
            #expect(try await desk.ask(.get, "/payments").status == 500)
            let other = try await desk.application.gateway.createMerchant(name: "Other").keys[0].key.expose()
            #expect(try await desk.ask(.get, "/payments", key: other).status == 200)
            #expect(try await desk.ask(.get, "/payments", key: "tok_test").status == 401)
            #expect(try await desk.ask(.delete, "/sandbox/faults").status == 200)
            #expect(try await desk.ask(.get, "/payments").status == 200)
            for bad in [
                "", "x", "GET payments drop-answer", "GET / status=200", "GET / delay=999999999", "GET / status=503 0",
            ] {
                #expect(try await desk.ask(.post, "/sandbox/faults", ["fault": .string(bad)]).status == 422)
            }
        }
    }
}
