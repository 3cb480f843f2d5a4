#if canImport(SwiftUI) && canImport(UIKit)
    import Foundation
    import Interface
    import InterfaceApple
    import UIKit
    import WajubMobile

    /// Shows a checkout as a sheet, and tells the controller what becomes of the screen below it.
    @MainActor
    final class SheetPresenter: CheckoutPresenting {
        /// The one that is open, or going.
        private(set) static weak var current: SheetPresenter?

        private(set) weak var controller: CheckoutController?
        private let stage: SheetStage
        private let inherits: Bool
        private weak var interface: CheckoutSheet?
        private var inherited: InheritedLook?
        private let browser: SystemBrowser

        init(from viewController: UIViewController?, browser: SystemBrowser, inherits: Bool) {
            stage = SheetStage(over: viewController)
            self.browser = browser
            self.inherits = inherits
        }

        var sheet: SheetController? { stage.sheet }

        // MARK: CheckoutPresenting

        func present(_ controller: CheckoutController) {
            Self.current = self
            self.controller = controller
            browser.controller = controller
            // W40: no window to present from.
            guard let host = stage.findHost() else { return controller.hostGone() }
            inherited = inherits ? InheritedLook(host) : nil
            let interface = CheckoutSheet(controller, device: device)
            self.interface = interface
            stage.onEvent = { [weak self] in self?.take($0) }
            stage.show(SheetController(interface, pictures: .ofNetwork()))
        }

        func dismiss(_ controller: CheckoutController, completion: @escaping @MainActor @Sendable () -> Void) {
            stage.close(completion: completion)
        }

        private func take(_ event: SheetStage.Event) {
            guard let controller else { return }
            switch event {
            case .swiped: controller.dismiss()
            // W40: the controller ends as its rules say.
            case .gone: if controller.result == nil { controller.hostGone() }
            // W85: the payer is back from another app.
            case .foreground: controller.appWillEnterForeground()
            case .tick:
                browser.closeIfSettled()
                followHost()
            }
        }

        func checkHost() { stage.checkHost() }

        private var device: DeviceLook {
            DeviceLook(
                inherited: inherited, reducesMotion: UIAccessibility.isReduceMotionEnabled,
                isFontEmbedded: EmbeddedFonts.contains)
        }

        /// W68: the screen below may turn dark while the sheet is open.
        func followHost() {
            guard inherits, let host = stage.host, case let now = InheritedLook(host), now != inherited else { return }
            inherited = now
            interface?.update(device)
        }
    }
#endif
