import Kernel

extension JSONValue {
    /// The value without what no screen or log may show: keys, tokens, codes, cards and most of a phone number,
    /// whatever they are called and wherever they stand.
    package var redacted: JSONValue {
        switch self {
        case .null, .bool: self
        case .number(let number): Redaction.redact(number.text) == number.text ? self : .string(Redaction.mask)
        case .string(let text): .string(Redaction.redact(text))
        case .array(let items): .array(items.map(\.redacted))
        case .object(let members):
            .object(
                Dictionary(uniqueKeysWithValues: members.map { ($0.key, Self.member($0.key, $0.value)) }))
        }
    }

    private static let secretNames = Redaction.forbiddenFields.union([
        "authorization_token", "pin", "exp_month", "exp_year", "holder", "holder_name", "expiration_month",
        "expiration_year", "payment_data", "cryptogram", "document_number", "hmac_client_secret", "client_secret",
    ])
    private static let phoneNames: Set = ["phone", "phone_number", "msisdn"]

    private static func member(_ name: String, _ value: JSONValue) -> JSONValue {
        let plain = name.lowercased().replacingOccurrences(of: "-", with: "_")
        if secretNames.contains(plain), value.string != nil || value.number != nil { return .string(Redaction.mask) }
        if phoneNames.contains(plain), let text = value.string ?? value.number?.text {
            return .string(text.isEmpty ? "" : "•••• \(text.suffix(4))")
        }
        // What a payer types is a code, and so are `insufficient_funds` and 202.
        if plain == "code", let text = value.string ?? value.number?.text, text.utf8.count > 3,
            !text.contains(where: \.isLetter)
        {
            return .string(Redaction.mask)
        }
        return value.redacted
    }
}
