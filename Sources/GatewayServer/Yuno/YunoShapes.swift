import Foundation
import Gateway
import Kernel

/// The JSON shapes of the published API (spec 11.3 to 11.10), made of the gateway's facts.
struct YunoShapes: Sendable {
    /// Where this gateway is reached from outside, without a slash at the end.
    let origin: String

    // MARK: Customers

    private static let customerFields = [
        "merchant_customer_created_at", "first_name", "last_name", "gender", "date_of_birth", "email", "nationality",
        "country", "document", "phone", "billing_address", "shipping_address", "metadata",
    ]

    func customer(_ customer: MerchantCustomer) -> JSONValue {
        let facts = Self.kept(customer.facts)
        var fields = Dictionary(uniqueKeysWithValues: Self.customerFields.map { ($0, facts[$0] ?? .null) })
        fields["id"] = .string(customer.id.rawValue)
        fields["merchant_customer_id"] = .string(customer.merchantCustomerID)
        fields["created_at"] = .string(customer.createdAt.microseconds)
        fields["updated_at"] = .string(customer.updatedAt.microseconds)
        return .object(fields)
    }

    func customerSession(_ session: CustomerSession) -> JSONValue {
        [
            "customer_session": .string(session.id.rawValue), "id": .string(session.id.rawValue),
            "customer_id": .string(session.customerID.rawValue), "country": .string(session.country.code),
            "callback_url": .optional(session.returnURL), "created_at": .string(session.createdAt.microseconds),
            "checkout_id": nil,
        ]
    }

    // MARK: Sessions

    /// - Parameter tellsUse: whether it says that the session has had its payment; what made it does not.
    func session(_ session: PaymentSession, tellsUse: Bool) -> JSONValue {
        var fields: [String: JSONValue] = [
            "checkout_session": .string(session.id.rawValue), "id": .string(session.id.rawValue),
            "merchant_order_id": .string(session.merchantOrderID), "country": .string(session.country.code),
            "payment_description": .string(session.description),
            "customer_id": .optional(session.customerID?.rawValue), "callback_url": .optional(session.returnURL),
            "amount": .optional(session.amount.map(Self.amount)),
            "alternative_amount": .optional(session.alternativeAmount.map(Self.amount)),
            "created_at": .string(session.createdAt.microseconds),
            "metadata": .optional(session.metadata.map(Self.kept)), "workflow": .string(session.workflow.rawValue),
            "installments": [
                "plan_id": .optional(session.installments?.planID),
                "plan": .optional(
                    (session.installments?.options).map { options in
                        .array(
                            options.map { option in
                                [
                                    "id": .string(option.id), "installment": .integer(option.value),
                                    "rate": .string(option.rate),
                                ]
                            })
                    }),
            ],
            "checkout_id": nil,
        ]
        if tellsUse { fields["used"] = .bool(session.isUsed) }
        return .object(fields)
    }

    static func amount(_ money: Money) -> JSONValue {
        ["currency": .string(money.currency.code), "value": money.json]
    }

    /// JSON that was kept as text.
    static func kept(_ text: String?) -> JSONValue { text.flatMap { try? JSONValue.parse($0) } ?? .null }

    // MARK: Cards

    /// What is known of a card, by the names of the payment object.
    static func card(_ card: CardFacts) -> [String: JSONValue] {
        [
            "holder_name": .optional(card.holderName), "iin": .string(card.iin), "lfd": .string(card.lastFour),
            "number_length": .integer(card.numberLength), "security_code_length": .integer(card.securityCodeLength),
            "brand": .string(card.brand), "type": .optional(card.type), "category": nil, "issuer_name": nil,
            "issuer_code": nil, "country_code": nil, "fingerprint": .string(card.fingerprint),
            "expiration_month": .integer(card.expiryMonth), "expiration_year": .integer(card.expiryYear % 100),
        ]
    }

    // MARK: Saved methods

    func method(_ method: VaultedMethod) -> JSONValue {
        var fields: [String: JSONValue] = [
            "id": .string(method.id.rawValue), "account_id": .string(method.accountID),
            "vaulted_token": method.status == .enrolled ? .string(method.id.rawValue) : .null,
            "name": .string(method.name), "description": .string(method.name), "type": .string(method.type),
            "category": .string(category(method)), "country": .string(method.country.code),
            "status": .string(method.status.rawValue), "customer_id": .string(method.customerID.rawValue),
            "created_at": .string(method.createdAt.microseconds),
            "updated_at": .string(method.updatedAt.microseconds),
            "last_successfully_used": .bool(method.lastUsedAt != nil),
            "last_successfully_used_at": .optional(method.lastUsedAt?.microseconds),
            "enrollment": [
                "session": .optional(method.sessionID?.rawValue),
                "sdk_required_action": .bool(method.status == .readyToEnroll),
            ],
            "provider": [
                "id": .string(Self.provider), "type": .string(Self.provider),
                "provider_status": .string(method.status.rawValue),
            ],
            "customer_payer": ["id": .string(method.customerID.rawValue)],
            "verify": verify(method),
            "response_code": .optional(method.responseCode), "preferred": false,
        ]
        fields["card_data"] = .optional(method.card.map { .object(Self.card($0)) })
        return .object(fields)
    }

