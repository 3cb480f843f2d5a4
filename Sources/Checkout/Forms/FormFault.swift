import Kernel

/// What is wrong with a field, before anything is sent. It tells nothing of what was typed.
package enum FormFault: Error, Sendable, Hashable {
    case required
    case invalidPhone
    /// The number belongs to another operator that is offered (W77).
    case operatorMismatch(name: String)
    case operatorRequired
    case card(CardFault)
    case invalidEmail
    case invalidCountry
    /// A code of these many digits.
    case codeLength(ClosedRange<Int>)
    case invalidDate

    /// The words under the field.
    package func message(_ language: Language) -> String {
        let catalogue = ErrorCatalogue.wajub
        let texts = CheckoutTexts(language)
        switch self {
        case .required: return texts["field_required"]
        case .invalidPhone: return catalogue["invalid_phone"]?.message(language) ?? ""
        case .operatorMismatch(let name): return catalogue["operator_mismatch"]?.message(language, ["op": name]) ?? ""
        case .operatorRequired: return texts["operator_required"]
        case .card(let fault): return texts[fault.rawValue]
        case .invalidEmail: return texts["email_invalid"]
        case .invalidCountry: return texts["country_invalid"]
        case .codeLength(let range):
            return range.lowerBound == range.upperBound
                ? texts["code_length", ["n": "\(range.lowerBound)"]]
                : texts["code_length_range", ["min": "\(range.lowerBound)", "max": "\(range.upperBound)"]]
        case .invalidDate: return texts["date_invalid"]
        }
    }
}
