import Foundation

#if canImport(UIKit) && canImport(SwiftUI)
    import SwiftUI
#endif

extension Yuno {
    // MARK: Full

    /// The methods of the delegate's session, as a list (YF25, YF26). It fills itself once the gateway has answered.
    @MainActor public static func getPaymentMethodView(delegate: any YunoPaymentFullDelegate) -> YunoUIView {
        MethodList.open(delegate).uiView
    }

    /// As ``getPaymentMethodView(delegate:)``, once the methods are there. The last call counts (YF21).
    @MainActor public static func getPaymentMethodViewAsync(
        delegate: any YunoPaymentFullDelegate
    ) async -> YunoUIView {
        let list = MethodList.open(delegate)
        await list.loaded()
        return list.uiView
    }

    #if canImport(UIKit) && canImport(SwiftUI)
        /// The same for SwiftUI (YF27). A view's body may call it each time it is drawn: the list is opened when it
        /// appears, once for each session.
        @_disfavoredOverload
        @MainActor public static func getPaymentMethodView(delegate: any YunoPaymentFullDelegate) -> YunoAnyView {
            FlowDesk.current.remember(delegate)
            return AnyView(
                MethodListView { [weak delegate] in delegate.map { MethodList.open($0) } }.id(delegate.checkoutSession))
        }

        /// The same for SwiftUI.
        @_disfavoredOverload
        @MainActor public static func getPaymentMethodViewAsync(
            delegate: any YunoPaymentFullDelegate
        ) async -> YunoAnyView {
            let list = MethodList.open(delegate)
            await list.loaded()
            return list.anyView
        }
    #endif

    /// As with the full delegate, for a delegate that hears nothing of the list.
    @available(*, deprecated, message: "Pass a YunoPaymentFullDelegate.")
    @MainActor public static func getPaymentMethodView(delegate: any YunoPaymentDelegate) -> YunoUIView {
        MethodList.open(payment: delegate).uiView
    }

    /// Pays with the method chosen in the list (YF29). Without one the result is `.internalError`.
    /// - Parameter showPaymentStatus: whether a screen says how it ended.
    public static func startPayment(showPaymentStatus: Bool = true) {
        onMain { FlowDesk.current.startFull(showsEnd: showPaymentStatus) }
    }

    // MARK: Lite

    /// Pays with a method the app chose (YL26, YL28). The delegate is held weakly.
    /// - Parameters:
    ///   - paymentSelected: a type, a vaulted token, or both.
    ///   - showPaymentStatus: whether a screen says how it ended (YL27); the result is told either way.
    public static func startPaymentLite(
        with delegate: any YunoPaymentDelegate, paymentSelected: any PaymentMethodSelected,
        showPaymentStatus: Bool = true
    ) {
        let given = Handed((delegate, paymentSelected))
        onMain { FlowDesk.current.startLite(given.value.0, given.value.1, showsEnd: showPaymentStatus) }
    }

    /// As with `paymentSelected`.
    @available(*, deprecated, renamed: "startPaymentLite(with:paymentSelected:showPaymentStatus:)")
    public static func startPaymentLite(
        with delegate: any YunoPaymentDelegate, paymentMethodSelected: any PaymentMethodSelected,
        showPaymentStatus: Bool = true
    ) {
        startPaymentLite(with: delegate, paymentSelected: paymentMethodSelected, showPaymentStatus: showPaymentStatus)
    }

    /// With the delegate that ``startCheckout(with:)`` was given.
    @available(*, deprecated, message: "Pass the delegate.")
    public static func startPaymentLite(
        paymentSelected: any PaymentMethodSelected, showPaymentStatus: Bool = true
    ) {
        let given = Handed(paymentSelected)
        onMain { FlowDesk.current.startLite(given.value, showsEnd: showPaymentStatus) }
    }

    /// Remembers a delegate, weakly (YF14). No start needs it any more (YL14).
    @available(*, deprecated, message: "Pass the delegate to what you start.")
    public static func startCheckout(with delegate: any YunoPaymentDelegate) {
        let given = Handed(delegate)
        onMain { FlowDesk.current.startCheckout(given.value) }
    }

    // MARK: Common

    /// Goes on once your server has created the payment: shows whatever the payer must do more (YL32 to YL34, YF34),
    /// and leads to the result.
    /// - Parameter showPaymentStatus: whether a screen says how it ended (YF36).
    public static func continuePayment(showPaymentStatus: Bool = true) {
        onMain { FlowDesk.current.continuePayment(showsEnd: showPaymentStatus) }
    }

