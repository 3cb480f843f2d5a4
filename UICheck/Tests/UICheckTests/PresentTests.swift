import Foundation
import SafariServices
import SwiftUI
import Testing
import UIKit

@testable import Interface
@testable import InterfaceApple
@testable import WajubMobile
@testable import WajubMobileUI

extension AppleTests {
    @Suite @MainActor struct PresentTests {
        @Test("W14 W15 W53 A swipe closes the sheet, and present returns once it has gone, with onComplete's value")
        func swipe() async throws {
            let shop = Shop()
            _ = try await shop.open()
            let sheet = try #require(shop.sheet)
            #expect(shop.root.presentedViewController === sheet)
            #expect(sheet.modalPresentationStyle == .pageSheet && !sheet.isModalInPresentation)
            #expect(sheet.standInSwipeDown())
            await shop.ends("cancelled dismissed")
        }

        @Test("W53 The close button does the same")
        func closeButton() async throws {
            let shop = Shop()
            _ = try await shop.open()
            shop.sheet?.model.perform(.close)
            await shop.ends("cancelled dismissed")
            #expect(shop.root.presentedViewController == nil)
        }

        @Test("W54 W22 During a request the sheet cannot be swiped down; closing it says the payment goes on")
        func noSwipe() async throws {
            let desk = DeskTransport()
            desk.hold("/pay/process")
            let shop = Shop(desk)
            _ = try await shop.open()
            shop.pay()
            await eventually { desk.count("/pay/process") == 1 }
            let sheet = try #require(shop.sheet)
            #expect(sheet.isModalInPresentation)
            #expect(!sheet.standInSwipeDown())
            #expect(!sheet.accessibilityPerformEscape())
            await rest()
            #expect(shop.results.isEmpty && shop.root.presentedViewController === sheet)
            sheet.model.perform(.close)
            await shop.ends("processing")
            desk.release("/pay/process")
        }

        @Test("W19 Without from the topmost view controller of the main window presents")
        func topmost() async throws {
            let shop = Shop()
            let modal = UIViewController()
            shop.root.present(modal, animated: true)
            await rest()
            _ = try await shop.open()
            #expect(modal.presentedViewController === shop.sheet)
            shop.controller?.dismiss()
            await shop.ends("cancelled dismissed")
            #expect(shop.root.presentedViewController === modal)
        }

        @Test("W19 What is being dismissed does not present: the screen below it does")
        func leaving() async throws {
            let shop = Shop()
            let modal = UIViewController()
            shop.root.present(modal, animated: true)
            await rest()
            modal.dismiss(animated: true)
            #expect(modal.isBeingDismissed)
            _ = try await shop.open()
            #expect(shop.root.presentedViewController === shop.sheet)
            shop.controller?.dismiss()
            await shop.ends("cancelled dismissed")
        }

        @Test("W40 Without a window it returns hostGone at once")
        func noWindow() async {
            let shop = Shop()
            UIApplication.shared.standInScenes = []
            shop.present()
            await shop.ends("cancelled host_gone")
            #expect(shop.desk.count("/pay/process") == 0)
        }

        @Test("W40 When UIKit refuses the presentation it returns hostGone at once")
        func refused() async {
            let shop = Shop()
            shop.root.standInRefusesToPresent = true
            shop.present()
            await shop.ends("cancelled host_gone")
            // A screen that is in no window, and one that presents something already.
            let second = Shop()
            let loose = UIViewController()
            second.present(from: loose)
            await second.ends("cancelled host_gone")
            let third = Shop()
            third.root.present(UIViewController(), animated: false)
            await rest()
            third.present(from: third.root)
            await third.ends("cancelled host_gone")
        }

        @Test("W40 W116 A refusal is told before present even returns")
        func refusedAtOnce() {
            for isRefused in [true, false] {
                let shop = Shop()
                shop.root.standInRefusesToPresent = isRefused
                let world = testWorld(shop.desk, clock: StillClock())
                let browser = SystemBrowser()
                let controller = CheckoutController(options: shop.options, browser: browser, world: world)
                let presenter = SheetPresenter(from: shop.root, browser: browser, inherits: false)
                presenter.present(controller)
                #expect((controller.result != nil) == isRefused)
                controller.hostGone()
                presenter.dismiss(controller) {}
            }
        }

