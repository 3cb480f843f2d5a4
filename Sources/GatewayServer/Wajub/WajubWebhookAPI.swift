import Gateway
import Kernel

/// Webhook endpoints and events (spec 4.2, 15).
extension WajubDialect {
    func addWebhookRoutes(to router: inout Router) {
        router.add("POST", "/webhooks") { request in
            await asMerchant(request) { context in
                let json = try json(request)
                let draft = try endpointDraft(json, context)
                let shapes = context.shapes
                return ServerResponse(
                    try await gateway.addEndpoint(
                        draft, for: context.principal, claim: try claim(context, json)
                    ) { StoredAnswer(status: 201, body: (["endpoint": shapes.endpoint($0)] as JSONValue).bytes) })
            }
        }
        router.add("GET", "/webhooks") { request in
            await asMerchant(request) { context in
                let endpoints = try await gateway.endpoints(for: context.principal)
                let items = JSONValue.array(endpoints.map(context.shapes.endpoint))
                return ServerResponse(json: ["endpoints": items, "items": items])
            }
        }
        router.add("GET", "/webhooks/{id}") { request in
            await asMerchant(request) { context in
                guard let endpoint = try await gateway.endpoint(endpointID(request), for: context.principal) else {
                    throw Refusal("not_found")
                }
                return ServerResponse(json: ["endpoint": context.shapes.endpoint(endpoint)])
            }
        }
        router.add("PUT", "/webhooks/{id}") { request in
            await asMerchant(request) { context in
                try await change(.replace(try endpointDraft(try json(request), context)), context)
            }
        }
        router.add("DELETE", "/webhooks/{id}") { request in
            await asMerchant(request) { try await change(.delete, $0) }
        }
        router.add("POST", "/webhooks/{id}/rotate-secret") { request in
            await asMerchant(request) { try await change(.rotateSecret, $0) }
        }
        router.add("GET", "/events") { request in
            await asMerchant(request) { context in
                var errors: [String: String] = [:]
                let page = pageRequest(request, [], &errors)
                guard errors.isEmpty else { throw FieldErrors(errors) }
                let found = try await gateway.events(page, for: context.principal)
                return ServerResponse(
                    json: context.shapes.list("events", found, page) { WajubShapes.webhook($0, origin: origin) })
            }
        }
        router.add("GET", "/events/{id}") { request in
            await asMerchant(request) { context in
                guard let (event, deliveries) = try await gateway.event(eventID(request), for: context.principal)
                else { throw Refusal("not_found") }
                return ServerResponse(json: ["event": context.shapes.event(event, deliveries)])
            }
        }
        router.add("POST", "/events/{id}/resend") { request in
            await asMerchant(request) { context in
                guard
                    let (event, deliveries) = try await gateway.resendEvent(
                        eventID(request), for: context.principal)
                else { throw Refusal("not_found") }
                return ServerResponse(json: ["event": context.shapes.event(event, deliveries)], status: 202)
            }
        }
    }

    private func endpointID(_ request: ServerRequest) -> EndpointID { EndpointID(request.parameters["id"] ?? "") }
    private func eventID(_ request: ServerRequest) -> EventID { EventID(request.parameters["id"] ?? "") }

    private func endpointDraft(_ json: JSONValue, _ context: Context) throws -> EndpointDraft {
        var body = BodyFields(json, known: ["url", "enabled_events"])
        let url = body.string("url")
        let events = body.strings("enabled_events")
        guard body.errors.isEmpty else { throw FieldErrors(body.errors) }
        return try EndpointDraft(url: url, events: events, environment: context.principal.environment)
    }

    private func change(_ change: Gateway.EndpointChange, _ context: Context) async throws -> ServerResponse {
        guard
            let endpoint = try await gateway.changeEndpoint(
                endpointID(context.request), change, for: context.principal)
        else { throw Refusal("not_found") }
        return ServerResponse(json: ["endpoint": context.shapes.endpoint(endpoint)])
    }
}
