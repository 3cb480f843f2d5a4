extension WajubError {
    /// The codes of the contract. More may come: always have a `default` that shows ``WajubError/message``.
    public enum Code {
        /// The account has too little money. Offer another number or method.
        public static let insufficientFunds = "insufficient_funds"
        /// The provider refused. Nothing was charged.
        public static let paymentDeclined = "payment_declined"
        /// The payer refused on the phone, or let the request lapse. Nothing was charged.
        public static let paymentAttemptEnded = "payment_attempt_ended"
        /// The payment failed.
        public static let paymentFailed = "payment_failed"
        /// The payment was cancelled for good.
        public static let paymentCancelled = "payment_cancelled"
        /// Blocked by fraud protection; ``WajubError/blockReference`` is what the payer quotes to the merchant.
        public static let shieldBlocked = "shield_blocked"
        /// The merchant cannot take payments now. Nothing the payer does helps.
        public static let merchantRestricted = "merchant_restricted"
        /// Too many requests; wait ``WajubError/retryAfterSeconds``.
        public static let rateLimited = "rate_limited"
        /// The payment's time is over. Create a new payment on your server.
        public static let sessionTerminalExpired = "session_terminal_expired"
        /// The session token is wrong or names no payment.
        public static let sessionNotFound = "session_not_found"
        /// The method needs something this version does not offer. Offer another method.
        public static let unsupportedAction = "unsupported_action"
        /// A page is needed and none could be opened. The attempt may still go on: follow the payment.
        public static let redirectUnavailable = "redirect_unavailable"
        /// The 3-D Secure check failed. Nothing was charged.
        public static let securityCheckFailed = "security_check_failed"
        /// The request was not accepted and the payment has not started. It can be sent again.
        public static let notProcessable = "not_processable"
        /// Something entered is wrong; ``WajubError/details`` says what, by field.
        public static let validationError = "validation_error"
        /// The payment could not be read. Try again.
        public static let loadError = "load_error"
        /// Nothing can be offered to pay with.
        public static let noPaymentMethod = "no_payment_method"
        /// A payment sheet is still open.
        public static let sheetAlreadyPresented = "sheet_already_presented"
        /// No answer came to a read. Payment requests never end this way: they are followed.
        public static let networkError = "network_error"
        /// The service failed a read. Payment requests never end this way: they are followed.
        public static let serverError = "server_error"
        /// Refused for a reason the contract has no word for.
        public static let paymentError = "payment_error"
        /// The provider needs more, an e-mail address for instance.
        public static let missingFields = "missing_fields"
        /// The number belongs to another operator than the one picked.
        public static let operatorMismatch = "operator_mismatch"
        /// The number is not valid.
        public static let invalidPhone = "invalid_phone"
        /// The card number is not one.
        public static let invalidCardNumber = "invalid_card_number"
        /// The expiry date is past, or not a date.
        public static let invalidExpiry = "invalid_expiry"
        /// The security code has the wrong length.
        public static let invalidSecurityCode = "invalid_security_code"
        /// The payment cannot be paid with that channel.
        public static let unknownChannel = "unknown_channel"
        /// The channel does not have that operator.
        public static let unknownOperator = "unknown_operator"
        /// The code was wrong; ``WajubError/attemptsLeft`` tries are left.
        public static let invalidCode = "invalid_code"
        /// The step's time is over. Start a new attempt.
        public static let stepExpired = "step_expired"
        /// The step has no tries left. Start a new attempt.
        public static let stepAttemptsExhausted = "step_attempts_exhausted"
        /// The payment runs or is over. Read its status.
        public static let notCancellable = "not_cancellable"
        /// Another attempt runs. Follow the payment.
        public static let attemptInProgress = "attempt_in_progress"
        /// The key was used with another request. Follow the payment.
        public static let idempotencyConflict = "idempotency_conflict"
        /// A request with this key still runs. Follow the payment.
        public static let idempotencyInProgress = "idempotency_in_progress"
        /// The key you passed is not 1 to 255 visible ASCII characters. Nothing was sent.
        public static let idempotencyKeyInvalid = "idempotency_key_invalid"
        /// Of the merchant API; a payer's app does not meet it.
        public static let invalidJSON = "invalid_json"
        /// Of the merchant API; a payer's app does not meet it.
        public static let unknownField = "unknown_field"
        /// Of the merchant API; a payer's app does not meet it.
        public static let payloadTooLarge = "payload_too_large"
        /// Of the merchant API; a payer's app does not meet it.
        public static let unsupportedMediaType = "unsupported_media_type"
        /// Of the merchant API; a payer's app does not meet it.
        public static let notFound = "not_found"
        /// Of the merchant API; a payer's app does not meet it.
        public static let methodNotAllowed = "method_not_allowed"
        /// Of the merchant API; a payer's app does not meet it.
        public static let unauthorized = "unauthorized"
        /// The session token was missing.
        public static let tokenRequired = "token_required"
        /// Of the merchant API; a payer's app does not meet it.
        public static let forbidden = "forbidden"
        /// Of the merchant API; a payer's app does not meet it.
        public static let refundNotPossible = "refund_not_possible"
        /// Of the merchant API; a payer's app does not meet it.
        public static let serviceUnavailable = "service_unavailable"
        /// Of the merchant API; a payer's app does not meet it.
        public static let internalError = "internal_error"
        /// Of the merchant API; a payer's app does not meet it.
        public static let requestTimeout = "request_timeout"
        /// Of the transport; an app does not meet it.
        public static let badRequest = "bad_request"
        /// Of the transport; an app does not meet it.
        public static let headersTooLarge = "headers_too_large"
        /// Of the transport; an app does not meet it.
        public static let upgradeRequired = "upgrade_required"
        /// Of the transport; an app does not meet it.
        public static let expectationFailed = "expectation_failed"
        /// Of the transport; an app does not meet it.
        public static let notImplemented = "not_implemented"
        /// Of the transport; an app does not meet it.
        public static let versionNotSupported = "version_not_supported"
        /// The gateway's origin is configured wrongly; ``WajubError/apiMessage`` says how. Nothing was sent.
        public static let configurationError = "configuration_error"

        /// Every code above that the catalogue has words for.
        package static let catalogue: [String] = [
            insufficientFunds, paymentDeclined, paymentAttemptEnded, paymentFailed, paymentCancelled, shieldBlocked,
            merchantRestricted, rateLimited, sessionTerminalExpired, sessionNotFound, unsupportedAction,
            redirectUnavailable, securityCheckFailed, notProcessable, validationError, loadError, noPaymentMethod,
            sheetAlreadyPresented, networkError, serverError, paymentError, missingFields, operatorMismatch,
            invalidCardNumber, invalidExpiry, invalidSecurityCode, unknownChannel, unknownOperator, invalidPhone,
            invalidCode, stepExpired, stepAttemptsExhausted, notCancellable, attemptInProgress,
            idempotencyConflict, idempotencyInProgress, idempotencyKeyInvalid, invalidJSON, unknownField,
            payloadTooLarge, unsupportedMediaType, notFound, methodNotAllowed, unauthorized, tokenRequired, forbidden,
            refundNotPossible, serviceUnavailable, internalError, requestTimeout, badRequest, headersTooLarge,
            expectationFailed, notImplemented, versionNotSupported, upgradeRequired,
        ]
    }
}
