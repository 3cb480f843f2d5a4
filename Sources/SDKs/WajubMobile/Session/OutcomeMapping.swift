import Foundation
import Kernel
import Wire

/// What a session already knows when an answer comes in.
package struct MappingContext: Sendable, Hashable {
    package var language: Language
    /// The channel's kind, when the session was read.
    package var channelType: ChannelType?
    /// Whether the payment is a sandbox one, as far as known.
    package var sandbox = false
    /// The key of the request, when it has one.
    package var key: String?
    /// Whether an earlier send of the same key may have begun an attempt that nothing has settled: it went
    /// unanswered, or was accepted.
    package var earlierOpen = false
    /// The refusal known before the request; nil when the status was never read.
    package var baseline: Baseline?
    /// The code of a 402 that names none.
    package var refusal = WajubError.Code.insufficientFunds

    package init(language: Language) {
        self.language = language
    }
}

/// The refusal known at some moment; nil inside when there was none.
package struct Baseline: Sendable, Hashable {
    package var freshness: String?

    package init(_ decline: Decline?) {
        freshness = decline?.freshness
    }
}

/// An outcome, and whether it settles the attempt (W56).
package struct Decision: Sendable, Hashable {
    package var outcome: ProcessOutcome
    /// False while money may still move: the attempt is followed and its key kept.
    package var decided: Bool
    /// Whether nothing definite came back at all.
    package var unanswered = false
}

/// What an answer to a payment request means: an outcome, or that the status has to be read first.
package enum Verdict: Sendable, Hashable {
    case decision(Decision)
    case readStatus(Doubt)
}

/// Why the status has to be read.
package enum Doubt: Sendable, Hashable {
    /// A 400 (W51).
    case badRequest(WajubError)
    /// A 409: something else runs, or the same request does.
    case conflict
    /// A refusal that may concern only the last send, while an earlier send of the key may have begun.
    case earlierSend
    /// A 2xx that says neither what happened nor what comes next.
    case sayingNothing
}

