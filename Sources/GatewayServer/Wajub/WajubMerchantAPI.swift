import Foundation
import Gateway
import Kernel

/// The merchant API: what a merchant's server asks, with its secret key (spec 4.2).
extension WajubDialect {
    func addMerchantRoutes(to router: inout Router) {
        router.add("GET", "/") { request in
            ServerResponse(json: ["name": "comptoir", "message": "Payments gateway. See /healthz and the README."])
        }
        for path in ["/payments", "/payments/initialize"] {
            router.add("POST", path) { request in await asMerchant(request) { try await createPayment($0) } }
        }
        router.add("GET", "/payments") { request in await asMerchant(request) { try await listPayments($0) } }
        router.add("GET", "/payments/{id}") { request in
            await asMerchant(request) { context in
                guard let payment = try await gateway.payment(paymentID(request), for: context.principal) else {
                    throw Refusal("not_found")
                }
                return ServerResponse(json: ["transaction": context.shapes.merchantTransaction(payment)])
            }
        }
        router.add("DELETE", "/payments/{id}") { request in
            await asMerchant(request) { context in
                guard
                    let (payment, refusal) = try await gateway.cancelPayment(
                        paymentID(request), for: context.principal)
                else { throw Refusal("not_found") }
                let transaction = context.shapes.merchantTransaction(payment)
                if let refusal { return WajubErrors(request).response(refusal, transaction: transaction) }
                return ServerResponse(json: ["transaction": transaction])
            }
        }
        router.add("GET", "/payments/{id}/refunds") { request in
            await asMerchant(request) { context in
                guard let payment = try await gateway.payment(paymentID(request), for: context.principal) else {
                    throw Refusal("not_found")
                }
                return try await listRefunds(context, payment.id)
            }
        }
        router.add("POST", "/refunds") { request in await asMerchant(request) { try await createRefund($0) } }
        router.add("GET", "/refunds") { request in
            await asMerchant(request) { context in
                try await listRefunds(context, request.query("payment").map { PaymentID($0) })
            }
        }
        router.add("GET", "/refunds/{id}") { request in
            await asMerchant(request) { context in
                let id = RefundID(request.parameters["id"] ?? "")
                guard let refund = try await gateway.refund(id, for: context.principal) else {
                    throw Refusal("not_found")
                }
                return ServerResponse(json: ["refund": context.shapes.refund(refund)])
            }
        }
    }

    private func paymentID(_ request: ServerRequest) -> PaymentID {
        PaymentID(request.parameters["id"] ?? "")
    }

    private func scope(_ context: Context) -> String {
        "\(context.principal.merchant.id):\(context.principal.environment.rawValue):"
            + "\(context.request.method) /\(context.request.segments.joined(separator: "/"))"
    }

    func claim(_ context: Context, _ body: JSONValue) throws -> IdempotencyClaim? {
        try claim(context.request, scope: scope(context), body: body, credential: context.principal.credential)
    }

    private func createPayment(_ context: Context) async throws -> ServerResponse {
        let json = try json(context.request)
        var body = BodyFields(
            json,
            known: [
                "amount", "currency", "email", "phone", "name", "reference", "description", "callback", "expires_in",
                "bearer", "customer", "customer_id", "metadata", "items", "address", "shipping", "theming",
            ])
        var errors: [String: String] = [:]
        var customer = Payment.Customer(
            name: body.string("name"), email: body.string("email"), phone: body.string("phone"))
        var customerID = body.string("customer_id")
        // A customer is named, or described.
        if let id = body.value("customer")?.string {
            customerID = customerID ?? id
        } else if let object = body.map("customer") {
            var fields = BodyFields(.object(object), known: ["id", "name", "email", "phone"])
            customerID = customerID ?? fields.string("id")
            customer.name = customer.name ?? fields.string("name")
            customer.email = customer.email ?? fields.string("email")
            customer.phone = customer.phone ?? fields.string("phone")
            for (name, words) in fields.errors { errors["customer.\(name)"] = words }
        }
        let (currency, reference, description) = (
            body.string("currency"), body.string("reference"), body.string("description")
        )
        let (callback, expiresIn, bearer) = (
            body.string("callback"), body.integer("expires_in"), body.string("bearer")
        )
        let metadata = body.map("metadata").map(JSONValue.object)
        let theming = body.map("theming").map { object in
            var fields = BodyFields(.object(object), known: ["primary_color", "logo_url"])
            let theming = Theming(primaryColor: fields.string("primary_color"), logoURL: fields.string("logo_url"))
            for (name, words) in fields.errors { errors["theming.\(name)"] = words }
            return theming
        }
        errors.merge(body.errors) { $1 }
        // One answer names everything that is wrong; a wrong type says more than a missing value.
        var order: OrderFacts?
        do {
            order = try OrderFacts(
                customerID: customerID, items: body.value("items"), address: body.value("address"),
                shipping: body.value("shipping"), theming: theming, currency: currency.flatMap(Currency.init),
                environment: context.principal.environment)
        } catch {
            errors.merge(error.fields) { first, _ in first }
        }
        var draft: PaymentDraft
        do {
            draft = try PaymentDraft(
                amount: body.value("amount"), currency: currency, reference: reference, description: description,
                customer: customer, metadata: metadata, callback: callback, expiresIn: expiresIn, bearer: bearer)
        } catch {
            throw FieldErrors(errors.merging(error.fields) { first, _ in first })
        }
        guard errors.isEmpty else { throw FieldErrors(errors) }
        draft.order = order.flatMap { $0.isEmpty ? nil : $0 }
        let shapes = context.shapes
        return ServerResponse(
            try await gateway.createPayment(draft, for: context.principal, claim: try claim(context, json)) { created in
                StoredAnswer(status: 201, body: shapes.created(created).bytes)
            })
    }

