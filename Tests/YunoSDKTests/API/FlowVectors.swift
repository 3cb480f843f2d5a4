import Foundation
import YunoSDK

// Calls of real apps' screens, in Swift 6: that they compile is the test, nothing here is run. Deprecated spellings are
// called from functions that are deprecated themselves, so that they warn nobody.

/// T17: the list as a view, with and without its type.
@MainActor private func list(_ delegate: any YunoPaymentFullDelegate) async -> [YunoUIView] {
    let typed: YunoUIView = await Yuno.getPaymentMethodViewAsync(delegate: delegate)
    let untyped = await Yuno.getPaymentMethodViewAsync(delegate: delegate)
    let now: YunoUIView = Yuno.getPaymentMethodView(delegate: delegate)
    return [typed, untyped, now]
}

/// T18: both ways to a render flow, in one variable.
@available(*, deprecated)
@MainActor private func render(_ method: any PaymentMethodSelected, _ delegate: any YunoPaymentDelegate) async {
    var flow: YunoPaymentRenderFlowProtocol?
    flow = await Yuno.startPaymentRenderFlow(paymentMethodSelected: method, with: delegate)
    flow = Yuno.startPaymentRender(paymentMethodSelected: method, with: delegate)
    flow?.submitForm()
    _ = await flow?.continuePayment()
}

/// Starts, from a function of no actor's, in every spelling of the pages.
private func starts(_ delegate: any YunoPaymentDelegate & YunoEnrollmentDelegate, _ method: any PaymentMethodSelected) {
    Yuno.startPayment()
    Yuno.startPayment(showPaymentStatus: true)
    Yuno.startPaymentLite(with: delegate, paymentSelected: method)
    Yuno.startPaymentLite(with: delegate, paymentSelected: method, showPaymentStatus: false)
    Yuno.continuePayment()
    Yuno.continuePayment(showPaymentStatus: false)
    Yuno.hideLoader()
    Yuno.enrollPayment(with: delegate)
    Yuno.enrollPayment(with: delegate, showPaymentStatus: true)
}

@available(*, deprecated)
private func olderStarts(_ delegate: any YunoPaymentDelegate, _ method: any PaymentMethodSelected) {
    Yuno.startCheckout(with: delegate)
    Yuno.startPaymentLite(with: delegate, paymentMethodSelected: method)
    Yuno.startPaymentLite(paymentSelected: method)
    _ = Yuno.apiClientEnroll(country_code: "CO", customer_session: "c")
}

private func opened(_ url: URL) -> Bool {
    Yuno.receiveDeeplink(url, showStatusView: true)
    guard url.scheme == "yunoexample" else { return false }
    return Yuno.receiveDeeplink(url)
}

private func seamless(_ method: any PaymentMethodSelected) async -> Int {
    let state = await Yuno.startPaymentSeamlessLite(
        with: SeamlessParams(checkoutSession: "s", countryCode: "CO", language: "ES", viewController: nil),
        paymentSelected: method, showPaymentStatus: true)
    Yuno.startPaymentSeamlessLite(
        with: SeamlessParams(checkoutSession: "s", countryCode: "CO"), paymentSelected: method
    ) { result in print(result) }
    return state.rawValue
}
