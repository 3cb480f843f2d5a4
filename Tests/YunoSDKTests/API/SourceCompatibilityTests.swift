import Foundation
import Testing
import YunoSDK

// Shapes of real apps, in Swift 6. That this file compiles is most of the test.

/// The older spelling alone.
private final class OlderSpelling: YunoPaymentDelegate {
    let checkoutSession = "s"
    // swift-format-ignore: AlwaysUseLowerCamelCase
    let country_code = "CO"
}

private final class BothSpellings: YunoPaymentDelegate {
    let checkoutSession = "s"
    let countryCode = "BR"
    // swift-format-ignore: AlwaysUseLowerCamelCase
    let country_code = "CO"
}

private final class ShortOnly: YunoPaymentDelegate {
    let checkoutSession = "s"
    nonisolated(unsafe) var calls: [String] = []
    func yunoCreatePayment(with token: String) { calls.append("short \(token)") }
}

private final class BothForms: YunoPaymentDelegate {
    let checkoutSession = "s"
    nonisolated(unsafe) var calls: [String] = []
    func yunoCreatePayment(with token: String) { calls.append("short \(token)") }
    func yunoCreatePayment(with token: String, information: [String: Any]) { calls.append("long \(token)") }
}

/// The pages' first option: fixed values, read from anywhere.
@MainActor private final class FixedScreen: YunoViewController, YunoPaymentDelegate {
    private let _countryCode = "CO"
    private let _language = "EN"
    private let _checkoutSession = "session"
    var told: Yuno.Result?

    nonisolated var countryCode: String { _countryCode }
    nonisolated var language: String? { _language }
    nonisolated var checkoutSession: String { _checkoutSession }
    var viewController: YunoViewController? { self }

    nonisolated func yunoPaymentResult(_ result: Yuno.Result) {
        Task { @MainActor in told = result }
    }
}

/// The second: values that change, read on the main actor.
@MainActor private final class ChangingModel: YunoPaymentDelegate, YunoEnrollmentDelegate, YunoPaymentFullDelegate {
    var shownCountry = "CO"
    var shownLanguage = "EN"
    var checkoutSession = "session"
    var customerSession = "customer"
    var isLoading = false

    nonisolated var countryCode: String { MainActor.assumeIsolated { shownCountry } }
    nonisolated var language: String? { MainActor.assumeIsolated { shownLanguage } }

    nonisolated func onLoading(isLoading: Bool) { MainActor.assumeIsolated { self.isLoading = isLoading } }
    nonisolated func yunoCreatePayment(with token: String, information: [String: Any]) {}
    nonisolated func yunoPaymentResult(_ result: Yuno.Result) {}
    nonisolated func yunoEnrollmentResult(_ result: Yuno.Result) {}
    nonisolated func yunoDidSelect(paymentMethod: any YunoSDK.PaymentMethodSelected) {}
    nonisolated func yunoDidUnenrollSuccessfully(_ success: Bool) {}
    nonisolated func yunoUpdatePaymentMethodsViewHeight(_ height: CGFloat) {}
}

/// The third: a service without a screen of its own.
private class Service: YunoPaymentDelegate {
    let countryCode: String
    let language: String?
    let checkoutSession: String
    let viewController: YunoViewController?

    init(country: String, session: String, viewController: YunoViewController?) {
        countryCode = country
        language = "EN"
        checkoutSession = session
        self.viewController = viewController
    }

    func yunoPaymentResult(_ result: Yuno.Result) {}
}

/// Both delegates, nothing but what has no default.
private final class Minimal: YunoPaymentDelegate, YunoEnrollmentDelegate {
    let checkoutSession = "s"
    let customerSession = "c"
    let countryCode = "MX"
    nonisolated(unsafe) var loading: [Bool] = []
    func onLoading(isLoading: Bool) { loading.append(isLoading) }
}

