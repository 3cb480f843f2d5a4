import Foundation
import StripePaymentsUI
import Testing
import UIKit

@testable import WajubMobile
@testable import WajubMobileUI

// What the samples leave to the app.

@MainActor var told: [String] = []

@MainActor func confirmOnServer(paymentId: String) async { told.append("confirm \(paymentId)") }
@MainActor func showPending() { told.append("pending") }
@MainActor func showError(_ message: String) { told.append("error \(message)") }

@MainActor struct CardEntryScreen {
    let paymentMethodParams: STPPaymentMethodParams
    static var typed: String?

    static func present(amount: Decimal, currency: String) async -> CardEntryScreen? {
        typed.map { CardEntryScreen(paymentMethodParams: STPPaymentMethodParams(standInNumber: $0)) }
    }
}

extension AppleTests {
    @Suite @MainActor struct SampleTests {
        @Test("W14 W21 The published quick start runs as it is printed")
        func quickStart() async throws {
            let desk = DeskTransport()
            desk["/pay/process"] = .json(200, ["transaction": transaction("success")])
            let shop = Shop(desk)
            told = []
            let world = testWorld(desk, clock: StillClock())
            let task = Task {
                await SessionWorld.$current.withValue(world) { await pay(token: "sess_abc123", from: shop.root) }
            }
            await eventually { shop.controller?.state != nil }
            shop.pay()
            await eventually { shop.controller?.screen == .success }
            shop.sheet?.model.perform(.close)
            await task.value
            #expect(told == ["confirm trx_9Xk2"])
        }

        @Test("W6 WajubMobileUI brings WajubMobile along")
        func oneImport() {
            #expect(optionsOfAnAppWithOneImport().mobileMoney.country == "CI")
        }

        @Test("W87 W88 The published card collector runs as it is printed; nil is the payer who backed out")
        func collector() async throws {
            var options = PresentOptions(sessionToken: "sess_abc123")
            options.cardCollector = StripeCardCollector()
            let request = CardCollectionRequest(
                publishableKey: "pk_test_1", amount: 25_500, currency: "XAF", customerEmail: nil, customerName: nil,
                language: "fr")
            CardEntryScreen.typed = nil
            #expect(try await options.cardCollector?.collectPaymentMethod(request) == nil)
            CardEntryScreen.typed = "4242424242424242"
            #expect(try await options.cardCollector?.collectPaymentMethod(request) == "pm_pk_test_1_4242")
        }

        @Test("W112 W116 W118 The published presenter and browser of an app's own compile and run")
        func ownInterface() async throws {
            let desk = DeskTransport(status: "success")
            let ready = Counter()
            var options = PresentOptions(sessionToken: "sess_abc123")
            options.callbacks.onSuccess = { _ in ready.add() }
            let world = testWorld(desk, clock: StillClock())
            let task = Task {
                try await SessionWorld.$current.withValue(world) { try await payWithMySheet(options) }
            }
            await eventually { ready.value == 1 }
            #expect(desk.count("/pay/session") == 1)
            // The sample keeps its controller to itself.
            let open = Mirror(reflecting: SheetLock.shared).children.first { $0.label == "open" }?.value
            try #require(open as? CheckoutController).dismiss()
            #expect(try await task.value.status == "complete")
        }
    }
}
