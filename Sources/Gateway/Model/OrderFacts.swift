import Foundation
import Kernel

/// What a merchant says of an order besides its amount (spec 4.3): kept as it was given, and given back. JSON is kept
/// as text, so that no digit of it changes.
package struct OrderFacts: Sendable, Codable, Equatable {
    package let customerID: String?
    package let items: String?
    package let address: String?
    package let shipping: String?
    package let theming: Theming?

    package static let maximumItems = 100

    /// - Parameter currency: what prices are in; nil when it is wrong itself, and then prices are not looked at.
    /// - Throws: ``FieldErrors`` naming what is wrong.
    package init(
        customerID: String? = nil, items: JSONValue? = nil, address: JSONValue? = nil, shipping: JSONValue? = nil,
        theming: Theming? = nil, currency: Currency?, environment: Environment
    ) throws(FieldErrors) {
        var errors = theming?.faults(environment) ?? [:]
        if let customerID, customerID.isEmpty || customerID.utf8.count > 128 || StyleText.hasControls(customerID) {
            errors["customer_id"] = "must be 1 to 128 bytes without control characters"
        }
        if let items { errors.merge(Self.faults(items: items, currency)) { first, _ in first } }
        for (name, place) in [("address", address), ("shipping", shipping)] {
            guard let place else { continue }
            errors.merge(Self.faults(place, name, mayNest: name == "shipping")) { first, _ in first }
        }
        guard errors.isEmpty else { throw FieldErrors(errors) }
        self.customerID = customerID
        self.items = items?.text
        self.address = address?.text
        self.shipping = shipping?.text
        self.theming = theming
    }

    /// Whether there is nothing in it.
    package var isEmpty: Bool {
        customerID == nil && items == nil && address == nil && shipping == nil && theming == nil
    }

    // MARK: Checks

    private static func faults(items: JSONValue, _ currency: Currency?) -> [String: String] {
        guard let list = items.array else { return ["items": "must be a list of objects"] }
        guard list.count <= maximumItems else { return ["items": "must be at most \(maximumItems) items"] }
        guard items.bytes.count <= 16_384 else { return ["items": "must be at most 16,384 bytes"] }
        var errors: [String: String] = [:]
        for (index, item) in list.enumerated() where errors.count < 20 {
            let place = "items.\(index)"
            guard let fields = item.object, fields.count <= 20 else {
                errors[place] = "must be an object of at most 20 fields"
                continue
            }
            let name = fields["name"]?.string ?? ""
            if !(1...255).contains(name.utf8.count) { errors["\(place).name"] = "must be 1 to 255 bytes" }
            if let quantity = fields["quantity"], !quantity.isNull,
                quantity.number?.int64.map({ !(1...1_000_000).contains($0) }) ?? true
            {
                errors["\(place).quantity"] = "must be a whole number from 1 to 1,000,000"
            }
            for name in ["price", "unit_price", "amount", "total"] {
                guard let price = fields[name], !price.isNull, let currency else { continue }
                if (try? Money(json: price, currency)).map({ $0.minorUnits < 0 }) ?? true {
                    errors["\(place).\(name)"] = "must be an amount in major units of \(currency.code)"
                }
            }
            for (name, value) in fields where !isPlain(value, 1000) {
                errors["\(place).\(name.prefix(64))"] = "must be a short text, a number or a truth value"
            }
        }
        return errors
    }

    private static func faults(_ place: JSONValue, _ name: String, mayNest: Bool) -> [String: String] {
        guard let fields = place.object, fields.count <= 20, place.bytes.count <= 4096 else {
            return [name: "must be an object of at most 20 fields and 4,096 bytes"]
        }
        var errors: [String: String] = [:]
        for (field, value) in fields {
            if mayNest, field == "address", value.object != nil {
                errors.merge(faults(value, "\(name).address", mayNest: false)) { first, _ in first }
            } else if !isPlain(value, 255) {
                errors["\(name).\(field.prefix(64))"] = "must be a short text, a number or a truth value"
            }
        }
        if let country = fields["country"], !country.isNull, country.string.flatMap(Country.init) == nil {
            errors["\(name).country"] = "must be two letters of a country"
        }
        return errors
    }

    private static func isPlain(_ value: JSONValue, _ limit: Int) -> Bool {
        switch value {
        case .null, .bool, .number: true
        case .string(let text): text.utf8.count <= limit && !StyleText.hasControls(text.filter { $0 != "\n" })
        case .array, .object: false
        }
    }
}
