import Foundation

@MainActor open class UIScreen: NSObject {
    public static let main = UIScreen()
    public var nativeBounds: CGRect { CGRect(x: 0, y: 0, width: 1179, height: 2556) }
    public var standInStyle: UIUserInterfaceStyle = .light
}

@MainActor open class UIWindow: UIView {
    open var rootViewController: UIViewController? {
        didSet {
            oldValue?.viewIfLoaded?.removeFromSuperview()
            if let rootViewController { addSubview(rootViewController.view) }
        }
    }
    open var isKeyWindow = false
    open override var window: UIWindow? { self }
    public weak var windowScene: UIWindowScene?
}

@MainActor open class UIScene: UIResponder {
    public enum ActivationState: Int, Sendable {
        case unattached = -1, foregroundActive, foregroundInactive, background
    }

    /// How it was started.
    @MainActor open class ConnectionOptions: NSObject {
        public override init() {}
    }

    open var activationState: ActivationState = .foregroundActive
    nonisolated public static let didDisconnectNotification = Notification.Name("UISceneDidDisconnectNotification")
}

@MainActor open class UISceneSession: NSObject {
    public override init() {}
}

@MainActor public protocol UISceneDelegate: NSObjectProtocol {
    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions)
}

@MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {}

@MainActor public protocol UIApplicationDelegate: NSObjectProtocol {
    func application(
        _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool
}

@MainActor open class UIWindowScene: UIScene {
    open var windows: [UIWindow] = []
}

@MainActor open class UIApplication: UIResponder {
    public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
        public var rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    public struct OpenURLOptionsKey: RawRepresentable, Hashable, Sendable {
        public var rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    public static let shared = UIApplication()
    nonisolated public static let willEnterForegroundNotification = Notification.Name(
        "UIApplicationWillEnterForegroundNotification")
    nonisolated public static let didBecomeActiveNotification = Notification.Name(
        "UIApplicationDidBecomeActiveNotification")

    public var connectedScenes: Set<UIScene> { standInScenes }

    @discardableResult public func open(
        _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]
    ) async -> Bool {
        standInOpened.append(url)
        return standInOpens
    }

    public var standInScenes: Set<UIScene> = []
    public var standInOpened: [URL] = []
    public var standInOpens = true
}
