import Foundation

#if os(Linux)
    /// HTTP as this system does it best.
    package typealias SystemTransport = CurlTransport
#else
    /// HTTP as this system does it best.
    package typealias SystemTransport = URLSessionTransport
#endif

extension URL {
    /// Scheme, host and port, in lower case and with the scheme's own port filled in.
    var origin: String {
        let scheme = scheme?.lowercased() ?? ""
        return "\(scheme)://\(host?.lowercased() ?? ""):\(port ?? (scheme == "https" ? 443 : 80))"
    }
}
