// swift-format-ignore-file
import UIKit
import YunoSDK

// The Lite page's snippets. Mended, because Swift asks for it whoever's SDK it is:
// - the snippets stand inside types and functions, and `startPaymentLite` is called on `Yuno`;
// - `ViewController` is a `UIViewController` (the page's text says so, its class line does not), so `viewDidLoad` is an
//   override, and `self` can be passed; its members are given values;
// - in Swift 6 a screen's members cannot answer from any thread: `@preconcurrency` on the conformance, which Swift 5
//   takes as well (or one of the page's own three options, in Swift6Options.swift);
// - the "..." of the bodies are this app's.
enum LitePage {
    // Step 2, where the page says it must stand in an app with scenes.
    class SceneDelegate: UIResponder, UIWindowSceneDelegate {
        var isInitialized: Bool?

        func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions) {
            Yuno.initialize(
                apiKey: "PUBLIC_API_KEY",
                config: YunoConfig(),
                callback: { (value: Bool) in self.isInitialized = value }
            )
        }
    }

    // Steps 3 to 6
    class ViewController: UIViewController, @preconcurrency YunoPaymentDelegate {
        var checkoutSession: String { "session-1" }
        var countryCode: String { "BR" }
        var language: String? { "en" }
        var viewController: UIViewController? { self }
        var token: String?
        var results: [Yuno.Result] = []

        override func viewDidLoad() {
            super.viewDidLoad()
        }

        func pay(_ paymentSelected: PaymentMethodSelected) {
            Yuno.startPaymentLite(with: self, paymentSelected: paymentSelected)
        }

        func pay(_ paymentSelected: PaymentMethodSelected, showPaymentStatus: Bool) {
            Yuno.startPaymentLite(
                with: self,
                paymentSelected: paymentSelected,
                showPaymentStatus: showPaymentStatus
            )
        }

        func yunoCreatePayment(with token: String) {
            self.token = token
        }

        /// What the page has the app do once its server answers `sdk_action_required`.
        func paymentCreated() {
            Yuno.continuePayment()
        }

        func yunoPaymentResult(_ result: Yuno.Result) { results.append(result) }
        func yunoEnrollmentResult(_ result: Yuno.Result) { results.append(result) }
    }

    // Step 7
    class AppDelegate: UIResponder, UIApplicationDelegate {
        func application(_ app: UIApplication,
                         open url: URL,
                         options: [UIApplication.OpenURLOptionsKey : Any] = [:]) -> Bool {

          guard url.scheme == "yunoexample" else { return false }

          return Yuno.receiveDeeplink(url)
        }
    }

    // The printed protocol, met by a class of the app's own.
    struct Chosen: PaymentMethodSelected {
        let vaultedToken: String?
        let paymentMethodType: String
    }
}
