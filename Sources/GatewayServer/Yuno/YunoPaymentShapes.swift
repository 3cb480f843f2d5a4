import Foundation
import Gateway
import Kernel

/// The payment object (spec 11.7), its transactions, and what webhooks make of it (spec 13).
extension YunoShapes {
    /// What an answer says besides the payment itself; both are off unless they are asked for (T80).
    struct Detail: Sendable {
        var history = false
        var raw = false

        static let plain = Detail()
        static let created = Detail(history: true)
        static let webhook = Detail(history: true, raw: true)
    }

    /// - Parameter token: the one-time token it was made with, for the answer to its maker: nobody keeps it.
    func payment(_ payment: Payment, _ detail: Detail, token: Secret<String>? = nil) -> JSONValue {
        guard let server = payment.server else { return .null }
        let words = payment.words
        let extra = Self.kept(server.extra)
        let transactions = server.transactions.map { transaction($0, payment, detail, form: .api) }
        return [
            "id": .string(payment.id.rawValue), "account_id": .string(server.accountID),
            "description": .optional(payment.description), "country": .string(server.country.code),
            "status": .string(words.status), "sub_status": .string(words.subStatus),
            "merchant_order_id": .string(payment.reference), "created_at": .string(payment.createdAt.microseconds),
            "updated_at": .string(payment.updatedAt.microseconds), "amount": amount(payment, server),
            "checkout": [
                "session": .optional(server.sessionID?.rawValue), "sdk_action_required": .bool(payment.requiresAction),
            ],
            "payment_method": method(payment, server, token: token?.expose() ?? ""),
            "customer_payer": payer(server, extra), "additional_data": extra["additional_data"] ?? .null,
            "metadata": Self.kept(payment.metadata), "workflow": .string(server.workflow.rawValue),
            "merchant_reference": .optional(server.merchantReference),
            "callback_url": .optional(payment.callback),
            // An object, and an empty list when nothing was asked of any provider (spec 11.7).
            "transactions": transactions.last ?? [],
            "transactions_history": .array(detail.history ? transactions : []),
        ]
    }

    /// What was captured is told of what was authorised first: of a purchase it is no act of its own.
    private func amount(_ payment: Payment, _ server: ServerPayment) -> JSONValue {
        [
            "captured": server.intent == .authorize ? server.captured.json : 0,
            "currency": .string(payment.amount.currency.code), "currency_conversion": nil,
            "refunded": payment.refunded.json, "value": payment.amount.json,
        ]
    }

    private func payer(_ server: ServerPayment, _ extra: JSONValue) -> JSONValue {
        var fields = extra["customer_payer"]?.object ?? [:]
        if let id = server.customerID { fields["id"] = .string(id.rawValue) }
        return fields.isEmpty ? .null : .object(fields)
    }

    // MARK: The method

    private func method(_ payment: Payment, _ server: ServerPayment, token: String) -> JSONValue {
        [
            "vaulted_token": .string(server.vaultedToken?.rawValue ?? ""), "type": .string(server.methodType),
            "vault_on_success": .bool(server.vaultOnSuccess), "token": .string(token),
            "parent_payment_method_type": nil, "payment_method_detail": methodDetail(payment, server),
        ]
    }

    private func methodDetail(_ payment: Payment, _ server: ServerPayment) -> JSONValue {
        var fields: [String: JSONValue] = Dictionary(
            uniqueKeysWithValues: ["card", "bank_transfer", "wallet", "bnpl", "ticket", "payment_link"].map {
                ($0, .null)
            })
        switch server.category {
        case .card: fields["card"] = cardDetail(payment, server)
        case .bankTransfer:
            fields["bank_transfer"] = [
                "provider_image": nil, "redirect_url": .optional(page(payment)),
                "payment_instruction": .optional(payment.attempt?.code?.text),
                "expires_at": .optional(payment.attempt?.code?.expiresAt.microseconds),
            ]
        case .ticket:
            fields["ticket"] = [
                "provider_number": .optional(payment.attempt?.code?.text),
                "provider_barcode": .optional(payment.attempt?.code?.barcode), "redirect_url": .optional(page(payment)),
                "expires_at": .optional(payment.attempt?.code?.expiresAt.microseconds),
            ]
        case .wallet, .mobileMoney: fields["wallet"] = ["redirect_url": .optional(page(payment))]
        }
        return .object(fields)
    }

    private func cardDetail(_ payment: Payment, _ server: ServerPayment) -> JSONValue {
        let isPaid = payment.status == .success || payment.attempt?.state == .authorized
        let last = server.transactions.last { $0.status == .succeeded && $0.kind != .threeDSecure }
        var data = server.card.map(Self.card) ?? [:]
        data["three_d_secure"] = threeDSecure(server)
        let stored = Self.kept(server.extra)["stored_credentials"]
        return [
            "verify": .bool(server.intent == .verify), "capture": .bool(server.intent == .purchase),
            "installments": .integer(server.installment?.value ?? 1),
            "installments_plan_id": .optional(server.installment?.id), "first_installment_deferral": 0,
            "installments_type": "", "installment_amount": nil, "soft_descriptor": "",
            "authorization_code": .string(isPaid ? last.map(Self.authorizationCode) ?? "" : ""),
            "retrieval_reference_number": "", "acquirer_reference_number": "", "voucher": nil,
            "redirect_url": .optional(page(payment)), "card_data": .object(data),
            "stored_credentials": [
                "reason": stored?["reason"] ?? .null, "usage": stored?["usage"] ?? .null,
                "subscription_agreement_id": nil, "network_transaction_id": nil,
            ],
        ]
    }

