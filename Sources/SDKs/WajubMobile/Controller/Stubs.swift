/// stub until merged
public struct RealtimeOptions: Sendable, Hashable {
    public var host: String
    public var port: Int
    public var tls: Bool
    public init(host: String, port: Int = 443, tls: Bool = true) {
        (self.host, self.port, self.tls) = (host, port, tls)
    }
}
