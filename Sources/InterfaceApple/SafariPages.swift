#if canImport(SwiftUI) && canImport(UIKit)
    import Foundation
    import SafariServices
    import UIKit

    /// Opens providers' pages over a sheet with Safari, one at a time (W3, W117).
    @MainActor package final class SafariPages: NSObject {
        /// The sheet the pages stand on.
        package var screen: (() -> UIViewController?)?
        private var page: Page?

        @MainActor private final class Page {
            let safari: SFSafariViewController
            private var onClose: (@MainActor () -> Void)?

            init(_ safari: SFSafariViewController, _ onClose: @escaping @MainActor () -> Void) {
                self.safari = safari
                self.onClose = onClose
            }

            /// "Done" and a swipe may both tell.
            func closed() {
                let onClose = onClose
                self.onClose = nil
                onClose?()
            }
        }

        /// - Parameter onClose: called once, when the page is gone again.
        /// - Returns: false when nothing can show it.
        package func open(_ url: URL, onClose: @escaping @MainActor () -> Void) async -> Bool {
            // Safari raises an exception for anything else.
            guard ["http", "https"].contains(url.scheme?.lowercased() ?? "") else { return false }
            await close()
            guard var top = screen?() else { return false }
            while let next = top.presentedViewController, !next.isBeingDismissed { top = next }
            // UIKit refuses to present from what is still coming up; two seconds at most.
            for _ in 0..<40 where top.isBeingPresented { try? await Task.sleep(nanoseconds: 50_000_000) }
            let safari = SFSafariViewController(url: url)
            safari.delegate = self
            safari.dismissButtonStyle = .close
            top.present(safari, animated: true)
            guard safari.presentingViewController != nil else { return false }
            safari.presentationController?.delegate = self
            page = Page(safari, onClose)
            return true
        }

        /// Takes the page away, if there is one.
        package func close() async {
            guard let page else { return }
            self.page = nil
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

    extension SafariPages: SFSafariViewControllerDelegate {
        package func safariViewControllerDidFinish(_ controller: SFSafariViewController) { closed(controller) }
    }

    extension SafariPages: UIAdaptivePresentationControllerDelegate {
        package func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
            closed(presentationController.presentedViewController)
        }
    }
#endif