        @Test("W39 W38 The presenting screen is popped or let go of: cancelled before any attempt, hostGone")
        func popped() async throws {
            let shop = Shop()
            let gone: Weak
            do {
                let screen = UIViewController()
                gone = Weak(screen)
                shop.root.pushViewController(screen, animated: false)
                _ = try await shop.open(from: screen)
                shop.root.popViewController(animated: false)
            }
            await shop.ends("cancelled host_gone")
            #expect(gone.object == nil)
            #expect(shop.desk.count("/pay/cancel") == 0)
        }

        @Test(
            "W39 The presenting screen is dismissed, and takes the sheet along: processing once an attempt was launched"
        )
        func dismissed() async throws {
            let desk = DeskTransport()
            desk.hold("/pay/process")
            let shop = Shop(desk)
            let modal = UIViewController()
            shop.root.present(modal, animated: false)
            await rest()
            _ = try await shop.open(from: modal)
            shop.pay()
            await eventually { desk.count("/pay/process") == 1 }
            shop.root.dismiss(animated: true)
            await shop.ends("processing")
            #expect(desk.count("/pay/cancel") == 0)
            desk.release("/pay/process")
        }

        @Test("W39 After a success it is complete, whatever becomes of the screen")
        func successful() async throws {
            let shop = Shop(DeskTransport(status: "success"))
            let modal = UIViewController()
            shop.root.present(modal, animated: false)
            await rest()
            _ = try await shop.open(from: modal)
            await eventually { shop.controller?.screen == .success }
            shop.root.dismiss(animated: true)
            await shop.ends("complete")
        }

        @Test("A screen that is only hidden, by another tab for instance, is still there")
        func hidden() async throws {
            let shop = Shop()
            let screen = UIViewController()
            shop.root.pushViewController(screen, animated: false)
            _ = try await shop.open(from: screen)
            screen.view.removeFromSuperview()
            shop.presenter?.checkHost()
            await rest()
            #expect(shop.results.isEmpty)
            shop.controller?.dismiss()
            await shop.ends("cancelled dismissed")
        }

        @Test("W18 While a sheet is open a second one is refused with sheet_already_presented")
        func second() async throws {
            let shop = Shop()
            _ = try await shop.open()
            let world = testWorld(shop.desk, clock: StillClock())
            let error = await #expect(throws: WajubError.self) {
                try await SessionWorld.$current.withValue(world) { try await WajubCheckout.present(shop.options) }
            }
            #expect(error?.code == WajubError.Code.sheetAlreadyPresented)
            shop.controller?.dismiss()
            await shop.ends("cancelled dismissed")
        }

        @Test("W16 W17 Another present may follow at once, from onComplete too: it waits for the sheet to go")
        func again() async throws {
            let shop = Shop()
            let next = Shop()
            UIApplication.shared.standInScenes = [shop.scene]
            shop.options.callbacks.onComplete = { _ in
                #expect(shop.root.presentedViewController is SheetController)
                next.present()
            }
            _ = try await shop.open()
            let first = shop.sheet
            shop.controller?.dismiss()
            await eventually { !shop.results.isEmpty && shop.sheet != nil && shop.sheet !== first }
            await eventually { shop.root.presentedViewController === shop.sheet && shop.controller?.state != nil }
            shop.controller?.dismiss()
            await eventually { !next.results.isEmpty }
            #expect(next.result == "cancelled dismissed")
        }

        @Test("W17 Right after the presenting screen vanished the sheet is over: present waits, and does not throw")
        func afterVanishing() async throws {
            let shop = Shop()
            let modal = UIViewController()
            shop.root.present(modal, animated: false)
            await rest()
            _ = try await shop.open(from: modal)
            let first = shop.sheet
            shop.root.dismiss(animated: true)
            let next = Shop()
            UIApplication.shared.standInScenes = [shop.scene]
            next.present(from: shop.root)
            await eventually { !shop.results.isEmpty }
            #expect(shop.result == "cancelled host_gone")
            await eventually { next.sheet != nil && next.sheet !== first && next.controller?.state != nil }
            next.controller?.dismiss()
            await eventually { !next.results.isEmpty }
            #expect(next.result == "cancelled dismissed")
        }

        @Test("W136 The app presents its own screen over the sheet; the sheet stays up")
        func collector() async throws {
            let shop = Shop()
            _ = try await shop.open()
            let sheet = try #require(shop.sheet)
            let card = UIViewController()
            card.modalPresentationStyle = .fullScreen
            sheet.present(card, animated: true)
            #expect(sheet.presentedViewController === card)
            // UIKit hides what is under a full-screen one.
            sheet.viewDidDisappear(true)
            await rest()
            shop.presenter?.checkHost()
            #expect(shop.results.isEmpty)
            card.dismiss(animated: true)
            await rest()
            #expect(shop.root.presentedViewController === sheet && shop.results.isEmpty)
            shop.controller?.dismiss()
            await shop.ends("cancelled dismissed")
        }

