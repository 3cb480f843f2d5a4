import Checkout
import Foundation
import Interface
import Kernel
import Testing
import WireTesting

@testable import YunoSDK

extension FlowTests {
    @MainActor @Suite struct Full {
        private static let saved = HandGateway.method(
            "CARD", form: "SAVED_CARD", name: "VISA ****1111", token: "vault-1")

        private func open(_ desk: Desk) async -> YunoView? {
            var view: YunoView?
            await desk.act { view = await Yuno.getPaymentMethodViewAsync(delegate: desk.shop) }
            return view
        }

        @Test("YF21, YF23, YF25: the list tells its height and the choice; the saved row has its token") func list()
            async
        {
            let desk = Desk()
            desk.gateway.change { $0.methods = [Self.saved, HandGateway.card] }
            let view = await open(desk)
            #expect(desk.shop.heights.contains { $0 > 0 })
            #expect(view?.interface.screen.isEmbedded == true)
            await desk.act { view?.interface.perform(.press("list.row.0")) }
            #expect(desk.shop.selected.last?.paymentMethodType == "CARD")
            #expect(desk.shop.selected.last?.vaultedToken == "vault-1")
            await desk.act { view?.interface.perform(.press("list.row.1")) }
            #expect(desk.shop.selected.last?.vaultedToken == nil)
        }

        @Test("YF26: the synchronous list fills itself once the gateway has answered") func synchronous() async {
            let desk = Desk()
            var view: YunoView?
            await desk.act { view = Yuno.getPaymentMethodView(delegate: desk.shop) }
            await desk.settle()
            #expect(view?.interface.screen.ids.contains("list.row.0") == true)
        }

        @Test("YF29, YF30: startPayment pays with what was chosen") func pays() async {
            let desk = Desk()
            desk.gateway.change { $0.methods = [Self.saved, HandGateway.card] }
            desk.pays(HandGateway.payment("SUCCEEDED", "APPROVED"), showsStatus: false)
            let view = await open(desk)
            await desk.act { view?.interface.perform(.press("list.row.0")) }
            await desk.act { Yuno.startPayment(showPaymentStatus: false) }
            #expect(desk.gateway.now.tokens.first?["vaulted_token"] == "vault-1")
            #expect(desk.shop.results == [.succeeded])
        }

        @Test("startPayment with nothing chosen is an internal error, without a token") func nothingChosen() async {
            let desk = Desk()
            _ = await open(desk)
            await desk.act { Yuno.startPayment() }
            #expect(desk.shop.results == [.internalError] && desk.gateway.now.tokens.isEmpty)
        }

        @Test("YF22: a saved card is removed after a question; the list and its height follow") func unenroll() async {
            let desk = Desk()
            desk.gateway.change { $0.methods = [Self.saved, HandGateway.card] }
            let view = await open(desk)
            let before = desk.shop.heights.last
            await desk.act { view?.interface.perform(.press("list.remove.0")) }
            #expect(view?.interface.screen.dialog != nil && desk.gateway.now.unenrolled.isEmpty)
            await desk.act { view?.interface.perform(.press("list.keep")) }
            #expect(view?.interface.screen.dialog == nil && desk.shop.unenrolled.isEmpty)
            await desk.act { view?.interface.perform(.press("list.remove.0")) }
            await desk.act { view?.interface.perform(.press("list.confirm")) }
            await desk.settle()
            #expect(desk.shop.unenrolled == [true])
            #expect(desk.gateway.now.unenrolled == ["/v1/sdk/payment-methods/vault-1/unenroll"])
            #expect(view?.interface.screen.ids.contains("list.row.1") == false)
            #expect(desk.shop.heights.last ?? 0 < before ?? 0)
        }

        @Test("YF22: a removal that fails is told as false, and the card stays") func unenrollFails() async {
            let desk = Desk()
            desk.gateway.change {
                $0.methods = [Self.saved]
                $0.failing = ["/unenroll": 400]
            }
            let view = await open(desk)
            await desk.act { view?.interface.perform(.press("list.remove.0")) }
            await desk.act { view?.interface.perform(.press("list.confirm")) }
            await desk.settle()
            #expect(desk.shop.unenrolled == [false] && view?.interface.screen.ids.contains("list.row.0") == true)
        }

