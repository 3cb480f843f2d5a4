/// Takes a payment without screens of the SDK's (YH1 to YH69). Made by
/// ``Yuno/apiClientPayment(countryCode:checkoutSession:)``; may be used from any thread.
public protocol YunoPaymentHeadless: AnyObject, Sendable {
    /// A one-time token for a method (YH17). Its request is sent once: a token moves no money, so try again as often as
    /// you like.
    /// - Returns: the gateway's answer, whole; `["token"]` is what your server needs (YH30 to YH38). Absent values are
    ///   `NSNull`.
    /// - Throws: ``YunoError``, or `CancellationError`.
    func generateToken(data: TokenCollectedData) async throws -> [String: Any]

    /// Where to send the payer when the payment waits for a 3-D Secure challenge (YH48 to YH54).
    /// - Parameter checkoutSession: only when it is not the one this client was made with (YH49).
    /// - Throws: ``YunoError``; `.providerError("NO_CHALLENGE_REQUIRED")` when there is nothing to challenge.
    func getThreeDSecureChallenge(checkoutSession: String?) async throws -> ThreeDSecureChallengeResponse

    /// Shows the challenge of a card payment that your server has created, and waits for its end.
    /// - Parameter onResult: on the main thread; perhaps `.processing` first, then one result that stays.
    func continueCardPayment(onResult: @escaping (Yuno.Result) -> Void)
}

extension YunoPaymentHeadless {
    /// As ``getThreeDSecureChallenge(checkoutSession:)``, for the session the client was made with.
    public func getThreeDSecureChallenge() async throws -> ThreeDSecureChallengeResponse {
        try await getThreeDSecureChallenge(checkoutSession: nil)
    }
}

// An app may keep its client in an optional and use it as if it were there (YH16).
extension Optional where Wrapped == any YunoPaymentHeadless {
    /// As ``YunoPaymentHeadless/generateToken(data:)``.
    /// - Throws: ``YunoError/notInitialized`` when there is no client.
    public func generateToken(data: TokenCollectedData) async throws -> [String: Any] {
        guard let self else { throw YunoError.notInitialized }
        return try await self.generateToken(data: data)
    }

    /// As ``YunoPaymentHeadless/getThreeDSecureChallenge(checkoutSession:)``.
    /// - Throws: ``YunoError/notInitialized`` when there is no client.
    public func getThreeDSecureChallenge(
        checkoutSession: String? = nil
    ) async throws -> ThreeDSecureChallengeResponse {
        guard let self else { throw YunoError.notInitialized }
        return try await self.getThreeDSecureChallenge(checkoutSession: checkoutSession)
    }
}

/// Enrols a card without screens of the SDK's. Made by ``Yuno/apiClientEnroll(countryCode:customerSession:)``; may be
/// used from any thread.
public protocol YunoEnrollHeadless: AnyObject, Sendable {
    /// Enrols the card.
    /// - Returns: `status` (the gateway's own word, e.g. `ENROLLED`), `vaulted_token` and `vaultedToken`,
    ///   `customerSession`, and `customer` with `session`; absent values are `NSNull`.
    /// - Throws: ``YunoError``, or `CancellationError`.
    func continueEnrollment(data: EnrollmentCollectedData) async throws -> [String: Any]
}

/// Where a 3-D Secure challenge happens (YH51).
public struct ThreeDSecureChallengeResponse: Sendable, Hashable {
    /// Send the payer here, e.g. in a web view that listens to `messageFromWeb` (YH52, YH55).
    public let url: String

    /// An address.
    public init(url: String) {
        self.url = url
    }
}
