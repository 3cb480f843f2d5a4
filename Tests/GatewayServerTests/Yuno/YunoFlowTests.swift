import Foundation
import Kernel
import Testing
import Wire

@testable import GatewayServer

/// What an app does with a session: its token, its payment's next step, the bank's pages.
@Suite struct YunoFlowTests {
    static let form = ["Content-Type": "application/x-www-form-urlencoded", "Authorization": ""]

    /// The path and query of an address of this gateway.
    private func path(_ desk: ServedDesk, _ address: JSONValue?) throws -> String {
        let text = try #require(address?.string)
        #expect(text.hasPrefix(desk.address + "/") && text.contains("?"), "\(text)")
        return String(text.dropFirst(desk.address.count))
    }

    private func get(_ desk: ServedDesk, _ path: String, language: String = "en") async throws -> ServedDesk.Answer {
        try await desk.ask(.get, path, headers: ["Authorization": "", "Accept-Language": language])
    }

    private func send(_ desk: ServedDesk, _ path: String, _ body: String) async throws -> ServedDesk.Answer {
        try await desk.ask(.post, path, bytes: Array(body.utf8), headers: Self.form)
    }

    private func html(_ answer: ServedDesk.Answer) -> String { String(decoding: answer.body, as: UTF8.self) }

    /// What an element of the page carries for its script.
    private func attribute(_ name: String, _ html: String) -> String? {
        html.range(of: "data-\(name)=\"").map { String(html[$0.upperBound...].prefix { $0 != "\"" }) }
    }

    static let codes: [(otp: String, outcome: String, code: String)] = [
        ("1234", "SUCCEEDED/APPROVED", "SUCCEEDED"),
        ("1111", "DECLINED/DECLINED", "AUTHENTICATION_FAILED_THREE_D_SECURE"),
        ("2222", "DECLINED/DECLINED", "REJECTED_THREE_D_SECURE_REQUIRED"),
        ("3333", "DECLINED/DECLINED", "THREE_D_SECURE_REQUIRED"),
        ("4444", "DECLINED/DECLINED", "AUTHENTICATION_ATTEMPT"),
    ]

    @Test(
        "YF33, YH40, YH42, YL33, YH43, YH54, YH58, T28: the challenge's code decides, and the page tells of its end once",
        arguments: codes.indices)
    func challenge(index: Int) async throws {
        let wanted = Self.codes[index]
        try await withDesk { desk in
            let (session, paid) = try await desk.paid(
                card: "4916994064252017", session: ["callback_url": "yunoexample://pay"])
            #expect(paid.outcome == "PENDING/WAITING_ADDITIONAL_STEP")
            #expect(paid.json["checkout"]?["sdk_action_required"] == true)
            #expect(paid.transaction?["type"] == "THREE_D_SECURE" && paid.transaction?["status"] == "PENDING")
            #expect(paid.transaction?["response_code"] == "CHALLENGE_REQUIRED")
            let url = try await desk.sdk(.get, "checkout/\(session)/challenge")
            #expect(url.status == 200 && url.json["url"] == paid.card?["redirect_url"])
            let told = try await desk.sdk(.get, "checkout/\(session)/payment").json["payment"]
            #expect(told?["action"]?["type"] == "CHALLENGE" && told?["action"]?["url"] == url.json["url"])

            let page = try path(desk, url.json["url"])
            let asked = try await get(desk, page)
            #expect(asked.status == 200 && html(asked).contains("autocomplete=\"one-time-code\""))
            #expect(!html(asked).contains("<script") && !html(asked).contains("data-status"))
            let wrong = try await send(desk, page, "choice=approve&code=0000")
            #expect(wrong.status == 422 && html(wrong).contains("role=\"alert\""))
            let done = try await send(desk, page, "choice=approve&code=\(wanted.otp)")
            #expect(done.status == 303 && done.headers["Location"] == desk.address + page)
            let over = try await get(desk, page)
            let callback = "yunoexample://pay?checkoutSession=\(session)"
            #expect(attribute("status", html(over)) == "COMPLETED" && attribute("text", html(over)) == callback)
            #expect(attribute("address", html(over)) == callback)
            #expect(html(over).contains("<noscript><meta http-equiv=\"refresh\" content=\"0;url=\(callback)\">"))
            let policy = try #require(over.headers["Content-Security-Policy"])
            #expect(policy.contains("script-src 'sha256-") && policy.contains("frame-ancestors 'self'"), "\(policy)")
            // In a frame it stays where it is.
            let framed = html(try await get(desk, page + "&embedded=true"))
            #expect(attribute("address", framed) == "" && attribute("embedded", framed) == "true")
            #expect(!framed.contains("http-equiv"))

            let id = try #require(paid.json["id"]?.string)
            #expect(try await desk.status(id) == wanted.outcome)
            let after = try await desk.yuno(.get, "/payments/\(id)?transactions_history=true").json
            #expect(after["transactions"]?["response_code"] == .string(wanted.code), "\(after)")
            #expect(after["checkout"]?["sdk_action_required"] == false)
            let none = try await desk.sdk(.get, "checkout/\(session)/challenge")
            #expect(none.status == 400 && none.fault == "NO_CHALLENGE_REQUIRED")
        }
    }

