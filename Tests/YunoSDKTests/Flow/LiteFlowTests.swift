import Checkout
import Foundation
import Interface
import Kernel
import Testing
import WireTesting

@testable import YunoSDK

/// Every flow shares the process's one desk: one at a time.
@Suite(.serialized) enum FlowTests {
    @MainActor @Suite struct Lite {
        @Test("YL16, YL22, YL26, YL30, YL32, YL43, YF35, YF37: a new card: one token, one payment, one result")
        func card() async {
            let desk = Desk()
            desk.pays(HandGateway.payment("SUCCEEDED", "APPROVED"))
            await desk.payByCard()
            #expect(desk.shop.tokens == ["ott-1"])
            #expect(desk.shop.results.isEmpty, "the screen that says so is still there")
            #expect(desk.screen?.id == "success")
            await desk.press("done")
            #expect(desk.shop.results == [.succeeded] && desk.shop.substatuses == ["APPROVED"])
            #expect(desk.shop.stage.presented == nil)
            #expect(desk.core.lastOutcome?.result == .succeeded)
        }

        @Test(
            "YL27, YF36: without a status screen the result is told at once",
            arguments: [
                ("SUCCEEDED", "APPROVED", Yuno.Result.succeeded, "APPROVED"),
                ("DECLINED", "DECLINED", .reject, "DECLINED"), ("ERROR", "ERROR", .fail, "ERROR"),
                ("PENDING", "AUTHORIZED", .succeeded, "AUTHORIZED"), ("EXPIRED", "EXPIRED", .fail, "EXPIRED"),
                ("CANCELED", "CANCELED", .fail, "CANCELED"),
            ])
        func outcomes(_ row: (status: String, sub: String, result: Yuno.Result, substatus: String)) async {
            let desk = Desk()
            desk.pays(HandGateway.payment(row.status, row.sub), showsStatus: false)
            await desk.payByCard(showsStatus: false)
            #expect(desk.shop.results == [row.result] && desk.shop.substatuses == [row.substatus])
            #expect(desk.shop.stage.presented == nil)
        }

        @Test("A refusal is shown in the gateway's words") func refused() async {
            let desk = Desk()
            desk.pays(HandGateway.payment("DECLINED", "DECLINED"))
            await desk.payByCard()
            #expect(desk.screen?.id == "failure" && desk.screen?.text("text") == "The bank said no.")
            await desk.press("done")
            #expect(desk.shop.results == [.reject])
        }

        @Test("YL58: the loader is gone before the app hears of the token; with keepLoader it stays until hideLoader")
        func loader() async {
            let desk = Desk()
            await desk.payByCard()
            #expect(desk.shop.wasShownAtToken == [false] && desk.shop.stage.presented == nil)
            let keeping = Desk(config: YunoConfig(keepLoader: true))
            await keeping.payByCard()
            #expect(keeping.shop.wasShownAtToken == [true] && keeping.screen?.id == "handed-over")
            await keeping.act { Yuno.hideLoader() }
            #expect(keeping.shop.stage.presented == nil)
            keeping.gateway.change { $0.payment = HandGateway.payment("SUCCEEDED", "APPROVED") }
            await keeping.act { Yuno.continuePayment(showPaymentStatus: false) }
            #expect(keeping.shop.results == [.succeeded])
        }

        @Test("YL31: without continuePayment nothing is told, however long it takes") func neverContinued() async {
            let desk = Desk()
            await desk.payByCard()
            desk.gateway.change { $0.payment = HandGateway.payment("SUCCEEDED", "APPROVED") }
            await desk.pass(seconds: 3600)
            #expect(desk.shop.results.isEmpty)
        }

        @Test("O12: a payment that the server never creates is an internal error, told once") func notCreated() async {
            let desk = Desk()
            await desk.payByCard()
            await desk.act { Yuno.continuePayment(showPaymentStatus: false) }
            await desk.pass(seconds: 59)
            #expect(desk.shop.results.isEmpty)
            await desk.pass(seconds: 2)
            #expect(desk.shop.results == [.internalError] && desk.shop.substatuses == ["PAYMENT_NOT_FOUND"])
        }

