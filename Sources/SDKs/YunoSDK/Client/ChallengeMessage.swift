import Foundation
import Kernel

/// What a bank's page says when its challenge is over. Anybody's page may post anything: what is not exactly this is
/// ignored.
package enum ChallengeMessage: Sendable, Hashable {
    /// Over, whatever came of it: read the payment. The address the page leaves for, if any.
    case completed(callbackURL: String?)
    /// It could not be done.
    case failed(String)

    private static let limits = JSONLimits(bytes: 1 << 13, depth: 4, values: 50)
    private static let longestData = 2048

    /// - Parameter body: of the message: a JSON string, or a map (YH56).
    package init?(_ body: Any) {
        let members: (String) -> String?
        if let text = body as? String {
            guard let json = try? JSONValue.parse(text, limits: Self.limits), json.object != nil else { return nil }
            members = { json[$0]?.string }
        } else if let map = body as? [String: Any] {
            members = { map[$0] as? String }
        } else {
            return nil
        }
        // The other is our own view's, when the page has gone where it ends.
        guard let origin = members("origin"), origin == "CHALLENGE" || origin == "NAVIGATION",
            let status = members("status")
        else { return nil }
        let data = members("data") ?? ""
        guard data.utf8.count <= Self.longestData else { return nil }
        switch status {
        case "COMPLETED": self = .completed(callbackURL: data.isEmpty ? nil : data)
        case "ERROR": self = .failed(data)
        default: return nil
        }
    }
}