    @Test("YH41, YF33, T29, T30: a challenge nobody passes leaves the payment waiting; a frictionless card has none")
    func frictionless() async throws {
        try await withDesk { desk in
            let waiting = try await desk.paid(card: "5306889942833340").answer
            #expect(try await desk.status(waiting.json["id"]?.string ?? "") == "PENDING/WAITING_ADDITIONAL_STEP")
            let (session, paid) = try await desk.paid(card: "4929251897047956")
            #expect(paid.outcome == "SUCCEEDED/APPROVED" && paid.json["checkout"]?["sdk_action_required"] == false)
            #expect(paid.card?["card_data"]?["three_d_secure"]?["pares_status"] == "Y")
            #expect(try await desk.sdk(.get, "checkout/\(session)/challenge").fault == "NO_CHALLENGE_REQUIRED")
        }
    }

    @Test("YH60, T59: a challenge that cannot be drawn says so, and no address of a program is ever followed")
    func brokenChallenge() async throws {
        try await withDesk { desk in
            let (session, _) = try await desk.paid(
                card: "4556362626719763", session: ["callback_url": "https://shop.example/back"])
            let url = try await desk.sdk(.get, "checkout/\(session)/challenge")
            let page = html(try await get(desk, try path(desk, url.json["url"]), language: "fr"))
            #expect(attribute("status", page) == "ERROR" && attribute("text", page) == "Invalid 3DS provider")
            #expect(attribute("address", page) == "" && !page.contains("<form"))
            for address in [
                "javascript:alert(1)", "JavaScript:x", "data:text/html,x", "filesystem:x", "no-scheme", "x y://",
            ] {
                #expect(!PageEnding.canLead(address), "\(address)")
            }
            #expect(PageEnding.canLead("yunoexample://pay") && PageEnding.canLead("https://shop.example/?a=b"))
        }
    }

    @Test("YL49, YL50, YL51, YL52, T32, T34: a PIX code stays the same until the bank is told to pay it")
    func pix() async throws {
        try await withDesk { desk in
            let (session, id) = try await desk.pix()
            #expect(try await desk.status(id) == "PENDING/PENDING_PROVIDER_CONFIRMATION")
            let first = try await desk.sdk(.get, "checkout/\(session)/payment").json["payment"]
            let code = try #require(first?["action"]?["code"])
            #expect(first?["action"]?["type"] == "CODE" && code["kind"] == "PIX" && code["expires_in"] == 600)
            let text = try #require(code["text"]?.string)
            #expect(text.hasPrefix("000201") && text.contains("5303986") && text.contains("5406150.50"), "\(text)")
            desk.clock.advance(milliseconds: 60_000)
            let later = try await desk.sdk(.get, "checkout/\(session)/payment").json["payment"]
            #expect(later?["action"]?["code"]?["text"] == code["text"])
            #expect(later?["action"]?["code"]?["expires_in"] == 540)
            #expect(later?["action"]?["code"]?["expiration_time"] == code["expiration_time"])
            #expect(later?["mark"] == first?["mark"])

            let bank = try #require(first?["action"]?["simulator"]?.string)
            let page = String(bank.dropFirst(desk.address.count))
            let shown = try await get(desk, page)
            #expect(shown.status == 200 && html(shown).contains("Let it expire now"))
            let crossed = try await desk.ask(
                .post, page, bytes: Array("do=pay".utf8),
                headers: Self.form.merging(["Sec-Fetch-Site": "cross-site"]) { $1 })
            #expect(crossed.status == 403)
            #expect(try await send(desk, page, "do=pay").status == 303)
            #expect(try await desk.status(id) == "SUCCEEDED/APPROVED")
            #expect(html(try await get(desk, page, language: "ar")).contains("dir=\"rtl\""))
            let done = try await desk.sdk(.get, "checkout/\(session)/payment").json["payment"]
            #expect(done?["status"] == "SUCCEEDED" && done?["action"] == .null)
        }
    }

