import Checkout
import Foundation
import Interface
import Kernel

// What the payer does (W115).
extension CheckoutController {
    // MARK: Methods

    /// Opens a channel's form.
    public func selectMethod(_ slug: String) {
        forms.errors = [:]
        handle(.selectMethod(slug))
    }

    /// Goes back to the list.
    public func backToMethods() {
        forms.errors = [:]
        handle(.backToMethods)
    }

    // MARK: Mobile Money

    /// Takes what the number's field holds. Show ``MobileMoneyForm/phone`` instead of it.
    public func setPhone(_ text: String) { setPhone(text, caret: text.utf16.count) }

    /// - Parameter caret: UTF-16 code units.
    package func setPhone(_ text: String, caret: Int) {
        edit(.setPhone(FieldInput(FieldText(text), caret: caret)))
    }

    /// Chooses the country by its ISO 3166 code; nothing happens when it is locked or not offered.
    public func setCountry(_ code: String) { edit(.setCountry(code)) }

    /// Chooses the operator by hand: the number chooses none any more (W76).
    public func pickOperator(_ id: String) { edit(.pickOperator(id)) }

    /// What is typed or chosen on a form; nothing once it is over.
    private func edit(_ action: CheckoutAction) {
        guard result == nil, forms.edit(action, machine.method) else { return }
        changed()
    }

    /// Pays, when the form is right; else ``fieldErrors`` say what is not (W77).
    public func submitMobileMoney() {
        guard machine.screen == .mobileMoney, mobileMoney != nil else { return }
        submit(forms.isReady(.mobileMoney, machine.method))
    }

    private func submit(_ isReady: Bool) {
        guard isReady else { return changed() }
        handle(.pay)
    }

    // MARK: Cards and wallets

    /// Takes what a field of the card form holds. Show ``CardForm/text(_:)`` instead of it.
    public func setCardField(_ field: CardField, _ text: String) {
        setCardField(field, text, caret: text.utf16.count)
    }

    /// - Parameter caret: UTF-16 code units.
    package func setCardField(_ field: CardField, _ text: String, caret: Int) {
        edit(.setCardField(field, FieldInput(FieldText(text), caret: caret)))
    }

    /// Takes what a billing field holds.
    public func setBillingField(_ field: BillingField, _ text: String) {
        setBillingField(field, text, caret: text.utf16.count)
    }

    /// - Parameter caret: UTF-16 code units.
    package func setBillingField(_ field: BillingField, _ text: String, caret: Int) {
        edit(.setBillingField(field, FieldInput(FieldText(text), caret: caret)))
    }

    /// Pays by card: with the form's own card, on the provider's page, or with the app's collector.
    public func submitCard() {
        guard machine.screen == .card else { return }
        submit(forms.isCardReady(machine.method))
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
        edit(.setStepField(field, FieldInput(FieldText(text), caret: caret)))
    }

    /// Answers the step with what its fields hold.
    public func submitStep() {
        guard stepForm != nil else { return }
        guard forms.isReady(.step(.otp), machine.method) else { return changed() }
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
        forms.errors = [:]
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
        if forms.leave(name, on: machine.screen, machine.method) { changed() }
    }

    package func perform(_ action: CheckoutAction) {
        switch action {
        case .selectMethod(let slug): selectMethod(slug)
        case .backToMethods: backToMethods()
        case .submitMobileMoney: submitMobileMoney()
        case .setCountry, .setPhone, .pickOperator, .setCardField, .setBillingField, .setStepField, .saveCard,
            .chooseInstalment:
            edit(action)
        case .submitCard: submitCard()
        case .payWallet: payWallet()
        case .leaveField(let name): leaveField(name)
        case .submitStep: submitStep()
        case .resendCode: resendCode()
        case .continuePayment: continuePayment()
        // This SDK opens pages in the app's browser.
        case .pageSaid: break
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
