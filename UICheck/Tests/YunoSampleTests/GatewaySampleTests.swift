import Foundation
import Interface
import SwiftUI
import Testing
import UIKit
import Wire
import WireTesting

@testable import InterfaceApple
@testable import YunoSDK

extension YunoSamples {
    /// The same samples, unchanged, against the real gateway over a socket of this machine.
    @Suite @MainActor struct AgainstTheGateway {
        private func withStage(
            _ root: UIViewController? = nil, printed: String = "session-1",
            _ body: (AppStage, ServedGateway, _ session: String) async throws -> Void
        ) async throws {
            let gateway = try await ServedGateway()
            defer { gateway.stop() }
            let session = try await gateway.session()
            let stage = AppStage(root, world: try gateway.world(sessions: [printed: session]))
            try await body(stage, gateway, session)
        }

        @Test(
            "YL26 YL31 YL32 The Lite page's controller pays a card",
            arguments: [
                ("4507990000000002", Yuno.Result.succeeded), ("4507990000000010", .reject),
            ])
        func lite(_ row: (number: String, result: Yuno.Result)) async throws {
            let screen = LitePage.ViewController()
            try await withStage(screen) { stage, gateway, session in
                await stage.act { screen.pay(LitePage.Chosen(vaultedToken: nil, paymentMethodType: "CARD")) }
                await stage.await { stage.screen?.ids.contains("card.number") == true }
                stage.type(row.number)
                await stage.press("pay")
                await stage.await { screen.token != nil }
                try await gateway.pay(session, screen.token ?? "")
                await stage.act { screen.paymentCreated() }
                await stage.await { stage.screen?.ids.contains("done") == true }
                await stage.press("done")
                await stage.await { screen.results == [row.result] }
            }
        }

        @Test("YF25 YF29 YF31 The Full page's controller lists the session's methods and pays with the chosen one")
        func full() async throws {
            let screen = FullPage.ViewController()
            try await withStage(screen) { stage, gateway, session in
                await stage.act { screen.showMethods() }
                await stage.await { stage.core.desk.list?.screen.ids.contains("list.row.0") == true }
                await stage.act { stage.core.desk.list?.perform(.press("list.row.0")) }
                #expect(screen.selected.last?.paymentMethodType == "CARD")
                await stage.act { screen.pay(showPaymentStatus: false) }
                await stage.await { stage.screen?.ids.contains("card.number") == true }
                stage.type()
                await stage.press("pay")
                await stage.await { screen.tokens.count == 1 }
                try await gateway.pay(session, screen.tokens[0])
                await stage.act { screen.paymentCreated(showPaymentStatus: false) }
                await stage.await { screen.results == [.succeeded] }
            }
        }

        @Test("YR24 YR32 YR40 The render page's controller goes through the bank's challenge in its own view")
        func render() async throws {
            let screen = MyViewController()
            try await withStage(screen) { stage, gateway, session in
                screen.createsPayment = { _ in false }
                await stage.act { await screen.start(CardPaymentMethod(paymentMethodType: "CARD")) }
                let form = try #require(screen.formView)
                await stage.type(into: stage.draw(form), "4916994064252017")
                await stage.act { stage.draw(form).button("Pay")?.press?() }
                await stage.await { screen.tokens.count == 1 }
                let made = try await gateway.pay(session, screen.tokens[0])
                #expect(made.said == "PENDING/WAITING_ADDITIONAL_STEP" && made.needsMore)
                await stage.act { screen.additionalView = await screen.paymentFlow?.continuePayment() }
                let view = try #require(screen.additionalView)
                let page = try #require(stage.draw(view).page)
                let bank = try #require(page.standInLoads.first)
                try await gateway.answerBank(bank.absoluteString, "1234")
                await stage.act {
                    page.standInPost(#"{"origin":"CHALLENGE","status":"COMPLETED","data":"yunoexample://pay"}"#)
                }
                await stage.await { screen.shown == ["success"] }
            }
        }

        @Test(
            "YH12 YH17 YH18 YH40 YH48 The headless page makes its token, and is sent to no challenge that is not there")
        func headless() async throws {
            try await withStage(printed: "438413b7-4921-41e4-b8f3-28a5a0141638") { stage, gateway, session in
                let page = HeadlessPage()
                stage.sync { page.begin() }
                let token = try #require(try await page.card()["token"] as? String)
                let made = try await gateway.pay(session, token)
                #expect(made.said == "SUCCEEDED/APPROVED" && !made.needsMore)
                await #expect(throws: YunoError.providerError("NO_CHALLENGE_REQUIRED")) {
                    _ = try await page.challenge(checkoutSession: nil).url
                }
            }
        }
    }
}

extension AppStage {
    /// Waits for what a real network brings, 20 seconds at most.
    func `await`(_ location: SourceLocation = #_sourceLocation, _ isTrue: () -> Bool) async {
        for _ in 0..<2000 {
            if isTrue() { return }
            try? await Task.sleep(nanoseconds: 10_000_000)
        }
        Issue.record("it never came: \(screen?.id ?? "no screen")", sourceLocation: location)
    }
}
