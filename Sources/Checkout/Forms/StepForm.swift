import Kernel

/// The form of a confirmation step (spec 7.2).
public struct StepForm: Sendable {
    /// What is asked for.
    public let kind: StepKind
    /// Where a code went, masked by the gateway; nil when it did not say.
    public package(set) var destination: String?
    /// Tries left, as far as the gateway told.
    public package(set) var attemptsLeft: Int?
    /// Whether the gateway can send the code again.
    public package(set) var hasResend: Bool

    package let id: String
    private var typed = Secret(TypedText("", caret: 0))
    /// With ``StepKind/address``.
    package private(set) var address: BillingForm
    private let today: (year: Int, month: Int, day: Int)

    package init(
        id: String, kind: StepKind, destination: String? = nil, attemptsLeft: Int? = nil, resend: Bool = false,
        country: String? = nil, today: (year: Int, month: Int, day: Int)
    ) {
        self.id = id
        self.kind = kind
        self.destination = destination
        self.attemptsLeft = attemptsLeft
        hasResend = resend
        self.today = today
        address = BillingForm(
            required: kind == .address ? ["address", "city", "state", "zip_code", "country"] : [],
            known: country.map { [.country: $0] } ?? [:])
    }

    /// The name of the one field, as errors and requests use it; with ``StepKind/address`` the fields are
    /// ``BillingField``s.
    public var field: String {
        switch kind {
        case .otp, .threeDS: "code"
        case .pin: "pin"
        case .phone: "phone"
        case .birthday: "birthday"
        case .address: "address"
        }
    }

    /// What the field shows.
    public var text: String { content.text }

    package var content: TypedText { typed.expose() }

    package func content(_ field: String) -> TypedText {
        guard kind == .address else { return content }
        return BillingField(rawValue: field).map(address.content) ?? TypedText("", caret: 0)
    }

    /// Takes what a field holds now. A field the step does not have is passed over.
    package mutating func set(_ field: String, _ text: String, caret: Int) {
        if kind == .address {
            if let field = BillingField(rawValue: field) { address.set(field, text, caret: caret) }
            return
        }
        guard field == self.field else { return }
        switch kind {
        case .otp, .threeDS: typed = Secret(Digits.typed(text, caret: caret, limit: Self.codeLength.upperBound))
        case .pin: typed = Secret(Digits.typed(text, caret: caret, limit: Self.pinLength.upperBound))
        case .phone: typed = Secret(PhoneRules.formatAsYouType(text, caret: caret))
        case .birthday: typed = Secret(Digits.date(text, caret: caret))
        case .address: break
        }
    }

    package mutating func forget() { typed = Secret(TypedText("", caret: 0)) }

    package static let codeLength = 4...8
    package static let pinLength = 4...6

    package var faults: [String: FormFault] {
        if kind == .address {
            // A town without states has none to give.
            return address.faults.filter { $0.key != BillingField.state.rawValue || $0.value != .required }
        }
        return fault.map { [field: $0] } ?? [:]
    }

    private var fault: FormFault? {
        let text = content.text
        guard !text.isEmpty else { return .required }
        switch kind {
        case .otp, .threeDS: return Self.codeLength.contains(text.utf8.count) ? nil : .codeLength(Self.codeLength)
        case .pin: return Self.pinLength.contains(text.utf8.count) ? nil : .codeLength(Self.pinLength)
        case .phone: return PhoneNumber(international: text) == nil ? .invalidPhone : nil
        case .birthday: return isPastDate ? nil : .invalidDate
        case .address: return nil
        }
    }

    /// `YYYY-MM-DD`, a real day before today.
    private var isPastDate: Bool {
        let parts = content.text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].utf8.count == 4, parts[1].utf8.count == 2, parts[2].utf8.count == 2,
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
            year >= 1900, (1...12).contains(month), day >= 1
        else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return day <= days[month - 1] && (year, month, day) < today
    }

    /// The answer's fields; nil while there are faults.
    package var data: Secret<[String: JSONValue]>? {
        guard faults.isEmpty else { return nil }
        switch kind {
        case .address:
            let data = address.fields.reduce(into: [String: JSONValue]()) { data, field in
                let text = address.content(field).text.trimmingBlanks
                if !text.isEmpty { data[field.rawValue] = .string(field == .country ? text.uppercased() : text) }
            }
            return Secret(data)
        case .phone:
            return PhoneNumber(international: content.text).map { Secret([field: .string($0.e164)]) }
        default: return Secret([field: .string(content.text)])
        }
    }
}

extension StepForm: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The kind; nothing that was typed.
    public var description: String { "StepForm(\(kind))" }
    /// The kind; nothing that was typed.
    public var debugDescription: String { description }
    /// Has no children, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
