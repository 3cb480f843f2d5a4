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

/// The card form: one screen. What is typed is held as a secret and shown in no description.
public struct CardForm: Sendable {
    private var typed: [CardField: Secret<TypedText>] = [:]
    private let today: YearMonth

    package init(today: YearMonth) {
        self.today = today
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
        case .securityCode: shown = SecurityCode.format(text, caret: caret, brand: cardBrand)
        case .holder: shown = TypedText(String(text.prefix(100)), caret: caret)
        }
        typed[field] = Secret(shown)
    }

    /// What is wrong with a field; nil when it can be sent.
    package func fault(_ field: CardField) -> FormFault? {
        let text = content(field).text
        guard !text.allSatisfy(\.isWhitespace) else { return .required }
        do throws(CardFault) {
            switch field {
            case .number: _ = try CardNumber(text)
            case .expiry: _ = try CardExpiry(text, today: today)
            case .securityCode: _ = try SecurityCode(text, brand: cardBrand)
            case .holder: break
            }
            return nil
        } catch {
            return .card(error)
        }
    }

    package var faults: [String: FormFault] {
        CardField.allCases.reduce(into: [:]) { faults, field in faults[field.rawValue] = fault(field) }
    }

    /// The request's `card` object; nil while there are faults.
    package var data: Secret<JSONValue>? {
        guard let number = try? CardNumber(content(.number).text),
            let expiry = try? CardExpiry(content(.expiry).text, today: today),
            let code = try? SecurityCode(content(.securityCode).text, brand: number.brand),
            fault(.holder) == nil
        else { return nil }
        return Secret([
            "number": .string(number.digits.expose()), "exp_month": .integer(expiry.month),
            "exp_year": .integer(expiry.year), "cvc": .string(code.digits.expose()),
            "holder": .string(content(.holder).text.trimmingBlanks),
        ])
    }

    /// Forgets everything, once it was sent and answered.
    package mutating func forget() { typed = [:] }
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
