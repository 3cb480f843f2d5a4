import Foundation
import Kernel
import Testing
import Wire

@testable import GatewayServer

@Suite struct ProviderPageTests {
    static let form = ["Content-Type": "application/x-www-form-urlencoded"]

    /// The path of a page an answer sends the payer to.
    private func path(_ desk: ServedDesk, _ answer: ServedDesk.Answer, _ name: String = "confirm_url") throws -> String
    {
        let address = try #require(answer.json[name]?.string, "\(answer.json)")
        #expect(address.hasPrefix(desk.address + "/"))
        return String(address.dropFirst(desk.address.count))
    }

    private func get(_ desk: ServedDesk, _ path: String, language: String = "en") async throws -> ServedDesk.Answer {
        try await desk.ask(.get, path, key: "", headers: ["Accept-Language": language])
    }

    /// Sends a form, and goes where it leads, as a browser does.
    private func choose(
        _ desk: ServedDesk, _ path: String, _ body: String, headers: [String: String] = form
    ) async throws -> ServedDesk.Answer {
        let answer = try await desk.ask(.post, path, bytes: Array(body.utf8), key: "", headers: headers)
        guard answer.status == 303, let target = answer.headers["Location"], target.hasPrefix(desk.address) else {
            return answer
        }
        return try await get(desk, String(target.dropFirst(desk.address.count)))
    }

    private func html(_ answer: ServedDesk.Answer) -> String { String(decoding: answer.body, as: UTF8.self) }

    /// Asks for the 3-D Secure page of a new payment.
    private func challenge(
        _ desk: ServedDesk, returnURL: String? = nil
    ) async throws -> (token: String, path: String) {
        let (_, token) = try await desk.payment()
        var body = card("4000002500003155").object ?? [:]
        if let returnURL { body["device"] = ["return_url": .string(returnURL)] }
        let asked = try await desk.pay(.post, "process", .object(body), token: token)
        #expect(asked.status == 202 && asked.json["action"] == "confirm_3ds" && asked.json["step"] == nil)
        return (token, try path(desk, asked))
    }

    private func payment(_ desk: ServedDesk, _ provider: String) async throws -> String {
        try await desk.payment([
            "currency": "XOF", "metadata": ["card_provider": .string(provider)], "email": "payer@example.com",
        ]).token
    }

    @Test("W84, W86: Wave answers redirect with a page; a reloaded checkout is sent to the same one; approving pays")
    func wave() async throws {
        try await withDesk { desk in
            let (_, token) = try await desk.payment(["currency": "XOF"])
            let asked = try await desk.pay(
                .post, "process", ["channel": "ci.wave", "data": ["phone": "+2250700000000", "country": "CI"]],
                token: token)
            #expect(asked.status == 202 && asked.json["action"] == "redirect")
            let address = asked.json["confirm_url"]
            let status = try await desk.pay(.get, "status", token: token).json
            #expect(status["action"] == "redirect" && status["confirm_url"] == address)
            #expect(status["transaction"]?["processing_context"]?["action_url"] == address)
            #expect(status["transaction"]?["processing_context"]?["is_mobile_money"] == true)
            let path = try path(desk, asked)
            #expect(!path.contains(token))
            let page = try await get(desk, path, language: "fr")
            #expect(page.status == 200 && html(page).contains("Wave · portefeuille de test"))
            #expect(html(page).contains("Boutique &lt;Étoile&gt;") && html(page).contains("Mode test"))
            let done = try await choose(desk, path, "choice=approve")
            #expect(done.status == 200 && html(done).contains("Approved") && !html(done).contains("<form"))
            #expect(try await desk.pay(.get, "status", token: token).json["status"] == "success")
            // The link is used up.
            #expect(try await choose(desk, path, "choice=refuse").status == 409)
            #expect(try await desk.pay(.get, "status", token: token).json["status"] == "success")
        }
    }

