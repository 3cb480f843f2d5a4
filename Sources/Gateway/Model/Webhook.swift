import Kernel

package typealias EventID = Identifier<Event>
package typealias EndpointID = Identifier<WebhookEndpoint>
package typealias DeliveryID = Identifier<Delivery>

/// What happened, as webhooks name it (spec 15).
package struct EventName: RawRepresentable, Sendable, Hashable, Codable {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package static let paymentProcessing = EventName(rawValue: "payment.processing")
    package static let paymentSucceeded = EventName(rawValue: "payment.succeeded")
    package static let paymentDeclined = EventName(rawValue: "payment.declined")
    package static let paymentFailed = EventName(rawValue: "payment.failed")
    package static let paymentCancelled = EventName(rawValue: "payment.cancelled")
    package static let paymentExpired = EventName(rawValue: "payment.expired")
    package static let refundSucceeded = EventName(rawValue: "refund.succeeded")

    // The Yuno dialect's (spec Yuno 13).
    package static let purchase = EventName(rawValue: "payment.purchase")
    package static let authorize = EventName(rawValue: "payment.authorize")
    package static let capture = EventName(rawValue: "payment.capture")
    package static let refund = EventName(rawValue: "payment.refund")
    package static let cancel = EventName(rawValue: "payment.cancel")
    package static let verify = EventName(rawValue: "payment.verify")
    package static let enroll = EventName(rawValue: "enrollment.enroll")
    package static let unenroll = EventName(rawValue: "enrollment.unenroll")

    package static let ofServerPayments: [EventName] = [.purchase, .authorize, .capture, .refund, .cancel, .verify]
    package static let ofEnrollments: [EventName] = [.enroll, .unenroll]

    package static let all: [EventName] = [
        .paymentProcessing, .paymentSucceeded, .paymentDeclined, .paymentFailed, .paymentCancelled, .paymentExpired,
        .refundSucceeded,
        // Names of the contract that nothing here sends yet; a server may ask for them all the same.
        EventName(rawValue: "refund.failed"), EventName(rawValue: "dispute.created"),
    ]
}

/// A fact merchants are told of. It is written in the transaction that made it true, with the payment or the saved
/// method as it stood then, so that every delivery of it carries the same bytes.
package struct Event: Sendable, Codable, Equatable {
    package let id: EventID
    package let name: EventName
    package let merchantID: MerchantID
    package let environment: Environment
    /// Nil when it is about an enrolment.
    package let payment: Payment?
    package let refund: Refund?
    package var enrollment: VaultedMethod?
    package let createdAt: Timestamp

    /// Whose endpoints are told.
    package var dialect: Dialect { enrollment == nil ? payment?.dialect ?? .wajub : .yuno }
    package var accountID: String? { enrollment?.accountID ?? payment?.server?.accountID }
}

/// Where a merchant wants to be told.
package struct WebhookEndpoint: Sendable, Codable, Equatable {
    package let id: EndpointID
    package let merchantID: MerchantID
    package let environment: Environment
    package var url: String
    /// Nil is all of them.
    package var events: Set<EventName>?
    /// The whole string is the signing key.
    package var secret: String
    package let createdAt: Timestamp
    /// What an endpoint of the Yuno dialect has besides; nil for one of the other's.
    package var account: EndpointAccount?

    package var dialect: Dialect { account == nil ? .wajub : .yuno }

    package func wants(_ name: EventName) -> Bool { events?.contains(name) ?? true }

    package func wants(_ event: Event) -> Bool {
        dialect == event.dialect && wants(event.name) && (account.map { $0.id == event.accountID } ?? true)
    }
}

/// What an endpoint of the Yuno dialect has besides (spec Yuno 13). Its ``WebhookEndpoint/secret`` is sent as
/// `x-secret`.
package struct EndpointAccount: Sendable, Codable, Equatable {
    /// Whose payments and enrolments it hears of.
    package let id: String
    package var name: String?
    /// Sent as `x-api-key`.
    package var apiKey: String
    /// Signs the body; nil for an endpoint that checks no signature.
    package var clientSecret: String?

    package init(id: String, name: String?, apiKey: String, clientSecret: String?) {
        self.id = id
        self.name = name
        self.apiKey = apiKey
        self.clientSecret = clientSecret
    }
}

/// A delivery's body, as its dialect writes it.
package struct WebhookLetter: Sendable {
    package let event: Event
    package let endpoint: WebhookEndpoint
    /// How often it was sent before.
    package let retry: Int
}

/// One event on its way to one endpoint.
package struct Delivery: Sendable, Codable, Equatable {
    package let id: DeliveryID
    package let eventID: EventID
    package let endpointID: EndpointID
    package let merchantID: MerchantID
    package var state: State = .pending
    /// How often it was sent.
    package var tries = 0
    /// When it was sent first, in this round.
    package var firstAt: Timestamp?
    /// When it is sent next; while it is being sent, when another worker may take it over.
    package var nextAt: Timestamp
    package var lastStatus: Int?
    package var lastError: String?
    package var deliveredAt: Timestamp?

    package enum State: String, Sendable, Codable {
        case pending
        case delivered
        /// Every try failed; it can be sent again by hand.
        case exhausted
    }
}