    /// Takes the loader away that `keepLoader` left standing, e.g. when your server could not create the payment (YL58).
    public static func hideLoader() {
        onMain { FlowDesk.current.hideLoader() }
    }

    /// Hands on an address that opened the app (YL38, YF39).
    /// - Parameter showStatusView: whether a screen says how it ended (YH67).
    /// - Returns: whether a flow was waiting for it; its outcome is read from the gateway, never from the address.
    @discardableResult
    public static func receiveDeeplink(_ url: URL, showStatusView: Bool = true) -> Bool {
        guard let session = YunoCore.current.links.session(of: url) else { return false }
        onMain { FlowDesk.current.receive(session: session, showsEnd: showStatusView) }
        return true
    }

    // MARK: Render

    /// A payment whose forms stand in the app's own screen (YR9).
    @MainActor public static func startPaymentRenderFlow(
        paymentMethodSelected: any PaymentMethodSelected, with delegate: any YunoPaymentDelegate
    ) async -> some YunoPaymentRenderFlowProtocol {
        PaymentRender(paymentMethodSelected, delegate)
    }

    /// As ``startPaymentRenderFlow(paymentMethodSelected:with:)`` (YR10).
    @available(*, deprecated, renamed: "startPaymentRenderFlow(paymentMethodSelected:with:)")
    @MainActor public static func startPaymentRender(
        paymentMethodSelected: any PaymentMethodSelected, with delegate: any YunoPaymentDelegate
    ) -> some YunoPaymentRenderFlowProtocol {
        PaymentRender(paymentMethodSelected, delegate)
    }

    /// An enrolment whose form stands in the app's own screen.
    @MainActor public static func startEnrollmentRender(
        with delegate: any YunoEnrollmentDelegate
    ) -> some YunoEnrollmentRenderFlowProtocol {
        EnrollmentRender(delegate)
    }

    // MARK: Seamless

    /// Pays from the form to the result, without the app's server in between (YL1): its session has the workflow
    /// `SDK_SEAMLESS`.
    /// - Returns: the result; from any context.
    public static func startPaymentSeamlessLite(
        with params: SeamlessParams, paymentSelected: any PaymentMethodSelected, showPaymentStatus: Bool = true
    ) async -> Result {
        let given = Handed((params, paymentSelected))
        return await withCheckedContinuation { continuation in
            onMain {
                FlowDesk.current.startSeamless(given.value.0, given.value.1, showsEnd: showPaymentStatus) {
                    continuation.resume(returning: $0)
                }
            }
        }
    }

    /// As the asynchronous one.
    /// - Parameter callback: told once, on the main thread.
    public static func startPaymentSeamlessLite(
        with params: SeamlessParams, paymentSelected: any PaymentMethodSelected, showPaymentStatus: Bool = true,
        callback: @escaping ((Result) -> Void)
    ) {
        let given = Handed((params, paymentSelected))
        let told = MainThreadCall(callback)
        onMain {
            FlowDesk.current.startSeamless(given.value.0, given.value.1, showsEnd: showPaymentStatus) { told($0) }
        }
    }

    // MARK: Enrolment

    /// Enrols a payment method on screens of the SDK's. The delegate is held weakly.
    /// - Parameter showPaymentStatus: whether a screen says how it ended.
    public static func enrollPayment(with delegate: any YunoEnrollmentDelegate, showPaymentStatus: Bool = true) {
        let given = Handed(delegate)
        onMain { FlowDesk.current.startEnrollment(given.value, showsEnd: showPaymentStatus) }
    }

    // MARK: Threads

    /// Runs now on the main thread, else as soon as it is free.
    private static func onMain(_ work: @escaping @MainActor @Sendable () -> Void) {
        let core = YunoCore.current
        if MainQueue.isCurrent {
            MainActor.assumeIsolated { YunoCore.$current.withValue(core) { work() } }
        } else {
            DispatchQueue.main.async { YunoCore.$current.withValue(core) { MainActor.assumeIsolated { work() } } }
        }
    }
}

/// Whether code runs on the main queue already. Without an application the main queue has no thread of its own, so the
/// thread alone does not tell.
enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static var isCurrent: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: key) == true }
}

/// What an app hands over to the main thread: delegates and methods are no `Sendable` types (YC2), and are only touched
/// there.
private struct Handed<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