    @Test("W102: the 3-D Secure page takes the code, says the tries left, and ends after the third wrong one")
    func challengeCodes() async throws {
        try await withDesk { desk in
            let (token, path) = try await challenge(desk)
            #expect(html(try await get(desk, path)).contains("autocomplete=\"one-time-code\""))
            let wrong = try await choose(desk, path, "choice=approve&code=000000")
            #expect(wrong.status == 422 && html(wrong).contains("Wrong code. Tries left: 2."))
            #expect(html(wrong).contains("role=\"alert\"") && html(wrong).contains("aria-invalid"))
            #expect(try await choose(desk, path, "choice=approve&code=123456").status == 200)
            #expect(try await desk.pay(.get, "status", token: token).json["status"] == "success")

            let (other, second) = try await challenge(desk)
            for _ in 0..<3 { _ = try await choose(desk, second, "choice=approve&code=1") }
            let status = try await desk.pay(.get, "status", token: other).json
            #expect(status["status"] == "pending" && status["last_decline"]?["code"] == "security_check_failed")
            #expect(html(try await get(desk, second)).contains("Refused"))
        }
    }

    @Test("After a decision the payer goes back to where the app asked, and the page may lead there only")
    func returning() async throws {
        try await withDesk { desk in
            let back = "\(desk.address)/healthz?from=bank"
            for (body, status) in [
                ("choice=leave", "processing"), ("choice=refuse", "pending"), ("choice=approve&code=123456", "success"),
            ] {
                let (token, path) = try await challenge(desk, returnURL: back)
                let policy = try #require(try await get(desk, path).headers["Content-Security-Policy"])
                #expect(policy.contains("form-action 'self' \(desk.address);"), "\(policy)")
                #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"))
                // Back is the gateway's own health page here.
                let done = try await choose(desk, path, body)
                #expect(done.status == 200 && done.json["status"] == "ok")
                #expect(try await desk.pay(.get, "status", token: token).json["status"]?.string == status)
            }
            // An address that is none costs nobody the payment.
            let (_, path) = try await challenge(desk, returnURL: "javascript:alert(1)")
            #expect(!html(try await choose(desk, path, "choice=refuse")).contains("javascript"))
            let (token, stays) = try await challenge(desk)
            let left = try await choose(desk, stays, "choice=leave")
            #expect(left.status == 200 && html(left).contains("Nothing was decided") && html(left).contains("<form"))
            #expect(try await desk.pay(.get, "status", token: token).json["status"] == "processing")
        }
    }

    @Test("Nobody else decides: other sites, unknown links, odd buttons and other bodies change nothing")
    func hostile() async throws {
        try await withDesk { desk in
            let (token, path) = try await challenge(desk)
            for site in ["cross-site", "same-site"] {
                let foreign = Self.form.merging(["Sec-Fetch-Site": site]) { $1 }
                #expect(try await choose(desk, path, "choice=approve&code=123456", headers: foreign).status == 403)
            }
            #expect(try await choose(desk, path, "choice=steal").status == 422)
            #expect(try await choose(desk, path, "").status == 422)
            #expect(try await choose(desk, path, "choice=challenge").status == 422, "none of this page's")
            #expect(try await choose(desk, path, "{}", headers: ["Content-Type": "application/json"]).status == 415)
            #expect(try await choose(desk, path, String(repeating: "a", count: 3000)).status == 413)
            for link in ["lnk_", "lnk_unknown", "x", String(repeating: "lnk_", count: 500)] {
                #expect(try await get(desk, "/provider/\(link)").status == 404)
                #expect(try await choose(desk, "/provider/\(link)", "choice=approve").status == 404)
            }
            #expect(try await desk.pay(.get, "status", token: token).json["status"] == "processing")
        }
    }

    @Test("W129: a card page asks for no card: it offers what a card does, a 3-D Secure check included")
    func hostedCard() async throws {
        try await withDesk { desk in
            let token = try await payment(desk, "hosted_email")
            let config = try await desk.pay(.get, "sdk-config", token: token).json["channels"]?["card"]
            #expect(config?["sdk"] == "hosted_redirect" && config?["required_fields"] == ["email"])
            let bad = try await desk.pay(
                .post, "process", ["channel": "card", "data": ["email": "nope"]], token: token)
            #expect(bad.status == 422 && bad.json["errors"]?["email"] != nil)
            let asked = try await desk.pay(
                .post, "process", ["channel": "card", "data": ["email": " a@b.c "]], token: token)
            #expect(asked.json["action"] == "redirect")
            let first = try path(desk, asked)
            let page = html(try await get(desk, first))
            #expect(!page.contains("<input") && page.contains("value=\"insufficient_funds\""))
            let second = try await choose(desk, first, "choice=challenge")
            #expect(html(second).contains("Test bank") && html(second).contains("name=\"code\""))
            let status = try await desk.pay(.get, "status", token: token).json
            #expect(status["action"] == "confirm_3ds")
            let next = try #require(status["confirm_url"]?.string).dropFirst(desk.address.count)
            #expect(next != first)
            #expect(try await get(desk, first).status == 404, "the first page is over")
            _ = try await choose(desk, String(next), "choice=approve&code=123456")
            #expect(try await desk.pay(.get, "status", token: token).json["status"] == "success")
        }
    }