        @Test("A method that is not available is shown with its reason and cannot be chosen") func unavailable() async {
            let desk = Desk()
            let spei: JSONValue = [
                "type": "SPEI", "name": "SPEI", "form": "NONE", "available": false,
                "reason": ["code": "CURRENCY_NOT_ALLOWED", "message": "Only in Mexican pesos"],
            ]
            desk.gateway.change { $0.methods = [spei, HandGateway.card] }
            let view = await open(desk)
            await desk.act { view?.interface.perform(.press("list.row.0")) }
            #expect(desk.shop.selected.isEmpty)
            guard case .row(let row)? = view?.interface.screen.nodes.first(where: { $0.id == "list.row.0" })?.content
            else {
                Issue.record("the method is not shown")
                return
            }
            #expect(row.unavailable == "Only in Mexican pesos")
        }

        @Test("YF13, YF14, YL14: startCheckout remembers a delegate, weakly; an older start without one uses it")
        @available(*, deprecated) func startCheckout() async {
            let desk = Desk()
            await desk.act {
                Yuno.startCheckout(with: desk.shop)
                Yuno.startPaymentLite(paymentSelected: CardPaymentMethod())
            }
            #expect(desk.screen?.ids.contains("card.number") == true)
            await desk.close()
            #expect(desk.shop.results == [.userCancell])
        }
    }

    @MainActor @Suite struct Render {
        private func flow(
            _ desk: Desk, _ method: any PaymentMethodSelected = CardPaymentMethod()
        ) async -> (any YunoPaymentRenderFlowProtocol)? {
            var flow: (any YunoPaymentRenderFlowProtocol)?
            await desk.act { flow = await Yuno.startPaymentRenderFlow(paymentMethodSelected: method, with: desk.shop) }
            return flow
        }

        private func form(
            _ flow: (any YunoPaymentRenderFlowProtocol)?, _ desk: Desk,
            _ method: any PaymentMethodSelected = CardPaymentMethod()
        ) async -> YunoView? {
            var view: YunoView?
            await desk.act { view = await flow?.formView(paymentMethodSelected: method, with: desk.shop) }
            return view
        }

        @Test(
            "YR2, YR5, YR6, YR13, YR14, YR16, YR44, YR52, YR56, YR57: a new card has a form in the app's page; nothing stands over it"
        ) func form()
            async
        {
            let desk = Desk()
            let view = await form(flow(desk), desk)
            #expect(view?.interface.screen.isEmbedded == true)
            #expect(view?.interface.screen.ids.isSuperset(of: ["card.number", "card.expiry", "card.cvc"]) == true)
            #expect(view?.interface.screen.actions.isEmpty == true, "the button is the app's")
            #expect(desk.shop.stage.shown.isEmpty)
            #expect(desk.shop.loading == [true, false])
        }

        @Test("YR17, YR18, YR19, YR60: submitting a wrong form shows why and calls nothing; a right one makes a token")
        func submits() async {
            let desk = Desk()
            let flow = await flow(desk)
            let view = await form(flow, desk)
            await desk.act { flow?.submitForm() }
            #expect(desk.shop.tokens.isEmpty && view?.interface.screen.text("card.number") != nil)
            desk.type(into: view)
            await desk.act { flow?.submitForm() }
            #expect(desk.shop.tokens == ["ott-1"])
            #expect(view?.interface.screen.ids.contains("card.number") == true, "the form stays where it is")
        }

        @Test("YR58: submitting again makes a new token") func again() async {
            let desk = Desk()
            let flow = await flow(desk)
            let view = await form(flow, desk)
            desk.type(into: view)
            await desk.act { flow?.submitForm() }
            await desk.act { flow?.submitForm() }
            #expect(desk.shop.tokens == ["ott-1", "ott-2"])
        }

        @Test("YR58: asking for the form again gives a new one, and tells no result of the one before") func formAgain()
            async
        {
            let desk = Desk()
            let flow = await flow(desk)
            _ = await form(flow, desk)
            let view = await form(flow, desk)
            #expect(desk.shop.results.isEmpty && desk.shop.loading == [true, false, true, false])
            desk.type(into: view)
            await desk.act { flow?.submitForm() }
            desk.gateway.change { $0.payment = HandGateway.payment("SUCCEEDED", "APPROVED") }
            await desk.act { _ = await flow?.continuePayment() }
            #expect(desk.shop.tokens == ["ott-1"] && desk.shop.results == [.succeeded])
        }

