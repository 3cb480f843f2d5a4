/// Where a payment itself stands.
public enum TransactionStatus: String, Sendable, Hashable, CaseIterable {
    /// No attempt is running; the payment can be paid. A refused attempt brings a payment back here.
    case pending
    /// An attempt is running; money may move.
    case processing
    /// Paid.
    case success
    /// Over without payment; it cannot be tried again.
    case failed
    /// Cancelled for good.
    case cancelled
    /// Its time to be paid is over.
    case expired

    /// Whether nothing can change any more.
    public var isTerminal: Bool {
        switch self {
        case .pending, .processing: false
        case .success, .failed, .cancelled, .expired: true
        }
    }
}
