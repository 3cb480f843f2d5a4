import Foundation
import Kernel
import Testing
import Wire

/// The demo's shop, as a browser and a curious visitor meet it.
@Suite(.serialized) struct DemoTests {
    /// A demo that runs, and its secret key.
    private struct Demo {
        let program: Program
        let shop: Browser
        let key: String

        init(_ more: [String] = []) async throws {
            program = try Program(["demo", "--port", "0", "--language", "en"] + more, environment: ["NO_COLOR": "1"])
            try await program.wait(for: "SECRET_KEY=")
            shop = Browser(origin: try #require(Demo.word(after: "The shop is open:", program.output)))
            key = try #require(Demo.word(after: "SECRET_KEY=", program.output))
        }

        private static func word(after mark: String, _ text: String) -> String? {
            text.components(separatedBy: mark).last?.split(whereSeparator: \.isWhitespace).first.map(String.init)
        }

        /// Orders a cart; the answer's address leads to the checkout.
        func order(_ more: JSONValue = [:]) async throws -> (payment: String, token: String, caller: Caller) {
            let answer = try await shop.post("/shop/orders", more)
            #expect(answer.status == 200)
            let address = try #require(answer.json?["url"]?.string)
            let parts = address.components(separatedBy: "/checkout/")
            return (
                try #require(answer.json?["payment"]?.string), try #require(parts.last),
                Caller(address: parts[0], key: key)
            )
        }

        /// The log, once it holds an entry of that name.
        func log(until name: String, seconds: Int = 10) async throws -> (entries: [JSONValue], text: String) {
            for _ in 0..<(seconds * 20) {
                let answer = try await shop.get("/shop/log?after=0&wait=0")
                let entries = answer.json?["entries"]?.array ?? []
                if entries.contains(where: { $0["name"]?.string == name }) {
                    return (entries, String(decoding: answer.body, as: UTF8.self))
                }
                try await Task.sleep(for: .milliseconds(50))
            }
            Issue.record("no \(name) in the log")
            return ([], "")
        }

        func stop() async throws {
            program.signal(SIGINT)
            #expect(try await program.exitCode() == 0)
        }
    }

    /// Asks the shop as its own page does, unless told otherwise.
    private struct Browser {
        let origin: String
        private let transport = SystemTransport()

        init(origin: String) { self.origin = origin }

