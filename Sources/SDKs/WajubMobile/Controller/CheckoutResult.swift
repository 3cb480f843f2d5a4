import Checkout
import Foundation
import Kernel

/// How a checkout ended (W21, W36). It is what the payer saw, not proof of payment: confirm on your server.
public enum CheckoutResult: Sendable, Hashable {
    /// Paid.
    case complete(PaymentSuccess, transaction: SessionTransaction?)
    /// Closed while a payment was running: money may still move (W22).
    case processing(transaction: SessionTransaction?)
    /// Refused, over, or impossible to load.
    case failed(WajubError, transaction: SessionTransaction?)
    /// Ended without a payment.
    case cancelled(CancelReason, transaction: SessionTransaction?)

    /// `complete`, `processing`, `failed` or `cancelled`.
    public var status: String {
        switch self {
        case .complete: "complete"
        case .processing: "processing"
        case .failed: "failed"
        case .cancelled: "cancelled"
        }
    }

    /// The payment as last read; nil when it was never loaded.
    public var transaction: SessionTransaction? {
        switch self {
        case .complete(_, let transaction), .processing(let transaction), .failed(_, let transaction),
            .cancelled(_, let transaction):
            transaction
        }
    }
}

/// Why a checkout ended without a payment.
public enum CancelReason: String, Sendable, Hashable, CaseIterable {
    /// The payer cancelled the payment for good (W59).
    case payerCancelled = "payer_cancelled"
    /// The screen it was presented from went away, or there was none (W39, W40).
    case hostGone = "host_gone"
    /// The payer closed it; the payment can still be paid.
    case dismissed

    init(_ cancellation: CheckoutCancellation) {
        switch cancellation {
        case .payerCancelled: self = .payerCancelled
        case .hostGone: self = .hostGone
        case .dismissed: self = .dismissed
        }
    }
}

/// A payment that succeeded (W37).
public struct PaymentSuccess: Sendable, Hashable {
    /// The payment's id, the one `GET /payments/{id}` takes.
    public let id: String
    /// The merchant's own reference.
    public let reference: String
    /// What the payer paid, fees included, in major units.
    public let amount: Decimal
    /// ISO 4217 code.
    public let currency: String
    /// The slug of the channel it was paid with.
    public let method: String
    /// Always `success`.
    public let status: String
    /// ISO 8601.
    public let timestamp: String
    /// A receipt to show the payer.
    public let receiptURL: URL?

    /// - Parameters:
    ///   - channel: what it was paid with, when the payment does not say.
    ///   - readAt: when it was read, when the payment does not say when it was paid.
    init(_ transaction: SessionTransaction, channel: String?, readAt: Timestamp) {
        id = transaction.id
        reference = transaction.reference
        amount = transaction.amountTotal
        currency = transaction.currency
        method = transaction.method ?? channel ?? transaction.processingContext?.channelSlug ?? ""
        status = "success"
        timestamp = transaction.paidAt ?? readAt.iso8601
        receiptURL = transaction.receiptURL
    }
}
