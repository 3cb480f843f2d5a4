import Foundation
import UIKit

@MainActor @preconcurrency public protocol UIViewRepresentable: View where Body == Never {
    associatedtype UIViewType: UIView
    associatedtype Coordinator = Void
    typealias Context = UIViewRepresentableContext<Self>
    func makeUIView(context: Self.Context) -> Self.UIViewType
    func updateUIView(_ uiView: Self.UIViewType, context: Self.Context)
    func makeCoordinator() -> Self.Coordinator
    static func dismantleUIView(_ uiView: Self.UIViewType, coordinator: Self.Coordinator)
}

@MainActor public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
    public let coordinator: Representable.Coordinator
    public let environment: EnvironmentValues
}

extension UIViewRepresentable where Coordinator == Void {
    public func makeCoordinator() {}
}

/// What is kept of a represented view from one drawing to the next.
@MainActor private final class Made<Representable: UIViewRepresentable> {
    let coordinator: Representable.Coordinator
    var view: Representable.UIViewType?
    init(_ coordinator: Representable.Coordinator) { self.coordinator = coordinator }
}

extension UIViewRepresentable {
    public static func dismantleUIView(_ uiView: Self.UIViewType, coordinator: Self.Coordinator) {}
}

extension UIViewRepresentable {
    public var body: Never { fatalError("drawn by UIKit") }

    func draw(_ context: StandInContext) -> [StandInDrawn] {
        let made = context.host.remember(context.path + "#made") { Made<Self>(makeCoordinator()) }
        let own = UIViewRepresentableContext<Self>(coordinator: made.coordinator, environment: context.environment)
        let view = made.view ?? makeUIView(context: own)
        made.view = view
        updateUIView(view, context: own)
        if let window = context.host.window, view.window == nil { window.addSubview(view) }
        context.host.onDisappear(context.path + "#dismantle") {
            Self.dismantleUIView(view, coordinator: made.coordinator)
            view.removeFromSuperview()
        }
        let drawn = StandInDrawn(view is UITextField ? "field" : "view", text: (view as? UITextField)?.text)
        drawn.uiView = view
        drawn.label = view.accessibilityLabel
        drawn.isDisabled = !((view as? UIControl)?.isEnabled ?? true)
        return [drawn]
    }
}

@MainActor open class UIHostingController<Content: View>: UIViewController {
    open var rootView: Content
    public let standInHost = StandInHost()

    public init(rootView: Content) {
        self.rootView = rootView
        super.init(nibName: nil, bundle: nil)
    }

    public required init?(coder: NSCoder) { nil }

    /// What is on the screen now.
    public func standInDraw() -> StandInDrawn {
        standInHost.window = viewIfLoaded?.window
        standInHost.environment.colorScheme = traitCollection.userInterfaceStyle == .dark ? .dark : .light
        return standInHost.draw(rootView)
    }
}
