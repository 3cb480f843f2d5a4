import Interface
import SwiftUI
import Testing
import UIKit
import WireTesting

@testable import YunoSDK

extension YunoSamples {
    @Suite @MainActor struct RenderPages {
        private let method = CardPaymentMethod(paymentMethodType: "CARD")

        private func posted(_ name: Notification.Name) -> Counter {
            let counter = Counter()
            counter.observer = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
                counter.add()
            }
            return counter
        }

        @Test(
            "YR1 YR2 YR4 YR5 YR6 YR7 YR9 YR19 YR28 YR30 YR31 YR41 YR43 YR64 Both pages' complete example runs",
            arguments: [true, false])
        func completeExample(isLitePage: Bool) async {
            let stage = AppStage()
            let delegate = PaymentDelegate(
                checkoutSession: "session-1", countryCode: "BR", viewController: stage.root)
            PaymentService.tokens = []
            PaymentService.creates = { _ in
                stage.gateway.change { $0.payment = HandGateway.payment("SUCCEEDED", "APPROVED") }
                return .success(())
            }
            let succeeded = posted(.paymentSucceeded)
            let view = PaymentRenderView(
                selectedPaymentMethod: method, delegate: delegate, isLitePage: isLitePage)
            // Before the form is there, the app's own views are.
            #expect(stage.draw(view).texts == ["Complete Purchase", "2 items", "Confirm Payment"])
            let drawn = await stage.drawSettled(view)
            #expect(drawn.texts.starts(with: ["Complete Purchase", "2 items", "Payment Information"]))
            #expect(drawn.fields.count >= 3 && stage.root.presentedViewController == nil)
            // Nothing is sent before the app's button, and nothing with an empty form.
            await stage.act { drawn.button("Confirm Payment")?.press?() }
            #expect(stage.gateway.now.tokens.isEmpty && PaymentService.tokens.isEmpty)
            await stage.type(into: stage.draw(view))
            await stage.act { stage.draw(view).button("Confirm Payment")?.press?() }
            #expect(PaymentService.tokens == ["ott-1"])
            #expect(stage.gateway.now.tokens.first?["card"]?["number"]?.string == "4507990000000002")
            await stage.until { succeeded.value == 1 }
            #expect(succeeded.value == 1 && stage.root.presentedViewController == nil)
        }

