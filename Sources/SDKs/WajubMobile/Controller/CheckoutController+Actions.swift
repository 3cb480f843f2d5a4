import Checkout
import Foundation
import Interface
import Kernel

// What the payer does (W115).
extension CheckoutController {
    // MARK: Methods

    /// Opens a channel's form.
    public func selectMethod(_ slug: String) {
        fieldErrors = [:]
        handle(.selectMethod(slug))
    }

    /// Goes back to the list.
    public func backToMethods() {
        fieldErrors = [:]
        handle(.backToMethods)
    }

    // MARK: Mobile Money

    /// Takes what the number's field holds. Show ``MobileMoneyForm/phone`` instead of it.
    public func setPhone(_ text: String) { setPhone(text, caret: text.utf16.count) }

    /// - Parameter caret: UTF-16 code units.
    package func setPhone(_ text: String, caret: Int) {
        editMobileMoney("phone") { $0.setPhone(text, caret: caret) }
    }

    /// Chooses the country by its ISO 3166 code; nothing happens when it is locked or not offered.
    public func setCountry(_ code: String) { editMobileMoney("country") { $0.setCountry(code) } }

    /// Chooses the operator by hand: the number chooses none any more (W76).
    public func pickOperator(_ id: String) { editMobileMoney("operator") { $0.pickOperator(id) } }

    private func editMobileMoney(_ field: String, _ edit: (inout MobileMoneyForm) -> Void) {
        guard let slug = machine.method?.slug, var form = mobileMoneyForms[slug] else { return }
        edit(&form)
        mobileMoneyForms[slug] = form
        // What was wrong may be right now: the form says so again when the field is left.
        for name in [field, "phone", "operator"] where form.faults[name] == nil || name == field {
            fieldErrors[name] = nil
        }
        changed()
    }

    /// Pays, when the form is right; else ``fieldErrors`` say what is not (W77).
    public func submitMobileMoney() {
        guard machine.screen == .mobileMoney, let form = mobileMoney else { return }
        submit(form.faults)
    }

    private func submit(_ faults: [String: FormFault]) {
        fieldErrors = faults.mapValues { $0.message(language) }
        guard faults.isEmpty else { return changed() }
        handle(.pay)
    }

    // MARK: Cards and wallets

    /// Takes what a field of the card form holds. Show ``CardForm/text(_:)`` instead of it.
    public func setCardField(_ field: CardField, _ text: String) {
        setCardField(field, text, caret: text.utf16.count)
    }

    /// - Parameter caret: UTF-16 code units.
    package func setCardField(_ field: CardField, _ text: String, caret: Int) {
        guard result == nil else { return }
        cardForm.set(field, text, caret: caret)
        fieldErrors[field.rawValue] = nil
        changed()
    }

    /// Takes what a billing field holds.
    public func setBillingField(_ field: BillingField, _ text: String) {
        setBillingField(field, text, caret: text.utf16.count)
    }

    /// - Parameter caret: UTF-16 code units.
    package func setBillingField(_ field: BillingField, _ text: String, caret: Int) {
        guard let slug = machine.method?.slug else { return }
        billingForms[slug]?.set(field, text, caret: caret)
        fieldErrors[field.rawValue] = nil
        changed()
    }

    /// Pays by card: with the form's own card, on the provider's page, or with the app's collector.
    public func submitCard() {
        guard machine.screen == .card, let method = machine.method else { return }
        var faults = billingForms[method.slug]?.faults ?? [:]
        if method.form == .card { faults.merge(cardForm.faults) { $1 } }
        submit(faults)
    }

    /// Pays with a wallet: one tap.
    public func payWallet() {
        guard machine.screen == .wallet else { return }
        handle(.pay)
    }

    // MARK: Steps

    /// Takes what a step's field holds: ``StepForm/field``, or a ``BillingField``'s raw value for an address.
    public func setStepField(_ field: String, _ text: String) {
        setStepField(field, text, caret: text.utf16.count)
    }