    @Test("YL53, T35, T36: a code that runs out ends its payment, and a scan that comes later changes nothing")
    func pixExpires() async throws {
        try await withDesk { desk in
            let (session, id) = try await desk.pix()
            desk.clock.advance(milliseconds: 601_000)
            #expect(try await desk.status(id) == "EXPIRED/EXPIRED")
            let told = try await desk.sdk(.get, "checkout/\(session)/payment").json["payment"]
            #expect(told?["status"] == "EXPIRED" && told?["action"] == .null)
            let late = try await desk.sdk(.post, "sandbox/checkout/\(session)", ["do": "pay"])
            #expect(late.status == 400 && late.fault != nil, "\(late.json)")
            #expect(try await desk.status(id) == "EXPIRED/EXPIRED")

            let (second, other) = try await desk.pix()
            let expired = try await desk.sdk(.post, "sandbox/checkout/\(second)", ["do": "expire"])
            #expect(expired.status == 200 && expired.json["payment"]?["status"] == "EXPIRED", "\(expired.json)")
            #expect(try await desk.status(other) == "EXPIRED/EXPIRED")
            let (third, refused) = try await desk.pix()
            _ = try await desk.sdk(.post, "sandbox/checkout/\(third)", ["do": "refuse"])
            #expect(try await desk.status(refused).hasPrefix("DECLINED/"))
        }
    }

    @Test("Whoever waits hears of a change when it happens, and of nothing when there is none")
    func longPoll() async throws {
        try await withDesk { desk in
            let session = try await desk.checkout(["country": "BR", "amount": ["currency": "BRL", "value": 10]])
            let empty = try await desk.sdk(.get, "checkout/\(session)/payment")
            #expect(empty.status == 200 && empty.json == ["payment": nil])
            async let awaited = desk.sdk(.get, "checkout/\(session)/payment?wait=25&known=")
            try await Task.sleep(for: .milliseconds(200))
            let token = try await desk.yuno(
                .post, "/checkout/sessions/\(session)/token", ["payment_method": ["type": "PIX"]], keys: .app)
            let place: [String: JSONValue] = ["country": "BR", "amount": ["currency": "BRL", "value": 10]]
            let made = try await desk.create(
                desk.paymentBody(session, ["type": "PIX", "token": token.json["token"] ?? .null], place))
            #expect(made.status == 201, "\(made.json)")
            let heard = try await awaited.json["payment"]
            #expect(heard?["id"] == made.json["id"], "\(heard ?? .null)")
            // What is known already is not told again; the wait is the gateway's clock's.
            let mark = try #require(try await desk.sdk(.get, "checkout/\(session)/payment").json["payment"]?["mark"])
            async let later = desk.sdk(.get, "checkout/\(session)/payment?wait=25&known=\(mark.string ?? "")")
            try await Task.sleep(for: .milliseconds(200))
            _ = try await desk.sdk(.post, "sandbox/checkout/\(session)", ["do": "pay"])
            #expect(try await later.json["payment"]?["status"] == "SUCCEEDED")
            let last = try await desk.sdk(.get, "checkout/\(session)/payment").json["payment"]?["mark"]?.string ?? ""
            async let nothing = desk.sdk(.get, "checkout/\(session)/payment?wait=2&known=\(last)")
            for _ in 0..<20 {
                try await Task.sleep(for: .milliseconds(50))
                desk.clock.advance(milliseconds: 200)
            }
            #expect(try await nothing.json["payment"]?["mark"] == .string(last))
            for query in ["wait=26", "wait=-1", "wait=x", "wait=1e9"] {
                let answer = try await desk.sdk(.get, "checkout/\(session)/payment?\(query)")
                #expect(answer.status == 400 && answer.fault == "INVALID_PARAMETERS", "\(query): \(answer.json)")
            }
        }
    }