        func get(_ path: String, _ headers: HTTPHeaders = [:]) async throws -> HTTPAnswer {
            try await transport.send(HTTPRequest(.get, try #require(URL(string: origin + path)), headers: headers))
        }

        func post(
            _ path: String, _ more: JSONValue = [:], _ headers: HTTPHeaders = ["Content-Type": "application/json"]
        ) async throws -> HTTPAnswer {
            let cart: [String: JSONValue] = ["country": "CM", "items": ["coffee": 2, "cup": 1], "page": "en"]
            let body = JSONValue.object(cart.merging(more.object ?? [:]) { $1 })
            return try await transport.send(
                HTTPRequest(.post, try #require(URL(string: origin + path)), headers: headers, body: body.bytes))
        }
    }

    @Test("The demo is a page under a strict policy, whose every word exists in English and French")
    func page() async throws {
        let demo = try await Demo()
        let page = try await demo.shop.get("/")
        let html = String(decoding: page.body, as: UTF8.self)
        let policy = try #require(page.headers["Content-Security-Policy"])
        #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self';"))
        #expect(!policy.contains("unsafe") && policy.contains("frame-ancestors 'none'"))
        #expect(!html.contains("style=") && !html.contains("onclick") && !html.contains("<script>"))
        let script = String(decoding: try await demo.shop.get("/shop.js").body, as: UTF8.self)
        #expect(!script.contains("innerHTML") && !script.contains("eval("))
        let facts = try #require(try await demo.shop.get("/shop/facts").json)
        let texts = try #require(facts["texts"]?.object)
        var keys = Set(
            html.components(separatedBy: "data-text=\"").dropFirst().compactMap { $0.split(separator: "\"").first })
        keys.formUnion(
            html.components(separatedBy: "data-label=\"").dropFirst().compactMap { $0.split(separator: "\"").first })
        keys.formUnion(
            script.components(separatedBy: "text(\"").dropFirst().compactMap { $0.split(separator: "\"").first }
                .filter { !$0.hasSuffix("_") })
        #expect(keys.count > 40)
        for key in keys { #expect(texts[String(key)] != nil, "there is no text for \(key)") }
        let scenarios = try #require(facts["scenarios"]?.array)
        for words in Array(texts.values) + scenarios.flatMap({ [$0["title"], $0["note"]].compactMap(\.self) }) {
            for language in ["en", "fr"] { #expect(words[language]?.string?.isEmpty == false, "\(words)") }
        }
        #expect(scenarios.count >= 20)
        for label in ["number", "card", "expiry", "cvc", "code", "pin", "method"] {
            #expect(texts["hint_\(label)"] != nil)
        }
        // What cannot happen in a country is not offered there.
        let wallet = try #require(scenarios.first { $0["id"] == "wallet" })
        #expect(wallet["hints"]?["CI"] != nil && wallet["hints"]?["CM"] == nil)
        try await demo.stop()
    }

    @Test("The shop says what a cart costs; a cart it cannot sell, and another site's page, are refused")
    func cart() async throws {
        let demo = try await Demo()
        for (country, total) in [("CM", "FCFA"), ("GH", "310.00"), ("FR", "25.30")] {
            let answer = try await demo.shop.post("/shop/quote", ["country": .string(country)])
            #expect(answer.json?["total"]?.string?.contains(total) == true, "\(answer.json?["total"] ?? nil)")
        }
        let bad: [JSONValue] = [
            ["items": ["coffee": -1]], ["items": ["coffee": 21]], ["items": ["coffee": 1.5]],
            ["items": ["coffee": "1"]],
            ["country": "XX"], ["country": nil], ["items": ["a": 1, "b": 1, "c": 1, "d": 1]],
            ["items": ["coffee": .number(JSONNumber(Int64.max))]],
        ]
        for more in bad { #expect(try await demo.shop.post("/shop/orders", more).status == 400, "\(more)") }
        #expect(try await demo.shop.post("/shop/orders", ["items": [:]]).status == 400, "nothing to pay")
        let foreign: [HTTPHeaders] = [
            ["Content-Type": "text/plain"], [:],
            ["Content-Type": "application/json", "Origin": "https://evil.example"],
            ["Content-Type": "application/json", "Host": "evil.example"],
        ]
        for headers in foreign { #expect(try await demo.shop.post("/shop/orders", [:], headers).status == 400) }
        #expect(try await demo.shop.get("/shop/log", ["Host": "evil.example:80"]).status == 421)
        try await demo.stop()
    }

    @Test("Everything that is said is in the log, and nothing secret is")
    func log() async throws {
        let demo = try await Demo()
        let (payment, token, caller) = try await demo.order(["scenario": "card_paid"])
        let card: JSONValue = ["number": "4242 4242 4242 4242", "exp_month": 12, "exp_year": 2040, "cvc": "739"]
        let paid = try await caller.ask(
            .post, "/pay/process", ["channel": "card", "data": ["card": card]], authorization: "Bearer \(token)")
        #expect(paid.isSuccess)
        let (entries, text) = try await demo.log(until: "payment.succeeded")
        let names = entries.compactMap { $0["name"]?.string }
        for name in ["POST /webhooks", "POST /payments", "POST /pay/process", "payment.processing"] {
            #expect(names.contains(name), "\(names)")
        }
        _ = try await demo.log(until: "GET /payments/\(payment)")
        let webhook = try #require(entries.first { $0["name"] == "payment.succeeded" })
        #expect(
            webhook["outcome"] == "verified" && webhook["from"] == "gateway" && webhook["payment"] == .string(payment))
        let request = try #require(entries.first { $0["name"] == "POST /pay/process" })
        #expect(request["from"] == "checkout" && request["json"]?["request"]?["channel"] == "card")
        #expect(request["json"]?["request"]?["data"]?["card"]?["number"] == "[masked]")
        for secret in ["4242", "739", token, demo.key, "2040"] {
            #expect(!text.contains(secret), "\(secret)")
        }
        let made = try #require(entries.first { $0["name"] == "POST /webhooks" })
        #expect(made["json"]?["answer"]?["endpoint"]?["secret"] == "[masked]")
        try await demo.stop()
    }

    @Test("What an app would be told is in the log as the payer's page goes on")
    func callbacks() async throws {
        let demo = try await Demo()
        let (payment, token, caller) = try await demo.order()
        let opened = try await caller.ask(
            .post, "/visits", ["token": .string(token), "client": "0123456789abcdef0123456789abcdef", "lang": "fr"])
        #expect(opened.status == 200)
        let (entries, text) = try await demo.log(until: "onReady")
        let ready = try #require(entries.first { $0["name"] == "onReady" })
        #expect(ready["kind"] == "callback" && ready["from"] == "checkout" && ready["to"] == "app")
        #expect(ready["payment"] == .string(payment) && ready["json"]?["environment"] == "sandbox")
        #expect(!text.contains(token))
        try await demo.stop()
    }

    @Test("A scenario is prepared by the shop: an answer is lost, a payment is cancelled, another expires")
    func scenarios() async throws {
        let demo = try await Demo()
        let (_, token, caller) = try await demo.order(["scenario": "lost_answer"])
        let number: JSONValue = ["channel": "cm.mobile", "data": ["phone": "670000000"]]
        await #expect(throws: TransportFailure.self) {
            try await caller.ask(.post, "/pay/process", number, authorization: "Bearer \(token)", idempotencyKey: "k1")
        }
        let again = try await caller.ask(
            .post, "/pay/process", number, authorization: "Bearer \(token)", idempotencyKey: "k1")
        #expect(again.status == 202, "the attempt began, and is told again")
        let (entries, _) = try await demo.log(until: "POST /pay/process")
        #expect(entries.contains { $0["outcome"] == "lost" })
        let cancelled = try await demo.order(["scenario": "cancelled_by_shop"])
        #expect(try await caller.status(cancelled.payment) == "cancelled")
        let expiring = try await demo.order(["scenario": "expired"])
        let found = try await caller.ask(.get, "/payments/\(expiring.payment)").json?["transaction"]
        #expect(found?["expires_at"] != nil && found?["status"] == "pending")
        try await demo.stop()
    }

    @Test("The code beside the cart is the code for that cart: its curl command makes the payment")
    func code() async throws {
        let demo = try await Demo()
        let looks: JSONValue = [
            "language": "ar", "scenario": "hosted_card",
            "appearance": ["theme": "night", "colorScheme": "light", "primaryColor": "#7C3AED", "rules": [:]],
        ]
        let quote = try #require(try await demo.shop.post("/shop/quote", looks).json)
        let curl = try #require(quote["code"]?["server"]?.string?.components(separatedBy: "\n\n").first)
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", curl.replacingOccurrences(of: "curl ", with: "curl -s ")]
        process.environment = ProcessInfo.processInfo.environment.merging(["SECRET_KEY": demo.key]) { $1 }
        process.standardOutput = output
        try process.run()
        let made = try JSONValue.parse(Array(output.fileHandleForReading.readDataToEndOfFile()))
        #expect(made["transaction"]?["amount"]?.int == 16_500 && made["authorization_token"] != nil, "\(made)")
        let swift = try #require(quote["code"]?["ios"]?.string)
        #expect(swift.contains("locale: \"ar\"") && swift.contains("theme: .night,\n        colorScheme: .light,"))
        #expect(swift.contains("primaryColor: \"#7C3AED\"") && swift.contains("country = \"CM\""))
        #expect(quote["query"]?.string?.hasPrefix("lang=ar&appearance=%7B%22colorScheme%22%3A%22light%22") == true)
        // What is no colour does not get into the code.
        let odd: JSONValue = ["appearance": ["primaryColor": "#\"); evil", "theme": "\"x\""], "language": "\"x"]
        let clean = try #require(try await demo.shop.post("/shop/quote", odd).json)
        #expect(clean["code"]?["ios"]?.string?.contains("evil") == false && clean["query"] == "lang=en")
        try await demo.stop()
    }

    @Test("The checkout may be framed by the shop, and by nobody else unless the operator names them")
    func frames() async throws {
        let demo = try await Demo()
        let (_, token, caller) = try await demo.order()
        let page = try await caller.ask(.get, "/checkout/\(token)")
        let policy = try #require(page.headers["Content-Security-Policy"])
        #expect(policy.contains("frame-ancestors \(demo.shop.origin) ") && page.headers["X-Frame-Options"] == nil)
        try await demo.stop()
        let folder = try TemporaryFolder()
        for (more, ancestors) in [
            ([], "frame-ancestors 'none'"),
            (["--embedder", "https://shop.example"], "frame-ancestors https://shop.example"),
        ] {
            let arguments = ["serve", "--port", "0", "--database", folder.path + "/g.sqlite"]
            let program = try Program(arguments + more, folder: folder)
            let plain = Caller(address: try await program.address(), key: "")
            let missing = try await plain.transport.send(
                HTTPRequest(
                    .get, try #require(URL(string: plain.address + "/checkout/tok_x")), headers: ["Accept": "text/html"]
                ))
            #expect(missing.headers["Content-Security-Policy"]?.contains(ancestors) == true)
            #expect((missing.headers["X-Frame-Options"] == "DENY") == more.isEmpty)
            program.signal(SIGTERM)
            #expect(try await program.exitCode() == 0)
        }
        for text in ["shop.example", "https://shop.example/x", "https://a.example; script-src *", "javascript:1"] {
            let program = try Program(["serve", "--port", "0", "--embedder", text])
            #expect(try await program.exitCode() == 2, "\(text)")
        }
    }

    @Test("Without a browser the demo is paid in the terminal, and a script pays where there is none")
    func terminal() async throws {
        let program = try Program(["demo", "--terminal", "--language", "en"], environment: ["NO_COLOR": "1"])
        try program.closeInput()
        #expect(try await program.exitCode(seconds: 30) == 0)
        #expect(program.output.contains("a script pays in your place") && program.output.contains("signature verified"))
        let odd = try Program(["demo", "--terminal", "--port", "1"])
        #expect(try await odd.exitCode() == 2)
    }
}