    /// A way of paying for which an app makes a token (spec 11.5).
    func offer(_ offer: TokenOffer, _ session: PaymentSession) -> JSONValue {
        let (name, used) = (offer.saved?.name ?? offer.kind.name, offer.saved?.lastUsedAt)
        return [
            "name": .string(name), "vaulted_token": .optional(offer.saved?.id.rawValue),
            "description": .string(name), "type": .string(offer.kind.type),
            "category": .string(offer.kind.category.rawValue), "icon": nil,
            "last_successfully_used": .bool(used != nil),
            "last_successfully_used_at": .optional(used?.microseconds),
            "checkout": [
                "session": .string(session.id.rawValue), "sdk_required_action": .bool(offer.saved == nil),
                "conditions": [
                    "enabled": .bool(offer.isAvailable),
                    "rules": .array(offer.kind.countries.map { rule(offer, $0) } ?? []),
                ],
            ],
            "card_data": .optional(
                (offer.saved?.card).map { card in
                    var fields = Self.card(card)
                    fields["issuer"] = .null
                    return .object(fields)
                }), "preferred": false,
        ]
    }

    private func rule(_ offer: TokenOffer, _ countries: [Country]) -> [JSONValue] {
        [
            [
                "condition": "INCLUDE", "condition_group_code": nil, "condition_name": .string(offer.kind.name),
                "type": "COUNTRY",
                "values": [
                    "countries": .array(countries.map { .string($0.code) }),
                    "currency": .optional(offer.kind.currencies?.first?.code),
                    "min": .optional(offer.kind.minimum.map { .integer($0) }),
                    "max": .optional(offer.kind.maximum.map { .integer($0) }), "metadata": nil,
                ],
            ]
        ]
    }

    /// A kind of method a customer's session can save.
    func enrollable(_ kind: TokenMethodKind, _ session: CustomerSession) -> JSONValue {
        [
            "name": .string(kind.name), "description": .string(kind.name), "type": .string(kind.type),
            "category": .string(kind.category.rawValue), "icon": nil, "status": nil, "vaulted_token": nil,
            "enrollment": ["session": .string(session.id.rawValue), "sdk_required_action": true],
        ]
    }

    // MARK: One-time tokens

    /// The dictionary of section 6.
    func token(_ created: CreatedToken) -> JSONValue {
        let instrument = created.facts.instrument
        return [
            "token": .string(created.token.expose()),
            "vaulted_token": .optional(instrument.vaultedToken?.rawValue),
            "vault_on_success": .bool(instrument.vaultOnSuccess), "type": .string(instrument.type),
            "country": .string(created.facts.country.code), "customer": payer(instrument),
            "installment": .optional(
                instrument.installment.map { installment in
                    [
                        "id": .optional(installment.id), "value": .integer(installment.value), "rate": "",
                        "amount": nil,
                    ]
                }), "card_data": .optional(instrument.card.map { .object(Self.card($0)) }), "customer_session": nil,
        ]
    }

    private static let payerFields = [
        "id", "merchant_customer_id", "first_name", "last_name", "date_of_birth", "email", "nationality", "country",
        "document", "phone", "billing_address", "shipping_address", "browser_info", "device_fingerprint",
        "merchant_customer_created_at",
    ]

    /// What is unknown of the payer is there all the same, as null; the gender as an empty text.
    private func payer(_ instrument: TokenInstrument) -> JSONValue {
        let known = Self.kept(instrument.customer).object ?? [:]
        var fields = Dictionary(uniqueKeysWithValues: Self.payerFields.map { ($0, JSONValue.null) })
        fields["gender"] = ""
        return .object(fields.merging(known) { $1 })
    }

    static let provider = "YUNO_TEST_PAYMENT_GW"
}

extension Timestamp {
    /// ISO 8601 with six digits behind the point: 27 characters.
    var microseconds: String {
        let text = iso8601.dropLast()
        return text.contains(".") ? "\(text)000Z" : "\(text).000000Z"
    }
}
