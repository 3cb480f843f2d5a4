#if canImport(SwiftUI) && canImport(UIKit)
    import Foundation
    import Interface
    import InterfaceApple
    import UIKit
    import WajubMobile
    import Wire

    /// Shows a checkout as a sheet, and tells the controller what becomes of the screen below it.
    @MainActor
    final class SheetPresenter: CheckoutPresenting {
        /// The one that is open, or going.
        private(set) static weak var current: SheetPresenter?

        private(set) var sheet: SheetController?
        private(set) weak var controller: CheckoutController?
        private weak var given: UIViewController?
        private weak var host: UIViewController?
        private let isGiven: Bool
        private let inherits: Bool
        private weak var interface: CheckoutSheet?
        private var inherited: InheritedLook?
        private let browser: SystemBrowser
        private var foreground: (any NSObjectProtocol)?
        private var watch: Task<Void, Never>?

        /// How often the screen below is looked at: UIKit tells nobody when a screen is popped or let go of.
        private static let watchNanoseconds: UInt64 = 500_000_000

        init(from viewController: UIViewController?, browser: SystemBrowser, inherits: Bool) {
            given = viewController
            isGiven = viewController != nil
            self.browser = browser
            self.inherits = inherits
        }

        // MARK: CheckoutPresenting

        func present(_ controller: CheckoutController) {
            Self.current = self
            self.controller = controller
            browser.controller = controller
            // W40: no window to present from.
            guard let host = isGiven ? given : HostScreen.topmost() else { return controller.hostGone() }
            self.host = host
            inherited = inherits ? InheritedLook(host) : nil
            let interface = CheckoutSheet(controller, device: device)
            let sheet = SheetController(interface, pictures: Self.pictures())
            self.interface = interface
            sheet.onDeparture = { [weak controller] departure in
                switch departure {
                case .swiped: controller?.dismiss()
                case .vanished: controller?.hostGone()
                }
            }
            self.sheet = sheet
            foreground = NotificationCenter.default.addObserver(
                forName: UIApplication.willEnterForegroundNotification, object: nil, queue: nil
            ) { [weak controller] _ in
                // W85: the payer is back from another app.
                Task { @MainActor [weak controller] in controller?.appWillEnterForeground() }
            }
            show(sheet, over: host)
        }

        func dismiss(_ controller: CheckoutController, completion: @escaping @MainActor @Sendable () -> Void) {
            watch?.cancel()
            if let foreground { NotificationCenter.default.removeObserver(foreground) }
            foreground = nil
            guard let sheet else { return completion() }
            // The sheet is kept until it has gone.
            sheet.close {
                self.sheet = nil
                completion()
            }
        }

        // MARK: Presenting

        private func show(_ sheet: SheetController, over host: UIViewController) {
            guard HostScreen.isInMotion(host) else { return attempt(sheet, over: host) }
            // A screen that was named stays the host, whatever becomes of it; else the one below takes over.
            let below = isGiven ? nil : HostScreen.staying(host)
            Task { [weak self] in
                await HostScreen.settle(host)
                guard let self, let controller = self.controller, controller.result == nil else { return }
                guard let next = HostScreen.isAttached(host) ? host : below else { return self.refused() }
                self.host = next
                self.attempt(sheet, over: next)
            }
        }

        /// W40: the controller ends as its rules say.
        private func refused() {
            sheet = nil
            controller?.hostGone()
        }

        private func attempt(_ sheet: SheetController, over host: UIViewController) {
            host.present(sheet, animated: true)
            // W40: UIKit refuses without a word, but it ties the two together at once when it does not.
            guard sheet.presentingViewController != nil else { return refused() }
            watch = Task { [weak self] in
                while !Task.isCancelled {
                    try? await Task.sleep(nanoseconds: Self.watchNanoseconds)
                    guard let self, !Task.isCancelled else { return }
                    self.checkHost()
                    self.browser.closeIfSettled()
                    self.followHost()
                }
            }
        }

        /// W39: tells the controller when the screen below was closed or let go of.
        func checkHost() {
            // Before the sheet stands there is nothing to look at.
            guard watch != nil, let controller, controller.result == nil else { return }
            let isThere = host.map { HostScreen.isAttached($0) && !HostScreen.isLeaving($0) } ?? false
            guard isThere, sheet?.presentingViewController != nil else { return controller.hostGone() }
        }

        private var device: DeviceLook {
            DeviceLook(
                inherited: inherited, reducesMotion: UIAccessibility.isReduceMotionEnabled,
                isFontEmbedded: EmbeddedFonts.contains)
        }

        /// W68: the screen below may turn dark while the sheet is open.
        func followHost() {
            guard inherits, let host, case let now = InheritedLook(host), now != inherited else { return }
            inherited = now
            interface?.update(device)
        }

        private static func pictures() -> PictureShelf {
            let transport = SystemTransport(maximumAnswerBytes: 1 << 20)
            return PictureShelf { url in
                let answer = try? await transport.send(HTTPRequest(.get, url, timeoutSeconds: 15))
                return answer.flatMap { $0.isSuccess ? $0.body : nil }
            }
        }
    }
#endif
