import Kernel

/// An operator that a session offers.
public struct MobileMoneyOperator: Sendable, Hashable {
    /// What the payment request names it by: `mtn`.
    public let id: String
    /// The name to show.
    public let name: String
    /// Its logo, an https address; nil when there is none. Draw its badge when the picture does not load (W81).
    public let logo: String?
    /// ISO 3166 code; nil when it serves every country of its channel.
    public let country: String?
    /// Whether it takes the numbers of every operator (W78).
    public let acceptsAnyNumber: Bool

    package init(id: String, name: String, logo: String?, country: String?, acceptsAnyNumber: Bool) {
        self.id = id
        self.name = name
        self.logo = logo
        self.country = country
        self.acceptsAnyNumber = acceptsAnyNumber
    }
}

/// How the operator is chosen.
public enum OperatorMode: String, Sendable, Hashable, CaseIterable {
    /// The number's own is preselected until the payer picks one (W76).
    case detect
    /// The payer always picks.
    case select
}

/// The one form for all Mobile Money operators (W74): country, number, operator.
public struct MobileMoneyForm: Sendable, Hashable {
    /// ISO 3166 codes the payer may choose from.
    public let countries: [String]
    /// Whether the app fixed the country.
    public let isCountryLocked: Bool
    /// ISO 3166 code.
    public var country: String { place.code }
    /// With the plus: `+237`.
    public var dialCode: String { "+\(place.dialCode)" }
    /// The number as typed, formatted.
    public var phone: String { typed.text }
    /// The operators of the country.
    public private(set) var operators: [MobileMoneyOperator] = []
    /// The chosen or preselected operator's id.
    public private(set) var operatorID: String?
    /// In the sandbox a number of another operator is worth a warning only (W133): the name it belongs to.
    public private(set) var otherOperatorName: String?

    package private(set) var typed = TypedText("", caret: 0)
    package private(set) var place: Country
    package let isSandbox: Bool
    private let offered: [MobileMoneyOperator]
    private let mode: OperatorMode
    /// The slug names its only operator: the request does not.
    package let isSingleOperator: Bool
    private var wasPicked = false

    /// - Parameter wanted: the countries to begin with, best first; the first that is offered is taken.
    /// - Returns: nil without any country.
    package init?(
        countries: [Country], wanted: [Country?], locked: Bool, operators: [MobileMoneyOperator],
        singleOperator: Bool, mode: OperatorMode, sandbox: Bool
    ) {
        guard let place = wanted.lazy.compactMap(\.self).first(where: countries.contains) ?? countries.first else {
            return nil
        }
        self.countries = countries.map(\.code)
        self.place = place
        isCountryLocked = locked
        offered = operators
        isSingleOperator = singleOperator
        self.mode = mode
        isSandbox = sandbox
        self.operators = Self.operators(operators, in: place)
        choose()
    }

    private mutating func move(to country: Country) {
        place = country
        operators = Self.operators(offered, in: country)
        operatorID = nil
        wasPicked = false
    }

    private static func operators(_ all: [MobileMoneyOperator], in place: Country) -> [MobileMoneyOperator] {
        all.filter { $0.country == nil || $0.country == place.code }
    }

    // MARK: What the payer does

    package mutating func setCountry(_ code: String) {
        guard !isCountryLocked, let country = Country(code), countries.contains(country.code), country != place
        else { return }
        move(to: country)
        setPhone(typed.text, caret: typed.text.utf16.count)
    }

    /// Takes what the field holds now. A pasted number of another listed country moves the form there.
    /// - Parameter caret: UTF-16 code units.
    package mutating func setPhone(_ text: String, caret: Int) {
        if let (country, digits) = PhoneRules.country(ofInternational: text), country != place,
            country.dialCode != place.dialCode, !isCountryLocked, countries.contains(country.code),
            PhoneRules.isValid(digits, country: country)
        {
            move(to: country)
        }
        var text = text
        // The dial code stands before the field already.
        if let own = PhoneRules.country(ofInternational: text), own.country.dialCode == place.dialCode,
            !own.nationalDigits.isEmpty
        {
            text = own.nationalDigits
            typed = PhoneRules.formatAsYouType(text, caret: text.utf16.count, country: place)
        } else {
            typed = PhoneRules.formatAsYouType(text, caret: caret, country: place)
        }
        choose()
    }

    package mutating func pickOperator(_ id: String) {
        guard operators.contains(where: { $0.id == id }) else { return }
        operatorID = id
        wasPicked = true
        warn()
    }

    /// W76: the number's own operator, until the payer picked one by hand.
    private mutating func choose() {
        if operators.count == 1 {
            operatorID = operators.first?.id
        } else if !wasPicked, mode == .detect {
            operatorID = MobileMoneyCatalogue.detectOffered(typed.text, offered: operators.map(\.id), country: place)
        }
        warn()
    }

    private mutating func warn() {
        otherOperatorName = isSandbox ? otherOperator?.name : nil
    }

    /// The offered operator the number belongs to, when that is not the chosen one (W77, W78).
    private var otherOperator: MobileMoneyOperator? {
        guard let picked = operators.first(where: { $0.id == operatorID }), !picked.acceptsAnyNumber else { return nil }
        let offered = operators.filter { !$0.acceptsAnyNumber }.map(\.id)
        let other = MobileMoneyCatalogue.otherOperator(
            of: typed.text, picked: picked.id, offered: offered, country: place)
        return operators.first { $0.id == other }
    }

    // MARK: What is sent

    /// The number as it leaves (W79); nil when it is not complete.
    package var e164: String? {
        if isSandbox { return PhoneRules.sandboxE164(typed.text, country: place) }
        guard PhoneRules.isValid(typed.text, country: place) else { return nil }
        return PhoneRules.e164(typed.text, country: place)
    }

    /// What is wrong, by field; empty when it can be sent.
    package var faults: [String: FormFault] {
        var faults: [String: FormFault] = [:]
        if typed.text.isEmpty {
            faults["phone"] = .required
        } else if e164 == nil {
            faults["phone"] = .invalidPhone
        } else if !isSandbox, let other = otherOperator {
            faults["phone"] = .operatorMismatch(name: other.name)
        }
        if operatorID == nil { faults["operator"] = .operatorRequired }
        return faults
    }

    /// The payment request's `data`; nil while there are faults.
    package var data: [String: JSONValue]? {
        guard faults.isEmpty, let e164, let operatorID else { return nil }
        var data: [String: JSONValue] = ["phone": .string(e164), "country": .string(place.code)]
        if !isSingleOperator { data["operator"] = .string(operatorID) }
        return data
    }
}

extension MobileMoneyForm: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The country; never the number.
    public var description: String { "MobileMoneyForm(\(country))" }
    /// The country; never the number.
    public var debugDescription: String { description }
    /// Has no children, so that `dump` shows no number.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
