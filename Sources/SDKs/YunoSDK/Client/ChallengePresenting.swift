import Foundation
import Kernel

/// A bank's page.
package struct ChallengePage: Sendable, Hashable {
    package let url: URL
    /// Where the page goes when it is over; the SDK's own view stops there.
    package let callbackURL: String?
    package let language: Language

    package init(url: URL, callbackURL: String?, language: Language) {
        self.url = url
        self.callbackURL = callbackURL
        self.language = language
    }
}

/// How a bank's page ended.
package enum ChallengeEnd: Sendable, Hashable {
    /// The page said so, or went to the callback URL. What came of it stands in the payment.
    case over
    /// The payer closed it.
    case closedByUser
    /// There is nothing to show it on.
    case notShown
}

/// Shows a bank's page over the app's screen.
@MainActor package protocol ChallengePresenting: AnyObject {
    /// Shows the page and takes it away again.
    func present(_ page: ChallengePage) async -> ChallengeEnd
}
