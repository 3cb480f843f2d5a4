#if canImport(SwiftUI) && canImport(UIKit)
    import Interface
    import SwiftUI
    import UIKit

    /// Hosts a live interface over an app's screen, as a page sheet or over all of it. It closes only when it is told to, or by a swipe the screen allows.
    package final class SheetController: UIViewController, UIAdaptivePresentationControllerDelegate {
        package enum Style: Sendable, Hashable { case sheet, fullScreen }

        package enum Departure: Sendable, Hashable {
            /// The payer pulled it down (W53).
            case swiped
            /// What it stood on went, and took it along (W38).
            case vanished
        }

        /// Called once, when the sheet went without being told to close.
        package var onDeparture: ((Departure) -> Void)?

        package let model: LiveModel
        private let hosting: UIHostingController<SheetView>
        private var hasAppeared = false
        private var isSwiping = false
        private var isClosing = false
        private var hasDeparted = false

        package init(
            _ interface: any LiveInterface, pictures: PictureShelf, pages: PageDrawing? = nil, style: Style = .sheet
        ) {
            model = LiveModel(interface, pictures: pictures, pages: pages)
            hosting = UIHostingController(rootView: SheetView(model))
            super.init(nibName: nil, bundle: nil)
            modalPresentationStyle = style == .sheet ? .pageSheet : .fullScreen
            follow(model.screen)
            model.onChange = { [weak self] before in self?.changed(from: before) }
        }

        @available(*, unavailable) package required init?(coder: NSCoder) { nil }

        package override func viewDidLoad() {
            super.viewDidLoad()
            addChild(hosting)
            hosting.view.frame = view.bounds
            hosting.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            view.addSubview(hosting.view)
            hosting.didMove(toParent: self)
            follow(model.screen)
        }

        package override func viewWillAppear(_ animated: Bool) {
            super.viewWillAppear(animated)
            // Not earlier: a presentation controller that is asked for and never used keeps its sheet for ever.
            presentationController?.delegate = self
        }

        package override func viewDidAppear(_ animated: Bool) {
            super.viewDidAppear(animated)
            isSwiping = false
            guard !hasAppeared else { return }
            hasAppeared = true
            Announcement.screen(title: model.screen.title).post()
        }

        package override func viewDidDisappear(_ animated: Bool) {
            super.viewDidDisappear(animated)
            guard !isClosing, !isSwiping else { return }
            // Something full-screen above it (W136) hides it too: only a sheet that nobody presents any more is gone.
            // UIKit takes the tie away after this call.
            Task { [weak self] in
                guard let self, self.presentingViewController == nil else { return }
                self.depart(.vanished)
            }
        }

        package override func accessibilityPerformEscape() -> Bool {
            guard model.screen.canDismiss else { return false }
            model.perform(model.screen.dialog.map { .press($0.refuseID) } ?? .close)
            return true
        }

        /// Goes away, and calls back once it has. Also when it is gone already.
        package func close(completion: @escaping @MainActor @Sendable () -> Void) {
            isClosing = true
            let isFinished = Latch(completion)
            Task { [weak self] in
                // UIKit ignores a dismissal in the middle of a presentation.
                for _ in 0..<40 where self?.isBeingPresented == true || self?.isSettling == true {
                    try? await Task.sleep(nanoseconds: 50_000_000)
                }
                guard let presenter = self?.presentingViewController else { return isFinished.open() }
                presenter.dismiss(animated: true) { Task { @MainActor in isFinished.open() } }
                // A window that was taken away ends no animation.
                try? await Task.sleep(nanoseconds: 2_000_000_000)
                isFinished.open()
            }
        }

        /// On its way out already, e.g. with its host.
        private var isSettling: Bool { isBeingDismissed && presentingViewController != nil }

        private func depart(_ departure: Departure) {
            guard !hasDeparted, !isClosing else { return }
            hasDeparted = true
            onDeparture?(departure)
        }

        // MARK: Following the screen

        private func changed(from before: Screen) {
            follow(model.screen)
            for announcement in Announcement.between(before, model.screen) { announcement.post() }
        }

        private func follow(_ screen: Screen) {
            // W54: no swipe during a request.
            isModalInPresentation = !screen.canDismiss
            overrideUserInterfaceStyle = model.look.interfaceStyle
            viewIfLoaded?.accessibilityLanguage = screen.language
            viewIfLoaded?.semanticContentAttribute = screen.isRightToLeft ? .forceRightToLeft : .forceLeftToRight
        }

        // MARK: UIAdaptivePresentationControllerDelegate

        package func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool {
            model.screen.canDismiss
        }

        package func presentationControllerWillDismiss(_ presentationController: UIPresentationController) {
            isSwiping = true
        }

        package func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
            depart(.swiped)
        }

        package func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {
            // The keyboard goes, so that what is being waited for can be seen.
            view.endEditing(true)
        }
    }

    /// Calls back once.
    @MainActor private final class Latch: Sendable {
        private var body: (@MainActor @Sendable () -> Void)?

        init(_ body: @escaping @MainActor @Sendable () -> Void) {
            self.body = body
        }

        func open() {
            let body = body
            self.body = nil
            body?()
        }
    }
#endif
