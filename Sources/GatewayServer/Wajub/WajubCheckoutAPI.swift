import Gateway
import Kernel

/// The checkout API `/pay/*`: what a payer's app asks, with its session token (spec 4.1).
extension WajubDialect {
    func addCheckoutRoutes(to router: inout Router) {
        router.add("GET", "/pay/session") { request in
            await asPayer(request) { _ in
                guard let session = try await gateway.session(try token(request)) else {
                    throw Refusal("session_not_found")
                }
                let echo = try await echo(session.payment)
                return ServerResponse(json: shapes(request).session(session, echo: echo))
            }
        }
        router.add("GET", "/pay/sdk-config") { request in
            await asPayer(request) { payment in
                ServerResponse(json: shapes(request).configuration(gateway.methods.channels(for: payment)))
            }
        }
        router.add("GET", "/pay/status") { request in
            await asPayer(request) { ServerResponse(json: shapes(request).status($0)) }
        }
        router.add("POST", "/pay/process") { request in
            await asPayer(request) { try await process(request, $0) }
        }
        router.add("POST", "/pay/cancel") { request in
            await asPayer(request) { payment in
                let body = BodyFields(try json(request), known: [])
                guard body.errors.isEmpty else { throw FieldErrors(body.errors) }
                guard let (cancelled, refusal) = try await gateway.cancelCheckout(payment.id) else {
                    throw Refusal("session_not_found")
                }
                let shapes = shapes(request)
                if let refusal {
                    return WajubErrors(request).response(refusal, transaction: shapes.transaction(cancelled))
                }
                return ServerResponse(json: ["redirect_url": nil, "transaction": shapes.transaction(cancelled)])
            }
        }
        router.add("POST", "/pay/client-session") { request in
            await asPayer(request) { try await openClientSession(request, $0) }
        }
        router.add("POST", "/pay/client-session/complete") { request in
            await asPayer(request) { payment in
                var body = BodyFields(try json(request), known: ["client_session_id"])
                let id = body.string("client_session_id")
                if id == nil { body.fail("client_session_id", "is required") }
                guard body.errors.isEmpty, let id else { throw FieldErrors(body.errors) }
                guard let reply = try await gateway.completeClientSession(payment.id, ClientSessionID(id)) else {
                    throw Refusal("session_not_found")
                }
                return ServerResponse(json: shapes(request).reply(reply))
            }
        }
        router.add("POST", "/pay/verify/{kind}") { request in
            await asPayer(request) { try await verify(request, $0) }
        }
        router.add("POST", "/pay/verify/{kind}/resend") { request in
            await asPayer(request) { try await resend(request, $0) }
        }
    }

    private func process(_ request: ServerRequest, _ payment: Payment) async throws -> ServerResponse {
        let json = try json(request)
        var body = BodyFields(json, known: ["channel", "data", "device"])
        let channel = body.string("channel")
        let data = body.map("data") ?? [:]
        let device = body.map("device").map(JSONValue.object)
        if channel == nil { body.fail("channel", "is required") }
        guard body.errors.isEmpty, let channel else { throw FieldErrors(body.errors) }
        let shapes = shapes(request)
        let scope = "process:\(payment.id)"
        let credential = try token(request)
        // A request without a key is done once as well: nobody else has this one.
        let claim =
            try claim(request, scope: scope, body: json, credential: credential)
            ?? IdempotencyClaim(
                scope: scope, key: IdempotencyClaim.inventedPrefix + RandomIdentifiers().next(), body: json,
                credential: credential)
        let answered = try await gateway.process(
            payment.id, ProcessRequest(channel: channel, data: data, device: device), claim: claim,
            render: { shapes.reply($0) })
        return ServerResponse(answered)
    }

    private func openClientSession(_ request: ServerRequest, _ payment: Payment) async throws -> ServerResponse {
        var body = BodyFields(try json(request), known: ["channel", "email", "name", "return_url", "restart"])
        let channel = body.string("channel")
        let (email, address) = (body.string("email"), body.string("return_url"))
        let restart = body.bool("restart") ?? false
        if body.string("name").map({ $0.utf8.count > 255 }) ?? false { body.fail("name", "must be at most 255 bytes") }
        if channel == nil { body.fail("channel", "is required") }
        guard body.errors.isEmpty, let channel else { throw FieldErrors(body.errors) }
        let wanted = ClientSessionRequest(channel: channel, email: email, returnURL: address, restart: restart)
        guard let reply = try await gateway.openClientSession(payment.id, wanted) else {
            throw Refusal("session_not_found")
        }
        return ServerResponse(json: shapes(request).reply(reply))
    }

    private func stepTarget(
        _ request: ServerRequest, known: Set<String>
    ) throws -> (kind: Step.Kind, id: StepID, fields: [String: JSONValue]) {
        guard let kind = request.parameters["kind"].flatMap(Step.Kind.init(rawValue:)) else {
            throw Refusal("not_found")
        }
        var body = BodyFields(try json(request), known: known.union(["id"]))
        let id = body.string("id")
        if id == nil { body.fail("id", "is required") }
        guard body.errors.isEmpty, let id else { throw FieldErrors(body.errors) }
        return (kind, StepID(id), body.object)
    }

    private func verify(_ request: ServerRequest, _ payment: Payment) async throws -> ServerResponse {
        let (kind, id, fields) = try stepTarget(
            request, known: ["code", "pin", "phone", "birthday", "address", "city", "state", "zip_code", "country"])
        guard let (after, refusal) = try await gateway.answerStep(payment.id, kind, id, fields) else {
            throw Refusal("session_not_found")
        }
        let shapes = shapes(request)
        if let refusal {
            return WajubErrors(request).response(refusal, transaction: shapes.transaction(after))
        }
        guard let attempt = after.attempt else { throw Refusal("not_processable") }
        return ServerResponse(json: shapes.reply(.attempt(after, attempt)))
    }

    private func resend(_ request: ServerRequest, _ payment: Payment) async throws -> ServerResponse {
        let (kind, id, _) = try stepTarget(request, known: [])
        guard let (after, refusal) = try await gateway.resendStep(payment.id, kind, id) else {
            throw Refusal("session_not_found")
        }
        if let refusal { throw refusal }
        guard let step = after.attempt?.step else { throw Refusal("not_processable") }
        return ServerResponse(json: ["step": shapes(request).step(step)])
    }
}
