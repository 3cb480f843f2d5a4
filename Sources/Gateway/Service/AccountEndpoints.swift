import Foundation
import Kernel

/// What a merchant wants of an endpoint of the Yuno dialect, checked.
package struct AccountEndpointDraft: Sendable {
    package let accountID: String
    package let url: String
    package let name: String?
    package let apiKey: String
    package let secret: String
    package let clientSecret: String?
    package let events: Set<EventName>

    /// Trigger of the API → what it tells of.
    private static let paymentTriggers: [String: EventName] = [
        "PURCHASE": .purchase, "AUTHORIZE": .authorize, "CAPTURE": .capture, "REFUND": .refund, "CANCEL": .cancel,
        "VERIFY": .verify,
        // Names of the contract that nothing here sends.
        "CHARGEBACK": EventName(rawValue: "payment.chargeback"),
        "PRECHARGEBACK": EventName(rawValue: "payment.prechargeback"),
    ]
    private static let enrollmentTriggers: [String: EventName] = ["ENROLL": .enroll, "UNENROLL": .unenroll]

    /// - Parameter body: `account_id`, `url`, `name`, `api_key`, `secret`, `client_secret`, `payment_triggers`,
    ///   `enrollment_triggers`.
    /// - Throws: ``FieldErrors``. Live endpoints must be https.
    package init(_ body: JSONValue, environment: Environment) throws(FieldErrors) {
        var reader = FieldReader(body)
        let accountID = reader.text("account_id", 36...64)
        let url = reader.text("url", 8...2048)
        name = reader.text("name", 1...255, required: false)
        let apiKey = reader.text("api_key", 1...512, required: false) ?? ""
        let secret = reader.text("secret", 1...512, required: false) ?? ""
        clientSecret = reader.text("client_secret", 1...512, required: false)
        if let url, !PaymentDraft.isWebAddress(url) {
            reader.fault("url", "must be an http or https address")
        } else if let url, environment == .live, !url.hasPrefix("https://") {
            reader.fault("url", "must be https for live payments")
        }
        for (name, value) in [("api_key", apiKey), ("secret", secret)] where !Self.isHeader(value) {
            reader.fault(name, "must be what a header can carry")
        }
        var events: Set<EventName> = []
        for (name, known) in [
            ("payment_triggers", Self.paymentTriggers), ("enrollment_triggers", Self.enrollmentTriggers),
        ] {
            guard let given = reader.value(name), !given.isNull else { continue }
            let names = given.array?.map { $0.string ?? "" } ?? [""]
            if let unknown = names.first(where: { known[$0] == nil }) {
                reader.fault(name, "does not know \(unknown.prefix(64))")
            }
            events.formUnion(names.compactMap { known[$0] })
        }
        if events.isEmpty, reader.errors.isEmpty { reader.fault("payment_triggers", FieldReader.missing) }
        guard reader.errors.isEmpty, let accountID, let url else { throw FieldErrors(reader.errors) }
        self.accountID = accountID
        self.url = url
        self.apiKey = apiKey
        self.secret = secret
        self.events = events
    }

    private static func isHeader(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }

    /// The triggers of what an endpoint hears of, sorted.
    package static func triggers(_ endpoint: WebhookEndpoint) -> (payment: [String], enrollment: [String]) {
        func names(_ known: [String: EventName]) -> [String] {
            known.filter { endpoint.wants($0.value) }.keys.sorted()
        }
        return (names(paymentTriggers), names(enrollmentTriggers))
    }

    /// Whether an endpoint has its name already, or hears of something at the same address.
    func repeats(_ endpoint: WebhookEndpoint) -> Bool {
        if let name, endpoint.account?.name == name { return true }
        return endpoint.url == url && events.contains(where: endpoint.wants)
    }

    func apply(to endpoint: inout WebhookEndpoint) {
        endpoint.url = url
        endpoint.events = events
        endpoint.secret = secret
        endpoint.account = EndpointAccount(
            id: accountID.lowercased(), name: name, apiKey: apiKey, clientSecret: clientSecret)
    }
}

extension Gateway {
    /// Adds an endpoint of the Yuno dialect.
    /// - Throws: ``Refusal`` (`INVALID_ACCOUNT_ID`, `WEBHOOK_ALREADY_EXISTS`), ``FieldErrors`` when there are too many,
    ///   or ``StoreFault``.
    package func addAccountEndpoint(
        _ draft: AccountEndpointDraft, for principal: Principal
    ) async throws -> WebhookEndpoint {
        try principal.owns(account: draft.accountID)
        var endpoint = WebhookEndpoint(
            id: ids.makeUUID(), merchantID: principal.merchant.id, environment: principal.environment, url: draft.url,
            events: draft.events, secret: draft.secret, createdAt: clock.now())
        draft.apply(to: &endpoint)
        return try await store.write { [endpoint] transaction in
            let known = try transaction.endpoints(of: endpoint.merchantID, endpoint.environment)
                .filter { $0.dialect == .yuno }
            guard known.count < Self.maximumEndpoints else {
                throw FieldErrors(["url": "there are \(known.count) endpoints already, the most there can be"])
            }
            guard !known.contains(where: draft.repeats) else { throw Refusal("WEBHOOK_ALREADY_EXISTS") }
            try transaction.save(endpoint)
            return endpoint
        }
    }

    package func accountEndpoints(for principal: Principal) async throws -> [WebhookEndpoint] {
        try await store.read { try $0.endpoints(of: principal.merchant.id, principal.environment) }
            .filter { $0.dialect == .yuno }
    }

    package func accountEndpoint(_ id: EndpointID, for principal: Principal) async throws -> WebhookEndpoint? {
        try await accountEndpoints(for: principal).first { $0.id == id }
    }

    /// Changes an endpoint, or deletes it when there is no draft; nil when the merchant has none of that id.
    package func changeAccountEndpoint(
        _ id: EndpointID, _ draft: AccountEndpointDraft?, for principal: Principal
    ) async throws -> WebhookEndpoint? {
        if let draft { try principal.owns(account: draft.accountID) }
        return try await store.write { transaction in
            guard var endpoint = try transaction.endpoint(id), endpoint.merchantID == principal.merchant.id,
                endpoint.environment == principal.environment, endpoint.dialect == .yuno
            else { return nil }
            guard let draft else {
                try transaction.delete(id)
                return endpoint
            }
            let others = try transaction.endpoints(of: endpoint.merchantID, endpoint.environment)
                .filter { $0.dialect == .yuno && $0.id != id }
            guard !others.contains(where: draft.repeats) else { throw Refusal("WEBHOOK_ALREADY_EXISTS") }
            draft.apply(to: &endpoint)
            try transaction.save(endpoint)
            return endpoint
        }
    }
}
