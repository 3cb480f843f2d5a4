import Kernel

/// What a provider's page asks of a payer beforehand (spec 5.4).
package struct BillingFields: Sendable, Equatable {
    package static let names = [
        "first_name", "last_name", "email", "phone", "address", "city", "country", "state", "zip_code",
    ]

    /// Trimmed; what was blank is not there.
    package let values: [String: String]

    package subscript(_ name: String) -> String? { values[name] }

    package enum Reading: Sendable, Equatable {
        case fields(BillingFields)
        /// Field → what is wrong with it.
        case invalid([String: String])
    }

    /// Blanks and names that are none of ours are dropped; what is required must be there, and what is there must be
    /// readable.
    package static func read(_ data: [String: JSONValue], required: [String]) -> Reading {
        var values: [String: String] = [:]
        var errors: [String: String] = [:]
        for name in names {
            let text = data[name]?.string.map(trimmed) ?? ""
            if let given = data[name], !given.isNull, given.string == nil {
                errors[name] = "must be a string"
            } else if text.isEmpty {
                if required.contains(name) { errors[name] = "is required" }
            } else if let words = fault(name, text) {
                errors[name] = words
            } else {
                values[name] = name == "country" ? text.uppercased() : text
            }
        }
        return errors.isEmpty ? .fields(BillingFields(values: values)) : .invalid(errors)
    }

    private static func fault(_ name: String, _ text: String) -> String? {
        if text.utf8.count > 255 { return "must be at most 255 bytes" }
        if text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
            return "must not contain control characters"
        }
        switch name {
        case "email": return PaymentDraft.looksLikeEmail(text) ? nil : "is not an e-mail address"
        case "country": return text.utf8.count == 2 && text.allSatisfy(\.isLetter) ? nil : "must be two letters"
        default: return nil
        }
    }

    private static func trimmed(_ text: String) -> String {
        let start = text.drop { $0.isWhitespace }
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}
