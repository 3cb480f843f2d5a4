import Foundation
import Testing
import WajubMobile

// The published sample of an app's own interface, as it stands: this file imports WajubMobile alone.

@MainActor
final class MySheet: CheckoutPresenting {
    private var controller: CheckoutController?

    func present(_ controller: CheckoutController) {
        self.controller = controller
        controller.onChange = { [weak self] in self?.render() }
        // Show your sheet; its buttons call the controller's actions.
    }

    func dismiss(_ controller: CheckoutController, completion: @escaping @MainActor @Sendable () -> Void) {
        // Hide your sheet, then:
        self.controller = nil
        completion()
    }

    private func render() {
        guard let controller else { return }
        print(controller.state?.rawValue ?? "loading")  // draw controller.screen
    }
}

@MainActor
final class MyBrowser: BrowserOpening {
    func open(_ url: URL, mode: BrowserMode, onClose: @escaping @MainActor @Sendable () -> Void) async -> Bool {
        // .inApp: present an SFSafariViewController and call onClose() once it is closed.
        // .external: return await UIApplication.shared.open(url).
        false  // nothing could open the page
    }
}

@MainActor
func payWithMySheet(_ options: PresentOptions) async throws -> CheckoutResult {
    try await Checkout.present(options, presenter: MySheet(), browser: MyBrowser())
}

/// The sample's switch over a result.
func outcome(_ result: CheckoutResult) -> String {
    switch result {
    case .complete(let payment, _): payment.id
    case .processing: "pending"
    case .failed(let error, _): error.message
    case .cancelled(let reason, _): reason.rawValue
    }
}

@Suite @MainActor struct OwnInterfaceSampleTests {
    @Test("W104 W112 W115 W118: the seed's own interface compiles with WajubMobile alone, with every action it names")
    func actions() {
        let options = PresentOptions(sessionToken: "t")
        let controller = CheckoutController(options: options, browser: MyBrowser())
        let actions: [@MainActor () -> Void] = [
            { controller.selectMethod("card") }, { controller.setPhone("677") }, { controller.pickOperator("mtn") },
            { controller.submitMobileMoney() }, { controller.setCardField(.number, "4242") },
            { controller.submitCard() }, { controller.payWallet() }, { controller.submitStep() },
            { controller.submitThreeDSCode() }, { controller.continuePayment() }, { controller.tryAgain() },
            { controller.cancelPayment() }, { controller.appWillEnterForeground() },
            { controller.dismiss() }, { controller.hostGone() },
        ]
        // Before anything is loaded none of them does harm; closing ends it.
        for action in actions { action() }
        #expect(controller.screen == .loading && controller.state == nil && controller.methods.isEmpty)
        #expect(controller.mobileMoney == nil && controller.cardForm.brand == "unknown")
        #expect(controller.fieldErrors.isEmpty && controller.banner == nil)
        #expect(controller.result?.status == "cancelled")
    }

    @Test("W21 W22: the seed's switch over a result names all four")
    func results() {
        #expect(outcome(.processing(transaction: nil)) == "pending")
        #expect(outcome(.cancelled(.dismissed, transaction: nil)) == "dismissed")
    }
}
