import Foundation

/// The gateway's environments.
public enum YunoEnvironment: String, Sendable, Hashable, CaseIterable {
    /// Development.
    case dev
    /// Staging.
    case staging
    /// Payments of play money.
    case sandbox
    /// Real payments.
    case prod

    /// Another spelling of ``prod``.
    public static var production: YunoEnvironment { .prod }

    /// The environment a public key names before its first `_`; production when it names none.
    package init(apiKey: String) {
        self = YunoEnvironment(rawValue: apiKey.prefix { $0 != "_" }.lowercased()) ?? .prod
    }
}

/// What can be changed while the app runs: `Yuno.config.environment = .staging` (YR62).
public struct YunoRuntimeConfig: Sendable, Hashable {
    let ofKey: YunoEnvironment
    var chosen: YunoEnvironment?

    /// The environment; that of the key unless another one was set.
    public var environment: YunoEnvironment {
        get { chosen ?? ofKey }
        set { chosen = newValue }
    }

    /// The gateway's origin, `https://host` or `https://host:port` with no path, or plain http to this machine; nil
    /// for the one in the Info.plist key `ComptoirGatewayOrigin` (on Linux: the environment's `COMPTOIR_GATEWAY`).
    public var baseURL: URL?
}

/// What the app is written with.
public enum YunoPlatform: String, Sendable, Hashable, CaseIterable {
    /// Swift or Objective-C.
    case native = "NATIVE"
    /// Flutter.
    case flutter = "FLUTTER"
    /// React Native.
    case reactNative = "REACT_NATIVE"
}
