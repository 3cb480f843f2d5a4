import Foundation

@MainActor open class UIPresentationController: NSObject {
    public let presentedViewController: UIViewController
    public weak var delegate: (any UIAdaptivePresentationControllerDelegate)?

    init(_ presented: UIViewController) { presentedViewController = presented }
}

@MainActor public protocol UIAdaptivePresentationControllerDelegate: NSObjectProtocol {
    func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool
    func presentationControllerWillDismiss(_ presentationController: UIPresentationController)
    func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
    func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController)
}

// They are optional in Objective-C.
extension UIAdaptivePresentationControllerDelegate {
    public func presentationControllerShouldDismiss(_ presentationController: UIPresentationController) -> Bool { true }
    public func presentationControllerWillDismiss(_ presentationController: UIPresentationController) {}
    public func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {}
    public func presentationControllerDidAttemptToDismiss(_ presentationController: UIPresentationController) {}
}

@MainActor open class UIViewController: UIResponder {
    private var loaded: UIView?
    open var modalPresentationStyle: UIModalPresentationStyle = .automatic
    open var isModalInPresentation = false
    open var overrideUserInterfaceStyle: UIUserInterfaceStyle = .unspecified
    public private(set) weak var presentingViewController: UIViewController?
    public private(set) var presentedViewController: UIViewController?
    public private(set) var isBeingDismissed = false
    public private(set) var isBeingPresented = false
    public private(set) weak var parent: UIViewController?
    public private(set) var children: [UIViewController] = []
    private var ownPresentationController: UIPresentationController?

    public init(nibName: String?, bundle: Bundle?) {}
    public convenience override init() { self.init(nibName: nil, bundle: nil) }
    public required init?(coder: NSCoder) { nil }

    open var view: UIView! {
        get {
            if let loaded { return loaded }
            loadView()
            loaded?.standInController = self
            viewDidLoad()
            return loaded
        }
        set { loaded = newValue }
    }
    open var viewIfLoaded: UIView? { loaded }
    open var isViewLoaded: Bool { loaded != nil }
    open func loadView() { loaded = UIView() }

    open func viewDidLoad() {}
    open func viewWillAppear(_ animated: Bool) {}
    open func viewDidAppear(_ animated: Bool) {}
    open func viewWillDisappear(_ animated: Bool) {}
    open func viewDidDisappear(_ animated: Bool) {}

    open var traitCollection: UITraitCollection {
        let style = overrideUserInterfaceStyle
        if style != .unspecified { return UITraitCollection(userInterfaceStyle: style) }
        return parent?.traitCollection ?? presentingViewController?.traitCollection
            ?? UITraitCollection(userInterfaceStyle: UIScreen.main.standInStyle)
    }

    open func accessibilityPerformEscape() -> Bool { false }

    // MARK: Containing

    open func addChild(_ child: UIViewController) {
        children.append(child)
        child.parent = self
    }

    open func didMove(toParent parent: UIViewController?) {}
    open func willMove(toParent parent: UIViewController?) {}

    open func removeFromParent() {
        parent?.children.removeAll { $0 === self }
        parent = nil
    }

    // MARK: Presenting

    /// It and its controller hold each other until the presentation is over.
    public var presentationController: UIPresentationController? {
        if ownPresentationController == nil { ownPresentationController = UIPresentationController(self) }
        return ownPresentationController
    }

    /// The outermost container presents, as UIKit has it for sheets.
    private var presenter: UIViewController { parent?.presenter ?? self }

    open func present(_ other: UIViewController, animated: Bool, completion: (() -> Void)? = nil) {
        let presenter = presenter
        guard !presenter.standInRefusesToPresent, let window = presenter.viewIfLoaded?.window,
            presenter.presentedViewController == nil, other.presentingViewController == nil
        else {
            // UIKit writes a line to the log, and calls nothing.
            return
        }
        presenter.presentedViewController = other
        other.presentingViewController = presenter
        other.isBeingPresented = true
        other.viewWillAppear(animated)
        window.addSubview(other.view)
        let done = Once(completion)
        Task { @MainActor in
            other.isBeingPresented = false
            if other.presentingViewController != nil { other.viewDidAppear(animated) }
            done.call()
        }
    }

    open func dismiss(animated: Bool, completion: (() -> Void)? = nil) {
        guard let top = presentedViewController else {
            guard let presentingViewController else {
                completion?()
                return
            }
            return presentingViewController.dismiss(animated: animated, completion: completion)
        }
        let gone = sequence(first: top) { $0.presentedViewController }.reversed()
        for controller in gone {
            controller.isBeingDismissed = true
            controller.viewWillDisappear(animated)
        }
        let done = Once(completion)
        Task { @MainActor in
            self.standInRemovePresented()
            done.call()
        }
    }

    // MARK: For tests

    public var standInRefusesToPresent: Bool {
        get { refuses }
        set { refuses = newValue }
    }
    private var refuses = false

    /// What is presented goes, from the top down.
    public func standInRemovePresented() {
        guard let top = presentedViewController else { return }
        for controller in sequence(first: top, next: { $0.presentedViewController }).reversed() {
            controller.presentingViewController?.presentedViewController = nil
            controller.presentingViewController = nil
            controller.viewIfLoaded?.removeFromSuperview()
            controller.viewDidDisappear(true)
            controller.isBeingDismissed = false
            controller.ownPresentationController = nil
        }
    }

    /// A finger pulls the sheet down. Says whether it went.
    @discardableResult public func standInSwipeDown() -> Bool {
        guard let presentationController, let presentingViewController else { return false }
        let delegate = presentationController.delegate
        guard !isModalInPresentation, delegate?.presentationControllerShouldDismiss(presentationController) ?? true
        else {
            delegate?.presentationControllerDidAttemptToDismiss(presentationController)
            return false
        }
        delegate?.presentationControllerWillDismiss(presentationController)
        isBeingDismissed = true
        viewWillDisappear(true)
        presentingViewController.standInRemovePresented()
        delegate?.presentationControllerDidDismiss(presentationController)
        return true
    }
}

/// A completion that crosses to a later turn of the main actor.
@MainActor private final class Once {
    private var body: (() -> Void)?
    init(_ body: (() -> Void)?) { self.body = body }

    func call() {
        let body = body
        self.body = nil
        body?()
    }
}

@MainActor open class UINavigationController: UIViewController {
    public convenience init(rootViewController: UIViewController) {
        self.init(nibName: nil, bundle: nil)
        addChild(rootViewController)
        view.addSubview(rootViewController.view)
    }

    open func pushViewController(_ controller: UIViewController, animated: Bool) {
        children.last?.view.removeFromSuperview()
        addChild(controller)
        view.addSubview(controller.view)
    }

    @discardableResult open func popViewController(animated: Bool) -> UIViewController? {
        guard children.count > 1, let top = children.last else { return nil }
        top.view.removeFromSuperview()
        top.removeFromParent()
        if let next = children.last { view.addSubview(next.view) }
        return top
    }
}
