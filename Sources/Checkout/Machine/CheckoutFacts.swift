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
    /// What the payer pays with elsewhere: a QR code, a slip.
    package var code: CheckoutCode?
    package var payload: (any Sendable)?

    package enum Waiting: Sendable, Hashable {
        case approval, ussd, nothing
    }

    package init(
        _ standing: TransactionStatus, declineMark: String? = nil, tellsOfDeclines: Bool = true,
        declinedKey: String? = nil, decline: CheckoutFailure? = nil, waiting: Waiting = .nothing,
        instruction: String? = nil,
        step: CheckoutStep? = nil, page: CheckoutPage? = nil, code: CheckoutCode? = nil,
        payload: (any Sendable)? = nil
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
        self.code = code
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
    /// The app's server was given a one-time token, and no payment came of it.
    package static let paymentNotFound = CheckoutFailure("payment_not_found", retryable: false)
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
        /// A card that was saved; its security code is asked for when it has this many digits.
        case savedCard(codeLength: Int?)
        /// The device's own wallet authorises, on its own sheet.
        case deviceWallet
        /// Nothing is asked for.
        case nothing
    }

    package let slug: String
    package let form: Form
    /// Whether it can be offered when the configuration cannot be read (W46).
    package var needsConfiguration: Bool { form != .mobileMoney }

    package init(_ slug: String, _ form: Form) {
        self.slug = slug
        self.form = form
    }

    /// Whether the payer gives nothing on a screen of ours.
    package var asksForNothing: Bool {
        switch form {
        case .nothing, .deviceWallet, .savedCard(codeLength: nil): true
        default: false
        }
    }

    /// Where its form is.
    package var formScreen: CheckoutScreen {
        switch form {
        case .mobileMoney: .mobileMoney
        case .wallet, .deviceWallet, .nothing, .savedCard(codeLength: nil): .wallet
        case .card, .collectedCard, .hostedCard, .clientSession, .savedCard: .card
        }
    }
}

/// A question of the provider's.
package struct CheckoutStep: Sendable, Hashable {
    package let id: String
    package let kind: StepKind
    /// How long after it was opened its code may be sent again (W95).
    package let resendNanoseconds: UInt64

    package init(id: String, kind: StepKind, resendNanoseconds: UInt64 = CheckoutOptions.resendNanoseconds) {
        self.id = id
        self.kind = kind
        self.resendNanoseconds = resendNanoseconds
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

/// A page of a provider's.
package struct CheckoutPage: Sendable, Hashable {
    package enum Mode: Sendable, Hashable {
        /// Inside the sheet; it says itself when it is over.
        case embedded
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

/// What is paid with elsewhere: scanned, or shown at a counter.
package struct CheckoutCode: Sendable, Hashable {
    package enum Kind: Sendable, Hashable { case pix, voucher }

    package let kind: Kind
    /// What a QR code holds, or the number of a slip.
    package let text: String
    /// What is written under the bars of a slip.
    package let barcode: String?
    /// Until when it is good, in monotonic nanoseconds.
    package let deadline: UInt64

    package init(kind: Kind, text: String, barcode: String? = nil, deadline: UInt64) {
        self.kind = kind
        self.text = text
        self.barcode = barcode
        self.deadline = deadline
    }

    /// Whether it is the same code: each read measures what is left of it anew.
    func isSame(as other: CheckoutCode?) -> Bool { text == other?.text && kind == other?.kind }
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
