import Foundation
import Kernel
import Testing

@testable import WajubMobile
@testable import Wire

private let page = "https://psp.example/pay/abc"

private func redirect(_ action: String, _ channel: String = "card") -> JSONValue {
    [
        "code": 202, "action": .string(action), "confirm_url": .string(page),
        "transaction": transaction(
            "processing", ["sandbox": true, "processing_context": ["channel_slug": .string(channel)]]),
    ]
}

@Suite @MainActor struct PageTests {
    @Test("W3 W83 W117 T96: a provider's card page opens inside the app, and closing it reads the status at once")
    func cardPage() async {
        let desk = await ControllerDesk.onCard([
            "available": true, "sdk": "hosted_redirect", "required_fields": ["email", "zip_code", "card.number"],
        ])
        #expect(desk.controller.billingForm?.fields == [.email, .zipCode])
        desk.controller.submitCard()
        #expect(desk.controller.fieldErrors.keys.sorted() == ["email", "zip_code"])
        desk.controller.setBillingField(.email, " a@b.c ")
        desk.controller.setBillingField(.zipCode, "00237")
        desk.gateway.answer("/pay/process", .json(202, redirect("redirect")))
        desk.controller.submitCard()
        await desk.settle()
        #expect(desk.gateway.requests("/pay/process").first?.json?["data"] == ["email": "a@b.c", "zip_code": "00237"])
        #expect(desk.browser.opened.map(\.url.absoluteString) == [page] && desk.browser.opened.first?.mode == .inApp)
        #expect(desk.controller.screen == .redirect && desk.controller.state == .threeDSRequired)
        #expect(desk.told.suffix(2) == ["3DS_REQUIRED", "redirect \(page) inApp"])
        // W85, T92: Safari closed.
        desk.gateway.answer("/pay/status", .json(200, ["status": "success", "transaction": transaction("success")]))
        desk.browser.close()
        await desk.settle()
        #expect(desk.controller.screen == .success)
    }

    @Test("W84 W85 W86 T93: a wallet's page opens its app; coming back reads at once, and Continue opens it again")
    func wallet() async {
        let desk = ControllerDesk()
        await desk.open()
        desk.controller.selectMethod("ci.djamo")
        #expect(desk.controller.screen == .wallet)
        desk.gateway.answer("/pay/process", .json(202, redirect("redirect", "ci.djamo")))
        desk.gateway.answer("/pay/status", .json(200, ["status": "processing", "last_decline": .null]))
        desk.controller.payWallet()
        await desk.settle()
        #expect(desk.gateway.requests("/pay/process").first?.json?["data"] == [:])
        #expect(desk.browser.opened.first?.mode == .external && desk.controller.state == .pending)
        desk.controller.appWillEnterForeground()
        await desk.settle()
        #expect(desk.gateway.requests("/pay/status").count == 1 && desk.controller.screen == .redirect)
        desk.controller.continuePayment()
        await desk.settle()
        #expect(desk.browser.opened.count == 2)
    }

    @Test("T94: a page that nothing can open is an error the payer sees, and the payment is followed")
    func unopened() async {
        let desk = ControllerDesk()
        desk.browser.opens = false
        await desk.open()
        desk.controller.selectMethod("ci.djamo")
        desk.gateway.answer("/pay/process", .json(202, redirect("redirect", "ci.djamo")))
        desk.controller.payWallet()
        await desk.settle()
        #expect(desk.controller.banner?.code == "redirect_unavailable" && desk.controller.screen == .redirect)
        #expect(desk.told.last == "error redirect_unavailable" && !desk.controller.canCancel)
    }