        @Test("YR22, YH65: back by a link, the result is told at once: there is no screen of ours to close") func link()
            async
        {
            let desk = Desk()
            let flow = await flow(desk)
            desk.type(into: await form(flow, desk))
            await desk.act { flow?.submitForm() }
            desk.gateway.change { $0.payment = HandGateway.challenge }
            await desk.act { _ = await flow?.continuePayment() }
            desk.gateway.change { $0.payment = HandGateway.payment("SUCCEEDED", "APPROVED") }
            await desk.act {
                _ = URL(string: "shop://pay?checkoutSession=session-1").map { Yuno.receiveDeeplink($0) }
            }
            #expect(desk.shop.results == [.succeeded])
        }

        @Test("YR15, YR28, YR29, YR45, YR50: a saved card needs no form, and is submitted at once") func saved() async {
            let desk = Desk()
            desk.gateway.change {
                $0.methods = [HandGateway.method("CARD", form: "SAVED_CARD", name: "VISA", token: "vault-1")]
            }
            let method = SavedCardPayment(paymentMethodType: "CARD", vaultedToken: "vault-1")
            let flow = await flow(desk, method)
            #expect(await form(flow, desk, method) == nil)
            #expect(desk.shop.tokens.isEmpty, "not before the app says so")
            await desk.act { flow?.submitForm() }
            #expect(desk.shop.tokens == ["ott-1"])
        }

        @Test("YR7, YR23, YR24, YR33, YR51, YR61: nothing more to do is nil, and the result comes all the same")
        func done() async {
            let desk = Desk()
            let flow = await flow(desk)
            desk.type(into: await form(flow, desk))
            await desk.act { flow?.submitForm() }
            desk.gateway.change { $0.payment = HandGateway.payment("SUCCEEDED", "APPROVED") }
            var view: YunoView?
            await desk.act { view = await flow?.continuePayment() }
            #expect(view == nil && desk.shop.results == [.succeeded])
        }

        @Test("YR20, YR21, YR22, YR32, YR40, YR46: 3-D Secure is a view in the app's page; its end is told once")
        func challenge() async {
            let desk = Desk()
            let flow = await flow(desk)
            desk.type(into: await form(flow, desk))
            await desk.act { flow?.submitForm() }
            desk.gateway.change { $0.payment = HandGateway.challenge }
            var view: YunoView?
            await desk.act { view = await flow?.continuePayment() }
            #expect(view?.interface.screen.ids.contains("page") == true && desk.shop.stage.shown.isEmpty)
            desk.gateway.change { $0.payment = HandGateway.payment("DECLINED", "DECLINED") }
            let message = #"{"origin":"CHALLENGE","status":"COMPLETED","data":""}"#
            await desk.act { view?.interface.perform(.message("page", message)) }
            #expect(desk.shop.results == [.reject])
            #expect(desk.shop.loading.last == false)
        }

        @Test("YR47, YR59: before the SDK is set up there is no form, and nothing breaks") func uninitialized() async {
            let desk = Desk(initialized: false)
            let flow = await flow(desk)
            #expect(await form(flow, desk) == nil)
            await desk.act { flow?.submitForm() }
            #expect(desk.shop.tokens.isEmpty)
        }

        @Test("YR55: a gateway that cannot be reached gives no form, and an internal error") func unreachable() async {
            let desk = Desk()
            desk.gateway.change { $0.isOffline = true }
            let flow = await flow(desk)
            let given = Task { @MainActor in await form(flow, desk) }
            await desk.pass(seconds: 10)
            #expect(await given.value == nil)
            #expect(desk.shop.results == [.internalError])
        }

        @Test("A view that the app keeps longer than its flow can still be drawn, and does nothing") func keptView()
            async
        {
            let desk = Desk()
            var view: YunoView?
            do {
                let flow = await flow(desk)
                view = await form(flow, desk)
            }
            await desk.act { desk.core.desk.flow?.handle(.superseded) }
            view?.interface.perform(.press("pay"))
            #expect(view?.interface.screen.isEmbedded == true)
            #expect(desk.shop.tokens.isEmpty)
        }

