import Foundation
import Kernel
import Testing

@testable import Checkout
@testable import WajubMobile
@testable import Wire

/// What must not be forgotten, told wrongly or sent late.
@Suite @MainActor struct DoubtTests {
    private func entry(_ key: String) throws -> JournalEntry {
        JournalEntry(
            key: try #require(IdempotencyKey(key)), channel: "cm.mobile",
            tokenHash: Crypto.sha256("sess_abc123".utf8).hex, paymentID: nil, beganAt: Timestamp(milliseconds: 1))
    }

    private func onStep() async -> ControllerDesk {
        let desk = await ControllerDesk.onCard(["available": true, "sdk": "form"])
        desk.typeCard()
        desk.gateway.answer("/pay/status", .json(200, ["status": "processing", "last_decline": .null]))
        desk.gateway.answer(
            "/pay/process", .json(202, ["action": "confirm_otp", "step": ["id": "stp_1", "kind": "otp"]]))
        desk.controller.submitCard()
        await desk.settle()
        desk.controller.setStepField("code", "123456")
        return desk
    }

    @Test("W56: an answered step that needs a page nobody named is an error, and decides nothing")
    func stepWithoutPage() async {
        let desk = await onStep()
        desk.gateway.answer(
            "/pay/verify/otp", .json(202, ["action": "redirect", "transaction": transaction("processing")]))
        desk.controller.submitStep()
        await desk.settle()
        #expect(desk.controller.error?.code == "redirect_unavailable" && !desk.controller.canCancel)
        #expect(desk.journal.entries.count == 1)
        desk.controller.dismiss()
        #expect(desk.results.map(\.status) == ["processing"])
    }

    @Test("W56: a step that was refused for good settles the attempt, also for the next process")
    func stepRefused() async {
        let desk = await onStep()
        #expect(desk.journal.entries.count == 1)
        desk.gateway.answer("/pay/verify/otp", .json(402, ["error_code": "payment_declined"]))
        desk.controller.submitStep()
        await desk.settle()
        #expect(desk.controller.screen == .failure && desk.controller.canCancel && desk.journal.entries.isEmpty)
    }

    @Test("O18: what an earlier process sent may run: a refusal for haste decides nothing", arguments: [429, 403, 404])
    func restoredKey(status: Int) async throws {
        let desk = ControllerDesk()
        desk.journal.record(try entry("old-key"))
        desk.gateway.answer("/pay/session", .json(200, HandGateway.session("pending", HandGateway.only("cm.mobile"))))
        await desk.open()
        desk.controller.setPhone("677123456")
        desk.gateway.answer("/pay/process", .json(status))
        desk.controller.submitMobileMoney()
        await desk.settle()
        #expect(desk.controller.screen == .processing && desk.journal.entries.count == 1)
        // W50: it never began.
        await desk.pass(seconds: 70)
        #expect(desk.controller.screen == .mobileMoney && !desk.controller.canCancel)
    }

    @Test("W22: closed while an earlier process's attempt is being asked about, the payment may still run")
    func closedWhileSettling() async throws {
        let desk = ControllerDesk()
        desk.journal.record(try entry("old-key"))
        desk.gateway.hold("/pay/status")
        await desk.open()
        desk.controller.dismiss()
        #expect(desk.results.map(\.status) == ["processing"])
        desk.gateway.release("/pay/status")
        await desk.settle()
        #expect(desk.gateway.requests("/pay/session").isEmpty)
    }

    @Test("W92: once closed, a payment request is neither sent nor sent again, and nothing is drawn")
    func closedWhilePaying() async {
        let desk = await ControllerDesk.onForm()
        desk.gateway.hold("/pay/process")
        desk.gateway.answer("/pay/process", .json(503))
        desk.controller.submitMobileMoney()
        await desk.settle()
        desk.controller.dismiss()
        let redraws = desk.redraws
        desk.gateway.release("/pay/process")
        await desk.pass(seconds: 30)
        #expect(desk.gateway.requests("/pay/process").count == 1 && desk.redraws == redraws)
        #expect(desk.results.map(\.status) == ["processing"])

        let quick = await ControllerDesk.onForm()
        quick.controller.submitMobileMoney()
        quick.controller.dismiss()
        await quick.settle()
        #expect(quick.gateway.requests("/pay/process").isEmpty)
    }

    @Test("After a start without a network, Retry waits for the configuration: no method goes missing")
    func reloadKeepsMethods() async {
        let desk = ControllerDesk()
        desk.gateway.answer("/pay/session", .lost)
        desk.gateway.answer("/pay/sdk-config", .lost)
        await desk.pass(seconds: 0)
        desk.controller.start()
        await desk.pass(seconds: 10)
        #expect(desk.controller.screen == .loadError)
        desk.gateway.answer("/pay/session", .json(200, HandGateway.session("pending", HandGateway.only("card"))))
        desk.gateway.answer("/pay/sdk-config", .json(200, HandGateway.config))
        desk.gateway.hold("/pay/sdk-config")
        desk.controller.reload()
        await desk.settle()
        #expect(desk.controller.screen == .loading)
        desk.gateway.release("/pay/sdk-config")
        await desk.settle()
        #expect(desk.controller.screen == .card)
    }

    @Test("A form that a callback empties after the tap sends nothing, and the sheet is not stuck")
    func emptiedForm() async {
        let desk = ControllerDesk()
        desk.options.callbacks.onPaymentStarted = { [weak desk] _ in desk?.controller.setPhone("") }
        desk.gateway.answer("/pay/session", .json(200, HandGateway.session("pending", HandGateway.only("cm.mobile"))))
        await desk.open()
        desk.controller.setPhone("677123456")
        desk.controller.submitMobileMoney()
        await desk.settle()
        #expect(desk.controller.screen == .mobileMoney && !desk.controller.isBusy && desk.controller.canCancel)
        #expect(desk.gateway.requests("/pay/process").isEmpty)
    }

    @Test("What the status names is opened only when it is a page", arguments: ["javascript:alert(1)", "file:///etc"])
    func strangePage(url: String) async {
        let desk = ControllerDesk()
        desk.gateway.answer("/pay/session", .json(200, HandGateway.session("processing")))
        desk.gateway.answer(
            "/pay/status", .json(200, ["status": "processing", "action": "redirect", "confirm_url": .string(url)]))
        await desk.open()
        desk.controller.continuePayment()
        await desk.settle()
        #expect(desk.controller.pageURL == nil && desk.browser.opened.isEmpty)
    }

    @Test("A card typed while the sheet goes away is not kept")
    func cardAfterEnd() async {
        let desk = await ControllerDesk.onCard(["available": true, "sdk": "form"])
        desk.typeCard()
        desk.controller.dismiss()
        desk.typeCard()
        #expect(desk.controller.cardForm.text(.number) == "")
    }
}
