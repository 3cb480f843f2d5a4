// swift-format-ignore-file
import Combine
import SwiftUI
import UIKit
import YunoSDK

// Apps with the shapes of the published ones, in our words: a screen of UIKit's, a view model of SwiftUI's, and a
// bridge's class. Mended for Swift 6, in forms that Swift 5 takes as well:
// - the screen's conformances are `@preconcurrency`;
// - the view model keeps a copy of the method that was chosen: the method itself is no `Sendable` type;
// - the bridge's class says `nonisolated(unsafe)` nowhere: its writes from anywhere are a warning, no error.

// MARK: An app of UIKit's

class PaymentMethod: PaymentMethodSelected {
    var vaultedToken: String?
    var paymentMethodType: String

    init(vaultedToken: String?, paymentMethodType: String) {
        self.vaultedToken = vaultedToken
        self.paymentMethodType = paymentMethodType
    }
}

final class ExampleScreen: UIViewController, @preconcurrency YunoEnrollmentDelegate, @preconcurrency YunoPaymentFullDelegate {
    var checkoutSession = "session-1"
    var customerSession = "customer-1"
    var countryCode = "BR"
    var language: String? = "en"
    var viewController: UIViewController? { self }
    var paymentSelected: PaymentMethodSelected?
    var enrollmentSelected: EnrollmentMethodSelected?
    var methodsView: UIView?
    var height: NSLayoutConstraint?
    var generates: Task<Void, Never>?
    var said: [String] = []

    override func viewDidLoad() {
        super.viewDidLoad()
        Yuno.initialize(apiKey: "sandbox_key")
    }

    /// Again for every edit of the session: the last one counts.
    func generateView() {
        generates = Task {
            let view: UIView = await Yuno.getPaymentMethodViewAsync(delegate: self)
            methodsView?.removeFromSuperview()
            methodsView = view
            view.translatesAutoresizingMaskIntoConstraints = false
            self.view.addSubview(view)
            let height = view.heightAnchor.constraint(equalToConstant: 0)
            NSLayoutConstraint.activate([
                view.topAnchor.constraint(equalTo: self.view.topAnchor),
                view.bottomAnchor.constraint(equalTo: self.view.bottomAnchor),
                view.leadingAnchor.constraint(equalTo: self.view.leadingAnchor),
                view.trailingAnchor.constraint(equalTo: self.view.trailingAnchor),
                height,
            ])
            self.height = height
        }
    }

    func payLite(type: String, token: String) {
        Yuno.startPaymentLite(with: self, paymentSelected: PaymentMethod(vaultedToken: token, paymentMethodType: type))
    }

    func pay() { Yuno.startPayment() }
    func proceed() { Yuno.continuePayment() }
    func enroll() { Yuno.enrollPayment(with: self) }

    func yunoCreatePayment(with token: String, information: [String: Any]) { said.append("token \(token)") }
    func yunoPaymentResult(_ result: Yuno.Result) { said.append("\(result)") }
    func yunoEnrollmentResult(_ result: Yuno.Result) { said.append("enrollment \(result)") }
    func yunoUpdatePaymentMethodsViewHeight(_ height: CGFloat) { self.height?.constant = height }
    func yunoDidSelect(paymentMethod: PaymentMethodSelected) { paymentSelected = paymentMethod }
    func yunoDidSelect(enrollmentMethod: EnrollmentMethodSelected) { enrollmentSelected = enrollmentMethod }
    func yunoDidUnenrollSuccessfully(_ success: Bool) { said.append("unenrolled \(success)") }
}

// MARK: An app of SwiftUI's

final class TransactionPaymentSelected: PaymentMethodSelected {
    let vaultedToken: String?
    let paymentMethodType: String

    init(vaultedToken: String?, paymentMethodType: String) {
        self.vaultedToken = vaultedToken
        self.paymentMethodType = paymentMethodType
    }
}

