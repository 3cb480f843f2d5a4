import Kernel

/// Who carries the card payments of a sandbox payment, so that every card screen can be seen. A merchant chooses with
/// `metadata.card_provider` when it makes the payment; anything else there, and every live payment, means ``form``.
package enum SandboxCardProvider: String, Sendable, Codable, CaseIterable {
    /// The app's own card form.
    case form
    /// A provider whose library makes the card a `pm_…`.
    case stripe
    /// A provider's page that wants the payer's name and address first.
    case hosted
    /// A provider's page that wants an e-mail address first.
    case hostedEmail = "hosted_email"
    /// A provider's own checkout (P6, P7).
    case clientSession = "client_session"

    /// Nil is ``form``.
    init?(metadata: JSONValue?, environment: Environment) {
        guard environment == .sandbox, let name = metadata?["card_provider"]?.string else { return nil }
        self.init(rawValue: name)
    }
}

extension Payment {
    /// Whether its card payments are carried like that.
    func cardsGo(through provider: SandboxCardProvider) -> Bool { (cardProvider ?? .form) == provider }
}
