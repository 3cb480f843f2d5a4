import Foundation
import Gateway
import Kernel
import Testing

@testable import GatewayServer

@Suite struct SettingsAPITests {
    @Test("W70, W71: a merchant's look is set, read by the session, and overridden by a payment's theme")
    func branding() async throws {
        try await withDesk { desk in
            let first = try await desk.ask(.get, "/branding").json["branding"]
            #expect(first?["name"] == "Boutique <Étoile>" && first?["white_label"] == false)
            let look: JSONValue = [
                "name": "L’Étoile", "logo": "https://cdn.example/logo.png", "primary_color": "#0F766E",
                "secondary_color": "rgb(10, 20, 30)", "background_color": "white", "font_family": "Poppins, sans-serif",
                "border_radius": "12px", "white_label": true,
            ]
            let set = try await desk.ask(.put, "/branding", look)
            #expect(set.status == 200 && set.json["branding"] == look)
            let (_, token) = try await desk.payment()
            let seen = try await desk.pay(.get, "session", token: token).json["branding"]
            #expect(seen?["name"] == "L’Étoile" && seen?["primary_color"] == "#0F766E")
            #expect(seen?["white_label"] == "1" && seen?["font_family"] == "Poppins, sans-serif")
            let (id, themed) = try await desk.payment([
                "theming": ["primary_color": "#FF0000", "logo_url": "http://127.0.0.1/own.png"]
            ])
            let own = try await desk.pay(.get, "session", token: themed).json["branding"]
            #expect(own?["primary_color"] == "#FF0000" && own?["logo"] == "http://127.0.0.1/own.png")
            #expect(own?["secondary_color"] == "rgb(10, 20, 30)")
            let theming = try await desk.ask(.get, "/payments/\(id)").json["transaction"]?["theming"]
            #expect(theming == ["primary_color": "#FF0000", "logo_url": "http://127.0.0.1/own.png"])
            // A test key changes nothing that real payers see; what is not sent is taken away.
            let live = try await desk.ask(.get, "/branding", key: desk.liveKey).json["branding"]
            #expect(live?["primary_color"] == .some(.null) && live?["name"] == "Boutique <Étoile>")
            let bare = try await desk.ask(.put, "/branding", [:]).json["branding"]
            #expect(bare?["logo"] == .some(.null) && bare?["white_label"] == false)
        }
    }

    @Test(
        "A look that is none is refused, field by field",
        arguments: [
            (["primary_color": "red;}"], ["primary_color"]), (["primary_color": "#12"], ["primary_color"]),
            (["secondary_color": "url(x)"], ["secondary_color"]), (["background_color": ""], ["background_color"]),
            (["logo": "javascript:alert(1)"], ["logo"]), (["border_radius": "calc(1px)"], ["border_radius"]),
            (["border_radius": "1.2.3px"], ["border_radius"]), (["font_family": "a;b"], ["font_family"]),
            (["white_label": "1"], ["white_label"]), (["name": ""], ["name"]), (["theme": "x"], ["theme"]),
            (["primary_color": 7, "logo": "x"], ["logo", "primary_color"]),
        ] as [(JSONValue, [String])])
    func badBranding(body: JSONValue, fields: [String]) async throws {
        try await withDesk { desk in
            let answer = try await desk.ask(.put, "/branding", body)
            #expect(answer.status == 422)
            #expect(answer.json["errors"]?.object?.keys.sorted() == fields, "\(answer.json)")
        }
        #expect(Branding().faults(.live).isEmpty)
        var insecure = Branding()
        insecure.logo = "http://cdn.example/logo.png"
        #expect(insecure.faults(.live).keys.sorted() == ["logo"])
    }

