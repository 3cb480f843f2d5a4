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

extension Yuno.Result {
    /// Another spelling of the type, for code that reads ``status``.
    public typealias Status = Yuno.Result

    /// The result itself.
    public var status: Status { self }

    /// The finer word for why, e.g. `APPROVED`, `EXPIRED` or `CLOSED_BY_USER`; nil when there is none, or when this is
    /// not the result that was told last. Any thread.
    public var substatus: String? {
        guard let last = Yuno.lastResult, last.result == self else { return nil }
        return last.substatus
    }

    /// Another spelling of ``succeeded``.
    public static var success: Yuno.Result { .succeeded }
    /// Another spelling of ``userCancell``.
    public static var userCancelled: Yuno.Result { .userCancell }
    /// Another spelling of ``userCancell``.
    public static var userCancel: Yuno.Result { .userCancell }
}

extension Yuno.Result: CustomStringConvertible {
    /// The name of the case.
    public var description: String {
        switch self {
        case .reject: "reject"
        case .succeeded: "succeeded"
        case .fail: "fail"
        case .processing: "processing"
        case .internalError: "internalError"
        case .userCancell: "userCancell"
        }
    }
}
