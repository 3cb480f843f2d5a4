import Foundation
import Kernel

/// The answer of `GET /pay/status`.
public struct PaymentStatus: Sendable, Hashable {
    /// The status word as the server sent it; compare ``normalized`` instead.
    public let status: String
    /// What the status means.
    public let normalized: TransactionStatus
    /// The payment, when the server sent it along.
    public let transaction: SessionTransaction?
    /// The latest refusal.
    public let lastDecline: Decline?
    /// The latest attempt.
    public let attempt: Attempt?
    /// The step that is open.
    public let step: StepInfo?
    /// What has to happen next.
    public let action: ActionKind?
    /// The page to open.
    public let confirmURL: URL?
    /// The provider's checkout that is open.
    public let clientSession: ClientSession?

    /// The same answer in the shape of a payment request's.
    let envelope: Envelope
    /// Whether the server spoke of refusals at all, if only to say that there was none.
    let tellsOfDeclines: Bool

    /// One attempt to pay.
    public struct Attempt: Sendable, Hashable {
        /// The attempt's id.
        public let id: String?
        /// The key it was sent with.
        public let idempotencyKey: String?
        /// The channel's slug.
        public let channel: String?
        /// `running`, `declined`, …
        public let state: String?

        init(_ json: JSONValue) {
            id = json.text("id")
            idempotencyKey = json.text("idempotency_key")
            channel = json.text("channel")
            state = json.text("state")
        }
    }

    /// Takes the whole answer, a bare `{"status": …}`, or a session (O1); nil when none of them names a status.
    init?(_ json: JSONValue) {
        let envelope = Envelope(json)
        guard let word = json.text("status") ?? envelope.transaction?.status, !word.isEmpty else { return nil }
        self.envelope = envelope
        tellsOfDeclines = json["last_decline"] != nil || envelope.transaction?.tellsOfDeclines == true
        status = word
        normalized = TransactionStatus(word: word)
        transaction = envelope.transaction
        lastDecline = json.map("last_decline").map(Decline.init) ?? envelope.transaction?.lastDecline
        attempt = json.map("attempt").map(Attempt.init)
        step = envelope.step
        action = envelope.action
        confirmURL = envelope.pageURL
        clientSession = envelope.clientSession
    }
}

/// The answer of `POST /pay/cancel`.
public struct CancelResponse: Sendable, Hashable {
    /// Where a hosted checkout would go now.
    public let redirectURL: URL?
    /// The payment, now cancelled.
    public let transaction: SessionTransaction?

    init(_ json: JSONValue) {
        redirectURL = json.url("redirect_url")
        transaction = json.map("transaction").map(SessionTransaction.init)
    }
}

/// What every answer to a payment request may carry (spec 3.1).
struct Envelope: Sendable, Hashable {
    let action: ActionKind?
    let transaction: SessionTransaction?
    /// The page to open: the real one, else the simulator's.
    let pageURL: URL?
    let clientSession: ClientSession?
    let step: StepInfo?

    init(_ json: JSONValue) {
        // The merchant API writes the action as an object; both forms are taken.
        let word = json.text("action") ?? json.map("action")?.text("type")
        action = word.map { ActionKind(rawValue: $0.lowercased()) }
        let transaction = json.map("transaction").map(SessionTransaction.init)
        self.transaction = transaction
        pageURL =
            json.url("confirm_url") ?? json.map("action")?.url("url") ?? json.url("simulator_url")
            ?? transaction?.processingContext?.actionURL
        clientSession = json.map("client_session").flatMap(ClientSession.init)
        step = json.map("step").flatMap(StepInfo.init)
    }
}
