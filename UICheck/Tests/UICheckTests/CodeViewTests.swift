import CoreImage
import SwiftUI
import Testing
import UIKit
import WebKit

@testable import Interface
@testable import InterfaceApple

extension AppleTests {
    @Suite @MainActor struct CodeViewTests {
        @Test("A code is drawn once, from the whole text, and read out by its name") func code() {
            CIFilter.standInDrawn = []
            let stage = Stage(.code(CodeImage("000201 é", label: "Scan me")))
            #expect(stage.draw().spoken.contains("Scan me") && stage.draw().first("picture") != nil)
            #expect(CIFilter.standInDrawn == ["000201 é"])
            stage.interface.screen.content = [Node("it", .code(CodeImage("000202", label: "Scan me")))]
            _ = stage.draw()
            #expect(CIFilter.standInDrawn == ["000201 é", "000202"])
            stage.interface.screen.content = [Node("it", .code(CodeImage("", label: "Scan me")))]
            #expect(stage.draw().first("picture") == nil)
        }

        @Test("What is copied is whole, and it is said") func copying() {
            UIPasteboard.general.string = nil
            UIAccessibility.standInPosted = []
            let long = String(repeating: "0123456789", count: 12)
            let stage = Stage(.copy(CopyText("PIX code", long, copyTitle: "Copy", copiedText: "Copied")))
            #expect(stage.draw().texts.contains("\u{2066}01234567890123456789…23456789\u{2069}"))
            stage.draw().button("Copy")?.press?()
            #expect(UIPasteboard.general.string == long)
            #expect(stage.draw().button("Copied") != nil && stage.draw().button("Copy") == nil)
            #expect(UIAccessibility.standInPosted.map(\.1) == ["Copied"])
        }

        @Test("The time that is left counts on from the drawing, and stays at nothing") func countdown() {
            let countdown = Countdown(secondsLeft: 90, label: "Left")
            let drawn = Date()
            #expect(countdown.left(since: drawn, at: drawn.addingTimeInterval(31)) == 59)
            #expect(countdown.left(since: drawn, at: drawn.addingTimeInterval(-500)) == 90)
            #expect(countdown.left(since: drawn, at: drawn.addingTimeInterval(1e12)) == 0)
        }

        @Test("A redrawing that changed nothing does not begin the count anew") func keepsCounting() {
            let stage = Stage(.countdown(Countdown(secondsLeft: 90, label: "Left")))
            let before = stage.model.drawnAt
            stage.model.perform(.cameBack)
            #expect(stage.model.drawnAt == before)
            stage.interface.screen.content = [Node("it", .countdown(Countdown(secondsLeft: 80, label: "Left")))]
            #expect(stage.model.drawnAt > before)
        }

        @Test("A screen reader hears of whole minutes and of the end") func announced() async {
            UIAccessibility.standInPosted = []
            let stage = Stage(.countdown(Countdown(secondsLeft: 61, label: "Left")))
            for _ in 0..<28 {
                _ = stage.draw()
                try? await Task.sleep(nanoseconds: 100_000_000)
            }
            #expect(UIAccessibility.standInPosted.map(\.1) == ["Left 1:00"])
        }

        @Test("A radio row says whether it is chosen, and the action beside it is pressed by itself") func radio() {
            let row = Row("Visa", detail: "12/30", selected: true, action: RowAction("remove", "Remove Visa"))
            let stage = Stage(
                .test([Node("visa", .row(row)), Node("other", .row(Row("Other", selected: false)))]))
            let drawn = stage.draw()
            #expect(drawn.button("Visa")?.traits.contains(.isSelected) == true)
            #expect(drawn.button("Other")?.traits.contains(.isSelected) == false)
            #expect(drawn.all.contains { $0.text == "largecircle.fill.circle" })
            #expect(!drawn.all.contains { $0.text == "chevron.forward" })
            drawn.button("Visa")?.press?()
            drawn.button("Remove Visa")?.press?()
            #expect(stage.events() == [.press("visa"), .press("remove")])
        }