    @Test("T44 T45 T46: a client session opens its page; coming back completes it")
    func clientSession() async {
        for (reply, screen) in [
            (
                Result<HTTPAnswer, TransportFailure>.json(200, ["transaction": transaction("succeeded")]),
                CheckoutScreen.success
            ),
            (.json(402, ["error_code": "payment_declined"]), .failure), (.json(500), .processing),
        ] {
            let desk = await ControllerDesk.onCard(["available": true, "sdk": "form", "client_session": true])
            #expect(desk.controller.billingForm?.fields == [.email])
            desk.controller.setBillingField(.email, "a@b.c")
            desk.gateway.answer(
                "/pay/client-session",
                .json(
                    202,
                    [
                        "action": "client_session",
                        "client_session": ["id": "prc_abc", "provider": "paystack", "hosted_url": .string(page)],
                        "transaction": transaction("processing", ["sandbox": true]),
                    ]))
            desk.gateway.answer("/pay/client-session/complete", reply)
            desk.controller.submitCard()
            await desk.settle()
            #expect(desk.gateway.requests("/pay/client-session").first?.json == ["channel": "card", "email": "a@b.c"])
            #expect(desk.browser.opened.map(\.url.absoluteString) == [page])
            desk.browser.close()
            await desk.settle()
            #expect(
                desk.gateway.requests("/pay/client-session/complete").first?.json == ["client_session_id": "prc_abc"])
            #expect(desk.controller.screen == screen)
        }
    }

    @Test("W117 T95: a 3-D Secure check with a page opens it; without, it asks for the code")
    func threeDS() async {
        let desk = await ControllerDesk.onCard(["available": true, "sdk": "form"])
        desk.typeCard()
        desk.gateway.answer("/pay/process", .json(202, redirect("confirm_3ds")))
        desk.controller.submitCard()
        await desk.settle()
        #expect(desk.browser.opened.first?.mode == .inApp && desk.controller.state == .threeDSRequired)

        let code = await ControllerDesk.onCard(["available": true, "sdk": "form"])
        code.typeCard("4000056655665556")
        code.gateway.answer(
            "/pay/process",
            .json(202, ["action": "confirm_3ds", "step": ["id": "stp_1", "kind": "3ds", "attempts_left": 3]]))
        code.controller.submitCard()
        await code.settle()
        #expect(code.controller.screen == .threeDSCode && code.browser.opened.isEmpty)
        code.gateway.answer("/pay/verify/3ds", .json(200, ["transaction": transaction("success")]))
        code.controller.submitThreeDSCode("123456")
        await code.settle()
        #expect(code.gateway.requests("/pay/verify/3ds").first?.json == ["id": "stp_1", "code": "123456"])
        #expect(code.controller.screen == .success)
    }
}

@Suite @MainActor struct StepControllerTests {
    private func onStep(_ kind: String, _ action: String, resend: Bool = true) async -> ControllerDesk {
        let desk = await ControllerDesk.onCard(["available": true, "sdk": "form"])
        desk.typeCard()
        desk.gateway.answer("/pay/status", .json(200, ["status": "processing", "last_decline": .null]))
        desk.gateway.answer(
            "/pay/process",
            .json(
                202,
                [
                    "action": .string(action),
                    "step": [
                        "id": "stp_1", "kind": .string(kind), "destination": "+237 6•• •• 34 56", "attempts_left": 3,
                        "resend": .bool(resend),
                    ], "transaction": transaction("processing"),
                ]))
        desk.controller.submitCard()
        await desk.settle()
        return desk
    }

