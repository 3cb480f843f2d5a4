import Foundation

/// Which addresses come back to this SDK. Asked on any thread, by an app that must say at once whether it took one.
final class DeepLinks: @unchecked Sendable {
    private let lock = NSLock()
    /// The sessions that wait, with where the gateway sends their payers back.
    private var waiting: [String: URL?] = [:]

    func expect(_ session: String, callback: String? = nil) {
        lock.withLock {
            guard let callback = callback.flatMap(URL.init(string:)) else {
                if waiting[session] == nil { waiting[session] = .some(nil) }
                return
            }
            waiting[session] = callback
        }
    }

    func forget(_ session: String) { lock.withLock { waiting[session] = nil } }

    /// Whether the address is one that a waiting session's payer comes back by: its scheme is that of the session's
    /// `callback_url` (YL40), and a session it names is that one.
    func session(of url: URL) -> String? {
        let named = Self.named(url)
        return lock.withLock {
            waiting.first { session, callback in
                if let named { return named == session && Self.fits(url, callback) }
                return callback != nil && Self.fits(url, callback)
            }?.key
        }
    }

    /// Until the gateway told the callback any scheme of the app's own may be it.
    private static func fits(_ url: URL, _ callback: URL?) -> Bool {
        guard let callback else { return true }
        return url.scheme?.lowercased() == callback.scheme?.lowercased()
            && url.host?.lowercased() == callback.host?.lowercased()
    }

    /// The session the gateway puts into every `callback_url`.
    static func named(_ url: URL) -> String? {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        return items.first { ["checkoutSession", "customerSession"].contains($0.name) }?.value
    }
}
