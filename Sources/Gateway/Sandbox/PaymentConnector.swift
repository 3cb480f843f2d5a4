import Kernel

/// Talks to whoever moves the money.
package protocol PaymentConnector: Sendable {
    /// What the provider says of an instrument, and when.
    func submit(_ instrument: Instrument) -> ProviderScript
    /// What the provider says of a server's payment, and when.
    /// - Parameter reference: letters and digits nobody else has, for what the payer is given to pay with.
    func submit(_ payment: Payment, _ server: ServerPayment, reference: String, merchant: Merchant, at now: Timestamp)
        -> ProviderScript
    /// What the provider says of a payer's answer to a step.
    func judge(_ answer: StepAnswer, to step: Step) -> StepVerdict
    /// What the payer can do on a page of the provider's.
    func choices(on page: ProviderPage) -> [PageChoice]
    /// What the provider says of what the payer did there.
    /// - Parameter code: what was typed on a page that asks for a code.
    func judge(_ choice: PageChoice, code: String?, on page: ProviderPage) -> PageVerdict
}

/// A provider's behaviour: an answer after a while, and perhaps another one later.
package struct ProviderScript: Sendable, Equatable {
    package let afterMilliseconds: Int64
    package let answer: ProviderAnswer
    package let followUp: ScheduledAnswer.FollowUp?
}

/// What can be done on a page of a provider's.
package enum PageChoice: String, Sendable, CaseIterable {
    case approve
    /// Approved, but confirmed a while later.
    case approveLater = "approve_later"
    /// The bank asks for a 3-D Secure code first.
    case challenge
    case insufficientFunds = "insufficient_funds"
    case refuse
    /// Go back without deciding.
    case leave
}
