import Interface

/// What a payer can do on the checkout's screens. Text comes with the caret, in UTF-16 code units.
package enum CheckoutAction: Sendable, Hashable {
    case selectMethod(String)
    case backToMethods
    // The Mobile Money form.
    case setCountry(String)
    case setPhone(FieldInput)
    case pickOperator(String)
    case submitMobileMoney
    // The card form, native or before a provider's page.
    case setCardField(CardField, FieldInput)
    case setBillingField(BillingField, FieldInput)
    case submitCard
    /// Have the card kept, or not.
    case saveCard(Bool)
    case chooseInstalment(String)
    case payWallet
    /// A field lost the focus: its error shows from now on. The name is the field's in ``CheckoutPicture/fieldErrors``.
    case leaveField(String)
    // Confirmation steps.
    case setStepField(String, FieldInput)
    case submitStep
    case resendCode
    case continuePayment
    /// The page inside the sheet posted this.
    case pageSaid(String)
    // Ends and errors.
    case tryAgain
    case reload
    /// Asks whether the payment shall be cancelled for good.
    case askToCancel
    case confirmCancel
    case keepPayment
    case dismiss
    case cameBack
    case openReceipt
}

/// What a field holds now.
package struct FieldInput: Sendable, Hashable {
    package let text: FieldText
    /// UTF-16 code units.
    package let caret: Int

    package init(_ text: FieldText, caret: Int) {
        self.text = text
        self.caret = caret
    }
}
