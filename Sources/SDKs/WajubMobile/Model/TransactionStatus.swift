import Checkout

extension TransactionStatus {
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
}
