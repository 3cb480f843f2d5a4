import Foundation
import Kernel
import Wire

/// What both headless clients stand on.
private struct HeadlessUse: Sendable {
    let core: YunoCore
    let country: String
    let session: String
    /// Begun with the client, so that no token waits for it (YH13).
    private let device: Task<DeviceFacts, Never>

    init(_ core: YunoCore, country: String, session: String) {
        self.core = core
        self.country = country
        self.session = session
        device = Task { [world = core.world] in await world.device() }
    }

    /// The session a call names, else the client's own.
    func session(_ named: String?) -> String { named.flatMap { $0.isEmpty ? nil : $0 } ?? session }

    /// What the app collected, with what fraud checks need to know of the device.
    func method(_ collected: CollectedData, _ client: YunoClient) async -> JSONValue {
        collected.tokenRequest(
            browser: await device.value.browserInfo(client.language), fingerprint: core.world.install.fingerprint,
            country: country)
    }
}

/// A payment without screens of the SDK's.
final class HeadlessPayment: YunoPaymentHeadless {
    private let use: HeadlessUse

    init(_ core: YunoCore, country: String, session: String) {
        use = HeadlessUse(core, country: country, session: session)
    }

    func generateToken(data: TokenCollectedData) async throws -> [String: Any] {
        let client = try use.core.client(.headless)
        let method = await use.method(data.paymentMethod, client)
        return try await client.token(use.session(data.checkoutSession), method).information
    }

    func getThreeDSecureChallenge(checkoutSession: String?) async throws -> ThreeDSecureChallengeResponse {
        let client = try use.core.client(.headless)
        return ThreeDSecureChallengeResponse(url: try await client.challenge(use.session(checkoutSession)))
    }

    func continueCardPayment(onResult: @escaping (Yuno.Result) -> Void) {
        let told = MainThreadCall(onResult)
        Task { @MainActor [use] in
            use.core.desk.continueCard(session: use.session, country: use.country) { told($0) }
        }
    }
}

/// A card's enrolment without screens of the SDK's.
final class HeadlessEnrollment: YunoEnrollHeadless {
    private let use: HeadlessUse

    init(_ core: YunoCore, country: String, session: String) {
        use = HeadlessUse(core, country: country, session: session)
    }

    func continueEnrollment(data: EnrollmentCollectedData) async throws -> [String: Any] {
        let client = try use.core.client(.enrollment)
        let session = use.session(data.customerSession)
        let enrollment = try await client.enroll(session, await use.method(data.paymentMethod, client))
        let token: Any = enrollment.vaultedToken ?? NSNull()
        return [
            "status": enrollment.status, "vaulted_token": token, "vaultedToken": token, "customerSession": session,
            "customer": ["session": session],
        ]
    }
}

extension CollectedData {
    /// The method as the gateway takes it, for a token or an enrolment. What is empty is absent.
    package func tokenRequest(browser: JSONValue, fingerprint: String, country: String) -> JSONValue {
        var person = (customer ?? Customer()).json.object ?? [:]
        person["browser_info"] = browser
        person["device_fingerprint"] = .string(fingerprint)
        var method: [String: JSONValue] = [
            "type": .string(type), "vaulted_token": .optional(vaultedToken.flatMap { $0.isEmpty ? nil : $0 }),
            "vault_on_success": .bool(card?.save ?? false), "customer": .object(person),
        ]
        if !country.isEmpty { method["country"] = .string(country.uppercased()) }
        if let detail = card?.detail { method["card"] = detail.json }
        if let installment = card?.installment { method["installment"] = installment.json }
        return .object(method)
    }
}

extension DeviceFacts {
    /// The eleven things 3-D Secure wants to know of a browser (YH34 to YH37). An app is none: what it has not is null.
    package func browserInfo(_ language: Language) -> JSONValue {
        let points = screen.map { screen in
            (
                width: Self.oneDecimal(Double(screen.width) / max(screen.scale, 1)),
                height: Self.oneDecimal(Double(screen.height) / max(screen.scale, 1))
            )
        }
        return [
            "color_depth": nil, "language": .string(language.rawValue), "accept_header": "*/*",
            "browser_time_difference": nil, "accept_content": nil, "accept_browser": nil, "java_enabled": nil,
            "user_agent": .string(browserAgent), "screen_height": .optional(points?.height),
            "screen_width": .optional(points?.width), "javascript_enabled": nil,
        ]
    }

    /// `844.0`
    private static func oneDecimal(_ points: Double) -> String {
        let tenths = Int((points * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
