import Gateway
import Kernel

/// What a merchant sets for all of its payments: its look, and who it takes no money from (spec 4.2, 16).
extension WajubDialect {
    func addBrandingRoutes(to router: inout Router) {
        router.add("GET", "/branding") { request in
            await asMerchant(request) { context in
                let look = context.principal.merchant.look(context.principal.environment)
                return ServerResponse(json: ["branding": context.shapes.branding(look)])
            }
        }
        router.add("PUT", "/branding") { request in
            await asMerchant(request) { context in
                var body = BodyFields(
                    try json(request),
                    known: [
                        "name", "logo", "primary_color", "secondary_color", "background_color", "font_family",
                        "border_radius", "white_label",
                    ])
                var branding = Branding()
                branding.name = body.string("name")
                branding.logo = body.string("logo")
                branding.primaryColor = body.string("primary_color")
                branding.secondaryColor = body.string("secondary_color")
                branding.backgroundColor = body.string("background_color")
                branding.fontFamily = body.string("font_family")
                branding.borderRadius = body.string("border_radius")
                branding.whiteLabel = body.bool("white_label") ?? false
                let faults = branding.faults(context.principal.environment)
                guard body.errors.isEmpty else { throw FieldErrors(faults.merging(body.errors) { $1 }) }
                let look = try await gateway.setBranding(branding, for: context.principal)
                return ServerResponse(json: ["branding": context.shapes.branding(look)])
            }
        }
    }

    func addShieldRoutes(to router: inout Router) {
        router.add("GET", "/shield/blocklist") { request in
            await asMerchant(request) { context in
                var errors: [String: String] = [:]
                let page = pageRequest(request, [], &errors)
                guard errors.isEmpty else { throw FieldErrors(errors) }
                let found = try await gateway.blocklist(page, for: context.principal)
                return ServerResponse(json: context.shapes.list("blocklist", found, page, context.shapes.blocked))
            }
        }
        router.add("POST", "/shield/blocklist") { request in
            await asMerchant(request) { context in
                let json = try json(request)
                var body = BodyFields(json, known: ["type", "value", "reason"])
                let (kind, value, reason) = (body.string("type"), body.string("value"), body.string("reason"))
                guard body.errors.isEmpty else { throw FieldErrors(body.errors) }
                let draft = try BlocklistDraft(kind: kind, value: value, reason: reason)
                let shapes = context.shapes
                return ServerResponse(
                    try await gateway.block(draft, for: context.principal, claim: try claim(context, json)) { entry in
                        StoredAnswer(status: 201, body: (["entry": shapes.blocked(entry)] as JSONValue).bytes)
                    })
            }
        }
        router.add("DELETE", "/shield/blocklist/{id}") { request in
            await asMerchant(request) { context in
                let id = BlocklistEntryID(request.parameters["id"] ?? "")
                guard let entry = try await gateway.unblock(id, for: context.principal) else {
                    throw Refusal("not_found")
                }
                return ServerResponse(json: ["entry": context.shapes.blocked(entry)])
            }
        }
    }
}

extension WajubShapes {
    func blocked(_ entry: BlocklistEntry) -> JSONValue {
        [
            "id": .string(entry.id.rawValue), "type": .string(entry.kind.rawValue), "value": .string(entry.value),
            "reason": .optional(entry.reason), "sandbox": .bool(entry.environment == .sandbox),
            "created_at": .string(entry.createdAt.iso8601),
        ]
    }
}
