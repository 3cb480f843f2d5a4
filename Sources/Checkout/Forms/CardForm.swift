import Kernel

/// A field of the card form.
public enum CardField: String, Sendable, Hashable, CaseIterable {
    /// The number on the front.
    case number = "card.number"
    /// Month and year.
    case expiry = "card.expiry"
    /// The 3 or 4 digits.
    case securityCode = "card.cvc"
    /// The name on the card.
    case holder = "card.holder"
}

/// What a card form asks for.
package struct CardFormOptions: Sendable, Hashable {
    package enum Holder: Sendable, Hashable { case required, optional, hidden }

    package var holder = Holder.required
    /// A saved card: nothing but its code is asked for.
    package var saved: SavedCard?
    /// Whether there is a box to have the card kept (YL59).
    package var canSave = false
    /// More than one is a choice.
    package var instalments: [Instalment] = []
    /// One question a screen (YL60).
    package var isStepByStep = false
    /// A sandbox's published numbers that have no check digit.
    package var exempt: Set<String> = []

    package init() {}

    package struct SavedCard: Sendable, Hashable {
        package let name: String
        package let codeLength: Int

        package init(name: String, codeLength: Int) {
            self.name = name
            self.codeLength = codeLength
        }
    }

    /// A way to pay in parts.
    package struct Instalment: Sendable, Hashable {
        package let id: String
        /// How many.
        package let count: Int

        package init(id: String, count: Int) {
            self.id = id
            self.count = count
        }
    }
}

/// The card form. What is typed is held as a secret and shown in no description.
public struct CardForm: Sendable {
    private var typed: [CardField: Secret<TypedText>] = [:]
    private let today: YearMonth
    package let options: CardFormOptions
    /// Whether the payer wants the card kept (YL59).
    package var saves = false
    /// The chosen instalment's id.
    package private(set) var instalmentID: String?
    /// The question that is shown, with one question a screen.
    package private(set) var step = 0

    package init(today: YearMonth, options: CardFormOptions = CardFormOptions()) {
        self.today = today
        self.options = options
        instalmentID = options.instalments.first?.id
    }

    /// What it asks for, in order.
    package var fields: [CardField] {
        guard options.saved == nil else { return [.securityCode] }
        return options.holder == .hidden ? [.number, .expiry, .securityCode] : CardField.allCases
    }

    /// What is shown now: everything, or one question.
    package var shownFields: [CardField] { options.isStepByStep ? [fields[step]] : fields }

    /// Whether what is shown is the last of it: the choices and the button that pays are here.
    package var isAtEnd: Bool { !options.isStepByStep || step == fields.count - 1 }

    /// Goes to the next question, when this one is answered rightly. What was typed stays.
    /// - Returns: what is wrong, by the field's name; empty when it went on.
    package mutating func advance() -> [String: FormFault] {
        let faults = shownFields.reduce(into: [String: FormFault]()) { $0[$1.rawValue] = fault($1) }
        if faults.isEmpty, !isAtEnd { step += 1 }
        return faults
    }

    /// Goes back a question.
    /// - Returns: false on the first one.
    package mutating func goBack() -> Bool {
        guard options.isStepByStep, step > 0 else { return false }
        step -= 1
        return true
    }

    /// Goes to the first question that is not answered rightly.
    package mutating func goToFault() {
        guard options.isStepByStep, let first = fields.firstIndex(where: { fault($0) != nil }) else { return }
        step = first
    }

    package mutating func chooseInstalment(_ id: String) {
        guard options.instalments.contains(where: { $0.id == id }) else { return }
        instalmentID = id
    }

    /// What a field shows: grouped as the brand does.
    public func text(_ field: CardField) -> String { content(field).text }

    /// The brand of the number typed so far: `visa`, `mastercard`…; `unknown` while none can be told.
    public var brand: String { cardBrand.rawValue }

    /// The name people know the brand by; empty while none can be told.
    public var brandName: String { cardBrand.name }

    package var cardBrand: CardBrand { CardBrand.detect(content(.number).text) }

    package func content(_ field: CardField) -> TypedText { typed[field]?.expose() ?? TypedText("", caret: 0) }

    /// Takes what a field holds now.
    /// - Parameter caret: UTF-16 code units.
    package mutating func set(_ field: CardField, _ text: String, caret: Int) {
        let shown: TypedText
        switch field {
        case .number: shown = CardNumber.format(text, caret: caret)
        case .expiry: shown = CardExpiry.format(text, caret: caret)
        case .securityCode:
            shown =
                options.saved.map { SecurityCode.format(text, caret: caret, length: $0.codeLength) }
                ?? SecurityCode.format(text, caret: caret, brand: cardBrand)
        case .holder: shown = TypedText(String(text.prefix(Self.longestHolder)), caret: caret)
        }
        typed[field] = Secret(shown)
    }

    /// What is wrong with a field; nil when it can be sent.
    package func fault(_ field: CardField) -> FormFault? {
        let text = content(field).text
        guard !text.allSatisfy(\.isWhitespace) else {
            return field == .holder && options.holder != .required ? nil : .required
        }
        do throws(CardFault) {
            switch field {
            case .number: _ = try CardNumber(text, exempt: options.exempt)
            case .expiry: _ = try CardExpiry(text, today: today)
            case .securityCode:
                guard let saved = options.saved else {
                    _ = try SecurityCode(text, brand: cardBrand)
                    break
                }
                guard try SecurityCode(text).digits.expose().count == saved.codeLength else {
                    throw CardFault.securityCodeLength
                }
            case .holder: break
            }
            return nil
        } catch {
            return .card(error)
        }
    }

    package var faults: [String: FormFault] {
        fields.reduce(into: [:]) { faults, field in faults[field.rawValue] = fault(field) }
    }

    /// What the form holds, once nothing is wrong with it.
    package struct Content: Sendable {
        /// Nil for a saved card.
        package let card: (number: CardNumber, expiry: CardExpiry)?
        package let code: Secret<String>
        /// Nil when it is not given.
        package let holder: String?
        package let saves: Bool
        package let instalment: CardFormOptions.Instalment?
    }

    /// nil while there are faults.
    package var ready: Content? {
        guard faults.isEmpty, let code = try? SecurityCode(content(.securityCode).text) else { return nil }
        let number = try? CardNumber(content(.number).text, exempt: options.exempt)
        let expiry = try? CardExpiry(content(.expiry).text, today: today)
        let holder = content(.holder).text.trimmingBlanks
        let card = number.flatMap { number in expiry.map { (number: number, expiry: $0) } }
        guard card != nil || options.saved != nil else { return nil }
        return Content(
            card: card, code: code.digits, holder: holder.isEmpty ? nil : holder, saves: options.canSave && saves,
            instalment: options.instalments.first { $0.id == instalmentID })
    }

    /// The request's `card` object; nil while there are faults.
    package var data: Secret<JSONValue>? {
        guard let ready, let (number, expiry) = ready.card else { return nil }
        return Secret([
            "number": .string(number.digits.expose()), "exp_month": .integer(expiry.month),
            "exp_year": .integer(expiry.year), "cvc": .string(ready.code.expose()),
            "holder": .string(ready.holder ?? ""),
        ])
    }

    /// Forgets everything, once it was sent and answered.
    package mutating func forget() {
        typed = [:]
        step = 0
    }

    private static let longestHolder = 255
}

extension CardForm: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The brand; nothing that was typed.
    public var description: String { "CardForm(\(brand))" }
    /// The brand; nothing that was typed.
    public var debugDescription: String { description }
    /// Has no children, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension String {
    var trimmingBlanks: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
