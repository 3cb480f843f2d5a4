import Foundation
import Kernel

/// What a one-time token is made from (YH22).
public struct TokenCollectedData: Codable, Sendable {
    /// The session; the client's own when nil.
    public var checkoutSession: String?
    /// The method and what the payer gave for it.
    public var paymentMethod: CollectedData

    /// A method for a session.
    public init(checkoutSession: String?, paymentMethod: CollectedData) {
        self.checkoutSession = checkoutSession
        self.paymentMethod = paymentMethod
    }

    /// Reads JSON, with names in snake_case or camelCase.
    /// - Throws: ``YunoError/invalidData(_:)``, which says where, never what stands there.
    public init(from json: String) throws {
        try self.init(CollectedJSON(parsing: json))
    }

    init(_ json: CollectedJSON) throws(YunoError) {
        checkoutSession = try json.text("checkout_session")
        paymentMethod = try CollectedData(json.needed("payment_method"))
    }

    /// Reads what ``encode(to:)`` writes.
    public init(from decoder: any Decoder) throws { try self.init(CollectedJSON(from: decoder)) }

    /// Writes everything, the card number and the security code included: keep it nowhere.
    public func encode(to encoder: any Encoder) throws {
        try CodedJSON(["checkout_session": .optional(checkoutSession), "payment_method": paymentMethod.json])
            .encode(to: encoder)
    }
}

/// What an enrolment is made from.
public struct EnrollmentCollectedData: Codable, Sendable {
    /// The customer session; the client's own when nil.
    public var customerSession: String?
    /// The method and what the payer gave for it.
    public var paymentMethod: CollectedData

    /// A method for a customer session.
    public init(customerSession: String?, paymentMethod: CollectedData) {
        self.customerSession = customerSession
        self.paymentMethod = paymentMethod
    }

    /// Reads JSON, with names in snake_case or camelCase.
    /// - Throws: ``YunoError/invalidData(_:)``, which says where, never what stands there.
    public init(from json: String) throws {
        try self.init(CollectedJSON(parsing: json))
    }

    init(_ json: CollectedJSON) throws(YunoError) {
        customerSession = try json.text("customer_session")
        paymentMethod = try CollectedData(json.needed("payment_method"))
    }

    /// Reads what ``encode(to:)`` writes.
    public init(from decoder: any Decoder) throws { try self.init(CollectedJSON(from: decoder)) }

    /// Writes everything, the card number and the security code included: keep it nowhere.
    public func encode(to encoder: any Encoder) throws {
        try CodedJSON(["customer_session": .optional(customerSession), "payment_method": paymentMethod.json])
            .encode(to: encoder)
    }
}

/// A method and what the payer gave for it (YH23).
public struct CollectedData: Sendable {
    /// E.g. `CARD`.
    public var type: String
    /// Names a saved method; nil or empty for a new one.
    public var vaultedToken: String?
    /// A card, for cards.
    public var card: CardData?
    /// Who pays.
    public var customer: Customer?

    /// Everything but the type may be left out.
    public init(type: String, vaultedToken: String? = nil, card: CardData? = nil, customer: Customer? = nil) {
        self.type = type
        self.vaultedToken = vaultedToken
        self.card = card
        self.customer = customer
    }

    init(_ json: CollectedJSON) throws(YunoError) {
        guard let type = try json.text("type") else { throw json.fault("type") }
        self.type = type
        vaultedToken = try json.text("vaulted_token")
        card = try json.map("card").map { json throws(YunoError) in try CardData(json) }
        customer = try json.map("customer").map { json throws(YunoError) in try Customer(json) }
    }

    var json: JSONValue {
        .object(
            [
                "type": .string(type), "vaulted_token": vaultedToken.map(JSONValue.string), "card": card?.json,
                "customer": customer?.json,
            ].compactMapValues(\.self))
    }
}

/// A card, as the payer gave it (YH24).
public struct CardData: Sendable {
    /// Whether the card is saved for the session's customer when the payment succeeds.
    public var save: Bool
    /// The card itself; with a saved one at most its security code.
    public var detail: Detail?
    /// In how many instalments it is paid.
    public var installment: Installment?

    /// Everything may be left out.
    public init(save: Bool = false, detail: Detail? = nil, installment: Installment? = nil) {
        self.save = save
        self.detail = detail
        self.installment = installment
    }

    init(_ json: CollectedJSON) throws(YunoError) {
        save = try json.flag("save") ?? false
        detail = try json.map("detail").map { json throws(YunoError) in try Detail(json) }
        installment = try json.map("installment").map { json throws(YunoError) in try Installment(json) }
    }

