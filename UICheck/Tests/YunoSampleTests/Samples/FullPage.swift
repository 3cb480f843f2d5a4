// swift-format-ignore-file
import SwiftUI
import UIKit
import YunoSDK

// The Full page's snippets. Mended as in LitePage.swift; besides, the comma inside the page's comment after
// `YunoConfig()` stands before it.
enum FullPage {
    // Steps 2 to 7
    class ViewController: UIViewController, @preconcurrency YunoPaymentFullDelegate {
        var checkoutSession: String { "session-1" }
        // The complete list of country codes is available on https://docs.y.uno/docs/country-coverage-yuno-sdk
        var country_code: String { "BR" }
        var language: String? { "en" }
        var viewController: UIViewController? { self }

        var isInitialized: Bool?
        var methods: UIView?
        var selected: [YunoSDK.PaymentMethodSelected] = []
        var heights: [CGFloat] = []
        var unenrolled: [Bool] = []
        var tokens: [String] = []
        var results: [Yuno.Result] = []

        override func viewDidLoad() {
            super.viewDidLoad()
            Yuno.startCheckout(with: self)
        }

        func initialize() {
            Yuno.initialize(
                apiKey: "<Public API Key>",
                config: YunoConfig(), // This is optional, by default it configures .oneStep card form and disables save card checkbox.
                callback: { (value: Bool) in self.isInitialized = value }  // Optional callback to be notified when the SDK has completed initialization
            )
        }

        func showMethods() {
            let view: UIView = Yuno.getPaymentMethodView(delegate: self)
            self.view.addSubview(view)
            methods = view
        }

        func pay(showPaymentStatus: Bool) { Yuno.startPayment(showPaymentStatus: showPaymentStatus) }

        func paymentCreated(showPaymentStatus: Bool) { Yuno.continuePayment(showPaymentStatus: showPaymentStatus) }

        func yunoCreatePayment(with token: String) { tokens.append(token) }
        func yunoPaymentResult(_ result: Yuno.Result) { results.append(result) }
        func yunoEnrollmentResult(_ result: Yuno.Result) { results.append(result) }

        func yunoDidSelect(paymentMethod: YunoSDK.PaymentMethodSelected) { selected.append(paymentMethod) }
        func yunoDidUnenrollSuccessfully(_ success: Bool) { unenrolled.append(success) }
        func yunoUpdatePaymentMethodsViewHeight(_ height: CGFloat) { heights.append(height) }
    }

    /// "If you're using SwiftUI, it returns a some View."
    struct Methods: View {
        let delegate: YunoPaymentFullDelegate

        var body: some View {
            VStack {
                Text("How would you like to pay?")
                Yuno.getPaymentMethodView(delegate: delegate)
            }
        }
    }

    // Step 8
    class AppDelegate: UIResponder, UIApplicationDelegate {
        func application(_ app: UIApplication,
                         open url: URL,
                         options: [UIApplication.OpenURLOptionsKey : Any] = [:]) -> Bool {

          // Make sure the scheme matches the one you used in the checkout_session
          guard url.scheme == "yunoexample" else { return false }

          // Let Yuno handle the deep link and show the payment status screen
          return Yuno.receiveDeeplink(url, showStatusView: true)
        }
    }
}
