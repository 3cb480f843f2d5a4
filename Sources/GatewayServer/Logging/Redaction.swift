import Foundation
import Kernel

/// Takes out of a text what no log may hold: card numbers, keys and tokens, wherever they stand in it.
enum Redaction {
    /// Fields of these names are never written, whatever they hold.
    static let forbiddenFields: Set = [
        "authorization", "proxy_authorization", "cookie", "set_cookie", "body", "query", "card_number", "number", "pan",
        "cvc", "cvv", "security_code", "password", "secret", "token", "vaulted_token", "public_api_key",
        "private_secret_key", "x_api_key", "x_secret", "x_hmac_signature",
    ]

    /// Places of a route's pattern that are never written.
    static let secretSegments: Set = ["{session}", "{vaulted}"]

    /// Whether a field of that name is never written; `Set-Cookie` is `set_cookie`.
    static func isForbidden(_ name: String) -> Bool {
        // Ours are written like this; only others need to be made so.
        let isPlain = name.utf8.allSatisfy { ($0 >= 0x61 && $0 <= 0x7A) || $0 == UInt8(ascii: "_") }
        return forbiddenFields.contains(isPlain ? name : name.lowercased().replacingOccurrences(of: "-", with: "_"))
    }

    static let mask = "[masked]"

    /// What keys and tokens begin with, in lower case; `eyj` begins a JSON Web Token.
    private static let prefixes = [
        "sk_", "pk_", "rk_", "sk.", "pk.", "rk.", "tok_", "lnk_", "whsec_", "sec_", "secret_", "vault_", "visit_",
        "eyj",
    ].map { Array($0.utf8) }
    /// What keys begin with that name their environment; other words begin like that, too, but are shorter.
    private static let environments = ["sandbox_", "prod_", "dev_", "staging_"].map { Array($0.utf8) }
    private static let shortestKey = 12
    private static let schemes = ["bearer", "basic"].map { Array($0.utf8) }

    static func redact(_ text: String) -> String {
        // Most texts are short and harmless; only these have anything to find.
        guard text.utf8.count >= 4 else { return text }
        let bytes = Array(text.utf8)
        var out: [UInt8] = []
        var changed = false
        var index = 0
        while index < bytes.count {
            let startsWord = index == 0 || !bytes[index - 1].isAlphanumeric
            if startsWord, let hidden = hiddenRange(bytes, at: index) {
                out.append(contentsOf: bytes[index..<hidden.lowerBound])
                out.append(contentsOf: mask.utf8)
                index = hidden.upperBound
                changed = true
            } else {
                out.append(bytes[index])
                index += 1
            }
        }
        return changed ? String(decoding: out, as: UTF8.self) : text
    }

    private static func hiddenRange(_ bytes: [UInt8], at start: Int) -> Range<Int>? {
        if bytes[start].isDigit { return cardEnd(bytes, from: start).map { start..<$0 } }
        for prefix in prefixes where matches(prefix, bytes, at: start) {
            let from = start + prefix.count
            let end = bytes[from...].firstIndex { !$0.isTokenCharacterOfKeys } ?? bytes.endIndex
            return end > from ? from..<end : nil
        }
        for prefix in environments where matches(prefix, bytes, at: start) {
            let from = start + prefix.count
            let end = bytes[from...].firstIndex { !$0.isTokenCharacterOfKeys } ?? bytes.endIndex
            return end - from >= shortestKey ? from..<end : nil
        }
        for scheme in schemes where matches(scheme, bytes, at: start) {
            var from = start + scheme.count
            let afterScheme = from
            while from < bytes.count {
                if [0x20, 0x09, UInt8(ascii: "+"), UInt8(ascii: ":"), UInt8(ascii: "=")].contains(bytes[from]) {
                    from += 1
                } else if matches(Array("%20".utf8), bytes, at: from) {
                    from += 3
                } else {
                    break
                }
            }
            let end = bytes[from...].firstIndex { $0 <= 0x20 || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }
            guard from > afterScheme, (end ?? bytes.endIndex) > from else { return nil }
            return from..<(end ?? bytes.endIndex)
        }
        return nil
    }

    /// The end of the longest run of 13 to 19 digits from `start` that passes Luhn's check, groups allowed.
    private static func cardEnd(_ bytes: [UInt8], from start: Int) -> Int? {
        var digits: [UInt8] = []
        var index = start
        var best: Int?
        while index < bytes.count, digits.count <= 19 {
            if bytes[index].isDigit {
                digits.append(bytes[index] - UInt8(ascii: "0"))
                index += 1
                let ends = index == bytes.count || !bytes[index].isDigit
                if ends, (13...19).contains(digits.count), isCard(digits) { best = index }
            } else if index + 1 < bytes.count, " -._+/".utf8.contains(bytes[index]), bytes[index + 1].isDigit {
                index += 1
            } else if matches(Array("%20".utf8), bytes, at: index) {
                index += 3
            } else {
                break
            }
        }
        return best
    }

    /// Nothing but zeros is a filler, not a card.
    private static func isCard(_ digits: [UInt8]) -> Bool {
        digits.contains { $0 > 0 } && CardNumber.passesLuhn(digits)
    }

    private static func matches(_ pattern: [UInt8], _ bytes: [UInt8], at start: Int) -> Bool {
        guard start + pattern.count <= bytes.count else { return false }
        for (offset, expected) in pattern.enumerated() where bytes[start + offset].asciiLowercased != expected {
            return false
        }
        return true
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }

    fileprivate var asciiLowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }

    fileprivate var isAlphanumeric: Bool { isDigit || (0x61...0x7A).contains(asciiLowercased) }

    fileprivate var isTokenCharacterOfKeys: Bool {
        isAlphanumeric || self == UInt8(ascii: "_") || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
    }
}
