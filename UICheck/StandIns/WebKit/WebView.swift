import Foundation
@_exported import FoundationNetworking
import UIKit

// Of WebKit what the real sources use. A stand-in page is whatever a test says it posts and where it goes.

@MainActor public final class WKWebsiteDataStore: NSObject {
    public let isPersistent: Bool
    private init(persistent: Bool) { isPersistent = persistent }

    public class func nonPersistent() -> WKWebsiteDataStore { WKWebsiteDataStore(persistent: false) }
    public class func `default`() -> WKWebsiteDataStore { WKWebsiteDataStore(persistent: true) }
}

@MainActor public protocol WKScriptMessageHandler: NSObjectProtocol {
    func userContentController(_ userContentController: WKUserContentController, didReceive message: WKScriptMessage)
}

@MainActor public final class WKUserContentController: NSObject {
    /// Kept for as long as it is not removed, as the real one does.
    public private(set) var standInHandlers: [String: any WKScriptMessageHandler] = [:]

    public func add(_ scriptMessageHandler: any WKScriptMessageHandler, name: String) {
        precondition(standInHandlers[name] == nil, "the real one raises an exception")
        standInHandlers[name] = scriptMessageHandler
    }

    public func removeScriptMessageHandler(forName name: String) { standInHandlers[name] = nil }
}

@MainActor public final class WKSecurityOrigin: NSObject {
    public let `protocol`: String
    public let host: String
    /// 0 for the scheme's own.
    public let port: Int

    init(_ url: URL) {
        `protocol` = url.scheme ?? ""
        host = url.host ?? ""
        port = url.port ?? 0
    }
}

@MainActor public final class WKFrameInfo: NSObject {
    public let isMainFrame: Bool
    public let securityOrigin: WKSecurityOrigin

    init(_ url: URL, isMainFrame: Bool) {
        self.isMainFrame = isMainFrame
        securityOrigin = WKSecurityOrigin(url)
    }
}

@MainActor public final class WKScriptMessage: NSObject {
    public let body: Any
    public let name: String
    public let frameInfo: WKFrameInfo

    init(_ body: Any, name: String, frame: WKFrameInfo) {
        self.body = body
        self.name = name
        frameInfo = frame
    }
}

@MainActor public final class WKPreferences: NSObject {
    @available(iOS, deprecated: 14) public var javaScriptEnabled = true
}

@MainActor public final class WKWebViewConfiguration: NSObject {
    public var preferences = WKPreferences()
    public var userContentController = WKUserContentController()
    public var websiteDataStore = WKWebsiteDataStore.default()
    public override init() {}
}

public enum WKNavigationActionPolicy: Int, Sendable { case cancel, allow }

@MainActor public final class WKNavigation: NSObject {}

@MainActor public final class WKNavigationAction: NSObject {
    public let request: URLRequest
    init(_ request: URLRequest) { self.request = request }
}

@MainActor public protocol WKNavigationDelegate: NSObjectProtocol {
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void)
}

// Optional in Objective-C.
extension WKNavigationDelegate {
    public func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
    ) { decisionHandler(.allow) }
}

@MainActor open class WKWebView: UIView {
    public let configuration: WKWebViewConfiguration
    public weak var navigationDelegate: (any WKNavigationDelegate)?
    public private(set) var url: URL?
    public private(set) var standInLoads: [URL] = []

    public init(frame: CGRect, configuration: WKWebViewConfiguration) {
        self.configuration = configuration
        super.init(frame: frame)
    }

    public required init?(coder: NSCoder) { nil }

    @discardableResult open func load(_ request: URLRequest) -> WKNavigation? {
        if let url = request.url { standInLoads.append(url) }
        url = request.url
        return WKNavigation()
    }

    open func stopLoading() {}

    /// A script of the page posts something, or one of a page inside it.
    public func standInPost(_ body: Any, name: String = "messageFromWeb", from: String? = nil, isMainFrame: Bool = true)
    {
        guard let url = from.flatMap(URL.init(string:)) ?? url else { return }
        configuration.userContentController.standInHandlers[name]?.userContentController(
            configuration.userContentController,
            didReceive: WKScriptMessage(body, name: name, frame: WKFrameInfo(url, isMainFrame: isMainFrame)))
    }

    /// The page goes somewhere. Says whether it did.
    public func standInGo(_ text: String) -> Bool {
        guard let next = URL(string: text), let navigationDelegate else { return false }
        let box = Decision()
        navigationDelegate.webView(
            self, decidePolicyFor: WKNavigationAction(URLRequest(url: next))
        ) { box.policy = $0 }
        if box.policy == .allow { url = next }
        return box.policy == .allow
    }
}

@MainActor private final class Decision {
    var policy = WKNavigationActionPolicy.cancel
}

/// Only the name: unqualified it is as ambiguous here as it is on Apple's side since iOS 26.
public struct WebPage {}
