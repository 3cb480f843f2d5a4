import Foundation
import Testing
import WajubMobile

// W7: this file imports WajubMobile alone, as an app that draws its own screens does.

/// The contract all the mobile SDKs share, by its names.
@Suite struct ContractTests {
    private func names(_ value: Any) -> [String] { Mirror(reflecting: value).children.compactMap(\.label) }

    @Test("W4 W24 The options, callbacks, states, results and appearance keys are the common contract's")
    func contract() {
        #expect(
            names(PresentOptions(sessionToken: "t")) == [
                "sessionToken", "locale", "appearance", "loader", "returnURL", "mobileMoney", "cardCollector",
                "realtime", "cancelOnDismiss", "callbacks",
            ])
        #expect(
            names(CheckoutCallbacks()) == [
                "onReady", "onLoadError", "onStateChange", "onPaymentStarted", "onRedirect", "onSuccess", "onError",
                "onCancel", "onComplete",
            ])
        #expect(
            CheckoutState.allCases.map(\.rawValue) == [
                "INITIATED", "COLLECTING_DETAILS", "PROCESSING", "APPROVAL_REQUIRED", "USSD_REQUIRED", "OTP_REQUIRED",
                "PIN_REQUIRED", "PHONE_REQUIRED", "BIRTHDAY_REQUIRED", "ADDRESS_REQUIRED", "3DS_REQUIRED",
                "VERIFYING", "PENDING", "SUCCESS", "FAILED", "EXPIRED", "CANCELLED",
            ])
        let error = WajubError(code: "payment_failed", message: "")
        let results: [CheckoutResult] = [
            .processing(transaction: nil), .failed(error, transaction: nil), .cancelled(.hostGone, transaction: nil),
        ]
        #expect(results.map(\.status) == ["processing", "failed", "cancelled"])
        #expect(
            names(Appearance()) == [
                "theme", "colorScheme", "inherit", "variables", "primaryColor", "secondaryColor", "backgroundColor",
                "fontFamily", "borderRadius", "buttonTextColor", "inputBackgroundColor", "inputBorderColor",
                "textMutedColor", "successColor", "errorColor", "shadow", "labels", "disableAnimations",
            ])
    }

    @Test("W7 WajubMobile alone is enough for an app that draws its own screens")
    @MainActor func alone() {
        let controller = CheckoutController(options: PresentOptions(sessionToken: "t"), browser: NoBrowser())
        #expect(controller.screen == .loading && controller.state == nil)
    }
}

@MainActor private final class NoBrowser: BrowserOpening {
    func open(_ url: URL, mode: BrowserMode, onClose: @escaping @MainActor @Sendable () -> Void) async -> Bool {
        false
    }
}