    @Test("W83: a Stripe payment has its key, and a pm_… pays, is refused, or asks the bank")
    func stripe() async throws {
        try await withDesk { desk in
            let token = try await payment(desk, "stripe")
            let config = try await desk.pay(.get, "sdk-config", token: token).json["channels"]?["card"]
            #expect(config?["sdk"] == "stripe_elements" && config?["provider"] == "stripe")
            #expect(config?["publishable_key"]?.string?.hasPrefix("pk_test_") == true)
            func pay(_ id: JSONValue) async throws -> ServedDesk.Answer {
                try await desk.pay(
                    .post, "process", ["channel": "card", "data": ["payment_method_id": id, "card_holder": "J. Doe"]],
                    token: token)
            }
            #expect(try await pay("pm_card_chargeDeclined").errorCode == "payment_declined")
            let asked = try await pay("pm_card_threeDSecure2Required")
            #expect(asked.status == 202 && asked.json["action"] == "confirm_3ds")
            _ = try await choose(desk, try path(desk, asked), "choice=refuse")
            #expect(try await pay("pm_card_visa").status == 200)
        }
    }

    @Test("P6, P7: a provider's own checkout is opened, reopened, paid on its page and verified")
    func clientSession() async throws {
        try await withDesk { desk in
            let token = try await payment(desk, "client_session")
            let config = try await desk.pay(.get, "sdk-config", token: token).json["channels"]?["card"]
            #expect(config?["client_session"] == true && config?["sdk"] == "form")
            let opened = try await desk.pay(.post, "client-session", ["channel": "card"], token: token)
            #expect(opened.status == 202 && opened.json["action"] == "client_session")
            let session = try #require(opened.json["client_session"])
            #expect(session["amount"] == 25_500 && session["currency"] == "XOF")
            let id = session["id"] ?? .null
            let again = try await desk.pay(.post, "client-session", ["channel": "card"], token: token)
            #expect(again.json["client_session"] == session)
            let status = try await desk.pay(.get, "status", token: token).json
            #expect(status["action"] == "client_session" && status["client_session"] == session)
            #expect(status["confirm_url"] == .some(.null))
            func complete() async throws -> ServedDesk.Answer {
                try await desk.pay(.post, "client-session/complete", ["client_session_id": id], token: token)
            }
            #expect(try await complete().status == 202)
            let address = try #require(session["hosted_url"]?.string)
            _ = try await choose(desk, String(address.dropFirst(desk.address.count)), "choice=approve")
            let done = try await complete()
            #expect(done.status == 200 && done.json["transaction"]?["status"] == "success")
            #expect(try await complete().status == 200)
        }
    }

    @Test("T37, P7: what is missing is 402 missing_fields; a verified refusal is 402; bad ids and addresses are 422")
    func clientSessionErrors() async throws {
        try await withDesk { desk in
            let (_, token) = try await desk.payment(["metadata": ["card_provider": "client_session"]])
            func open(_ fields: [String: JSONValue]) async throws -> ServedDesk.Answer {
                try await desk.pay(
                    .post, "client-session", .object(fields.merging(["channel": "card"]) { $1 }), token: token)
            }
            let missing = try await open([:])
            #expect(missing.status == 402 && missing.errorCode == "missing_fields")
            #expect(missing.json["errors"]?["email"] != nil)
            #expect(try await open(["email": "a@b.c", "return_url": "ftp://x"]).status == 422)
            #expect(try await open(["email": "a@b.c", "restart": "yes"]).status == 422)
            #expect(try await open(["email": "a@b.c", "psp": "x"]).status == 422)
            let opened = try await open(["email": "a@b.c", "return_url": "https://shop.example/back", "name": "A"])
            let session = try #require(opened.json["client_session"])
            let unknown = try await desk.pay(
                .post, "client-session/complete", ["client_session_id": "prc_x"], token: token)
            #expect(unknown.status == 422)
            let path = String((session["hosted_url"]?.string ?? "").dropFirst(desk.address.count))
            let policy = try await get(desk, path).headers["Content-Security-Policy"] ?? ""
            #expect(policy.contains("form-action 'self' https://shop.example;"))
            let back = try await choose(desk, path, "choice=refuse")
            #expect(back.status == 303 && back.headers["Location"] == "https://shop.example/back")
            let refused = try await desk.pay(
                .post, "client-session/complete", ["client_session_id": session["id"] ?? .null], token: token)
            #expect(refused.status == 402 && refused.errorCode == "payment_declined")
        }
    }

