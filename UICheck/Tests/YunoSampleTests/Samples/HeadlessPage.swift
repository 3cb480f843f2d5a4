// swift-format-ignore-file
import UIKit
import WebKit
import YunoSDK

// The Headless page's snippets. Mended:
// - the page's machine translation of code is undone: « » are quotes, `client: Client()` is `customer: Customer()`,
//   `données` is `data`, `YunoPaymentHeadless ?` has no space;
// - the two examples stand in functions of their own, inside one class;
// - the web view's `messageBody` is kept, so that the app can read it.
@MainActor
final class HeadlessPage {
    var apiClientPayment: YunoPaymentHeadless?

    func begin() {
        Yuno.initialize(
            apiKey: "PUBLIC_API_KEY"
        )

        apiClientPayment = Yuno.apiClientPayment(
            countryCode: "CO",
            checkoutSession: "438413b7-4921-41e4-b8f3-28a5a0141638"
        )
    }

    func card() async throws -> [String: Any] {
        let tokenCollectedData: TokenCollectedData = TokenCollectedData(
            checkoutSession: "438413b7-4921-41e4-b8f3-28a5a0141638",
            paymentMethod: CollectedData(
                type: "CARD",
                vaultedToken: nil,
                card: CardData(
                    save: true,
                    detail: CardData.Detail(
                        number: "4111111111111111",
                        expirationMonth: 12,
                        expirationYear: 25,
                        securityCode: "123",
                        holderName: "Andrea",
                        type: .credit
                    ),
                    installment: CardData.Installment(
                        id: "64ceacef-0886-4c81-9779-b2b3029c4e8b",
                        value: 1
                    )
                ),
                customer: Customer()
            )
        )

        let result = try await apiClientPayment.generateToken(
            data: tokenCollectedData
        )
        return result
    }

    func vaulted() async throws -> [String: Any] {
        let tokenCollectedData: TokenCollectedData = TokenCollectedData(
            checkoutSession: "438413b7-4921-41e4-b8f3-28a5a0141638",
            paymentMethod: CollectedData(
                type: "CARD",
                vaultedToken: "c8bb2bd8-8abf-4265-b478-0ec4e3c10cd5",
                card: CardData(
                    installment: CardData.Installment(
                        id: "64ceacef-0886-4c81-9779-b2b3029c4e8b",
                        value: 1
                    )
                ),
                customer: Customer()
            ))

        let result = try await apiClientPayment.generateToken(
            data: tokenCollectedData
        )
        return result
    }

    func challenge(checkoutSession: String?) async throws -> ThreeDSecureChallengeResponse {
        try await apiClientPayment.getThreeDSecureChallenge(checkoutSession: checkoutSession)
    }
}

class HeadlessWebView: UIViewController, WKScriptMessageHandler, WKNavigationDelegate {

    private var webView: WKWebView!
    private var url: String = ""
    private let configuration = WKWebViewConfiguration()
    private(set) var messageBody: String?

    init(url: String) {
        self.url = url
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) {
        nil
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .white
        webViewConfig()
    }

    func webViewConfig() {

        configuration.preferences.javaScriptEnabled = true
        configuration.userContentController.add(self, name: "messageFromWeb")
        webView = WKWebView(frame: view.bounds, configuration: configuration)
        webView.navigationDelegate = self

        guard let url = URL(string: url) else {
            return
        }
        let request = URLRequest(url: url)
        webView.load(request)

    }

    func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage) {
        if message.name == "messageFromWeb", let messageBody = message.body as? String {
            self.messageBody = messageBody
            self.dismiss(animated: true)

        }
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        self.configuration.userContentController.removeScriptMessageHandler(forName: "messageFromWeb")
    }

}
