import Foundation

/// Which socket to open and which channel to join for a payment (spec 10).
package struct RealtimeAddress: Sendable, Hashable {
    package let url: URL
    package let channel: String

    /// - Parameters:
    ///   - reference: the transaction's; the end of the channel's name when the session does not name it whole (O22).
    /// - Returns: nil when the session does not say enough: its changes are polled then.
    package init?(_ info: RealtimeInfo, reference: String, options: RealtimeOptions?) {
        guard let channel = info.channel ?? info.channelPrefix.map({ $0 + reference }), !channel.isEmpty,
            channel.utf8.count <= 200,
            let url = Self.url(info, options)
        else { return nil }
        self.url = url
        self.channel = channel
    }

    private static func url(_ info: RealtimeInfo, _ options: RealtimeOptions?) -> URL? {
        guard !info.key.isEmpty, info.key.utf8.count <= 128, info.key.utf8.allSatisfy(isKeyCharacter) else {
            return nil
        }
        var host = options?.host ?? info.host ?? ""
        var tls = options?.tls ?? (info.port == 443)
        for (scheme, isSecure) in [("wss://", true), ("ws://", false), ("https://", true), ("http://", false)]
        where host.lowercased().hasPrefix(scheme) {
            host.removeFirst(scheme.count)
            // The override's own flag says what it wants.
            if options == nil { tls = isSecure || tls }
        }
        while host.hasSuffix("/") { host.removeLast() }
        let port = options?.port ?? info.port ?? (tls ? 443 : 80)
        guard (1...65_535).contains(port), !host.isEmpty, host.utf8.count <= 255,
            host.utf8.allSatisfy(isHostCharacter)
        else { return nil }
        if host.contains(":"), !host.hasPrefix("[") { host = "[\(host)]" }
        let query = "protocol=7&client=wajub-ios&version=1.0.0&flash=false"
        return URL(string: "\(tls ? "wss" : "ws")://\(host):\(port)/app/\(info.key)?\(query)")
    }

    private static func isKeyCharacter(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
    }

    /// Nothing that could end the host early, or name a user.
    private static func isHostCharacter(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || "-._:[]".utf8.contains(byte)
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: false
        }
    }
}
