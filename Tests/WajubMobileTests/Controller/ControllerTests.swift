import Foundation
import Kernel
import Testing

@testable import Checkout
@testable import WajubMobile
@testable import Wire

@Suite @MainActor struct ControllerTests {
    // MARK: Opening

    @Test("W30 W33 W114 W119 W120: loaded, the methods are ready in the payment's environment")
    func opening() async {
        let desk = ControllerDesk()
        #expect(desk.controller.state == nil && desk.controller.screen == .loading)
        await desk.open()
        #expect(desk.told == ["ready sandbox cm.mobile,card,ci.djamo", "INITIATED"])
        #expect(desk.controller.screen == .methods && desk.controller.state == .initiated)
        #expect(desk.controller.methods.map(\.slug) == ["cm.mobile", "card", "ci.djamo"])
        #expect(desk.redraws > 0 && desk.controller.session?.branding?.name == "Shop SARL")
    }

    @Test("The session and the configuration are asked for at the same time")
    func parallel() async {
        let desk = ControllerDesk()
        desk.gateway.hold("/pay/session")
        desk.gateway.hold("/pay/sdk-config")
        await desk.open()
        #expect(Set(desk.gateway.paths) == ["/pay/session", "/pay/sdk-config"])
        desk.gateway.release("/pay/sdk-config")
        await desk.settle()
        #expect(desk.controller.screen == .loading)
        desk.gateway.release("/pay/session")
        await desk.settle()
        #expect(desk.controller.screen == .methods)
    }

    @Test("W42 W43 T60: a paid payment is shown at once, whatever becomes of the configuration")
    func alreadyPaid() async {
        let desk = ControllerDesk()
        desk.gateway.hold("/pay/sdk-config")
        desk.gateway.answer("/pay/session", .json(200, HandGateway.session("success")))
        await desk.open()
        #expect(desk.controller.screen == .success && desk.told == ["SUCCESS", "success trx_9Xk2"])
        desk.controller.dismiss()
        #expect(desk.results.map(\.status) == ["complete"])
        desk.gateway.release("/pay/sdk-config")
    }

    @Test("W34 W44 T61: an expired payment is a notice and a load error")
    func expired() async {
        let desk = ControllerDesk()
        desk.gateway.answer("/pay/session", .json(200, HandGateway.session("expired")))
        await desk.open()
        #expect(desk.controller.screen == .ended)
        #expect(desk.told == ["EXPIRED", "loadError session_terminal_expired"])
        desk.controller.dismiss()
        #expect(desk.results.map(\.status) == ["failed"])
    }

    @Test("W47 T64: without the configuration and without Mobile Money it is a load error that can be tried again")
    func loadError() async {
        let broken = ControllerDesk()
        broken.gateway.answer("/pay/session", .json(200, HandGateway.session("pending", HandGateway.only("card"))))
        broken.gateway.answer("/pay/sdk-config", .json(400))
        await broken.open()
        #expect(broken.controller.screen == .loadError && broken.told == ["loadError load_error"])
        broken.gateway.answer("/pay/sdk-config", .json(200, HandGateway.config))
        broken.controller.reload()
        await broken.settle()
        #expect(broken.controller.screen == .card)
    }

    @Test("A session that is unknown, unreachable or expired is a load error of its own kind")
    func sessionFailures() async {
        for (reply, code, retries) in [
            (Result<HTTPAnswer, TransportFailure>.json(404), "session_not_found", false),
            (.json(503), "load_error", true), (.json(410), "session_terminal_expired", false),
        ] {
            let desk = ControllerDesk()
            desk.gateway.answer("/pay/session", reply)
            desk.controller.start()
            await desk.pass(seconds: 10)
            #expect(desk.told.last == "loadError \(code)")
            #expect(desk.controller.error?.code == code && desk.controller.error?.retryable == retries)
        }
    }

    // MARK: Mobile Money

