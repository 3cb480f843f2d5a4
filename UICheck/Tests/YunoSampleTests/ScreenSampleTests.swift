import Foundation
import Interface
import SwiftUI
import Testing
import UIKit
import WebKit
import WireTesting

@testable import InterfaceApple
@testable import YunoSDK

extension YunoSamples {
    @Suite @MainActor struct LiteAndFull {
        @Test(
            "YL10 YH10 YF10 Set up from a scene's delegate, as the page prints it: told once the gateway knows the key")
        func scene() async {
            let stage = AppStage()
            let delegate = LitePage.SceneDelegate()
            await stage.act {
                delegate.scene(stage.scene, willConnectTo: UISceneSession(), options: UIScene.ConnectionOptions())
            }
            #expect(delegate.isInitialized == true && stage.core.isInitialized)
        }

        @Test(
            "YL2 YL13 YL14 YL15 YL16 YL22 YL26 YL57 The Lite page's controller, from its form to its result")
        func lite() async throws {
            let screen = LitePage.ViewController()
            let stage = AppStage(screen)
            await stage.act {
                screen.pay(LitePage.Chosen(vaultedToken: nil, paymentMethodType: "CARD"))
            }
            let sheet = try #require(stage.sheet)
            #expect(sheet.presentingViewController === screen && sheet.modalPresentationStyle == .fullScreen)
            #expect(sheet.model.screen.language == "en")
            stage.type()
            await stage.press("pay")
            #expect(screen.token == "ott-1" && screen.presentedViewController == nil)
            stage.gateway.change { $0.payment = HandGateway.payment("SUCCEEDED", "APPROVED") }
            await stage.act { screen.paymentCreated() }
            #expect(stage.screen?.id == "success" && screen.results.isEmpty)
            await stage.press("done")
            #expect(screen.results == [.succeeded] && screen.presentedViewController == nil)
        }

        @Test("YL15 The controller is held weakly: a flow keeps none alive")
        func weak() async {
            let stage = AppStage()
            var service: Option3.MyService? = Option3.MyService(
                countryCode: "BR", language: "en", checkoutSession: "session-1", viewController: stage.root)
            let kept = WeakBox(service)
            await stage.act {
                guard let service else { return }
                Yuno.startPaymentLite(with: service, paymentSelected: CardPaymentMethod())
            }
            service = nil
            #expect(kept.object == nil && stage.sheet != nil)
            await stage.close()
            #expect(stage.sheet == nil)
        }

