import Kernel

package typealias TransactionID = Identifier<PaymentTransaction>

/// What a payment made by a merchant's server has besides (Yuno dialect). It has one attempt, which begins with it;
/// when that is refused, the payment is refused.
package struct ServerPayment: Sendable, Codable, Equatable {
    package let accountID: String
    package let country: Country
    package let workflow: Workflow
    package let sessionID: PaymentSessionID?
    package let customerID: CustomerID?
    package let merchantReference: String?
    /// As `CARD`.
    package let methodType: String
    package let category: MethodCategory
    package let card: CardFacts?
    package let installment: TokenInstrument.Installment?
    /// Authorised and captured at once, authorised only, or no money at all.
    package let intent: Intent
    /// Whether the method is saved when the payment succeeds.
    package let vaultOnSuccess: Bool
    /// The token of the same card, when the customer has saved it before.
    package let savesAs: VaultedToken?
    package let behaviour: MethodBehaviour
    /// What the merchant sent along, as JSON text: `customer_payer`, `additional_data` and the like.
    package let extra: String?
    /// The enrolment this payment checks the card of.
    package let enrolls: VaultedToken?
    /// False when the merchant hears of what this payment is for, and not of the payment.
    package let isTold: Bool

    /// The saved method it was paid with, or the one it was saved as.
    package var vaultedToken: VaultedToken?
    /// In the units of the payment's amount.
    package var captured: Money
    package var authentication: Authentication?
    /// How it ended when it neither succeeded nor was cancelled nor expired.
    package var end: End?
    /// Everything that was asked of the provider, in order.
    package var transactions: [PaymentTransaction] = []

    package enum Intent: String, Sendable, Codable {
        case purchase
        case authorize
        case verify

        package var transactionKind: PaymentTransaction.Kind {
            switch self {
            case .purchase: .purchase
            case .authorize: .authorize
            case .verify: .verify
            }
        }
    }

    package enum End: String, Sendable, Codable {
        /// By the provider.
        case declined
        /// By the gateway, before any provider.
        case rejected
        case error
    }
}

/// One thing that was asked of the provider, and what came of it (spec Yuno 12.2, 12.3).
package struct PaymentTransaction: Sendable, Codable, Equatable {
    package let id: TransactionID
    package let kind: Kind
    package var status: Status
    package var responseCode: String?
    package let amount: Money
    package let merchantReference: String?
    /// As the merchant gave it.
    package var reason: String?
    package var description: String?
    package let createdAt: Timestamp
    package var updatedAt: Timestamp

    package enum Kind: String, Sendable, Codable, CaseIterable {
        case purchase = "PURCHASE"
        case authorize = "AUTHORIZE"
        case capture = "CAPTURE"
        case refund = "REFUND"
        case cancel = "CANCEL"
        case verify = "VERIFY"
        case threeDSecure = "THREE_D_SECURE"
    }

    package enum Status: String, Sendable, Codable, CaseIterable {
        case created = "CREATED"
        case pending = "PENDING"
        case inProcess = "IN_PROCESS"
        case succeeded = "SUCCEEDED"
        case declined = "DECLINED"
        case rejected = "REJECTED"
        case error = "ERROR"
        case expired = "EXPIRED"

        var isOpen: Bool { self == .created || self == .pending || self == .inProcess }
    }
}
