import Foundation
import Kernel
import Wire

/// Talks to the gateway for one use of the SDK (docs/gateway/yuno-sdk.md). Functions throw ``YunoError``, or
/// `CancellationError` when their task was cancelled.
package struct YunoClient: Sendable {
    /// What the app is doing; the gateway is told with every request.
    package enum Use: String, Sendable {
        case setup = "SETUP"
        case full = "FULL"
        case lite = "LITE"
        case render = "RENDER"
        case headless = "HEADLESS"
        case seamless = "SEAMLESS"
        case enrollment = "ENROLLMENT"
    }

    package let language: Language
    package let world: YunoWorld
    let apiKey: String
    private let origin: GatewayOrigin
    private let use: Use
    private let platform: YunoPlatform

    init(
        apiKey: String, origin: GatewayOrigin, use: Use, platform: YunoPlatform, language: Language, world: YunoWorld
    ) {
        self.apiKey = apiKey
        self.origin = origin
        self.use = use
        self.platform = platform
        self.language = language
        self.world = world
    }

    var address: String { origin.url.absoluteString }

    // MARK: - Reading

    /// Whether the gateway knows the key, and what for.
    @discardableResult
    package func settings() async throws -> YunoEnvironment {
        let json = try await read(.get("/v1/sdk/settings"))
        return json.short("environment").flatMap(YunoEnvironment.init) ?? .prod
    }

    package func checkout(_ session: String) async throws -> CheckoutInfo {
        let json = try await read(.get("/v1/sdk/checkout/\(try path(session))"))
        let info = try readable(CheckoutInfo(json), "the checkout")
        // Nobody pays for another session than the one that was asked about.
        return try readable(Self.isSame(info.session, session) ? info : nil, "the checkout")
    }

    /// The session's payment, nil when there is none.
    /// - Parameters:
    ///   - waitSeconds: 0 to 25: the answer is held back until the payment is another than the known one.
    ///   - known: its ``SDKPayment/mark``; empty for none.
    package func payment(_ session: String, waitSeconds: Int = 0, known: String = "") async throws -> SDKPayment? {
        let json = try await read(Self.waiting("/v1/sdk/checkout/\(try path(session))/payment", waitSeconds, known))
        return try seen(json, session)
    }

    /// Where the payment's challenge happens.
    package func challenge(_ session: String) async throws -> String {
        do {
            let json = try await read(.get("/v1/sdk/checkout/\(try path(session))/challenge"))
            return try readable(json.address("url"), "the challenge's address")
        } catch YunoError.api(_, "NO_CHALLENGE_REQUIRED", _) {
            throw YunoError.providerError("NO_CHALLENGE_REQUIRED")
        }
    }

    /// What is known of cards that begin with these digits.
    /// - Parameter firstDigits: 6 to 8 of them; the whole number never leaves for this.
    package func cardInfo(_ firstDigits: String) async throws -> CardInfo {
        let digits = firstDigits.filter { ("0"..."9").contains($0) }.prefix(8)
        return CardInfo(try await read(.get("/v1/sdk/card-info", ["iin": String(digits)])))
    }

    package func enrollmentInfo(_ session: String) async throws -> EnrollmentInfo {
        let json = try await read(.get("/v1/sdk/customers/sessions/\(try path(session))"))
        let info = try readable(EnrollmentInfo(json), "the customer session")
        return try readable(Self.isSame(info.session, session) ? info : nil, "the customer session")
    }

    /// As ``payment(_:waitSeconds:known:)``.
    package func enrollment(
        _ session: String, waitSeconds: Int = 0, known: String = ""
    ) async throws -> SDKEnrollment? {
        let path = "/v1/sdk/customers/sessions/\(try path(session))/enrollment"
        return try await read(Self.waiting(path, waitSeconds, known)).map("enrollment").flatMap(SDKEnrollment.init)
    }

    // MARK: - Doing

    /// A one-time token. Its request is sent once: it moves no money, but a second one would be a second token.
    package func token(_ session: String, _ method: JSONValue) async throws -> OneTimeToken {
        let call = GatewayCall.post("/v1/checkout/sessions/\(try path(session))/token", ["payment_method": method])
        return try readable(OneTimeToken(try await read(call)), "the token")
    }

    /// Creates the payment of a seamless session. The key it carries is on the disk before it leaves: sent again, by
    /// this process or the next, it still is one payment.
    package func createPayment(_ session: String, type: String, token: OneTimeToken) async throws -> SDKPayment {
        let path = "/v1/sdk/checkout/\(try path(session))/payments"
        let key = open(session)?.key ?? world.keys.next()
        record(key, session, type)
        let fields: [String: JSONValue] = [
            "payment_method": ["type": .string(type), "token": .string(token.value.expose())]
        ]
        let result = try await send(.post(path, fields, key: key, .withSameKey))
        do {
            let json = try Self.json(result.last)
            let payment = try readable(json.map("payment").flatMap(SDKPayment.init), "the payment")
            world.journal.settle(key)
            return payment
        } catch {
            // A payment that may be there keeps its key; a key that makes nothing any more is of no use.
            let refusal = error as? YunoError
            let isBurned = refusal?.code == "IDEMPOTENCY_DUPLICATED"
            // A refusal says nothing of a send before it that may have arrived.
            if result.earlierUnanswered, !result.last.isUnanswered, !isBurned {
                throw YunoError.networkError("an earlier send is unanswered")
            }
            let isDecided = !result.last.isUnanswered && refusal?.leavesOpen == false
            if isDecided || isBurned { world.journal.settle(key) }
            throw error
        }
    }

    /// What came of a code the payer typed.
    package enum CodeAnswer: Sendable, Hashable {
        case taken(SDKPayment)
        case wrong(attemptsLeft: Int?)
    }

    package func answer(_ session: String, code id: String, _ code: Secret<String>) async throws -> CodeAnswer {
        let fields: [String: JSONValue] = ["id": .string(id), "code": .string(code.expose())]
        let call = GatewayCall.post("/v1/sdk/checkout/\(try path(session))/otp", fields)
        let result = try await send(call).last
        if case .success(let answer) = result, answer.status == 400, let json = Self.parsed(answer),
            json.short("code") == "INVALID_CODE"
        {
            return .wrong(attemptsLeft: json.whole("attempts_left"))
        }
        return .taken(try readable(try seen(try Self.json(result), session), "the payment"))
    }

    /// Has the code sent again.
    package func resend(_ session: String, code id: String) async throws -> SDKPayment {
        let call = GatewayCall.post("/v1/sdk/checkout/\(try path(session))/otp/resend", ["id": .string(id)])
        return try readable(try seen(try await read(call), session), "the payment")
    }

    /// Removes a saved method; removing it twice is removing it once.
    package func unenroll(_ vaultedToken: String, session: String) async throws {
        let call = GatewayCall.post(
            "/v1/sdk/payment-methods/\(try path(vaultedToken))/unenroll", ["checkout_session": .string(session)], .free)
        _ = try await read(call)
    }

    package func enroll(_ session: String, _ method: JSONValue) async throws -> SDKEnrollment {
        let call = GatewayCall.post(
            "/v1/sdk/customers/sessions/\(try path(session))/enroll", ["payment_method": method],
            key: world.keys.next(), .withSameKey)
        return try readable(
            try await read(call).map("enrollment").flatMap(SDKEnrollment.init), "the enrolment")
    }

    /// What a simulated bank can be made to do.
    package enum SandboxDeed: String, Sendable { case pay, refuse, expire }

    package func sandbox(_ session: String, _ deed: SandboxDeed) async throws -> SDKPayment {
        let call = GatewayCall.post("/v1/sdk/sandbox/checkout/\(try path(session))", ["do": .string(deed.rawValue)])
        return try readable(try seen(try await read(call), session), "the payment")
    }

    // MARK: - The journal

    private func hash(_ session: String) -> String { Crypto.sha256(session.utf8).hex }

    private func open(_ session: String) -> JournalEntry? {
        let hash = hash(session)
        return world.journal.entries.first { $0.tokenHash == hash }
    }

    private func record(_ key: IdempotencyKey, _ session: String, _ type: String) {
        let entry = JournalEntry(
            key: key, channel: type, tokenHash: hash(session), paymentID: nil, beganAt: world.now())
        do {
            try world.journal.record(entry)
        } catch {
            // A full disk does not keep anyone from paying; what is lost is only the memory after a crash.
            SDKLog.yuno.warning("the attempt could not be written to the journal: \(error)")
        }
    }

    /// A session's payment that can be seen was created: the attempt to create it is settled.
    private func seen(_ json: JSONValue, _ session: String) throws(YunoError) -> SDKPayment? {
        guard let payment = json.map("payment").flatMap(SDKPayment.init) else {
            // Absent is none; there and unreadable is not.
            guard json["payment"]?.isNull ?? true else { throw .invalidData("the payment") }
            return nil
        }
        if let entry = open(session) { world.journal.settle(entry.key) }
        return payment
    }

    // MARK: - Inside

    private static func waiting(_ path: String, _ seconds: Int, _ known: String) -> GatewayCall {
        let wait = min(max(seconds, 0), 25)
        guard wait > 0 else { return .get(path) }
        return .get(path, ["wait": String(wait), "known": known], timeoutSeconds: 30 + Double(wait))
    }

    /// A session or a token as part of an address. What is none is not asked about.
    private func path(_ name: String) throws(YunoError) -> String {
        guard !name.isEmpty else { throw .invalidData("the session") }
        let isName = name.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) || $0 == 0x2D || $0 == 0x5F
        }
        guard isName, name.utf8.count <= 128 else {
            throw .api(status: 400, code: "CHECKOUT_SESSION_NOT_FOUND", messages: ["This is no session."])
        }
        return name
    }

    private func read(_ call: GatewayCall) async throws -> JSONValue {
        try Self.json(try await send(call).last)
    }

    private func send(_ call: GatewayCall) async throws -> CallResult {
        let device = await world.device()
        let headers: HTTPHeaders = [
            "public-api-key": apiKey, "Accept": "application/json", "Accept-Language": device.acceptLanguage(language),
            "x-sdk-type": use.rawValue, "x-sdk-platform": platform.rawValue, "User-Agent": device.userAgent,
        ]
        let gateway = GatewayClient(
            origin: .success(origin), transport: world.transport, clock: world.clock, jitter: world.jitter,
            keyHeader: "X-Idempotency-Key")
        do throws(GatewayOrigin.Fault) {
            return try await gateway.perform(call, headers: headers, while: { !Task.isCancelled })
        } catch {
            throw YunoError.invalidConfiguration(error.description)
        }
    }

    private static func isSame(_ told: String, _ asked: String) -> Bool { told.lowercased() == asked.lowercased() }

    private func readable<Value>(_ value: Value?, _ what: String) throws(YunoError) -> Value {
        guard let value else { throw .invalidData(what) }
        return value
    }

    private static func json(_ result: Result<HTTPAnswer, TransportFailure>) throws -> JSONValue {
        switch result {
        case .success(let answer):
            guard answer.isSuccess else { throw YunoError(answer) }
            guard let json = parsed(answer) else { throw YunoError.invalidData("the answer") }
            return json
        case .failure(let failure):
            try Task.checkCancellation()
            throw YunoError.networkError(failure.description)
        }
    }

    static func parsed(_ answer: HTTPAnswer) -> JSONValue? {
        let limits = JSONLimits(bytes: 1 << 20, depth: 32, values: 30_000)
        guard let json = try? JSONValue.parse(answer.body, limits: limits), json.object != nil else { return nil }
        return json
    }
}

extension YunoClient: CustomStringConvertible, CustomReflectable {
    package var description: String { "YunoClient(\(use.rawValue))" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// A one-time token, and the whole answer it came with.
package struct OneTimeToken: Sendable {
    package let value: Secret<String>
    /// Of the whole answer; the token stands in it.
    package let answer: Secret<JSONValue>

    init?(_ json: JSONValue) {
        guard let token = json.short("token") else { return nil }
        value = Secret(token)
        answer = Secret(json)
    }

    /// The answer as an app gets it: nothing is added and nothing left out; `null` is `NSNull`.
    package var information: [String: Any] { answer.expose().plain as? [String: Any] ?? [:] }
}

extension JSONValue {
    /// As Foundation's types: whole numbers are `Int`, others `NSDecimalNumber`, so that an amount is never rounded.
    var plain: Any {
        switch self {
        case .null: NSNull()
        case .bool(let value): value
        case .string(let value): value
        case .array(let items): items.map(\.plain)
        case .object(let members): members.mapValues(\.plain)
        case .number(let number):
            if let whole = number.int64.flatMap(Int.init(exactly:)) {
                whole
            } else if let decimal = number.decimal {
                NSDecimalNumber(decimal: decimal)
            } else {
                number.text
            }
        }
    }
}
