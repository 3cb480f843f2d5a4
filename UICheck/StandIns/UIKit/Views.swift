import Foundation

@MainActor open class UIResponder: NSObject {
    public private(set) var isFirstResponder = false
    open var next: UIResponder? { nil }
    open var canBecomeFirstResponder: Bool { false }

    @discardableResult open func becomeFirstResponder() -> Bool {
        guard canBecomeFirstResponder else { return false }
        isFirstResponder = true
        return true
    }

    @discardableResult open func resignFirstResponder() -> Bool {
        isFirstResponder = false
        return true
    }
}

public struct UILayoutPriority: RawRepresentable, Sendable {
    public var rawValue: Float
    public init(rawValue: Float) { self.rawValue = rawValue }

    public static let required = UILayoutPriority(rawValue: 1000)
    public static let defaultHigh = UILayoutPriority(rawValue: 750)
    public static let defaultLow = UILayoutPriority(rawValue: 250)
}

@MainActor open class NSLayoutConstraint: NSObject {
    public enum Axis: Int, Sendable { case horizontal, vertical }

    open var constant: CGFloat
    open var isActive = false

    init(_ constant: CGFloat) { self.constant = constant }

    public class func activate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = true }
    }
}

/// Nothing is laid out here: constraints are only kept.
@MainActor open class NSLayoutAnchor: NSObject {
    open func constraint(equalTo anchor: NSLayoutAnchor, constant: CGFloat = 0) -> NSLayoutConstraint {
        NSLayoutConstraint(constant)
    }

    open func constraint(equalToConstant constant: CGFloat) -> NSLayoutConstraint { NSLayoutConstraint(constant) }
}

@MainActor open class UIView: UIResponder {
    public struct AutoresizingMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let flexibleWidth = AutoresizingMask(rawValue: 2)
        public static let flexibleHeight = AutoresizingMask(rawValue: 16)
    }

    open var frame: CGRect
    open var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }
    open var autoresizingMask: AutoresizingMask = []
    open var backgroundColor: UIColor?
    open var tintColor: UIColor! = .systemBlue
    open var semanticContentAttribute: UISemanticContentAttribute = .unspecified
    open var isUserInteractionEnabled = true
    public private(set) weak var superview: UIView?
    public private(set) var subviews: [UIView] = []

    public init(frame: CGRect) { self.frame = frame }
    public convenience override init() { self.init(frame: .zero) }
    public required init?(coder: NSCoder) { nil }

    open var window: UIWindow? { superview?.window }
    /// The controller whose view it is, else the view around it.
    open override var next: UIResponder? { standInController ?? superview }
    weak var standInController: UIViewController?

    public static let noIntrinsicMetric: CGFloat = -1
    open var intrinsicContentSize: CGSize { CGSize(width: Self.noIntrinsicMetric, height: Self.noIntrinsicMetric) }
    open func invalidateIntrinsicContentSize() {}

    open func addSubview(_ view: UIView) {
        view.removeFromSuperview()
        subviews.append(view)
        view.superview = self
        if window != nil { view.tellWindow() }
    }

    open func removeFromSuperview() {
        guard let superview else { return }
        let hadWindow = window != nil
        superview.subviews.removeAll { $0 === self }
        self.superview = nil
        if hadWindow { tellWindow() }
    }

    private func tellWindow() {
        didMoveToWindow()
        for view in subviews { view.tellWindow() }
    }

    open func didMoveToWindow() {}
    open var translatesAutoresizingMaskIntoConstraints = true
    public let topAnchor = NSLayoutAnchor()
    public let bottomAnchor = NSLayoutAnchor()
    public let leadingAnchor = NSLayoutAnchor()
    public let trailingAnchor = NSLayoutAnchor()
    public let heightAnchor = NSLayoutAnchor()
    open func setContentHuggingPriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {}
    open func setContentCompressionResistancePriority(
        _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
    ) {}
    @discardableResult open func endEditing(_ force: Bool) -> Bool { true }

    // NSObject's part of UIAccessibility, which a Swift class cannot add to NSObject for overriding.
    open var accessibilityLabel: String?
    open var accessibilityHint: String?
    open var accessibilityValue: String?
    open var accessibilityIdentifier: String?
    open var accessibilityLanguage: String?
    open var accessibilityViewIsModal = false
    open func accessibilityPerformEscape() -> Bool { false }
}

@MainActor open class UIAction: NSObject {
    let handler: (UIAction) -> Void

    public init(handler: @escaping (UIAction) -> Void) { self.handler = handler }
}

@MainActor open class UIControl: UIView {
    public struct Event: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let touchUpInside = Event(rawValue: 1 << 6)
        public static let editingChanged = Event(rawValue: 1 << 17)
    }

    private var actions: [(UIAction, Event)] = []
    open var isEnabled = true

    open func addAction(_ action: UIAction, for events: Event) { actions.append((action, events)) }

    open func sendActions(for events: Event) {
        for (action, when) in actions where !when.isDisjoint(with: events) { action.handler(action) }
    }
}
