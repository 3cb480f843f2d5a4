import Foundation

/// Hears when the SDK works and when it is done.
public protocol YunoLoaderDelegate: AnyObject {
    /// Render flows only: true when loading begins, false when it is done. Elsewhere the SDK draws its own loader.
    /// On the main thread. Does nothing by default.
    func onLoading(isLoading: Bool)
}

/// What payments and enrolments both ask the app. An app may be both delegates in one class: what they share, and its
/// defaults, stand here once.
///
/// Nothing here is isolated but what must be (YC4 to YC8): ``countryCode`` and ``language`` are read on the main
/// thread all the same, so that `MainActor.assumeIsolated` works in them (YC13). Delegates are held weakly.
public protocol YunoFlowDelegate: YunoLoaderDelegate {
    /// The country of the process, ISO 3166-1 alpha-2 (YL17). ``country_code`` by default.
    var countryCode: String { get }
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// The older spelling of ``countryCode``, which is the one that is read (YF15). Empty by default.
    var country_code: String { get }
    /// The language of the screens, e.g. `es` or `pt-BR` in any case; the device's when nil, English for one there are
    /// no texts in (YL18). Nil by default.
    var language: String? { get }
    /// What presents the screens; the front-most one when nil (YL19). Always read on the main actor (YC19). Nil by
    /// default.
    @preconcurrency @MainActor var viewController: YunoViewController? { get }
}

/// Takes part in a payment (YL13 to YL22). Everything but ``checkoutSession`` has a default.
public protocol YunoPaymentDelegate: YunoFlowDelegate {
    /// The session your server created for this payment (YL16). Read on the main actor.
    @preconcurrency @MainActor var checkoutSession: String { get }

    /// A one-time token is there: have your server create the payment with it, then call
    /// ``Yuno/continuePayment(showPaymentStatus:)`` (YL20, YL31). Implement this one or the longer one; the SDK calls
    /// the longer one only (YL24). On the main thread.
    func yunoCreatePayment(with token: String)

    /// As the shorter one, with the whole answer to the token's request; absent values are `NSNull` (YL21). Calls the
    /// shorter one by default. On the main thread.
    func yunoCreatePayment(with token: String, information: [String: Any])

    /// The payment's flow has ended (YL22). Called once, on the main thread. Read the payment on your server before you
    /// deliver anything (YR54).
    func yunoPaymentResult(_ result: Yuno.Result)

    /// As the shorter one, right after it, with the finer word for why. Does nothing by default.
    func yunoPaymentResult(_ result: Yuno.Result, substatus: String?)
}

/// Takes part in a payment whose methods the SDK lists (YF20).
public protocol YunoPaymentFullDelegate: YunoPaymentDelegate {
    /// The payer chose a method, or one came chosen; its type is empty when they took the choice back (YF21). On the
    /// main thread.
    func yunoDidSelect(paymentMethod: any PaymentMethodSelected)

    /// Removing a saved method has ended; true when it is gone (YF22). On the main thread.
    func yunoDidUnenrollSuccessfully(_ success: Bool)

    /// The list needs this height, in points, from zero up (YF23). On the main thread.
    func yunoUpdatePaymentMethodsViewHeight(_ height: CGFloat)
}

/// Takes part in enrolling a payment method.
public protocol YunoEnrollmentDelegate: YunoFlowDelegate {
    /// The customer session your server created for this enrolment. Read on the main actor.
    @preconcurrency @MainActor var customerSession: String { get }

    /// The enrolment has ended (YL56). On the main thread. It carries no token: your server learns the vaulted token.
    func yunoEnrollmentResult(_ result: Yuno.Result)
}

extension YunoLoaderDelegate {
    /// Does nothing.
    public func onLoading(isLoading: Bool) {}
}

extension YunoFlowDelegate {
    /// ``country_code``.
    public var countryCode: String { country_code }
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Empty.
    public var country_code: String { "" }
    /// The device's.
    public var language: String? { nil }
    /// The front-most one.
    @preconcurrency @MainActor public var viewController: YunoViewController? { nil }
}

extension YunoPaymentDelegate {
    /// Does nothing.
    public func yunoCreatePayment(with token: String) {}
    /// Calls the shorter one.
    public func yunoCreatePayment(with token: String, information: [String: Any]) { yunoCreatePayment(with: token) }
    /// Does nothing.
    public func yunoPaymentResult(_ result: Yuno.Result) {}
    /// Does nothing.
    public func yunoPaymentResult(_ result: Yuno.Result, substatus: String?) {}
}

extension YunoPaymentFullDelegate {
    /// Does nothing.
    public func yunoDidSelect(paymentMethod: any PaymentMethodSelected) {}
    /// Does nothing.
    public func yunoDidUnenrollSuccessfully(_ success: Bool) {}
    /// Does nothing.
    public func yunoUpdatePaymentMethodsViewHeight(_ height: CGFloat) {}
}

extension YunoEnrollmentDelegate {
    /// Does nothing.
    public func yunoEnrollmentResult(_ result: Yuno.Result) {}
}
