import Foundation
import GatewayServer
import Kernel
import Wire

/// A script that pays in the demo's page with `YunoSDK`, over HTTP as a browser does: it types on the screens the SDK
/// draws, and looks at what the shop is told.
struct YunoScript: Sendable {
    private let page: String
    private let transport: any Transport = SystemTransport()
    private let client = RandomIdentifiers().hexadecimal
    private let say: @Sendable (_ who: String, _ text: String) -> Void

    /// - Parameters:
    ///   - page: the shop's address.
    ///   - say: tells what happens.
    init(page: String, say: @escaping @Sendable (_ who: String, _ text: String) -> Void) {
        (self.page, self.say) = (page, say)
    }

    /// Pays by card in the Lite flow.
    /// - Returns: what differed.
    func run(_ log: DemoLog) async throws -> [String] {
        let opened = try await post(
            "/shop/yuno",
            [
                "integration": "lite", "scenario": "paid", "country": "BR", "items": ["coffee": 2, "cup": 1],
                "page": "en", "shopper": .string(client),
            ])
        guard let visit = opened["visit"]?.string else { return ["the shop took no order"] }
        say("shop", "POST /v1/checkout/sessions: an order in reais")
        _ = try await post("/shop/yuno/\(visit)/pay", [:])
        say("app", "startPaymentLite(with:paymentSelected:): a card")
        let sheet = visit + "s"
        _ = try await post("/visits", ["token": .string(sheet), "client": .string(client)])
        try await wait(for: "data-field=\"card.number\"", on: sheet)
        let typed = [
            ("card.number", "4507990000000002"), ("card.expiry", "1240"), ("card.cvc", "123"),
            ("card.holder", "Ana Souza"),
        ]
        var events: [JSONValue] = typed.enumerated().map { index, field in
            ["n": .integer(index + 1), "t": "input", "id": .string(field.0), "text": .string(field.1)]
        }
        events.append(["n": .integer(events.count + 1), "t": "press", "id": "pay"])
        try await tell(events, sheet)
        say("payer", "types •••• 0002 on the screens of the SDK, and pays")
        try await wait(for: "data-screen=\"success\"", on: sheet)
        try await tell([["n": .integer(events.count + 1), "t": "press", "id": "done"]], sheet)
        let end = try await end(of: visit)
        let result = end["result"]?["result"]?.string ?? "none"
        let status = end["payment"]?["status"]?.string ?? "none"
        say("app", "yunoPaymentResult: \(result)")
        let heard = await webhook(log)
        say("webhook", heard ? "payment.purchase, signature verified" : "none came")
        var differences: [String] = []
        if result != "succeeded" { differences.append("the result is \(result), expected succeeded") }
        if status != "SUCCEEDED" { differences.append("the payment is \(status), expected SUCCEEDED") }
        if !heard { differences.append("no webhook was verified") }
        return differences
    }

    private func tell(_ events: [JSONValue], _ sheet: String) async throws {
        _ = try await post("/visits/\(sheet)?client=\(client)&after=0", ["e": .array(events)])
    }

    /// Asks for the whole screen until something stands on it.
    private func wait(for text: String, on sheet: String) async throws {
        for _ in 0..<200 {
            let frame = try await ask(.get, "/visits/\(sheet)?client=\(client)&after=0", nil)
            if frame["html"]?.string?.contains(text) ?? false { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw CommandFailure("the SDK's screen never showed \(text)")
    }

    private func end(of visit: String) async throws -> JSONValue {
        var shown: JSONValue = [:]
        for _ in 0..<50 {
            let number = shown["number"]?.int ?? 0
            let news = try await ask(.get, "/shop/yuno/\(visit)?after=\(number)", nil)
            if news["number"] != nil { shown = news }
            if shown["result"]?["result"] != nil, shown["payment"]?["paid"]?.bool == true { break }
        }
        return shown
    }

    private func webhook(_ log: DemoLog) async -> Bool {
        for _ in 0..<100 {
            let entries = await log.entries(after: 0, waitMilliseconds: 0).map(\.entry)
            if entries.contains(where: { $0.kind == .webhook && $0.name == "payment.purchase" && $0.isGood }) {
                return true
            }
            try? await Task.sleep(for: .milliseconds(50))
        }
        return false
    }

    private func post(_ path: String, _ body: JSONValue) async throws -> JSONValue {
        try await ask(.post, path, body)
    }

    private func ask(_ method: HTTPMethod, _ path: String, _ body: JSONValue?) async throws -> JSONValue {
        guard let url = URL(string: page + path) else { throw CommandFailure("no address: \(page)") }
        let headers: HTTPHeaders = body == nil ? [:] : ["Content-Type": "application/json"]
        let answer = try await transport.send(
            HTTPRequest(method, url, headers: headers, body: body?.bytes))
        guard answer.isSuccess else { throw CommandFailure("\(method.rawValue) \(path) answered \(answer.status)") }
        return answer.json ?? [:]
    }
}

extension RandomIdentifiers {
    /// What a page calls itself.
    fileprivate var hexadecimal: String { UUID().uuidString.replacingOccurrences(of: "-", with: "").lowercased() }
}
