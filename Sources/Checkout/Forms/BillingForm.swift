import Kernel

/// A billing field that a provider's page asks for beforehand (spec 5.4). The raw values are the contract's.
public enum BillingField: String, Sendable, Hashable, CaseIterable {
    /// Given name.
    case firstName = "first_name"
    /// Family name.
    case lastName = "last_name"
    /// E-mail address.
    case email
    /// Phone number.
    case phone
    /// Street and number.
    case address
    /// Town.
    case city
    /// ISO 3166 code.
    case country
    /// State or region.
    case state
    /// Postal code.
    case zipCode = "zip_code"
}

/// The billing fields before a provider's own page, and a step that asks for an address.
public struct BillingForm: Sendable, Hashable {
    /// In the order they are shown.
    public let fields: [BillingField]
    private var typed: [BillingField: TypedText] = [:]

    /// Names that are no billing fields are left out (`card.number` is asked on the page, not here).
    package init(required names: [String], known: [BillingField: String] = [:]) {
        let wanted = Set(names.compactMap(BillingField.init))
        fields = BillingField.allCases.filter(wanted.contains)
        for (field, text) in known where wanted.contains(field) {
            typed[field] = TypedText(text, caret: text.utf16.count)
        }
    }

    /// What a field shows.
    public func text(_ field: BillingField) -> String { content(field).text }

    package func content(_ field: BillingField) -> TypedText { typed[field] ?? TypedText("", caret: 0) }

    package mutating func set(_ field: BillingField, _ text: String, caret: Int) {
        guard fields.contains(field) else { return }
        typed[field] =
            field == .phone
            ? PhoneRules.formatAsYouType(text, caret: caret) : TypedText(String(text.prefix(200)), caret: caret)
    }

    package func fault(_ field: BillingField) -> FormFault? {
        let text = content(field).text.trimmingBlanks
        guard !text.isEmpty else { return .required }
        switch field {
        case .email: return Self.isEmail(text) ? nil : .invalidEmail
        case .country: return text.utf8.count == 2 && text.utf8.allSatisfy(\.isLetter) ? nil : .invalidCountry
        default: return nil
        }
    }

    package var faults: [String: FormFault] {
        fields.reduce(into: [:]) { faults, field in faults[field.rawValue] = fault(field) }
    }

    /// The request's flat fields, trimmed; nil while there are faults.
    package var data: [String: JSONValue]? {
        guard faults.isEmpty else { return nil }
        return fields.reduce(into: [:]) { data, field in
            let text = content(field).text.trimmingBlanks
            data[field.rawValue] = .string(field == .country ? text.uppercased() : text)
        }
    }

    /// Something before an @, a dot in what follows, no blank anywhere.
    static func isEmail(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !text.contains(where: \.isWhitespace) else { return false }
        let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        return labels.count >= 2 && labels.allSatisfy { !$0.isEmpty }
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
}

extension BillingForm: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// How many fields; nothing that was typed.
    public var description: String { "BillingForm(\(fields.count) fields)" }
    /// How many fields; nothing that was typed.
    public var debugDescription: String { description }
    /// Has no children, so that `dump` shows nothing of the person.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
