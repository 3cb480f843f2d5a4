import Kernel

package typealias CustomerID = Identifier<MerchantCustomer>
package typealias CustomerSessionID = Identifier<CustomerSession>
package typealias VaultedToken = Identifier<VaultedMethod>

/// Somebody a merchant knows.
package struct MerchantCustomer: Sendable, Codable, Equatable {
    package let id: CustomerID
    package let merchantID: MerchantID
    package let environment: Environment
    /// The merchant's own name for them, unique per merchant and environment.
    package let merchantCustomerID: String
    /// Everything else the merchant said of them, as JSON text, given back as it was given.
    package var facts: String
    package let createdAt: Timestamp
    package var updatedAt: Timestamp
}

/// Lets an app save one way of paying for a customer.
package struct CustomerSession: Sendable, Codable, Equatable {
    package let id: CustomerSessionID
    package let merchantID: MerchantID
    package let environment: Environment
    package let accountID: String
    package let customerID: CustomerID
    package var country: Country
    /// As the merchant gave it.
    package let callbackURL: String?
    package let createdAt: Timestamp
    package let expiresAt: Timestamp
    /// What is being saved, once the merchant chose its kind; then nothing else is saved with this session.
    package var methodID: VaultedToken?

    package static let validSeconds: Int64 = 5 * 3600

    /// Where the payer is sent back to, with the session's name in the query.
    package var returnURL: String? {
        callbackURL.map { ReturnQuery.adding("customerSession", id.rawValue, to: $0) }
    }
}

/// A saved way of paying, or one on its way to be saved (spec Yuno 12.5). The number it was made from is nowhere: what
/// it leads to in the sandbox was decided when it was read.
package struct VaultedMethod: Sendable, Codable, Equatable {
    /// The vaulted token; the payment method's id as well.
    package let id: VaultedToken
    package let merchantID: MerchantID
    package let environment: Environment
    package let accountID: String
    package let customerID: CustomerID
    /// As `CARD`.
    package let type: String
    package var country: Country
    package var status: Status
    /// Nil until a card was given, and for what is no card.
    package var card: CardFacts?
    package var behaviour: MethodBehaviour?
    /// The session it was enrolled with; nil when a payment saved it.
    package let sessionID: CustomerSessionID?
    package let verification: Verification?
    /// The payment that checks the card while it is being enrolled.
    package var paymentID: PaymentID?
    /// Why it was not enrolled.
    package var responseCode: String?
    package let createdAt: Timestamp
    package var updatedAt: Timestamp
    /// When a payment with it succeeded last.
    package var lastUsedAt: Timestamp?

    package enum Status: String, Sendable, Codable, CaseIterable {
        case created = "CREATED"
        case expired = "EXPIRED"
        case rejected = "REJECTED"
        case readyToEnroll = "READY_TO_ENROLL"
        case enrollInProcess = "ENROLL_IN_PROCESS"
        case unenrollInProcess = "UNENROLL_IN_PROCESS"
        case enrolled = "ENROLLED"
        case declined = "DECLINED"
        case canceled = "CANCELED"
        case error = "ERROR"
        case unenrolled = "UNENROLLED"
    }

    /// That the card is to be checked with its issuer before it is saved.
    package struct Verification: Sendable, Codable, Equatable {
        package let vaultOnSuccess: Bool
        package let currency: Currency?

        package init(vaultOnSuccess: Bool, currency: Currency?) {
            self.vaultOnSuccess = vaultOnSuccess
            self.currency = currency
        }
    }

    /// What a payer reads: `VISA ****1111`.
    package var name: String { card.map { "\($0.brand) ****\($0.lastFour)" } ?? type }

    /// Says whether anything an app shows is different.
    package var mark: String { Mark.make([status.rawValue, responseCode ?? "", paymentID?.rawValue ?? ""]) }
}

/// What may be known and kept of a card.
package struct CardFacts: Sendable, Codable, Equatable {
    /// As `VISA`.
    package let brand: String
    /// The first eight digits; six for a number of fewer than 16, whose first eight may not be stored.
    package let iin: String
    package let lastFour: String
    package let numberLength: Int
    package let securityCodeLength: Int
    /// 1 to 12.
    package let expiryMonth: Int
    /// Four digits.
    package let expiryYear: Int
    package let holderName: String?
    /// `CREDIT` or `DEBIT`; nil when nobody said.
    package let type: String?
    /// The same for the same number, of the same merchant; tells nothing of the number.
    package let fingerprint: String

    /// Whether it is good in that month.
    package func isGood(at now: Timestamp) -> Bool {
        let (year, month, _) = now.day
        return (expiryYear, expiryMonth) >= (Int(year), Int(month))
    }
}

/// A short text that changes when what it was made of changes.
enum Mark {
    static func make(_ parts: [String]) -> String {
        String(Crypto.sha256(Array(parts.map { "\($0.utf8.count):\($0)" }.joined().utf8)).hex.prefix(16))
    }
}
