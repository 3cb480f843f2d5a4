import Gateway
import Kernel
import Wire

/// Payments, and what a merchant does with them (spec 11.7 to 11.9).
extension YunoDialect {
    func addPaymentRoutes(to router: inout Router) {
        router.add("POST", "/v1/payments") { request in
            await asMerchant(request) { try await createPayment($0) }
        }
        router.add("GET", "/v1/payments") { request in
            await asMerchant(request) { context in
                guard let order = request.query("merchant_order_id"), !order.isEmpty else {
                    throw YunoFault.missing(["merchant_order_id"])
                }
                let found = try await gateway.serverPayments(merchantOrderID: order, for: context.principal)
                let detail = try Self.detail(request)
                return ServerResponse(json: .array(found.map { shapes.payment($0, detail) }))
            }
        }
        router.add("GET", "/v1/payments/{payment}") { request in
            await asMerchant(request) { context in
                guard let payment = try await gateway.serverPayment(Self.payment(request), for: context.principal)
                else { throw YunoFault("PAYMENT_NOT_FOUND") }
                return ServerResponse(json: shapes.payment(payment, try Self.detail(request)))
            }
        }
        let transaction = "/v1/payments/{payment}/transactions/{transaction}"
        router.add("POST", "\(transaction)/capture") { request in
            await asMerchant(request) { context in
                try await act(context, required: ["merchant_reference", "amount", "reason"]) { .capture($0) }
            }
        }
        router.add("POST", "\(transaction)/cancel") { request in
            await asMerchant(request) { context in
                try await act(context, required: ["merchant_reference"]) { .cancel($0) }
            }
        }
        router.add("POST", "\(transaction)/refund") { request in
            await asMerchant(request) { context in
                try await act(context, required: ["merchant_reference"]) { .refund(Self.refund($0)) }
            }
        }
        for path in ["\(transaction)/cancel-or-refund", "/v1/payments/{payment}/cancel-or-refund"] {
            router.add("POST", path) { request in
                await asMerchant(request) { context in
                    try await act(context, required: ["merchant_reference"], status: 201) {
                        .cancelOrRefund(Self.refund($0))
                    }
                }
            }
        }
    }

    private func createPayment(_ context: Context) async throws -> ServerResponse {
        let draft = try ServerPaymentDraft(try Self.object(context.request))
        guard let key = try Self.key(context.request) else { throw YunoFault.missing([Self.keyHeader]) }
        let made = try await gateway.createServerPayment(draft, for: context.principal, key: key)
        // The token of a repeated request is not the one that paid.
        let json = shapes.payment(made.payment, .created, token: made.isReplay ? nil : draft.token)
        return ServerResponse(json: StoredAnswer(status: 201, body: json.bytes), isReplay: made.isReplay)
    }

    private func act(
        _ context: Context, required: Set<String>, status: Int = 200,
        _ action: (ActionRequest) throws -> ServerAction
    ) async throws -> ServerResponse {
        let request = context.request
        let body = try Self.object(request)
        var fields = FieldReader(body)
        let amount = fields.amount("amount", required: required.contains("amount"))
        let reference = fields.text("merchant_reference", 1...255, required: required.contains("merchant_reference"))
        let reason = fields.text("reason", 1...255, required: required.contains("reason"))
        let description = fields.text("description", 1...255, required: false)
        let history = fields.bool("response_additional_data.transactions_history") ?? false
        let raw = fields.bool("response_additional_data.raw_response") ?? false
        guard fields.errors.isEmpty else { throw FieldErrors(fields.errors) }
        let wanted = ActionRequest(
            amount: amount, merchantReference: reference, reason: reason, description: description)
        let acted = try await gateway.act(
            try action(wanted), on: Self.payment(request),
            transaction: request.parameters["transaction"].map { TransactionID($0) }, for: context.principal,
            key: try Self.key(request))
        let detail = YunoShapes.Detail(history: history, raw: raw)
        return ServerResponse(json: shapes.act(acted.transaction, acted.payment, detail), status: status)
    }

    private static func refund(_ action: ActionRequest) -> RefundRequest {
        let reason: Refund.Reason =
            switch action.reason {
            case "DUPLICATE": .duplicate
            case "FRAUDULENT": .fraudulent
            default: .requestedByCustomer
            }
        var request = RefundRequest(amount: action.amount, reason: reason)
        request.action = action
        return request
    }

    // MARK: Reading requests

    static func payment(_ request: ServerRequest) -> PaymentID { PaymentID(request.parameters["payment"] ?? "") }

    static let keyHeader = "X-Idempotency-Key"

    /// Any text that is not empty; nil when there is none.
    static func key(_ request: ServerRequest) throws -> String? {
        guard let key = request.headers[keyHeader] else { return nil }
        guard (1...255).contains(key.utf8.count) else { throw YunoFault.invalid([keyHeader]) }
        return key
    }

    private static func detail(_ request: ServerRequest) throws -> YunoShapes.Detail {
        func flag(_ name: String) throws -> Bool {
            switch request.query(name) {
            case nil, "false", "": return false
            case "true": return true
            default: throw YunoFault.invalid([name])
            }
        }
        return YunoShapes.Detail(history: try flag("transactions_history"), raw: try flag("raw_response"))
    }
}
