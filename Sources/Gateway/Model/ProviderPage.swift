import Kernel

package typealias PageLink = Identifier<ProviderPage>
package typealias ClientSessionID = Identifier<ClientSession>

/// A page of a provider's, for one attempt (spec 7.1).
package struct ProviderPage: Sendable, Codable, Equatable {
    /// The only way in. Nobody can guess it, it is good for one decision, and it dies with the attempt. It is kept as
    /// it is, not as a digest, because a checkout that is loaded again must be sent to the same page.
    package let link: PageLink
    package let kind: Kind
    /// Tries left at the code the page asks for.
    package var attemptsLeft: Int
    /// What an app is told of a provider's own checkout (spec 5.5); nil on other pages.
    package let session: ClientSession?
    /// What the payer decided in a provider's own checkout. The provider says so when it is asked, and a little
    /// later by itself.
    package var verdict: ProviderAnswer?
    /// What the provider says once the payer has done what the page asks; nil is that it approves.
    package var next: ProviderAnswer?
    /// Why the page cannot do its work.
    package var fault: String?

    package enum Kind: String, Sendable, Codable {
        /// A wallet asks for approval.
        case wallet
        /// A provider takes the card on its own page (W129).
        case card
        /// The bank asks who pays (3-D Secure).
        case threeDS = "3ds"
        /// The same with its outcomes told by the code that is typed (spec Yuno 9, 14.4).
        case challenge
        /// A bank takes the payment on its own page.
        case bank
        /// A provider's own checkout, opened by the app and verified when the payer comes back.
        case session
        /// The card must be authorised again, which no page of ours can do: apps answer `unsupported_action`.
        case reauthorization
    }
}

/// A provider's own checkout, as an app needs to know it (spec 5.5).
package struct ClientSession: Sendable, Codable, Equatable {
    /// What the app hands back when the payer returns.
    package let id: ClientSessionID
    /// The provider's name for it; no caller ever sends it back.
    package let reference: String
    package let accessCode: String
}

/// The page a provider sends the payer to.
package struct ProviderPageRequest: Sendable, Codable, Equatable {
    package let kind: ProviderPage.Kind
    package let attempts: Int
    /// How long the provider waits for it; nil for as long as for any step.
    package var validMilliseconds: Int64?
    /// What the provider says once the payer has done what the page asks; nil is that it approves.
    package var next: ProviderAnswer?
    /// Why the page cannot do its work.
    package var fault: String?

    package init(
        _ kind: ProviderPage.Kind, attempts: Int = 3, validMilliseconds: Int64? = nil, next: ProviderAnswer? = nil,
        fault: String? = nil
    ) {
        self.kind = kind
        self.attempts = attempts
        self.validMilliseconds = validMilliseconds
        self.next = next
        self.fault = fault
    }
}
