#if canImport(SwiftUI) && canImport(UIKit)
    import Foundation
    import Interface
    import SwiftUI
    import UIKit

    /// A live interface inside an app's own screen: its content and actions, as high as they need.
    package struct LiveContent: View {
        @ObservedObject private var model: LiveModel
        private let onHeight: (@MainActor (CGFloat) -> Void)?

        /// - Parameter onHeight: told the height in points when it is drawn first, and whenever it is another.
        package init(
            _ interface: any LiveInterface, pictures: PictureShelf = .ofNetwork(),
            onHeight: (@MainActor (CGFloat) -> Void)? = nil, pages: PageDrawing? = nil
        ) {
            self.init(LiveModel(interface, pictures: pictures, pages: pages), onHeight: onHeight)
        }

        init(_ model: LiveModel, onHeight: (@MainActor (CGFloat) -> Void)?) {
            self.model = model
            self.onHeight = onHeight
            model.onChange = { [weak model] before in
                guard let model else { return }
                for announcement in Announcement.between(before, model.screen) { announcement.post() }
            }
        }

        package var body: some View {
            SheetView(model, isInside: true)
                // Whatever the height around it is now: what is told is what it needs.
                .fixedSize(horizontal: false, vertical: true)
                .background(
                    GeometryReader { place in
                        SwiftUI.Color.clear
                            .onAppear { onHeight?(place.size.height) }
                            .onChange(of: place.size.height) { onHeight?($0) }
                    })
        }
    }

    /// The same for UIKit: pin its sides, and it is as high as it needs.
    package final class LiveView: UIView {
        /// Points; called when it is drawn first, and whenever the height is another.
        package var onHeight: (@MainActor (CGFloat) -> Void)?
        package let model: LiveModel
        private(set) var hosting: UIHostingController<AnyView>?
        private var height: CGFloat = 0

        package init(_ interface: any LiveInterface, pictures: PictureShelf = .ofNetwork(), pages: PageDrawing? = nil) {
            model = LiveModel(interface, pictures: pictures, pages: pages)
            super.init(frame: .zero)
            let content = LiveContent(model) { [weak self] in self?.took($0) }
            // The place in the window is the app's affair: its safe area is no part of the height.
            let hosting = UIHostingController(rootView: AnyView(content.ignoresSafeArea()))
            self.hosting = hosting
            hosting.view.backgroundColor = .clear
            hosting.view.frame = bounds
            hosting.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            hosting.overrideUserInterfaceStyle = model.look.interfaceStyle
            addSubview(hosting.view)
        }

        @available(*, unavailable) package required init?(coder: NSCoder) { nil }

        package override var intrinsicContentSize: CGSize {
            CGSize(width: UIView.noIntrinsicMetric, height: height)
        }

        private func took(_ height: CGFloat) {
            guard height != self.height else { return }
            self.height = height
            invalidateIntrinsicContentSize()
            onHeight?(height)
        }

        /// What it presents, e.g. a list of countries, needs the app's controller above it.
        package override func didMoveToWindow() {
            super.didMoveToWindow()
            guard let hosting else { return }
            let controller = window == nil ? nil : nearestController
            guard hosting.parent !== controller else { return }
            if hosting.parent != nil {
                hosting.willMove(toParent: nil)
                hosting.removeFromParent()
            }
            guard let controller else { return }
            controller.addChild(hosting)
            hosting.didMove(toParent: controller)
        }

        private var nearestController: UIViewController? {
            var responder = next
            while let found = responder {
                if let controller = found as? UIViewController { return controller }
                responder = found.next
            }
            return nil
        }
    }
#endif
