import Gateway
import Interface
import Kernel
import Wire

/// What a browser says of itself when a visit opens; anything may be in it.
package struct VisitorFacts: Sendable, Hashable {
    /// IANA name; empty when unknown.
    package var timeZone = ""
    /// BCP 47, the dearest first.
    package var languages: [String] = []
    /// Pixels; nil when unknown.
    package var screen: (width: Int, height: Int)?
    /// A random name the browser made for itself and keeps.
    package var install = ""
    /// Whether the page stands inside another.
    package var isFramed = false

    package init() {}

    package init(_ json: JSONValue) {
        func text(_ value: JSONValue?) -> String? {
            value?.string.flatMap { text in
                text.utf8.count <= 64 && text.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? text : nil
            }
        }
        timeZone = text(json["zone"]) ?? ""
        languages = (json["languages"]?.array ?? []).prefix(10).compactMap(text)
        install = text(json["install"]) ?? ""
        isFramed = json["framed"]?.bool ?? false
        if let width = json["width"]?.int, let height = json["height"]?.int, (1...100_000).contains(width),
            (1...100_000).contains(height)
        {
            screen = (width, height)
        }
    }

    package static func == (a: VisitorFacts, b: VisitorFacts) -> Bool {
        a.timeZone == b.timeZone && a.languages == b.languages && a.install == b.install && a.isFramed == b.isFramed
            && a.screen?.width == b.screen?.width && a.screen?.height == b.screen?.height
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(timeZone)
        hasher.combine(languages)
        hasher.combine(install)
    }
}

/// Everything a hosted checkout takes from the visit it runs in.
@MainActor
package struct HostedWorld {
    package let payment: Payment
    package let token: Secret<String>
    package let language: String
    /// The appearance a sandbox page asked for.
    package let appearance: JSONValue?
    package let facts: VisitorFacts
    /// Scheme, host and port of this gateway, as the visitor's browser knows it.
    package let origin: String
    /// Where a provider's page sends the payer back to.
    package let returnURL: String
    /// Talks to this gateway.
    package let transport: any Transport
    /// Tells what changes in it.
    package let changes: ChangeFeed
    /// Sends the visitor's browser to a page.
    package let open: @MainActor (_ url: String) -> Bool
    /// A callback of the SDK's was called.
    package let told: @MainActor (_ name: String, _ payload: JSONValue) -> Void
    /// The checkout is over, and its sheet must go.
    package let finished: @MainActor () -> Void
}

/// A checkout that runs in a visit.
@MainActor
package struct HostedInterface {
    package let live: any LiveInterface
    /// Nobody will watch any more: it settles and lets go of everything.
    package let hostGone: @MainActor () -> Void

    package init(live: any LiveInterface, hostGone: @escaping @MainActor () -> Void) {
        self.live = live
        self.hostGone = hostGone
    }
}

/// Makes the checkout of a visit.
package typealias HostedFactory = @MainActor @Sendable (HostedWorld) -> HostedInterface

/// How many visits there may be, and how long they last.
package struct HostedLimits: Sendable {
    package var total = 2000
    package var perPayment = 8
    /// How long a visit that nobody watches is kept for its tab to come back.
    package var unwatchedSeconds = 20 * 60
    /// The same, for one in which nothing was ever done.
    package var untouchedSeconds = 3 * 60
    /// How long a request for news waits for some.
    package var pollSeconds = 20
    /// Messages of one visit in ten seconds, and events in them; beyond it they are taken slowly.
    package var messagesPerTenSeconds = 300

    package init() {}
}

/// Something a hosted checkout did, for whoever shows it to a developer.
package struct HostedNote: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// A callback of the SDK's, and what it was given.
        case callback(name: String, payload: JSONValue)
        /// A request to the gateway and its answer; nothing secret is in it.
        case exchange(method: String, path: String, request: JSONValue?, status: Int?, answer: JSONValue?)
    }

    package let at: Timestamp
    /// Which of the payment's visits, counted from 1.
    package let visit: Int
    package let kind: Kind
}