    @Test("When every place to wait is taken, an answer comes at once; a place that is left is free again")
    func fullRoom() async throws {
        try await withDesk { desk in
            let dialect = YunoDialect(
                gateway: desk.application.gateway, origin: desk.address, log: Log(writer: desk.logged),
                faults: FaultPlan())
            let wait = try YunoDialect.Wait(
                ServerRequest(method: "GET", path: "/", query: [("wait", "25"), ("known", "")]))
            let taken = (0..<PollRoom.places).filter { _ in dialect.polls.enter() }
            #expect(taken.count == PollRoom.places)
            // The gateway's clock stands still: whoever waited would wait for ever.
            let answer = try await dialect.following(wait, concerns: { _ in false }) { (value: "now", mark: "") }
            #expect(answer == "now")
            dialect.polls.leave()
            let entered = [dialect.polls.enter(), dialect.polls.enter()]
            #expect(entered == [true, false])
        }
    }

    @Test("The first screen: what can be paid with, what cannot and why, and the saved cards of the customer")
    func checkout() async throws {
        try await withDesk { desk in
            let customer = try await desk.customer()
            let extra: [String: JSONValue] = ["customer_id": .string(customer)]
            let saved = try await desk.paid(
                card: "4111111111111111", session: extra, method: ["vault_on_success": true],
                payment: ["customer_payer": ["id": .string(customer)]]
            ).answer
            let vaulted = try #require(saved.json["payment_method"]?["vaulted_token"]?.string)
            #expect(vaulted.utf8.count == 36)
            let session = try await desk.checkout(
                extra.merging(["callback_url": "app://pay", "amount": ["currency": "COP", "value": 150.5]]) { $1 })
            let first = try await desk.sdk(.get, "checkout/\(session)")
            #expect(first.status == 200, "\(first.json)")
            #expect(first.json["environment"] == "sandbox" && first.json["payment"] == .null)
            #expect(first.json["amount"] == ["currency": "COP", "value": 150.5])
            #expect(first.json["card"]?["can_save"] == true)
            #expect(first.json["card"]?["test_numbers"]?.array?.contains("3095000000000001") == true)
            let settings = try await desk.sdk(.get, "settings")
            #expect(settings.json["environment"] == "sandbox" && settings.json["merchant"] == first.json["merchant"])
            #expect(settings.json["merchant"]?["name"] == "Boutique <Étoile>")
            let methods = first.json["payment_methods"]?.array ?? []
            let card = try #require(methods.first { $0["vaulted_token"]?.string == vaulted })
            #expect(card["name"] == "VISA ****1111" && card["form"] == "SAVED_CARD" && card["available"] == true)
            #expect(methods.contains { $0["type"] == "CARD" && $0["form"] == "CARD" && $0["vaulted_token"] == .null })
            let pix = try #require(methods.first { $0["type"] == "PIX" })
            #expect(pix["available"] == false && pix["reason"]?["code"]?.string?.isEmpty == false)
            #expect(pix["reason"]?["message"]?.string?.isEmpty == false)

            let published = try await desk.yuno(.get, "/checkout/sessions/\(session)/payment-methods")
            let rows = try #require(published.json.array)
            let row = try #require(rows.first { $0["vaulted_token"]?.string == vaulted })
            #expect(row["checkout"]?["session"] == .string(session))
            #expect(row["checkout"]?["sdk_required_action"] == false && row["card_data"]?["lfd"] == "1111")
            let cards = try await desk.yuno(.get, "/checkout/sessions/\(session)/payment-methods?category=CARD")
            #expect(cards.json.array?.allSatisfy { $0["category"] == "CARD" } == true)
            let again = try await desk.token(session, ["vaulted_token": .string(vaulted), "card": nil])
            #expect(again.status == 201 && again.json["vaulted_token"] == .string(vaulted), "\(again.json)")
            let stranger = try await desk.token(
                try await desk.checkout(), ["vaulted_token": .string(vaulted), "card": nil])
            #expect((400...401).contains(stranger.status) && stranger.fault != nil, "\(stranger.json)")
        }
    }

