import Kernel

package typealias BlocklistEntryID = Identifier<BlocklistEntry>

/// Somebody a merchant takes no money from (spec 16).
package struct BlocklistEntry: Sendable, Codable, Equatable {
    package let id: BlocklistEntryID
    package let merchantID: MerchantID
    package let environment: Environment
    package let kind: Kind
    /// As ``normalized(_:_:)`` writes it.
    package let value: String
    package let reason: String?
    package let createdAt: Timestamp

    package enum Kind: String, Sendable, Codable, CaseIterable {
        case email
        /// E.164.
        case phone
        /// What an app says of its installation: 64 hexadecimal digits (spec 13).
        case fingerprint
    }

    /// One spelling for each value, so that equal ones meet; nil when it is none of that kind.
    package static func normalized(_ kind: Kind, _ raw: String) -> String? {
        guard raw.utf8.count <= 254 else { return nil }
        let text = raw.filter { !$0.isWhitespace }.lowercased()
        switch kind {
        case .email: return PaymentDraft.looksLikeEmail(text) ? text : nil
        case .fingerprint:
            let isHex = text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
            return text.utf8.count == 64 && isHex ? text : nil
        case .phone:
            let digits = text.drop { $0 == "+" }.filter { $0 != "-" && $0 != "." && $0 != "(" && $0 != ")" }
            guard text.hasPrefix("+"), (7...15).contains(digits.utf8.count),
                digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
            else { return nil }
            return "+\(digits)"
        }
    }
}
