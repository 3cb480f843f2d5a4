import Kernel

/// What may happen to a payment.
package enum PaymentEvent: Sendable {
    /// The payer pays.
    case attempt(AttemptRequest)
    /// A provider answered the attempt.
    case provider(AttemptID, ProviderAnswer, followUp: ScheduledAnswer.FollowUp?)
    /// A provider will answer the attempt at a known time.
    case scheduled(AttemptID, ScheduledAnswer)
    /// The payer answered a step, and the provider judged the answer.
    case stepAnswered(StepID, Step.Kind, StepVerdict)
    /// The payer wants the code again.
    case resend(StepID, Step.Kind)
    /// The payer or the merchant cancels for good.
    case cancel
    /// The merchant gives money back.
    case refund(RefundRequest)
    /// Time passed.
    case tick
}

package struct AttemptRequest: Sendable {
    package let idempotencyKey: String
    package let channel: String
    package let instrument: InstrumentSummary
    package let device: String?
    package let merchantIsRestricted: Bool

    package init(
        idempotencyKey: String, channel: String, instrument: InstrumentSummary, device: String?,
        merchantIsRestricted: Bool
    ) {
        self.idempotencyKey = idempotencyKey
        self.channel = channel
        self.instrument = instrument
        self.device = device
        self.merchantIsRestricted = merchantIsRestricted
    }
}

/// What a provider says of a payer's answer to a step.
package enum StepVerdict: Sendable, Equatable {
    /// Right; and what the provider says of the payment now.
    case correct(ProviderAnswer)
    case wrong
}

package struct RefundRequest: Sendable {
    /// Nil is all that is left.
    package let amount: Money?
    package let reason: Refund.Reason

    package init(amount: Money?, reason: Refund.Reason) {
        self.amount = amount
        self.reason = reason
    }
}

/// What follows from an event. The driver performs each of these in the transaction that saves the payment.
package enum PaymentEffect: Sendable, Equatable {
    /// The attempt began: hand it to the provider.
    case submit(AttemptID)
    /// Tell the merchant, of the payment as it stands at that moment.
    case tell(EventName, Payment, Refund?)
    /// Money moved.
    case record(LedgerEntry)
    case refunded(Refund)
    /// Nothing was done, and why.
    case refuse(Refusal)
}

/// Why something asked for was not done.
package struct Refusal: Error, Sendable, Equatable {
    /// A code of the error catalogue.
    package let code: String
    package var retryAfterSeconds: Int?
    package var attemptsLeft: Int?
    package var blockReference: String?
    /// Field name → what is wrong with it, as catalogue code or words.
    package var fields: [String: String] = [:]

    package init(
        _ code: String, retryAfterSeconds: Int? = nil, attemptsLeft: Int? = nil, blockReference: String? = nil,
        fields: [String: String] = [:]
    ) {
        self.code = code
        self.retryAfterSeconds = retryAfterSeconds
        self.attemptsLeft = attemptsLeft
        self.blockReference = blockReference
        self.fields = fields
    }
}
