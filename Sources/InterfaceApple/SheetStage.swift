#if canImport(SwiftUI) && canImport(UIKit)
    import Foundation
    import Interface
    import UIKit

    /// Puts a sheet over an app's screen, and tells what becomes of the two.
    @MainActor package final class SheetStage {
        package enum Event: Sendable, Hashable {
            /// The payer pulled the sheet down.
            case swiped
            /// There was nothing to stand on, UIKit refused, or the screen below is gone: nothing is seen any more.
            case gone
            /// The app is in front again.
            case foreground
            /// Half a second has passed.
            case tick
        }

        /// While the sheet is up, and never for one that was told to close.
        package var onEvent: (@MainActor (Event) -> Void)?
        package private(set) var sheet: SheetController?
        package private(set) weak var host: UIViewController?
        private weak var given: UIViewController?
        private let isGiven: Bool
        private var foreground: ForegroundWatch?
        private var watch: Task<Void, Never>?
        private var isOver = false

        /// How often the screen below is looked at: UIKit tells nobody when a screen is popped or let go of.
        private static let watchNanoseconds: UInt64 = 500_000_000

        /// - Parameter viewController: the screen to stand on; the topmost of the main window when nil (W19).
        package init(over viewController: UIViewController?) {
            given = viewController
            isGiven = viewController != nil
        }

        /// Where the sheet will stand; nil without a window.
        package func findHost() -> UIViewController? {
            host = isGiven ? given : HostScreen.topmost()
            return host
        }

        /// Presents; ``Event/gone`` when that fails, at once or later.
        package func show(_ sheet: SheetController) {
            guard let host = host ?? findHost() else { return tell(.gone) }
            self.sheet = sheet
            sheet.onDeparture = { [weak self] departure in
                switch departure {
                case .swiped: self?.tell(.swiped)
                case .vanished: self?.tell(.gone)
                }
            }
            foreground = ForegroundWatch { [weak self] in self?.tell(.foreground) }
            guard HostScreen.isInMotion(host) else { return attempt(sheet, over: host) }
            // A screen that was named stays the host, whatever becomes of it; else the one below takes over.
            let below = isGiven ? nil : HostScreen.staying(host)
            Task { [weak self] in
                await HostScreen.settle(host)
                guard let self, !self.isOver else { return }
                guard let next = HostScreen.isAttached(host) ? host : below else { return self.refused() }
                self.host = next
                self.attempt(sheet, over: next)
            }
        }

        /// Takes the sheet away; calls back once it has gone, also when there is none.
        package func close(completion: @escaping @MainActor @Sendable () -> Void) {
            end()
            guard let sheet else { return completion() }
            // The sheet is kept until it has gone.
            sheet.close {
                self.sheet = nil
                completion()
            }
        }

        /// Nothing is told any more; the sheet stays until ``close(completion:)``.
        package func end() {
            isOver = true
            watch?.cancel()
            foreground = nil
        }

        private func refused() {
            sheet = nil
            tell(.gone)
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
                    self.tell(.tick)
                }
            }
        }

        /// W39: tells when the screen below was closed or let go of.
        package func checkHost() {
            // Before the sheet stands there is nothing to look at.
            guard watch != nil, !isOver else { return }
            let isThere = host.map { HostScreen.isAttached($0) && !HostScreen.isLeaving($0) } ?? false
            if !isThere || sheet?.presentingViewController == nil { tell(.gone) }
        }

        private func tell(_ event: Event) {
            if !isOver { onEvent?(event) }
        }
    }

    /// Tells when the app is in front again, for as long as it is kept.
    @MainActor package final class ForegroundWatch {
        /// Only ever handed back to the centre, which any thread may do.
        nonisolated(unsafe) private let observer: any NSObjectProtocol

        package init(_ isBack: @escaping @MainActor () -> Void) {
            let box = Callback(isBack)
            observer = NotificationCenter.default.addObserver(
                forName: UIApplication.willEnterForegroundNotification, object: nil, queue: nil
            ) { _ in
                Task { @MainActor in box.call() }
            }
        }

        deinit { NotificationCenter.default.removeObserver(observer) }

        @MainActor private final class Callback: Sendable {
            private let body: @MainActor () -> Void
            init(_ body: @escaping @MainActor () -> Void) { self.body = body }
            func call() { body() }
        }
    }
#endif
