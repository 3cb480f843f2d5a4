import Gateway
import Kernel
import Wire

/// The error envelope of spec 3.2, in the language of the request.
struct WajubErrors: Sendable {
    let language: Language

    init(_ request: ServerRequest?) {
        language = Language(acceptLanguage: request?.headers["Accept-Language"])
    }

    init(language: Language) {
        self.language = language
    }

    /// - Parameter values: fill the `{name}` places of the catalogue's words.
    func response(_ refusal: Refusal, values: [String: String] = [:], transaction: JSONValue? = nil) -> ServerResponse {
        ServerResponse(json: answer(refusal, values: values, transaction: transaction))
    }

    func answer(_ refusal: Refusal, values: [String: String] = [:], transaction: JSONValue? = nil) -> StoredAnswer {
        let status = Self.status(of: refusal.code)
        var values = values
        if let reference = refusal.blockReference { values["ref"] = reference }
        if let left = refusal.attemptsLeft { values["n"] = String(left) }
        var body: [String: JSONValue] = [
            "code": .integer(status), "status": .string(ResponseHead.reason(status)),
            "message": .string(words(refusal.code, values)), "error_code": .string(refusal.code),
        ]
        if !refusal.fields.isEmpty {
            body["errors"] = .object(refusal.fields.mapValues { .array([.string(words($0, [:]))]) })
        }
        if let reference = refusal.blockReference { body["block_reference"] = .string(reference) }
        if let left = refusal.attemptsLeft { body["attempts_left"] = .integer(left) }
        if let transaction { body["transaction"] = transaction }
        return StoredAnswer(
            status: status, body: JSONValue.object(body).bytes, retryAfterSeconds: refusal.retryAfterSeconds)
    }

    /// The catalogue's words for a code; anything else is words already.
    private func words(_ code: String, _ values: [String: String]) -> String {
        ErrorCatalogue.wajub[code]?.message(language, values) ?? code
    }

    /// What any handler throws, as an answer.
    func response(to error: any Error) -> ServerResponse {
        switch error {
        case let refusal as Refusal:
            return response(refusal)
        case let errors as FieldErrors:
            return response(Refusal("validation_error", fields: errors.fields))
        case let fault as IdempotencyFault:
            return response(
                fault == .conflict
                    ? Refusal("idempotency_conflict") : Refusal("idempotency_in_progress", retryAfterSeconds: 1))
        case let error as JSONError:
            if error.reason == .tooLarge {
                return response(Refusal("payload_too_large"), values: ["limit": "what is allowed (\(error))"])
            }
            return response(Refusal("invalid_json"), values: ["detail": error.description])
        case StoreFault.unavailable:
            return response(Refusal("service_unavailable", retryAfterSeconds: 1))
        default:
            return response(Refusal("internal_error"))
        }
    }

    private static func status(of code: String) -> Int {
        statuses[code] ?? 400
    }

    private static let statuses: [String: Int] = [
        "insufficient_funds": 402, "payment_declined": 402, "payment_attempt_ended": 402, "payment_failed": 402,
        "missing_fields": 402,
        "shield_blocked": 403, "merchant_restricted": 403, "security_check_failed": 403, "forbidden": 403,
        "rate_limited": 429, "session_terminal_expired": 410, "step_expired": 410, "session_not_found": 404,
        "not_found": 404, "method_not_allowed": 405, "token_required": 401, "unauthorized": 401,
        "not_processable": 400, "validation_error": 422, "invalid_code": 422, "step_attempts_exhausted": 422,
        "refund_not_possible": 422, "not_cancellable": 409, "attempt_in_progress": 409, "idempotency_conflict": 409,
        "idempotency_in_progress": 409, "payload_too_large": 413, "unsupported_media_type": 415,
        "bad_request": 400, "expectation_failed": 417, "not_implemented": 501, "version_not_supported": 505,
        "request_timeout": 408, "upgrade_required": 426, "service_unavailable": 503, "internal_error": 500,
        "headers_too_large": 431,
    ]
}

extension ServerResponse {
    init(json answer: StoredAnswer, isReplay: Bool = false) {
        var headers: HTTPHeaders = ["Content-Type": "application/json; charset=utf-8"]
        if isReplay { headers["Idempotent-Replayed"] = "true" }
        if let seconds = answer.retryAfterSeconds { headers["Retry-After"] = String(seconds) }
        self.init(status: answer.status, headers: headers, body: answer.body)
    }

    init(json: JSONValue, status: Int = 200) {
        self.init(json: StoredAnswer(status: status, body: json.bytes))
    }

    init(_ answered: Answered) {
        self.init(json: answered.answer, isReplay: answered.isReplay)
    }
}
