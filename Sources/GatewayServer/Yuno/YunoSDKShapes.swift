import Foundation
import Gateway
import Kernel

/// What the SDK is told (`docs/gateway/yuno-sdk.md`).
struct YunoSDKShapes: Sendable {
    let published: YunoShapes
    let language: Language
    let now: Timestamp

    private var origin: String { published.origin }

    // MARK: The first screen

    func checkout(_ open: OpenPaymentSession) -> JSONValue {
        let session = open.session
        return [
            "checkout_session": .string(session.id.rawValue), "environment": .string(session.environment.rawValue),
            "merchant": merchant(open.merchant, session.environment), "country": .string(session.country.code),
            "amount": .optional(session.amount.map(YunoShapes.amount)), "description": .string(session.description),
            "alternative_amount": .optional(session.alternativeAmount.map(YunoShapes.amount)),
            "workflow": .string(session.workflow.rawValue), "callback_url": .optional(session.returnURL),
            "customer_id": .optional(session.customerID?.rawValue),
            "card": [
                "form": "ONE_STEP", "can_save": .bool(session.customerID != nil), "asks_holder": true,
                "test_numbers": .array(testNumbers(session.environment)),
            ],
            "installments": .array(
                (session.installments?.options ?? []).map { option in
                    ["id": .string(option.id), "value": .integer(option.value), "rate": .string(option.rate)]
                }),
            "payment_methods": .array(open.offers.map { offer($0, session) }), "payment": payment(open.payment),
        ]
    }

    /// The published numbers without a check digit, which the form must take in the sandbox (O8).
    private func testNumbers(_ environment: Environment) -> [JSONValue] {
        environment == .sandbox ? SandboxTestCards.exempt.sorted().map(JSONValue.string) : []
    }

    func merchant(_ merchant: Merchant, _ environment: Environment) -> JSONValue {
        let look = merchant.look(environment)
        return [
            "name": .string(look.name ?? merchant.name), "logo": .optional(look.logo),
            "white_label": .bool(look.whiteLabel),
        ]
    }

    private func offer(_ offer: TokenOffer, _ session: PaymentSession) -> JSONValue {
        let kind = offer.kind
        let name = offer.saved?.name ?? PayerWords.name(kind, language)
        var fields: [String: JSONValue] = [
            "type": .string(kind.type), "vaulted_token": .optional(offer.saved?.id.rawValue), "name": .string(name),
            "description": .string(name), "category": .string(kind.category.rawValue), "icon": nil,
            "form": .string(offer.form.rawValue),
            "security_code_length": .optional(offer.securityCodeLength.map { .integer($0) }),
            "available": .bool(offer.isAvailable), "reason": .optional(offer.reason.map(reason)), "preferred": false,
            "card_data": .optional((offer.saved?.card).map { .object(YunoShapes.card($0)) }),
        ]
        if kind.form == .mobileMoney {
            fields["countries"] = .array((kind.countries ?? [session.country]).map { .string($0.code) })
            fields["operators"] = .array(
                kind.operators.map { found in
                    [
                        "id": .string(found.id), "name": .string(found.name), "country": .string(session.country.code),
                        "accepts_any_number": .bool(found.acceptsAnyNumber),
                    ]
                })
        }
        return .object(fields)
    }

    private func reason(_ why: Unavailability) -> JSONValue {
        ["code": .string(why.rawValue), "message": .string(PayerWords.reason(why, language))]
    }

    // MARK: A payment

    func payment(_ payment: Payment?) -> JSONValue {
        guard let payment, let server = payment.server else { return .null }
        let words = payment.words
        return [
            "id": .string(payment.id.rawValue), "mark": .string(payment.mark), "status": .string(words.status),
            "sub_status": .string(words.subStatus), "response_code": .optional(payment.responseCode),
            "message": .optional(message(payment)), "paid_at": .optional(payment.paidAt?.microseconds),
            "reference": .string(payment.reference), "method": .string(server.methodType),
            "vaulted_token": .optional(server.vaultedToken?.rawValue), "action": action(payment, server),
        ]
    }

    /// Words for the payer, of a refusal.
    private func message(_ payment: Payment) -> String? {
        guard payment.status == .failed, let code = payment.responseCode else { return nil }
        return PayerWords.refusal(code, language)
    }

