import Foundation
import Interface

#if canImport(UIKit) && canImport(SwiftUI)
    import InterfaceApple
    import InterfaceAppleWeb
    import UIKit

    /// Shows a flow over all of the app's screen: over the controller the app gave while that is in a window, else over
    /// the front-most one (YL19).
    @MainActor
    final class FlowPresenter: FlowPresenting {
        /// Interfaces on their way out: UIKit refuses the next one until they have gone.
        private static var leaving = 0
        private static var waiting: [@MainActor () -> Void] = []

        private weak var controller: UIViewController?
        private var stage: SheetStage?
        private var isWanted = false
        private let pages = SafariPages()

        init(over controller: UIViewController?) {
            self.controller = controller
            pages.screen = { [weak self] in self?.ground }
        }

        /// What a provider's page stands on; in the app's own page there is no interface of ours below it.
        private var ground: UIViewController? { stage?.sheet ?? named ?? HostScreen.topmost() }

        private var named: UIViewController? { controller.flatMap(HostScreen.topmost(above:)) }

        func show(_ interface: any LiveInterface, gone: @escaping @MainActor () -> Void) -> Bool {
            guard Self.leaving > 0 else { return stand(interface, gone) }
            isWanted = true
            Self.waiting.append { [weak self] in
                guard let self, self.isWanted, !self.stand(interface, gone) else { return }
                gone()
            }
            return true
        }

        private func stand(_ interface: any LiveInterface, _ gone: @escaping @MainActor () -> Void) -> Bool {
            let stage = SheetStage(over: named)
            stage.show(
                SheetController(interface, pictures: .ofNetwork(), pages: WebPages.drawing, style: .fullScreen))
            guard stage.sheet != nil else { return false }
            stage.onEvent = { [weak self, weak stage] event in
                guard event == .gone, let self, self.stage === stage else { return }
                self.stage = nil
                gone()
            }
            self.stage = stage
            return true
        }

        func hide() {
            isWanted = false
            guard let stage else { return }
            self.stage = nil
            Self.leaving += 1
            stage.close { Self.left() }
        }

        private static func left() {
            leaving -= 1
            guard leaving == 0 else { return }
            let next = waiting
            waiting = []
            for show in next { show() }
        }

        func open(_ page: String, external: Bool, closed: @escaping @MainActor () -> Void) async -> Bool {
            guard let url = URL(string: page) else { return false }
            if external { return await UIApplication.shared.open(url) }
            return await pages.open(url, onClose: closed)
        }

        func closePage() { Task { await pages.close() } }
    }

    typealias ForegroundWatch = InterfaceApple.ForegroundWatch
#else
    /// Shows a flow on the controller the app gave.
    @MainActor
    final class FlowPresenter: FlowPresenting {
        private weak var controller: YunoViewController?

        init(over controller: YunoViewController?) { self.controller = controller }

        func show(_ interface: any LiveInterface, gone: @escaping @MainActor () -> Void) -> Bool {
            guard let controller else { return false }
            controller.present(YunoView(interface))
            return true
        }

        func hide() { controller?.dismiss() }

        func open(_ page: String, external: Bool, closed: @escaping @MainActor () -> Void) async -> Bool {
            guard let controller, let url = URL(string: page) else { return false }
            return controller.open(url, closed: closed)
        }
    }

    /// Tells when the app is in front again; without UIKit nothing does.
    @MainActor
    final class ForegroundWatch {
        init(_ isBack: @escaping @MainActor () -> Void) {}
    }
#endif