    @Test(
        "W93 W115: each step has its own screen and sends its own field",
        arguments: [
            ("otp", "confirm_otp", StepKind.otp, "code", "12 34-56", "123456", CheckoutState.otpRequired),
            ("pin", "confirm_pin", .pin, "pin", "1234", "1234", .pinRequired),
            ("phone", "confirm_phone", .phone, "phone", "+237 677 12 34 56", "+237677123456", .phoneRequired),
            ("birthday", "confirm_birthday", .birthday, "birthday", "1990-02-28", "1990-02-28", .birthdayRequired),
        ])
    func steps(
        kind: String, action: String, step: StepKind, field: String, typed: String, sent: String, state: CheckoutState
    ) async {
        let desk = await onStep(kind, action)
        #expect(desk.controller.screen == .step(step) && desk.controller.state == state)
        #expect(desk.controller.stepForm?.destination == "+237 6•• •• 34 56")
        desk.controller.submitStep()
        #expect(desk.controller.fieldErrors.keys.sorted() == [field])
        desk.controller.setStepField(field, typed)
        desk.gateway.answer("/pay/verify/\(kind)", .json(200, ["transaction": transaction("success")]))
        desk.controller.submitStep()
        #expect(desk.controller.state == .verifying && !desk.controller.canDismissBySwipe)
        await desk.settle()
        #expect(desk.gateway.requests("/pay/verify/\(kind)").first?.json == ["id": "stp_1", field: .string(sent)])
        #expect(desk.controller.screen == .success)
    }

    @Test("W93: an address is asked for in its parts; a state may be missing")
    func address() async {
        let desk = await onStep("address", "confirm_address")
        #expect(desk.controller.screen == .step(.address))
        desk.controller.setStepField("address", "1 rue du Port")
        desk.controller.setStepField("city", "Douala")
        desk.controller.setStepField("zip_code", "00237")
        desk.controller.setStepField("country", "cm")
        desk.gateway.answer("/pay/verify/address", .json(200, ["transaction": transaction("success")]))
        desk.controller.submitStep()
        await desk.settle()
        #expect(
            desk.gateway.requests("/pay/verify/address").first?.json == [
                "id": "stp_1", "address": "1 rue du Port", "city": "Douala", "zip_code": "00237", "country": "CM",
            ])
    }

    @Test("W94 W96: a wrong code keeps the screen, with the tries that are left under the field")
    func wrongCode() async {
        let desk = await onStep("otp", "confirm_otp")
        desk.controller.setStepField("code", "000000")
        desk.gateway.answer("/pay/verify/otp", .json(422, ["error_code": "invalid_code", "attempts_left": 2]))
        desk.controller.submitStep()
        await desk.settle()
        #expect(desk.controller.screen == .step(.otp) && desk.controller.stepForm?.attemptsLeft == 2)
        #expect(desk.controller.fieldErrors["code"]?.contains("2") == true)
        #expect(desk.controller.stepForm?.text == "" && desk.controller.banner?.code == "invalid_code")
    }

    @Test("W97 T90: a step that expired ends on the failure screen, and Retry goes to the choice of a method")
    func expired() async {
        let desk = ControllerDesk()
        await desk.open()
        desk.controller.selectMethod("card")
        desk.typeCard()
        desk.gateway.answer(
            "/pay/process", .json(202, ["action": "confirm_otp", "step": ["id": "stp_1", "kind": "otp"]]))
        desk.controller.submitCard()
        await desk.settle()
        desk.controller.setStepField("code", "123456")
        desk.gateway.answer("/pay/verify/otp", .json(410, ["error_code": "step_expired"]))
        desk.controller.submitStep()
        await desk.settle()
        #expect(desk.controller.screen == .failure && desk.told.last == "error step_expired")
        desk.controller.tryAgain()
        #expect(desk.controller.screen == .methods)
    }

    @Test("W95 T91: the code can be sent again 60 s after the screen opened, and 60 s after that")
    func resend() async {
        let desk = await onStep("otp", "confirm_otp")
        await desk.pass(seconds: 59)
        #expect(!desk.controller.canResend && desk.controller.picture.resendSeconds == 1)
        await desk.pass(seconds: 1)
        #expect(desk.controller.canResend && desk.controller.picture.resendSeconds == nil)
        desk.gateway.answer(
            "/pay/verify/otp/resend", .json(200, ["step": ["id": "stp_1", "kind": "otp", "resend": true]]))
        desk.controller.resendCode()
        await desk.settle()
        #expect(desk.gateway.requests("/pay/verify/otp/resend").count == 1 && !desk.controller.canResend)
        await desk.pass(seconds: 60)
        #expect(desk.controller.canResend)
    }
}
