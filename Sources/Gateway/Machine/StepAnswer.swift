import Kernel

/// What a payer answered to a step, read (spec 7.2).
package enum StepAnswer: Sendable {
    /// A one-time code, or a 3-D Secure code.
    case code(Secret<String>)
    case pin(Secret<String>)
    /// E.164.
    case phone(String)
    /// `YYYY-MM-DD`, a real day that is over.
    case birthday(String)
    case address(BillingFields)

    package enum Reading: Sendable {
        case answer(StepAnswer)
        /// Field → what is wrong with it.
        case unreadable([String: String])
    }

    /// Any code is an answer, if a wrong one; a telephone number, a day or an address must at least be one.
    package static func read(_ kind: Step.Kind, _ fields: [String: JSONValue], today: Timestamp) -> Reading {
        switch kind {
        case .otp, .threeDS: return .answer(.code(Secret(fields["code"]?.string ?? "")))
        case .pin: return .answer(.pin(Secret(fields["pin"]?.string ?? "")))
        case .phone:
            let phone = fields["phone"]?.string ?? ""
            return isE164(phone) ? .answer(.phone(phone)) : .unreadable(["phone": "invalid_phone"])
        case .birthday:
            let text = fields["birthday"]?.string ?? ""
            guard text.utf8.count == 10, let day = Timestamp(iso8601: text), day < today, day.iso8601.hasPrefix(text)
            else { return .unreadable(["birthday": "must be a day that is over, as YYYY-MM-DD"]) }
            return .answer(.birthday(text))
        case .address:
            let names: Set = ["address", "city", "state", "zip_code", "country"]
            switch BillingFields.read(
                fields.filter { names.contains($0.key) }, required: ["address", "city", "country"])
            {
            case .fields(let address): return .answer(.address(address))
            case .invalid(let errors): return .unreadable(errors)
            }
        }
    }

    private static func isE164(_ text: String) -> Bool {
        let digits = text.utf8.dropFirst()
        return text.hasPrefix("+") && (7...15).contains(digits.count) && digits.first != UInt8(ascii: "0")
            && digits.allSatisfy { (0x30...0x39).contains($0) }
    }
}
