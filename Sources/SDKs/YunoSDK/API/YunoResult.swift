extension Yuno {
    /// How a payment or an enrolment ended (YF40, YL55). The raw values are the order bridges to other languages use.
    public enum Result: Int, Sendable, Hashable, CaseIterable {
        /// Rejected: funds, fraud, rules or policy.
        case reject = 0
        /// Completed.
        case succeeded
        /// An error prevented it, or its time is over.
        case fail
        /// Still being processed: money may move later.
        case processing
        /// An error of the system's; nothing the payer did.
        case internalError
        /// The payer went away. A payment that exists stays as it is.
        case userCancell
    }
}