@MainActor class TransactionModel: ObservableObject {
    @Published var checkoutSession = "session-1"
    @Published var customerSession = "customer-1"
    @Published var shownCountry = "BR"
    @Published var shownLanguage = "en"
    @Published var isLoading = false
    @Published var height: CGFloat = 0
    @Published var selected: YunoSDK.PaymentMethodSelected?
    @Published var methods: AnyView?
    var customer: Customer?
    var headless: YunoPaymentHeadless?
    var enrollHeadless: YunoEnrollHeadless?
    var loading: [Bool] = []
    var said: [String] = []

    func loadMethods() async { methods = await AnyView(Yuno.getPaymentMethodViewAsync(delegate: self)) }

    func prepareHeadless() throws {
        headless = Yuno.apiClientPayment(countryCode: "CO", checkoutSession: "")
        enrollHeadless = try Yuno.apiClientEnroll(countryCode: "CO", customerSession: customerSession)
    }

    func challengeAddress() async -> String? {
        guard let response = try? await headless?.getThreeDSecureChallenge() else { return nil }
        return response.url
    }

    func token(json: String) async throws -> String? {
        let result = try await headless?.generateToken(data: TokenCollectedData(from: json))
        return result?["token"] as? String
    }
}

extension TransactionModel: YunoPaymentDelegate {
    nonisolated var language: String? { MainActor.assumeIsolated { shownLanguage } }
    nonisolated var countryCode: String { MainActor.assumeIsolated { shownCountry } }

    nonisolated func yunoCreatePayment(with token: String, information: [String: Any]) {
        MainActor.assumeIsolated { said.append("token \(token)") }
    }

    nonisolated func yunoPaymentResult(_ result: YunoSDK.Yuno.Result) {
        let word: String
        switch result {
        case .reject: word = "reject"
        case .succeeded: word = "succeeded"
        case .fail: word = "fail"
        case .processing: word = "processing"
        case .internalError: word = "internalError"
        case .userCancelled: word = "cancelled"
        default: word = "another"
        }
        MainActor.assumeIsolated { said.append(word) }
    }

    nonisolated func onLoading(isLoading: Bool) {
        MainActor.assumeIsolated {
            self.isLoading = isLoading
            loading.append(isLoading)
        }
    }
}

extension TransactionModel: YunoEnrollmentDelegate {
    nonisolated func yunoEnrollmentResult(_ result: Yuno.Result) {
        MainActor.assumeIsolated { said.append("enrollment \(result)") }
    }
}

extension TransactionModel: YunoPaymentFullDelegate {
    nonisolated func yunoUpdatePaymentMethodsViewHeight(_ height: CGFloat) {
        MainActor.assumeIsolated { self.height = height }
    }

    nonisolated func yunoDidUnenrollSuccessfully(_ success: Bool) {}

    nonisolated func yunoDidSelect(paymentMethod: YunoSDK.PaymentMethodSelected) {
        let (token, type) = (paymentMethod.vaultedToken, paymentMethod.paymentMethodType)
        MainActor.assumeIsolated { selected = TransactionPaymentSelected(vaultedToken: token, paymentMethodType: type) }
    }
}

struct EnrollmentRenderScreen: View {
    let model: TransactionModel
    @State private var enrollmentFlow: YunoEnrollmentRenderFlowProtocol?
    @State private var formView: AnyView?

    var body: some View {
        VStack {
            if let formView { formView }
            if enrollmentFlow?.needSubmit ?? false {
                Button("Enroll") { enrollmentFlow?.submitForm() }
            }
        }
        .onAppear {
            let flow = Yuno.startEnrollmentRender(with: model)
            enrollmentFlow = flow
            Task { formView = await flow.formView(with: model) }
        }
    }
}

struct PaymentRenderScreen: View {
    let model: TransactionModel
    let method: PaymentMethodSelected
    @State private var paymentFlow: YunoPaymentRenderFlowProtocol?
    @State private var formView: AnyView?

    var body: some View {
        VStack {
            if let formView { formView } else { Text(model.isLoading ? "Loading" : "Not available") }
            Button("Pay") { paymentFlow?.submitForm() }
            // Nothing takes the form's place when nothing more is asked.
            Button("Continue") { Task { formView = await paymentFlow?.continuePayment() } }
        }
        .onAppear {
            Task {
                let flow = await Yuno.startPaymentRenderFlow(paymentMethodSelected: method, with: model)
                await MainActor.run { paymentFlow = flow }
                formView = await flow.formView(paymentMethodSelected: method, with: model)
            }
        }
    }
}

