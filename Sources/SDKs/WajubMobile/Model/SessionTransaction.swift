import Foundation
import Kernel

/// A payment as the checkout API shows it. Amounts are in major units (25500 francs, 12.5 cedis).
public struct SessionTransaction: Sendable, Hashable {
    /// The payment's id, the one `GET /payments/{id}` takes; the reference when the server sent no id.
    public let id: String
    /// The merchant's own reference; the id when the server sent none.
    public let reference: String
    /// A further reference of the gateway's.
    public let trxref: String?
    /// What the merchant asked for, in major units.
    public let amount: Decimal
    /// What the payer pays, fees included, in major units; ``amount`` when the server sent none.
    public let amountTotal: Decimal
    /// The fees, in major units.
    public let fees: Decimal?
    /// ISO 4217 code.
    public let currency: String
    /// The status word as the server sent it; compare ``normalized`` instead.
    public let status: String
    /// What the status means.
    public let normalized: TransactionStatus
    /// The status in words for the payer.
    public let statusLabel: String?
    /// What is paid for.
    public let description: String?
    /// Whether no real money moves.
    public let sandbox: Bool
    /// Who pays, as far as the merchant said.
    public let customer: Customer?
    /// ISO 8601. Data of the server's, never compared with the phone's clock.
    public let expiresAt: String?
    /// ISO 8601.
    public let paidAt: String?
    /// A receipt to show the payer.
    public let receiptURL: URL?
    /// The slug of the channel it was paid with.
    public let method: String?
    /// The latest refusal.
    public let lastDecline: Decline?
    /// Where a running attempt stands.
    public let processingContext: ProcessingContext?
    /// Whether the server spoke of refusals at all, if only to say that there was none.
    let tellsOfDeclines: Bool

    init(_ json: JSONValue) {
        tellsOfDeclines = json["last_decline"] != nil
        let id = json.text("id") ?? json.text("reference") ?? ""
        self.id = id
        reference = json.text("reference") ?? id
        trxref = json.text("trxref")
        let total = json.decimal("amount_total")
        let amount = json.decimal("amount") ?? total ?? 0
        self.amount = amount
        amountTotal = total ?? amount
        fees = json.decimal("fees")
        currency = json.text("currency") ?? ""
        status = json.text("status") ?? ""
        normalized = TransactionStatus(word: status)
        statusLabel = json.text("status_label")
        description = json.text("description")
        sandbox = json.flag("sandbox")
        customer = json.map("customer").map(Customer.init)
        expiresAt = json.text("expires_at")
        paidAt = json.text("paid_at")
        receiptURL = json.url("receipt_url")
        method = json.text("method")
        lastDecline = json.map("last_decline").map(Decline.init)
        processingContext = json.map("processing_context").map(ProcessingContext.init)
    }
}

/// Who pays. Nothing of it appears in a description or a log.
public struct Customer: Sendable, Hashable {
    /// Full name.
    public let name: String?
    /// E-mail address.
    public let email: String?
    /// Phone number.
    public let phone: String?

    init(_ json: JSONValue) {
        name = json.text("name")
        email = json.text("email")
        phone = json.text("phone")
    }
}

extension Customer: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Says nothing of the person.
    public var description: String { "Customer(••••)" }
    /// Says nothing of the person.
    public var debugDescription: String { description }
    /// Has no children, so that `dump` says nothing of the person.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A refusal of one attempt. The payment itself can usually be tried again.
public struct Decline: Sendable, Hashable {
    /// Names this refusal; a new refusal has a new id.
    public let id: String?
    /// Why, as a ``WajubError/Code``.
    public let code: String
    /// Why, in the server's words.
    public let message: String?
    /// ISO 8601.
    public let at: String?
    /// With `shield_blocked`: what the payer quotes to the merchant.
    public let blockReference: String?

    init(_ json: JSONValue) {
        id = json.text("id")
        code = json.text("code") ?? "payment_declined"
        message = json.text("message")
        at = json.text("at")
        blockReference = json.text("block_reference")
    }

    /// Two refusals with different marks are different refusals (O2). Times are compared for equality only.
    package var freshness: String { id ?? "\(code)@\(at ?? "")" }
}

/// Where a running attempt stands.
public struct ProcessingContext: Sendable, Hashable {
    /// The channel of the attempt.
    public let channelSlug: String?
    /// Whether the payer approves on their phone.
    public let isMobileMoney: Bool
    /// What the payer has to do, in the operator's words.
    public let payerInstruction: String?
    /// A page the attempt needs.
    public let actionURL: URL?
    /// The code the payer dials, when the operator wants one dialled.
    public let ussdCode: String?
    /// Whether the payer has to dial a code rather than wait for a prompt.
    public let isUSSD: Bool

    init(_ json: JSONValue) {
        channelSlug = json.text("channel_slug")
        isMobileMoney = json.flag("is_mobile_money")
        payerInstruction = json.text("payer_instruction")
        actionURL = json.url("action_url")
        ussdCode = json.text("ussd_code")
        isUSSD = ussdCode != nil || json.text("kind")?.lowercased() == "ussd"
    }
}