        @Test("YR3, YR10, YR36: the older, synchronous name gives the same flow")
        @available(*, deprecated) func olderName() async {
            let desk = Desk()
            var flow: (any YunoPaymentRenderFlowProtocol)?
            await desk.act {
                flow = Yuno.startPaymentRender(paymentMethodSelected: CardPaymentMethod(), with: desk.shop)
            }
            #expect(await form(flow, desk) != nil)
        }
    }

    @MainActor @Suite struct Seamless {
        private func pay(_ desk: Desk) async -> Yuno.Result? {
            let params = SeamlessParams(
                checkoutSession: "session-1", countryCode: "BR", language: "en", viewController: desk.shop.stage)
            var result: Yuno.Result?
            await desk.act {
                Yuno.startPaymentSeamlessLite(
                    with: params, paymentSelected: CardPaymentMethod(), showPaymentStatus: false
                ) { result = $0 }
            }
            desk.type()
            await desk.press("pay")
            return result
        }

        @Test("YL1, YF1, YH1: one call from the form to the result, and no token for the app") func pays() async {
            let desk = Desk()
            desk.gateway.change { $0.workflow = "SDK_SEAMLESS" }
            #expect(await pay(desk) == .succeeded)
            #expect(desk.gateway.now.paths.filter { $0.hasSuffix("/payments") }.count == 1)
            #expect(desk.shop.tokens.isEmpty)
        }

        @Test("A session of another workflow is refused by the gateway: an internal error") func refused() async {
            let desk = Desk()
            desk.gateway.change { $0.failing = ["/payments": 403] }
            #expect(await pay(desk) == .internalError)
        }

        @Test("A session that another device has paid tells that payment's end, and makes no other")
        func paidElsewhere()
            async
        {
            let desk = Desk()
            let params = SeamlessParams(
                checkoutSession: "session-1", countryCode: "BR", language: "en", viewController: desk.shop.stage)
            var result: Yuno.Result?
            await desk.act {
                Yuno.startPaymentSeamlessLite(
                    with: params, paymentSelected: CardPaymentMethod(), showPaymentStatus: false
                ) { result = $0 }
            }
            desk.gateway.change {
                $0.failing = ["/token": 400]
                $0.payment = HandGateway.payment("SUCCEEDED", "APPROVED")
            }
            desk.type()
            await desk.press("pay")
            #expect(result == .succeeded)
            #expect(!desk.gateway.now.paths.contains { $0.hasSuffix("/payments") })
        }

        @Test("3-D Secure goes on inside") func challenge() async {
            let desk = Desk()
            desk.gateway.change { $0.paid = HandGateway.challenge }
            #expect(await pay(desk) == nil)
            #expect(desk.screen?.id == "page")
            desk.gateway.change { $0.payment = HandGateway.payment("SUCCEEDED", "APPROVED") }
            let message = #"{"origin":"CHALLENGE","status":"COMPLETED","data":""}"#
            await desk.act { desk.shop.stage.presented?.interface.perform(.message("page", message)) }
            #expect(desk.core.lastOutcome?.result == .succeeded)
        }
    }

    @MainActor @Suite struct Enrolment {
        @Test("YL56, YF41: a card is enrolled; the result is told once") func enrols() async {
            let desk = Desk()
            await desk.act { Yuno.enrollPayment(with: desk.shop, showPaymentStatus: false) }
            desk.type()
            await desk.press("pay")
            #expect(desk.shop.enrollments == [.succeeded] && desk.shop.results.isEmpty)
            #expect(desk.gateway.now.tokens.isEmpty)
        }

        @Test("Closing the form is userCancell") func closed() async {
            let desk = Desk()
            await desk.act { Yuno.enrollPayment(with: desk.shop) }
            await desk.close()
            #expect(desk.shop.enrollments == [.userCancell])
        }

        @Test("Rendered in the app's page: the form, the app's button, the result") func rendered() async {
            let desk = Desk()
            var flow: (any YunoEnrollmentRenderFlowProtocol)?
            var view: YunoView?
            await desk.act {
                flow = Yuno.startEnrollmentRender(with: desk.shop)
                view = await flow?.formView(with: desk.shop)
            }
            #expect(view != nil && flow?.needSubmit == true)
            desk.type(into: view)
            await desk.act { flow?.submitForm() }
            #expect(desk.shop.enrollments == [.succeeded])
        }
    }