    /// What the bank said of who pays, in the values card networks use for it.
    private func threeDSecure(_ server: ServerPayment) -> JSONValue {
        let outcome = server.authentication?.outcome
        let isMastercard = server.card?.brand == "MASTERCARD"
        let indicator: String? =
            switch outcome {
            case .authenticated: isMastercard ? "02" : "05"
            case .attempted: isMastercard ? "01" : "06"
            case .notAuthenticated, .rejected, .unavailable, .notEnrolled: isMastercard ? "00" : "07"
            case nil: nil
            }
        return [
            "version": outcome == nil ? nil : "2.2.0", "electronic_commerce_indicator": .optional(indicator),
            "cryptogram": nil, "transaction_id": nil, "directory_server_transaction_id": nil,
            "pares_status": .optional(outcome.flatMap { $0 == .notEnrolled ? nil : $0.rawValue }), "acs_id": nil,
            "liability_shift": .bool(outcome == .authenticated || outcome == .attempted),
        ]
    }

    /// Six digits, always the same of one transaction.
    private static func authorizationCode(_ transaction: PaymentTransaction) -> String {
        let bytes = Crypto.sha256(Array(transaction.id.rawValue.utf8)).prefix(6)
        return bytes.map { String($0 % 10) }.joined()
    }

    /// Where the payer must go now, if anywhere. Every such address has a query.
    func page(_ payment: Payment) -> String? {
        guard payment.requiresAction, let page = payment.attempt?.page else { return nil }
        return page.kind == .challenge ? challenge(page.link) : "\(origin)/provider/\(page.link)"
    }

    func challenge(_ link: PageLink) -> String { "\(origin)/provider/challenge?link=\(link)" }

    // MARK: Transactions

    enum TransactionForm { case api, webhook, act }

    func transaction(
        _ transaction: PaymentTransaction, _ payment: Payment, _ detail: Detail, form: TransactionForm
    ) -> JSONValue {
        guard let server = payment.server else { return .null }
        let method = methodDetail(payment, server)
        var fields: [String: JSONValue] = [
            "id": .string(transaction.id.rawValue), "type": .string(transaction.kind.rawValue),
            "status": .string(transaction.status.rawValue), "category": .string(server.category.rawValue),
            "amount": transaction.amount.json, "provider_id": .string(Self.provider),
            "payment_method": [
                "vaulted_token": .optional(server.vaultedToken?.rawValue), "type": .string(server.methodType),
                form == .webhook ? "payment_method_detail" : "detail": method,
            ],
            "response_code": .optional(transaction.responseCode),
            "response_message": .string(
                transaction.status == .succeeded ? "Transaction successful" : transaction.responseCode ?? ""),
            "reason": .optional(transaction.reason),
            "description": .optional(transaction.description ?? payment.description),
            "merchant_reference": .optional(transaction.merchantReference),
            "provider_data": providerData(transaction, detail),
            "connection_data": ["id": .string(server.accountID), "name": nil],
            "created_at": .string(transaction.createdAt.microseconds),
            "updated_at": .string(transaction.updatedAt.microseconds),
        ]
        if form == .webhook {
            fields["provider"] = ["provider_transaction_id": .string(Self.providerName(transaction))]
            fields["simplified_mode"] = false
        }
        return .object(fields)
    }

    private static func providerName(_ transaction: PaymentTransaction) -> String {
        "test_\(transaction.id.rawValue.prefix(8))"
    }

    private func providerData(_ transaction: PaymentTransaction, _ detail: Detail) -> JSONValue {
        var fields: [String: JSONValue] = [
            "id": .string(Self.provider), "transaction_id": .string(Self.providerName(transaction)),
            "account_id": "", "status": .string(transaction.status.rawValue), "sub_status": "", "status_detail": "",
            "response_message": nil, "response_code": .optional(transaction.responseCode),
            "third_party_transaction_id": "", "third_party_account_id": nil, "iso8583_response_code": nil,
            "iso8583_response_message": nil,
        ]
        // What the sandbox's provider would have answered.
        if detail.raw {
            fields["raw_response"] = [
                "operation": .string(transaction.kind.rawValue), "result": .string(transaction.status.rawValue),
                "code": .optional(transaction.responseCode),
            ]
        }
        return .object(fields)
    }

    /// A capture, a cancellation or a refund, with the payment as it then is (spec 11.9).
    func act(_ transaction: PaymentTransaction, _ payment: Payment, _ detail: Detail) -> JSONValue {
        var fields = self.transaction(transaction, payment, detail, form: .act).object ?? [:]
        let isRefund = transaction.kind == .refund || transaction.kind == .cancel
        fields["amount"] = [
            "captured": transaction.kind == .capture ? transaction.amount.json : 0,
            "currency": .string(payment.amount.currency.code),
            "refunded": isRefund && transaction.kind == .refund ? transaction.amount.json : 0,
            "value": transaction.amount.json,
        ]
        fields["payment"] = self.payment(payment, detail)
        return .object(fields)
    }
}
