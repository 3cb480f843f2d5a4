import Foundation
import Gateway
import Kernel

/// What webhooks of the dialect say (spec 13).
extension YunoShapes {
    /// An event as its receiver reads it; only `retry` tells two deliveries of one event apart.
    func webhook(_ letter: WebhookLetter) -> JSONValue {
        let event = letter.event
        let key = JSONValue.string(event.id.rawValue)
        var data: [String: JSONValue] = [:]
        if let method = event.enrollment {
            data["payment_method"] = enrolled(method)
        } else if let payment = event.payment {
            // Two samples of the contract put the key in two places: it is in both.
            data["idempotency_key"] = key
            var fields = told(payment).object ?? [:]
            fields["idempotency_key"] = key
            data["payment"] = .object(fields)
        }
        return [
            "type": .string(String(event.name.rawValue.prefix { $0 != "." })),
            "type_event": .string(event.name.rawValue), "account_id": .optional(event.accountID),
            "retry": .integer(letter.retry), "version": 2, "data": .object(data),
        ]
    }

    /// The payment object, with what differs in a webhook.
    private func told(_ payment: Payment) -> JSONValue {
        var fields = self.payment(payment, .webhook).object ?? [:]
        fields["order_id"] = .string(payment.reference)
        let transactions = (payment.server?.transactions ?? []).map {
            transaction($0, payment, .webhook, form: .webhook)
        }
        fields["transactions"] = transactions.last ?? []
        fields["transactions_history"] = .array(transactions)
        return .object(fields)
    }

    private func enrolled(_ method: VaultedMethod) -> JSONValue {
        var card = method.card.map(Self.card) ?? [:]
        card["fingerprint_code"] = card.removeValue(forKey: "fingerprint")
        card["country_name"] = .null
        card["created_at"] = .string(method.createdAt.microseconds)
        card["updated_at"] = .string(method.updatedAt.microseconds)
        return [
            "id": .string(method.id.rawValue), "account_id": .string(method.accountID),
            "vaulted_token": method.status == .enrolled ? .string(method.id.rawValue) : .null,
            "name": .string(method.name), "description": .string(method.name), "type": .string(method.type),
            "category": .string(category(method)), "country": .string(method.country.code),
            "status": .string(method.status.rawValue), "customer_id": .string(method.customerID.rawValue),
            "created_at": .string(method.createdAt.microseconds),
            "updated_at": .string(method.updatedAt.microseconds),
            "enrollment": [
                "session": .optional(method.sessionID?.rawValue),
                "sdk_action_required": .bool(method.status == .readyToEnroll),
            ],
            "verify": verify(method), "detail": ["card": method.card == nil ? .null : .object(card)],
        ]
    }

    func category(_ method: VaultedMethod) -> String {
        TokenMethods().kind(method.type, in: method.country)?.category.rawValue ?? method.type
    }

    func verify(_ method: VaultedMethod) -> JSONValue {
        guard let verification = method.verification else { return .null }
        return [
            "vault_on_success": .bool(verification.vaultOnSuccess),
            "currency": .optional(verification.currency?.code),
            "payment": .optional(method.paymentID.map { ["id": .string($0.rawValue)] }),
        ]
    }

    /// An endpoint; its secrets are written, and never read (spec 13).
    func endpoint(_ endpoint: WebhookEndpoint) -> JSONValue {
        func masked(_ secret: String?) -> JSONValue { (secret ?? "").isEmpty ? .null : "***" }
        let triggers = AccountEndpointDraft.triggers(endpoint)
        return [
            "id": .string(endpoint.id.rawValue), "account_id": .optional(endpoint.account?.id),
            "name": .optional(endpoint.account?.name), "url": .string(endpoint.url), "status": "ACTIVE",
            "api_key": masked(endpoint.account?.apiKey), "secret": masked(endpoint.secret),
            "hmac_client_secret": masked(endpoint.account?.clientSecret), "oauth2_client_secret": nil,
            "payment_triggers": .array(triggers.payment.map(JSONValue.string)),
            "enrollment_triggers": .array(triggers.enrollment.map(JSONValue.string)),
            "created_at": .string(endpoint.createdAt.microseconds),
        ]
    }
}
