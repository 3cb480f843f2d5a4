import Kernel

/// The forms of a checkout as they stand, and what is wrong with them. What is typed changes nothing else.
package struct CheckoutForms: Sendable {
    package let language: Language
    package var mobileMoney: [String: MobileMoneyForm] = [:]
    package var card: CardForm
    package var billing: [String: BillingForm] = [:]
    package var step: StepForm?
    /// Words under the fields, by the field's name.
    package var errors: [String: String] = [:]
    /// What the rules said last; the same again overwrites nothing that was found since.
    private var told: [String: String] = [:]

    package init(card: CardForm, language: Language) {
        self.card = card
        self.language = language
    }

    /// Takes what the rules say is wrong with the fields.
    package mutating func take(_ errors: [String: String]) {
        guard errors != told else { return }
        told = errors
        self.errors = errors
    }

    // MARK: Typing

    /// Takes what was typed or chosen on the form of a method.
    /// - Returns: whether it was something of the form's.
    package mutating func edit(_ action: CheckoutAction, _ method: CheckoutMethod?) -> Bool {
        switch action {
        case .setCountry(let code): editMobileMoney("country", method) { $0.setCountry(code) }
        case .setPhone(let input):
            editMobileMoney("phone", method) { $0.setPhone(input.text.expose(), caret: input.caret) }
        case .pickOperator(let id): editMobileMoney("operator", method) { $0.pickOperator(id) }
        case .setCardField(let field, let input):
            card.set(field, input.text.expose(), caret: input.caret)
            errors[field.rawValue] = nil
        case .saveCard(let isOn): card.saves = isOn
        case .chooseInstalment(let id): card.chooseInstalment(id)
        case .setBillingField(let field, let input):
            guard let slug = method?.slug else { return false }
            billing[slug]?.set(field, input.text.expose(), caret: input.caret)
            errors[field.rawValue] = nil
        case .setStepField(let name, let input):
            step?.set(name, input.text.expose(), caret: input.caret)
            errors[name] = nil
        default: return false
        }
        return true
    }

    private mutating func editMobileMoney(
        _ field: String, _ method: CheckoutMethod?, _ edit: (inout MobileMoneyForm) -> Void
    ) {
        guard let slug = method?.slug, var form = mobileMoney[slug] else { return }
        edit(&form)
        mobileMoney[slug] = form
        // What was wrong may be right now: the form says so again when the field is left.
        for name in [field, "phone", "operator"] where form.faults[name] == nil || name == field {
            errors[name] = nil
        }
    }

    /// A field lost the focus: what is wrong with it shows from now on, unless it is still empty.
    /// - Returns: whether anything is to be drawn.
    package mutating func leave(_ name: String, on screen: CheckoutScreen, _ method: CheckoutMethod?) -> Bool {
        let fault: FormFault?
        switch screen {
        case .mobileMoney: fault = method.flatMap { mobileMoney[$0.slug]?.faults[name] }
        case .card: fault = CardField(rawValue: name).flatMap(card.fault) ?? shownBilling(method)?.faults[name]
        case .step, .threeDSCode: fault = step?.faults[name]
        default: return false
        }
        guard let fault, fault != .required, fault != .operatorRequired else { return false }
        errors[name] = fault.message(language)
        return true
    }

    /// The billing fields that a method asks for; nil when it asks for none.
    package func shownBilling(_ method: CheckoutMethod?) -> BillingForm? {
        method.flatMap { billing[$0.slug] }.flatMap { $0.fields.isEmpty ? nil : $0 }
    }

    // MARK: Paying

    /// Says under the fields what is wrong.
    /// - Returns: whether nothing is.
    package mutating func isReady(_ screen: CheckoutScreen, _ method: CheckoutMethod?) -> Bool {
        let faults = faults(screen, method)
        errors = faults.mapValues { $0.message(language) }
        return faults.isEmpty
    }

    /// With one question a screen: goes to the next one, or says what is wrong with this one.
    /// - Returns: whether this was the last question, and every one is answered rightly.
    package mutating func isCardReady(_ method: CheckoutMethod?) -> Bool {
        guard asksForCard(method), !card.isAtEnd else {
            if isReady(.card, method) { return true }
            card.goToFault()
            return false
        }
        errors = card.advance().mapValues { $0.message(language) }
        return false
    }

    private func faults(_ screen: CheckoutScreen, _ method: CheckoutMethod?) -> [String: FormFault] {
        switch screen {
        case .mobileMoney: return method.flatMap { mobileMoney[$0.slug]?.faults } ?? [:]
        case .card:
            let billing = method.flatMap { self.billing[$0.slug]?.faults } ?? [:]
            return asksForCard(method) ? billing.merging(card.faults) { $1 } : billing
        case .step, .threeDSCode: return step?.faults ?? [:]
        default: return [:]
        }
    }

    private func asksForCard(_ method: CheckoutMethod?) -> Bool {
        switch method?.form {
        case .card, .savedCard: true
        default: false
        }
    }
}
