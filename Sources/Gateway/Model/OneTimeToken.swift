import Kernel

/// Something to pay with, made by an app and paid with by a server, once and soon (O5). Only the token's digest is kept.
package struct OneTimeToken: Sendable, Codable, Equatable {
    /// Hexadecimal SHA-256 of the token.
    package let hash: String
    package let merchantID: MerchantID
    package let environment: Environment
    package let accountID: String
    /// Nil for a token a server made without a session.
    package let sessionID: PaymentSessionID?
    package let customerID: CustomerID?
    package let country: Country
    package let instrument: TokenInstrument
    package let createdAt: Timestamp
    package let expiresAt: Timestamp
    /// The payment it made; then it is used.
    package var paymentID: PaymentID?

    package static let validSeconds: Int64 = 900

    package static func hash(_ token: Secret<String>) -> String {
        Crypto.sha256(Array("ott:\(token.expose())".utf8)).hex
    }
}

/// What a token stands for, without anything secret.
package struct TokenInstrument: Sendable, Codable, Equatable {
    /// As `CARD`.
    package let type: String
    package let category: MethodCategory
    package let summary: InstrumentSummary
    package let behaviour: MethodBehaviour
    package var card: CardFacts?
    /// The saved method it was made from.
    package var vaultedToken: VaultedToken?
    /// Whether the payment saves it, when it succeeds.
    package var vaultOnSuccess = false
    package var installment: Installment?
    /// What the app said of the payer, as JSON text; given back and kept for fraud review.
    package var customer: String?

    package struct Installment: Sendable, Codable, Equatable {
        package let id: String?
        package let value: Int

        package init(id: String?, value: Int) {
            self.id = id
            self.value = value
        }
    }
}

/// The family of a method, in the words of the dialect.
package enum MethodCategory: String, Sendable, Codable {
    case card = "CARD"
    case wallet = "WALLET"
    case bankTransfer = "BANK_TRANSFER"
    case ticket = "TICKET"
    case mobileMoney = "MOBILE_MONEY"
}

/// What a provider will say of something to pay with. In the sandbox it is decided when the number is read, and kept
/// instead of the number.
package enum MethodBehaviour: Sendable, Codable, Equatable {
    /// A card: what its issuer says (nil leaves it to the payment's description), after the payer was authenticated,
    /// if they have to be.
    case card(issuer: ProviderAnswer?, authentication: CardAuthentication?)
    /// The provider answers like this, and perhaps once more later.
    case answers(ProviderAnswer, followUp: ScheduledAnswer.FollowUp?)
    /// Approved, unless the payment's description says otherwise.
    case approves
    /// The payer gets a code to pay elsewhere.
    case code(PaymentCode.Kind)
}

/// How a card's bank makes sure of who pays (3-D Secure).
package enum CardAuthentication: Sendable, Codable, Equatable {
    /// The bank decides by itself.
    case frictionless(Authentication)
    /// The bank asks the payer for a code, on its page.
    case challenge
    /// The same, and whatever the payer types, that is what the bank says.
    case challengeEnding(Authentication.Outcome)
    /// The page cannot be drawn: what it says.
    case brokenChallenge(String)
    /// Not even that: the response code.
    case fails(String)
}

/// What the bank says of who pays.
package struct Authentication: Sendable, Codable, Equatable {
    package let outcome: Outcome
    package let isFrictionless: Bool

    package init(_ outcome: Outcome, isFrictionless: Bool) {
        self.outcome = outcome
        self.isFrictionless = isFrictionless
    }

    package enum Outcome: String, Sendable, Codable, CaseIterable {
        case authenticated = "Y"
        case notAuthenticated = "N"
        case rejected = "R"
        case unavailable = "U"
        case attempted = "A"
        /// The card takes no part in it: the payment goes on without.
        case notEnrolled = "NOT_ENROLLED"
    }

    /// Why the payment ends with it; nil when it goes on.
    package var refusal: String? {
        switch outcome {
        case .authenticated, .notEnrolled: nil
        case .notAuthenticated: "AUTHENTICATION_FAILED_THREE_D_SECURE"
        case .rejected: "REJECTED_THREE_D_SECURE_REQUIRED"
        case .unavailable: "THREE_D_SECURE_REQUIRED"
        case .attempted: "AUTHENTICATION_ATTEMPT"
        }
    }
}

/// What a payer takes to their bank or to a shop.
package struct PaymentCode: Sendable, Codable, Equatable {
    package let kind: Kind
    /// The text of a QR code, or the number to say.
    package let text: String
    /// The digits of a bar code, for a voucher that has one.
    package let barcode: String?
    /// Nobody pays it from then on.
    package let expiresAt: Timestamp

    package enum Kind: String, Sendable, Codable {
        /// A BR Code, scanned in the payer's bank's app.
        case pix
        /// A number and a bar code, paid at a counter or in a bank's app.
        case voucher
        /// An account to transfer to.
        case account

        /// How long it is good for.
        var validMilliseconds: Int64 {
            switch self {
            case .pix: 600_000
            case .voucher, .account: 3 * 86_400_000
            }
        }
    }
}