    // MARK: What the payer must do

    private func action(_ payment: Payment, _ server: ServerPayment) -> JSONValue {
        guard payment.status == .processing, let attempt = payment.attempt else { return .null }
        if attempt.state == .accepted, server.category == .mobileMoney {
            return [
                "type": "APPROVAL", "instruction": .optional(attempt.instruction?.text(language)),
                "ussd_code": .optional(attempt.instruction?.ussdCode),
            ]
        }
        guard attempt.state == .actionRequired else { return .null }
        if let step = attempt.step { return ["type": "OTP", "otp": otp(step)] }
        if let code = attempt.code { return self.code(code, payment, server) }
        guard let page = attempt.page, let address = published.page(payment) else { return .null }
        guard page.kind != .challenge else { return ["type": "CHALLENGE", "url": .string(address)] }
        let opensApp = TokenMethods().kind(server.methodType, in: server.country)?.opensApp ?? false
        return ["type": "REDIRECT", "url": .string(address), "mode": opensApp ? "external" : "in_app"]
    }

    private func otp(_ step: Step) -> JSONValue {
        [
            "id": .string(step.id.rawValue), "length": 6, "destination": .optional(step.destination),
            "attempts_left": .integer(step.attemptsLeft),
            "resend_in": step.canResend ? .integer(resendIn(step)) : .null,
        ]
    }

    private func resendIn(_ step: Step) -> Int64 {
        let wait = PaymentRules().resendMilliseconds - (now.milliseconds - step.sentAt.milliseconds)
        return max(0, (wait + 999) / 1000)
    }

    private func code(_ code: PaymentCode, _ payment: Payment, _ server: ServerPayment) -> JSONValue {
        // Never a second more than there is.
        let left = max(0, (code.expiresAt.milliseconds - now.milliseconds) / 1000)
        var fields: [String: JSONValue] = [:]
        switch code.kind {
        case .pix, .account:
            fields["type"] = "CODE"
            fields["code"] = [
                "text": .string(code.text), "kind": code.kind == .pix ? "PIX" : "ACCOUNT", "expires_in": .integer(left),
                "expiration_time": .string(code.expiresAt.microseconds),
            ]
        case .voucher:
            fields["type"] = "VOUCHER"
            fields["voucher"] = [
                "number": .string(code.text), "barcode": .optional(code.barcode), "expires_in": .integer(left),
                "expiration_time": .string(code.expiresAt.microseconds),
            ]
        }
        if payment.environment == .sandbox, let session = server.sessionID {
            fields["simulator"] = .string("\(origin)/sandbox/checkout/\(session)")
        }
        return .object(fields)
    }

    // MARK: Enrolment

    func customerSession(_ found: Enrollment, _ merchant: Merchant) -> JSONValue {
        let session = found.session
        return [
            "customer_session": .string(session.id.rawValue), "customer_id": .string(session.customerID.rawValue),
            "environment": .string(session.environment.rawValue),
            "merchant": self.merchant(merchant, session.environment), "country": .string(session.country.code),
            "callback_url": .optional(session.returnURL),
            "payment_method": .optional(
                found.method.map { method in
                    let kind = TokenMethods().kind(method.type, in: method.country)
                    return [
                        "type": .string(method.type),
                        "name": .string(kind.map { PayerWords.name($0, language) } ?? method.type),
                        "form": .string((kind?.form ?? .none).rawValue),
                        "verify": .bool(method.verification != nil),
                    ]
                }),
            "enrollment": enrollment(found),
        ]
    }

    /// Null until something was given to save.
    func enrollment(_ found: Enrollment) -> JSONValue {
        guard let method = found.method, method.status != .readyToEnroll, method.status != .created else {
            return .null
        }
        return [
            "status": .string(method.status.rawValue), "mark": .string(found.mark),
            "payment_method_id": .string(method.id.rawValue),
            "vaulted_token": method.status == .enrolled ? .string(method.id.rawValue) : .null,
            "response_code": .optional(method.responseCode),
            "message": .optional(method.responseCode.map { PayerWords.refusal($0, language) }),
            "action": found.payment.flatMap { payment in payment.server.map { action(payment, $0) } } ?? .null,
        ]
    }
}