    @Test("T60: only a seamless session lets the app make its payment, and it makes one")
    func seamless() async throws {
        try await withDesk { desk in
            let plain = try await desk.checkout()
            let token = try await desk.oneTimeToken(plain)
            let method: JSONValue = ["payment_method": ["type": "CARD", "token": .string(token)]]
            let refused = try await desk.sdk(.post, "checkout/\(plain)/payments", method)
            #expect(refused.status == 403 && refused.fault == "AUTHORIZATION_REQUIRED", "\(refused.json)")
            let session = try await desk.checkout(["workflow": "SDK_SEAMLESS"])
            let own: JSONValue = [
                "payment_method": ["type": "CARD", "token": .string(try await desk.oneTimeToken(session))]
            ]
            let key = ["X-Idempotency-Key": "seamless-1"]
            let made = try await desk.yuno(.post, "/sdk/checkout/\(session)/payments", own, keys: .app, headers: key)
            #expect(made.status == 201 && made.json["payment"]?["status"] == "SUCCEEDED", "\(made.json)")
            let again = try await desk.yuno(.post, "/sdk/checkout/\(session)/payments", own, keys: .app, headers: key)
            #expect(again.json["payment"]?["id"] == made.json["payment"]?["id"], "\(again.json)")
        }
    }

    @Test("A card's first digits tell its brand, and what its numbers look like")
    func cardInfo() async throws {
        try await withDesk { desk in
            let visa = try await desk.sdk(.get, "card-info?iin=45079900")
            #expect(visa.status == 200 && visa.json["brand"] == "VISA", "\(visa.json)")
            #expect(visa.json["security_code_length"] == 3)
            let amex = try await desk.sdk(.get, "card-info?iin=370000")
            #expect(amex.json["brand"] == "AMEX" && amex.json["security_code_length"] == 4)
            #expect(amex.json["number_lengths"] == [15])
            let unknown = try await desk.sdk(.get, "card-info?iin=999999")
            #expect(unknown.status == 200 && unknown.json["brand"] == .null)
            for iin in ["", "12", "4507990000000002", "abcdef"] {
                let answer = try await desk.sdk(.get, "card-info?iin=\(iin)")
                #expect(answer.status == 400 && answer.fault != nil, "\(iin): \(answer.json)")
            }
        }
    }

    @Test("Another merchant's key opens nothing of this one's")
    func strangers() async throws {
        try await withDesk { desk in
            let other = try await desk.application.gateway.createMerchant(name: "Other")
            let key = try #require(
                other.keys.first { $0.kind == .publishable && $0.environment == .sandbox }
            ).key.expose()
            let (session, _) = try await desk.pix()
            for path in ["", "/payment", "/challenge"] {
                let answer = try await desk.yuno(
                    .get, "/sdk/checkout/\(session)\(path)", keys: .none, headers: ["public-api-key": key])
                #expect(answer.status == 400 && answer.fault == "CHECKOUT_SESSION_NOT_FOUND", "\(answer.json)")
            }
            let paid = try await desk.yuno(
                .post, "/sdk/sandbox/checkout/\(session)", ["do": "pay"], keys: .none,
                headers: ["public-api-key": key])
            #expect(paid.status == 400 && paid.fault == "CHECKOUT_SESSION_NOT_FOUND")
        }
    }
}
