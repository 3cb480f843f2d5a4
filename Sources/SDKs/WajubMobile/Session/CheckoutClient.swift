import Foundation
import Kernel
import Wire

/// Everything a session takes from outside. Injected, so that tests bring their own world.
package struct SessionWorld: Sendable {
    package var origin: Result<GatewayOrigin, GatewayOrigin.Fault>
    package var transport: any Transport
    package var clock: any WaitClock
    package var keys: any IdempotencyKeySource
    package var install: InstallIdentity
    package var journal: any AttemptJournal
    package var device: @Sendable () async -> DeviceFacts
    /// Random numbers from 0 to 1.
    package var jitter: @Sendable () -> Double
    /// The device's wall clock: data for people, never compared.
    package var now: @Sendable () -> Timestamp
    package var sockets: any WebSocketClient
    /// Announces changes of the payment without a socket, for checkouts inside the gateway: it begins to call
    /// `changed`, and stops when the answer is let go of. Nil goes by ``sockets``.
    package var announce: (@Sendable (_ changed: @escaping @Sendable () -> Void) -> any AnyObject & Sendable)?
    /// ISO 3166 code of the device's region.
    package var region: String? = Locale.current.regionCode

    package init(
        origin: Result<GatewayOrigin, GatewayOrigin.Fault>, transport: any Transport, clock: any WaitClock,
        keys: any IdempotencyKeySource, install: InstallIdentity, journal: any AttemptJournal,
        device: @escaping @Sendable () async -> DeviceFacts, jitter: @escaping @Sendable () -> Double,
        sockets: any WebSocketClient = SystemWebSocketClient(),
        now: @escaping @Sendable () -> Timestamp = {
            Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
        }
    ) {
        self.origin = origin
        self.sockets = sockets
        self.transport = transport
        self.clock = clock
        self.keys = keys
        self.install = install
        self.journal = journal
        self.device = device
        self.jitter = jitter
        self.now = now
    }

    /// The world of sessions that are given none. Our own tests replace it for a task; an app cannot (W130).
    @TaskLocal package static var current = SessionWorld.real

    /// The real one. It holds nothing that changes but the connection pool and the install id.
    package static let real = SessionWorld(
        origin: GatewayOrigin.ofProcess, transport: SystemTransport(), clock: SystemWaitClock(),
        keys: RandomIdempotencyKeys(), install: InstallIdentity(folder: "com.wajub.mobile"),
        journal: FileJournal(folder: "com.wajub.mobile"),
        device: { await DeviceFacts.current() }, jitter: { Double.random(in: 0...1) })
}

extension SessionWorld {
    /// The calendar's day where the device is: what a card's expiry and a date of birth are measured by.
    var today: (month: YearMonth, day: (year: Int, month: Int, day: Int)) {
        let date = Date(timeIntervalSince1970: Double(now().milliseconds) / 1000)
        let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: date)
        let day = (year: parts.year ?? 2000, month: parts.month ?? 1, day: parts.day ?? 1)
        return (YearMonth(year: day.year, month: day.month), day)
    }
}

