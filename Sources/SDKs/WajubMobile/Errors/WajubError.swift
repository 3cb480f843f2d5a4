import Foundation
import Kernel

/// Every failure of the SDK (W98). ``code`` says what happened to a program, ``message`` says it to the payer in
/// their language.
///
/// It never contains a token, and the SDK itself puts no number, code or card into it.
public struct WajubError: Error, LocalizedError, Sendable, Hashable {
    /// `api_error`, `authentication_error`, `invalid_request_error`, `payment_error` or `rate_limit_error`.
    public let type: String
    /// One of ``Code``, or a newer one.
    public let code: String
    /// For the payer, in their language.
    public let message: String
    /// For the developer: the server's own words, or those of an error your code threw.
    public let apiMessage: String?
    /// Why the payment was refused; the same as ``code`` for a refusal, else nil.
    public let declineCode: String?
    /// Whether the payer can try again, perhaps with another number or method.
    public let retryable: Bool
    /// The field that is wrong.
    public let param: String?
    /// Quote it to support: it names the request in the gateway's logs.
    public let correlationId: String?
    /// Wait this long before trying again.
    public let retryAfterSeconds: Int?
    /// With `shield_blocked`: what the payer quotes to the merchant.
    public let blockReference: String?
    /// What is wrong, by field: the first message of each.
    public let details: [String: String]
    /// With `invalid_code`: tries left.
    public let attemptsLeft: Int?
    /// The status of the answer that brought the error; nil when there was none.
    public let httpStatus: Int?

    /// ``message``.
    public var errorDescription: String? { message }

    /// An error of your own, from a card collector for instance.
    /// - Parameters:
    ///   - code: one of ``Code``; type, words and ``retryable`` come from the contract's catalogue.
    ///   - message: replaces the catalogue's words.
    ///   - apiMessage: for the developer.
    ///   - language: of the catalogue's words, `en` or `fr`; the device's when nil.
    public init(code: String, message: String? = nil, apiMessage: String? = nil, language: String? = nil) {
        let tag = language ?? Locale.preferredLanguages.first ?? "en"
        self.init(code, Language(tag: tag), message: message, apiMessage: apiMessage)
    }

    /// - Parameters:
    ///   - message: replaces the catalogue's words.
    ///   - fallback: the words when the catalogue has none for the code.
    package init(
        _ code: String, _ language: Language, message: String? = nil, fallback: String? = nil,
        type: String? = nil, apiMessage: String? = nil, isDecline: Bool = false, retryable: Bool? = nil,
        param: String? = nil, correlationId: String? = nil, retryAfterSeconds: Int? = nil,
        blockReference: String? = nil, details: [String: String] = [:], attemptsLeft: Int? = nil,
        httpStatus: Int? = nil
    ) {
        let entry = ErrorCatalogue.wajub[code]
        let values = [
            "ref": blockReference, "n": attemptsLeft.map(String.init), "op": nil,
        ].compactMapValues(\.self)
        let words = entry.flatMap { Self.withoutGaps($0.message(language, values)) }
        self.code = entry?.code ?? code
        self.type = entry?.type ?? type ?? "api_error"
        self.message = message ?? words ?? fallback ?? apiMessage ?? self.code
        self.apiMessage = apiMessage
        declineCode = isDecline ? self.code : nil
        self.retryable = retryable ?? entry?.retryable ?? false
        self.param = param
        self.correlationId = correlationId
        self.retryAfterSeconds = retryAfterSeconds
        self.blockReference = blockReference
        self.details = details
        self.attemptsLeft = attemptsLeft
        self.httpStatus = httpStatus
    }

    /// The sentences whose `{places}` were all filled; nil when none is left.
    private static func withoutGaps(_ words: String) -> String? {
        guard words.contains("{") else { return words }
        let sentences = words.components(separatedBy: ". ").filter { !$0.contains("{") }
        guard !sentences.isEmpty else { return nil }
        let text = sentences.joined(separator: ". ")
        return text.hasSuffix(".") ? text : text + "."
    }

    /// The contract's shape (W99): snake_case names; `attempts_left` and `http_status` only when there are any,
    /// every other name always.
    public func toJSON() -> JSONValue {
        var json: [String: JSONValue] = [
            "type": .string(type), "code": .string(code), "message": .string(message),
            "api_message": .optional(apiMessage), "decline_code": .optional(declineCode),
            "retryable": .bool(retryable), "param": .optional(param),
            "correlation_id": .optional(correlationId),
            "retry_after_seconds": .optional(retryAfterSeconds.map { JSONValue.integer($0) }),
            "block_reference": .optional(blockReference),
            "details": .object(details.mapValues(JSONValue.string)),
        ]
        if let attemptsLeft { json["attempts_left"] = .integer(attemptsLeft) }
        if let httpStatus { json["http_status"] = .integer(httpStatus) }
        return .object(json)
    }
}
