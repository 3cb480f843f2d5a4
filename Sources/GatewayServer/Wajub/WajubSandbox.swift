import Gateway
import Kernel

/// The sandbox's stand-in for a provider's page, P11: a person, or a test, decides how the payment goes on.
extension WajubDialect {
    func addSandboxRoutes(to router: inout Router) {
        router.add("GET", "/sandbox/payments/{id}/simulate") { request in
            await answering(request) {
                let id = PaymentID(request.parameters["id"] ?? "")
                guard let payment = try await gateway.sandboxPayment(id) else { return missing(request) }
                return try await page(payment, request)
            }
        }
        router.add("POST", "/sandbox/payments/{id}/simulate") { request in
            await answering(request) {
                let id = PaymentID(request.parameters["id"] ?? "")
                // No other site decides in the payer's name.
                if request.headers["Sec-Fetch-Site"] == "cross-site" { throw Refusal("forbidden") }
                let isForm = request.headers["Content-Type"]?.hasPrefix("application/x-www-form-urlencoded") ?? false
                let action = isForm ? formValue("action", request.body) : try jsonAction(request)
                guard let approve = ["approve": true, "decline": false][action ?? ""] else {
                    throw FieldErrors(["action": "must be approve or decline"])
                }
                guard let payment = try await gateway.simulate(id, approve: approve) else {
                    throw Refusal("not_found")
                }
                if isForm { return try await page(payment, request) }
                return ServerResponse(json: ["status": .string(payment.status.rawValue)])
            }
        }
    }

    /// `authorization_url`: a page for a payer who has no app open.
    func addHostedRoutes(to router: inout Router) {
        router.add("GET", "/checkout/{token}") { request in
            await answering(request) {
                guard let session = try await gateway.session(Secret(request.parameters["token"] ?? "")) else {
                    return missing(request)
                }
                return HostedPage.payment(session, WajubErrors(request).language).response
            }
        }
    }

    /// Whoever opens a page reads words, not JSON.
    private func missing(_ request: ServerRequest) -> ServerResponse {
        let errors = WajubErrors(request)
        guard request.headers["Accept"]?.contains("text/html") ?? false else {
            return errors.response(Refusal("session_not_found"))
        }
        return HostedPage.message(
            ErrorCatalogue.wajub["session_not_found"]?.message(errors.language) ?? "", errors.language)
    }

    private func jsonAction(_ request: ServerRequest) throws -> String? {
        var body = BodyFields(try json(request), known: ["action"])
        let action = body.string("action")
        guard body.errors.isEmpty else { throw FieldErrors(body.errors) }
        return action
    }

    /// The form has one field whose values are plain words.
    private func formValue(_ name: String, _ body: [UInt8]) -> String? {
        guard body.count < 1024 else { return nil }
        return String(decoding: body, as: UTF8.self).split(separator: "&")
            .first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.utf8.count + 1)) }
    }

    private func page(_ payment: Payment, _ request: ServerRequest) async throws -> ServerResponse {
        let merchant = try await gateway.merchant(payment.merchantID)?.name ?? ""
        return HostedPage.simulator(payment, merchant, WajubErrors(request).language).response
    }
}
