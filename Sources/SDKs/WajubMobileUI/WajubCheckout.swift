#if canImport(SwiftUI) && canImport(UIKit)
    import UIKit
    import WajubMobile

    /// The native payment sheet.
    public enum WajubCheckout {
        /// Presents the payment sheet, and returns how it ended once the sheet is gone: the value `onComplete` received.
        ///
        /// One sheet at a time in a process. Called from inside `onComplete`, or right after the presenting screen
        /// vanished, it waits until the sheet that is over has gone (W17). It returns whatever happens to the
        /// presenting screen (W38, W39): `.cancelled(.hostGone)` before any attempt to pay, `.processing` once one was
        /// launched, `.complete` after a success; the payment itself is never cancelled by that. With no window to
        /// present from, or when UIKit refuses, it returns `.cancelled(.hostGone)` at once (W40).
        ///
        /// There is no SwiftUI view or modifier for the sheet: from a SwiftUI screen call this without `from`.
        /// - Parameters:
        ///   - options: the payment's token, and how the checkout behaves.
        ///   - viewController: the screen to present from; the topmost of the main window when nil (W19).
        /// - Returns: what the payer saw, which is no proof of payment: confirm on your server before you deliver.
        /// - Throws: ``WajubError`` with the code `sheet_already_presented`, and no other, while a sheet is open.
        @MainActor
        public static func present(
            _ options: PresentOptions, from viewController: UIViewController? = nil
        ) async throws -> CheckoutResult {
            // A sheet whose screen went this very moment is over, not open.
            SheetPresenter.current?.checkHost()
            let browser = SystemBrowser()
            let presenter = SheetPresenter(
                from: viewController, browser: browser, inherits: options.appearance?.inherit == true)
            browser.screen = { [weak presenter] in presenter?.sheet }
            return try await Checkout.present(options, presenter: presenter, browser: browser)
        }
    }
#endif