        @Test("Inside a merchant's page there is no sheet: no header, no credit, nothing that scrolls") func embedded()
        {
            let stage = Stage(
                .test([Node("t", .text(TextRun("Inside")))], actions: [Node("pay", .button(Button("Pay")))]))
            stage.interface.screen.isEmbedded = true
            let drawn = stage.draw()
            #expect(drawn.texts.contains("Inside") && drawn.button("Pay") != nil)
            #expect(drawn.first("scroll") == nil && drawn.button("Close") == nil)
            #expect(!drawn.texts.contains("Shop SARL") && !drawn.texts.contains("Secured by Wajub"))
        }
    }

    @Suite @MainActor struct WebPageViewTests {
        private func stage(_ page: Interface.WebPage) -> Stage { Stage(.page(page)) }

        private func view(_ stage: Stage) throws -> WKWebView {
            try #require(stage.draw().all.lazy.compactMap { $0.uiView as? WKWebView }.first)
        }

        private let page = Interface.WebPage(
            "Your bank", url: "https://bank.example/challenge?a=1", returnURL: "shop://back?x=1")

        @Test("The page is loaded once, and keeps nothing") func loads() throws {
            let stage = stage(page)
            let view = try view(stage)
            #expect(try self.view(stage) === view)
            #expect(view.standInLoads.map(\.absoluteString) == ["https://bank.example/challenge?a=1"])
            #expect(!view.configuration.websiteDataStore.isPersistent)
            var other = page
            other.url = "https://bank.example/second"
            stage.interface.screen.content = [Node("it", .page(other))]
            #expect(try self.view(stage).standInLoads.count == 2)
        }

        @Test("YH56 A text that the page posts is told; anything else, and anybody else, is not") func messages() throws
        {
            let stage = stage(page)
            let view = try view(stage)
            let text = #"{"origin":"CHALLENGE","status":"COMPLETED","data":""}"#
            view.standInPost(text)
            view.standInPost(["origin": "CHALLENGE"])
            view.standInPost(text, from: "https://evil.example/")
            view.standInPost(text, from: "https://bank.example:8443/")
            view.standInPost(text, from: "http://bank.example/")
            view.standInPost(text, isMainFrame: false)
            view.standInPost(String(repeating: "a", count: 4097))
            view.standInPost(text, name: "other")
            #expect(stage.events() == [.message("it", text)])
            for number in 0..<50 { view.standInPost("\(number)") }
            #expect(stage.events().count == 19)
        }

        @Test("The way back is told and not gone; an app is never opened") func navigation() throws {
            let stage = stage(page)
            let view = try view(stage)
            #expect(view.standInGo("https://acs.example/step"))
            #expect(!view.standInGo("tel:123") && !view.standInGo("otherapp://x") && !view.standInGo("file:///etc"))
            #expect(stage.events().isEmpty)
            #expect(!view.standInGo("SHOP://back?done=1") && !view.standInGo("shop://back?done=1"))
            let events = stage.events()
            #expect(events.count == 1)
            guard case .message("it", let text)? = events.first else { return }
            #expect(text.contains("NAVIGATION") && text.lowercased().contains("shop:") && text.contains("COMPLETED"))
        }

        @Test("A way back on the web is known by its address, whatever is asked of it") func webReturn() throws {
            let stage = stage(
                Interface.WebPage("B", url: "https://bank.example/c", returnURL: "https://shop.example/back?o=1"))
            let view = try view(stage)
            #expect(view.standInGo("https://shop.example/other") && !view.standInGo("https://shop.example/back?s=ok"))
            #expect(stage.events().count == 1)
        }

        @Test("A page that is gone tells nothing, and nothing of it is kept") func gone() async throws {
            let stage = stage(page)
            var view: WKWebView? = try view(stage)
            let kept = Weak(view)
            stage.interface.screen.content = []
            _ = stage.draw()
            view?.standInPost("late")
            #expect(stage.events().isEmpty)
            #expect(view?.configuration.userContentController.standInHandlers.isEmpty == true)
            view = nil
            await eventually("the page is kept") { kept.object == nil }
        }

        @Test("W129 An SDK that shows no such pages draws none") func notLinked() {
            let model = LiveModel(
                RecordedInterface(.test([Node("it", .page(page))])), pictures: PictureShelf { _ in nil })
            #expect(!StandInHost().draw(SheetView(model)).all.contains { $0.uiView is WKWebView })
        }

        @Test("What is no page of the web is not shown") func none() {
            let stage = stage(Interface.WebPage("B", url: "javascript:alert(1)"))
            #expect(!stage.draw().all.contains { $0.uiView is WKWebView })
        }
    }
}
