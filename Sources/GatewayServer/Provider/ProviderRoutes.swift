import Foundation
import Gateway
import Kernel

/// The sandbox's provider pages, and its simulator (P11). A link that nobody can guess is the only way in, and takes
/// one decision; no session token is ever in an address.
extension WajubDialect {
    func addProviderRoutes(to router: inout Router) {
        router.add("GET", "/provider/{link}") { request in
            await answering(request) {
                let pages = providerPages(request)
                guard let open = try await gateway.page(link(request)) else { return pages.gone }
                return pages.page(open)
            }
        }
        router.add("POST", "/provider/{link}") { request in
            await answering(request) {
                let pages = providerPages(request)
                guard !SubmittedForm.isForeign(request) else { return pages.foreign }
                let form = try SubmittedForm(request)
                guard let choice = form["choice"].flatMap(PageChoice.init(rawValue:)) else {
                    throw FieldErrors(["choice": "must be a button of the page"])
                }
                guard
                    let (open, refusal) = try await gateway.choose(choice, code: form["code"], on: link(request))
                else { return pages.gone }
                if let refusal, refusal.code != "security_check_failed" { return pages.page(open, refusal: refusal) }
                if choice == .leave, open.attempt.returnURL == nil { return pages.page(open, wasLeft: true) }
                return onward(open, stays: open.page.link == link(request))
            }
        }
    }

    func addSimulatorRoutes(to router: inout Router) {
        router.add("GET", "/sandbox/payments/{id}/simulate") { request in
            await answering(request) {
                let pages = providerPages(request)
                guard let open = try await simulated(request) else { return pages.gone }
                return pages.simulator(open)
            }
        }
        router.add("POST", "/sandbox/payments/{id}/simulate") { request in
            await answering(request) {
                let pages = providerPages(request)
                // No other site decides in the payer's name.
                guard !SubmittedForm.isForeign(request) else { return pages.foreign }
                let isForm = SubmittedForm.isOne(request)
                let action = isForm ? try SubmittedForm(request)["action"] : try jsonAction(request)
                guard let approve = ["approve": true, "decline": false][action ?? ""] else {
                    throw FieldErrors(["action": "must be approve or decline"])
                }
                let id = PaymentID(request.parameters["id"] ?? "")
                if !(request.headers["Authorization"] ?? "").isEmpty {
                    // A merchant's server decides about its own payments.
                    return await asMerchant(request) { context in
                        guard try await gateway.payment(id, for: context.principal) != nil,
                            let payment = try await gateway.simulate(id, approve: approve)
                        else { throw Refusal("not_found") }
                        return ServerResponse(json: ["status": .string(payment.status.rawValue)])
                    }
                }
                guard let open = try await simulated(request) else {
                    if isForm { return pages.gone }
                    throw Refusal("not_found")
                }
                guard let payment = try await gateway.simulate(id, approve: approve) else {
                    throw Refusal("not_found")
                }
                guard isForm else { return ServerResponse(json: ["status": .string(payment.status.rawValue)]) }
                guard let after = try await gateway.page(open.page.link) else { return pages.gone }
                return after.attempt.returnURL == nil ? pages.simulator(after) : onward(after, stays: true)
            }
        }
    }

    private func providerPages(_ request: ServerRequest) -> ProviderPages {
        ProviderPages(language: WajubErrors(request).language)
    }

    private func link(_ request: ServerRequest) -> PageLink { PageLink(request.parameters["link"] ?? "") }

    /// The page a simulator's link opens, when it is that payment's.
    private func simulated(_ request: ServerRequest) async throws -> OpenPage? {
        guard let link = request.query("link"), let open = try await gateway.page(PageLink(link)),
            open.payment.id.rawValue == request.parameters["id"], open.payment.environment == .sandbox
        else { return nil }
        return open
    }

    /// After a decision: the attempt's next page, or where the payer came from, or what became of it.
    private func onward(_ open: OpenPage, stays: Bool) -> ServerResponse {
        let here = "\(origin)/provider/\(open.page.link)"
        let target = stays ? open.attempt.returnURL ?? here : here
        return ServerResponse(status: 303, headers: ["Location": target, "Referrer-Policy": "no-referrer"])
    }

    private func jsonAction(_ request: ServerRequest) throws -> String? {
        var body = BodyFields(try json(request), known: ["action"])
        let action = body.string("action")
        guard body.errors.isEmpty else { throw FieldErrors(body.errors) }
        return action
    }
}