        @Test("W85 Back in front, the sheet reads the payment at once")
        func foreground() async throws {
            let desk = DeskTransport()
            desk["/pay/process"] = .json(
                202,
                [
                    "action": "redirect", "confirm_url": "https://wallet.example/p",
                    "transaction": transaction("processing"),
                ])
            desk.status("processing")
            let shop = Shop(desk)
            _ = try await shop.open()
            shop.pay()
            await eventually { shop.controller?.screen == .redirect }
            #expect(UIApplication.shared.standInOpened.map(\.absoluteString) == ["https://wallet.example/p"])
            let before = desk.count("/pay/status")
            desk.status("success")
            NotificationCenter.default.post(name: UIApplication.willEnterForegroundNotification, object: nil)
            await eventually { shop.controller?.screen == .success }
            #expect(desk.count("/pay/status") == before + 1)
            shop.controller?.dismiss()
            await shop.ends("complete")
            // A sheet that has gone hears nothing any more.
            NotificationCenter.default.post(name: UIApplication.willEnterForegroundNotification, object: nil)
            await rest()
            #expect(desk.count("/pay/status") == before + 1)
        }

        @Test("W1 W2 A payer pays by Mobile Money on the native sheet, from the number to the receipt")
        func wholeWay() async throws {
            let desk = DeskTransport()
            desk["/pay/process"] = .json(202, ["transaction": transaction("processing")])
            desk.status("processing")
            let shop = Shop(desk)
            _ = try await shop.open()
            let hosting = try #require(shop.sheet?.children.first as? UIHostingController<SheetView>)
            let phone = try #require(
                hosting.standInDraw().all.first { $0.label == "Phone number" }?.uiView as? UITextField)
            #expect(phone.becomeFirstResponder())
            phone.standInType("677123456")
            #expect(phone.text == "6 77 12 34 56")
            let pay = try #require(
                hosting.standInDraw().all.first { $0.press != nil && ($0.label ?? "").hasPrefix("Pay ") })
            pay.press?()
            await eventually { shop.controller?.screen == .approval }
            #expect(hosting.standInDraw().texts.contains { $0.contains("6 77 12 34 56") })
            #expect(hosting.standInDraw().button("Cancel the payment") == nil)
            desk.status("success")
            shop.controller?.appWillEnterForeground()
            await eventually { shop.controller?.screen == .success }
            #expect(
                hosting.standInDraw().texts.contains("order-4172")
                    || hosting.standInDraw().texts.contains("\u{2066}order-4172\u{2069}"))
            UIAccessibility.standInPosted = []
            hosting.standInDraw().button("Done")?.press?()
            await shop.ends("complete")
        }

        @Test("A new screen and an error are announced")
        func announced() async throws {
            let shop = Shop()
            _ = try await shop.open()
            await eventually { UIAccessibility.standInPosted.contains { $0.0 == .screenChanged } }
            UIAccessibility.standInPosted = []
            shop.controller?.setPhone("12")
            shop.controller?.submitMobileMoney()
            #expect(UIAccessibility.standInPosted.contains { $0.0 == .announcement && $0.1?.isEmpty == false })
            shop.controller?.dismiss()
            await shop.ends("cancelled dismissed")
        }

        @Test("Nothing of a sheet that has gone is kept")
        func released() async throws {
            let shop = Shop()
            _ = try await shop.open()
            let kept = [Weak(shop.sheet), Weak(shop.controller), Weak(shop.presenter)]
            #expect(kept.allSatisfy { $0.object != nil })
            shop.controller?.dismiss()
            await shop.ends("cancelled dismissed")
            await eventually("something is kept", seconds: 4) { kept.allSatisfy { $0.object == nil } }
        }
    }

    @Suite @MainActor struct BrowserTests {
        private func browser(_ shop: Shop) -> SystemBrowser {
            let browser = SystemBrowser()
            browser.screen = { shop.root }
            return browser
        }

        private let page: URL
        init() throws { page = try #require(URL(string: "https://psp.example/3ds")) }

        @Test("W3 W117 A card page opens in Safari, over what is on top; Done tells once")
        func done() async throws {
            let shop = Shop()
            let browser = browser(shop)
            let closed = Counter()
            #expect(await browser.open(page, mode: .inApp) { closed.add() })
            let safari = try #require(shop.root.presentedViewController as? SFSafariViewController)
            #expect(safari.standInURL == page && closed.value == 0)
            safari.standInDone()
            await rest()
            #expect(closed.value == 1)
        }

        @Test("W117 A swipe closes the page as Done does")
        func swiped() async throws {
            let shop = Shop()
            let browser = browser(shop)
            let closed = Counter()
            #expect(await browser.open(page, mode: .inApp) { closed.add() })
            let safari = try #require(shop.root.presentedViewController as? SFSafariViewController)
            #expect(safari.standInSwipeDown())
            safari.delegate?.safariViewControllerDidFinish(safari)
            await rest()
            #expect(closed.value == 1)
        }

        @Test("W86 A page that is opened again takes the first one's place")
        func reopened() async throws {
            let shop = Shop()
            let browser = browser(shop)
            let closed = Counter()
            #expect(await browser.open(page, mode: .inApp) { closed.add() })
            let first = shop.root.presentedViewController
            #expect(await browser.open(page, mode: .inApp) {})
            #expect(shop.root.presentedViewController !== first && shop.root.presentedViewController != nil)
            #expect(closed.value == 1)
        }

        @Test("W84 W117 A wallet's page goes to UIApplication.open, whatever its scheme")
        func external() async throws {
            let shop = Shop()
            let browser = browser(shop)
            let wallet = try #require(URL(string: "wave://pay/1"))
            #expect(await browser.open(wallet, mode: .external) {})
            #expect(UIApplication.shared.standInOpened == [wallet])
            #expect(shop.root.presentedViewController == nil)
            UIApplication.shared.standInOpens = false
            #expect(await !browser.open(wallet, mode: .external) {})
        }

        @Test("W117 What nothing can open is told as false")
        func unopenable() async throws {
            let shop = Shop()
            let browser = browser(shop)
            let mail = try #require(URL(string: "mailto:a@b.c"))
            #expect(await !browser.open(mail, mode: .inApp) {})
            shop.root.standInRefusesToPresent = true
            #expect(await !browser.open(page, mode: .inApp) {})
            browser.screen = nil
            #expect(await !browser.open(page, mode: .inApp) {})
        }
    }

    @Suite @MainActor struct DeviceReadingTests {
        @Test("W68 inherit reads the presenting screen: its tint, the system's colours as it resolves them, its style")
        func inherited() {
            let screen = UIViewController()
            screen.view.tintColor = UIColor(red: 0.8, green: 0.1, blue: 1.5, alpha: 1)
            let light = InheritedLook(screen)
            #expect(light.style == .light && light.tint == Interface.Color(red: 204, green: 26, blue: 255))
            #expect(light.background == .white && light.label == .black)
            #expect(light.separator?.isOpaque == false)
            screen.overrideUserInterfaceStyle = .dark
            let dark = InheritedLook(screen)
            #expect(dark.style == .dark && dark.background == .black && dark.label == .white)
            #expect(dark.secondaryLabel?.red == 0xEB)
        }

        @Test("W68 The sheet takes the screen's colours and style, and follows it when it turns dark")
        func follows() async throws {
            let shop = Shop()
            shop.options.appearance = Appearance(inherit: true, disableAnimations: true)
            shop.root.view.tintColor = UIColor(red: 0.6, green: 0, blue: 0.2, alpha: 1)
            _ = try await shop.open(from: shop.root)
            let model = try #require(shop.sheet?.model)
            #expect(model.look.scheme == .light && model.look.light.primary == Interface.Color(0x990033))
            #expect(model.look.light.background == .white && !model.look.animates)
            #expect(shop.sheet?.overrideUserInterfaceStyle == .light)
            shop.root.overrideUserInterfaceStyle = .dark
            shop.presenter?.followHost()
            #expect(model.look.scheme == .dark && model.look.dark.background == .black)
            #expect(shop.sheet?.overrideUserInterfaceStyle == .dark)
            shop.controller?.dismiss()
            await shop.ends("cancelled dismissed")
        }

        @Test("W73 A font is there when the app ships its family")
        func fonts() {
            #expect(EmbeddedFonts.contains("poppins") && !EmbeddedFonts.contains("Inter"))
        }
    }
}
