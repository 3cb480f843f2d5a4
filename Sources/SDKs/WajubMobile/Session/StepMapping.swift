import Foundation
import Kernel
import Wire

/// What came of an answer to a step (spec 7.2).
package enum StepVerdict: Sendable, Hashable {
    case verdict(Verdict)
    /// The step stays open: a wrong code with tries left, a field that is wrong.
    case stillOpen(WajubError)
}

extension OutcomeMapping {
    /// The answer to `POST /pay/verify/{kind}`.
    package static func step(
        _ kind: StepKind, _ result: Result<HTTPAnswer, TransportFailure>, _ context: MappingContext
    ) -> StepVerdict {
        var context = context
        context.refusal =
            kind == .threeDS ? WajubError.Code.securityCheckFailed : WajubError.Code.paymentDeclined
        guard case .success(let answer) = result, !answer.isSuccess else {
            return .verdict(process(result, context))
        }
        let error = WajubError(answer, context.language, refusal: context.refusal)
        switch answer.status {
        case 401, 404, 429: return .stillOpen(error)
        case 403 where answer.json?.text("error_code") == nil && kind == .threeDS:
            let failed = WajubError(
                WajubError.Code.securityCheckFailed, context.language, apiMessage: error.apiMessage,
                correlationId: error.correlationId, httpStatus: 403)
            return .verdict(.decision(Decision(outcome: .failed(failed, transaction: nil), decided: true)))
        case 422:
            let isOver = error.code == WajubError.Code.stepAttemptsExhausted || error.attemptsLeft == 0
            guard isOver else { return .stillOpen(error) }
            let exhausted = WajubError(
                WajubError.Code.stepAttemptsExhausted, context.language, apiMessage: error.apiMessage,
                correlationId: error.correlationId, attemptsLeft: 0, httpStatus: 422)
            return .verdict(.decision(Decision(outcome: .failed(exhausted, transaction: nil), decided: true)))
        default: return .verdict(process(result, context))
        }
    }

    /// The answer to `POST /pay/client-session/complete` (spec 7.3): paid, refused for good, or still open and
    /// left to the provider's word to the server.
    package static func completion(
        _ result: Result<HTTPAnswer, TransportFailure>, _ context: MappingContext
    ) -> Decision {
        guard case .success(let answer) = result else { return unknown }
        if answer.status == 402 {
            var context = context
            context.refusal = WajubError.Code.paymentDeclined
            return refused(answer, context)
        }
        guard answer.isSuccess, case .decision(let decision) = process(result, context) else { return unknown }
        return decision
    }

    /// The answer to `POST /pay/client-session`. A refusal is an outcome; nil means the request itself failed.
    package static func start(
        _ result: Result<HTTPAnswer, TransportFailure>, _ context: MappingContext
    ) -> Verdict? {
        guard case .success(let answer) = result else { return nil }
        switch answer.status {
        case 200..<300, 402, 403, 409, 410: return process(result, context)
        default: return nil
        }
    }
}