        @Test("YL44, YL46: closing the form is userCancell, and asks the gateway for nothing") func closed() async {
            let desk = Desk()
            await desk.act { Yuno.startPaymentLite(with: desk.shop, paymentSelected: CardPaymentMethod()) }
            let asked = desk.gateway.now.paths.count
            await desk.close()
            #expect(desk.shop.results == [.userCancell] && desk.shop.substatuses == ["CANCELLED_BY_USER"])
            #expect(desk.gateway.now.paths.count == asked && desk.shop.tokens.isEmpty)
        }

        @Test(
            "YL48, YL50, YL51, YL52: a PIX code closed is processing, its session shows the same code again, and is paid"
        )
        func pix() async {
            let desk = Desk()
            desk.gateway.change { $0.methods = [HandGateway.pix] }
            desk.pays(HandGateway.code(600))
            await desk.act {
                Yuno.startPaymentLite(with: desk.shop, paymentSelected: CardPaymentMethod(paymentMethodType: "PIX"))
            }
            #expect(desk.shop.tokens == ["ott-1"], "it asks for nothing")
            #expect(desk.screen?.id == "pix")
            let code = desk.screen?.nodes.first { $0.id == "code" }
            await desk.close()
            #expect(desk.shop.results == [.processing] && desk.shop.substatuses == ["CLOSED_BY_USER"])
            #expect(!desk.gateway.now.paths.contains { $0.contains("cancel") })
            desk.gateway.change { $0.payment = HandGateway.code(300) }
            await desk.act {
                Yuno.startPaymentLite(with: desk.shop, paymentSelected: CardPaymentMethod(paymentMethodType: "PIX"))
            }
            #expect(desk.screen?.nodes.first { $0.id == "code" } == code)
            #expect(desk.shop.tokens.count == 1, "no second payment")
            desk.gateway.change { $0.payment = HandGateway.payment("SUCCEEDED", "APPROVED") }
            await desk.act { desk.shop.stage.presented?.interface.perform(.cameBack) }
            #expect(desk.screen?.id == "success")
        }

        @Test("YL53, YL54: a code whose time is over ends as fail with EXPIRED, once, open or opened again")
        func expired() async {
            let desk = Desk()
            desk.gateway.change { $0.methods = [HandGateway.pix] }
            desk.pays(HandGateway.payment("EXPIRED", "EXPIRED"), showsStatus: false)
            let pix = CardPaymentMethod(paymentMethodType: "PIX")
            await desk.act { Yuno.startPaymentLite(with: desk.shop, paymentSelected: pix, showPaymentStatus: false) }
            #expect(desk.shop.results == [.fail])
            #expect(desk.shop.substatuses == ["EXPIRED"])
            await desk.act { Yuno.startPaymentLite(with: desk.shop, paymentSelected: pix, showPaymentStatus: false) }
            #expect(desk.shop.results == [.fail, .fail])
            #expect(desk.shop.stage.presented == nil)
        }

