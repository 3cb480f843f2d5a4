import Gateway
import Kernel

/// Checkout sessions and one-time tokens (spec 11.4 to 11.6).
extension YunoDialect {
    func addSessionRoutes(to router: inout Router) {
        router.add("POST", "/v1/checkout/sessions") { request in
            await asMerchant(request) { context in
                let draft = try PaymentSessionDraft(try Self.object(request))
                let session = try await gateway.createPaymentSession(draft, for: context.principal)
                return ServerResponse(json: shapes.session(session, tellsUse: false))
            }
        }
        router.add("GET", "/v1/checkout/sessions/{session}") { request in
            await asMerchant(request) { context in
                guard let session = try await gateway.paymentSession(Self.session(request), for: context.principal)
                else { throw YunoFault("CHECKOUT_SESSION_NOT_FOUND") }
                return ServerResponse(json: shapes.session(session, tellsUse: true))
            }
        }
        router.add("PATCH", "/v1/checkout/sessions/{session}") { request in
            await asMerchant(request) { context in
                let draft = try PaymentSessionDraft(try Self.object(request))
                let session = try await gateway.updatePaymentSession(
                    Self.session(request), draft, for: context.principal)
                return ServerResponse(json: shapes.session(session, tellsUse: true))
            }
        }
        router.add("GET", "/v1/checkout/sessions/{session}/payment-methods") { request in
            await asMerchant(request) { context in
                let open = try await gateway.openPaymentSession(Self.session(request), for: context.principal)
                let category = request.query("category")
                let offers = open.offers.filter { category == nil || $0.kind.category.rawValue == category }
                return ServerResponse(json: .array(offers.map { shapes.offer($0, open.session) }))
            }
        }
        router.add("POST", "/v1/checkout/sessions/{session}/token") { request in
            await asApp(request) { context in
                let created = try await gateway.createToken(
                    try tokenRequest(try Self.object(request)), session: Self.session(request), for: context.principal)
                return ServerResponse(json: shapes.token(created), status: 201)
            }
        }
        router.add("POST", "/v1/tokens") { request in
            await asMerchant(request) { context in
                let body = try Self.object(request)
                var fields = FieldReader(body)
                let account = fields.text("account_id", 36...64)
                let country = fields.country("country", required: false)
                let customer = fields.text("customer_payer.id", 1...64, required: false)
                if fields.value("card_data")?.object == nil { fields.require("card_data") }
                guard fields.errors.isEmpty, let account else { throw FieldErrors(fields.errors) }
                let method: JSONValue = ["type": "CARD", "card": body["card_data"] ?? .null]
                let created = try await gateway.createToken(
                    TokenRequest(accountID: account, method: method), country: country ?? Self.anywhere,
                    customer: customer.map { CustomerID($0) }, for: context.principal)
                return ServerResponse(
                    json: [
                        "token": .string(created.token.expose()),
                        "card_data": .optional(created.facts.instrument.card.map { .object(YunoShapes.card($0)) }),
                        "country": .optional(country?.code), "customer_payer": body["customer_payer"] ?? .null,
                    ], status: 201)
            }
        }
        router.add("POST", "/v1/three-d-secure/setups") { request in
            await asMerchant(request) { context in
                var fields = FieldReader(try Self.object(request))
                let account = fields.text("account_id", 36...64)
                guard fields.errors.isEmpty, let account else { throw FieldErrors(fields.errors) }
                try context.principal.owns(account: account)
                // The sandbox's bank needs nothing from the payer's browser: there is nothing to remember but the id.
                return ServerResponse(
                    json: [
                        "id": .string(RandomIdentifiers().uuid()), "account_id": .string(account), "status": "CREATED",
                        "created_at": .string(gateway.clock.now().microseconds),
                    ], status: 201)
            }
        }
    }

    /// Where a card is used that a server takes without saying: no card asks for a country.
    private static let anywhere = Country("US") ?? Country.all[0]

    static func session(_ request: ServerRequest) -> PaymentSessionID {
        PaymentSessionID(request.parameters["session"] ?? "")
    }

    /// A token's `payment_method`; the published example has the card at the root as well.
    func tokenRequest(_ body: JSONValue) throws -> TokenRequest {
        var fields = FieldReader(body)
        let account = fields.text("account_id", 36...64, required: false)
        if fields.value("payment_method")?.object == nil { fields.require("payment_method") }
        guard fields.errors.isEmpty, var method = body["payment_method"]?.object else {
            throw FieldErrors(fields.errors)
        }
        if method["card"] == nil, let card = body["card_data"] { method["card"] = card }
        return TokenRequest(accountID: account, method: .object(method))
    }
}

extension FieldReader {
    /// Something that must be there, and of another type than it is.
    mutating func require(_ name: String) {
        fault(name, value(name).map { !$0.isNull } ?? false ? "must be an object" : "is required")
    }
}