/// One call of the checkout API.
package struct CheckoutCall: Sendable {
    package var method: HTTPMethod
    package var path: String
    package var body: JSONValue?
    /// The body, when it is a form and not JSON.
    package var form: Form?
    package var key: IdempotencyKey?
    package var repeatability: RetryPolicy.Repeatability

    /// Fields sent as a web page's form sends them.
    package struct Form: Sendable, Hashable {
        package let fields: [String: String]

        package init(_ fields: [String: String]) { self.fields = fields }

        static let contentType = "application/x-www-form-urlencoded"

        /// Sorted, so that equal forms give equal bytes.
        var bytes: [UInt8] {
            let pairs = fields.sorted { $0.key < $1.key }.map { Self.encoded($0.key) + "=" + Self.encoded($0.value) }
            return Array(pairs.joined(separator: "&").utf8)
        }

        private static func encoded(_ text: String) -> String {
            let plain = CharacterSet(
                charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
            return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
        }
    }

    package static func get(_ path: String) -> CheckoutCall {
        CheckoutCall(method: .get, path: path, repeatability: .free)
    }

    /// A POST without fields sends `{}`.
    package static func post(
        _ path: String, _ fields: [String: JSONValue] = [:], key: IdempotencyKey? = nil,
        _ repeatability: RetryPolicy.Repeatability = .never
    ) -> CheckoutCall {
        CheckoutCall(method: .post, path: path, body: .object(fields), key: key, repeatability: repeatability)
    }
}

/// What a call and its automatic repetitions brought.
package struct CallResult: Sendable {
    package var last: Result<HTTPAnswer, TransportFailure>
    /// Whether a send before the last one may have reached the server without a definite answer.
    package var earlierUnanswered: Bool
}

/// Sends calls of the checkout API with the contract's headers, time-outs and repetitions (spec 3, W105).
package struct CheckoutClient: Sendable {
    package let language: Language
    package let world: SessionWorld
    private let token: Secret<String>
    /// Names the payment in the journal without letting anyone pay it.
    package let tokenHash: String

    package init(sessionToken: String, language: String?, world: SessionWorld) {
        // A token pasted with a line break must not become a second header.
        token = Secret(String(decoding: sessionToken.utf8.filter { (0x21...0x7E).contains($0) }, as: UTF8.self))
        tokenHash = Crypto.sha256(token.expose().utf8).hex
        self.language = Language(tag: language ?? Locale.preferredLanguages.first ?? "en")
        self.world = world
    }

    /// Sends a call, and sends it again as the policy says.
    /// - Parameter isWanted: asked before it is sent again.
    /// - Throws: a `configuration_error` when the gateway's origin cannot be used; nothing was sent then.
    package func perform(
        _ call: CheckoutCall, while isWanted: @Sendable () -> Bool = { true }
    ) async throws(WajubError) -> CallResult {
        let request = try await request(call)
        let policy = RetryPolicy()
        var earlierUnanswered = false
        var tries = 1
        while true {
            let result = await send(request)
            let decision = policy.decide(
                after: result, tries: tries, call.repeatability, jitter: world.jitter())
            guard case .retry(let milliseconds) = decision, isWanted(),
                await slept(nanoseconds: UInt64(milliseconds) * 1_000_000), isWanted()
            else { return CallResult(last: result, earlierUnanswered: earlierUnanswered) }
            earlierUnanswered = earlierUnanswered || OutcomeMapping.isUnanswered(result)
            tries += 1
        }
    }

    /// False when the waiting task was cancelled.
    package func slept(nanoseconds: UInt64) async -> Bool {
        do {
            try await world.clock.sleep(nanoseconds: nanoseconds)
            return true
        } catch {
            return false
        }
    }

    private func send(_ request: HTTPRequest) async -> Result<HTTPAnswer, TransportFailure> {
        do throws(TransportFailure) {
            return .success(try await world.transport.send(request))
        } catch {
            return .failure(error)
        }
    }

    private func request(_ call: CheckoutCall) async throws(WajubError) -> HTTPRequest {
        let origin: GatewayOrigin
        switch world.origin {
        case .success(let value): origin = value
        case .failure(let fault):
            let loadError = ErrorCatalogue.wajub[WajubError.Code.loadError]
            throw WajubError(
                WajubError.Code.configurationError, language, message: loadError?.message(language),
                type: "api_error", apiMessage: fault.description)
        }
        let device = await world.device()
        var headers: HTTPHeaders = [
            "Authorization": "Bearer \(token.expose())", "Accept": "application/json",
            "Accept-Language": device.acceptLanguage(language), "X-Wajub-Client": device.client,
            "User-Agent": device.userAgent,
        ]
        if call.body != nil { headers["Content-Type"] = "application/json; charset=utf-8" }
        if call.form != nil { headers["Content-Type"] = CheckoutCall.Form.contentType }
        if let key = call.key { headers["Idempotency-Key"] = key.rawValue }
        return HTTPRequest(
            call.method, origin.endpoint(call.path), headers: headers, body: call.form?.bytes ?? call.body?.bytes,
            timeoutSeconds: 30)
    }
}
