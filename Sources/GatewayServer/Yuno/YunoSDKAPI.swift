import Gateway
import Kernel

/// What the SDK asks (`docs/gateway/yuno-sdk.md`), with the publishable key alone.
extension YunoDialect {
    func addSDKRoutes(to router: inout Router) {
        router.add("GET", "/v1/sdk/settings") { request in
            await asApp(request) { context in
                let (merchant, environment) = (context.principal.merchant, context.principal.environment)
                return ServerResponse(
                    json: [
                        "environment": .string(environment.rawValue),
                        "merchant": sdk(context).merchant(merchant, environment),
                    ])
            }
        }
        router.add("GET", "/v1/sdk/checkout/{session}") { request in
            await asApp(request) { context in
                let open = try await gateway.openPaymentSession(Self.session(request), for: context.principal)
                return ServerResponse(json: sdk(context).checkout(open))
            }
        }
        router.add("GET", "/v1/sdk/checkout/{session}/payment") { request in
            await asApp(request) { try await followedPayment($0) }
        }
        router.add("GET", "/v1/sdk/checkout/{session}/challenge") { request in
            await asApp(request) { context in
                guard let payment = try await sessionPayment(context), payment.waitsForChallenge,
                    let address = shapes.page(payment)
                else { throw YunoFault("NO_CHALLENGE_REQUIRED") }
                return ServerResponse(json: ["url": .string(address)])
            }
        }
        router.add("POST", "/v1/sdk/checkout/{session}/otp") { request in
            await asApp(request) { try await answerStep($0) }
        }
        router.add("POST", "/v1/sdk/checkout/{session}/otp/resend") { request in
            await asApp(request) { try await resendStep($0) }
        }
        router.add("POST", "/v1/sdk/checkout/{session}/payments") { request in
            await asApp(request) { try await createSeamless($0) }
        }
        router.add("POST", "/v1/sdk/sandbox/checkout/{session}") { request in
            await asApp(request) { context in
                var fields = FieldReader(try Self.object(request))
                let word = fields.text("do", 1...16)
                let verdict = word.flatMap(CodeVerdict.init(rawValue:))
                if word != nil, verdict == nil { fields.fault("do", "must be pay, refuse or expire") }
                guard fields.errors.isEmpty, let verdict else { throw FieldErrors(fields.errors) }
                guard let payment = try await sessionPayment(context),
                    let (after, refusal) = try await gateway.decideCode(
                        payment.id, verdict, for: context.principal)
                else { throw YunoFault("PAYMENT_NOT_FOUND") }
                if let refusal { throw refusal }
                return ServerResponse(json: ["payment": sdk(context).payment(after)])
            }
        }
        router.add("GET", "/v1/sdk/card-info") { request in
            await asApp(request) { _ in
                let digits = request.query("iin") ?? ""
                guard (6...8).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
                else { throw digits.isEmpty ? YunoFault.missing(["iin"]) : YunoFault.invalid(["iin"]) }
                return ServerResponse(json: Self.cardInfo(digits))
            }
        }
    }

    func sdk(_ context: Context) -> YunoSDKShapes {
        YunoSDKShapes(published: shapes, language: context.language, now: gateway.clock.now())
    }

    /// The payment of the session in the address, as it stands now.
    /// - Throws: ``Refusal`` when there is no such session.
    func sessionPayment(_ context: Context) async throws -> Payment? {
        try await gateway.followedPayment(Self.session(context.request), for: context.principal)
    }

    private func followedPayment(_ context: Context) async throws -> ServerResponse {
        let id = Self.session(context.request)
        let payment = try await following(
            try Wait(context.request),
            concerns: { if case .payment(let change) = $0 { change.session == id } else { false } }
        ) {
            let payment = try await sessionPayment(context)
            return (payment, payment?.mark ?? "")
        }
        return ServerResponse(json: ["payment": sdk(context).payment(payment)])
    }

    // MARK: What the app does

    private func createSeamless(_ context: Context) async throws -> ServerResponse {
        var fields = FieldReader(try Self.object(context.request))
        let token = fields.text("payment_method.token", 1...64)
        guard fields.errors.isEmpty, let token, let method = fields.value("payment_method") else {
            throw FieldErrors(fields.errors)
        }
        let made = try await gateway.createSeamlessPayment(
            session: Self.session(context.request), method: method, token: Secret(token), for: context.principal,
            key: try Self.key(context.request))
        let json: JSONValue = ["payment": sdk(context).payment(made.payment)]
        return ServerResponse(json: StoredAnswer(status: 201, body: json.bytes), isReplay: made.isReplay)
    }

    /// The question the payment asks now, when the request is about that one.
    private func step(
        _ context: Context, _ fields: inout FieldReader
    ) async throws -> (payment: PaymentID, step: Step) {
        let id = fields.text("id", 1...64)
        guard fields.errors.isEmpty, let id else { throw FieldErrors(fields.errors) }
        guard let payment = try await sessionPayment(context), let step = payment.attempt?.step,
            payment.requiresAction, step.id.rawValue == id
        else { throw YunoFault("INVALID_STATE") }
        return (payment.id, step)
    }

    private func answerStep(_ context: Context) async throws -> ServerResponse {
        var fields = FieldReader(try Self.object(context.request))
        let code = fields.text("code", 1...16)
        let (payment, step) = try await step(context, &fields)
        guard let code,
            let (after, refusal) = try await gateway.answerStep(
                payment, step.kind, step.id, ["code": .string(code), "pin": .string(code)])
        else { throw YunoFault("PAYMENT_NOT_FOUND") }
        // The last wrong code has ended it: that is told by the payment.
        if let refusal, after.requiresAction { throw refusal }
        return ServerResponse(json: ["payment": sdk(context).payment(after)])
    }

    private func resendStep(_ context: Context) async throws -> ServerResponse {
        var fields = FieldReader(try Self.object(context.request))
        let (payment, step) = try await step(context, &fields)
        guard let (after, refusal) = try await gateway.resendStep(payment, step.kind, step.id) else {
            throw YunoFault("PAYMENT_NOT_FOUND")
        }
        guard refusal == nil else { throw YunoFault("RESEND_NOT_ALLOWED") }
        return ServerResponse(json: ["payment": sdk(context).payment(after)])
    }

    /// What the first digits of a card tell by themselves; there is no table of issuers here.
    private static func cardInfo(_ digits: String) -> JSONValue {
        let brand = CardBrand.detect(digits)
        let isKnown = brand != .unknown
        return [
            "brand": isKnown ? .string(brand.rawValue.uppercased()) : .null, "type": nil, "category": nil,
            "issuer_name": nil, "country_code": nil,
            "security_code_length": isKnown ? .integer(brand.securityCodeLengths.upperBound) : .null,
            "number_lengths": isKnown ? .array(brand.lengths.map { .integer($0) }) : .null,
        ]
    }
}
