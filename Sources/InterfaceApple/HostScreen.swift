#if canImport(SwiftUI) && canImport(UIKit)
    import UIKit

    /// Where a sheet can stand.
    @MainActor
    package enum HostScreen {
        /// W19: the topmost view controller of the main window; nil when there is no window.
        package static func topmost() -> UIViewController? {
            guard var top = mainWindow?.rootViewController else { return nil }
            while let next = top.presentedViewController { top = next }
            return top
        }

        /// What stands over everything a screen presents; nil when the screen is in no window.
        package static func topmost(above screen: UIViewController) -> UIViewController? {
            guard isAttached(screen) else { return nil }
            var top = screen
            while let next = top.presentedViewController, !next.isBeingDismissed { top = next }
            return top
        }

        private static var mainWindow: UIWindow? {
            let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
            let inFront =
                scenes.filter { $0.activationState == .foregroundActive }
                + scenes.filter { $0.activationState == .foregroundInactive }
            let windows = inFront.flatMap(\.windows).filter { $0.rootViewController != nil }
            return windows.first(where: \.isKeyWindow) ?? windows.first
        }

        /// Whether a screen is part of what a window shows, or is only hidden, e.g. by another tab.
        package static func isAttached(_ screen: UIViewController) -> Bool {
            if screen.viewIfLoaded?.window != nil { return true }
            var top = screen
            while let next = top.parent ?? top.presentingViewController { top = next }
            return top.viewIfLoaded?.window?.rootViewController === top
        }

        /// Whether it, or something it stands on, is being dismissed.
        package static func isLeaving(_ screen: UIViewController) -> Bool {
            chain(screen).contains(where: \.isBeingDismissed)
        }

        /// The first screen below that is not being dismissed.
        package static func staying(_ screen: UIViewController) -> UIViewController? {
            let below = chain(screen)
            guard let last = below.lastIndex(where: \.isBeingDismissed) else { return screen }
            return below[last].presentingViewController
        }

        /// Whether UIKit would refuse to present now, only because something is on its way out.
        package static func isInMotion(_ screen: UIViewController) -> Bool {
            isLeaving(screen) || screen.presentedViewController?.isBeingDismissed == true
        }

        /// Waits for what is on its way out, two seconds at most.
        package static func settle(_ screen: UIViewController) async {
            for _ in 0..<40 where isInMotion(screen) { try? await Task.sleep(nanoseconds: 50_000_000) }
        }

        private static func chain(_ screen: UIViewController) -> [UIViewController] {
            Array(sequence(first: screen) { $0.parent ?? $0.presentingViewController })
        }
    }
#endif
