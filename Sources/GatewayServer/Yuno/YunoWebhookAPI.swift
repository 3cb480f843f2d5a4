import Gateway
import Kernel

/// Where webhooks go (spec 13). `account_id` is always said: in the body, or in the query of what has none.
extension YunoDialect {
    func addWebhookRoutes(to router: inout Router) {
        router.add("POST", "/v1/webhooks") { request in
            await asMerchant(request) { context in
                let draft = try AccountEndpointDraft(
                    try Self.renamed(try Self.object(request)), environment: context.principal.environment)
                let endpoint = try await gateway.addAccountEndpoint(draft, for: context.principal)
                return ServerResponse(json: shapes.endpoint(endpoint), status: 201)
            }
        }
        router.add("GET", "/v1/webhooks") { request in
            await asMerchant(request) { context in
                try Self.checkAccount(context)
                let endpoints = try await gateway.accountEndpoints(for: context.principal)
                return ServerResponse(json: .array(endpoints.map(shapes.endpoint)))
            }
        }
        router.add("GET", "/v1/webhooks/{id}") { request in
            await asMerchant(request) { context in
                try Self.checkAccount(context)
                return try found(await gateway.accountEndpoint(Self.endpoint(request), for: context.principal))
            }
        }
        router.add("PATCH", "/v1/webhooks/{id}") { request in
            await asMerchant(request) { context in
                let body = try Self.renamed(try Self.object(request))
                guard
                    let known = try await gateway.accountEndpoint(Self.endpoint(request), for: context.principal)
                else { return try found(nil) }
                var fields = Self.fields(known)
                fields.merge(body.object ?? [:]) { $1 }
                fields["account_id"] = body["account_id"]
                let draft = try AccountEndpointDraft(.object(fields), environment: context.principal.environment)
                return try found(await gateway.changeAccountEndpoint(known.id, draft, for: context.principal))
            }
        }
        router.add("DELETE", "/v1/webhooks/{id}") { request in
            await asMerchant(request) { context in
                try Self.checkAccount(context)
                return try found(
                    await gateway.changeAccountEndpoint(Self.endpoint(request), nil, for: context.principal))
            }
        }
    }

    private static func endpoint(_ request: ServerRequest) -> EndpointID { EndpointID(request.parameters["id"] ?? "") }

    private func found(_ endpoint: WebhookEndpoint?) throws -> ServerResponse {
        guard let endpoint else { throw YunoFault("NOT_FOUND", ["The webhook is not found."]) }
        return ServerResponse(json: shapes.endpoint(endpoint))
    }

    private static func checkAccount(_ context: Context) throws {
        guard let account = context.request.query("account_id"), !account.isEmpty else {
            throw YunoFault.missing(["account_id"])
        }
        try context.principal.owns(account: account)
    }

    /// The published name of the signing key is longer than ours.
    private static func renamed(_ body: JSONValue) throws -> JSONValue {
        var fields = body.object ?? [:]
        fields["client_secret"] = fields.removeValue(forKey: "hmac_client_secret")
        return .object(fields)
    }

    /// An endpoint as a body would say it: what a change leaves out stays.
    private static func fields(_ endpoint: WebhookEndpoint) -> [String: JSONValue] {
        let triggers = AccountEndpointDraft.triggers(endpoint)
        return [
            "url": .string(endpoint.url), "name": .optional(endpoint.account?.name),
            "api_key": .optional(endpoint.account?.apiKey), "secret": .string(endpoint.secret),
            "client_secret": .optional(endpoint.account?.clientSecret),
            "payment_triggers": .array(triggers.payment.map(JSONValue.string)),
            "enrollment_triggers": .array(triggers.enrollment.map(JSONValue.string)),
        ]
    }
}
