// swift-format-ignore-file
import SwiftUI
import UIKit
import YunoSDK

// The complete example of render mode, as the Full page prints it; the Lite page's is the same but for how the flow is
// made. Mended:
// - `yunoPaymentResult` names the other four cases, where the page has a comment in their place;
// - `continuePaymentProcess`, empty on the page, does what its comment says;
// - the Lite page's `await` stands inside the `Task`: the function around it is not asynchronous;
// - in Swift 6 a class that is no actor's cannot be used from a `Task`: `@unchecked Sendable`, which Swift 5 takes too.

struct PaymentRenderView: View {
    @State private var paymentFlow: YunoPaymentRenderFlowProtocol?
    @State private var formView: AnyView?
    @State private var additionalView: AnyView?

    let selectedPaymentMethod: PaymentMethodSelected
    let delegate: YunoPaymentDelegate
    /// Which page's function makes the flow.
    var isLitePage = false

    var body: some View {
        VStack(spacing: 20) {
            // Custom header
            Text("Complete Purchase")
                .font(.title2)
                .fontWeight(.bold)

            // Order summary
            OrderSummaryView()

            // Payment form (if necessary)
            if let formView = formView {
                VStack(alignment: .leading) {
                    Text("Payment Information")
                        .font(.headline)

                    formView
                }
            }

            // Additional view (e.g., 3DS)
            if let additionalView = additionalView {
                additionalView
            }

            Spacer()

            // Custom payment button
            Button(action: {
                paymentFlow?.submitForm()
            }) {
                Text("Confirm Payment")
                    .font(.headline)
                    .foregroundColor(.white)
                    .frame(maxWidth: .infinity)
                    .padding()
                    .background(Color.blue)
                    .cornerRadius(10)
            }
        }
        .padding()
        .onAppear {
            if isLitePage { setupPaymentFlowOfLitePage() } else { setupPaymentFlow() }
        }
    }

    private func setupPaymentFlow() {
        // Create the payment flow
        paymentFlow = Yuno.startPaymentRender(
            paymentMethodSelected: selectedPaymentMethod,
            with: delegate
        )

        // Get the form view
        Task {
            formView = await paymentFlow?.formView(
                paymentMethodSelected: selectedPaymentMethod,
                with: delegate
            )
        }
    }

    private func setupPaymentFlowOfLitePage() {
        Task {
            paymentFlow = await Yuno.startPaymentRenderFlow(
                paymentMethodSelected: selectedPaymentMethod,
                with: delegate
            )

            formView = await paymentFlow?.formView(
                paymentMethodSelected: selectedPaymentMethod,
                with: delegate
            )
        }
    }
}

// Delegate implementation
class PaymentDelegate: YunoPaymentDelegate, @unchecked Sendable {
    let checkoutSession: String
    let countryCode: String
    weak var viewController: UIViewController?

    init(checkoutSession: String, countryCode: String, viewController: UIViewController?) {
        self.checkoutSession = checkoutSession
        self.countryCode = countryCode
        self.viewController = viewController
    }

    func yunoCreatePayment(with token: String, information: [String: Any]) {
        // Implement logic to create the payment
        PaymentService.createPayment(token: token) { [weak self] result in
            switch result {
            case .success:
                Task {
                    // Continue the payment process
                    await self?.continuePaymentProcess()
                }
            case .failure(let error):
                print("Error creating payment: \(error)")
            }
        }
    }

    func yunoPaymentResult(_ result: Yuno.Result) {
        DispatchQueue.main.async {
            // Handle final result
            switch result {
            case .succeeded:
                NotificationCenter.default.post(name: .paymentSucceeded, object: nil)
            case .reject:
                NotificationCenter.default.post(name: .paymentRejected, object: nil)
            case .fail, .processing, .userCancell, .internalError:
                break
            }
        }
    }

    private func continuePaymentProcess() async {
        // This function would be called from yunoCreatePayment
        // after successfully creating the payment in the backend
        Yuno.continuePayment()
    }
}

// Steps 2 to 4, in an app of UIKit's. Mended:
// - `MyViewController` itself, and what the page leaves to the app, are declared;
// - in Swift 6 a screen's members cannot answer from any thread: `@preconcurrency` on the conformance.
class MyViewController: UIViewController {
    var paymentFlow: YunoPaymentRenderFlowProtocol?
    var formView: AnyView?
    var shown: [String] = []
    var additionalView: AnyView?
    var tokens: [String] = []
    var createsPayment: @MainActor (String) -> Bool = { _ in true }

