import Foundation

/// Takes payments: the entry points an app calls.
///
/// Every function may be called from any thread; what the app is told comes on the main thread.
public final class Yuno {
    private init() {}

    /// Sets the SDK up (YL7, YF7). Call it before anything else, e.g. in `scene(_:willConnectTo:options:)` (YL10), and
    /// again to change the key or the look: the last call counts.
    /// - Parameters:
    ///   - apiKey: the PUBLIC key of the dashboard (YL12). Never put a secret key into an app.
    ///   - config: optional (YF8).
    ///   - callback: told once, on the main thread: true when the gateway knows the key, false when the key is empty or
    ///     unknown or the gateway cannot be reached. Payments may be started before (YL9).
    public static func initialize(
        apiKey: String, config: YunoConfig = YunoConfig(), callback: ((Bool) -> Void)? = nil
    ) {
        YunoCore.current.initialize(apiKey: apiKey, config: config, callback: callback)
    }

    /// As ``initialize(apiKey:config:callback:)`` with nothing but a form type.
    @available(*, deprecated, message: "Pass YunoConfig(cardFormType:).")
    public static func initialize(apiKey: String, cardFormType: CardFormType) {
        initialize(apiKey: apiKey, config: YunoConfig(cardFormType: cardFormType))
    }

    /// What can be changed while the app runs, e.g. `Yuno.config.environment = .staging` (YR62).
    public static var config: YunoRuntimeConfig {
        get { YunoCore.current.runtime }
        set { YunoCore.current.runtime = newValue }
    }

    /// Says what the app is written with; `.native` until then.
    public static func setPlatform(_ platform: YunoPlatform) {
        YunoCore.current.platform = platform
    }

    /// The result that was told last, with the finer word for why and, for a refusal, words for the payer; nil when
    /// none was told yet.
    public static var lastResult: (result: Result, substatus: String?, message: String?)? {
        YunoCore.current.lastOutcome.map { ($0.result, $0.substatus, $0.message) }
    }

    /// A headless payment (YH12, YH16). It begins to gather what fraud checks need to know about the device (YH13).
    /// - Parameters:
    ///   - countryCode: of the process, ISO 3166-1 alpha-2 (YH14).
    ///   - checkoutSession: from your server (YH15); may be empty when each request's data name one.
    public static func apiClientPayment(countryCode: String, checkoutSession: String) -> any YunoPaymentHeadless {
        HeadlessPayment(YunoCore.current, country: countryCode, session: checkoutSession)
    }

    /// A headless enrolment.
    /// - Parameters:
    ///   - countryCode: of the process, ISO 3166-1 alpha-2.
    ///   - customerSession: from your server.
    /// - Throws: ``YunoError/notInitialized`` when there is no key yet.
    public static func apiClientEnroll(countryCode: String, customerSession: String) throws -> any YunoEnrollHeadless {
        guard YunoCore.current.isInitialized else { throw YunoError.notInitialized }
        return HeadlessEnrollment(YunoCore.current, country: countryCode, session: customerSession)
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// As ``apiClientEnroll(countryCode:customerSession:)``, in an older spelling; its functions throw what it does not.
    @available(*, deprecated, renamed: "apiClientEnroll(countryCode:customerSession:)")
    public static func apiClientEnroll(country_code: String, customer_session: String) -> any YunoEnrollHeadless {
        HeadlessEnrollment(YunoCore.current, country: country_code, session: customer_session)
    }
}
