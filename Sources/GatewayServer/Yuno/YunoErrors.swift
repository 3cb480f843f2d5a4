import Gateway
import Kernel
import Wire

/// A refusal in the words of the Yuno dialect.
struct YunoFault: Error, Sendable, Equatable {
    /// `UPPER_SNAKE`; the status follows from it.
    let code: String
    let messages: [String]
    /// Said beside the two, by the private endpoints only.
    var extra: [String: JSONValue] = [:]
    /// Nil is the code's own.
    var status: Int?

    init(_ code: String, _ messages: [String] = [], extra: [String: JSONValue] = [:], status: Int? = nil) {
        self.code = code
        self.messages = messages
        self.extra = extra
        self.status = status
    }

    static func missing(_ names: [String]) -> YunoFault {
        YunoFault("MISSING_PARAMETERS", ["Missing parameters: list - [\(names.joined(separator: ", "))]."])
    }

    /// - Parameter details: what is wrong with each, for a developer.
    static func invalid(_ names: [String], details: [String] = []) -> YunoFault {
        YunoFault(
            "INVALID_PARAMETERS", ["Invalid parameters: list - [\(names.joined(separator: ", "))]."] + details)
    }
}

/// The error envelope `{"code", "messages"}` (spec 12.4). Its words are for developers, in English: what a payer reads
/// is in a payment's `message`.
enum YunoErrors {
    /// Whether a request is this dialect's, so that even a refusal that no handler saw is in its envelope.
    static func speaks(_ path: String) -> Bool { path == "/v1" || path.hasPrefix("/v1/") }

    static func response(_ fault: YunoFault) -> ServerResponse {
        ServerResponse(json: answer(fault))
    }

    static func answer(_ fault: YunoFault) -> StoredAnswer {
        let words = fault.messages.isEmpty ? [messages[fault.code] ?? "The request was refused."] : fault.messages
        var body = fault.extra
        body["code"] = .string(fault.code)
        body["messages"] = .array(words.map(JSONValue.string))
        return StoredAnswer(
            status: fault.status ?? statuses[fault.code] ?? 400, body: JSONValue.object(body).bytes)
    }

    /// What the server refused before any handler saw it.
    static func response(_ refusal: ServerRefusal, limit: Int) -> ServerResponse {
        let code =
            switch refusal.status {
            case 404: "NOT_FOUND"
            case 405: "UNSUPPORTED_METHOD"
            case 408: "REQUEST_TIMEOUT"
            case 500...: "INTERNAL_ERROR"
            default: "INVALID_REQUEST"
            }
        let words = refusal.status == 413 ? ["The body must be at most \(limit) bytes."] : []
        return response(YunoFault(code, words, status: refusal.status))
    }

    /// What any handler throws, as a fault of the dialect.
    static func fault(_ error: any Error) -> YunoFault {
        switch error {
        case let fault as YunoFault:
            return fault
        case let errors as FieldErrors:
            return fault(errors.refusal)
        case let error as JSONError:
            return YunoFault(
                "INVALID_REQUEST", ["The body cannot be read: \(error)."],
                status: error.reason == .tooLarge ? 413 : 400)
        case let fault as IdempotencyFault:
            return YunoFault(fault == .conflict ? "IDEMPOTENCY_DUPLICATED" : "REQUEST_IN_PROCESS")
        case let refusal as Refusal:
            return self.fault(refusal)
        case StoreFault.unavailable:
            return YunoFault("INTERNAL_ERROR", ["The gateway cannot reach its store. Try again."], status: 503)
        default:
            return YunoFault("INTERNAL_ERROR")
        }
    }

    static func fault(_ refusal: Refusal) -> YunoFault {
        let names = refusal.fields.keys.sorted()
        // What is wrong with each is said besides; what stood there never is.
        let details = names.prefix(20).map { "\($0): \(refusal.fields[$0] ?? "")" }
        var fault: YunoFault
        switch refusal.code {
        case "MISSING_PARAMETERS": fault = .missing(names)
        case "INVALID_PARAMETERS", "validation_error": fault = .invalid(names, details: details)
        default: fault = YunoFault(refusal.code.uppercased(), details)
        }
        if let left = refusal.attemptsLeft { fault.extra["attempts_left"] = .integer(left) }
        return fault
    }

    private static let statuses: [String: Int] = [
        "INVALID_CREDENTIALS": 401, "EXPIRED_CREDENTIALS": 401, "UNKNOWN_IP_ADDRESS": 401, "INVALID_TOKEN": 401,
        "TOKEN_IN_USE": 401, "AUTHORIZATION_REQUIRED": 403, "UNSUPPORTED_METHOD": 405, "INTERNAL_ERROR": 500,
        "REQUEST_TIMEOUT": 504, "WEBHOOK_ALREADY_EXISTS": 409,
    ]

    private static let messages: [String: String] = [
        "AUTHORIZATION_REQUIRED": "The key or the session may not do this.",
        "CHECKOUT_SESSION_NOT_FOUND": "The checkout session is not found or inactive.",
        "COUNTRY_NOT_SUPPORTED": "The country is not supported.",
        "CURRENCY_NOT_ALLOWED": "The currency is not allowed.",
        "CUSTOMER_ID_DUPLICATED": "There is a customer with this merchant_customer_id already.",
        "CUSTOMER_NOT_FOUND": "The customer is not found.",
        "IDEMPOTENCY_DUPLICATED": "The idempotency key was used by a request that failed. Use another one.",
        "INTERNAL_ERROR": "The gateway could not answer. Try again.",
        "INVALID_ACCOUNT_ID": "The account_id is not the account of these keys.",
        "INVALID_AMOUNT": "The amount is not valid.",
        "INVALID_CODE": "The code is not the right one.",
        "INVALID_CREDENTIALS": "The keys are missing, unknown or do not belong together.",
        "INVALID_CUSTOMER_FOR_TOKEN": "The token belongs to another customer.",
        "INVALID_REQUEST": "The request cannot be understood.",
        "INVALID_STATE": "What was asked for is not possible in the present state.",
        "INVALID_STATUS": "What was asked for is not possible in the present status.",
        "INVALID_TOKEN": "The token is unknown, used or expired.",
        "NOT_FOUND": "Nothing is found at this address, or under this id.",
        "NO_CHALLENGE_REQUIRED": "No challenge is waiting to be passed.",
        "PAYMENT_NOT_FOUND": "The payment is not found.",
        "REQUEST_IN_PROCESS": "The first request with this idempotency key is still being worked on.",
        "REQUEST_TIMEOUT": "The request took too long.",
        "RESEND_NOT_ALLOWED": "The code cannot be sent again now.",
        "TOKEN_IN_USE": "The token is being used by another request.",
        "TRANSACTION_NOT_FOUND": "The transaction is not found.",
        "STEP_EXPIRED": "The code is not good any longer.",
        "UNAVAILABLE_PAYMENT_METHOD": "The payment method is not available.",
        "UNSUPPORTED_MEDIA_TYPE": "The body must be a form.",
        "UNSUPPORTED_METHOD": "The method is not supported at this address.",
        "WEBHOOK_ALREADY_EXISTS": "There is a webhook of that name, or of that address and one of these events.",
    ]
}