    private func createRefund(_ context: Context) async throws -> ServerResponse {
        let json = try json(context.request)
        var body = BodyFields(json, known: ["payment", "amount", "reason"])
        let payment = body.string("payment")
        let amount = body.value("amount")
        let reason = body.string("reason").flatMap(Refund.Reason.init(rawValue:))
        if payment == nil { body.fail("payment", "is required") }
        if reason == nil {
            body.fail("reason", "must be one of: \(Refund.Reason.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        guard body.errors.isEmpty, let payment, let reason else { throw FieldErrors(body.errors) }
        let shapes = context.shapes
        let answered = try await gateway.refund(
            PaymentID(payment),
            { payment in
                do {
                    return RefundRequest(
                        amount: try amount.map { value throws(Money.Fault) in
                            try Money(json: value, payment.amount.currency)
                        }, reason: reason)
                } catch {
                    throw FieldErrors(["amount": "must be an amount in major units of \(payment.amount.currency)"])
                }
            }, for: context.principal, claim: try claim(context, json)
        ) { StoredAnswer(status: 201, body: (["refund": shapes.refund($0)] as JSONValue).bytes) }
        return ServerResponse(answered)
    }

    private func listPayments(_ context: Context) async throws -> ServerResponse {
        let request = context.request
        var filter = PaymentFilter(
            merchantID: context.principal.merchant.id, environment: context.principal.environment)
        var errors: [String: String] = [:]
        if let text = request.query("status") {
            // Older servers say `succeeded` (O55).
            filter.status = PaymentStatus(rawValue: ["succeeded", "paid"].contains(text) ? "success" : text)
            if filter.status == nil {
                errors["status"] = "must be one of: \(PaymentStatus.allCases.map(\.rawValue).joined(separator: ", "))"
            }
        }
        filter.reference = request.query("reference")
        func time(_ name: String, endOfDay: Bool) -> Timestamp? {
            guard let text = request.query(name) else { return nil }
            guard let time = Timestamp(iso8601: text) else {
                errors[name] = "must be a date (2026-11-30) or a date and time (2026-11-30T09:00:00Z)"
                return nil
            }
            return endOfDay && text.count == 10 ? time.adding(seconds: 86_400) : time
        }
        func amount(_ name: String) -> Decimal? {
            guard let text = request.query(name) else { return nil }
            guard let value = try? JSONValue.parse(text).number?.decimal else {
                errors[name] = "must be a number in major units"
                return nil
            }
            return value
        }
        filter.createdFrom = time("date_from", endOfDay: false)
        filter.createdBefore = time("date_to", endOfDay: true)
        filter.minimum = amount("amount_min")
        filter.maximum = amount("amount_max")
        let filters: Set = ["status", "reference", "date_from", "date_to", "amount_min", "amount_max"]
        let page = pageRequest(request, filters, &errors)
        guard errors.isEmpty else { throw FieldErrors(errors) }
        let found = try await gateway.payments(filter, page)
        return ServerResponse(
            json: context.shapes.list("transactions", found, page, context.shapes.merchantTransaction))
    }

    private func listRefunds(_ context: Context, _ payment: PaymentID?) async throws -> ServerResponse {
        var errors: [String: String] = [:]
        let page = pageRequest(context.request, ["payment"], &errors)
        guard errors.isEmpty else { throw FieldErrors(errors) }
        let filter = RefundFilter(
            merchantID: context.principal.merchant.id, environment: context.principal.environment, paymentID: payment)
        let found = try await gateway.refunds(filter, page)
        return ServerResponse(json: context.shapes.list("refunds", found, page, context.shapes.refund))
    }

    /// Pages are asked for by `page` or by `cursor`; 20 rows unless `per_page` says otherwise, 100 at most.
    /// - Parameter filters: what else the query may hold; anything unknown is an error, not a longer list.
    func pageRequest(
        _ request: ServerRequest, _ filters: Set<String>, _ errors: inout [String: String]
    ) -> PageRequest {
        let known = filters.union(["page", "per_page", "cursor"])
        for (name, _) in request.query where !known.contains(name) && errors.count < 20 {
            errors[String(name.prefix(64))] = "unknown_field"
        }
        func whole(_ name: String, _ range: ClosedRange<Int>) -> Int? {
            guard let text = request.query(name) else { return nil }
            guard let value = Int(text), range.contains(value) else {
                errors[name] = "must be \(range.lowerBound) to \(range.upperBound)"
                return nil
            }
            return value
        }
        let size = whole("per_page", 1...100) ?? 20
        let number = whole("page", 1...1_000_000)
        if let number { return PageRequest(.number(number), size: size) }
        guard let text = request.query("cursor") else { return PageRequest(.number(1), size: size) }
        guard text.isEmpty || Cursor(text) != nil else {
            errors["cursor"] = "must be a next_cursor of an earlier answer"
            return PageRequest(.number(1), size: size)
        }
        return PageRequest(.after(Cursor(text)), size: size)
    }
}