        @Test("YL34, YF34: the bank's page is shown, its message ends it, and the payment says how") func challenge()
            async
        {
            let desk = Desk()
            desk.pays(HandGateway.challenge, showsStatus: false)
            await desk.payByCard(showsStatus: false)
            #expect(desk.screen?.id == "page")
            desk.gateway.change { $0.payment = HandGateway.payment("SUCCEEDED", "APPROVED") }
            await desk.act { desk.shop.stage.presented?.interface.perform(.message("page", #"{"origin":"OTHER"}"#)) }
            #expect(desk.shop.results.isEmpty, "another origin's message is none")
            let message = #"{"origin":"CHALLENGE","status":"COMPLETED","data":""}"#
            await desk.act { desk.shop.stage.presented?.interface.perform(.message("page", message)) }
            #expect(desk.shop.results == [.succeeded])
        }

        @Test("The bank's page closed is userCancell; the payment stays as it is") func closedChallenge() async {
            let desk = Desk()
            desk.pays(HandGateway.challenge)
            await desk.payByCard()
            await desk.close()
            #expect(desk.shop.results == [.userCancell])
        }

        @Test("YL28, YL29: a saved card is paid with by its token; its code is asked for when the method says so")
        func saved() async {
            let desk = Desk()
            desk.gateway.change {
                $0.methods = [HandGateway.method("CARD", form: "SAVED_CARD", name: "VISA ****1111", token: "vault-1")]
            }
            let saved = SavedCardPayment(paymentMethodType: "CARD", vaultedToken: "vault-1")
            await desk.act { Yuno.startPaymentLite(with: desk.shop, paymentSelected: saved) }
            #expect(desk.gateway.now.tokens.first?["vaulted_token"] == "vault-1")
            #expect(desk.gateway.now.tokens.first?["card"] == nil)
            let asking = Desk()
            asking.gateway.change {
                $0.methods = [
                    HandGateway.method("CARD", form: "SAVED_CARD", name: "AMEX ****0002", token: "vault-1", code: 4)
                ]
            }
            await asking.act { Yuno.startPaymentLite(with: asking.shop, paymentSelected: saved) }
            #expect(asking.shop.tokens.isEmpty && asking.screen?.ids.contains("card.number") == false)
            asking.shop.stage.presented?.interface.perform(.input("card.cvc", FieldText("12345"), caret: 5))
            await asking.press("pay")
            #expect(asking.gateway.now.tokens.first?["card"] == ["security_code": "1234"])
        }

        @Test("YL59: the box to keep the card is there when the app and the gateway want it, and starts unticked")
        func saving() async {
            let plain = Desk()
            await plain.act { Yuno.startPaymentLite(with: plain.shop, paymentSelected: CardPaymentMethod()) }
            #expect(plain.screen?.ids.contains("save") == false)
            let desk = Desk(config: YunoConfig(saveCardEnabled: true))
            await desk.act { Yuno.startPaymentLite(with: desk.shop, paymentSelected: CardPaymentMethod()) }
            #expect(desk.screen?.ids.contains("save") == true)
            desk.type()
            desk.shop.stage.presented?.interface.perform(.toggle("save", isOn: true))
            await desk.press("pay")
            #expect(desk.gateway.now.tokens.first?["vault_on_success"] == true)
            let nobody = Desk(config: YunoConfig(saveCardEnabled: true))
            nobody.gateway.change { $0.canSave = false }
            await nobody.act { Yuno.startPaymentLite(with: nobody.shop, paymentSelected: CardPaymentMethod()) }
            #expect(nobody.screen?.ids.contains("save") == false)
        }

        @Test("YL60: step by step, one question a screen, and back keeps what was typed") func steps() async {
            let desk = Desk(config: YunoConfig(cardFormType: .multiStep))
            await desk.act { Yuno.startPaymentLite(with: desk.shop, paymentSelected: CardPaymentMethod()) }
            let interface = desk.shop.stage.presented?.interface
            #expect(desk.screen?.ids.contains("card.expiry") == false)
            interface?.perform(.input("card.number", FieldText("4507990000000002"), caret: 16))
            await desk.press("pay")
            #expect(desk.screen?.ids.contains("card.expiry") == true && desk.shop.tokens.isEmpty)
            await desk.act { interface?.perform(.back) }
            guard case .field(let field)? = desk.screen?.nodes.first(where: { $0.id == "card.number" })?.content else {
                Issue.record("the number is gone")
                return
            }
            #expect(field.text.expose() == "4507 9900 0000 0002")
            await desk.press("pay")
            interface?.perform(.input("card.expiry", FieldText("1140"), caret: 4))
            await desk.press("pay")
            interface?.perform(.input("card.cvc", FieldText("123"), caret: 3))
            await desk.press("pay")
            #expect(desk.screen?.ids.contains("card.holder") == true)
            await desk.press("pay")
            #expect(desk.shop.tokens == ["ott-1"])
        }

        @Test("A number that fails its check digit makes no token; the sandbox's own numbers do") func luhn() async {
            let desk = Desk()
            await desk.payByCard("4507990000000003")
            #expect(desk.gateway.now.tokens.isEmpty && desk.screen?.text("card.number") != nil)
            desk.type("4234123412340003")
            await desk.press("pay")
            #expect(desk.gateway.now.tokens.count == 1)
        }

        @Test("YL45, YL49: the SDK never asks the gateway to cancel or to create") func onlyReads() async {
            let desk = Desk()
            desk.pays(HandGateway.code(600))
            await desk.payByCard()
            await desk.close()
            #expect(
                desk.gateway.now.paths.allSatisfy {
                    $0.hasSuffix("/token") || $0.hasSuffix("/payment") || $0.hasSuffix("session-1")
                })
        }

        @Test("O9, O23: used before it is set up, or without a country or a method, the result is an internal error")
        func missing() async {
            let fresh = Desk(initialized: false)
            await fresh.act { Yuno.startPaymentLite(with: fresh.shop, paymentSelected: CardPaymentMethod()) }
            #expect(fresh.shop.results == [.internalError] && fresh.shop.substatuses == ["NOT_INITIALIZED"])
            let nowhere = Desk(Shop(country: ""))
            await nowhere.act { Yuno.startPaymentLite(with: nowhere.shop, paymentSelected: CardPaymentMethod()) }
            #expect(nowhere.shop.substatuses == ["MISSING_PARAMETERS"])
            let nothing = Desk()
            let empty = CardPaymentMethod(paymentMethodType: "", vaultedToken: "")
            await nothing.act { Yuno.startPaymentLite(with: nothing.shop, paymentSelected: empty) }
            #expect(nothing.shop.results == [.internalError] && nothing.gateway.now.paths.isEmpty)
        }

        @Test("YR49: an unknown session says so on a screen, and the result is an internal error") func unknown() async
        {
            let desk = Desk()
            desk.gateway.change { $0.failing = ["/session-1": 400] }
            await desk.act { Yuno.startPaymentLite(with: desk.shop, paymentSelected: CardPaymentMethod()) }
            #expect(desk.screen?.id == "load-error")
            await desk.press("done")
            #expect(desk.shop.results == [.internalError] && desk.shop.substatuses == ["CHECKOUT_SESSION_NOT_FOUND"])
        }

        @Test("A network that fails while the token is made keeps the form, and the next try works") func offline()
            async
        {
            let desk = Desk()
            await desk.act { Yuno.startPaymentLite(with: desk.shop, paymentSelected: CardPaymentMethod()) }
            desk.gateway.change { $0.isOffline = true }
            desk.type()
            await desk.press("pay")
            #expect(desk.screen?.ids.contains("banner") == true && desk.shop.tokens.isEmpty)
            desk.gateway.change { $0.isOffline = false }
            await desk.press("pay")
            #expect(desk.shop.tokens.count == 1)
        }

        @Test("A session that another device has paid meanwhile tells that payment's end; no token goes to the server")
        func paidElsewhere() async {
            let desk = Desk()
            await desk.act {
                Yuno.startPaymentLite(with: desk.shop, paymentSelected: CardPaymentMethod(), showPaymentStatus: false)
            }
            desk.gateway.change {
                $0.failing = ["/token": 400]
                $0.payment = HandGateway.payment("DECLINED", "DECLINED")
            }
            desk.type()
            await desk.press("pay")
            #expect(desk.shop.results == [.reject] && desk.shop.tokens.isEmpty)
        }

        @Test("A wallet that this device does not have is not paid with outside the sandbox") func noWallet() async {
            let apple = HandGateway.method("APPLE_PAY", form: "WALLET", name: "Apple Pay")
            let wallet = CardPaymentMethod(paymentMethodType: "APPLE_PAY")
            let desk = Desk()
            desk.gateway.change { ($0.methods, $0.environment) = ([apple], "prod") }
            await desk.act {
                Yuno.startPaymentLite(with: desk.shop, paymentSelected: wallet, showPaymentStatus: false)
            }
            #expect(desk.shop.results == [.internalError] && desk.shop.substatuses == ["UNAVAILABLE_PAYMENT_METHOD"])
            let sandbox = Desk()
            sandbox.gateway.change { $0.methods = [apple] }
            await sandbox.act { Yuno.startPaymentLite(with: sandbox.shop, paymentSelected: wallet) }
            await sandbox.press("pay")
            #expect(sandbox.shop.tokens.count == 1)
        }

        @Test("O11: the newer start wins; the older flow's delegate is told once") func newerWins() async {
            let desk = Desk()
            await desk.act { Yuno.startPaymentLite(with: desk.shop, paymentSelected: CardPaymentMethod()) }
            let other = Shop(session: "session-2")
            await desk.act { Yuno.startPaymentLite(with: other, paymentSelected: CardPaymentMethod()) }
            #expect(desk.shop.results == [.userCancell] && desk.shop.stage.presented == nil)
            #expect(other.results.isEmpty && other.stage.presented != nil)
        }

        @Test("Started twice for the same payment, there is one form and one token") func twice() async {
            let desk = Desk()
            await desk.act {
                Yuno.startPaymentLite(with: desk.shop, paymentSelected: CardPaymentMethod())
                Yuno.startPaymentLite(with: desk.shop, paymentSelected: CardPaymentMethod())
            }
            desk.type()
            await desk.press("pay")
            #expect(desk.shop.stage.shown.filter { $0 == "present" }.count == 1 && desk.shop.tokens.count == 1)
        }

        @Test("A delegate that has gone away is not kept, and nothing breaks") func goneDelegate() async {
            var desk: Desk? = Desk()
            let stage = desk?.shop.stage
            weak let shop = desk?.shop
            let gateway = desk?.gateway
            await desk?.payByCard()
            gateway?.change { $0.payment = HandGateway.payment("SUCCEEDED", "APPROVED") }
            desk = nil
            #expect(shop == nil)
            Yuno.continuePayment(showPaymentStatus: false)
            await settleAll()
            #expect(stage?.presented == nil)
        }

        @Test("O14: without a controller the result is an internal error that says so") func noPresenter() async {
            @MainActor final class Bare: @preconcurrency YunoPaymentDelegate {
                nonisolated let checkoutSession = "session-1"
                nonisolated let countryCode = "BR"
                var results: [Yuno.Result] = []
                var substatus: String?
                var tokens = 0
                func yunoCreatePayment(with token: String) { tokens += 1 }
                func yunoPaymentResult(_ result: Yuno.Result) { results.append(result) }
                func yunoPaymentResult(_ result: Yuno.Result, substatus: String?) { self.substatus = substatus }
            }
            let (desk, bare) = (Desk(), Bare())
            await desk.act { Yuno.startPaymentLite(with: bare, paymentSelected: CardPaymentMethod()) }
            #expect(bare.results == [.internalError] && bare.substatus == "NO_PRESENTER")
            #expect(bare.tokens == 0, "what has ended pays for nothing")
            desk.gateway.change { $0.methods = [HandGateway.pix] }
            let pix = CardPaymentMethod(paymentMethodType: "PIX")
            await desk.act { Yuno.startPaymentLite(with: bare, paymentSelected: pix) }
            #expect(bare.results.count == 2 && bare.tokens == 0 && desk.gateway.now.tokens.isEmpty)
        }

        @Test("YL58: a payer cannot close the loader the app keeps, so that no result comes before the payment's")
        func keptLoader() async {
            let desk = Desk(config: YunoConfig(keepLoader: true))
            await desk.payByCard()
            await desk.close()
            #expect(desk.screen?.id == "handed-over" && desk.shop.results.isEmpty)
            desk.gateway.change { $0.payment = HandGateway.payment("SUCCEEDED", "APPROVED") }
            await desk.act { Yuno.continuePayment(showPaymentStatus: false) }
            #expect(desk.shop.results == [.succeeded])
        }

        @Test("A payment is gone on with whatever can be paid with just now") func resumesWithoutMethods() async {
            let desk = Desk()
            await desk.act {
                Yuno.startPaymentLite(with: desk.shop, paymentSelected: CardPaymentMethod(paymentMethodType: ""))
            }
            desk.gateway.change {
                $0.methods = [["type": "SPEI", "name": "SPEI", "form": "NONE", "available": false]]
            }
            await desk.act { Yuno.continuePayment(showPaymentStatus: false) }
            desk.gateway.change { $0.payment = HandGateway.payment("SUCCEEDED", "APPROVED") }
            await desk.pass(seconds: 3)
            #expect(desk.shop.results == [.internalError, .succeeded])
        }

        @Test("YL23, YL24: short form only, long form only, both, neither: one call, to one of them") func tokenForms()
            async
        {
            let short = ShortShop()
            let desk = Desk()
            await desk.act { Yuno.startPaymentLite(with: short, paymentSelected: CardPaymentMethod()) }
            desk.type(into: short.stage.presented)
            await desk.act { short.stage.presented?.interface.perform(.press("pay")) }
            #expect(short.calls == ["short"])
            let both = BothShop()
            await desk.act { Yuno.startPaymentLite(with: both, paymentSelected: CardPaymentMethod()) }
            desk.type(into: both.stage.presented)
            await desk.act { both.stage.presented?.interface.perform(.press("pay")) }
            #expect(both.calls == ["long"])
            let neither = NeitherShop()
            await desk.act { Yuno.startPaymentLite(with: neither, paymentSelected: CardPaymentMethod()) }
            desk.type(into: neither.stage.presented)
            await desk.act { neither.stage.presented?.interface.perform(.press("pay")) }
            #expect(desk.gateway.now.tokens.count == 3 && neither.results == 0)
        }

        @Test("YR43: a start from another thread is told on the main one") func threads() async {
            let desk = Desk()
            desk.pays(HandGateway.payment("SUCCEEDED", "APPROVED"), showsStatus: false)
            let shop = desk.shop
            let core = desk.core
            await Task.detached {
                YunoCore.$current.withValue(core) {
                    Yuno.startPaymentLite(with: shop, paymentSelected: CardPaymentMethod(), showPaymentStatus: false)
                }
            }.value
            for _ in 0..<50 {
                try? await Task.sleep(nanoseconds: 2_000_000)
                if desk.shop.stage.presented != nil { break }
            }
            await desk.settle()
            desk.type()
            await desk.press("pay")
            #expect(desk.shop.results == [.succeeded])
        }
    }
}

@MainActor final class ShortShop: @preconcurrency YunoPaymentDelegate {
    nonisolated let checkoutSession = "session-1"
    nonisolated let countryCode = "BR"
    let stage = Stage()
    var viewController: YunoViewController? { stage }
    var calls: [String] = []
    func yunoCreatePayment(with token: String) { calls.append("short") }
}

@MainActor final class NeitherShop: @preconcurrency YunoPaymentDelegate {
    nonisolated let checkoutSession = "session-1"
    nonisolated let countryCode = "BR"
    let stage = Stage()
    var viewController: YunoViewController? { stage }
    var results = 0
    func yunoPaymentResult(_ result: Yuno.Result) { results += 1 }
}

@MainActor final class BothShop: @preconcurrency YunoPaymentDelegate {
    nonisolated let checkoutSession = "session-1"
    nonisolated let countryCode = "BR"
    let stage = Stage()
    var viewController: YunoViewController? { stage }
    var calls: [String] = []
    func yunoCreatePayment(with token: String) { calls.append("short") }
    func yunoCreatePayment(with token: String, information: [String: Any]) { calls.append("long") }
}
