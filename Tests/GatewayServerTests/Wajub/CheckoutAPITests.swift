import Foundation
import Kernel
import Testing

@testable import GatewayServer

@Suite struct CheckoutAPITests {
    @Test("W9: POST /payments gives a token for the app next to a link for the browser, and both show one payment")
    func created() async throws {
        try await withDesk { desk in
            let answer = try await desk.ask(
                .post, "/payments",
                [
                    "amount": 25_000, "currency": "XAF", "reference": "order-4172", "bearer": "customer",
                    "description": "Panier 4172", "email": "payer@example.com", "metadata": ["cart": 7.10],
                ])
            #expect(answer.status == 201)
            let transaction = try #require(answer.json["transaction"])
            #expect(transaction["status"] == "pending" && transaction["sandbox"] == true)
            #expect(transaction["amount"] == 25_000 && transaction["amount_total"] == 25_500)
            #expect(try transaction["metadata"] == JSONValue.parse(#"{"cart":7.1}"#))
            let token = try #require(answer.json["authorization_token"]?.string)
            let link = try #require(answer.json["authorization_url"]?.string)
            let page = try await desk.ask(.get, String(link.dropFirst(desk.address.count)), key: "")
            #expect(page.status == 200)
            let html = String(decoding: page.body, as: UTF8.self)
            #expect(html.contains("Boutique &lt;Étoile&gt;") && html.contains("Test mode"))
            #expect(try await desk.pay(.get, "session", token: token).json["transaction"]?["id"] == transaction["id"])
        }
    }

