/// What a payment's status means, whatever word the server used for it.
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

    /// Reads a server's word, in any case. A word that is not known counts as ``processing``: it is followed
    /// rather than shown as an end it may not be.
    public init(word: String) {
        switch word.lowercased() {
        case "pending", "initiated", "created": self = .pending
        case "success", "successful", "succeeded", "paid", "complete", "completed": self = .success
        case "failed", "declined", "error": self = .failed
        case "cancelled", "canceled": self = .cancelled
        case "expired": self = .expired
        default: self = .processing
        }
    }

    /// Whether nothing can change any more.
    public var isTerminal: Bool {
        switch self {
        case .pending, .processing: false
        case .success, .failed, .cancelled, .expired: true
        }
    }
}
