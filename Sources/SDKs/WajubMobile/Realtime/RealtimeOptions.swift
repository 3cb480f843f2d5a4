/// Where the payment's changes are announced, when that is not where the session says: a proxy of your own in front of
/// the realtime server (W27).
///
/// Only host, port and TLS are replaced; the application's key and the channel stay the session's. A session without
/// realtime stays without: the sheet then reads the status every 5 seconds, as it does whenever no socket can be opened.
public struct RealtimeOptions: Sendable, Hashable {
    /// A host name or address, without scheme, port or path.
    public var host: String
    /// 1 to 65535; 443 by default.
    public var port: Int
    /// Whether the socket is encrypted; true by default.
    public var tls: Bool

    /// - Parameters:
    ///   - host: a host name or address, without scheme, port or path.
    ///   - port: 1 to 65535.
    ///   - tls: whether the socket is encrypted.
    public init(host: String, port: Int = 443, tls: Bool = true) {
        self.host = host
        self.port = port
        self.tls = tls
    }
}
