import SwiftUI
import Testing
import UIKit

@testable import Interface
@testable import InterfaceApple

extension AppleTests {
    @Suite @MainActor struct LiveViewTests {
        private func interface() -> RecordedInterface {
            RecordedInterface(
                .test([Node("t", .text(TextRun("Inside")))], actions: [Node("pay", .button(Button("Pay")))]))
        }

        private func hosting(_ view: LiveView) throws -> UIHostingController<AnyView> {
            try #require(view.hosting)
        }

        @Test("YF23 YF26 A view of UIKit's draws it, wires it, and tells its height, first and when it is another")
        func uiView() throws {
            let interface = interface()
            let view = LiveView(interface, pictures: PictureShelf { _ in nil })
            var heights: [CGFloat] = []
            view.onHeight = { heights.append($0) }
            let hosting = try hosting(view)
            let drawn = hosting.standInDraw()
            #expect(
                drawn.texts.contains("Inside") && !drawn.texts.contains("Shop SARL") && drawn.first("scroll") == nil)
            drawn.button("Pay")?.press?()
            #expect(interface.events == [.press("pay")])
            #expect(heights == [200] && view.intrinsicContentSize.height == 200)
            hosting.standInHost.environment.standInPlace = CGSize(width: 350, height: 260)
            _ = hosting.standInDraw()
            _ = hosting.standInDraw()
            #expect(heights == [200, 260] && view.intrinsicContentSize.height == 260)
        }

        @Test("YF27 A view of SwiftUI's does the same") func anyView() throws {
            let interface = interface()
            var heights: [CGFloat] = []
            let content = AnyView(
                LiveContent(interface, pictures: PictureShelf { _ in nil }) { heights.append($0) })
            let host = StandInHost()
            #expect(host.draw(content).texts.contains("Inside") && heights == [200])
            interface.screen.content = [Node("t", .text(TextRun("Another")))]
            #expect(host.draw(content).texts.contains("Another"))
        }

        @Test("In a window it hangs under the app's controller, and lets go of it outside") func containment() throws {
            let window = UIWindow()
            let controller = UIViewController()
            window.rootViewController = controller
            let view = LiveView(interface(), pictures: PictureShelf { _ in nil })
            let hosting = try hosting(view)
            controller.view.addSubview(view)
            #expect(hosting.parent === controller && controller.children.contains { $0 === hosting })
            view.removeFromSuperview()
            #expect(hosting.parent == nil && controller.children.isEmpty)
        }

        @Test("Nothing of it is kept") func released() {
            var view: LiveView? = LiveView(interface(), pictures: PictureShelf { _ in nil })
            let kept = [Weak(view), Weak(view?.model)]
            view = nil
            #expect(kept.allSatisfy { $0.object == nil })
        }
    }

    @Suite @MainActor struct SheetStageTests {
        private let window = UIWindow()
        private let root = UIViewController()

        init() {
            window.rootViewController = root
            let scene = UIWindowScene()
            window.isKeyWindow = true
            scene.windows = [window]
            UIApplication.shared.standInScenes = [scene]
        }

        private func sheet(_ style: SheetController.Style) -> SheetController {
            SheetController(
                RecordedInterface(.test([])), pictures: PictureShelf { _ in nil }, style: style)
        }

        @Test("A screen is put over all of the app's, and told to close") func fullScreen() async {
            let stage = SheetStage(over: root)
            var events: [SheetStage.Event] = []
            stage.onEvent = { events.append($0) }
            stage.show(sheet(.fullScreen))
            #expect(root.presentedViewController?.modalPresentationStyle == .fullScreen)
            await rest()
            var isClosed = false
            stage.close { isClosed = true }
            await eventually { isClosed }
            #expect(root.presentedViewController == nil && events.isEmpty && stage.sheet == nil)
        }

        @Test("Where nothing can stand, it is told at once") func nowhere() {
            UIApplication.shared.standInScenes = []
            let stage = SheetStage(over: nil)
            var events: [SheetStage.Event] = []
            stage.onEvent = { events.append($0) }
            stage.show(sheet(.sheet))
            #expect(events == [.gone] && stage.sheet == nil)
        }

        @Test("Being in front again is told while it is up, and a swipe is") func told() async {
            let stage = SheetStage(over: root)
            var events: [SheetStage.Event] = []
            stage.onEvent = { if $0 != .tick { events.append($0) } }
            let shown = sheet(.sheet)
            stage.show(shown)
            await rest()
            NotificationCenter.default.post(name: UIApplication.willEnterForegroundNotification, object: nil)
            await eventually { events == [.foreground] }
            #expect(shown.standInSwipeDown())
            #expect(events == [.foreground, .swiped])
            stage.end()
            NotificationCenter.default.post(name: UIApplication.willEnterForegroundNotification, object: nil)
            await rest()
            #expect(events.count == 2)
        }
    }
}
