import Foundation

/// What the headless functions throw. It never holds a card number or a security code.
public enum YunoError: Error, LocalizedError, Sendable, Hashable {
    /// ``Yuno/initialize(apiKey:config:callback:)`` was not called, or its key is empty. Call it first.
    case notInitialized
    /// Something about the set-up is wrong, e.g. the gateway's address; nothing was sent.
    case invalidConfiguration(String)
    /// No answer came. Nothing was charged: a token alone moves no money. Try again.
    case networkError(String)
    /// The public key is not one of the gateway's.
    case authenticationFailed
    /// The session is over. Have your server create a new one.
    case sessionExpired
    /// A provider cannot do it; `NO_CHALLENGE_REQUIRED` when the payment waits for no challenge.
    case providerError(String)
    /// The gateway refused: its status, its code (e.g. `CHECKOUT_SESSION_NOT_FOUND`) and what it said for developers.
    case api(status: Int, code: String, messages: [String])
    /// What was handed in, or what came back, cannot be read; says which part, never what stood there.
    case invalidData(String)
    /// The payer went away.
    case userCancelled

    /// The app left out the country or the session.
    package static let missingParameters = YunoError.invalidConfiguration("the country or the session is missing")

    /// For the developer, in English.
    public var errorDescription: String? {
        switch self {
        case .notInitialized: "Yuno.initialize(apiKey:) has not been called with a key."
        case .invalidConfiguration(let fault): "The set-up is wrong: \(fault)"
        case .networkError(let fault): "No answer came: \(fault)."
        case .authenticationFailed: "The gateway does not know the public key."
        case .sessionExpired: "The session is over."
        case .providerError(let code): "The provider cannot do it: \(code)."
        case .api(let status, let code, let messages):
            "The gateway refused (\(status) \(code)): " + messages.joined(separator: " ")
        case .invalidData(let part): "Unreadable: \(part)."
        case .userCancelled: "The payer went away."
        }
    }

    /// The word ``Yuno/lastResult`` gives for it.
    package var code: String {
        switch self {
        case .notInitialized: "NOT_INITIALIZED"
        case .missingParameters: "MISSING_PARAMETERS"
        case .invalidConfiguration: "INVALID_CONFIGURATION"
        case .networkError: "NETWORK_ERROR"
        case .authenticationFailed: "INVALID_CREDENTIALS"
        case .sessionExpired: "CHECKOUT_SESSION_NOT_FOUND"
        case .providerError(let code): code
        case .api(_, let code, _): code
        case .invalidData: "INVALID_DATA"
        case .userCancelled: "CANCELLED_BY_USER"
        }
    }
}
