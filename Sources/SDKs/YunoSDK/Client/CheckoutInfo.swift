import Foundation
import Kernel

/// Everything the first screen of a checkout needs. What cannot be read is left out rather than refused, but for what
/// names the payment.
package struct CheckoutInfo: Sendable, Hashable {
    package let session: String
    package let environment: YunoEnvironment
    package let merchant: MerchantInfo
    /// ISO 3166-1 alpha-2; nil when the session does not say.
    package let country: Country?
    package let amount: Money?
    package let description: String?
    package let workflow: String
    package let callbackURL: String?
    package let customerID: String?
    package let card: CardRules
    package let installments: [InstallmentPlan]
    package let methods: [SDKPaymentMethod]
    package let payment: SDKPayment?

    package var isSeamless: Bool { workflow == "SDK_SEAMLESS" }

    /// What the merchant's account says about card forms.
    package struct CardRules: Sendable, Hashable {
        package let form: CardFormType?
        package let canSave: Bool
        package let asksHolder: Bool
        /// The sandbox's published numbers that have no check digit.
        package let testNumbers: Set<String>
    }

    /// In how many instalments a card can be paid.
    package struct InstallmentPlan: Sendable, Hashable {
        package let id: String
        package let count: Int
        /// As written; for people.
        package let rate: String?
    }

    init?(_ json: JSONValue) {
        guard let session = json.short("checkout_session") else { return nil }
        self.session = session
        environment = json.short("environment").flatMap(YunoEnvironment.init) ?? .prod
        merchant = MerchantInfo(json.map("merchant") ?? [:])
        country = json.short("country").flatMap { Country($0) }
        amount = json.map("amount").flatMap { json in
            guard let currency = json.short("currency").flatMap({ Currency($0) }), let value = json["value"] else {
                return nil
            }
            return try? Money(json: value, currency)
        }
        description = json.words("description")
        workflow = json.short("workflow") ?? "SDK_CHECKOUT"
        callbackURL = json.address("callback_url")
        customerID = json.short("customer_id")
        let card = json.map("card") ?? [:]
        self.card = CardRules(
            form: card.short("form").flatMap(CardFormType.init), canSave: card.flag("can_save"),
            asksHolder: card["asks_holder"]?.bool ?? true,
            testNumbers: Set((card["test_numbers"]?.array ?? []).prefix(200).compactMap(\.string)))
        installments = json.rows("installments", limit: 100).compactMap { json in
            guard let id = json.short("id"), let count = json.whole("value"), (1...999).contains(count) else {
                return nil
            }
            return InstallmentPlan(id: id, count: count, rate: json.short("rate"))
        }
        methods = json.rows("payment_methods", limit: 300).compactMap(SDKPaymentMethod.init)
        payment = json.map("payment").flatMap(SDKPayment.init)
    }
}

/// Whose checkout it is.
package struct MerchantInfo: Sendable, Hashable {
    package let name: String
    package let logo: URL?
    package let isWhiteLabel: Bool

    init(_ json: JSONValue) {
        name = json.words("name") ?? ""
        logo = json.address("logo").flatMap { json.url("logo") != nil ? URL(string: $0) : nil }
        isWhiteLabel = json.flag("white_label")
    }
}

