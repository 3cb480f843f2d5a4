import Foundation
import Kernel
import Testing
import Wire

@testable import Gateway
@testable import GatewayServer

@Suite struct YunoWebhookTests {
    private func hook(_ desk: ServedDesk, _ address: String) async throws -> ServedDesk.Answer {
        try await desk.yuno(
            .post, "/webhooks",
            [
                "account_id": desk.account, "name": .string("hook \(UUID())"), "url": .string(address),
                "api_key": "shop-key", "secret": "shop-secret", "hmac_client_secret": "sign with this",
                "payment_triggers": ["PURCHASE", "AUTHORIZE", "CAPTURE", "REFUND", "CANCEL"],
            ])
    }

    @Test("YH61, YH62, T78: a webhook says what the payment is, carries its keys, and is signed over its bytes")
    func signed() async throws {
        let shop = try HookReceiver()
        try await withDesk { desk in
            #expect(try await hook(desk, shop.address).status == 201)
            let paid = try await desk.paid().answer
            let webhook = try #require(try await shop.webhooks(1).first)
            #expect(webhook.headers["x-api-key"] == "shop-key" && webhook.headers["x-secret"] == "shop-secret")
            #expect(webhook.headers["Content-Type"]?.hasPrefix("application/json") == true)
            let key = Array("sign with this".utf8)
            let expected = Data(Crypto.hmacSHA256(key: key, webhook.body)).base64EncodedString()
            #expect(webhook.headers["x-hmac-signature"] == expected)
            var changed = webhook.body
            changed[changed.count / 2] ^= 1
            #expect(
                webhook.headers["x-hmac-signature"] != Data(Crypto.hmacSHA256(key: key, changed)).base64EncodedString())

            let json = try JSONValue.parse(webhook.body)
            #expect(json["type"] == "payment" && json["type_event"] == "payment.purchase" && json["version"] == 2)
            #expect(json["account_id"] == desk.account && json["retry"] == 0)
            let payment = json["data"]?["payment"]
            #expect(payment?["id"] == paid.json["id"] && payment?["order_id"] == "order-77")
            #expect(payment?["status"] == "SUCCEEDED" && payment?["merchant_order_id"] == "order-77")
            let id = try #require(json["data"]?["idempotency_key"]?.string)
            #expect(payment?["idempotency_key"] == .string(id) && !id.isEmpty)
            #expect(payment?["transactions"]?["payment_method"]?["payment_method_detail"]?["card"] != nil)
            #expect(payment?["transactions"]?["provider"]?["provider_transaction_id"]?.string?.isEmpty == false)
            #expect(payment?["transactions"]?["provider_data"]?["raw_response"]?.object != nil)
            #expect(!json.text.contains(paid.json["payment_method"]?["token"]?.string ?? "-"))
        }
        await shop.stop()
    }

    @Test("T79: what is not taken is sent again at the listed times with its counter, until it is taken")
    func retries() async throws {
        let shop = try HookReceiver()
        shop.answer(500)
        try await withDesk { desk in
            #expect(try await hook(desk, shop.address).status == 201)
            _ = try await desk.paid()
            _ = try await shop.webhooks(1)
            let first = desk.clock.now()
            // Each try's outcome is written down after it was answered; the clock moves when it is.
            for (count, wait) in [300, 3000, 21_600, 86_400, 172_800, 345_600].enumerated() {
                try await settled(desk, tries: count + 1)
                let due = first.adding(seconds: Int64(wait))
                desk.clock.advance(milliseconds: due.milliseconds - desk.clock.now().milliseconds - 1000)
                try await Task.sleep(for: .milliseconds(60))
                #expect(shop.received.count == count + 1)
                desk.clock.advance(milliseconds: 1000)
                _ = try await shop.webhooks(count + 2)
            }
            try await settled(desk, tries: 7)
            desk.clock.advance(milliseconds: 400_000_000)
            try await Task.sleep(for: .milliseconds(100))
            let told = try shop.received.map { try JSONValue.parse($0.body) }
            #expect(told.map { $0["retry"] } == (0...6).map { JSONValue.integer($0) })
            #expect(Set(told.map { $0["data"]?["idempotency_key"] }).count == 1)
            let plain = told.map { value in
                var object = value.object ?? [:]
                object["retry"] = nil
                return JSONValue.object(object)
            }
            #expect(Set(plain).count == 1)

            shop.answer(200)
            _ = try await desk.paid()
            let last = try await shop.webhooks(8)
            #expect(last.count == 8)
            desk.clock.advance(milliseconds: 400_000)
            try await Task.sleep(for: .milliseconds(100))
            #expect(shop.received.count == 8)
        }
        await shop.stop()
    }

    /// Waits until so many tries have been written down.
    private func settled(_ desk: ServedDesk, tries: Int) async throws {
        for _ in 0..<300 {
            let next = try await desk.application.gateway.store.read { transaction in
                let page = PageRequest(.number(1), size: 1)
                let event = try transaction.events(of: desk.merchant.id, .sandbox, .yuno, page).items.first
                return try event.flatMap { try transaction.deliveries(of: $0.id).first?.tries } ?? 0
            }
            if next >= tries { return }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    @Test("Webhooks are made, listed, changed and deleted; their secrets are never said again")
    func admin() async throws {
        try await withDesk { desk in
            let account = desk.merchant.accountID(.sandbox)
            let made = try await hook(desk, "https://shop.example/hook")
            #expect(made.status == 201 && made.json["status"] == "ACTIVE", "\(made.json)")
            for name in ["api_key", "secret", "hmac_client_secret"] { #expect(made.json[name] == "***", "\(name)") }
            #expect(made.json["oauth2_client_secret"] == .null)
            let id = try #require(made.json["id"]?.string)
            let same = try await desk.yuno(
                .post, "/webhooks",
                [
                    "account_id": desk.account, "name": made.json["name"] ?? .null, "url": "https://shop.example/b",
                    "payment_triggers": ["PURCHASE"],
                ])
            #expect(same.status == 409 && same.fault == "WEBHOOK_ALREADY_EXISTS", "\(same.json)")
            let none = try await desk.yuno(
                .post, "/webhooks",
                ["account_id": desk.account, "name": "none", "url": "https://shop.example/c"])
            #expect(none.status == 400 && none.fault == "MISSING_PARAMETERS", "\(none.json)")
            let strange = try await desk.yuno(
                .post, "/webhooks",
                [
                    "account_id": desk.account, "name": "s", "url": "https://shop.example/d",
                    "payment_triggers": ["ENROLL"],
                ])
            #expect(strange.status == 400 && strange.fault == "INVALID_PARAMETERS", "\(strange.json)")
            let listed = try await desk.yuno(.get, "/webhooks?account_id=\(account)")
            #expect(listed.json.array?.map { $0["id"] } == [.string(id)], "\(listed.json)")
            let changed = try await desk.yuno(
                .patch, "/webhooks/\(id)",
                ["account_id": desk.account, "enrollment_triggers": ["ENROLL"], "secret": "", "name": "renamed"])
            #expect(changed.status == 200 && changed.json["enrollment_triggers"] == ["ENROLL"], "\(changed.json)")
            #expect(changed.json["secret"] == .null && changed.json["api_key"] == "***")
            let read = try await desk.yuno(.get, "/webhooks/\(id)?account_id=\(account)")
            #expect(read.json["name"] == "renamed" && read.json["payment_triggers"]?.array?.count == 5)
            let missing = try await desk.yuno(.get, "/webhooks/\(id)")
            #expect(missing.status == 400 && missing.fault == "MISSING_PARAMETERS")
            let gone = try await desk.yuno(.delete, "/webhooks/\(id)?account_id=\(account)")
            #expect((200...204).contains(gone.status))
            #expect(try await desk.yuno(.get, "/webhooks?account_id=\(account)").json == [])
            // The other dialect's endpoints are its own.
            #expect(try await desk.ask(.get, "/webhooks").json["endpoints"] == [])
        }
    }
}