    var json: JSONValue {
        .object(
            ["save": .bool(save), "detail": detail?.json, "installment": installment?.json]
                .compactMapValues(\.self))
    }

    /// Whether a card draws on credit or on an account.
    public enum CardType: String, Sendable, Hashable, CaseIterable {
        /// Credit.
        case credit = "CREDIT"
        /// Debit.
        case debit = "DEBIT"
    }

    /// What stands on the card (YH25). It can be handed in and not read back: no description, mirror or log of it shows
    /// anything.
    public struct Detail: Sendable {
        let number: Secret<String>?
        let securityCode: Secret<String>?
        let holderName: Secret<String>?
        let expirationMonth: Int?
        let expirationYear: Int?
        let type: CardType?

        /// Everything may be left out.
        /// - Parameters:
        ///   - number: digits, perhaps with blanks or dashes between them.
        ///   - expirationMonth: 1 to 12.
        ///   - expirationYear: two digits, e.g. 27 (YH26), or four.
        ///   - securityCode: 3 or 4 digits.
        public init(
            number: String? = nil, expirationMonth: Int? = nil, expirationYear: Int? = nil,
            securityCode: String? = nil, holderName: String? = nil, type: CardType? = nil
        ) {
            self.number = number.map { Secret($0) }
            self.securityCode = securityCode.map { Secret($0) }
            self.holderName = holderName.map { Secret($0) }
            self.expirationMonth = expirationMonth
            self.expirationYear = expirationYear
            self.type = type
        }

        init(_ json: CollectedJSON) throws(YunoError) {
            let word = try json.text("type")?.uppercased()
            let type = word.flatMap(CardType.init)
            guard type != nil || word == nil else { throw json.fault("type") }
            self.init(
                number: try json.text("number"), expirationMonth: try json.whole("expiration_month"),
                expirationYear: try json.whole("expiration_year"), securityCode: try json.text("security_code"),
                holderName: try json.text("holder_name"), type: type)
        }

        /// The card as a request carries it: this is where it leaves the device.
        var json: JSONValue {
            .object(
                [
                    "number": number.map { .string($0.expose()) },
                    "security_code": securityCode.map { .string($0.expose()) },
                    "holder_name": holderName.map { .string($0.expose()) },
                    "expiration_month": expirationMonth.map { JSONValue.integer($0) },
                    "expiration_year": expirationYear.map { JSONValue.integer($0) },
                    "type": (type?.rawValue).map(JSONValue.string),
                ].compactMapValues(\.self))
        }
    }

    /// In how many instalments a card is paid (YH28).
    public struct Installment: Sendable, Hashable {
        /// Of the session's plan; a UUID.
        public var id: String
        /// How many.
        public var value: Int

        /// One of the session's plans.
        public init(id: String, value: Int) {
            self.id = id
            self.value = value
        }

        init(_ json: CollectedJSON) throws(YunoError) {
            guard let id = try json.text("id") else { throw json.fault("id") }
            guard let value = try json.whole("value") else { throw json.fault("value") }
            self.init(id: id, value: value)
        }

        var json: JSONValue { ["id": .string(id), "value": .integer(value)] }
    }
}

extension CardData.Detail: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Shows nothing of the card.
    public var description: String { "CardData.Detail(••••)" }
    /// Shows nothing of the card.
    public var debugDescription: String { description }
    /// Has no children, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Who pays or enrols (YH29). Everything may be left out; what the gateway knows of the session's customer it need not
/// be told.
public struct Customer: Sendable, Hashable {
    /// The gateway's id.
    public var id: String?
    /// Your own id.
    public var merchantCustomerId: String?
    /// Given names.
    public var firstName: String?
    /// Family names.
    public var lastName: String?
    /// `M`, `F`, `NB`, `NA`, `NK` or `U`.
    public var gender: String?
    /// `YYYY-MM-DD`.
    public var dateOfBirth: String?
    /// E-mail address.
    public var email: String?
    /// ISO 3166-1 alpha-2.
    public var country: String?
    /// A document of identity.
    public var document: Document?
    /// A telephone number.
    public var phone: Phone?
    /// Where bills go.
    public var billingAddress: Address?
    /// Where goods go.
    public var shippingAddress: Address?

    /// Everything may be left out.
    public init(
        id: String? = nil, merchantCustomerId: String? = nil, firstName: String? = nil, lastName: String? = nil,
        gender: String? = nil, dateOfBirth: String? = nil, email: String? = nil, country: String? = nil,
        document: Document? = nil, phone: Phone? = nil, billingAddress: Address? = nil,
        shippingAddress: Address? = nil
    ) {
        self.id = id
        self.merchantCustomerId = merchantCustomerId
        self.firstName = firstName
        self.lastName = lastName
        self.gender = gender
        self.dateOfBirth = dateOfBirth
        self.email = email
        self.country = country
        self.document = document
        self.phone = phone
        self.billingAddress = billingAddress
        self.shippingAddress = shippingAddress
    }

