import Foundation
import Gateway
import Kernel

/// Customers (spec 11.3).
extension YunoDialect {
    func addCustomerRoutes(to router: inout Router) {
        router.add("POST", "/v1/customers") { request in
            await asMerchant(request) { context in
                let body = try Self.object(request)
                var fields = FieldReader(body)
                let name = fields.text("merchant_customer_id", 1...255)
                let facts = CustomerFacts.read(body, &fields)
                guard fields.errors.isEmpty, let name else { throw FieldErrors(fields.errors) }
                let customer = try await gateway.createCustomer(
                    merchantCustomerID: name, facts: .object(facts), for: context.principal)
                return ServerResponse(json: shapes.customer(customer), status: 201)
            }
        }
        router.add("GET", "/v1/customers") { request in
            await asMerchant(request) { context in
                guard let name = request.query("merchant_customer_id"), !name.isEmpty else {
                    throw YunoFault.missing(["merchant_customer_id"])
                }
                return try await found(gateway.customer(merchantCustomerID: name, for: context.principal))
            }
        }
        router.add("GET", "/v1/customers/external/{name}") { request in
            await asMerchant(request) { context in
                let name = request.parameters["name"] ?? ""
                return try await found(gateway.customer(merchantCustomerID: name, for: context.principal))
            }
        }
        router.add("GET", "/v1/customers/{customer}") { request in
            await asMerchant(request) { context in
                try await found(gateway.customer(Self.customer(request), for: context.principal))
            }
        }
        router.add("PATCH", "/v1/customers/{customer}") { request in
            await asMerchant(request) { context in
                let body = try Self.object(request)
                var fields = FieldReader(body)
                let facts = CustomerFacts.read(body, &fields)
                guard fields.errors.isEmpty else { throw FieldErrors(fields.errors) }
                return try await found(
                    gateway.updateCustomer(
                        Self.customer(request), facts: { .object(($0.object ?? [:]).merging(facts) { $1 }) },
                        for: context.principal))
            }
        }
        router.add("DELETE", "/v1/customers/{customer}") { request in
            await asMerchant(request) { context in
                let id = Self.customer(request)
                guard try await gateway.deleteCustomer(id, for: context.principal) else { throw Self.noCustomer }
                return ServerResponse(json: ["id": .string(id.rawValue)], status: 202)
            }
        }
    }

    static func customer(_ request: ServerRequest) -> CustomerID { CustomerID(request.parameters["customer"] ?? "") }

    /// Where a customer is read it is 404; where one is named in passing, 400 like any other wrong parameter.
    static let noCustomer = YunoFault("CUSTOMER_NOT_FOUND", status: 404)

    private func found(_ customer: MerchantCustomer?) throws -> ServerResponse {
        guard let customer else { throw Self.noCustomer }
        return ServerResponse(json: shapes.customer(customer))
    }
}

/// What a merchant may say of a customer; kept as it was said.
private enum CustomerFacts {
    /// How many characters a text may have.
    private static let texts: [String: Int] = [
        "first_name": 255, "last_name": 255, "email": 255, "merchant_customer_created_at": 40, "nationality": 2,
        "country": 2, "gender": 2, "date_of_birth": 10,
    ]
    private static let objects: [String: [String: Int]] = [
        "document": ["document_type": 16, "document_number": 40], "phone": ["country_code": 4, "number": 32],
        "billing_address": address, "shipping_address": address,
    ]
    private static let address = [
        "address_line_1": 255, "address_line_2": 255, "building_number_1": 50, "building_number_2": 50, "city": 255,
        "country": 2, "state": 255, "zip_code": 20, "neighborhood": 255,
    ]
    private static let genders: Set = ["M", "F", "NB", "NA", "NK", "U"]

    /// The fields that are given; null takes one back.
    static func read(_ body: JSONValue, _ fields: inout FieldReader) -> [String: JSONValue] {
        var facts: [String: JSONValue] = [:]
        for (name, limit) in texts.sorted(by: { $0.key < $1.key }) {
            guard let given = body[name] else { continue }
            facts[name] = given
            _ = fields.text(name, 1...limit, required: false)
        }
        for (name, parts) in objects.sorted(by: { $0.key < $1.key }) {
            guard let given = body[name] else { continue }
            guard !given.isNull else {
                facts[name] = .null
                continue
            }
            guard let object = given.object else {
                fields.require(name)
                continue
            }
            for (part, limit) in parts.sorted(by: { $0.key < $1.key }) {
                _ = fields.text("\(name).\(part)", 1...limit, required: false)
            }
            facts[name] = .object(object.filter { parts[$0.key] != nil })
        }
        check(body, &fields)
        if let metadata = body["metadata"] { facts["metadata"] = metadata }
        return facts
    }

    private static func check(_ body: JSONValue, _ fields: inout FieldReader) {
        if let gender = body["gender"]?.string, !gender.isEmpty, !genders.contains(gender) {
            fields.fault("gender", "must be one of: \(genders.sorted().joined(separator: ", "))")
        }
        if let day = body["date_of_birth"]?.string, day.utf8.count != 10 || Timestamp(iso8601: day) == nil {
            fields.fault("date_of_birth", "must be a day, as 1990-12-31")
        }
        for name in ["country", "nationality", "billing_address.country", "shipping_address.country"] {
            _ = fields.country(name, required: false)
        }
        guard let metadata = body["metadata"], !metadata.isNull else { return }
        let rows = metadata.array ?? []
        let isRight = rows.allSatisfy { row in
            (1...48).contains(row["key"]?.string?.count ?? 0) && (row["value"]?.string?.count ?? 513) <= 512
        }
        if metadata.array == nil || rows.count > 50 || !isRight {
            fields.fault("metadata", "must be at most 50 of {key, value}, of 48 and 512 characters")
        }
    }
}
