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
        now: @escaping @Sendable () -> Timestamp = Timestamp.now
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
        device: { await DeviceFacts.current(sdk: DeviceFacts.wajub) }, jitter: { Double.random(in: 0...1) })
}

extension SessionWorld {
    var today: (month: YearMonth, day: (year: Int, month: Int, day: Int)) { now().dayHere }
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
        token = Secret(HTTPHeaders.visible(sessionToken))
        tokenHash = Crypto.sha256(token.expose().utf8).hex
        self.language = Language(tag: language ?? Locale.preferredLanguages.first ?? "en")
        self.world = world
    }

    /// Sends a call, and sends it again as the policy says.
    /// - Parameter isWanted: asked before it is sent again.
    /// - Throws: a `configuration_error` when the gateway's origin cannot be used; nothing was sent then.
    package func perform(
        _ call: GatewayCall, while isWanted: @Sendable () -> Bool = { true }
    ) async throws(WajubError) -> CallResult {
        let headers = await headers()
        do throws(GatewayOrigin.Fault) {
            return try await gateway.perform(call, headers: headers, while: isWanted)
        } catch {
            let loadError = ErrorCatalogue.wajub[WajubError.Code.loadError]
            throw WajubError(
                WajubError.Code.configurationError, language, message: loadError?.message(language),
                type: "api_error", apiMessage: error.description)
        }
    }

    /// False when the waiting task was cancelled.
    package func slept(nanoseconds: UInt64) async -> Bool { await world.clock.slept(nanoseconds: nanoseconds) }

    private var gateway: GatewayClient {
        GatewayClient(
            origin: world.origin, transport: world.transport, clock: world.clock, jitter: world.jitter,
            keyHeader: "Idempotency-Key")
    }

    private func headers() async -> HTTPHeaders {
        let device = await world.device()
        return [
            "Authorization": "Bearer \(token.expose())", "Accept": "application/json",
            "Accept-Language": device.acceptLanguage(language), "X-Wajub-Client": device.client,
            "User-Agent": device.userAgent,
        ]
    }
}
