#if canImport(SwiftUI) && canImport(UIKit)
    import Foundation
    import Interface
    import InterfaceApple
    import SwiftUI
    import UIKit
    import WebKit

    /// Providers' pages inside a screen, for an SDK that shows them there.
    package enum WebPages {
        package static let drawing: PageDrawing = { page, onMessage in
            AnyView(WebPageFrame(page: page, onMessage: onMessage))
        }
    }

    struct WebPageFrame: UIViewRepresentable {
        /// What a provider's page posts to.
        static let handlerName = "messageFromWeb"

        let page: Interface.WebPage
        let onMessage: @MainActor (String) -> Void

        func makeCoordinator() -> WebPageKeeper { WebPageKeeper(page) }

        func makeUIView(context: Context) -> WKWebView {
            let configuration = WKWebViewConfiguration()
            // What a bank stores is of no use to the next payment.
            configuration.websiteDataStore = .nonPersistent()
            configuration.userContentController.add(
                WeakMessageHandler(context.coordinator), name: Self.handlerName)
            let view = WKWebView(frame: .zero, configuration: configuration)
            view.navigationDelegate = context.coordinator
            return view
        }

        func updateUIView(_ view: WKWebView, context: Context) {
            context.coordinator.onMessage = onMessage
            context.coordinator.show(page, in: view)
        }

        static func dismantleUIView(_ view: WKWebView, coordinator: WebPageKeeper) {
            coordinator.onMessage = nil
            view.stopLoading()
            view.navigationDelegate = nil
            view.configuration.userContentController.removeScriptMessageHandler(forName: handlerName)
        }
    }

    /// Lets through what a page may say and where it may go.
    @MainActor final class WebPageKeeper: NSObject {
        var onMessage: (@MainActor (String) -> Void)?
        private var page: Interface.WebPage
        private var shown: String?
        private var messageCount = 0
        private var hasArrived = false

        private static let mostMessages = 20

        init(_ page: Interface.WebPage) {
            self.page = page
        }

        func show(_ page: Interface.WebPage, in view: WKWebView) {
            self.page = page
            guard page.url != shown, let url = URL(string: page.url) else { return }
            shown = page.url
            (messageCount, hasArrived) = (0, false)
            _ = view.load(URLRequest(url: url))
        }

        /// A text, from the page itself and not from one inside it, of the origin that was asked for.
        func take(_ body: Any, from origin: String, isMainFrame: Bool) {
            guard isMainFrame, origin == page.origin, let text = body as? String,
                text.utf8.count <= Interface.WebPage.longestMessage, messageCount < Self.mostMessages
            else { return }
            messageCount += 1
            onMessage?(text)
        }

        /// Web pages only. Where the page ends is told, and not gone to: the app would be opened by it.
        func allows(_ url: URL) -> Bool {
            if isEnd(url) {
                if !hasArrived {
                    hasArrived = true
                    onMessage?(Interface.WebPage.arrival(url.absoluteString))
                }
                return false
            }
            return ["https", "http", "about"].contains(url.scheme?.lowercased() ?? "")
        }

        private func isEnd(_ url: URL) -> Bool {
            guard let text = page.returnURL, let end = URL(string: text), let scheme = end.scheme?.lowercased(),
                url.scheme?.lowercased() == scheme
            else { return false }
            // Any address of an app's own scheme; of the web only that one, whatever is asked of it.
            return !["https", "http"].contains(scheme) || url.host == end.host && url.path == end.path
        }
    }

    extension WebPageKeeper: WKScriptMessageHandler {
        func userContentController(
            _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
        ) {
            let origin = message.frameInfo.securityOrigin
            let port = origin.port == 0 ? "" : ":\(origin.port)"
            take(
                message.body, from: Interface.WebPage.origin(of: "\(origin.protocol)://\(origin.host)\(port)"),
                isMainFrame: message.frameInfo.isMainFrame)
        }
    }

    extension WebPageKeeper: WKNavigationDelegate {
        func webView(
            _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
            decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
        ) {
            decisionHandler(navigationAction.request.url.map(allows) == true ? .allow : .cancel)
        }
    }

    /// A content controller keeps its handler for ever, and the web view keeps the controller.
    @MainActor private final class WeakMessageHandler: NSObject, WKScriptMessageHandler {
        private weak var handler: (any WKScriptMessageHandler)?

        init(_ handler: any WKScriptMessageHandler) {
            self.handler = handler
        }

        func userContentController(
            _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
        ) {
            handler?.userContentController(userContentController, didReceive: message)
        }
    }
#endif
