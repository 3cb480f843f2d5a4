import Gateway
import Kernel
import Wire

/// The pages of this dialect: the bank's challenge, and the bank of the sandbox where codes are paid.
extension YunoDialect {
    func addPageRoutes(to router: inout Router) {
        // The link is in the query: every address of a challenge has one, so that `&embedded=true` can be added.
        router.add("GET", "/provider/challenge") { request in
            await answering(request) {
                let pages = pages(request)
                guard let open = try await challenge(request) else { return pages.gone }
                return pages.challenge(open, isEmbedded: isEmbedded(request))
            }
        }
        router.add("POST", "/provider/challenge") { request in
            await answering(request) {
                let pages = pages(request)
                guard !SubmittedForm.isForeign(request) else { return pages.foreign }
                let form = try SubmittedForm(request)
                guard let choice = form["choice"].flatMap(PageChoice.init(rawValue:)) else {
                    throw YunoFault.missing(["choice"])
                }
                guard let open = try await challenge(request),
                    let (after, refusal) = try await gateway.choose(choice, code: form["code"], on: open.page.link)
                else { return pages.gone }
                if let refusal, !after.choices.isEmpty {
                    return pages.challenge(after, isEmbedded: isEmbedded(request), refusal: refusal)
                }
                let frame = isEmbedded(request) ? "&embedded=true" : ""
                return seeOther(shapes.challenge(open.page.link) + frame)
            }
        }
        router.add("GET", "/sandbox/checkout/{session}") { request in
            await answering(request) {
                let pages = pages(request)
                guard let (payment, merchant) = try await codePayment(request) else { return pages.gone }
                return pages.code(payment, of: merchant)
            }
        }
        router.add("POST", "/sandbox/checkout/{session}") { request in
            await answering(request) {
                let pages = pages(request)
                guard !SubmittedForm.isForeign(request) else { return pages.foreign }
                guard let act = try SubmittedForm(request)["do"].flatMap(CodeVerdict.init(rawValue:)) else {
                    throw YunoFault.missing(["do"])
                }
                guard let (payment, merchant) = try await codePayment(request) else { return pages.gone }
                guard let (after, refusal) = try await gateway.decideCode(payment.id, act, for: nil) else {
                    return pages.gone
                }
                if refusal != nil { return pages.code(after, of: merchant, refusal: true) }
                return seeOther("\(origin)/sandbox/checkout/\(request.parameters["session"] ?? "")")
            }
        }
    }

    private func pages(_ request: ServerRequest) -> ProviderPages {
        ProviderPages(language: Language(acceptLanguage: request.headers["Accept-Language"]))
    }

    private func isEmbedded(_ request: ServerRequest) -> Bool { request.query("embedded") == "true" }

    private func seeOther(_ address: String) -> ServerResponse {
        ServerResponse(status: 303, headers: ["Location": address, "Referrer-Policy": "no-referrer"])
    }

    /// The challenge a link opens; a link of another page opens none.
    private func challenge(_ request: ServerRequest) async throws -> OpenPage? {
        guard let link = request.query("link"), let open = try await gateway.page(PageLink(link)),
            open.page.kind == .challenge
        else { return nil }
        return open
    }

    /// A sandbox payment with a code, or that had one: its session's name is the way in.
    private func codePayment(_ request: ServerRequest) async throws -> (Payment, Merchant)? {
        let id = Self.session(request)
        guard UUIDText.isUUID(id.rawValue),
            let payment = try await gateway.store.read({ try $0.paymentSession(id)?.paymentID }),
            let current = try await gateway.sandboxPayment(payment), current.attempt?.code != nil,
            let merchant = try await gateway.merchant(current.merchantID)
        else { return nil }
        return (current, merchant)
    }
}
