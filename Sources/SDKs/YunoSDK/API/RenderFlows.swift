/// A payment whose forms stand in the app's own screen (YR1 to YR24). It may be used again for a new token (YR58).
@MainActor
public protocol YunoPaymentRenderFlowProtocol {
    /// The form of a method, nil when it needs none (YR13 to YR15): call ``submitForm()`` right away then (YR29).
    func formView(
        paymentMethodSelected: any PaymentMethodSelected, with delegate: any YunoPaymentDelegate
    ) async -> YunoAnyView?

    /// Checks what was typed. If all is well a new one-time token comes to the delegate, else the form shows what is
    /// wrong and nothing is called (YR17, YR18).
    func submitForm()

    /// Goes on after your server created the payment: a view when the payer must do something more, such as 3-D Secure,
    /// else nil (YR20 to YR24). The result comes to the delegate either way.
    func continuePayment() async -> YunoAnyView?
}

/// An enrolment whose form stands in the app's own screen.
@MainActor
public protocol YunoEnrollmentRenderFlowProtocol {
    /// Whether the app shows a button that calls ``submitForm()``; false when the form has its own.
    var needSubmit: Bool { get }

    /// The form; nil when the method needs none.
    func formView(with delegate: any YunoEnrollmentDelegate) async -> YunoAnyView?

    /// Checks what was typed and enrols. The result comes to the delegate.
    func submitForm()
}