/// Turns answers into outcomes (spec 7.1, 8.1, 8.2). It only decides; the session sends and reads.
package enum OutcomeMapping {
    /// The attempt's fate is open and nothing is asked of the payer (W111).
    static let unknown = Decision(
        outcome: .processing(transaction: nil, instruction: nil, kind: .pending), decided: false, unanswered: true)

    /// The answer to `POST /pay/process`.
    package static func process(
        _ result: Result<HTTPAnswer, TransportFailure>, _ context: MappingContext
    ) -> Verdict {
        guard case .success(let answer) = result else { return .decision(unknown) }
        switch answer.status {
        case 200..<300:
            // Unreadable is not refused: the payment may have begun (O20).
            guard let json = answer.json, json.object != nil else { return .decision(unknown) }
            return accepted(Envelope(json), context)
        case 400: return .readStatus(.badRequest(WajubError(answer, context.language)))
        case 409: return .readStatus(.conflict)
        case 408, 425, ..<400, 500...: return .decision(unknown)
        // Refusals of the payment itself settle it, whatever came before.
        case 402, 422: return .decision(refused(answer, context))
        // All else, a proxy's word among it, may concern the last send only (O18).
        default: return context.earlierOpen ? .readStatus(.earlierSend) : .decision(refused(answer, context))
        }
    }

    /// What a status read settles when an answer left a doubt.
    /// - Parameter status: nil when the status could not be read.
    package static func resolve(_ doubt: Doubt, _ status: PaymentStatus?, _ context: MappingContext) -> Decision {
        guard let status else { return unknown }
        let transaction = status.transaction
        switch status.normalized {
        case .success, .failed, .cancelled, .expired: return ended(status, context)
        case .processing: return running(status.envelope, context)
        case .pending:
            if let decline = status.lastDecline, isNew(decline, status, context) {
                let error = WajubError(decline, payable: true, context.language)
                return Decision(outcome: .failed(error, transaction: transaction), decided: true)
            }
            guard case .badRequest(let said) = doubt else {
                return Decision(
                    outcome: .processing(transaction: transaction, instruction: nil, kind: .pending), decided: false,
                    // W50: it may never begin, unless it was accepted.
                    unanswered: doubt != .sayingNothing)
            }
            // W51: still pending after a 400: nothing ran.
            let error = WajubError(
                WajubError.Code.notProcessable, context.language, apiMessage: said.apiMessage, param: said.param,
                correlationId: said.correlationId, details: said.details, httpStatus: said.httpStatus)
            return Decision(outcome: .failed(error, transaction: transaction), decided: true)
        }
    }

    /// W49: whether a refusal is newer than the attempt. Opaque marks are compared, never times.
    package static func isNew(_ decline: Decline, _ status: PaymentStatus, _ context: MappingContext) -> Bool {
        if let baseline = context.baseline { return decline.freshness != baseline.freshness }
        // Nothing was read before the attempt: the refusal is ours only when the server says so.
        guard let key = context.key, status.attempt?.idempotencyKey == key else { return false }
        return status.attempt?.state?.lowercased() == "declined"
    }

    // MARK: - 2xx (spec 7.1)

    private static func accepted(_ envelope: Envelope, _ context: MappingContext) -> Verdict {
        // Paid is paid, whatever step an answer names besides.
        if let transaction = envelope.transaction, transaction.normalized == .success {
            return .decision(Decision(outcome: .complete(transaction), decided: true))
        }
        if envelope.action != nil { return .decision(running(envelope, context)) }
        guard let transaction = envelope.transaction else { return .readStatus(.sayingNothing) }
        switch transaction.normalized {
        case .success: return .decision(Decision(outcome: .complete(transaction), decided: true))
        case .failed, .cancelled, .expired: return .decision(over(transaction, nil, context))
        case .pending, .processing: return .decision(running(envelope, context))
        }
    }

    /// The next step of an attempt that runs.
    private static func running(_ envelope: Envelope, _ context: MappingContext) -> Decision {
        let transaction = envelope.transaction
        guard let action = envelope.action else {
            return Decision(outcome: waiting(transaction, context), decided: false)
        }
        let page = Pages.openable(envelope, context)
        func fail(_ code: String) -> Decision {
            Decision(outcome: .failed(WajubError(code, context.language), transaction: transaction), decided: false)
        }
        switch action {
        case .redirect, .confirm:
            if page == nil { return fail(WajubError.Code.redirectUnavailable) }
        case .clientSession:
            if envelope.clientSession == nil { return fail(WajubError.Code.unsupportedAction) }
        case .confirm3DS, .confirmOTP, .confirmPIN, .confirmPhone, .confirmBirthday, .confirmAddress: break
        default: return fail(WajubError.Code.unsupportedAction)
        }
        let required = RequiredAction(
            action: action, stepId: envelope.step?.id, url: page, clientSession: envelope.clientSession,
            step: envelope.step, transaction: transaction)
        return Decision(outcome: .requiresAction(required), decided: false)
    }

    private static func waiting(_ transaction: SessionTransaction?, _ context: MappingContext) -> ProcessOutcome {
        let place = transaction?.processingContext
        let kind: ProcessingKind =
            if place?.isUSSD == true {
                .ussd
            } else if place?.isMobileMoney ?? (context.channelType == .mobileMoney) {
                .approval
            } else {
                .pending
            }
        return .processing(
            transaction: transaction, instruction: place?.payerInstruction ?? place?.ussdCode, kind: kind)
    }

    // MARK: - Ends

    private static func ended(_ status: PaymentStatus, _ context: MappingContext) -> Decision {
        if status.normalized == .success {
            // Without the payment itself there is nothing to hand over yet: the follow-up read brings it.
            guard let transaction = status.transaction else { return unknown }
            return Decision(outcome: .complete(transaction), decided: true)
        }
        return over(status.normalized, status.transaction, status.lastDecline, context)
    }

    private static func over(
        _ transaction: SessionTransaction, _ decline: Decline?, _ context: MappingContext
    ) -> Decision {
        over(transaction.normalized, transaction, decline ?? transaction.lastDecline, context)
    }

    private static func over(
        _ status: TransactionStatus, _ transaction: SessionTransaction?, _ decline: Decline?, _ context: MappingContext
    ) -> Decision {
        let error: WajubError
        switch status {
        case .cancelled: error = WajubError(WajubError.Code.paymentCancelled, context.language)
        case .expired: error = WajubError(WajubError.Code.sessionTerminalExpired, context.language)
        default:
            error =
                decline.map { WajubError($0, payable: false, context.language) }
                ?? WajubError(WajubError.Code.paymentFailed, context.language)
        }
        return Decision(outcome: .failed(error, transaction: transaction), decided: true)
    }

    static func refused(_ answer: HTTPAnswer, _ context: MappingContext) -> Decision {
        let error = WajubError(answer, context.language, refusal: context.refusal)
        let transaction = answer.json?.map("transaction").map(SessionTransaction.init)
        return Decision(outcome: .failed(error, transaction: transaction), decided: true)
    }
}

/// Which pages may be opened, and which may be returned to.
enum Pages {
    /// https always; http in the sandbox (O44).
    static func isReturn(_ text: String, sandbox: Bool) -> Bool {
        guard let url = URL(string: text), url.host?.isEmpty == false else { return false }
        let scheme = url.scheme?.lowercased()
        return scheme == "https" || (scheme == "http" && sandbox)
    }

    /// https always; http in the sandbox; a scheme of a wallet's own for wallets and Mobile Money (spec 7.1).
    static func openable(_ envelope: Envelope, _ context: MappingContext) -> URL? {
        guard let url = envelope.pageURL else { return nil }
        let type = context.channelType
        let isWallet =
            type == .wallet || type == .mobileMoney || envelope.transaction?.processingContext?.isMobileMoney == true
        return isOpenable(url, sandbox: envelope.transaction?.sandbox ?? context.sandbox, isWallet: isWallet)
            ? url : nil
    }

    static func isOpenable(_ url: URL, sandbox: Bool, isWallet: Bool) -> Bool {
        switch url.scheme?.lowercased() {
        case "https": true
        case "http": sandbox
        case nil, "javascript", "data", "file", "about", "blob": false
        default: isWallet
        }
    }
}