/// A delegate as the render pages write one.
private final class RenderHandler: YunoPaymentDelegate {
    let checkoutSession: String
    let countryCode: String
    nonisolated(unsafe) weak var viewController: YunoViewController?
    nonisolated(unsafe) var onToken: ((String) -> Void)?

    init(checkoutSession: String, countryCode: String) {
        self.checkoutSession = checkoutSession
        self.countryCode = countryCode
    }

    func yunoCreatePayment(with token: String, information: [String: Any]) { onToken?(token) }

    func yunoPaymentResult(_ result: Yuno.Result) {
        switch result {
        case .succeeded: break
        case .reject: break
        case .fail: break
        case .processing: break
        case .userCancell: break
        case .internalError: break
        }
    }
}

/// Holds what a render screen's state holds.
@MainActor private struct RenderScreen {
    var flow: YunoPaymentRenderFlowProtocol?
    var enrollment: YunoEnrollmentRenderFlowProtocol?
    var form: YunoAnyView?
    var method: PaymentMethodSelected = CardPaymentMethod(paymentMethodType: "CARD")
    var delegate: YunoPaymentDelegate?

    mutating func set(up flow: YunoPaymentRenderFlowProtocol, _ delegate: YunoPaymentDelegate) async {
        self.flow = flow
        form = await flow.formView(paymentMethodSelected: method, with: delegate)
        flow.submitForm()
        form = await flow.continuePayment()
    }
}

@Suite struct SourceCompatibilityTests {
    private func country(_ delegate: any YunoPaymentDelegate) -> String { delegate.countryCode }

    @Test("T1 T2 YL17 YF15 The country is read under one name, whichever is written")
    func countries() {
        #expect(country(OlderSpelling()) == "CO")
        #expect(country(BothSpellings()) == "BR")
    }

    @Test("T3 T5 YL20 YL21 YL24 YF16 YF18 The longer form is called, and calls the shorter one where there is no other")
    func forms() {
        let short = ShortOnly()
        (short as any YunoPaymentDelegate).yunoCreatePayment(with: "t", information: [:])
        #expect(short.calls == ["short t"])
        let both = BothForms()
        (both as any YunoPaymentDelegate).yunoCreatePayment(with: "t", information: [:])
        #expect(both.calls == ["long t"])
    }

    @Test("T11 YC1 YC9 YC10 YC11 YL25 A main actor's screen with fixed values")
    @MainActor func fixed() async {
        let screen = FixedScreen()
        let delegate: any YunoPaymentDelegate = screen
        #expect(delegate.checkoutSession == "session" && delegate.countryCode == "CO" && delegate.language == "EN")
        #expect(delegate.viewController === screen)
        delegate.yunoPaymentResult(.succeeded)
        while screen.told == nil { await Task.yield() }
        #expect(screen.told == .succeeded)
    }

    @Test("T12 YC12 YC14 YC17 A main actor's model whose values change, read on the main actor")
    @MainActor func changing() {
        let model = ChangingModel()
        let delegate: any YunoPaymentDelegate & YunoEnrollmentDelegate = model
        model.shownCountry = "BR"
        model.checkoutSession = "another"
        #expect(delegate.countryCode == "BR" && delegate.checkoutSession == "another")
        delegate.onLoading(isLoading: true)
        #expect(model.isLoading)
    }

