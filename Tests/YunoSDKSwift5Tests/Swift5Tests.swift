import Foundation
import Testing
import YunoSDK

// What apps written in Swift 5 look like. That this file compiles without a warning is most of the test.

/// A bridge's class: no isolation, values written from anywhere, the shorter function only.
private class BridgeMethods: YunoPaymentFullDelegate {
    var checkoutSession = ""
    var countryCode = ""
    var language: String?
    var viewController: YunoViewController?
    var token = ""
    var raw: Int?
    var height: CGFloat = 0

    func start(session: String, country: String) {
        checkoutSession = session
        countryCode = country
    }

    func yunoCreatePayment(with token: String) { self.token = token }
    func yunoPaymentResult(_ result: YunoSDK.Yuno.Result) { raw = result.rawValue }
    func yunoDidSelect(paymentMethod: any YunoSDK.PaymentMethodSelected) {
        if paymentMethod.paymentMethodType.isEmpty { token = "" }
    }
    func yunoUpdatePaymentMethodsViewHeight(_ height: CGFloat) { self.height = height }
    func yunoDidUnenrollSuccessfully(_ success: Bool) {}
}

extension BridgeMethods: YunoEnrollmentDelegate {
    var customerSession: String { checkoutSession }
    func yunoEnrollmentResult(_ result: Yuno.Result) { raw = result.rawValue }
}

private class BridgeMethod: PaymentMethodSelected, Codable {
    var vaultedToken: String?
    var paymentMethodType: String

    init(vaultedToken: String?, paymentMethodType: String) {
        self.vaultedToken = vaultedToken
        self.paymentMethodType = paymentMethodType
    }
}

/// A screen of an app that does everything.
private final class Screen: YunoViewController, YunoEnrollmentDelegate, YunoPaymentFullDelegate {
    var checkoutSession = "s"
    var customerSession = "c"
    var countryCode = "CO"
    var language: String? = "ES"
    var viewController: YunoViewController? { self }
    var paymentSelected: PaymentMethodSelected?
    var enrollmentSelected: EnrollmentMethodSelected?
    var said: [String] = []

    func yunoDidSelect(paymentMethod: PaymentMethodSelected) { paymentSelected = paymentMethod }
    func yunoDidSelect(enrollmentMethod: EnrollmentMethodSelected) { enrollmentSelected = enrollmentMethod }
    func yunoPaymentResult(_ result: Yuno.Result) { said.append("\(result)") }
    func yunoCreatePayment(with token: String, information: [String: Any]) { said.append(token) }
}

@Suite struct Swift5Tests {
    @Test("YC6 T14 A plain class that writes its session anywhere is a delegate, in Swift 5")
    func bridge() {
        let bridge = BridgeMethods()
        bridge.start(session: "s", country: "BR")
        let delegate: YunoPaymentFullDelegate = bridge
        delegate.yunoCreatePayment(with: "ott", information: ["token": "ott"])
        delegate.yunoDidSelect(paymentMethod: BridgeMethod(vaultedToken: nil, paymentMethodType: "CARD"))
        delegate.yunoPaymentResult(.processing)
        #expect(bridge.token == "ott")
        #expect(bridge.raw == 3)
    }

    @Test("T10 An app's screen is both delegates and has members of its own by similar names")
    @MainActor func screen() {
        let screen = Screen()
        (screen as YunoPaymentDelegate).yunoCreatePayment(with: "ott", information: [:])
        screen.yunoPaymentResult(.userCancell)
        #expect(screen.said == ["ott", "userCancell"])
        #expect((screen as YunoFlowDelegate).viewController === screen)
    }

    @Test("T8 T9 A switch over another spelling, and one over the status, compile with a default")
    func spellings() {
        let result = Yuno.Result.userCancell
        switch result {
        case .userCancelled: break
        default: Issue.record("the alias is not taken")
        }
        switch result.status {
        case .userCancell: break
        default: Issue.record("the status is another")
        }
        #expect(Yuno.Result.success == .succeeded && Yuno.Result.userCancel == .userCancell)
    }
}
