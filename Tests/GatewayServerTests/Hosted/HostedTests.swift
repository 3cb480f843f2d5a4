import Foundation
import Gateway
import Interface
import Kernel
import Testing
import Wire

@testable import GatewayServer
@testable import InterfaceWeb

@Suite struct HostedTests {
    private func open(
        _ desk: ServedDesk, _ token: String, client: String = String(repeating: "a", count: 32),
        visit: String? = nil, headers: [String: String] = [:]
    ) async throws -> ServedDesk.Answer {
        var body: [String: JSONValue] = ["token": .string(token), "client": .string(client), "lang": "fr"]
        body["visit"] = visit.map(JSONValue.string)
        return try await desk.ask(.post, "/visits", .object(body), headers: headers)
    }

    private func news(
        _ desk: ServedDesk, _ visit: String, client: String = String(repeating: "a", count: 32), after: Int = 0
    ) async throws -> ServedDesk.Answer {
        try await desk.ask(.get, "/visits/\(visit)?client=\(client)&after=\(after)")
    }

    @Test("A hosted checkout speaks every language around the sheet", arguments: Language.allCases)
    func texts(language: Language) {
        let texts = HostedTexts(language.rawValue)
        #expect(language == .english || texts.leaving != HostedTexts("en").leaving)
        #expect(HostedTexts(language.rawValue + "-XX").leaving == texts.leaving)
    }

