import Checkout
import Foundation
import Kernel

// What the gateway says of a method, as the forms need it; and what the forms hold, as the gateway needs it.

extension FlowInfo {
    /// The method that was chosen, or why it cannot be paid with.
    /// - Parameter hasWallet: whether the device has a wallet; only the sandbox does without.
    func method(
        _ selection: PaymentFlow.Selection?, hasWallet: Bool
    ) -> (method: SDKPaymentMethod?, refusal: CheckoutFailure?) {
        let found: SDKPaymentMethod?
        if let token = selection?.vaultedToken {
            found = methods.first { $0.vaultedToken == token }
        } else if let selection {
            found = methods.first { $0.type == selection.type && $0.vaultedToken == nil }
        } else {
            found = methods.first
        }
        guard let found else { return (nil, methods.isEmpty && selection == nil ? nil : Self.notOffered(nil)) }
        guard found.form != .wallet || hasWallet || isSandbox else { return (nil, Self.notOffered(nil)) }
        return found.isAvailable ? (found, nil) : (nil, Self.notOffered(found.reason))
    }

    private static func notOffered(_ reason: SDKPaymentMethod.Reason?) -> CheckoutFailure {
        let code = reason?.code ?? "UNAVAILABLE_PAYMENT_METHOD"
        return CheckoutFailure(YunoOutcome(.internalError, code, message: reason?.message))
    }
}

extension CheckoutMethod {
    /// - Parameter hasWallet: whether the device has a wallet that authorises; else the sheet asks for a tap.
    init(_ method: SDKPaymentMethod, hasWallet: Bool) {
        let form: Form =
            switch method.form {
            case .card: .card
            case .savedCard: .savedCard(codeLength: method.securityCodeLength)
            case .mobileMoney: .mobileMoney
            case .wallet: hasWallet ? .deviceWallet : .wallet
            case .nothing: .nothing
            }
        self.init(method.type, form)
    }
}

extension CardFormOptions {
    init(_ info: FlowInfo, _ method: SDKPaymentMethod, _ config: YunoConfig) {
        self.init()
        if method.form == .savedCard, let length = method.securityCodeLength {
            saved = SavedCard(name: method.name, codeLength: length)
        }
        let rules = info.card
        holder = config.hideCardholderName ? .hidden : .optional
        // O20: without a customer there is nobody to keep it for.
        canSave = config.saveCardEnabled && rules?.canSave ?? false && method.form == .card
        if config.cardFormType == .multiStep || rules?.form == .multiStep { isStepByStep = saved == nil }
        instalments = info.installments.map { Instalment(id: $0.id, count: $0.count) }
        exempt = info.isSandbox ? rules?.testNumbers ?? [] : []
    }
}

extension MobileMoneyForm {
    init?(_ method: SDKPaymentMethod, _ info: FlowInfo, region: String?) {
        self.init(
            countries: method.countries, wanted: [info.country, region.flatMap { Country($0) }], locked: false,
            operators: method.operators.map {
                MobileMoneyOperator(
                    id: $0.id, name: $0.name, logo: nil, country: $0.country.code,
                    acceptsAnyNumber: $0.acceptsAnyNumber)
            }, singleOperator: false, mode: .detect, sandbox: info.isSandbox)
    }
}

extension SDKPaymentMethod {
    /// The `payment_method` of a token's request; nil while the form is not right.
    func filled(_ forms: CheckoutForms, wallet: Secret<String>?) -> Secret<JSONValue>? {
        var fields: [String: JSONValue] = ["type": .string(type)]
        if let vaultedToken { fields["vaulted_token"] = .string(vaultedToken) }
        switch form {
        case .nothing: break
        case .card, .savedCard:
            guard form == .card || securityCodeLength != nil else { break }
            guard let card = forms.card.ready else { return nil }
            fields.merge(Self.card(card)) { $1 }
        case .mobileMoney:
            guard let form = forms.mobileMoney[type], let data = form.data, let phone = data["phone"]?.string else {
                return nil
            }
            let code = form.place.dialCode
            fields["phone"] = [
                "country_code": .string(code), "number": .string(String(phone.dropFirst(code.count + 1))),
            ]
            fields["operator"] = data["operator"] ?? .optional(form.operatorID)
        // Without a wallet it is the sandbox's: the tap on the sheet is what authorises.
        case .wallet: fields["wallet"] = ["payment_data": .string(wallet?.expose() ?? "sandbox")]
        }
        return Secret(.object(fields))
    }

    private static func card(_ content: CardForm.Content) -> [String: JSONValue] {
        var card: [String: JSONValue] = ["security_code": .string(content.code.expose())]
        if let (number, expiry) = content.card {
            card["number"] = .string(number.digits.expose())
            card["expiration_month"] = .integer(expiry.month)
            card["expiration_year"] = .integer(expiry.year % 100)
            if let holder = content.holder { card["holder_name"] = .string(holder) }
        }
        var fields: [String: JSONValue] = ["card": .object(card), "vault_on_success": .bool(content.saves)]
        if let instalment = content.instalment {
            fields["installment"] = ["id": .string(instalment.id), "value": .integer(instalment.count)]
        }
        return fields
    }
}

extension AttemptAnswer {
    /// What a payment or an enrolment that was just made means.
    init(_ state: FlowState, now: UInt64) {
        let snapshot = state.snapshot(now: now)
        let outcome: Outcome
        switch snapshot.standing {
        case .success: outcome = .paid
        case .failed, .cancelled, .expired: outcome = .refused(CheckoutFailure(state.outcome))
        case .pending, .processing:
            if let step = snapshot.step {
                outcome = .step(step)
            } else if let page = snapshot.page {
                outcome = .page(page)
            } else if let code = snapshot.code {
                outcome = .code(code)
            } else {
                outcome = .waiting(snapshot.waiting)
            }
        }
        self.init(outcome, decided: state.outcome.isFinal, snapshot: snapshot)
    }
}
