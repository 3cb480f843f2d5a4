/// The method a payer wants to pay with (YL29).
public protocol PaymentMethodSelected {
    /// Names a method that is saved; nil or empty for a new one.
    var vaultedToken: String? { get }
    /// E.g. `CARD` or `PIX`; an open list.
    var paymentMethodType: String { get }
}

/// The method a payer wants to enrol.
public protocol EnrollmentMethodSelected {
    /// E.g. `CARD`.
    var type: String { get }
}

/// A new card, or a saved one (YR44).
public struct CardPaymentMethod: PaymentMethodSelected, Sendable, Hashable {
    /// `CARD`.
    public let paymentMethodType: String
    /// Names a saved card; nil for a new one.
    public let vaultedToken: String?

    /// A new card when nothing is given.
    public init(paymentMethodType: String = "CARD", vaultedToken: String? = nil) {
        self.paymentMethodType = paymentMethodType
        self.vaultedToken = vaultedToken
    }
}

/// A method the payer saved before (YR45).
public struct SavedCardPayment: PaymentMethodSelected, Sendable, Hashable {
    /// E.g. `CARD`.
    public let paymentMethodType: String
    /// Names the saved method.
    public let vaultedToken: String?

    /// A saved method of a type.
    public init(paymentMethodType: String, vaultedToken: String?) {
        self.paymentMethodType = paymentMethodType
        self.vaultedToken = vaultedToken
    }
}

/// What the seamless flow is told in place of a delegate.
public class SeamlessParams {
    /// The session your server created with the workflow `SDK_SEAMLESS`.
    public var checkoutSession: String
    /// ISO 3166-1 alpha-2.
    public var countryCode: String
    /// As ``YunoFlowDelegate/language``.
    public var language: String?
    /// What presents the screens; the front-most one when nil.
    public var viewController: YunoViewController?

    /// The session and the country are needed.
    public init(
        checkoutSession: String, countryCode: String, language: String? = nil,
        viewController: YunoViewController? = nil
    ) {
        self.checkoutSession = checkoutSession
        self.countryCode = countryCode
        self.language = language
        self.viewController = viewController
    }
}
