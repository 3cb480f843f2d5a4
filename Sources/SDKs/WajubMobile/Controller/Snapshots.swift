import Checkout
import Foundation
import Kernel

// What the API's shapes mean to the machine.

extension PaymentSnapshot {
    /// What a session tells.
    init(_ transaction: SessionTransaction, _ language: Language) {
        self.init(
            transaction.normalized, declineMark: transaction.lastDecline?.freshness,
            tellsOfDeclines: transaction.tellsOfDeclines,
            decline: transaction.lastDecline.map { CheckoutFailure($0, transaction.normalized, language) },
            waiting: Waiting(transaction.processingContext),
            instruction: transaction.processingContext?.payerInstruction, payload: transaction)
    }

    /// What a status read tells.
    /// - Parameter known: the payment as last seen, for a status that brings none.
    init(_ status: PaymentStatus, known: SessionTransaction?, _ pages: PageReading) {
        let transaction = status.transaction ?? known
        let context = transaction?.processingContext
        let isDeclined = status.attempt?.state?.lowercased() == "declined"
        self.init(
            status.normalized, declineMark: status.lastDecline?.freshness, tellsOfDeclines: status.tellsOfDeclines,
            declinedKey: isDeclined ? status.attempt?.idempotencyKey : nil,
            decline: status.lastDecline.map { CheckoutFailure($0, status.normalized, pages.language) },
            waiting: Waiting(context), instruction: context?.payerInstruction,
            step: status.action?.step.flatMap { kind in
                status.step.map { CheckoutStep(id: $0.id, kind: $0.kind ?? kind) }
            },
            page: pages.page(status), payload: transaction)
    }
}

extension PaymentSnapshot.Waiting {
    init(_ context: ProcessingContext?) {
        if context?.isUSSD == true {
            self = .ussd
        } else {
            self = context?.isMobileMoney == true ? .approval : .nothing
        }
    }

    init(_ kind: ProcessingKind) {
        switch kind {
        case .approval: self = .approval
        case .ussd: self = .ussd
        case .pending: self = .nothing
        }
    }
}

extension CheckoutFailure {
    init(_ error: WajubError) {
        self.init(
            error.code, retryable: error.retryable, fields: error.details, attemptsLeft: error.attemptsLeft,
            cause: error)
    }

    init(_ decline: Decline, _ status: TransactionStatus, _ language: Language) {
        self.init(WajubError(decline, payable: status == .pending, language))
    }

    /// The SDK's error, made from the code where the machine made the failure.
    func wajubError(_ language: Language) -> WajubError {
        cause as? WajubError ?? WajubError(code, language, retryable: isRetryable, attemptsLeft: attemptsLeft)
    }
}

/// Reads which page has to be opened, and where (W117, O43).
struct PageReading {
    let language: Language
    let isSandbox: Bool
    let types: [String: ChannelType]

    func page(_ required: RequiredAction, channel: String?) -> CheckoutPage? {
        page(
            required.action, required.url, required.clientSession,
            channel: required.transaction?.processingContext?.channelSlug ?? channel)
    }

    func page(_ status: PaymentStatus) -> CheckoutPage? {
        guard let action = status.action else { return nil }
        return page(
            action, status.confirmURL, status.clientSession,
            channel: status.attempt?.channel ?? status.transaction?.processingContext?.channelSlug)
    }

    private func page(
        _ action: ActionKind, _ url: URL?, _ session: ClientSession?, channel: String?
    ) -> CheckoutPage? {
        let type = channel.flatMap { types[$0] }
        let isWallet = type == .wallet || type == .mobileMoney
        switch action {
        case .clientSession:
            guard let session, let url = session.hostedURL ?? url,
                Pages.isOpenable(url, sandbox: isSandbox, isWallet: false)
            else { return nil }
            return CheckoutPage(url: url.absoluteString, mode: .inApp, isThreeDS: true, clientSessionID: session.id)
        case .redirect, .confirm, .confirm3DS:
            guard let url, Pages.isOpenable(url, sandbox: isSandbox, isWallet: isWallet) else { return nil }
            return CheckoutPage(
                url: url.absoluteString, mode: isWallet ? .external : .inApp, isThreeDS: !isWallet)
        default: return nil
        }
    }
}

extension AttemptAnswer {
    /// What came of a payment request, or of an answer to a step.
    init(_ decision: Decision, _ pages: PageReading, channel: String?) {
        let language = pages.language
        switch decision.outcome {
        case .complete(let transaction):
            self.init(.paid, decided: true, snapshot: PaymentSnapshot(transaction, language))
        case .processing(let transaction, let instruction, let kind):
            var snapshot = transaction.map { PaymentSnapshot($0, language) }
            snapshot?.instruction = instruction
            snapshot?.waiting = PaymentSnapshot.Waiting(kind)
            self.init(
                .waiting(PaymentSnapshot.Waiting(kind)), decided: decision.decided, unanswered: decision.unanswered,
                snapshot: snapshot)
        case .requiresAction(let required):
            let snapshot = required.transaction.map { PaymentSnapshot($0, language) }
            if let page = pages.page(required, channel: channel) {
                self.init(.page(page), snapshot: snapshot)
            } else if let kind = required.action.step, let id = required.stepId {
                self.init(.step(CheckoutStep(id: id, kind: kind)), snapshot: snapshot)
            } else {
                let error = WajubError(WajubError.Code.unsupportedAction, language)
                self.init(.refused(CheckoutFailure(error)), decided: decision.decided, snapshot: snapshot)
            }
        case .failed(let error, let transaction):
            self.init(
                .refused(CheckoutFailure(error)), decided: decision.decided,
                snapshot: transaction.map { PaymentSnapshot($0, language) })
        }
    }
}