    @MainActor @Suite struct DeepLink {
        private static let back = address("shop://pay?checkoutSession=session-1")

        private static func address(_ text: String) -> URL { URL(string: text) ?? URL(fileURLWithPath: "/") }

        private func waiting() async -> Desk {
            let desk = Desk()
            desk.pays(
                HandGateway.payment(
                    "PENDING", "WAITING_ADDITIONAL_STEP",
                    action: ["type": "REDIRECT", "url": "https://bank.example/1", "mode": "in_app"]))
            await desk.payByCard()
            return desk
        }

        @Test(
            "YL36, YL37, YL38, YL41, YF38, YF39, YH65, YH66: the address of the waiting session resumes it; the gateway says how it ended"
        )
        func resumes() async {
            let desk = await waiting()
            #expect(desk.shop.stage.opened.map(\.absoluteString) == ["https://bank.example/1"])
            desk.gateway.change { $0.payment = HandGateway.payment("DECLINED", "DECLINED") }
            var isTaken = false
            await desk.act { isTaken = Yuno.receiveDeeplink(Self.back) }
            #expect(isTaken && desk.screen?.id == "failure", "whatever the address says")
            await desk.press("done")
            #expect(desk.shop.results == [.reject])
        }

        @Test("YH67: without the status screen the result comes at once") func hidden() async {
            let desk = await waiting()
            desk.gateway.change { $0.payment = HandGateway.payment("SUCCEEDED", "APPROVED") }
            await desk.act { Yuno.receiveDeeplink(Self.back, showStatusView: false) }
            #expect(desk.shop.results == [.succeeded] && desk.shop.stage.presented == nil)
        }

        @Test(
            "YL39, YL40, YH68: another scheme, another host or another session is not taken, nor is one with no flow",
            arguments: [
                "other://pay?checkoutSession=session-1", "shop://elsewhere?checkoutSession=session-1",
                "shop://pay?checkoutSession=session-9", "https://shop.example/", "shop:",
            ])
        func foreign(_ address: String) async {
            let desk = await waiting()
            var isTaken = true
            await desk.act { isTaken = Yuno.receiveDeeplink(Self.address(address)) }
            #expect(!isTaken && desk.shop.results.isEmpty)
            await desk.close()
            await desk.act { isTaken = Yuno.receiveDeeplink(Self.back) }
            #expect(!isTaken, "no flow waits any more")
        }

        @Test("YL36, YL37: an app that was ended meanwhile: the link of the session it remembers brings the result")
        @available(*, deprecated) func endedApp() async {
            let desk = Desk()
            desk.gateway.change { $0.payment = HandGateway.payment("SUCCEEDED", "APPROVED") }
            await desk.act { Yuno.startCheckout(with: desk.shop) }
            var taken: [Bool] = []
            await desk.act {
                taken.append(Yuno.receiveDeeplink(Self.address("shop://pay?checkoutSession=session-9")))
                taken.append(Yuno.receiveDeeplink(Self.back, showStatusView: false))
            }
            #expect(taken == [false, true] && desk.shop.results == [.succeeded])
            await desk.act { taken.append(Yuno.receiveDeeplink(Self.back)) }
            #expect(taken.last == false && desk.shop.results.count == 1, "it waits no more")
        }

        @Test("YL40: a flow that another has taken over from waits for no address any more") func takenOver() async {
            let desk = await waiting()
            let other = Shop(session: "session-2")
            desk.gateway.change { $0.payment = nil }
            await desk.act { Yuno.startPaymentLite(with: other, paymentSelected: CardPaymentMethod()) }
            #expect(desk.shop.results == [.processing])
            desk.type(into: other.stage.presented)
            await desk.act { other.stage.presented?.interface.perform(.press("pay")) }
            var isTaken = true
            await desk.act { isTaken = Yuno.receiveDeeplink(Self.back) }
            #expect(!isTaken && other.stage.presented == nil, "the other's payment is not gone on with")
        }
    }
}
