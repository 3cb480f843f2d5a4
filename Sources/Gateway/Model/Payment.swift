import Kernel

package typealias PaymentID = Identifier<Payment>
package typealias AttemptID = Identifier<Attempt>
package typealias DeclineID = Identifier<Decline>

/// Where a payment stands, in the words the API sends (spec 5.2).
package enum PaymentStatus: String, Sendable, Codable, CaseIterable {
    /// Payable: no attempt is running.
    case pending
    /// An attempt is running.
    case processing
    /// Paid.
    case success
    /// Refused for good.
    case failed
    case cancelled
    case expired

    /// Whether nothing can change it any more.
    package var isFinal: Bool {
        switch self {
        case .pending, .processing: false
        case .success, .failed, .cancelled, .expired: true
        }
    }
}

/// Money a merchant asks for, and everything that became of it.
package struct Payment: Sendable, Codable, Equatable {
    package let id: PaymentID
    package let merchantID: MerchantID
    package let environment: Environment
    /// The merchant's own name for it.
    package let reference: String
    /// Ours, short and unique: the suffix of the realtime channel.
    package let trxref: String
    package let amount: Money
    /// What the payer pays on top of the amount; zero when the merchant bears the fees.
    package let fees: Money
    package let description: String?
    package let customer: Customer
    /// The merchant's own facts, as JSON text, so that no digit of it changes.
    package let metadata: String?
    /// Where a hosted checkout sends the payer back.
    package let callback: String?
    /// Hexadecimal SHA-256 of the session token. The token itself is in the answer to its maker only.
    package let tokenHash: String
    package let createdAt: Timestamp
    package let expiresAt: Timestamp

    package var status: PaymentStatus = .pending
    package var updatedAt: Timestamp
    package var paidAt: Timestamp?
    /// The channel it was paid through.
    package var method: String?
    /// The attempt that is running, or the last one.
    package var attempt: Attempt?
    package var lastDecline: Decline?
    /// When the latest attempts began, for the rate limit; never more than the limit.
    package var recentAttempts: [Timestamp] = []
    package var refunded: Money
    /// Who carries the card payments of a sandbox payment; nil is ``SandboxCardProvider/form``.
    package var cardProvider: SandboxCardProvider?
    /// What the merchant says of the order; nil when it said nothing.
    package var order: OrderFacts?
    /// What it has besides when a merchant's server made it with something to pay with; nil for a payment that a
    /// payer's app pays.
    package var server: ServerPayment?

    package struct Customer: Sendable, Codable, Equatable {
        package var name: String?
        package var email: String?
        package var phone: String?

        package init(name: String? = nil, email: String? = nil, phone: String? = nil) {
            self.name = name
            self.email = email
            self.phone = phone
        }
    }

    /// What has moved from the payer to the merchant, refunds not counted.
    package var captured: Money { server?.captured ?? (status == .success ? total : total.with(minorUnits: 0)) }

    /// What the payer pays, fees included.
    package var total: Money { amount.adding(fees) ?? amount }

    /// When something will happen to it by itself: it expires, or its attempt moves on.
    package var dueAt: Timestamp? {
        switch status {
        case .pending: expiresAt
        case .processing: attempt?.dueAt
        case .success, .failed, .cancelled, .expired: nil
        }
    }
}

/// One try at paying.
package struct Attempt: Sendable, Codable, Equatable {
    package let id: AttemptID
    package let idempotencyKey: String
    /// The channel as the payer's app named it, e.g. `cm.mobile` or `card`.
    package let channel: String
    package let instrument: InstrumentSummary
    /// Device signals as JSON text, kept for fraud review (spec 16).
    package let device: String?
    package let startedAt: Timestamp
    /// When it ends by itself if nobody answers.
    package var deadline: Timestamp

    package var state: State = .submitting
    /// What the payer is told to do, e.g. the operator's short code.
    package var instruction: Instruction?
    /// A question the payer must answer.
    package var step: Step?
    /// The provider's page the payer goes to, or went to last.
    package var page: ProviderPage?
    /// What the payer takes elsewhere to pay.
    package var code: PaymentCode?
    /// Where that page sends the payer back.
    package var returnURL: String?
    /// A provider's answer that is on its way (the sandbox's personas answer later, and survive a restart).
    package var scheduled: ScheduledAnswer?
    package var declineCode: String?
    package var decidedAt: Timestamp?

    package enum State: String, Sendable, Codable {
        /// On its way to the provider; no answer yet.
        case submitting
        /// The provider has it; the payer may have to approve on a phone.
        case accepted
        /// The payer must answer a step, or go to a page.
        case actionRequired = "action_required"
        /// The issuer holds the money; it moves when the merchant captures it.
        case authorized
        case succeeded
        case declined
    }

    package var isRunning: Bool {
        switch state {
        case .submitting, .accepted, .actionRequired: true
        case .authorized, .succeeded, .declined: false
        }
    }

    var dueAt: Timestamp? {
        guard isRunning else { return nil }
        return [scheduled?.at, step?.expiresAt, deadline].compactMap(\.self).min()
    }
}

/// What was used to pay, without anything secret: never a card number, never a code.
package struct InstrumentSummary: Sendable, Codable, Equatable {
    package enum Kind: String, Sendable, Codable {
        case mobileMoney = "mobile_money"
        case card
        /// A wallet that takes one tap and opens its own app.
        case wallet
        /// A bank's page, or its app.
        case bank
        /// A counter, or a cash machine.
        case cash
    }

    package let kind: Kind
    /// The operator, the wallet or the card's brand.
    package let issuer: String?
    /// E.164 for Mobile Money; nil for anything else.
    package let phone: String?
    /// Last four digits, for a card.
    package let lastFour: String?
    package let country: String?

    package init(kind: Kind, issuer: String?, phone: String? = nil, lastFour: String? = nil, country: String? = nil) {
        self.kind = kind
        self.issuer = issuer
        self.phone = phone
        self.lastFour = lastFour
        self.country = country
    }
}

/// A refused attempt. Its id is how an app tells a new refusal from one it knew (W49).
package struct Decline: Sendable, Codable, Equatable {
    package let id: DeclineID
    package let code: String
    package let at: Timestamp
    /// For the merchant's support, with `shield_blocked`.
    package let blockReference: String?
}
