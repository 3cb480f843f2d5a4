import Foundation
import Kernel

/// A page of a provider's inside the screen, e.g. the challenge of a card's bank. What it posts is told as
/// ``InterfaceEvent/message(_:_:)``, when it comes from the page's own window and its own origin.
package struct WebPage: Sendable, Hashable {
    /// UTF-8 bytes; a longer message is not told.
    package static let longestMessage = 4096

    /// http or https.
    package var url: String
    /// Read out as the page's title.
    package var label: String
    /// Where messages are taken from, as a browser writes an origin: `https://bank.example`. Empty, and nothing is
    /// drawn or taken, when the address is none of a page.
    package var origin: String
    /// Where the page goes when it has ended. An app of this scheme would be opened by it; inside one, a renderer
    /// stops there and tells ``arrival(_:)``.
    package var returnURL: String?

    /// - Parameter origin: nil for that of the address.
    package init(_ label: String, url: String, origin: String? = nil, returnURL: String? = nil) {
        self.label = label
        self.url = url
        let own = Self.origin(of: url)
        self.origin = own.isEmpty ? "" : origin ?? own
        self.returnURL = returnURL
    }

    /// The address for a frame of a browser's: a page that is told so posts to whoever is around it, leaves for nowhere
    /// by itself and takes no focus.
    package var framedURL: String {
        let fragment = url.firstIndex(of: "#") ?? url.endIndex
        let mark = url[..<fragment].contains("?") ? "&" : "?"
        return url[..<fragment] + mark + "embedded=true" + url[fragment...]
    }

    /// Empty when it is none of a page.
    package static func origin(of url: String) -> String {
        guard url.utf8.count <= 4096, let parts = URLComponents(string: url),
            let scheme = parts.scheme?.lowercased(), scheme == "https" || scheme == "http",
            let host = parts.percentEncodedHost?.lowercased(), !host.isEmpty, parts.user == nil, parts.password == nil,
            host.utf8.allSatisfy({ Self.hostBytes.contains($0) })
        else { return "" }
        let standard = scheme == "https" ? 443 : 80
        let port = parts.port.flatMap { $0 == standard ? nil : ":\($0)" } ?? ""
        return "\(scheme)://\(host)\(port)"
    }

    /// Nothing that means something in a policy or a list.
    private static let hostBytes = Set("abcdefghijklmnopqrstuvwxyz0123456789.-_:[]".utf8)

    /// Whether a message is ``arrival(_:)``.
    package static func isArrival(_ message: String) -> Bool {
        let limits = JSONLimits(bytes: longestMessage, depth: 2, values: 10)
        return (try? JSONValue.parse(message, limits: limits))?["origin"]?.string == "NAVIGATION"
    }

    /// What is told when the page went to ``returnURL``: in the form of a provider's own message, from nobody but us.
    package static func arrival(_ url: String) -> String {
        JSONValue.object(["origin": "NAVIGATION", "status": "COMPLETED", "data": .string(url)]).text
    }
}
