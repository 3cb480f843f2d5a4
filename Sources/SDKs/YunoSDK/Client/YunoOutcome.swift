/// What an app is told: a result and the finer word for why.
package struct YunoOutcome: Sendable, Hashable {
    package var result: Yuno.Result
    package var substatus: String?
    /// For the payer, in their language.
    package var message: String?

    package init(_ result: Yuno.Result, _ substatus: String?, message: String? = nil) {
        self.result = result
        self.substatus = substatus
        self.message = message
    }

    /// Whether nothing more can come of it.
    package var isFinal: Bool { result != .processing }

    /// The payer left before there was a payment, or left the bank's page.
    package static let cancelledByUser = YunoOutcome(.userCancell, "CANCELLED_BY_USER")
    /// The payer closed a code that can still be paid.
    package static let closedByUser = YunoOutcome(.processing, "CLOSED_BY_USER")
    /// There is no screen to show anything on.
    package static let noPresenter = YunoOutcome(.internalError, "NO_PRESENTER")
    /// The app said to go on, and its server created no payment.
    package static let paymentNotFound = YunoOutcome(.internalError, "PAYMENT_NOT_FOUND")
    /// The app left out the country, the session or the method.
    package static let missingParameters = YunoOutcome(.internalError, "MISSING_PARAMETERS")

    /// What a payment's state means for the app.
    package init(_ payment: SDKPayment) {
        self.init(status: payment.status, subStatus: payment.subStatus, message: payment.message)
    }

    /// What a payment's words mean for the app. Words this version does not know leave the end open.
    package init(status: String, subStatus: String?, message: String? = nil) {
        let result: Yuno.Result =
            switch (status, subStatus) {
            case ("SUCCEEDED", _), ("VERIFIED", _), ("REFUNDED", _), ("IN_DISPUTE", _), ("CHARGEBACK", _): .succeeded
            // Authorized without capture: the payer has nothing left to wait for.
            case ("PENDING", "AUTHORIZED"): .succeeded
            case ("REJECTED", _), ("DECLINED", _): .reject
            // No result is called expired: the finer word says so (YL54).
            case ("EXPIRED", _), ("CANCELED", _), ("CANCELLED", _), ("ERROR", _): .fail
            default: .processing
            }
        self.init(result, Self.word(subStatus ?? status), message: message)
    }

    /// What an enrolment's state means for the app.
    package init(_ enrollment: SDKEnrollment) {
        let result: Yuno.Result =
            switch enrollment.status {
            case "ENROLLED": .succeeded
            case "REJECTED", "DECLINED": .reject
            case "CANCELED", "CANCELLED": .userCancell
            case "EXPIRED", "ERROR", "UNENROLLED", "UNENROLL_IN_PROCESS": .fail
            default: .processing
            }
        self.init(result, Self.word(enrollment.status), message: enrollment.message)
    }

    /// What an error means for the app.
    package init(_ error: any Error) {
        guard let error = error as? YunoError else {
            self.init(.internalError, "INTERNAL_ERROR")
            return
        }
        self = error == .userCancelled ? .cancelledByUser : YunoOutcome(.internalError, error.code)
    }

    /// One spelling for what the documents spell in three.
    private static func word(_ word: String) -> String {
        switch word {
        case "CANCELED_BY_USER": "CANCELLED_BY_USER"
        case "CANCELLED": "CANCELED"
        default: word
        }
    }
}