    @Test("T13 YC15 YC16 YC18 YR42 A service that is no actor's, made anywhere")
    func service() async {
        let made = await Task.detached { Service(country: "CO", session: "s", viewController: nil).countryCode }.value
        #expect(made == "CO")
        let handler = RenderHandler(checkoutSession: "s", countryCode: "CO")
        #expect(country(handler) == "CO")
        await MainActor.run { #expect((handler as any YunoPaymentDelegate).viewController == nil) }
    }

    @Test("T22b YC20 YL19 YL23 YR35 Both delegates in one class that defines what has no default")
    @MainActor func minimal() {
        let both = Minimal()
        #expect((both as any YunoPaymentDelegate).language == nil)
        #expect((both as any YunoEnrollmentDelegate).viewController == nil)
        (both as any YunoLoaderDelegate).onLoading(isLoading: true)
        #expect(both.loading == [true])
        (both as any YunoPaymentDelegate).yunoPaymentResult(.fail)
        (both as any YunoEnrollmentDelegate).yunoEnrollmentResult(.fail)
    }

    @Test("T7 YR34 A switch over the six cases needs no default")
    func switches() {
        let handler = RenderHandler(checkoutSession: "s", countryCode: "CO")
        for result in Yuno.Result.allCases { handler.yunoPaymentResult(result) }
        #expect(Yuno.Result.allCases.count == 6)
    }

    @Test("T19 YL8 YL11 YF8 YF11 YF12 The defaults of the configuration, however little is said")
    func configuration() {
        let empty = YunoConfig()
        #expect(empty.cardFormType == .oneStep && !empty.saveCardEnabled && !empty.keepLoader)
        #expect(!empty.hideCardholderName && empty.appearance.accentColor == nil)
        let none: YunoColor? = nil
        let bridge = YunoConfig(
            appearance: Yuno.Appearance(
                fontFamily: nil, accentColor: none, buttonBackgroundColor: none, buttonTitleColor: none,
                buttonBorderColor: none, secondaryButtonBackgroundColor: none, secondaryButtonTitleColor: none,
                secondaryButtonBorderColor: none, disableButtonBackgroundColor: none, disableButtonTitleColor: none,
                checkboxColor: none), saveCardEnabled: false, keepLoader: false)
        #expect(bridge.appearance.buttonBackgroundColor == nil && !bridge.keepLoader)
        let full = YunoConfig(
            cardFormType: .multiStep, appearance: Yuno.Appearance(fontFamily: "Inter"), saveCardEnabled: true,
            keepLoader: true, hideCardholderName: true, isDynamicViewEnabled: true)
        #expect(full.cardFormType == .stepByStep && full.saveCardEnabled && full.keepLoader && full.hideCardholderName)
    }

    @Test("YL60 YF44 The card forms carry the words of the dashboard")
    func formTypes() {
        #expect(CardFormType.allCases.map(\.rawValue) == ["ONE_STEP", "STEP_BY_STEP"])
    }

    @Test("YL29 YR39 YR44 YR45 Methods are structs or classes, with or without a saved token")
    func methods() {
        let all: [any PaymentMethodSelected] = [
            CardPaymentMethod(), CardPaymentMethod(paymentMethodType: "CARD"),
            SavedCardPayment(paymentMethodType: "CARD", vaultedToken: "saved_token_123"),
        ]
        #expect(all.map(\.paymentMethodType) == ["CARD", "CARD", "CARD"])
        #expect(all.map(\.vaultedToken) == [nil, nil, "saved_token_123"])
    }

    @Test("YR36 YR37 YR38 Flows, delegates and forms are kept in variables of their protocols' types")
    @MainActor func existentials() {
        let screen = RenderScreen(delegate: Minimal())
        #expect(screen.flow == nil && screen.form == nil && screen.enrollment?.needSubmit ?? false == false)
    }

    @Test("YL19 The seamless flow is told by parameters what delegates tell")
    func seamless() {
        let params = SeamlessParams(checkoutSession: "s", countryCode: "CO", language: "ES", viewController: nil)
        params.language = nil
        #expect(params.checkoutSession == "s" && params.countryCode == "CO" && params.language == nil)
    }

    @Test("YL61 YF45 A colour without UIKit is read from hexadecimal or from channels")
    func colors() {
        #expect(YunoColor(hex: "#ff0000") == YunoColor(red: 1, green: 0, blue: 0))
        #expect(YunoColor(hex: "00f") == YunoColor(red: 0, green: 0, blue: 2))
        #expect(YunoColor(hex: "no colour") == nil)
        #expect(YunoColor(red: .nan, green: -1, blue: 0) == YunoColor(hex: "000000"))
    }
}