    @Test("W9: items, addresses, the customer's id and a theme are kept as they were given, for the merchant only")
    func orderFacts() async throws {
        try await withDesk { desk in
            let facts: [String: JSONValue] = [
                "items": [["name": "Pagne", "quantity": 2, "price": 12_500, "sku": "P-1"], ["name": "Sac"]],
                "address": ["address": "1 rue", "city": "Douala", "country": "CM"],
                "shipping": ["name": "A", "address": ["city": "Douala", "country": "CM"], "amount": 1000],
                "customer_id": "cus_7", "theming": ["primary_color": "#0F766E"],
            ]
            let (id, token) = try await desk.payment(facts)
            let kept = try await desk.ask(.get, "/payments/\(id)").json["transaction"]
            for (name, value) in facts where name != "theming" { #expect(kept?[name] == value, "\(name)") }
            #expect(try await desk.pay(.get, "session", token: token).json["transaction"]?["items"] == nil)
            for customer in ["cus_8", ["id": "cus_8", "email": "a@b.c"]] as [JSONValue] {
                let (id, _) = try await desk.payment(["customer": customer])
                #expect(try await desk.ask(.get, "/payments/\(id)").json["transaction"]?["customer_id"] == "cus_8")
            }
            let (plain, _) = try await desk.payment()
            #expect(try await desk.ask(.get, "/payments/\(plain)").json["transaction"]?["items"] == .some(.null))
        }
    }

    @Test(
        "Order facts that are none are refused, field by field",
        arguments: [
            (["items": [:]], ["items"]), (["items": [7]], ["items.0"]),
            (["items": [["quantity": 1]]], ["items.0.name"]),
            (["items": [["name": "a", "quantity": 0]]], ["items.0.quantity"]),
            (["items": [["name": "a", "price": 0.5]]], ["items.0.price"]),
            (["items": [["name": "a", "price": -5]]], ["items.0.price"]),
            (["items": [["name": "a", "tags": ["x"]]]], ["items.0.tags"]),
            (["items": .array(Array(repeating: ["name": "a"], count: 101))], ["items"]),
            (
                ["items": .array(Array(repeating: ["name": .string(String(repeating: "a", count: 250))], count: 100))],
                ["items"]
            ),
            (["address": "1 rue"], ["address"]), (["address": ["country": "CMR"]], ["address.country"]),
            (["address": ["address": ["city": "x"]]], ["address.address"]),
            (["shipping": ["address": ["country": "??"]]], ["shipping.address.country"]),
            (["customer_id": ""], ["customer_id"]), (["customer": 7], ["customer"]),
            (["theming": ["primary_color": "x:y"]], ["theming.primary_color"]),
            (["theming": ["logo_url": "data:x", "font": "y"]], ["theming.font", "theming.logo_url"]),
        ] as [(JSONValue, [String])])
    func badOrderFacts(facts: JSONValue, fields: [String]) async throws {
        try await withDesk { desk in
            let body = (facts.object ?? [:]).merging(["amount": 25_000, "currency": "XAF"]) { $1 }
            let answer = try await desk.ask(.post, "/payments", .object(body))
            #expect(answer.status == 422)
            #expect(answer.json["errors"]?.object?.keys.sorted() == fields, "\(answer.json)")
            #expect(try await desk.ask(.get, "/payments").json["meta"]?["total"] == 0)
        }
    }

    private static let fingerprint = String(repeating: "ab12", count: 16)

    @Test("W102: who is on the blocklist is refused with 403 shield_blocked and a reference, until taken off")
    func blocklist() async throws {
        try await withDesk { desk in
            func add(_ kind: JSONValue, _ value: JSONValue) async throws -> String {
                let made = try await desk.ask(
                    .post, "/shield/blocklist", ["type": kind, "value": value, "reason": "fraud"])
                #expect(made.status == 201, "\(made.json)")
                return try #require(made.json["entry"]?["id"]?.string)
            }
            var cardWithDevice = card("4242424242424242").object ?? [:]
            cardWithDevice["device"] = ["fingerprint": .string(Self.fingerprint.uppercased())]
            for (kind, value, extra, body) in [
                ("phone", "+237 67 000 0000", [:], mobileMoney),
                ("email", "Bad@Example.COM", ["email": "bad@example.com"], mobileMoney),
                ("fingerprint", .string(Self.fingerprint), [:], .object(cardWithDevice)),
            ] as [(JSONValue, JSONValue, [String: JSONValue], JSONValue)] {
                let (id, token) = try await desk.payment(extra)
                let entry = try await add(kind, value)
                #expect(try await add(kind, value) == entry, "one entry for one value")
                let refused = try await desk.pay(.post, "process", body, token: token, key: "k1")
                #expect(refused.status == 403 && refused.errorCode == "shield_blocked", "\(kind)")
                let reference = try #require(refused.json["block_reference"]?.string)
                #expect(refused.json["message"]?.string?.contains(reference) == true)
                let kept = try await desk.ask(.get, "/payments/\(id)").json["transaction"]?["last_decline"]
                #expect(kept?["block_reference"]?.string == reference)
                #expect(try await desk.pay(.post, "process", body, token: token, key: "k1").body == refused.body)
                #expect(try await desk.ask(.delete, "/shield/blocklist/\(entry)", key: desk.liveKey).status == 404)
                #expect(try await desk.ask(.get, "/shield/blocklist").json["blocklist"]?.array?.count == 1)
                #expect(try await desk.ask(.delete, "/shield/blocklist/\(entry)").status == 200)
                #expect(try await desk.ask(.delete, "/shield/blocklist/\(entry)").status == 404)
                let paid = try await desk.pay(.post, "process", body, token: token, key: "k2")
                #expect([200, 202].contains(paid.status))
            }
            let (_, token) = try await desk.payment(["metadata": ["card_provider": "client_session"]])
            _ = try await add("email", "bad@example.com")
            let session = try await desk.pay(
                .post, "client-session", ["channel": "card", "email": "bad@example.com"], token: token)
            #expect(session.status == 403 && session.errorCode == "shield_blocked")
            for bad in [
                ["type": "card", "value": "x"], ["type": "phone", "value": "677123456"],
                ["type": "email", "value": "x"],
                ["type": "fingerprint", "value": "ab"], ["type": "email"], ["type": "email", "value": "a@b.c", "x": 1],
            ] as [JSONValue] {
                #expect(try await desk.ask(.post, "/shield/blocklist", bad).status == 422, "\(bad)")
            }
        }
    }

    @Test("W102: a restricted merchant takes no payment, and takes them again when allowed")
    func restricted() async throws {
        try await withDesk { desk in
            let (_, token) = try await desk.payment()
            let merchant = try #require(try await desk.application.gateway.merchants().first)
            #expect(try await desk.application.gateway.restrict(merchant.id, true))
            let refused = try await desk.pay(.post, "process", mobileMoney, token: token)
            #expect(refused.status == 403 && refused.errorCode == "merchant_restricted")
            #expect(try await desk.application.gateway.restrict(merchant.id, false))
            #expect(try await desk.pay(.post, "process", mobileMoney, token: token).status == 202)
            let (_, other) = try await desk.payment()
            let screen = try await desk.pay(.post, "process", card("4000000000000804"), token: other)
            #expect(screen.status == 403 && screen.errorCode == "merchant_restricted")
        }
    }

    @Test("W102: the eleventh try in a minute is 429 with Retry-After, and begins nothing")
    func rateLimit() async throws {
        try await withDesk { desk in
            let (_, token) = try await desk.payment()
            for _ in 0..<10 {
                #expect(try await desk.pay(.post, "process", card("4000000000000002"), token: token).status == 402)
            }
            let limited = try await desk.pay(.post, "process", card("4242424242424242"), token: token, key: "k")
            #expect(limited.status == 429 && limited.errorCode == "rate_limited")
            #expect(limited.headers["Retry-After"] == "60")
            desk.clock.advance(milliseconds: 60_000)
            let later = try await desk.pay(.post, "process", card("4242424242424242"), token: token, key: "k")
            #expect(later.status == 200 && later.headers["Retry-After"] == nil)
        }
    }

    @Test("W102: a step no app knows is answered as it is, and its attempt can be ended in the simulator")
    func reauthorization() async throws {
        try await withDesk { desk in
            let (id, token) = try await desk.payment()
            let asked = try await desk.pay(.post, "process", card("4000000000000903"), token: token)
            #expect(asked.status == 202 && asked.json["action"] == "card_reauth" && asked.json["confirm_url"] == nil)
            _ = try await desk.ask(.post, "/sandbox/payments/\(id)/simulate", ["action": "decline"])
            #expect(try await desk.pay(.get, "status", token: token).json["status"] == "pending")
        }
    }

    @Test("W108: a number that must be dialled says so in the processing context")
    func ussd() async throws {
        try await withDesk { desk in
            let (_, token) = try await desk.payment()
            let body: JSONValue = ["channel": "cm.mtn", "data": ["phone": "+237670000006", "country": "CM"]]
            let accepted = try await desk.pay(.post, "process", body, token: token)
            let context = accepted.json["transaction"]?["processing_context"]
            #expect(context?["kind"] == "ussd" && context?["ussd_code"] == "*126#")
            #expect(context?["payer_instruction"]?.string?.contains("*126#") == true)
        }
    }
}
