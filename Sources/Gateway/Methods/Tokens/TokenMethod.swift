import Foundation
import Kernel

/// A way of paying with a one-time token, as an app offers it.
package struct TokenMethodKind: Sendable, Equatable {
    /// As `CARD`; an open set.
    package let type: String
    /// As people know it; the same in every language but for `CARD` and the like.
    package let name: String
    package let category: MethodCategory
    package let form: Form
    /// Nil is everywhere.
    package var countries: [Country]?
    /// Nil is any.
    package var currencies: [Currency]?
    /// In major units.
    package var minimum: Int64?
    package var maximum: Int64?
    /// Whether the payer goes to a page and must be sent back.
    package var leaves = false
    /// Whether it is tied to a customer.
    package var needsCustomer = false
    /// Whether that page is another app's.
    package var opensApp = false
    /// Whose number may be given, for Mobile Money.
    package var operators: [MobileOperator] = []

    /// What the app asks for before the token.
    package enum Form: String, Sendable {
        case card = "CARD"
        case savedCard = "SAVED_CARD"
        case mobileMoney = "MOBILE_MONEY"
        case wallet = "WALLET"
        case none = "NONE"
    }

    init(_ type: String, _ name: String, _ category: MethodCategory, _ form: Form) {
        self.type = type
        self.name = name
        self.category = category
        self.form = form
    }

    /// Operators are equal by what they are called.
    package static func == (left: Self, right: Self) -> Bool {
        left.type == right.type && left.countries == right.countries
            && left.operators.map(\.id) == right.operators.map(\.id)
    }
}

/// Where a method would be used.
package struct TokenContext: Sendable {
    package let environment: Environment
    package let country: Country
    /// Nil when nobody has said it yet.
    package let amount: Money?
    package let hasCustomer: Bool
    package let hasCallback: Bool
    package let today: Timestamp
    /// The same for the same number; tells nothing of it.
    let fingerprint: @Sendable (CardNumber) -> String
}

/// Why a method is listed and cannot be chosen.
package enum Unavailability: String, Sendable, CaseIterable {
    case countryNotSupported = "COUNTRY_NOT_SUPPORTED"
    case currencyNotAllowed = "CURRENCY_NOT_ALLOWED"
    case amountTooSmall = "AMOUNT_TOO_SMALL"
    case amountTooLarge = "AMOUNT_TOO_LARGE"
    /// It is tied to a customer, and the session has none.
    case customerRequired = "CUSTOMER_REQUIRED"
    /// The payer would leave the app and could not come back.
    case callbackRequired = "CALLBACK_URL_REQUIRED"
    /// A saved card whose last month is over.
    case cardExpired = "EXPIRED_CARD"
    /// No provider takes it in this environment.
    case notConfigured = "UNAVAILABLE_PAYMENT_METHOD"
}

/// One way of paying with a token: what it offers, what it reads, and what the provider makes of it. A new one is a
/// file that implements this and a line in ``TokenMethods``.
package protocol TokenMethod: Sendable {
    /// What it offers in a country.
    func kinds(in country: Country) -> [TokenMethodKind]
    /// Reads the fields of `payment_method`.
    func read(_ fields: [String: JSONValue], _ kind: TokenMethodKind, _ context: TokenContext) -> TokenReading
}

/// What an app gave, read.
package enum TokenReading: Sendable {
    case instrument(TokenInstrument)
    /// Field → what is wrong with it; `is required` when it is missing.
    case invalid([String: String])
}

/// The ways of paying with a token this gateway knows.
package struct TokenMethods: Sendable {
    private let methods: [any TokenMethod]

    package init(_ methods: [any TokenMethod]) {
        self.methods = methods
    }

    package init(_ sandbox: SandboxOptions = SandboxOptions()) {
        self.init([
            TokenCard(), TokenDeviceWallet(), TokenCode(), TokenRedirect(),
            TokenMobileMoney(approvalMilliseconds: sandbox.approvalMilliseconds),
        ])
    }

    /// Everything that could be offered in a country, in the order of the list.
    package func kinds(in country: Country) -> [TokenMethodKind] { methods.flatMap { $0.kinds(in: country) } }

    package func kind(_ type: String, in country: Country) -> TokenMethodKind? {
        kinds(in: country).first { $0.type == type }
    }

    func read(
        _ type: String, _ fields: [String: JSONValue], _ context: TokenContext
    ) -> (kind: TokenMethodKind, reading: TokenReading)? {
        for method in methods {
            guard let kind = method.kinds(in: context.country).first(where: { $0.type == type }) else { continue }
            return (kind, method.read(fields, kind, context))
        }
        return nil
    }
}

extension TokenMethodKind {
    /// Why it cannot be used there; nil when it can.
    package func unavailability(_ context: TokenContext) -> Unavailability? {
        // No live provider in this build (O32): what cannot be paid is not offered.
        guard context.environment == .sandbox else { return .notConfigured }
        if let countries, !countries.contains(context.country) { return .countryNotSupported }
        if let currencies, let amount = context.amount, !currencies.contains(amount.currency) {
            return .currencyNotAllowed
        }
        if let amount = context.amount?.decimal {
            if let minimum, amount < Decimal(minimum) { return .amountTooSmall }
            if let maximum, amount > Decimal(maximum) { return .amountTooLarge }
        }
        if needsCustomer, !context.hasCustomer { return .customerRequired }
        return leaves && !context.hasCallback ? .callbackRequired : nil
    }
}
