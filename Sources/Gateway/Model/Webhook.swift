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

    package static let all: [EventName] = [
        .paymentProcessing, .paymentSucceeded, .paymentDeclined, .paymentFailed, .paymentCancelled, .paymentExpired,
        .refundSucceeded,
        // Names of the contract that nothing here sends yet; a server may ask for them all the same.
        EventName(rawValue: "refund.failed"), EventName(rawValue: "dispute.created"),
    ]
}

/// A fact merchants are told of. It is written in the transaction that made it true, with the payment as it
/// stood then, so that every delivery of it carries the same bytes.
package struct Event: Sendable, Codable, Equatable {
    package let id: EventID
    package let name: EventName
    package let merchantID: MerchantID
    package let environment: Environment
    package let payment: Payment
    package let refund: Refund?
    package let createdAt: Timestamp
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

    package func wants(_ name: EventName) -> Bool { events?.contains(name) ?? true }
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