    func start(_ selectedPaymentMethod: PaymentMethodSelected) async {
        // Initialize the SDK
        await Yuno.initialize(apiKey: "your_api_key")

        // Start checkout to get the configured delegate
        Yuno.startCheckout(with: self) // where self conforms to YunoPaymentDelegate

        // Create the render flow instance
        let paymentFlow = await Yuno.startPaymentRenderFlow(
            paymentMethodSelected: selectedPaymentMethod,
            with: self
        )
        self.paymentFlow = paymentFlow

        // Get the form view
        let formView = await paymentFlow.formView(
            paymentMethodSelected: selectedPaymentMethod,
            with: self // YunoPaymentDelegate
        )

        // Display the view if it exists
        if let formView = formView {
            self.formView = AnyView(
                VStack {
                    // Your custom content
                    Text("Payment Information")

                    // SDK form
                    formView

                    // Your custom button
                    Button("Pay") {
                        paymentFlow.submitForm()
                    }
                })
        } else {
            // No form required, proceed directly
            paymentFlow.submitForm()
        }
    }

    func createPaymentInBackend(token: String, done: @escaping @MainActor (Bool) -> Void) {
        tokens.append(token)
        done(createsPayment(token))
    }

    func showAdditionalView(_ view: AnyView) { additionalView = view }
    func showSuccessMessage() { shown.append("success") }
    func showRejectionMessage() { shown.append("rejection") }
    func showErrorMessage() { shown.append("error") }
    func showProcessingMessage() { shown.append("processing") }
    func handleCancellation() { shown.append("cancellation") }
    func showInternalErrorMessage() { shown.append("internal error") }
}

extension MyViewController: @preconcurrency YunoPaymentDelegate {
    var checkoutSession: String {
        return "session-1"
    }

    var countryCode: String {
        return "CO" // or the corresponding country code
    }

    var viewController: UIViewController? {
        return self
    }

    func yunoCreatePayment(with token: String, information: [String: Any]) {
        // The SDK has generated a one-time token
        // Create the payment in your backend using this token
        createPaymentInBackend(token: token) { [weak self] success in
            if success {
                // Continue the payment process
                Task {
                    let additionalView = await self?.paymentFlow?.continuePayment()
                    if let additionalView = additionalView {
                        // Show additional view if necessary
                        self?.showAdditionalView(additionalView)
                    }
                    // If additionalView is nil, the payment will complete automatically
                }
            }
        }
    }

    func yunoPaymentResult(_ result: Yuno.Result) {
        // Handle the final payment result
        switch result {
        case .succeeded:
            // Successful payment
            showSuccessMessage()
        case .reject:
            // Rejected payment
            showRejectionMessage()
        case .fail:
            // Failed payment
            showErrorMessage()
        case .processing:
            // Payment in process
            showProcessingMessage()
        case .userCancell:
            // User cancelled
            handleCancellation()
        case .internalError:
            // Internal error
            showInternalErrorMessage()
        }
    }
}

// The common use cases, and the way here from the older calls. Each `let flow` and `let form` stands in a function of
// its own; nothing else is changed.
@MainActor
enum RenderUseCases {
    static func newCard(_ delegate: YunoPaymentDelegate) async -> AnyView? {
        // For payment methods that require a form (new cards)
        let cardPayment = CardPaymentMethod(paymentMethodType: "CARD")
        let flow = Yuno.startPaymentRender(paymentMethodSelected: cardPayment, with: delegate)

        // Will show form to capture card data
        let form = await flow.formView(paymentMethodSelected: cardPayment, with: delegate)
        return form
    }

    static func savedCard(_ delegate: YunoPaymentDelegate) async -> (AnyView?, YunoPaymentRenderFlowProtocol) {
        // For already saved payment methods (don't require form)
        let savedCard = SavedCardPayment(
            paymentMethodType: "CARD",
            vaultedToken: "saved_token_123"
        )
        let flow = Yuno.startPaymentRender(paymentMethodSelected: savedCard, with: delegate)

        // Will return nil since no form is required
        let form = await flow.formView(paymentMethodSelected: savedCard, with: delegate)
        // form will be nil
        return (form, flow)
    }

    static func previously() {
        // Enable logs for debugging
        Yuno.config.environment = .staging // or .sandbox for testing

        // Previous method
        Yuno.startPayment(showPaymentStatus: true)
        Yuno.startPayment()
    }

    static func migrated(_ method: PaymentMethodSelected, _ delegate: YunoPaymentDelegate) async -> AnyView? {
        // New render method
        let flow = Yuno.startPaymentRender(paymentMethodSelected: method, with: delegate)
        let form = await flow.formView(paymentMethodSelected: method, with: delegate)
        // Integrate form into your custom UI
        return form
    }
}
