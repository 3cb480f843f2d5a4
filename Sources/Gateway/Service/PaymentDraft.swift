import Foundation
import Kernel

/// What is wrong with the fields of a request: field name → what to say of it.
package struct FieldErrors: Error, Sendable, Equatable {
    package let fields: [String: String]

    package init(_ fields: [String: String]) {
        self.fields = fields
    }
}

/// A payment a merchant wants to make, checked.
package struct PaymentDraft: Sendable {
    package let amount: Money
    package let reference: String?
    package let description: String?
    package let customer: Payment.Customer
    package let metadata: JSONValue?
    package let callback: String?
    package let expiresInSeconds: Int64?
    package let payerBearsFees: Bool
    /// Nil when the merchant said nothing of the order.
    package var order: OrderFacts?

    /// The most a payment may be, in minor units: enough for any purchase, and far from overflow in every sum.
    package static let maximumMinorUnits: Int64 = 1_000_000_000_000
    package static let expirySeconds: ClosedRange<Int64> = 60...2_592_000

    /// - Parameter amount: major units (O37).
    /// - Throws: ``FieldErrors`` naming every field that is wrong.
    package init(
        amount: JSONValue?, currency: String?, reference: String? = nil, description: String? = nil,
        customer: Payment.Customer = Payment.Customer(), metadata: JSONValue? = nil, callback: String? = nil,
        expiresIn: Int64? = nil, bearer: String? = nil
    ) throws(FieldErrors) {
        var errors: [String: String] = [:]
        let known = currency.flatMap(Currency.init)
        if known == nil { errors["currency"] = currency == nil ? "is required" : "is not a currency of ISO 4217" }
        var money: Money?
        if amount == nil { errors["amount"] = "is required" }
        if let amount, let known {
            do {
                let value = try Money(json: amount, known)
                if value.minorUnits <= 0 {
                    errors["amount"] = "must be more than zero"
                } else if value.minorUnits > Self.maximumMinorUnits {
                    errors["amount"] = "is too large"
                } else {
                    money = value
                }
            } catch {
                errors["amount"] =
                    switch error {
                    case .tooManyFractionDigits(let allowed):
                        "has more than \(allowed) decimals, which \(known.code) does not have"
                    case .outOfRange: "is out of range"
                    case .unreadable: "must be a number in major units"
                    }
            }
        }
        func check(_ name: String, _ value: String?, _ limit: Int) {
            guard let value else { return }
            if value.isEmpty || value.utf8.count > limit { errors[name] = "must be 1 to \(limit) bytes" }
            if value.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
                errors[name] = "must not contain control characters"
            }
        }
        check("reference", reference, 255)
        check("description", description, 1000)
        check("name", customer.name, 255)
        check("email", customer.email, 254)
        check("phone", customer.phone, 32)
        check("callback", callback, 2048)
        if let email = customer.email, errors["email"] == nil, !Self.looksLikeEmail(email) {
            errors["email"] = "is not an e-mail address"
        }
        if let callback, errors["callback"] == nil, !Self.isWebAddress(callback) {
            errors["callback"] = "must be an http or https address"
        }
        if let metadata, metadata.bytes.count > 16_384 { errors["metadata"] = "must be at most 16,384 bytes" }
        if let metadata, metadata.object == nil { errors["metadata"] = "must be an object" }
        if let expiresIn, !Self.expirySeconds.contains(expiresIn) {
            errors["expires_in"] = "must be 60 to 2,592,000 seconds"
        }
        if let bearer, !["merchant", "customer"].contains(bearer) {
            errors["bearer"] = "must be merchant or customer"
        }
        guard errors.isEmpty, let money else { throw FieldErrors(errors) }
        self.amount = money
        self.reference = reference
        self.description = description
        self.customer = customer
        self.metadata = metadata
        self.callback = callback
        expiresInSeconds = expiresIn
        payerBearsFees = bearer == "customer"
    }

    package static func looksLikeEmail(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".") && !parts[1].hasPrefix(".")
            && !parts[1].hasSuffix(".") && !text.contains(where: \.isWhitespace)
    }

    package static func isWebAddress(_ text: String) -> Bool {
        guard let url = URL(string: text), let host = url.host, !host.isEmpty else { return false }
        return url.scheme == "https" || url.scheme == "http"
    }
}
