/// What a read told of the payment. `payload` is the SDK's own value, handed back untouched.
package struct PaymentSnapshot: Sendable {
    package var standing: TransactionStatus
    /// The opaque mark of the last refusal; a mark that differs from the one known before Pay is news (W49).
    package var declineMark: String?
    /// Whether the gateway spoke of refusals at all: if not, no mark is not the same as no refusal.
    package var tellsOfDeclines: Bool
    /// The key of the attempt that was refused last, where the gateway tells it: stronger than any mark.
    package var declinedKey: String?
    /// The last refusal, in the SDK's words.
    package var decline: CheckoutFailure?
    /// How a running payment waits: for approval on the phone, for a dialled code, or for nothing the payer does.
    package var waiting: Waiting
    package var instruction: String?
    /// The step the provider asks for now.
    package var step: CheckoutStep?
    /// The page the provider waits on.
    package var page: CheckoutPage?
    package var payload: (any Sendable)?

    package enum Waiting: Sendable, Hashable {
        case approval, ussd, nothing
    }

    package init(
        _ standing: TransactionStatus, declineMark: String? = nil, tellsOfDeclines: Bool = true,
        declinedKey: String? = nil, decline: CheckoutFailure? = nil, waiting: Waiting = .nothing,
        instruction: String? = nil,
        step: CheckoutStep? = nil, page: CheckoutPage? = nil, payload: (any Sendable)? = nil
    ) {
        self.standing = standing
        self.declineMark = declineMark
        self.tellsOfDeclines = tellsOfDeclines
        self.declinedKey = declinedKey
        self.decline = decline
        self.waiting = waiting
        self.instruction = instruction
        self.step = step
        self.page = page
        self.payload = payload
    }
}

/// An error of the checkout: what the rules need of it, and the SDK's own error. Two are equal when they say the same.
package struct CheckoutFailure: Sendable, Hashable, Error {
    package let code: String
    package let isRetryable: Bool
    /// The SDK's own error, handed back untouched.
    package let cause: (any Error)?
    /// Field → words, for the form.
    package var fields: [String: String]
    package var attemptsLeft: Int?

    package init(
        _ code: String, retryable: Bool, fields: [String: String] = [:], attemptsLeft: Int? = nil,
        cause: (any Error)? = nil
    ) {
        self.code = code
        self.cause = cause
        isRetryable = retryable
        self.fields = fields
        self.attemptsLeft = attemptsLeft
    }

    package static func == (left: CheckoutFailure, right: CheckoutFailure) -> Bool {
        left.code == right.code && left.isRetryable == right.isRetryable && left.fields == right.fields
            && left.attemptsLeft == right.attemptsLeft
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(code) }

    package static let network = CheckoutFailure("network_error", retryable: true)
    package static let load = CheckoutFailure("load_error", retryable: true)
    package static let noMethod = CheckoutFailure("no_payment_method", retryable: false)
}

/// A way to pay that the sheet can show.
package struct CheckoutMethod: Sendable, Hashable {
    package enum Form: Sendable, Hashable {
        case mobileMoney
        /// One tap, no fields.
        case wallet
        /// The sheet's own card form.
        case card
        /// The app's collector makes the payment method (W88).
        case collectedCard
        /// Billing fields, then the provider's page.
        case hostedCard
        /// The provider's own checkout, opened through a client session.
        case clientSession
    }

    package let slug: String
    package let form: Form
    /// Whether it can be offered when the configuration cannot be read (W46).
    package var needsConfiguration: Bool { form != .mobileMoney }

    package init(_ slug: String, _ form: Form) {
        self.slug = slug
        self.form = form
    }

    var screen: CheckoutScreen {
        switch form {
        case .mobileMoney: .mobileMoney
        case .wallet: .wallet
        case .card, .collectedCard, .hostedCard, .clientSession: .card
        }
    }
}

/// A question of the provider's.
package struct CheckoutStep: Sendable, Hashable {
    package let id: String
    package let kind: StepKind

    package init(id: String, kind: StepKind) {
        self.id = id
        self.kind = kind
    }

    var screen: CheckoutScreen { kind == .threeDS ? .threeDSCode : .step(kind) }

    var state: CheckoutState {
        switch kind {
        case .otp: .otpRequired
        case .pin: .pinRequired
        case .phone: .phoneRequired
        case .birthday: .birthdayRequired
        case .address: .addressRequired
        case .threeDS: .threeDSRequired
        }
    }
}

/// A page outside the sheet.
package struct CheckoutPage: Sendable, Hashable {
    package enum Mode: Sendable, Hashable {
        /// A card's page, 3-D Secure, a client session: inside the app (W117).
        case inApp
        /// A wallet's page: opens the wallet (W84).
        case external
    }

    package let url: String
    package let mode: Mode
    /// Whether it is a 3-D Secure check or another card page.
    package let isThreeDS: Bool
    /// Set when coming back completes a client session rather than reading the status.
    package let clientSessionID: String?

    package init(url: String, mode: Mode, isThreeDS: Bool = false, clientSessionID: String? = nil) {
        self.url = url
        self.mode = mode
        self.isThreeDS = isThreeDS
        self.clientSessionID = clientSessionID
    }
}

/// Why a checkout ended without a payment.
package enum CheckoutCancellation: String, Sendable, Hashable {
    case payerCancelled = "payer_cancelled"
    case hostGone = "host_gone"
    case dismissed
}

/// What the app gets in the end; the SDK adds the payment's data.
package enum CheckoutEnd: Sendable, Hashable {
    case complete
    /// Closed while a payment was running: money may still move (W22).
    case processing
    case failed(CheckoutFailure)
    case cancelled(CheckoutCancellation)
}
