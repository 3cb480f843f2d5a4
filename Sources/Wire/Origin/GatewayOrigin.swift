import Foundation

/// The gateway this process talks to. It is configured once for the whole process, in the app itself, and is
/// never an option of a call: nothing that runs in the app can redirect a payment (W130).
///
/// - On Apple platforms: the Info.plist key `ComptoirGatewayOrigin`.
/// - On Linux: the environment variable `COMPTOIR_GATEWAY`.
/// - Without either: `http://127.0.0.1:8787`.
package struct GatewayOrigin: Sendable, Hashable {
    /// Scheme, host and port, without a path.
    package let url: URL

    package static let defaultText = "http://127.0.0.1:8787"

    /// What is wrong with a configured origin.
    package enum Fault: Error, Sendable, Hashable, CustomStringConvertible {
        /// Not `https://host` or `https://host:port`.
        case notAnOrigin
        /// Plain http to another machine.
        case insecure

        /// For the developer.
        package var description: String {
            let names = "ComptoirGatewayOrigin in Info.plist, or COMPTOIR_GATEWAY in the environment"
            switch self {
            case .notAnOrigin:
                return "The gateway origin (\(names)) must read https://host or https://host:port, with no path."
            case .insecure:
                return "The gateway origin (\(names)) must be https: plain http is allowed on this machine only."
            }
        }
    }

    /// Resolved at first use, then fixed.
    package static let ofProcess: Result<GatewayOrigin, Fault> = Result { () throws(Fault) in
        try GatewayOrigin(configured)
    }

    private static var configured: String {
        #if os(Linux)
            let text = ProcessInfo.processInfo.environment["COMPTOIR_GATEWAY"]
        #else
            let text = Bundle.main.object(forInfoDictionaryKey: "ComptoirGatewayOrigin") as? String
        #endif
        return text.flatMap { $0.isEmpty ? nil : $0 } ?? defaultText
    }

    /// - Throws: ``Fault``.
    package init(_ text: String) throws(Fault) {
        guard var parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            scheme == "https" || scheme == "http", let host = parts.host?.lowercased(), !host.isEmpty,
            parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil,
            parts.path.isEmpty || parts.path == "/"
        else { throw .notAnOrigin }
        guard scheme == "https" || Self.isLoopback(host) else { throw .insecure }
        parts.scheme = scheme
        parts.path = ""
        guard let url = parts.url else { throw .notAnOrigin }
        self.url = url
    }

    /// The address of an endpoint.
    /// - Parameters:
    ///   - path: begins with a slash.
    ///   - query: percent-encoded.
    package func endpoint(_ path: String, query: String? = nil) -> URL {
        let address = path.split(separator: "/").reduce(url) { $0.appendingPathComponent(String($1)) }
        guard let query, var parts = URLComponents(url: address, resolvingAgainstBaseURL: false) else { return address }
        parts.percentEncodedQuery = query
        return parts.url ?? address
    }

    /// Whether a host, in lower case, is this machine.
    package static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "::1" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.first == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