    @Test("W13 authorization_url opens a checkout that pays the payment, over plain HTTP as well") func pays()
        async throws
    {
        try await withDesk { desk in
            let (id, token) = try await desk.payment()
            let observed = await desk.application.hosted.observe(PaymentID(id))
            let visit = try #require(try await open(desk, token).json["visit"]?.string)
            var shown = 0
            var number = 0
            var screens: [String] = []
            func reach(_ wanted: String) async throws {
                for _ in 0..<60 {
                    let answer = try await news(desk, visit, after: shown)
                    shown = answer.json["f"]?.int ?? shown
                    if let html = answer.json["html"]?.string,
                        let screen = html.components(separatedBy: "data-screen=\"").last?.prefix(while: { $0 != "\"" })
                    {
                        screens.append(String(screen))
                    }
                    if screens.last == wanted { return }
                }
                Issue.record("never \(wanted): \(screens)")
            }
            func tell(_ event: [String: JSONValue]) async throws {
                number += 1
                let event = event.merging(["n": .integer(number)]) { $1 }
                let path = "/visits/\(visit)?client=\(String(repeating: "a", count: 32))&after=\(shown)"
                #expect(try await desk.ask(.post, path, ["e": [.object(event)]]).status == 204)
            }
            try await reach("methods")
            let html = try await news(desk, visit).json["html"]?.string ?? ""
            let row = try #require(
                html.components(separatedBy: "data-press=\"").dropFirst().first?.prefix { $0 != "\"" })
            try await tell(["t": "press", "id": .string(String(row))])
            try await reach("mobile-money")
            let form = try await news(desk, visit).json["html"]?.string ?? ""
            let field = try #require(
                form.components(separatedBy: "data-field=\"").dropFirst().first?.prefix { $0 != "\"" })
            try await tell(["t": "input", "id": .string(String(field)), "text": "670000000", "caret": 9])
            let button = try #require(
                form.components(separatedBy: "class=\"button primary\" data-press=\"").last?.prefix { $0 != "\"" })
            try await tell(["t": "press", "id": .string(String(button))])
            try await reach("approval")
            desk.clock.advance(milliseconds: 5000)
            try await reach("success")
            #expect(try await desk.ask(.get, "/payments/\(id)").json["transaction"]?["status"] == "success")
            await desk.application.hosted.shutdown()
            var names: [String] = []
            for await note in observed {
                switch note.kind {
                case .callback(let name, _): names.append(name)
                case .exchange(_, let path, let request, _, _):
                    names.append(path)
                    #expect(request?.text.contains("670000000") != true, "a number is not shown whole")
                }
            }
            #expect(names.contains("onReady") && names.contains("onSuccess") && names.contains("/pay/process"))
        }
    }

    @Test("A page of another site opens nothing, and sends nothing") func origins() async throws {
        try await withDesk { desk in
            let (_, token) = try await desk.payment()
            #expect(try await open(desk, token, headers: ["Origin": "https://evil.example"]).status == 403)
            #expect(try await open(desk, token, headers: ["Sec-Fetch-Site": "cross-site"]).status == 403)
            let visit = try #require(
                try await open(desk, token, headers: ["Origin": desk.address]).json["visit"]?.string)
            let path = "/visits/\(visit)?client=\(String(repeating: "a", count: 32))&after=0"
            let evil = ["Origin": "https://evil.example"]
            #expect(try await desk.ask(.post, path, ["e": []], headers: evil).status == 403)
            #expect(try await desk.ask(.get, path, headers: evil).status == 403)
            #expect(
                try await desk.ask(.get, "/visits/\(visit)/socket?client=\(String(repeating: "a", count: 32))").status
                    == 426)
        }
    }

    @Test("A visit belongs to its payment, and comes back to the tab that had it") func visits() async throws {
        try await withDesk { desk in
            let (_, token) = try await desk.payment()
            let (_, other) = try await desk.payment()
            let first = try #require(try await open(desk, token).json["visit"]?.string)
            #expect(try await open(desk, token, visit: first).json["visit"]?.string == first)
            #expect(try await open(desk, other, visit: first).json["visit"]?.string != first)
            #expect(try await open(desk, token, visit: "visit_guessed").json["visit"]?.string != first)
            #expect(try await open(desk, "tok_nothing").status == 404)
            #expect(try await open(desk, token, client: "<script>").status == 400)
            #expect(try await news(desk, "visit_nothing").status == 404)
            // A copied tab takes over; the tab it was copied from must open its own.
            let copy = String(repeating: "b", count: 32)
            #expect(try await news(desk, first).status == 200)
            #expect(try await news(desk, first, client: copy).status == 200)
            #expect(try await news(desk, first).status == 404)
        }
    }

    @Test("A payer sent back to a visit that is gone gets a page that finds the checkout again") func goneVisit()
        async throws
    {
        try await withDesk { desk in
            let answer = try await desk.ask(.get, "/visits/visit_gone/return")
            #expect(answer.status == 404)
            let html = String(decoding: answer.body, as: UTF8.self)
            #expect(html.contains("<script src=\"\(WebAssets.script.path)\" defer></script>"))
            #expect(answer.headers["Content-Security-Policy"]?.contains("script-src 'self'") == true)
        }
    }

    @Test("W70 The page has the payment's own look before its sheet is there") func looks() async throws {
        try await withDesk { desk in
            _ = try await desk.ask(.put, "/branding", ["name": "Chez Comptoir", "primary_color": "#a21caf"])
            let (_, token) = try await desk.payment()
            let answer = try await desk.ask(.get, "/checkout/\(token)", headers: ["Accept": "text/html"])
            let html = String(decoding: answer.body, as: UTF8.self)
            #expect(html.contains("<span class=\"name\">Chez Comptoir</span>") && html.contains("--primary:#a21caf"))
        }
    }

    @Test("A visit does not remember clients without end") func formerClients() async throws {
        try await withDesk { desk in
            let (_, token) = try await desk.payment()
            let id = try #require(try await open(desk, token).json["visit"]?.string)
            let visit = try #require(await desk.application.hosted.visit(id))
            await MainActor.run {
                for number in 0..<1000 { _ = visit.attach("client \(number)") }
                #expect(visit.formerClients.count == HostedVisit.mostFormerClients)
            }
        }
    }

    @Test("Many events in few messages are too much as well") func events() async throws {
        try await withDesk { desk in
            let (_, token) = try await desk.payment()
            let id = try #require(try await open(desk, token).json["visit"]?.string)
            let visit = try #require(await desk.application.hosted.visit(id))
            let beats = (1...150).map { JSONValue.object(["n": .integer($0), "t": "beat"]) }
            let bytes = JSONValue.object(["e": .array(beats)]).bytes
            await MainActor.run {
                #expect(visit.receive(bytes) == .yes && visit.receive(bytes) == .yes)
                #expect(visit.receive(bytes) == .tooMuch)
            }
        }
    }

    @Test("There are only so many visits, and the longest left gives way") func limits() async throws {
        try await withDesk { desk in
            let (_, token) = try await desk.payment()
            let hosted = desk.application.hosted
            var ids: [String] = []
            for _ in 0..<(HostedLimits().perPayment + 2) {
                ids.append(try #require(try await open(desk, token).json["visit"]?.string))
            }
            #expect(Set(ids).count == ids.count)
            #expect(await hosted.count == HostedLimits().perPayment)
            #expect(await hosted.visit(ids[0]) == nil)
            await hosted.sweep(at: .now + .seconds(HostedLimits().untouchedSeconds + 1))
            #expect(await hosted.count == 0)
        }
    }

    @Test("The page's policy lets in no script but its own file, and no frame at all") func policy() async throws {
        try await withDesk { desk in
            let (_, token) = try await desk.payment()
            let page = try await desk.ask(.get, "/checkout/\(token)?lang=ar", headers: ["Accept": "text/html"])
            let policy = page.headers["Content-Security-Policy"] ?? ""
            #expect(policy.contains("default-src 'none'") && policy.contains("script-src 'self';"))
            #expect(!policy.contains("unsafe") && policy.contains("frame-ancestors 'none'"))
            let html = String(decoding: page.body, as: UTF8.self)
            #expect(html.contains("lang=\"ar\" dir=\"rtl\"") && html.contains("Boutique &lt;Étoile&gt;"))
            let nonce = try #require(policy.components(separatedBy: "'nonce-").last?.prefix { $0 != "'" })
            #expect(html.contains("<style id=\"look\" nonce=\"\(nonce)\">"))
            for asset in WebAssets.all {
                let file = try await desk.ask(.get, asset.path)
                #expect(file.status == 200 && file.headers["Cache-Control"]?.contains("immutable") == true)
            }
        }
    }

    @Test("The way back into the gateway keeps its limits, and loses what is dropped") func loopback() async throws {
        let configuration = ServerConfiguration()
        let transport = LoopbackTransport(configuration: configuration, log: .silent, metrics: Metrics(), peer: "x") {
            request in
            switch request.segments.first {
            case "drop": return .dropped
            case "slow":
                try? await Task.sleep(for: .seconds(5))
                return ServerResponse(status: 200)
            default: return ServerResponse(json: ["path": .string(request.segments.joined(separator: "|"))])
            }
        }
        func send(_ path: String, body: [UInt8]? = nil, seconds: Double = 2) async throws -> HTTPAnswer {
            let url = try #require(URL(string: "http://127.0.0.1\(path)"))
            return try await transport.send(HTTPRequest(.post, url, body: body, timeoutSeconds: seconds))
        }
        #expect(try await send("/a/b%2Fc").json?["path"]?.string == "a|b/c")
        #expect(
            try await send("/x", body: Array(repeating: 0x20, count: configuration.maximumBodyBytes + 1)).status == 413)
        await #expect(throws: TransportFailure(.connectionLost, mayHaveReachedServer: true)) { try await send("/drop") }
        await #expect(throws: TransportFailure(.timedOut, mayHaveReachedServer: true)) {
            try await send("/slow", seconds: 0.1)
        }
    }

    @Test("A shop's address keeps what it asks, and only web addresses are gone to") func addresses() {
        #expect(
            HostedCheckouts.address("https://shop.example/done?cart=7#top", reference: "A & B")
                == "https://shop.example/done?cart=7&reference=A%20%26%20B#top")
        #expect(HostedCheckouts.address("javascript:alert(1)", reference: "x") == nil)
    }
}
