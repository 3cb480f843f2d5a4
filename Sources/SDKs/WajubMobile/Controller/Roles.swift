import Foundation

/// Draws a checkout under the app's own interface (W112, W113).
@MainActor
public protocol CheckoutPresenting: AnyObject {
    /// Show the interface; its buttons call the controller's actions. If it cannot appear, call
    /// ``CheckoutController/hostGone()`` (W116).
    func present(_ controller: CheckoutController)

    /// Take the interface away, then call `completion`; calling it again does nothing.
    func dismiss(_ controller: CheckoutController, completion: @escaping @MainActor @Sendable () -> Void)
}

/// Opens the pages of providers (W117).
@MainActor
public protocol BrowserOpening: AnyObject {
    /// - Parameters:
    ///   - mode: where to open it.
    ///   - onClose: with ``BrowserMode/inApp``, call it when the page was closed: the payment is read at once (W85).
    /// - Returns: false when nothing can open the page.
    func open(_ url: URL, mode: BrowserMode, onClose: @escaping @MainActor @Sendable () -> Void) async -> Bool
}

/// Where a page opens.
public enum BrowserMode: String, Sendable, Hashable, CaseIterable {
    /// Card pages, 3-D Secure and client sessions: in an `SFSafariViewController`.
    case inApp
    /// A wallet's page: with `UIApplication.open`, which opens the wallet's app (W84).
    case external
}

/// Makes a payment method where only the provider's own SDK can (W88).
public protocol CardCollector: AnyObject, Sendable {
    /// Ask for the card on a screen of your own, over the checkout (W136).
    /// - Returns: the provider's id, `pm_…`; nil when the payer backed out, and nothing is debited (W90).
    /// - Throws: a ``WajubError`` is shown as it is; any other error with its own description, else "check the
    ///   information entered" (W91).
    @MainActor func collectPaymentMethod(_ request: CardCollectionRequest) async throws -> String?
}

/// What a card collector needs to know (W89).
public struct CardCollectionRequest: Sendable, Hashable {
    /// The payment's own Stripe key.
    public let publishableKey: String
    /// What the payer pays, fees included, in major units.
    public let amount: Decimal
    /// ISO 4217 code.
    public let currency: String
    /// The payer's e-mail address, as far as the merchant said.
    public let customerEmail: String?
    /// The payer's name, as far as the merchant said.
    public let customerName: String?
    /// The checkout's language: `fr`, `en`, `ar`, `es` or `pt`.
    public let language: String
}
