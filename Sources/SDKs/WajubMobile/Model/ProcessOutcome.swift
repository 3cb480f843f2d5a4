import Foundation

/// What came of a payment request.
public enum ProcessOutcome: Sendable, Hashable {
    /// Paid, as far as the payer can see. Confirm on your server before delivering.
    case complete(SessionTransaction)
    /// Under way, or of unknown fate: follow ``WajubSession/updates()`` and never show a failure (W108, W111).
    /// The instruction is what the payer has to do, in the operator's words.
    case processing(transaction: SessionTransaction?, instruction: String?, kind: ProcessingKind)
    /// The payer has to do something here.
    case requiresAction(RequiredAction)
    /// Refused. Whether trying again can help is ``WajubError/retryable``.
    case failed(WajubError, transaction: SessionTransaction?)
}

/// What a payment under way waits for.
public enum ProcessingKind: String, Sendable, Hashable, CaseIterable {
    /// The payer approves on their phone.
    case approval
    /// The payer dials a code.
    case ussd
    /// Nothing the payer could do, or nobody knows yet.
    case pending
}

/// What the payer has to do.
public struct RequiredAction: Sendable, Hashable {
    /// What.
    public let action: ActionKind
    /// The step to answer with ``WajubSession/verify(_:id:fields:)``.
    public let stepId: String?
    /// The page to open.
    public let url: URL?
    /// The provider's checkout to open.
    public let clientSession: ClientSession?
    /// More about the step.
    public let step: StepInfo?
    /// The payment, when the server sent it along.
    public let transaction: SessionTransaction?
}
