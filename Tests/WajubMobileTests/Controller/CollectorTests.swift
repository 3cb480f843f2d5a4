import Foundation
import Kernel
import Testing

@testable import WajubMobile
@testable import Wire

/// An app's collector, by a rule.
private final class HandCollector: CardCollector, @unchecked Sendable {
    @MainActor var requests: [CardCollectionRequest] = []
    @MainActor var rule: () async throws -> String? = { "pm_1" }

    @MainActor init() {}

    @MainActor func collectPaymentMethod(_ request: CardCollectionRequest) async throws -> String? {
        requests.append(request)
        return try await rule()
    }
}

private struct Described: LocalizedError { let errorDescription: String? }

@Suite @MainActor struct CollectorTests {
    private static let stripe: JSONValue = [
        "available": true, "sdk": "stripe_elements", "publishable_key": "pk_test_1",
    ]

    private func onStripe(_ collector: HandCollector) async -> ControllerDesk {
        let desk = await ControllerDesk.onCard(Self.stripe) { $0.options.cardCollector = collector }
        #expect(desk.controller.screen == .card)
        return desk
    }

    @Test("W88 W89: the app's collector is asked with the payment's own key, and its pm_ is sent")
    func collects() async {
        let collector = HandCollector()
        let desk = await onStripe(collector)
        desk.gateway.answer("/pay/process", .json(200, ["transaction": transaction("success")]))
        desk.controller.submitCard()
        await desk.settle()
        #expect(
            collector.requests == [
                CardCollectionRequest(
                    publishableKey: "pk_test_1", amount: 1020, currency: "XAF", customerEmail: nil, customerName: nil,
                    language: "fr")
            ])
        #expect(desk.gateway.requests("/pay/process").first?.json?["data"] == ["payment_method_id": "pm_1"])
        #expect(desk.controller.screen == .success)
    }

    @Test("W83 O46: without a collector such a card is not offered")
    func hidden() async {
        let desk = await ControllerDesk.onCard(Self.stripe)
        #expect(desk.controller.screen == .loadError && desk.told == ["loadError no_payment_method"])
    }

    @Test("W90 T84: a payer who backs out stays on the form; nothing is sent, and cancelling is offered")
    func backsOut() async {
        for answer in [nil, "  "] as [String?] {
            let collector = HandCollector()
            collector.rule = { answer }
            let desk = await onStripe(collector)
            desk.controller.submitCard()
            await desk.settle()
            #expect(desk.controller.screen == .card && desk.controller.canCancel && desk.controller.banner == nil)
            #expect(desk.gateway.requests("/pay/process").isEmpty)
        }
    }

    @Test("W91 T85 T86 T87: what the collector throws is shown on the form")
    func throwing() async {
        let own = WajubError(code: "rate_limited", language: "fr")
        let described = "Your card number is incorrect."
        for (error, code, message, apiMessage) in [
            (own as any Error, "rate_limited", own.message, nil),
            (Described(errorDescription: described), "validation_error", described, described),
            (CancellationError(), "validation_error", "Vérifiez les informations saisies.", "CancellationError()"),
        ] as [(any Error, String, String, String?)] {
            let collector = HandCollector()
            collector.rule = { throw error }
            let desk = await onStripe(collector)
            desk.controller.submitCard()
            await desk.settle()
            #expect(desk.controller.screen == .card && desk.controller.banner?.code == code)
            #expect(desk.controller.banner?.message == message && desk.controller.banner?.apiMessage == apiMessage)
            #expect(desk.gateway.requests("/pay/process").isEmpty)
        }
    }

    @Test("W54 W92 T88: closed while the collector is open it is processing, and its answer is sent nowhere")
    func closed() async {
        let collector = HandCollector()
        let (stream, answer) = AsyncStream<Void>.makeStream()
        collector.rule = {
            for await _ in stream { break }
            return "pm_1"
        }
        let desk = await onStripe(collector)
        desk.controller.submitCard()
        desk.heldElsewhere = 1
        await desk.settle()
        #expect(!desk.controller.canDismissBySwipe && !desk.controller.canCancel)
        desk.controller.dismiss()
        #expect(desk.results.map(\.status) == ["processing"])
        answer.yield()
        desk.heldElsewhere = 0
        await desk.settle()
        #expect(desk.gateway.requests("/pay/process").isEmpty)
    }
}
