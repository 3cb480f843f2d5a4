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
    /// The payer opens a provider's own checkout; an open one is kept, unless it is to be replaced.
    case openSession(AttemptRequest, restart: Bool)
    /// The payer did something on a provider's page.
    case pageAnswered(PageLink, PageVerdict)
    /// The payer came back from a provider's own checkout, so the provider is asked.
    case sessionReturned(ClientSessionID)
    /// The payer or the merchant cancels for good.
    case cancel
    /// The merchant gives money back.
    case refund(RefundRequest)
    /// The merchant takes money that was authorised.
    case capture(ActionRequest)
    /// The merchant gives up a payment that is not paid.
    case void(ActionRequest)
    /// What the payer was given to pay with is not good any longer, before its time.
    case expire
    /// Time passed.
    case tick
}

package struct AttemptRequest: Sendable {
    package let idempotencyKey: String
    package let channel: String
    package let instrument: InstrumentSummary
    package let device: String?
    package let merchantIsRestricted: Bool
    /// Whether something of it is on the merchant's blocklist.
    package let isBlocked: Bool
    /// Where a provider's page sends the payer back.
    package let returnURL: String?

    package init(
        idempotencyKey: String, channel: String, instrument: InstrumentSummary, device: String?,
        merchantIsRestricted: Bool, isBlocked: Bool = false, returnURL: String? = nil
    ) {
        self.idempotencyKey = idempotencyKey
        self.channel = channel
        self.instrument = instrument
        self.device = device
        self.merchantIsRestricted = merchantIsRestricted
        self.isBlocked = isBlocked
        self.returnURL = returnURL
    }
}

/// What a provider says of a payer's answer to a step.
package enum StepVerdict: Sendable, Equatable {
    /// Right; and what the provider says of the payment now.
    case correct(ProviderAnswer)
    case wrong
    /// No answer at all: field → what is wrong with it.
    case unreadable([String: String])
}

/// What a provider says of what the payer did on its page.
package enum PageVerdict: Sendable, Equatable {
    case decided(ProviderAnswer, followUp: ScheduledAnswer.FollowUp?)
    /// The code typed there is wrong.
    case wrongCode
    /// The payer went away; the page stays open.
    case undecided
}

package struct RefundRequest: Sendable {
    /// Nil is all that is left.
    package let amount: Money?
    package let reason: Refund.Reason
    /// The merchant's words for it.
    package var action = ActionRequest()

    package init(amount: Money?, reason: Refund.Reason) {
        self.amount = amount
        self.reason = reason
    }
}

/// What a merchant says of a capture, a cancellation or a refund.
package struct ActionRequest: Sendable {
    /// Nil is all there is.
    package var amount: Money?
    package var merchantReference: String?
    package var reason: String?
    package var description: String?

    package init(
        amount: Money? = nil, merchantReference: String? = nil, reason: String? = nil, description: String? = nil
    ) {
        self.amount = amount
        self.merchantReference = merchantReference
        self.reason = reason
        self.description = description
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
    /// What was paid with is kept for the customer, under that token.
    case vault(VaultedToken)
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