/// One file with both kinds of views, typed and not.
@MainActor
enum BothKinds {
    static func show(_ delegate: YunoPaymentFullDelegate, in container: UIView) async -> [AnyView] {
        let v = await Yuno.getPaymentMethodViewAsync(delegate: delegate)
        container.addSubview(v)
        let w = Yuno.getPaymentMethodView(delegate: delegate)
        container.addSubview(w)
        var kept: AnyView
        kept = await Yuno.getPaymentMethodViewAsync(delegate: delegate)
        let first = kept
        kept = Yuno.getPaymentMethodView(delegate: delegate)
        return [first, kept, AnyView(await Yuno.getPaymentMethodViewAsync(delegate: delegate))]
    }
}

// MARK: A bridge

class BridgeMethods: YunoPaymentFullDelegate {
    var checkoutSession = ""
    var countryCode = ""
    var language: String?
    var viewController: UIViewController?
    var token: String?
    var states: [Int] = []
    var selectedType: String?
    var height: CGFloat = 0

    func initialize(apiKey: String, accentColor: UIColor?, saves: Bool, keepLoader: Bool) {
        Yuno.setPlatform(.flutter)
        Yuno.initialize(
            apiKey: apiKey,
            config: YunoConfig(
                appearance: Yuno.Appearance(
                    fontFamily: nil, accentColor: accentColor, buttonBackgroundColor: nil, buttonTitleColor: nil,
                    buttonBorderColor: nil, secondaryButtonBackgroundColor: nil, secondaryButtonTitleColor: nil,
                    secondaryButtonBorderColor: nil, disableButtonBackgroundColor: nil, disableButtonTitleColor: nil,
                    checkboxColor: nil),
                saveCardEnabled: saves, keepLoader: keepLoader))
    }

    func start(session: String, country: String, screen: UIViewController, method: PaymentMethodSelected) {
        checkoutSession = session
        countryCode = country
        viewController = screen
        Yuno.startPaymentLite(with: self, paymentSelected: method, showPaymentStatus: false)
    }

    func link(_ url: URL) { Yuno.receiveDeeplink(url) }
    func proceed() { Yuno.continuePayment(showPaymentStatus: false) }
    func hide() { Yuno.hideLoader() }

    func yunoCreatePayment(with token: String) { self.token = token }
    func yunoPaymentResult(_ result: YunoSDK.Yuno.Result) { states.append(result.rawValue) }
    func yunoDidSelect(paymentMethod: any YunoSDK.PaymentMethodSelected) { selectedType = paymentMethod.paymentMethodType }
    func yunoUpdatePaymentMethodsViewHeight(_ height: CGFloat) { self.height = height }
    func yunoDidUnenrollSuccessfully(_ success: Bool) {}
}

extension BridgeMethods: YunoEnrollmentDelegate {
    var customerSession: String { "customer-1" }
    func yunoEnrollmentResult(_ result: Yuno.Result) { states.append(result.rawValue) }
}

class BridgeMethod: PaymentMethodSelected, Codable {
    var vaultedToken: String?
    var paymentMethodType: String

    init(vaultedToken: String?, paymentMethodType: String) {
        self.vaultedToken = vaultedToken
        self.paymentMethodType = paymentMethodType
    }
}

@MainActor
enum BridgeSeamless {
    static func pay(_ session: String, screen: UIViewController) async -> Int {
        let state = await Yuno.startPaymentSeamlessLite(
            with: SeamlessParams(checkoutSession: session, countryCode: "BR", language: "EN", viewController: screen),
            paymentSelected: BridgeMethod(vaultedToken: nil, paymentMethodType: "CARD"), showPaymentStatus: true)
        return state.rawValue
    }

    /// A view for the bridge, turned around with its language.
    static func methods(_ delegate: YunoPaymentFullDelegate) async -> UIView {
        let v: UIView = await Yuno.getPaymentMethodViewAsync(delegate: delegate)
        v.semanticContentAttribute = .forceRightToLeft
        return v
    }
}
