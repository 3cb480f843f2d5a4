import Checkout
import Foundation
import Kernel

/// How a checkout is opened (W23, W24). Only the token is needed.
public struct PresentOptions: Sendable {
    /// The payment's `authorization_token`, which your server got from `POST /payments`.
    public var sessionToken: String
    /// The language of the checkout's texts, `fr`, `en`, `ar`, `es` or `pt` (`fr-CI` works as well); the device's when nil.
    public var locale: String?
    /// How the checkout looks; the merchant's own branding and the default palette fill what it leaves open.
    public var appearance: Appearance?
    /// What is shown while the payment is loaded.
    public var loader: LoaderStyle
    /// A universal link back into the app, for pages that return by themselves. https, or http in the sandbox; any
    /// other address is left out.
    public var returnURL: String?
    /// How the Mobile Money form begins.
    public var mobileMoney: MobileMoneyOptions
    /// Makes the payment method where only the provider's own SDK can (W88). Without one, such cards are not offered.
    public var cardCollector: (any CardCollector)?
    /// Where status changes are announced; the session's own host when nil.
    public var realtime: RealtimeOptions?
    /// Whether closing the checkout also cancels a payment that may still be cancelled.
    public var cancelOnDismiss: Bool
    /// What the app is told on the way.
    public var callbacks: CheckoutCallbacks

    /// Every property, with its default value.
    public init(
        sessionToken: String, locale: String? = nil, appearance: Appearance? = nil, loader: LoaderStyle = .skeleton,
        returnURL: String? = nil, mobileMoney: MobileMoneyOptions = MobileMoneyOptions(),
        cardCollector: (any CardCollector)? = nil, realtime: RealtimeOptions? = nil, cancelOnDismiss: Bool = false,
        callbacks: CheckoutCallbacks = CheckoutCallbacks()
    ) {
        self.sessionToken = sessionToken
        self.locale = locale
        self.appearance = appearance
        self.loader = loader
        self.returnURL = returnURL
        self.mobileMoney = mobileMoney
        self.cardCollector = cardCollector
        self.realtime = realtime
        self.cancelOnDismiss = cancelOnDismiss
        self.callbacks = callbacks
    }
}

/// How the Mobile Money form begins (W26).
public struct MobileMoneyOptions: Sendable, Hashable {
    /// ISO 3166 code in any case; where the payer's number or device is from when nil.
    public var country: String?
    /// Whether the payer cannot choose another country.
    public var countryLocked: Bool
    /// How the operator is chosen.
    public var operatorMode: OperatorMode

    /// Every property, with its default value.
    public init(country: String? = nil, countryLocked: Bool = false, operatorMode: OperatorMode = .detect) {
        self.country = country
        self.countryLocked = countryLocked
        self.operatorMode = operatorMode
    }
}

/// What the app is told while a checkout runs (W29 to W34). Every callback is optional and runs on the main actor; one
/// that throws is logged, and the checkout goes on.
///
/// Order: ``onReady``, then ``onStateChange`` as screens change, ``onPaymentStarted`` and ``onRedirect``, then
/// ``onSuccess``, ``onError`` or ``onCancel``, and ``onComplete`` once.
public struct CheckoutCallbacks: Sendable {
    /// The methods, or the only form, are drawn for the first time.
    public var onReady: (@MainActor (ReadyEvent) throws -> Void)?
    /// The payment could not be loaded, or was over already.
    public var onLoadError: (@MainActor (WajubError) throws -> Void)?
    /// The state changed; never twice in a row to the same.
    public var onStateChange: (@MainActor (StateChangeEvent) throws -> Void)?
    /// The payer tapped Pay; the request has not left yet.
    public var onPaymentStarted: (@MainActor (PaymentStartedEvent) throws -> Void)?
    /// A provider's page is about to be opened.
    public var onRedirect: (@MainActor (RedirectEvent) throws -> Void)?
    /// Paid, as far as the payer can see. Confirm on your server before delivering.
    public var onSuccess: (@MainActor (PaymentSuccess) throws -> Void)?
    /// A payment failure was shown; more than once when the payer tries again.
    public var onError: (@MainActor (WajubError) throws -> Void)?
    /// The checkout ended without a payment.
    public var onCancel: (@MainActor (CancelEvent) throws -> Void)?
    /// The checkout is over; last, and once. `present` returns the same value.
    public var onComplete: (@MainActor (CheckoutResult) throws -> Void)?

    /// Every callback; none by default.
    public init(
        onReady: (@MainActor (ReadyEvent) throws -> Void)? = nil,
        onLoadError: (@MainActor (WajubError) throws -> Void)? = nil,
        onStateChange: (@MainActor (StateChangeEvent) throws -> Void)? = nil,
        onPaymentStarted: (@MainActor (PaymentStartedEvent) throws -> Void)? = nil,
        onRedirect: (@MainActor (RedirectEvent) throws -> Void)? = nil,
        onSuccess: (@MainActor (PaymentSuccess) throws -> Void)? = nil,
        onError: (@MainActor (WajubError) throws -> Void)? = nil,
        onCancel: (@MainActor (CancelEvent) throws -> Void)? = nil,
        onComplete: (@MainActor (CheckoutResult) throws -> Void)? = nil
    ) {
        self.onReady = onReady
        self.onLoadError = onLoadError
        self.onStateChange = onStateChange
        self.onPaymentStarted = onPaymentStarted
        self.onRedirect = onRedirect
        self.onSuccess = onSuccess
        self.onError = onError
        self.onCancel = onCancel
        self.onComplete = onComplete
    }
}

/// The methods are shown.
public struct ReadyEvent: Sendable, Hashable {
    /// `sandbox` or `live`.
    public let environment: String
    /// The slugs of the channels that are offered.
    public let methods: [String]
}

/// The state changed.
public struct StateChangeEvent: Sendable, Hashable {
    /// The state now.
    public let state: CheckoutState
    /// The state before; nil when the payment was only just loaded.
    public let previous: CheckoutState?
}

/// The payer tapped Pay.
public struct PaymentStartedEvent: Sendable, Hashable {
    /// The channel's slug.
    public let channel: String
    /// The Mobile Money operator, when there is one.
    public let operatorId: String?
}

/// A provider's page is about to be opened.
public struct RedirectEvent: Sendable, Hashable {
    /// The page.
    public let url: URL
    /// Inside the app, or in another one.
    public let mode: BrowserMode
}

/// The checkout ended without a payment.
public struct CancelEvent: Sendable, Hashable {
    /// Why.
    public let reason: CancelReason
}