    /// - Parameter caret: UTF-16 code units.
    package func setStepField(_ field: String, _ text: String, caret: Int) {
        stepForm?.set(field, text, caret: caret)
        fieldErrors[field] = nil
        changed()
    }

    /// Answers the step with what its fields hold.
    public func submitStep() {
        guard let form = stepForm else { return }
        let faults = form.faults
        fieldErrors = faults.mapValues { $0.message(language) }
        guard faults.isEmpty else { return changed() }
        handle(.submitStep)
    }

    /// Answers the 3-D Secure check that sent a code by e-mail.
    public func submitThreeDSCode() { submitStep() }

    /// As ``submitThreeDSCode()``, with the code at once.
    public func submitThreeDSCode(_ code: String) {
        setStepField("code", code)
        submitStep()
    }

    /// Asks for the code again; possible 60 seconds after the screen opened (W95).
    public func resendCode() {
        guard canResend else { return }
        handle(.resend)
    }

    /// Opens the page again that the payment waits for (W86).
    public func continuePayment() { handle(.continuePayment) }

    // MARK: Ends

    /// After a refusal: back to the form, or to the choice of a method.
    public func tryAgain() {
        fieldErrors = [:]
        handle(.tryAgain)
    }

    /// After a load error: loads again.
    public func reload() { handle(.reload) }

    /// Cancels the payment for good (W59); nothing happens when ``canCancel`` is false. Ask the payer first.
    public func cancelPayment() {
        asksToCancel = false
        handle(.cancelPayment)
    }

    /// The payer closed the interface.
    public func dismiss() {
        asksToCancel = false
        handle(.dismiss)
    }

    /// The app is in front again: the payment is read at once (W85).
    public func appWillEnterForeground() { handle(.cameBack) }

    /// The interface could not appear, or what it stood on went away (W39, W116).
    public func hostGone() { handle(.hostGone) }

    // MARK: From the sheet

    /// A field lost the focus: what is wrong with it shows from now on, unless it is still empty.
    package func leaveField(_ name: String) {
        let fault: FormFault?
        switch machine.screen {
        case .mobileMoney: fault = mobileMoney?.faults[name]
        case .card: fault = CardField(rawValue: name).flatMap(cardForm.fault) ?? billingForm?.faults[name]
        case .step, .threeDSCode: fault = stepForm?.faults[name]
        default: return
        }
        guard let fault, fault != .required, fault != .operatorRequired else { return }
        fieldErrors[name] = fault.message(language)
        changed()
    }

    package func perform(_ action: CheckoutAction) {
        switch action {
        case .selectMethod(let slug): selectMethod(slug)
        case .backToMethods: backToMethods()
        case .setCountry(let code): setCountry(code)
        case .setPhone(let input): setPhone(input.text.expose(), caret: input.caret)
        case .pickOperator(let id): pickOperator(id)
        case .submitMobileMoney: submitMobileMoney()
        case .setCardField(let field, let input): setCardField(field, input.text.expose(), caret: input.caret)
        case .setBillingField(let field, let input):
            setBillingField(field, input.text.expose(), caret: input.caret)
        case .submitCard: submitCard()
        case .payWallet: payWallet()
        case .leaveField(let name): leaveField(name)
        case .setStepField(let name, let input): setStepField(name, input.text.expose(), caret: input.caret)
        case .submitStep: submitStep()
        case .resendCode: resendCode()
        case .continuePayment: continuePayment()
        case .tryAgain: tryAgain()
        case .reload: reload()
        case .askToCancel, .keepPayment:
            asksToCancel = action == .askToCancel
            changed()
        case .confirmCancel: cancelPayment()
        case .dismiss: dismiss()
        case .cameBack: appWillEnterForeground()
        case .openReceipt: openReceipt()
        }
    }

    private func openReceipt() {
        guard let url = transaction?.receiptURL, url.scheme?.lowercased() == "https" else { return }
        Task { _ = await browser.open(url, mode: .inApp) {} }
    }
}