    @Test("P11: the simulator decides for who has the link or the merchant's key, and for nobody else")
    func simulator() async throws {
        try await withDesk { desk in
            let (id, token) = try await desk.payment()
            let asked = try await desk.pay(.post, "process", card("4000002500003155"), token: token)
            let path = try path(desk, asked, "simulator_url")
            let bare = "/sandbox/payments/\(id)/simulate"
            #expect(path.hasPrefix(bare + "?link="))
            #expect(html(try await get(desk, path)).contains("value=\"decline\""))
            #expect(try await get(desk, bare).status == 404)
            #expect(try await get(desk, bare + "?link=lnk_guess").status == 404)
            #expect(try await choose(desk, bare, "action=approve").status == 404)
            let live = try await desk.ask(.post, bare, ["action": "approve"], key: desk.liveKey)
            #expect(live.status == 404)
            let (other, _) = try await desk.payment()
            #expect(
                try await choose(desk, path.replacingOccurrences(of: id, with: other), "action=approve").status == 404)
            #expect(try await desk.pay(.get, "status", token: token).json["status"] == "processing")
            let done = try await desk.ask(.post, bare, ["action": "approve"])
            #expect(done.status == 200 && done.json == ["status": "success"])
            // A payment that does not wait for a page stays as it is.
            let (waiting, second) = try await desk.payment()
            _ = try await desk.pay(.post, "process", mobileMoney, token: second)
            let answer = try await desk.ask(.post, "/sandbox/payments/\(waiting)/simulate", ["action": "approve"])
            #expect(answer.json == ["status": "processing"])
        }
    }

    @Test("No webhook and no merchant's answer says which page the payer is on")
    func merchants() async throws {
        try await withDesk { desk in
            let (id, token) = try await desk.payment()
            let asked = try await desk.pay(.post, "process", card("4000002500003155"), token: token)
            let path = try path(desk, asked)
            #expect(!String(decoding: try await desk.ask(.get, "/payments/\(id)").body, as: UTF8.self).contains(path))
            #expect(!String(decoding: try await desk.ask(.get, "/events").body, as: UTF8.self).contains("lnk_"))
        }
    }

    @Test("Every word of the pages exists in every language of the table, with the same places to fill in")
    func words() {
        let languages = Language.allCases.map(\.rawValue)
        func places(_ text: String) -> [Substring] {
            text.split(separator: "{").dropFirst().map { $0.prefix { $0 != "}" } }.sorted()
        }
        #expect(ProviderTexts.rows.count > 25)
        for (key, row) in ProviderTexts.rows {
            for language in languages {
                #expect(row[language]?.isEmpty == false, "\(key) \(language)")
                #expect(places(row[language] ?? "") == places(row["en"] ?? ""), "\(key) \(language)")
            }
        }
    }

    @Test("What is shown is text, whatever it holds, and a link in a log is masked")
    func escaping() {
        #expect(ProviderDocument.escaped("<a href='x'>\"&") == "&lt;a href=&#39;x&#39;&gt;&quot;&amp;")
        #expect(!Redaction.redact("/provider/lnk_AbCdEf123").contains("AbCdEf"))
        #expect(ProviderPages.origin("https://shop.example:8443/a?b") == "https://shop.example:8443")
        #expect(ProviderPages.origin("http://[::1]:8787/a") == "http://[::1]:8787")
        #expect(ProviderPages.origin("https://a;b'c/") == nil)
    }
}
