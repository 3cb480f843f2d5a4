import Gateway
import Kernel
import Synchronization

/// Sessions of customers, and what they save (spec 11.10).
extension YunoDialect {
    func addEnrollmentRoutes(to router: inout Router) {
        // One address, under the three names the published documents give it.
        for path in ["/v1/customers/sessions", "/v1/customer-sessions", "/v1/customer-session"] {
            router.add("POST", path) { request in await asMerchant(request) { try await open($0) } }
        }
        router.add("POST", "/v1/customers/sessions/{session}/payment-methods") { request in
            await asMerchant(request) { try await choose($0) }
        }
        router.add("GET", "/v1/checkout/customers/sessions/{session}/payment-methods") { request in
            await asMerchant(request) { context in
                let session = try await enrollment(context).session
                let kinds = gateway.enrollableKinds(in: session.country)
                return ServerResponse(
                    json: ["payment_methods": .array(kinds.map { shapes.enrollable($0, session) })])
            }
        }
        router.add("GET", "/v1/payment-methods/{vaulted}") { request in
            await asMerchant(request) { context in
                try found(await gateway.vaultedMethod(Self.vaulted(request), for: context.principal))
            }
        }
        router.add("GET", "/v1/customers/{customer}/payment-methods") { request in
            await asMerchant(request) { context in
                guard let known = try await gateway.vaultedMethods(of: Self.customer(request), for: context.principal)
                else { throw Self.noCustomer }
                return ServerResponse(json: ["payment_methods": .array(known.map(shapes.method))])
            }
        }
        router.add("GET", "/v1/customers/{customer}/payment-methods/{vaulted}") { request in
            await asMerchant(request) { context in
                let method = try await gateway.vaultedMethod(Self.vaulted(request), for: context.principal)
                return try found(method.flatMap { $0.customerID == Self.customer(request) ? $0 : nil })
            }
        }
        router.add("POST", "/v1/customers/payment-methods/{vaulted}/unenroll") { request in
            await asMerchant(request) { context in
                try found(await gateway.unenroll(Self.vaulted(request), for: context.principal))
            }
        }
        router.add("POST", "/v1/customers/{customer}/payment-methods/{vaulted}/unenroll") { request in
            await asMerchant(request) { context in
                try found(
                    await gateway.unenroll(
                        Self.vaulted(request), of: Self.customer(request), for: context.principal))
            }
        }
        addAppEnrollmentRoutes(to: &router)
    }

    private func open(_ context: Context) async throws -> ServerResponse {
        var fields = FieldReader(try Self.object(context.request))
        let account = fields.text("account_id", 36...64)
        let customer = fields.text("customer_id", 1...64)
        let country = fields.country("country")
        let callback = fields.address("callback_url")
        guard fields.errors.isEmpty, let account, let customer, let country else {
            throw FieldErrors(fields.errors)
        }
        let session = try await gateway.createCustomerSession(
            accountID: account, customer: CustomerID(customer), country: country, callbackURL: callback,
            for: context.principal)
        return ServerResponse(json: shapes.customerSession(session), status: 201)
    }

    private func choose(_ context: Context) async throws -> ServerResponse {
        var fields = FieldReader(try Self.object(context.request))
        let account = fields.text("account_id", 36...64)
        let type = fields.text("payment_method_type", 1...64)
        let country = fields.country("country")
        var verification: VaultedMethod.Verification?
        if fields.value("verify")?.object != nil {
            let currency = fields.text("verify.currency", 3...3, required: false)
            if let currency, Currency(currency) == nil {
                fields.fault("verify.currency", "is not a currency of ISO 4217")
            }
            let vaults = fields.bool("verify.vault_on_success")
            if fields.value("verify.vault_on_success") == nil { fields.require("verify.vault_on_success") }
            verification = VaultedMethod.Verification(
                vaultOnSuccess: vaults ?? false, currency: currency.flatMap(Currency.init))
        } else if fields.value("verify").map({ !$0.isNull }) ?? false {
            fields.require("verify")
        }
        guard fields.errors.isEmpty, let account, let type, let country else { throw FieldErrors(fields.errors) }
        try context.principal.owns(account: account)
        let chosen = try await gateway.chooseEnrollment(
            Self.customerSession(context.request), type: type, country: country, verification: verification,
            for: context.principal)
        return ServerResponse(json: chosen.method.map(shapes.method) ?? .null, status: 201)
    }

    static func customerSession(_ request: ServerRequest) -> CustomerSessionID {
        CustomerSessionID(request.parameters["session"] ?? "")
    }

    static func vaulted(_ request: ServerRequest) -> VaultedToken { VaultedToken(request.parameters["vaulted"] ?? "") }

    private func found(_ method: VaultedMethod?) throws -> ServerResponse {
        guard let method else { throw YunoFault("NOT_FOUND", ["The payment method is not found."]) }
        return ServerResponse(json: shapes.method(method))
    }

    // MARK: What the app asks

    private func addAppEnrollmentRoutes(to router: inout Router) {
        router.add("GET", "/v1/sdk/customers/sessions/{session}") { request in
            await asApp(request) { context in
                let found = try await enrollment(context)
                return ServerResponse(json: sdk(context).customerSession(found, context.principal.merchant))
            }
        }
        router.add("POST", "/v1/sdk/customers/sessions/{session}/enroll") { request in
            await asApp(request) { context in
                var fields = FieldReader(try Self.object(request))
                if fields.value("payment_method")?.object == nil { fields.require("payment_method") }
                guard fields.errors.isEmpty, let method = fields.value("payment_method") else {
                    throw FieldErrors(fields.errors)
                }
                let done = try await gateway.enroll(
                    Self.customerSession(request), method: method, for: context.principal, key: try Self.key(request))
                return ServerResponse(json: ["enrollment": sdk(context).enrollment(done)], status: 201)
            }
        }
        router.add("GET", "/v1/sdk/customers/sessions/{session}/enrollment") { request in
            await asApp(request) { try await followedEnrollment($0) }
        }
        router.add("POST", "/v1/sdk/payment-methods/{vaulted}/unenroll") { request in
            await asApp(request) { context in
                var fields = FieldReader(try Self.object(request))
                let session = fields.text("checkout_session", 1...64)
                guard fields.errors.isEmpty, let session else { throw FieldErrors(fields.errors) }
                guard
                    let method = try await gateway.unenroll(
                        Self.vaulted(request), session: PaymentSessionID(session), for: context.principal)
                else { throw YunoFault("NOT_FOUND", ["The payment method is not found."]) }
                return ServerResponse(json: ["status": .string(method.status.rawValue)])
            }
        }
    }

    private func enrollment(_ context: Context) async throws -> Enrollment {
        guard
            let found = try await gateway.enrollment(Self.customerSession(context.request), for: context.principal)
        else { throw YunoFault("NOT_FOUND", ["The customer session is not found."]) }
        return found
    }

    private func followedEnrollment(_ context: Context) async throws -> ServerResponse {
        let id = Self.customerSession(context.request)
        // The payment that checks the card is known once it is there.
        let check = Check()
        let found = try await following(
            try Wait(context.request),
            concerns: { change in
                switch change {
                case .enrollment(let change): change.session == id
                case .payment(let change): check.payment.withLock { $0 == change.payment }
                }
            }
        ) {
            let found = try await enrollment(context)
            check.payment.withLock { $0 = found.payment?.id }
            let shown = sdk(context).enrollment(found)
            return (shown, shown["mark"]?.string ?? "")
        }
        return ServerResponse(json: ["enrollment": found])
    }

    private final class Check: Sendable {
        let payment = Mutex<PaymentID?>(nil)
    }
}
