import Foundation
import Kernel

/// What a merchant wants of a webhook endpoint, checked.
package struct EndpointDraft: Sendable {
    package let url: String
    package let events: Set<EventName>?

    /// - Throws: ``FieldErrors``. Live endpoints must be https.
    package init(url: String?, events: [String]?, environment: Environment) throws(FieldErrors) {
        var errors: [String: String] = [:]
        if url == nil { errors["url"] = "is required" }
        if let url {
            if url.utf8.count > 2048 || !PaymentDraft.isWebAddress(url) {
                errors["url"] = "must be an http or https address"
            } else if environment == .live, !url.hasPrefix("https://") {
                errors["url"] = "must be https for live payments"
            }
        }
        let names = events?.filter { $0 != "*" }.map(EventName.init(rawValue:))
        if let unknown = names?.first(where: { !EventName.all.contains($0) }) {
            errors["enabled_events"] = "does not know \(unknown.rawValue.prefix(64))"
        }
        guard errors.isEmpty, let url else { throw FieldErrors(errors) }
        self.url = url
        self.events = events.map { $0.contains("*") } == true ? nil : names.map(Set.init)
    }
}

extension Gateway {
    package static let maximumEndpoints = 16

    /// Adds an endpoint.
    /// - Throws: ``FieldErrors`` when there are too many already, ``IdempotencyFault``, ``StoreFault``.
    package func addEndpoint(
        _ draft: EndpointDraft, for principal: Principal, claim: IdempotencyClaim?,
        render: @escaping @Sendable (WebhookEndpoint) -> StoredAnswer
    ) async throws -> Answered {
        let now = clock.now()
        return try await store.write { [self] transaction in
            try once(claim, now, transaction) {
                let known = try transaction.endpoints(of: principal.merchant.id, principal.environment)
                    .filter { $0.dialect == .wajub }
                guard known.count < Self.maximumEndpoints else {
                    throw FieldErrors(["url": "there are \(known.count) endpoints already, the most there can be"])
                }
                let endpoint = WebhookEndpoint(
                    id: ids.make("we"), merchantID: principal.merchant.id, environment: principal.environment,
                    url: draft.url, events: draft.events, secret: newSecret(principal.environment), createdAt: now)
                try transaction.save(endpoint)
                return render(endpoint)
            }
        }
    }

    private func newSecret(_ environment: Environment) -> String {
        (environment == .sandbox ? "whsec_test_" : "whsec_") + ids.next() + ids.next().prefix(8)
    }

    package func endpoints(for principal: Principal) async throws -> [WebhookEndpoint] {
        try await store.read { try $0.endpoints(of: principal.merchant.id, principal.environment) }
            .filter { $0.dialect == .wajub }
    }

    /// How an endpoint changes.
    package enum EndpointChange: Sendable {
        case replace(EndpointDraft)
        case rotateSecret
        case delete
    }

    /// Changes a merchant's endpoint; nil when the merchant has none of that id.
    package func changeEndpoint(
        _ id: EndpointID, _ change: EndpointChange, for principal: Principal
    ) async throws -> WebhookEndpoint? {
        try await store.write { [self] transaction in
            guard var endpoint = try transaction.endpoint(id), endpoint.merchantID == principal.merchant.id,
                endpoint.environment == principal.environment, endpoint.dialect == .wajub
            else { return nil }
            switch change {
            case .replace(let draft):
                endpoint.url = draft.url
                endpoint.events = draft.events
                try transaction.save(endpoint)
            case .rotateSecret:
                endpoint.secret = newSecret(principal.environment)
                try transaction.save(endpoint)
            case .delete:
                try transaction.delete(id)
            }
            return endpoint
        }
    }

    package func endpoint(_ id: EndpointID, for principal: Principal) async throws -> WebhookEndpoint? {
        try await endpoints(for: principal).first { $0.id == id }
    }

    package func events(_ page: PageRequest, for principal: Principal) async throws -> Page<Event> {
        try await store.read { try $0.events(of: principal.merchant.id, principal.environment, .wajub, page) }
    }

    /// An event with how it was delivered; nil when the merchant has none of that id.
    package func event(
        _ id: EventID, for principal: Principal
    ) async throws -> (event: Event, deliveries: [Delivery])? {
        try await store.read { transaction in
            guard let event = try transaction.event(id), event.merchantID == principal.merchant.id,
                event.environment == principal.environment, event.dialect == .wajub
            else { return nil }
            return (event, try transaction.deliveries(of: id))
        }
    }

    /// Sends an event again, at once, to every endpoint that wants it, those added since included; nil when the
    /// merchant has none of that id.
    package func resendEvent(
        _ id: EventID, for principal: Principal
    ) async throws -> (event: Event, deliveries: [Delivery])? {
        guard let (event, _) = try await event(id, for: principal) else { return nil }
        let now = clock.now()
        let deliveries = try await store.write { [ids] transaction in
            let known = try transaction.deliveries(of: id)
            return try transaction.endpoints(of: event.merchantID, event.environment).filter { $0.wants(event) }
                .map { endpoint in
                    var delivery =
                        known.last { $0.endpointID == endpoint.id }
                        ?? Delivery(
                            id: ids.make("dlv"), eventID: id, endpointID: endpoint.id,
                            merchantID: event.merchantID, nextAt: now)
                    delivery.restart(at: now)
                    try transaction.save(delivery)
                    return delivery
                }
        }
        deliveryNudge.nudge()
        return (event, deliveries)
    }
}
