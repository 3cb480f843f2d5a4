#if canImport(SwiftUI) && canImport(UIKit)
    import Checkout
    import Foundation
    import SafariServices
    import UIKit
    import WajubMobile

    /// Opens providers' pages: inside the app with Safari, or with whatever app takes the address (W3, W84, W117).
    @MainActor
    final class SystemBrowser: NSObject, BrowserOpening {
        /// The sheet the pages stand on.
        var screen: (() -> UIViewController?)?
        weak var controller: CheckoutController?
        private var page: Page?

        @MainActor
        private final class Page {
            let safari: SFSafariViewController
            /// Opened after the end, e.g. the receipt: only the payer closes it.
            let isAfterEnd: Bool
            private var onClose: (@MainActor @Sendable () -> Void)?

            init(
                _ safari: SFSafariViewController, isAfterEnd: Bool,
                _ onClose: @escaping @MainActor @Sendable () -> Void
            ) {
                self.safari = safari
                self.isAfterEnd = isAfterEnd
                self.onClose = onClose
            }

            /// "Done" and a swipe may both tell.
            func closed() {
                let onClose = onClose
                self.onClose = nil
                onClose?()
            }
        }

        func open(_ url: URL, mode: BrowserMode, onClose: @escaping @MainActor @Sendable () -> Void) async -> Bool {
            switch mode {
            case .inApp: await openInApp(url, onClose)
            case .external: await UIApplication.shared.open(url)
            }
        }

        private func openInApp(_ url: URL, _ onClose: @escaping @MainActor @Sendable () -> Void) async -> Bool {
            // Safari raises an exception for anything else.
            guard ["http", "https"].contains(url.scheme?.lowercased() ?? "") else { return false }
            if let page { await dismiss(page) }
            guard var top = screen?() else { return false }
            while let next = top.presentedViewController, !next.isBeingDismissed { top = next }
            let safari = SFSafariViewController(url: url)
            safari.delegate = self
            safari.dismissButtonStyle = .close
            top.present(safari, animated: true)
            guard safari.presentingViewController != nil else { return false }
            safari.presentationController?.delegate = self
            page = Page(safari, isAfterEnd: isSettled, onClose)
            return true
        }

        /// Nothing is left to do on a page once the payment has an end: what the payer must see lies under it.
        func closeIfSettled() {
            guard let page, !page.isAfterEnd, isSettled else { return }
            Task { await dismiss(page) }
        }

        private var isSettled: Bool {
            switch controller?.screen {
            case .success, .failure, .ended: true
            default: false
            }
        }

        private func dismiss(_ page: Page) async {
            if self.page === page { self.page = nil }
            if page.safari.presentingViewController != nil {
                await withCheckedContinuation { continuation in
                    page.safari.dismiss(animated: true) { continuation.resume() }
                }
            }
            page.closed()
        }

        private func closed(_ safari: UIViewController) {
            guard let page, page.safari === safari else { return }
            self.page = nil
            page.closed()
        }
    }

    extension SystemBrowser: SFSafariViewControllerDelegate {
        func safariViewControllerDidFinish(_ controller: SFSafariViewController) { closed(controller) }
    }

    extension SystemBrowser: UIAdaptivePresentationControllerDelegate {
        func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
            closed(presentationController.presentedViewController)
        }
    }
#endif
