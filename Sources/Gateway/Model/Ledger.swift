import Kernel

package typealias RefundID = Identifier<Refund>
package typealias LedgerEntryID = Identifier<LedgerEntry>

/// One movement of money. The sum of a payment's entries is what was captured and not given back.
package struct LedgerEntry: Sendable, Codable, Equatable {
    package let id: LedgerEntryID
    package let paymentID: PaymentID
    package let kind: Kind
    /// Positive for a capture, negative for a refund.
    package let amount: Money
    package let at: Timestamp

    package enum Kind: String, Sendable, Codable {
        case capture
        case refund
    }
}

/// Money given back to a payer.
package struct Refund: Sendable, Codable, Equatable {
    package let id: RefundID
    package let paymentID: PaymentID
    package let merchantID: MerchantID
    package let environment: Environment
    package let amount: Money
    package let reason: Reason
    package let status: String
    package let createdAt: Timestamp

    package enum Reason: String, Sendable, Codable, CaseIterable {
        case duplicate
        case fraudulent
        case requestedByCustomer = "requested_by_customer"
        case serviceNotDelivered = "service_not_delivered"
        case productNotReceived = "product_not_received"
        case wrongAmount = "wrong_amount"
        case networkError = "network_error"
        case transactionError = "transaction_error"
    }
}
