import Kernel

package typealias PaymentSessionID = Identifier<PaymentSession>

/// Who makes the payment of a session, and how (spec Yuno 11.4, 11.7).
package enum Workflow: String, Sendable, Codable, CaseIterable {
    /// An app makes a token; the merchant's server makes the payment with it.
    case sdkCheckout = "SDK_CHECKOUT"
    /// A page of the gateway's does both.
    case checkout = "CHECKOUT"
    /// The app makes the token and the payment.
    case sdkSeamless = "SDK_SEAMLESS"
    /// The merchant's server sends the payer to a page.
    case redirect = "REDIRECT"
    /// The merchant's server has everything it takes.
    case direct = "DIRECT"

    /// Those a session may have.
    package static let ofSessions: [Workflow] = [.sdkCheckout, .checkout, .sdkSeamless]
}

/// What an app needs to take one payment: made by the merchant's server, good for five hours, for one payment.
package struct PaymentSession: Sendable, Codable, Equatable {
    package let id: PaymentSessionID
    package let merchantID: MerchantID
    package let environment: Environment
    package let accountID: String
    package var merchantOrderID: String
    package var description: String
    package var country: Country
    /// Nil when the payment's maker will say it.
    package var amount: Money?
    /// The amount in a second currency, for the payer to read.
    package var alternativeAmount: Money?
    package var customerID: CustomerID?
    /// As the merchant gave it.
    package var callbackURL: String?
    package let workflow: Workflow
    /// False only authorises the card; nil leaves it to the payment's maker.
    package var capture: Bool?
    package var installments: InstallmentPlan?
    /// The merchant's own facts, as JSON text.
    package var metadata: String?
    package let createdAt: Timestamp
    package let expiresAt: Timestamp
    /// Its payment, when it has one.
    package var paymentID: PaymentID?

    /// How long a session is good for.
    package static let validSeconds: Int64 = 5 * 3600

    /// Whether it has had its payment.
    package var isUsed: Bool { paymentID != nil }

    /// Whether a payment can still be made with it.
    package func isActive(at now: Timestamp) -> Bool { !isUsed && now < expiresAt }

    /// Where the payer is sent back to, with the session's name in the query.
    package var returnURL: String? {
        callbackURL.map { ReturnQuery.adding("checkoutSession", id.rawValue, to: $0) }
    }

    /// Whether the sandbox's saved cards ask for their security code: metadata
    /// `{"key": "saved_card_security_code", "value": "required"}`.
    package var savedCardsAskForCode: Bool {
        guard environment == .sandbox, let metadata, let value = try? JSONValue.parse(metadata) else { return false }
        let wanted: JSONValue = ["key": "saved_card_security_code", "value": "required"]
        return value.array?.contains(wanted) ?? (value["saved_card_security_code"]?.string == "required")
    }
}

/// In how many instalments a card may be paid.
package struct InstallmentPlan: Sendable, Codable, Equatable {
    package struct Option: Sendable, Codable, Equatable {
        package let id: String
        /// How many instalments; 1 and up.
        package let value: Int
        /// The rate, as the merchant wrote it.
        package let rate: String

        package init(id: String, value: Int, rate: String) {
            self.id = id
            self.value = value
            self.rate = rate
        }
    }

    package let planID: String?
    package let options: [Option]

    package init(planID: String?, options: [Option]) {
        self.planID = planID
        self.options = options
    }
}

/// Adds a name to an address's query without touching the rest of it.
enum ReturnQuery {
    static func adding(_ name: String, _ value: String, to address: String) -> String {
        let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let head = parts.first.map(String.init) ?? ""
        let query = head.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        if query.count == 2, query[1].split(separator: "&").contains(where: { $0.hasPrefix("\(name)=") }) {
            return address
        }
        let separator = query.count < 2 ? "?" : query[1].isEmpty ? "" : "&"
        return head + "\(separator)\(name)=\(value)" + (parts.count == 2 ? "#\(parts[1])" : "")
    }
}
