import Foundation
import Gateway
import InterfaceWeb
import Kernel
import Wire

/// The addresses of hosted checkouts: the page, its two files, and the visits.
struct HostedRoutes: Sendable {
    let checkouts: HostedCheckouts
    let gateway: Gateway
    /// Where the gateway is reached from outside.
    let origin: String
    /// The way back into this gateway, for a visitor at that address.
    let loopback: @Sendable (_ peer: String) -> any Transport
    let dialect: WajubDialect

    func add(to router: inout Router) {
        router.add("GET", "/checkout/{token}") { request in
            await dialect.answering(request) { try await page(request) }
        }
        router.add("POST", "/visits") { request in
            await dialect.answering(request) { try await open(request) }
        }
        router.add("GET", "/visits/{visit}/return") { await back($0) }
        LiveRoutes(
            visit: { [checkouts] in await checkouts.visit($0) }, isFromOurPage: isFromOurPage,
            refused: { WajubErrors($0).response(Refusal($1)) }
        ).add(to: &router)
    }

    // MARK: The page

    private func page(_ request: ServerRequest) async throws -> ServerResponse {
        let language = request.query("lang").map { Language(tag: $0) } ?? WajubErrors(request).language
        let token = Secret(request.parameters["token"] ?? "")
        guard let session = try await gateway.session(token) else {
            guard request.headers["Accept"]?.contains("text/html") ?? false else { throw Refusal("session_not_found") }
            return HostedPage.message(HostedTexts(language.rawValue).notFound, language)
        }
        let appearance = Self.appearance(request.query("appearance"), session.payment)
        let texts = PageTexts(language.rawValue)
        var opening: [String: JSONValue] = ["token": .string(token.expose()), "lang": .string(language.rawValue)]
        opening["appearance"] = appearance
        let nonce = RandomIdentifiers().next()
        let page = PageDocument(
            first: HostedScreens.opening(session, texts), look: checkouts.design.look(session, appearance),
            texts: texts, nonce: nonce, live: "/visits", opening: .object(opening))
        return ServerResponse(
            status: 200,
            headers: [
                "Content-Type": "text/html; charset=utf-8", "Content-Language": language.rawValue,
                "Vary": "Accept-Language", "Content-Security-Policy": policy(request, nonce: nonce),
                "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff",
                "X-Frame-Options": "DENY", "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
                "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
            ], body: Array(page.html.utf8))
    }

    /// Where providers send the payer back to; the visit knows its page.
    private func back(_ request: ServerRequest) async -> ServerResponse {
        guard let address = await checkouts.visit(request.parameters["visit"] ?? "")?.address else {
            let language = WajubErrors(request).language
            // The visit is gone, after a restart or a long time; the script finds the page in what the tab kept.
            return HostedPage.message(
                HostedTexts(language.rawValue).canClose, language, script: WebAssets.script.path)
        }
        return ServerResponse(
            status: 303, headers: ["Location": address, "Cache-Control": "no-store", "Referrer-Policy": "no-referrer"],
            body: [])
    }

    private func policy(_ request: ServerRequest, nonce: String) -> String {
        let pages = checkouts.design.pageOrigins
        var connect = "'self'"
        // Older browsers do not count a socket of the same host as the page's own.
        let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.:-[]".utf8)
        if let host = request.headers["Host"], host.utf8.allSatisfy(plain.contains) {
            connect += " ws://\(host) wss://\(host)"
        }
        return [
            "default-src 'none'", "script-src 'self'", "style-src 'self' 'nonce-\(nonce)'",
            "img-src 'self' https: data:", "connect-src \(connect)", "base-uri 'none'", "form-action 'none'",
            "frame-ancestors 'none'",
            "frame-src \(pages.isEmpty ? "'none'" : pages.joined(separator: " "))",
        ].joined(separator: "; ")
    }

    /// A look of the page's own choosing, for sandbox payments: the merchant's own is what payers trust.
    private static func appearance(_ text: String?, _ payment: Payment) -> JSONValue? {
        guard payment.environment == .sandbox, let text, text.utf8.count <= 8192 else { return nil }
        let json = try? JSONValue.parse(Array(text.utf8), limits: JSONLimits(bytes: 8192, depth: 4, values: 200))
        return json?.object == nil ? nil : json
    }

    // MARK: Visits

    private static let openingLimits = JSONLimits(bytes: 16 << 10, depth: 8, values: 400)

    private func open(_ request: ServerRequest) async throws -> ServerResponse {
        guard isFromOurPage(request) else { throw Refusal("forbidden") }
        let json = try JSONValue.parse(request.body, limits: Self.openingLimits)
        guard let token = json["token"]?.string, let client = json["client"]?.string, LiveRoutes.isName(client) else {
            throw Refusal("bad_request")
        }
        let appearance = json["appearance"].flatMap { $0.object == nil ? nil : $0 }
        let opening = HostedCheckouts.Opening(
            token: Secret(token), visit: json["visit"]?.string, client: client,
            language: Language(tag: json["lang"]?.string ?? "en"), appearance: appearance,
            facts: VisitorFacts(json), origin: origin, transport: loopback(request.peer))
        do {
            let visit = try await checkouts.open(opening)
            return ServerResponse(json: ["visit": .string(visit.id)])
        } catch HostedCheckouts.OpeningFault.unknown {
            throw Refusal("session_not_found")
        } catch HostedCheckouts.OpeningFault.tooMany {
            throw Refusal("rate_limited", retryAfterSeconds: 10)
        }
    }

    /// Behind a proxy the page's origin is the one the gateway was told.
    private func isFromOurPage(_ request: ServerRequest) -> Bool {
        if request.headers["Sec-Fetch-Site"] == "cross-site" { return false }
        return !request.isFromAnotherSite || request.headers["Origin"]?.lowercased() == origin.lowercased()
    }
}