/// A method a session can be paid with, or cannot and why.
package struct SDKPaymentMethod: Sendable, Hashable {
    package let type: String
    package let vaultedToken: String?
    package let name: String
    package let description: String?
    package let category: String?
    package let icon: URL?
    package let form: Form
    /// Asked for a saved card when there is one.
    package let securityCodeLength: Int?
    package let isAvailable: Bool
    package let reason: Reason?
    package let isPreferred: Bool
    package let card: SavedCard?
    package let countries: [Country]
    package let operators: [Operator]

    /// What is asked for before the one-time token.
    package enum Form: String, Sendable, Hashable {
        case card = "CARD"
        case savedCard = "SAVED_CARD"
        case mobileMoney = "MOBILE_MONEY"
        case wallet = "WALLET"
        case nothing = "NONE"
    }

    /// Why a method cannot be chosen.
    package struct Reason: Sendable, Hashable {
        package let code: String
        package let message: String?
    }

    /// What may be shown of a saved card.
    package struct SavedCard: Sendable, Hashable {
        package let brand: String?
        package let firstDigits: String?
        package let lastFour: String?
        package let type: String?
    }

    /// A mobile money operator.
    package struct Operator: Sendable, Hashable {
        package let id: String
        package let name: String
        package let country: Country
        package let acceptsAnyNumber: Bool
    }

    /// The method of an enrolment.
    init(_ method: EnrollmentInfo.Method) {
        type = method.type
        name = method.name
        form = method.form
        (vaultedToken, description, category, icon, securityCodeLength) = (nil, nil, nil, nil, nil)
        (isAvailable, reason, isPreferred, card, countries, operators) = (true, nil, false, nil, [], [])
    }

    init?(_ json: JSONValue) {
        guard let type = json.short("type") else { return nil }
        self.type = type
        vaultedToken = json.short("vaulted_token")
        name = json.words("name") ?? type
        description = json.words("description")
        category = json.short("category")
        icon = json.address("icon").flatMap(URL.init(string:))
        // A form this version does not have: the method is shown and cannot be chosen.
        let form = json.short("form").flatMap(Form.init)
        self.form = form ?? .nothing
        securityCodeLength = json.whole("security_code_length").flatMap { (3...4).contains($0) ? $0 : nil }
        isAvailable = form != nil && json["available"]?.bool ?? true
        reason =
            json.map("reason").flatMap { json in
                json.short("code").map { Reason(code: $0, message: json.words("message")) }
            } ?? (form == nil ? Reason(code: "OPERATION_NOT_SUPPORTED", message: nil) : nil)
        isPreferred = json.flag("preferred")
        card = json.map("card_data").map { json in
            SavedCard(
                brand: json.short("brand"), firstDigits: json.short("iin"), lastFour: json.short("lfd"),
                type: json.short("type"))
        }
        countries = (json["countries"]?.array ?? []).prefix(300).compactMap { $0.string.flatMap { Country($0) } }
        operators = json.rows("operators", limit: 200).compactMap { json in
            guard let id = json.short("id"), let country = json.short("country").flatMap({ Country($0) }) else {
                return nil
            }
            return Operator(
                id: id, name: json.words("name") ?? id, country: country,
                acceptsAnyNumber: json.flag("accepts_any_number"))
        }
    }
}

/// What is known of a card from its first digits.
package struct CardInfo: Sendable, Hashable {
    package let brand: String?
    package let type: CardData.CardType?
    package let category: String?
    package let issuerName: String?
    package let country: Country?
    package let securityCodeLength: Int?
    package let numberLengths: [Int]

    init(_ json: JSONValue) {
        brand = json.short("brand")
        type = json.short("type").flatMap(CardData.CardType.init)
        category = json.short("category")
        issuerName = json.words("issuer_name")
        country = json.short("country_code").flatMap { Country($0) }
        securityCodeLength = json.whole("security_code_length").flatMap { (3...4).contains($0) ? $0 : nil }
        numberLengths = (json["number_lengths"]?.array ?? []).prefix(20).compactMap(\.int)
            .filter { (8...19).contains($0) }
    }
}

// Texts have bounds: a gateway that errs must not fill a phone.
extension JSONValue {
    /// A word, an id or a mark.
    func short(_ name: String) -> String? { bounded(name, 512) }
    /// Words for people.
    func words(_ name: String) -> String? { bounded(name, 2048) }
    /// An address or a code.
    func address(_ name: String) -> String? { bounded(name, 8192) }

    private func bounded(_ name: String, _ limit: Int) -> String? {
        guard let text = text(name), text.utf8.count <= limit else { return nil }
        return text
    }

    /// The maps of the list under a name.
    func rows(_ name: String, limit: Int) -> [JSONValue] {
        (self[name]?.array ?? []).prefix(limit).filter { $0.object != nil }
    }
}