    @Test("W106: the session has the payment, its channels and operators, in the shape of P1")
    func session() async throws {
        try await withDesk { desk in
            let (id, token) = try await desk.payment(["name": "A. Payer", "phone": "+237677123456"])
            let answer = try await desk.pay(.get, "session", token: token, language: "fr-CM,en;q=0.5")
            #expect(answer.status == 200)
            let transaction = try #require(answer.json["transaction"]?.object)
            #expect(
                Set(transaction.keys).isSuperset(of: [
                    "id", "reference", "trxref", "amount", "amount_total", "fees", "currency", "status", "status_label",
                    "sandbox", "description", "expires_at", "customer", "receipt_url", "paid_at", "method",
                    "last_decline", "processing_context",
                ]))
            #expect(transaction["id"] == .string(id) && transaction["status_label"] == "En attente")
            #expect(transaction["fees"] == 500 && transaction["metadata"] == nil)
            #expect(answer.json["locale"] == "fr" && answer.json["environment"] == "sandbox")
            #expect(answer.json["branding"]?["name"] == "Boutique <Étoile>")
            let channels = try #require(answer.json["channels"]?.array)
            let mobile = try #require(channels.first { $0["slug"] == "cm.mobile" })
            #expect(mobile["type"] == "mobile_money" && mobile["countries"] == ["CM"])
            let operators = mobile["operators"]?.array?.compactMap { $0["id"]?.string } ?? []
            #expect(Set(operators).isSuperset(of: ["mtn", "orange"]))
            #expect(channels.contains { $0["slug"] == "card" && $0["type"] == "card" })
            let config = try await desk.pay(.get, "sdk-config", token: token).json["channels"]
            for channel in channels {
                let slug = try #require(channel["slug"]?.string)
                #expect(config?[slug]?["available"] == true && config?[slug]?["sdk"] == "form")
            }
        }
    }

    @Test("A Mobile Money payment from request to receipt, in the shapes of P3 and P4")
    func mobileMoneyPayment() async throws {
        try await withDesk { desk in
            let (id, token) = try await desk.payment()
            let accepted = try await desk.pay(.post, "process", mobileMoney, token: token, key: "k1")
            #expect(accepted.status == 202 && accepted.json["code"] == 202 && accepted.json["action"] == .some(.null))
            let context = accepted.json["transaction"]?["processing_context"]
            #expect(context?["is_mobile_money"] == true && context?["channel_slug"] == "cm.mobile")
            var status = try await desk.pay(.get, "status", token: token).json
            #expect(status["status"] == "processing" && status["attempt"]?["idempotency_key"] == "k1")
            desk.clock.advance(milliseconds: 3000)
            status = try await desk.pay(.get, "status", token: token).json
            #expect(status["status"] == "success" && status["transaction"]?["method"] == "cm.mobile")
            #expect(status["transaction"]?["paid_at"]?.string?.hasSuffix("Z") == true)
            let merchant = try await desk.ask(.get, "/payments/\(id)")
            #expect(merchant.json["transaction"]?["status"] == "success")
            let again = try await desk.pay(.post, "process", mobileMoney, token: token, key: "k1")
            #expect(again.body == accepted.body && again.headers["Idempotent-Replayed"] == "true")
            let over = try await desk.pay(.post, "process", mobileMoney, token: token, key: "k2")
            #expect(over.status == 400 && over.errorCode == "not_processable")
        }
    }

    @Test(
        "W102: a refused card answers with its code, status and words, and a decline whose id is new",
        arguments: [
            ("4000000000000002", 402, "payment_declined"), ("4000000000009995", 402, "insufficient_funds"),
            ("4000000000000119", 403, "shield_blocked"),
        ])
    func refusedCards(number: String, status: Int, code: String) async throws {
        try await withDesk { desk in
            let (_, token) = try await desk.payment()
            let refused = try await desk.pay(.post, "process", card(number), token: token, language: "fr")
            #expect(refused.status == status && refused.errorCode == code)
            let words = ErrorCatalogue.wajub[code]?.message(.french, ["ref": "BR-0119"])
            #expect(refused.json["message"]?.string == words)
            #expect((refused.json["block_reference"] == "BR-0119") == (code == "shield_blocked"))
            let read = try await desk.pay(.get, "status", token: token).json
            #expect(read["status"] == "pending" && read["last_decline"]?["code"]?.string == code)
            let first = read["last_decline"]?["id"]
            _ = try await desk.pay(.post, "process", card(number), token: token)
            #expect(try await desk.pay(.get, "status", token: token).json["last_decline"]?["id"] != first)
        }
    }

    @Test("W94, W96: steps answer with the tries that are left, and take the right code")
    func steps() async throws {
        try await withDesk { desk in
            let (_, token) = try await desk.payment()
            let asked = try await desk.pay(.post, "process", card("4000056655665556"), token: token)
            #expect(
                asked.status == 202 && asked.json["action"] == "confirm_3ds" && asked.json["step"]?["kind"] == "3ds")
            let id = asked.json["step"]?["id"] ?? .null
            #expect(try await desk.pay(.get, "status", token: token).json["step"]?["id"] == id)
            let wrong = try await desk.pay(.post, "verify/3ds", ["id": id, "code": "000000"], token: token)
            #expect(wrong.status == 422 && wrong.errorCode == "invalid_code" && wrong.json["attempts_left"] == 2)
            let early = try await desk.pay(.post, "verify/3ds/resend", ["id": id], token: token)
            #expect(early.status == 429 && early.headers["Retry-After"] == "60")
            desk.clock.advance(milliseconds: 60_000)
            let resent = try await desk.pay(.post, "verify/3ds/resend", ["id": id], token: token)
            #expect(resent.status == 200 && resent.json["step"]?["id"] == id)
            #expect(try await desk.pay(.post, "verify/pin", ["id": id, "pin": "1"], token: token).status == 422)
            #expect(try await desk.pay(.post, "verify/iris", ["id": id], token: token).status == 404)
            let right = try await desk.pay(.post, "verify/3ds", ["id": id, "code": "123456"], token: token)
            #expect(right.status == 200 && right.json["transaction"]?["status"] == "success")
        }
    }

    @Test("A card that needs a page is paid, or refused, on the sandbox's own page", arguments: [true, false])
    func page(approve: Bool) async throws {
        try await withDesk { desk in
            let (_, token) = try await desk.payment()
            let asked = try await desk.pay(.post, "process", card("4000002500003155"), token: token)
            #expect(asked.json["action"] == "confirm_3ds" && asked.json["step"] == nil)
            let url = try #require(asked.json["simulator_url"]?.string)
            let path = String(url.dropFirst(desk.address.count))
            let page = try await desk.ask(.get, path, key: "")
            #expect(String(decoding: page.body, as: UTF8.self).contains("value=\"approve\""))
            let form = ["Content-Type": "application/x-www-form-urlencoded"]
            let bad = try await desk.ask(.post, path, bytes: Array("action=maybe".utf8), key: "", headers: form)
            #expect(bad.status == 422)
            let body = Array("action=\(approve ? "approve" : "decline")".utf8)
            let foreign = form.merging(["Sec-Fetch-Site": "cross-site"]) { $1 }
            #expect(try await desk.ask(.post, path, bytes: body, key: "", headers: foreign).status == 403)
            let done = try await desk.ask(.post, path, bytes: body, key: "", headers: form)
            #expect(done.status == 200 && !String(decoding: done.body, as: UTF8.self).contains("<form"))
            let status = try await desk.pay(.get, "status", token: token).json["status"]
            #expect(status == (approve ? "success" : "pending"))
        }
    }

    @Test("A pending payment is cancelled for good; a running or paid one is not")
    func cancel() async throws {
        try await withDesk { desk in
            let (_, token) = try await desk.payment()
            _ = try await desk.pay(.post, "process", mobileMoney, token: token)
            let running = try await desk.pay(.post, "cancel", [:], token: token)
            #expect(running.status == 409 && running.errorCode == "not_cancellable")
            #expect(running.json["transaction"]?["status"] == "processing")
            let (_, fresh) = try await desk.payment()
            let done = try await desk.pay(.post, "cancel", [:], token: fresh)
            #expect(done.status == 200 && done.json["redirect_url"] == .some(.null))
            #expect(done.json["transaction"]?["status"] == "cancelled")
            #expect(try await desk.pay(.post, "process", mobileMoney, token: fresh).status == 400)
        }
    }

    @Test("An expired payment can be read, and is refused with 410 when paid")
    func expired() async throws {
        try await withDesk { desk in
            let (_, token) = try await desk.payment(["expires_in": 60])
            desk.clock.advance(milliseconds: 60_000)
            #expect(try await desk.pay(.get, "session", token: token).json["transaction"]?["status"] == "expired")
            let refused = try await desk.pay(.post, "process", mobileMoney, token: token)
            #expect(refused.status == 410 && refused.errorCode == "session_terminal_expired")
            let wrong = try await desk.pay(.post, "process", ["channel": "card", "data": [:]], token: token)
            #expect(wrong.status == 410, "a payment that is over asks for no corrections")
        }
    }

    @Test(
        "Only a session token behind Bearer opens /pay",
        arguments: [
            ("", 401, "token_required"), ("TOKEN", 401, "token_required"), ("Basic TOKEN", 401, "token_required"),
            ("Bearer tok_test_unknown", 404, "session_not_found"), ("Bearer", 401, "token_required"),
            ("SECRET", 401, "token_required"), ("Bearer SECRET", 401, "token_required"), ("bearer TOKEN", 200, nil),
            ("Bearer tok_\u{7f}", 401, "token_required"),
        ] as [(String, Int, String?)])
    func tokens(header: String, status: Int, code: String?) async throws {
        try await withDesk { desk in
            let (_, token) = try await desk.payment()
            let value = header.replacingOccurrences(of: "TOKEN", with: token)
                .replacingOccurrences(of: "SECRET", with: desk.secretKey)
            let answer = try await desk.ask(.get, "/pay/status", headers: ["Authorization": value])
            if header.contains("\u{7f}") {
                #expect(answer.status == 400 || answer.status == 404 || answer.status == 401)
            } else {
                #expect(answer.status == status && answer.errorCode == code, "\(answer.json)")
            }
        }
    }

    @Test("A lost answer was a payment all the same: the same key gets it")
    func lostAnswer() async throws {
        try await withDesk(faults: ["POST /pay/process drop-answer 1", "POST /pay/process status=503 1"]) { desk in
            let (_, token) = try await desk.payment()
            await #expect(throws: (any Error).self) {
                try await desk.pay(.post, "process", mobileMoney, token: token, key: "k1")
            }
            #expect(try await desk.pay(.post, "process", mobileMoney, token: token, key: "k1").status == 503)
            let answer = try await desk.pay(.post, "process", mobileMoney, token: token, key: "k1")
            #expect(answer.status == 202 && answer.headers["Idempotent-Replayed"] == "true")
        }
    }
}
