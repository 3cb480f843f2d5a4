import Checkout
import Kernel

/// Where a flow's payment or enrolment stands.
package enum FlowState: Sendable, Hashable {
    case payment(SDKPayment)
    case enrollment(SDKEnrollment)

    package var outcome: YunoOutcome {
        switch self {
        case .payment(let payment): YunoOutcome(payment)
        case .enrollment(let enrollment): YunoOutcome(enrollment)
        }
    }

    package var action: SDKAction? {
        switch self {
        case .payment(let payment): payment.action
        case .enrollment(let enrollment): enrollment.action
        }
    }

    package var mark: String {
        switch self {
        case .payment(let payment): payment.mark
        case .enrollment(let enrollment): enrollment.mark
        }
    }

    var payment: SDKPayment? {
        if case .payment(let payment) = self { payment } else { nil }
    }

    private var standing: TransactionStatus {
        switch outcome.result {
        case .succeeded: .success
        case .processing: .processing
        case .userCancell: .cancelled
        case .reject, .internalError: .failed
        case .fail:
            switch outcome.substatus {
            case "EXPIRED": .expired
            case "CANCELED": .cancelled
            default: .failed
            }
        }
    }

    /// What the rules need of it.
    /// - Parameter now: monotonic; what is told in seconds from now counts from there.
    func snapshot(now: UInt64) -> PaymentSnapshot {
        var snapshot = PaymentSnapshot(standing, payload: self)
        if standing == .failed { snapshot.decline = CheckoutFailure(outcome) }
        guard standing == .processing, let action else { return snapshot }
        switch action.kind {
        case .challenge(let url):
            snapshot.page = CheckoutPage(url: url.absoluteString, mode: .embedded, isThreeDS: true)
        case .redirect(let url, let isExternal):
            snapshot.page = CheckoutPage(url: url.absoluteString, mode: isExternal ? .external : .inApp)
        case .code(let code):
            snapshot.code = CheckoutCode(
                kind: .pix, text: code.text, deadline: Self.deadline(code.expiresInSeconds, now))
        case .voucher(let voucher):
            snapshot.code = CheckoutCode(
                kind: .voucher, text: voucher.number, barcode: voucher.barcode,
                deadline: Self.deadline(voucher.expiresInSeconds, now))
        case .otp(let code):
            let seconds = code.resendInSeconds.map { UInt64($0) * 1_000_000_000 }
            snapshot.step = CheckoutStep(
                id: code.id, kind: .otp, resendNanoseconds: seconds ?? CheckoutOptions.resendNanoseconds)
        case .approval(let instruction, let ussdCode):
            snapshot.waiting = ussdCode == nil ? .approval : .ussd
            snapshot.instruction = instruction
        case .unknown: break
        }
        return snapshot
    }

    /// What does not say how long it is good is good for a day.
    private static func deadline(_ seconds: Int?, _ now: UInt64) -> UInt64 {
        now + UInt64(seconds ?? 86_400) * 1_000_000_000
    }
}

extension CheckoutFailure {
    /// A refusal, by the finer word for it.
    init(_ outcome: YunoOutcome) {
        self.init(outcome.substatus ?? "ERROR", retryable: false, cause: ToldOutcome(outcome))
    }

    /// What went wrong on the way. Whatever may be another time is worth another try.
    init(_ error: any Error) {
        let isPassing: Bool =
            switch error as? YunoError {
            case .api(429, _, _): true
            case let error?: error.leavesOpen
            case nil: false
            }
        self.init((error as? YunoError)?.code ?? "INTERNAL_ERROR", retryable: isPassing, cause: error)
    }

    /// What the app is told of it.
    var outcome: YunoOutcome {
        if let told = cause as? ToldOutcome { return told.outcome }
        if self == .paymentNotFound { return .paymentNotFound }
        return cause.map { YunoOutcome($0) } ?? YunoOutcome(.internalError, code.uppercased())
    }
}

/// A refusal's outcome, carried through the rules.
private struct ToldOutcome: Error {
    let outcome: YunoOutcome

    init(_ outcome: YunoOutcome) { self.outcome = outcome }
}