    @Test("W30 W77 W79 W80: paid by Mobile Money, every callback in its order and nothing sent too early")
    func mobileMoney() async throws {
        let desk = await ControllerDesk.onForm()
        #expect(
            desk.controller.mobileMoney?.phone == "677 12 34 56"
                || desk.controller.mobileMoney?.phone == "6 77 12 34 56")
        #expect(desk.controller.mobileMoney?.operatorID == "mtn")
        desk.gateway.answer("/pay/process", .json(202, HandGateway.approval))
        desk.gateway.answer("/pay/status", .json(200, ["status": "processing", "last_decline": .null]))
        desk.controller.submitMobileMoney()
        #expect(desk.controller.screen == .processing && desk.controller.isBusy && !desk.controller.canDismissBySwipe)
        await desk.settle()
        let request = try #require(desk.gateway.requests("/pay/process").first)
        #expect(request.json?["channel"] == "cm.mobile")
        #expect(request.json?["data"] == ["phone": "+237677123456", "country": "CM", "operator": "mtn"])
        #expect(desk.controller.screen == .approval && desk.controller.canDismissBySwipe)
        #expect(desk.controller.picture.waiting?.instruction == "Composez *126#")
        #expect(desk.controller.picture.waiting?.phone?.hasPrefix("+237") == true)
        #expect(desk.controller.picture.waiting?.operatorName == "MTN MoMo")
        desk.gateway.answer(
            "/pay/status", .json(200, ["status": "success", "transaction": transaction("success")]))
        await desk.pass(seconds: 3)
        #expect(
            desk.told == [
                "ready sandbox cm.mobile", "COLLECTING_DETAILS", "started cm.mobile mtn", "PROCESSING",
                "APPROVAL_REQUIRED", "SUCCESS", "success trx_9Xk2",
            ])
        desk.controller.dismiss()
        #expect(desk.told.last == "complete complete")
        #expect(desk.results.map(\.status) == ["complete"])
        guard case .complete(let payment, _) = try #require(desk.results.first) else {
            Issue.record("not complete")
            return
        }
        // W37: fees included, and the channel it was paid with.
        #expect(payment.id == "trx_9Xk2" && payment.reference == "order-4172" && payment.amount == 1020)
        #expect(payment.currency == "XAF" && payment.method == "cm.mobile" && payment.status == "success")
        #expect(payment.timestamp.hasSuffix("Z") && payment.receiptURL == nil)
    }

    @Test("W37: what the payment says of its method, time and receipt is what the app gets")
    func success() async throws {
        let desk = ControllerDesk()
        desk.gateway.answer(
            "/pay/session",
            .json(
                200,
                HandGateway.session(
                    "success", HandGateway.defaultChannels,
                    [
                        "method": "card", "paid_at": "2026-11-30T09:12:04Z",
                        "receipt_url": "https://pay.wajub.com/r/1",
                    ])))
        await desk.open()
        desk.controller.dismiss()
        guard case .complete(let payment, let transaction) = try #require(desk.results.first) else { return }
        #expect(payment.method == "card" && payment.timestamp == "2026-11-30T09:12:04Z")
        #expect(payment.receiptURL?.absoluteString == "https://pay.wajub.com/r/1")
        #expect(transaction?.id == payment.id)
    }

    @Test("W77: what is wrong with the form is said under its fields, and nothing is sent")
    func refusedLocally() async {
        let desk = await ControllerDesk.onForm("12")
        desk.controller.submitMobileMoney()
        await desk.settle()
        #expect(desk.controller.fieldErrors.keys.sorted() == ["operator", "phone"])
        #expect(desk.gateway.requests("/pay/process").isEmpty && desk.controller.screen == .mobileMoney)
        desk.controller.setPhone("677123456")
        #expect(desk.controller.fieldErrors.isEmpty)
    }

    @Test("T40: what the gateway says of fields stands under them, and the form stays")
    func fieldErrors() async {
        let desk = await ControllerDesk.onForm()
        desk.gateway.answer(
            "/pay/process",
            .json(422, ["error_code": "validation_error", "errors": ["phone": ["Numéro invalide.", "b"]]]))
        desk.controller.submitMobileMoney()
        await desk.settle()
        #expect(desk.controller.screen == .mobileMoney && desk.controller.fieldErrors == ["phone": "Numéro invalide."])
        #expect(!desk.told.contains { $0.hasPrefix("error") } && desk.controller.canCancel)
    }

    // MARK: Lost answers

    @Test("W48 W50 T66: an answer that never came is followed, and after 60 s the same key is sent again")
    func lostAnswer() async throws {
        let desk = await ControllerDesk.onForm()
        desk.gateway.answer("/pay/process", .lost)
        desk.controller.submitMobileMoney()
        await desk.pass(seconds: 5)
        #expect(desk.controller.screen == .processing && desk.controller.error == nil)
        #expect(!desk.told.contains { $0.hasPrefix("error") })
        await desk.pass(seconds: 70)
        #expect(desk.controller.screen == .mobileMoney && desk.controller.banner?.code == "network_error")
        #expect(!desk.controller.canCancel)
        desk.gateway.answer("/pay/process", .json(202, HandGateway.approval))
        desk.controller.submitMobileMoney()
        await desk.settle()
        let keys = Set(desk.gateway.requests("/pay/process").map { $0.headers["Idempotency-Key"] })
        #expect(keys.count == 1 && desk.controller.screen == .approval)
        desk.controller.dismiss()
        #expect(desk.results.map(\.status) == ["processing"])
    }

    @Test("W49 W57 W58 T67 T82: a refusal newer than the attempt is shown, and the next try has a new key")
    func refusal() async {
        let desk = await ControllerDesk.onForm()
        desk.gateway.answer("/pay/process", .lost)
        desk.controller.submitMobileMoney()
        await desk.settle()
        desk.gateway.answer("/pay/status", .json(200, HandGateway.declined("insufficient_funds")))
        await desk.pass(seconds: 10)
        #expect(desk.controller.screen == .failure && desk.controller.error?.code == "insufficient_funds")
        #expect(desk.controller.canCancel && desk.told.last == "error insufficient_funds")
        desk.controller.tryAgain()
        #expect(desk.controller.screen == .mobileMoney)
        desk.controller.submitMobileMoney()
        await desk.settle()
        let keys = Set(desk.gateway.requests("/pay/process").map { $0.headers["Idempotency-Key"] })
        #expect(keys.count == 2)
    }

    @Test("W52 T69: following stops after 15 minutes of the monotonic clock, and nothing is called a failure")
    func fifteenMinutes() async {
        let desk = await ControllerDesk.waiting()
        await desk.pass(seconds: 14 * 60)
        #expect(desk.controller.screen == .approval)
        let reads = desk.gateway.requests("/pay/status").count
        await desk.pass(seconds: 70)
        #expect(desk.controller.screen == .processing && desk.controller.state == .pending)
        #expect(desk.controller.picture.waiting?.isOver == true && desk.gateway.requests("/pay/status").count >= reads)
        let last = desk.gateway.requests("/pay/status").count
        await desk.pass(seconds: 60)
        #expect(desk.gateway.requests("/pay/status").count == last)
        desk.controller.dismiss()
        #expect(desk.told.last == "complete processing" && !desk.told.contains { $0.hasPrefix("error") })
    }

    // MARK: Closing

    @Test("W38 W39 T72 T73 T74: a host that vanishes is told by what had happened, and never cancels")
    func hostGone() async {
        let before = ControllerDesk()
        await before.open()
        before.controller.hostGone()
        #expect(before.told.suffix(2) == ["cancel host_gone", "complete cancelled"])
        let running = await ControllerDesk.waiting()
        running.controller.hostGone()
        #expect(running.results.map(\.status) == ["processing"])
        let paid = ControllerDesk()
        paid.gateway.answer("/pay/session", .json(200, HandGateway.session("success")))
        await paid.open()
        paid.controller.hostGone()
        #expect(paid.results.map(\.status) == ["complete"])
        for desk in [before, running, paid] { #expect(desk.gateway.requests("/pay/cancel").isEmpty) }
    }

    @Test("W58 W59 T79: the payer cancels for good, after being asked")
    func cancel() async {
        let desk = ControllerDesk()
        desk.gateway.answer("/pay/cancel", .json(200, ["redirect_url": .null]))
        await desk.open()
        #expect(desk.controller.canCancel)
        desk.controller.perform(.askToCancel)
        #expect(desk.controller.picture.asksToCancel && desk.gateway.requests("/pay/cancel").isEmpty)
        desk.controller.perform(.confirmCancel)
        #expect(!desk.controller.canDismissBySwipe)
        await desk.settle()
        #expect(desk.told.suffix(3) == ["CANCELLED", "cancel payer_cancelled", "complete cancelled"])
    }

    @Test("W60 T80: a cancellation that is refused ends as the status says")
    func cancelRefused() async {
        let desk = ControllerDesk()
        desk.gateway.answer("/pay/cancel", .json(409, ["error_code": "not_cancellable"]))
        await desk.open()
        desk.gateway.answer("/pay/status", .json(200, ["status": "success", "transaction": transaction("success")]))
        desk.controller.cancelPayment()
        await desk.settle()
        #expect(desk.told.suffix(2) == ["success trx_9Xk2", "complete complete"])
    }

    @Test("W32 T78: a callback that throws is caught, and the checkout goes on")
    func throwing() async {
        let desk = ControllerDesk()
        desk.options.callbacks.onStateChange = { _ in throw CancellationError() }
        desk.options.callbacks.onReady = { _ in throw CancellationError() }
        await desk.open()
        #expect(desk.controller.screen == .methods)
        desk.controller.dismiss()
        #expect(desk.results.map(\.status) == ["cancelled"])
    }

    @Test("A callback may act on the controller; its action comes after")
    func reentrant() async {
        let desk = ControllerDesk()
        desk.options.callbacks.onReady = { [weak desk] _ in desk?.controller.selectMethod("ci.djamo") }
        await desk.open()
        #expect(desk.controller.screen == .wallet)
        #expect(desk.told == ["ready sandbox cm.mobile,card,ci.djamo", "INITIATED", "COLLECTING_DETAILS"])
    }

    @Test("T97: the result comes once; afterwards nothing is told, drawn or sent")
    func once() async {
        let desk = await ControllerDesk.waiting()
        desk.controller.dismiss()
        let sent = desk.gateway.paths.count
        desk.controller.dismiss()
        desk.controller.hostGone()
        desk.controller.submitMobileMoney()
        desk.controller.appWillEnterForeground()
        await desk.pass(seconds: 60)
        #expect(desk.results.count == 1 && desk.told.filter { $0.hasPrefix("complete") }.count == 1)
        #expect(desk.gateway.paths.count == sent)
    }

    @Test("W131: a sandbox payment says so")
    func sandbox() async {
        let desk = ControllerDesk()
        await desk.open()
        #expect(desk.controller.isSandbox && desk.controller.picture.isSandbox)
    }
}
