import Kernel

/// Where a payment stands in the words of the Yuno dialect (spec Yuno 12.1, 14.3).
package struct PaymentWords: Sendable, Equatable {
    package let status: String
    package let subStatus: String

    init(_ status: String, _ subStatus: String? = nil) {
        self.status = status
        self.subStatus = subStatus ?? status
    }
}

extension Payment {
    /// The one place where a payment's standing is put in the dialect's words.
    package var words: PaymentWords {
        switch status {
        case .pending: PaymentWords("CREATED")
        case .processing: runningWords
        case .success: paidWords
        case .cancelled: PaymentWords("CANCELED")
        case .expired: PaymentWords("EXPIRED")
        case .failed:
            switch server?.end {
            case .rejected: PaymentWords("REJECTED")
            case .error: PaymentWords("ERROR", responseCode == "PROVIDER_TIMEOUT" ? "TIMEOUT" : nil)
            case .declined, nil:
                PaymentWords("DECLINED", responseCode == "FRAUD_VALIDATION" ? "FRAUD_DECLINED" : nil)
            }
        }
    }

    private var runningWords: PaymentWords {
        guard let attempt else { return PaymentWords("CREATED") }
        switch attempt.state {
        case .submitting: return PaymentWords("PENDING", "IN_PROCESS")
        case .authorized: return PaymentWords("PENDING", "AUTHORIZED")
        case .actionRequired:
            if attempt.step != nil { return PaymentWords("PENDING", "PENDING_OTP_COMPLETION") }
            if attempt.code == nil { return PaymentWords("PENDING", "WAITING_ADDITIONAL_STEP") }
            // Nobody has been shown the code of a payment that no app waits for (O4).
            let isShown = server?.sessionID != nil
            return isShown
                ? PaymentWords("PENDING", "PENDING_PROVIDER_CONFIRMATION") : PaymentWords("READY_TO_PAY", "CREATED")
        case .accepted, .succeeded, .declined: return PaymentWords("PENDING", "PENDING_PROVIDER_CONFIRMATION")
        }
    }

    private var paidWords: PaymentWords {
        guard let server else { return PaymentWords("SUCCEEDED", "APPROVED") }
        if server.intent == .verify { return PaymentWords("VERIFIED") }
        if refunded.minorUnits > 0 {
            return refunded.minorUnits >= server.captured.minorUnits
                ? PaymentWords("REFUNDED") : PaymentWords("SUCCEEDED", "PARTIALLY_REFUNDED")
        }
        guard server.intent == .authorize else { return PaymentWords("SUCCEEDED", "APPROVED") }
        return PaymentWords(
            "SUCCEEDED", server.captured.minorUnits < amount.minorUnits ? "PARTIALLY_CAPTURED" : "CAPTURED")
    }

    /// The provider's last word on the attempt itself: of a purchase, an authorisation, a check, or 3-D Secure; not
    /// of a capture or a refund that came later.
    package var responseCode: String? {
        server?.transactions.last { [.purchase, .authorize, .verify, .threeDSecure].contains($0.kind) }?.responseCode
    }

    /// Whether the payer must do something in the app.
    package var requiresAction: Bool { status == .processing && attempt?.state == .actionRequired }

    /// Whether what the payer must do is the bank's challenge.
    package var waitsForChallenge: Bool { requiresAction && attempt?.page?.kind == .challenge }

    /// Which API it was made through.
    package var dialect: Dialect { server == nil ? .wajub : .yuno }

    /// Changes when anything changes that an app shows of it.
    package var mark: String {
        var parts = [words.status, words.subStatus, responseCode ?? "", attempt?.state.rawValue ?? ""]
        parts += [attempt?.page?.link.rawValue ?? "", attempt?.code?.text ?? "", server?.vaultedToken?.rawValue ?? ""]
        if let step = attempt?.step {
            parts += [step.id.rawValue, String(step.attemptsLeft), String(step.sentAt.milliseconds)]
        }
        return Mark.make(parts)
    }
}