        @Test("YL27 YL34 Without a status screen a challenge is shown all the same, and its end is told at once")
        func challenge() async throws {
            let screen = LitePage.ViewController()
            let stage = AppStage(screen)
            await stage.act {
                screen.pay(LitePage.Chosen(vaultedToken: "", paymentMethodType: "CARD"), showPaymentStatus: false)
            }
            stage.type()
            await stage.press("pay")
            stage.gateway.change { $0.payment = HandGateway.challenge }
            await stage.act { Yuno.continuePayment(showPaymentStatus: false) }
            let sheet = try #require(stage.sheet)
            let drawn = stage.draw(AnyView(SheetView(sheet.model)))
            let page = try #require(drawn.page)
            stage.gateway.change { $0.payment = HandGateway.payment("DECLINED", "DECLINED") }
            await stage.act { page.standInPost(#"{"origin":"CHALLENGE","status":"COMPLETED","data":""}"#) }
            #expect(screen.results == [.reject] && screen.presentedViewController == nil)
        }

        @Test("YL37 YL38 YL39 YH66 A link of the app's scheme ends the page it came from; another is not taken")
        func link() async throws {
            let screen = LitePage.ViewController()
            let stage = AppStage(screen)
            stage.gateway.change {
                $0.callback = "yunoexample://pay?checkoutSession=session-1"
                $0.methods = [HandGateway.pix]
            }
            await stage.act { screen.pay(LitePage.Chosen(vaultedToken: nil, paymentMethodType: "PIX")) }
            #expect(screen.token == "ott-1")
            stage.gateway.change {
                $0.payment = HandGateway.payment(
                    "PENDING", "PENDING_PROVIDER_CONFIRMATION",
                    action: ["type": "REDIRECT", "url": "https://bank.example/pay", "mode": "in_app"])
            }
            await stage.act { screen.paymentCreated() }
            #expect(stage.safari?.standInURL.absoluteString == "https://bank.example/pay")
            let app = LitePage.AppDelegate()
            let other = try #require(URL(string: "another://pay?checkoutSession=session-1"))
            #expect(stage.sync { !app.application(UIApplication.shared, open: other) })
            let stranger = try #require(URL(string: "yunoexample://pay?checkoutSession=session-9"))
            #expect(stage.sync { !app.application(UIApplication.shared, open: stranger) })
            stage.gateway.change { $0.payment = HandGateway.payment("SUCCEEDED", "APPROVED") }
            let back = try #require(URL(string: "yunoexample://pay?checkoutSession=session-1"))
            await stage.act { #expect(app.application(UIApplication.shared, open: back)) }
            #expect(stage.safari == nil && stage.screen?.id == "success")
            await stage.press("done")
            #expect(screen.results == [.succeeded])
        }

        @Test("YL36 A method that leaves the app opens it, and its page is read when the payer comes back")
        func external() async {
            let screen = LitePage.ViewController()
            let stage = AppStage(screen)
            stage.gateway.change { $0.methods = [HandGateway.pix] }
            await stage.act { screen.pay(LitePage.Chosen(vaultedToken: nil, paymentMethodType: "PIX")) }
            stage.gateway.change {
                $0.payment = HandGateway.payment(
                    "PENDING", "PENDING_PROVIDER_CONFIRMATION",
                    action: ["type": "REDIRECT", "url": "bank://pay", "mode": "external"])
            }
            await stage.act { screen.paymentCreated() }
            #expect(UIApplication.shared.standInOpened.map(\.absoluteString) == ["bank://pay"])
            stage.gateway.change { $0.payment = HandGateway.payment("SUCCEEDED", "APPROVED") }
            await stage.act {
                NotificationCenter.default.post(name: UIApplication.willEnterForegroundNotification, object: nil)
            }
            #expect(stage.screen?.id == "success")
            await stage.press("done")
        }

        @Test("YL19 The screen stands over the front-most one when the app names none, and over what its own presents")
        func topmost() async {
            let stage = AppStage()
            let modal = UIViewController()
            stage.root.present(modal, animated: false)
            await settleAll()
            let service = Option3.MyService(
                countryCode: "BR", language: "en", checkoutSession: "session-1", viewController: nil)
            await stage.act { Yuno.startPaymentLite(with: service, paymentSelected: CardPaymentMethod()) }
            #expect(modal.presentedViewController === stage.sheet && stage.sheet != nil)
            let named = Option3.MyService(
                countryCode: "BR", language: "en", checkoutSession: "session-2", viewController: stage.root)
            await stage.act { Yuno.startPaymentLite(with: named, paymentSelected: CardPaymentMethod()) }
            #expect(modal.presentedViewController === stage.sheet && stage.sheet != nil)
            await stage.close()
            #expect(modal.presentedViewController == nil)
        }

        @Test("YL19 Nowhere to stand is the app's fault, and told; a screen below that goes takes the flow along")
        func nowhere() async {
            let screen = LitePage.ViewController()
            let stage = AppStage(screen)
            screen.standInRefusesToPresent = true
            await stage.act { screen.pay(CardPaymentMethod()) }
            #expect(screen.results == [.internalError])
            screen.standInRefusesToPresent = false
            await stage.act { screen.pay(CardPaymentMethod()) }
            #expect(stage.sheet != nil)
            await stage.act { screen.standInRemovePresented() }
            #expect(screen.results == [.internalError, .userCancell])
        }

        @Test(
            "YF2 YF6 YF13 YF17 YF20 YF25 YF26 YF28 YF29 YF33 YF34 YF35 YF41 YF42 T37 The Full page as printed"
        )
        func full() async throws {
            let screen = FullPage.ViewController()
            let stage = AppStage(screen)
            stage.gateway.change {
                $0.methods = [
                    HandGateway.method("CARD", form: "SAVED_CARD", name: "VISA ****1111", token: "vault-1"),
                    HandGateway.card,
                ]
            }
            await stage.act { screen.initialize() }
            #expect(screen.isInitialized == true)
            #expect((screen as any YunoPaymentDelegate).countryCode == "BR")
            await stage.act { screen.showMethods() }
            let list = try #require(screen.methods as? LiveView)
            let hosting = try #require(list.hosting)
            #expect(hosting.standInDraw().texts.contains("VISA ****1111"))
            #expect(screen.heights.last == 200 && list.intrinsicContentSize.height == 200)
            await stage.act { list.model.perform(.press("list.row.0")) }
            #expect(
                screen.selected.last?.paymentMethodType == "CARD" && screen.selected.last?.vaultedToken == "vault-1")
            // What is measured is not counted again.
            #expect(screen.heights.last == 200)
            await stage.act { screen.pay(showPaymentStatus: true) }
            #expect(screen.tokens == ["ott-1"])
            stage.gateway.change { $0.payment = HandGateway.payment("SUCCEEDED", "APPROVED") }
            await stage.act { screen.paymentCreated(showPaymentStatus: true) }
            #expect(stage.screen?.id == "success" && screen.results.isEmpty)
            await stage.press("done")
            #expect(screen.results == [.succeeded])
        }

        @Test("YF36 YF37 Without a status screen the result comes at once; the list hears of a removal")
        func fullQuiet() async throws {
            let screen = FullPage.ViewController()
            let stage = AppStage(screen)
            stage.gateway.change {
                $0.methods = [
                    HandGateway.method("CARD", form: "SAVED_CARD", name: "VISA ****1111", token: "vault-1"),
                    HandGateway.pix,
                ]
            }
            await stage.act { screen.showMethods() }
            let list = try #require(screen.methods as? LiveView)
            await stage.act { list.model.perform(.press("list.remove.0")) }
            await stage.act { list.model.perform(.press("list.confirm")) }
            #expect(screen.unenrolled == [true])
            await stage.act { list.model.perform(.press("list.row.0")) }
            await stage.act { screen.pay(showPaymentStatus: false) }
            stage.gateway.change { $0.payment = HandGateway.payment("SUCCEEDED", "APPROVED") }
            await stage.act { screen.paymentCreated(showPaymentStatus: false) }
            #expect(screen.results == [.succeeded] && stage.sheet == nil)
        }

        @Test(
            "YF27 YF28 In SwiftUI it is opened once, however often the app is drawn, and again for another session"
        )
        func swiftUI() async throws {
            let stage = AppStage()
            let model = TransactionModel()
            let view = FullPage.Methods(delegate: model)
            let drawn = await stage.drawSettled(view)
            #expect(drawn.texts.contains("Card") && model.height == 200)
            let asked = stage.gateway.now.paths.count
            for _ in 0..<3 { _ = await stage.drawSettled(view) }
            #expect(stage.gateway.now.paths.count == asked)
            model.checkoutSession = "session-2"
            _ = await stage.drawSettled(view)
            #expect(stage.gateway.now.paths.last?.contains("session-2") == true)
        }

        @Test("T17 YF27 YF28 Both kinds of views in one file, typed and not")
        func bothKinds() async {
            let stage = AppStage()
            let model = TransactionModel()
            let container = UIView(frame: .zero)
            let views = await stage.act { await BothKinds.show(model, in: container) }
            #expect(container.subviews.count == 2 && views.count == 3)
            for view in views {
                #expect(await stage.drawSettled(AnyView(view.id(UUID()))).texts.contains("Card"))
            }
        }

        @Test(
            "YF24 YL62 A published app's screen of UIKit's: the list and its height, chosen, paid, enrolled"
        )
        func exampleScreen() async throws {
            let screen = ExampleScreen()
            let stage = AppStage(screen)
            await stage.act {
                screen.generateView()
                await screen.generates?.value
            }
            // Again, as for every edit of the session: the last one counts.
            await stage.act {
                screen.generateView()
                await screen.generates?.value
            }
            let list = try #require(screen.methodsView as? LiveView)
            _ = list.hosting?.standInDraw()
            #expect(screen.height?.constant == 200 && screen.view.subviews.contains { $0 === list })
            await stage.act { list.model.perform(.press("list.row.0")) }
            #expect(screen.paymentSelected?.paymentMethodType == "CARD")
            await stage.act { screen.pay() }
            stage.type()
            await stage.press("pay")
            stage.gateway.change { $0.payment = HandGateway.payment("DECLINED", "DECLINED") }
            await stage.act { screen.proceed() }
            await stage.press("done")
            #expect(screen.said == ["token ott-1", "reject"])
            await stage.act { screen.enroll() }
            stage.type()
            await stage.press("pay")
            await stage.press("done")
            #expect(screen.said.last == "enrollment succeeded")
        }

        @Test("YL1 YF1 YL62 A bridge's class: the short token's function, raw results, seamless")
        func bridge() async {
            let stage = AppStage()
            let bridge = BridgeMethods()
            await stage.act { bridge.initialize(apiKey: "sandbox_x", accentColor: nil, saves: false, keepLoader: true) }
            await stage.act {
                bridge.start(
                    session: "session-1", country: "BR", screen: stage.root,
                    method: BridgeMethod(vaultedToken: nil, paymentMethodType: "CARD"))
            }
            stage.type()
            await stage.press("pay")
            #expect(bridge.token == "ott-1" && stage.sheet != nil)
            await stage.act { bridge.hide() }
            #expect(stage.sheet == nil)
            stage.gateway.change { $0.payment = HandGateway.payment("ERROR", "ERROR") }
            await stage.act { bridge.proceed() }
            #expect(bridge.states == [2])
            let view = await stage.act { await BridgeSeamless.methods(bridge) }
            #expect(view.semanticContentAttribute == .forceRightToLeft)
            stage.gateway.change {
                $0.payment = nil
                $0.workflow = "SDK_SEAMLESS"
            }
            let paid = Task { await stage.act { await BridgeSeamless.pay("session-1", screen: stage.root) } }
            await settleAll()
            stage.type()
            await stage.press("pay")
            await stage.press("done")
            #expect(await paid.value == 1)
        }

        @Test("YL61 YF45 The app's colours are read for a light and for a dark screen")
        func colors() async {
            let accent = UIColor { traits in
                traits.userInterfaceStyle == .dark
                    ? UIColor(red: 0, green: 1, blue: 0, alpha: 1) : UIColor(red: 1, green: 0, blue: 0, alpha: 1)
            }
            let look = Look(Yuno.Appearance(accentColor: accent))
            #expect(look.light.controls.accent == Interface.Color(css: "#ff0000"))
            #expect(look.dark.controls.accent == Interface.Color(css: "#00ff00"))
            #expect(look.scheme == .auto)
        }
    }

    @Suite @MainActor struct Options {
        private func end(_ delegate: any YunoPaymentDelegate, _ stage: AppStage) async {
            await stage.act {
                Yuno.startPaymentLite(with: delegate, paymentSelected: CardPaymentMethod(), showPaymentStatus: true)
            }
            #expect(stage.screen?.language == "en")
            await stage.close()
        }

        @Test("YC3 YC9 YC10 YC11 YC18 YC19 YF19 YF46 T11 The first option runs as both pages print it")
        func first() async {
            let screen = Option1.MyViewController()
            let stage = AppStage(screen)
            await end(screen, stage)
            #expect(screen.results == [.userCancell])
        }

        @Test("YC12 YC13 YC14 YC17 T12 The second: its getters are read on the main actor, started from any thread")
        func second() async {
            let screen = Option2.MyViewController()
            let stage = AppStage(screen)
            screen.configLanguage = "FR"
            let core = stage.core
            await stage.act {
                let held = Held(screen)
                await Task.detached {
                    YunoCore.$current.withValue(core) {
                        Yuno.startPaymentLite(with: held.delegate, paymentSelected: CardPaymentMethod())
                    }
                }.value
            }
            #expect(stage.screen?.language == "fr")
            await stage.close()
        }

        @Test("YC2 YC4 YC5 YC6 YC7 YC8 YC15 YC16 T13 The third: no actor's, no Sendable, and its controller is used")
        func third() async {
            let stage = AppStage()
            let service = Option3.MyService(
                countryCode: "BR", language: "EN", checkoutSession: "session-1", viewController: stage.root)
            await end(service, stage)
            #expect(stage.root.presentedViewController == nil)
        }
    }

    @Suite @MainActor struct Headless {
        @Test("YH3 YH18 YH19 YH21 YH29 The Headless page's two tokens, as they are printed")
        func tokens() async throws {
            let stage = AppStage()
            let app = HeadlessPage()
            await stage.act { app.begin() }
            let first = try await stage.act { try await app.card() }
            #expect(first["token"] as? String == "ott-1")
            let second = try await stage.act { try await app.vaulted() }
            #expect(second["token"] as? String == "ott-2")
            let sent = stage.gateway.now.tokens
            // What the app gave, and nothing the SDK would add of its own.
            #expect(
                sent.first?["card"] == [
                    "number": "4111111111111111", "expiration_month": 12, "expiration_year": 25,
                    "security_code": "123", "holder_name": "Andrea", "type": "CREDIT",
                ])
            #expect(sent.first?["vault_on_success"] == true)
            #expect(sent.last?["vaulted_token"]?.string == "c8bb2bd8-8abf-4265-b478-0ec4e3c10cd5")
            #expect(sent.last?["installment"]?["value"] == 1)
        }

        @Test("YH53 YH55 YH56 YH57 The page's own web view hears the challenge's word, and goes away")
        func webView() async throws {
            let stage = AppStage()
            let screen = HeadlessWebView(url: "https://3ds.example/challenge.html?session=1")
            stage.root.present(screen, animated: false)
            await settleAll()
            let web = try #require(Mirror(reflecting: screen).descendant("webView") as? WKWebView)
            #expect(web.standInLoads.map(\.absoluteString) == ["https://3ds.example/challenge.html?session=1"])
            let word = #"{"origin":"CHALLENGE","status":"COMPLETED","data":"shop://pay"}"#
            web.standInPost(word)
            await settleAll()
            #expect(screen.messageBody == word && stage.root.presentedViewController == nil)
            #expect(web.configuration.userContentController.standInHandlers.isEmpty)
            #expect(ChallengeMessage(word) == .completed(callbackURL: "shop://pay"))
        }

        @Test(
            "YH40 YH42 YH43 YH64 A card payment continued: its challenge stands there only while it must"
        )
        func continued() async throws {
            let stage = AppStage()
            stage.gateway.change { $0.payment = HandGateway.payment("PENDING", "IN_PROCESS") }
            var results: [Yuno.Result] = []
            await stage.act {
                Yuno.apiClientPayment(countryCode: "BR", checkoutSession: "session-1").continueCardPayment { result in
                    MainActor.assumeIsolated { results.append(result) }
                }
            }
            #expect(results == [.processing] && stage.sheet == nil)
            stage.gateway.change { $0.payment = HandGateway.challenge }
            await stage.clock.pass(seconds: 3) { await settleAll() }
            let sheet = try #require(stage.sheet)
            let page = try #require(stage.draw(AnyView(SheetView(sheet.model))).page)
            stage.gateway.change { $0.payment = HandGateway.payment("SUCCEEDED", "APPROVED") }
            await stage.act { page.standInPost(#"{"origin":"CHALLENGE","status":"COMPLETED","data":""}"#) }
            #expect(results == [.processing, .succeeded] && stage.sheet == nil)
        }

        @Test("T20 T21 YL62 A published app's headless screen: an empty session, a token from JSON, no challenge")
        func published() async throws {
            let stage = AppStage()
            let model = TransactionModel()
            #expect(await model.challengeAddress() == nil)
            try stage.sync { try model.prepareHeadless() }
            let method = #"{"type":"CARD","card":{"detail":{"number":"4111111111111111"}}}"#
            let json = #"{"checkout_session":"session-1","payment_method":\#(method)}"#
            #expect(try await stage.act { try await model.token(json: json) } == "ott-1")
            stage.gateway.change { $0.failing = ["/challenge": 400] }
            #expect(await stage.act { await model.challengeAddress() } == nil)
        }
    }
}

/// Hands a delegate over to a thread, as an app in Swift 5 does.
private struct Held: @unchecked Sendable {
    let delegate: any YunoPaymentDelegate
    init(_ delegate: any YunoPaymentDelegate) { self.delegate = delegate }
}

private struct WeakBox {
    private(set) weak var object: AnyObject?
    init(_ object: AnyObject?) { self.object = object }
}