    init(_ json: CollectedJSON) throws(YunoError) {
        self.init(
            id: try json.text("id"), merchantCustomerId: try json.text("merchant_customer_id"),
            firstName: try json.text("first_name"), lastName: try json.text("last_name"),
            gender: try json.text("gender"), dateOfBirth: try json.text("date_of_birth"),
            email: try json.text("email"), country: try json.text("country"),
            document: try json.map("document").map { json throws(YunoError) in try Document(json) },
            phone: try json.map("phone").map { json throws(YunoError) in try Phone(json) },
            billingAddress: try json.map("billing_address").map { json throws(YunoError) in try Address(json) },
            shippingAddress: try json.map("shipping_address").map { json throws(YunoError) in try Address(json) })
    }

    var json: JSONValue {
        .object(
            [
                "id": id.map(JSONValue.string), "merchant_customer_id": merchantCustomerId.map(JSONValue.string),
                "first_name": firstName.map(JSONValue.string), "last_name": lastName.map(JSONValue.string),
                "gender": gender.map(JSONValue.string), "date_of_birth": dateOfBirth.map(JSONValue.string),
                "email": email.map(JSONValue.string), "country": country.map(JSONValue.string),
                "document": document?.json, "phone": phone?.json, "billing_address": billingAddress?.json,
                "shipping_address": shippingAddress?.json,
            ].compactMapValues(\.self))
    }

    /// A document of identity.
    public struct Document: Sendable, Hashable {
        /// E.g. `CPF`.
        public var documentType: String?
        /// Its number.
        public var documentNumber: String?

        /// Everything may be left out.
        public init(documentType: String? = nil, documentNumber: String? = nil) {
            self.documentType = documentType
            self.documentNumber = documentNumber
        }

        init(_ json: CollectedJSON) throws(YunoError) {
            self.init(documentType: try json.text("document_type"), documentNumber: try json.text("document_number"))
        }

        var json: JSONValue {
            .object(
                [
                    "document_type": documentType.map(JSONValue.string),
                    "document_number": documentNumber.map(JSONValue.string),
                ].compactMapValues(\.self))
        }
    }

    /// A telephone number.
    public struct Phone: Sendable, Hashable {
        /// Without the country's code.
        public var number: String?
        /// The country's code, e.g. `55`.
        public var countryCode: String?

        /// Everything may be left out.
        public init(number: String? = nil, countryCode: String? = nil) {
            self.number = number
            self.countryCode = countryCode
        }

        init(_ json: CollectedJSON) throws(YunoError) {
            self.init(number: try json.text("number"), countryCode: try json.text("country_code"))
        }

        var json: JSONValue {
            .object(
                ["number": number.map(JSONValue.string), "country_code": countryCode.map(JSONValue.string)]
                    .compactMapValues(\.self))
        }
    }

    /// A postal address.
    public struct Address: Sendable, Hashable {
        /// Street and number.
        public var addressLine1: String?
        /// What more there is.
        public var addressLine2: String?
        /// City.
        public var city: String?
        /// ISO 3166-1 alpha-2.
        public var country: String?
        /// State or region.
        public var state: String?
        /// Postal code.
        public var zipCode: String?
        /// Neighbourhood.
        public var neighborhood: String?

        /// Everything may be left out.
        public init(
            addressLine1: String? = nil, addressLine2: String? = nil, city: String? = nil, country: String? = nil,
            state: String? = nil, zipCode: String? = nil, neighborhood: String? = nil
        ) {
            self.addressLine1 = addressLine1
            self.addressLine2 = addressLine2
            self.city = city
            self.country = country
            self.state = state
            self.zipCode = zipCode
            self.neighborhood = neighborhood
        }

        init(_ json: CollectedJSON) throws(YunoError) {
            self.init(
                addressLine1: try json.text("address_line_1"), addressLine2: try json.text("address_line_2"),
                city: try json.text("city"), country: try json.text("country"), state: try json.text("state"),
                zipCode: try json.text("zip_code"), neighborhood: try json.text("neighborhood"))
        }

        var json: JSONValue {
            .object(
                [
                    "address_line_1": addressLine1, "address_line_2": addressLine2, "city": city, "country": country,
                    "state": state, "zip_code": zipCode, "neighborhood": neighborhood,
                ].compactMapValues { $0.map(JSONValue.string) })
        }
    }
}
