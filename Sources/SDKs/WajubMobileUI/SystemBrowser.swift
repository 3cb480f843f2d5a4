#if canImport(SwiftUI) && canImport(UIKit)
    import Checkout
    import Foundation
    import InterfaceApple
    import UIKit
    import WajubMobile

    /// Opens providers' pages: inside the app with Safari, or with whatever app takes the address (W3, W84, W117).
    @MainActor
    final class SystemBrowser: BrowserOpening {
        weak var controller: CheckoutController?
        private let pages = SafariPages()
        /// Opened after the end, e.g. the receipt: only the payer closes it.
        private var isAfterEnd = false

        /// The sheet the pages stand on.
        var screen: (() -> UIViewController?)? {
            get { pages.screen }
            set { pages.screen = newValue }
        }

        func open(_ url: URL, mode: BrowserMode, onClose: @escaping @MainActor @Sendable () -> Void) async -> Bool {
            switch mode {
            case .inApp:
                let isOpen = await pages.open(url, onClose: onClose)
                if isOpen { isAfterEnd = isSettled }
                return isOpen
            case .external: return await UIApplication.shared.open(url)
            }
        }

        /// Nothing is left to do on a page once the payment has an end: what the payer must see lies under it.
        func closeIfSettled() {
            guard !isAfterEnd, isSettled else { return }
            Task { await pages.close() }
        }

        private var isSettled: Bool {
            switch controller?.screen {
            case .success, .failure, .ended: true
            default: false
            }
        }
    }
#endif
