import Foundation
import Kernel
import Wire

extension WajubError {
    /// The error an answer tells of (spec 3.2, 8.1, 9.1).
    /// - Parameter refusal: the code of a 402 that names none.
    /// Said of an answer that says nothing itself; English is the rest.
    private static let failed: [Language: String] = [
        .french: "La requête a échoué", .arabic: "فشل الطلب", .spanish: "La solicitud falló",
        .portuguese: "A solicitação falhou",
    ]

    package init(
        _ answer: HTTPAnswer, _ language: Language, refusal: String = Code.insufficientFunds
    ) {
        let body = answer.json ?? [:]
        let status = answer.status
        let named = body.text("error_code")
        let code = Self.code(status: status, named: named, refusal: refusal)
        let said = body.text("message")
        let details = Self.details(body["errors"])
        let words = Self.failed[language] ?? "Request failed"
        // A refusal without a word of its own keeps the server's sentence: ours would say less.
        let isNameless = named == nil && code == Code.paymentError
        self.init(
            code, language,
            message: isNameless ? said ?? "\(words) (\(status))" : nil,
            fallback: said ?? "\(words) (\(status))",
            type: Self.type(status: status), apiMessage: said, isDecline: status == 402,
            retryable: Self.retryable(code, status: status, body),
            param: body.text("param") ?? details.keys.sorted().first,
            correlationId: answer.headers["X-Request-Id"] ?? answer.headers["X-Trace-Id"],
            retryAfterSeconds: RetryAfter.seconds(answer.headers),
            blockReference: body.text("block_reference"), details: details,
            attemptsLeft: body.whole("attempts_left") ?? body.map("step")?.whole("attempts_left"),
            httpStatus: status)
    }

    /// The error for a read that brought no answer.
    package init(_ failure: TransportFailure, _ language: Language) {
        self.init(Code.networkError, language, apiMessage: "no answer: \(failure)")
    }

    /// The refusal a status read shows. The payment is pending again, so it can be tried again even when the
    /// same code is final elsewhere.
    package init(_ decline: Decline, payable: Bool, _ language: Language) {
        let known = ErrorCatalogue.wajub[decline.code]
        let again = decline.code == Code.paymentFailed || known == nil ? payable : nil
        self.init(
            decline.code, language, fallback: decline.message, type: "payment_error", apiMessage: decline.message,
            isDecline: true, retryable: again, blockReference: decline.blockReference)
    }

    private static func code(status: Int, named: String?, refusal: String) -> String {
        switch status {
        case 401, 404: Code.sessionNotFound
        case 402: named ?? refusal
        case 403: named ?? Code.shieldBlocked
        case 410: named == Code.stepExpired ? Code.stepExpired : Code.sessionTerminalExpired
        case 422: named ?? Code.validationError
        case 429: Code.rateLimited
        case 500...: Code.serverError
        default: named ?? Code.paymentError
        }
    }

    /// The type of a code the catalogue does not know.
    private static func type(status: Int) -> String {
        switch status {
        case 401, 404: "authentication_error"
        case 400, 409, 410, 422: "invalid_request_error"
        case 429: "rate_limit_error"
        case 500...: "api_error"
        default: "payment_error"
        }
    }

    private static func retryable(_ code: String, status: Int, _ body: JSONValue) -> Bool? {
        if code == Code.paymentFailed, status == 402 {
            // A refused attempt leaves the payment payable, unless the answer says it is over.
            let transaction = body.map("transaction").map(SessionTransaction.init)
            return transaction?.normalized.isTerminal != true
        }
        return ErrorCatalogue.wajub[code] == nil ? status != 403 : nil
    }

    /// The first message of each field.
    private static func details(_ errors: JSONValue?) -> [String: String] {
        (errors?.object ?? [:]).compactMapValues { $0.string ?? $0.array?.first?.string }
    }
}