        @Test(
            "YR12 YR16 YR21 YR25 YR26 YR27 YR48 YR49 Step by step, to a challenge in the app's own view and its result")
        func steps() async throws {
            let screen = MyViewController()
            let stage = AppStage(screen)
            stage.gateway.change { $0.methods = [HandGateway.card] }
            screen.createsPayment = { _ in
                stage.gateway.change { $0.payment = HandGateway.challenge }
                return true
            }
            await stage.act { await screen.start(method) }
            let form = try #require(screen.formView)
            #expect(stage.draw(form).texts.first == "Payment Information")
            await stage.type(into: stage.draw(form))
            await stage.act { stage.draw(form).button("Pay")?.press?() }
            #expect(screen.tokens == ["ott-1"] && screen.shown.isEmpty)
            await stage.until { screen.additionalView != nil }
            let additional = try #require(screen.additionalView)
            let page = try #require(stage.draw(additional).page)
            #expect(page.standInLoads.map(\.absoluteString) == ["http://127.0.0.1:9/challenge/1?x=1"])
            stage.gateway.change { $0.payment = HandGateway.payment("SUCCEEDED", "APPROVED") }
            await stage.act { page.standInPost(#"{"origin":"CHALLENGE","status":"COMPLETED","data":"shop://pay"}"#) }
            #expect(screen.shown == ["success"])
        }

        @Test(
            "YR50 YR51 YR61 A method without a form is submitted at once; without a further view the payment completes",
            arguments: [
                ("SUCCEEDED", "APPROVED", "success"), ("DECLINED", "DECLINED", "rejection"),
                ("ERROR", "ERROR", "error"),
            ])
        func withoutForm(_ row: (status: String, sub: String, shown: String)) async {
            let screen = MyViewController()
            let stage = AppStage(screen)
            stage.gateway.change { $0.methods = [HandGateway.pix] }
            screen.createsPayment = { _ in
                stage.gateway.change { $0.payment = HandGateway.payment(row.status, row.sub) }
                return true
            }
            await stage.act { await screen.start(CardPaymentMethod(paymentMethodType: "PIX")) }
            #expect(screen.formView == nil && screen.tokens == ["ott-1"])
            await stage.until { !screen.shown.isEmpty }
            #expect(screen.additionalView == nil && screen.shown == [row.shown])
        }

        @Test("YR22 YR46 A page of a bank's that goes where it ends is over, and the app is not opened by it")
        func arrives() async throws {
            let screen = MyViewController()
            let stage = AppStage(screen)
            stage.gateway.change { $0.methods = [HandGateway.pix] }
            screen.createsPayment = { _ in
                stage.gateway.change { $0.payment = HandGateway.challenge }
                return true
            }
            await stage.act { await screen.start(CardPaymentMethod(paymentMethodType: "PIX")) }
            await stage.until { screen.additionalView != nil }
            let additional = try #require(screen.additionalView)
            let page = try #require(stage.draw(additional).page)
            stage.gateway.change { $0.payment = HandGateway.payment("DECLINED", "DECLINED") }
            await stage.act { #expect(!page.standInGo("shop://pay?checkoutSession=session-1")) }
            #expect(screen.shown == ["rejection"])
        }

        @Test("YR44 YR45 YR63 The use cases, and the way here from the older calls, as they are printed")
        func useCases() async {
            let stage = AppStage()
            let delegate = PaymentDelegate(
                checkoutSession: "session-1", countryCode: "BR", viewController: stage.root)
            PaymentService.tokens = []
            PaymentService.creates = { _ in .failure(CancellationError()) }
            #expect(await stage.act { await RenderUseCases.newCard(delegate) } != nil)
            #expect(await stage.act { await RenderUseCases.migrated(method, delegate) } != nil)
            stage.gateway.change {
                $0.methods.append(
                    HandGateway.method("CARD", form: "SAVED_CARD", name: "VISA", token: "saved_token_123"))
            }
            let saved = await stage.act { await RenderUseCases.savedCard(delegate) }
            #expect(saved.0 == nil && PaymentService.tokens.isEmpty)
            await stage.act { saved.1.submitForm() }
            #expect(PaymentService.tokens == ["ott-1"])
        }

        @Test("YR62 YR63 The older calls and the environment's line compile, and change what they say")
        func previously() async {
            let stage = AppStage()
            await stage.act { RenderUseCases.previously() }
            #expect(stage.core.runtime.environment == .staging)
        }

        @Test(
            "YR11 YR14 YR52 YR56 YR57 A published app's render screen: loading, the form, and what takes its place")
        func realScreen() async {
            let stage = AppStage()
            let model = TransactionModel()
            let view = PaymentRenderScreen(model: model, method: method)
            _ = stage.draw(view)
            let drawn = await stage.drawSettled(view)
            #expect(drawn.fields.count >= 3 && model.loading == [true, false])
            await stage.type(into: drawn)
            await stage.act { stage.draw(view).button("Pay")?.press?() }
            #expect(model.said == ["token ott-1"])
            stage.gateway.change { $0.payment = HandGateway.challenge }
            await stage.act { stage.draw(view).button("Continue")?.press?() }
            #expect(stage.draw(view).page != nil && stage.draw(view).fields.isEmpty)
            stage.gateway.change { $0.payment = HandGateway.payment("SUCCEEDED", "APPROVED") }
            let page = stage.draw(view).page
            await stage.act { page?.standInPost(#"{"origin":"CHALLENGE","status":"COMPLETED","data":""}"#) }
            #expect(model.said == ["token ott-1", "succeeded"] && model.isLoading == false)
        }

        @Test("T53 YR52 Enrolling in the app's page: the app's button while the form needs one, then the result")
        func enrolls() async {
            let stage = AppStage()
            let model = TransactionModel()
            let view = EnrollmentRenderScreen(model: model)
            _ = stage.draw(view)
            let drawn = await stage.drawSettled(view)
            #expect(drawn.fields.count >= 3)
            await stage.type(into: drawn)
            await stage.act { stage.draw(view).button("Enroll")?.press?() }
            #expect(model.said == ["enrollment succeeded"])
            #expect(stage.draw(view).button("Enroll") == nil)
        }

        @Test("A form that an app keeps when its flow is gone breaks nothing")
        func keptForm() async throws {
            let stage = AppStage()
            let model = TransactionModel()
            var flow: (any YunoPaymentRenderFlowProtocol)? = await stage.act {
                await Yuno.startPaymentRenderFlow(paymentMethodSelected: method, with: model)
            }
            let form = try #require(
                await stage.act { await flow?.formView(paymentMethodSelected: method, with: model) })
            flow = nil
            // Another flow takes over: nobody keeps the first one.
            await stage.act { Yuno.startPaymentLite(with: model, paymentSelected: method) }
            #expect(model.said == ["cancelled"])
            let drawn = stage.draw(form)
            await stage.type(into: drawn)
            #expect(stage.draw(form).fields.count >= 3)
            await stage.close()
        }
    }
}

/// Counts across threads.
final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0
    var observer: (any NSObjectProtocol)?

    func add() { lock.withLock { count += 1 } }
    var value: Int { lock.withLock { count } }

    deinit { if let observer { NotificationCenter.default.removeObserver(observer) } }
}
