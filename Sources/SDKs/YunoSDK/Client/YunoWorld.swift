import Foundation
import Kernel
import Wire

/// Everything the SDK takes from outside. Injected, so that tests bring their own world.
package struct YunoWorld: Sendable {
    /// Where the gateway is unless the app says otherwise.
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
    /// ISO 3166 code of the device's region.
    package var region: String?
    /// Whether a payment that is followed is also awaited with answers that the gateway holds back; without it reads
    /// alone tell of changes.
    package var listens = true
    /// The languages the person prefers, first one first, as BCP 47 tags.
    package var languages: @Sendable () -> [String]
    /// A wallet in place of the device's; nil for the device's own.
    package var wallet: @MainActor @Sendable () -> (any WalletAuthorizing)? = { nil }

    package init(
        origin: Result<GatewayOrigin, GatewayOrigin.Fault>, transport: any Transport, clock: any WaitClock,
        keys: any IdempotencyKeySource, install: InstallIdentity, journal: any AttemptJournal,
        device: @escaping @Sendable () async -> DeviceFacts, jitter: @escaping @Sendable () -> Double,
        now: @escaping @Sendable () -> Timestamp = Timestamp.now, region: String? = Locale.current.regionCode,
        languages: @escaping @Sendable () -> [String] = { Locale.preferredLanguages }
    ) {
        self.origin = origin
        self.transport = transport
        self.clock = clock
        self.keys = keys
        self.install = install
        self.journal = journal
        self.device = device
        self.jitter = jitter
        self.now = now
        self.region = region
        self.languages = languages
    }

    /// The real one. It holds nothing that changes but the connection pool and the install id.
    package static let real = YunoWorld(
        origin: GatewayOrigin.ofProcess, transport: SystemTransport(), clock: SystemWaitClock(),
        keys: RandomIdempotencyKeys(), install: InstallIdentity(folder: folder), journal: FileJournal(folder: folder),
        device: { await DeviceFacts.current(sdk: "comptoir-yuno/1.0.0") }, jitter: { Double.random(in: 0...1) })

    private static let folder = "comptoir.yunosdk"
}

extension SDKLog {
    static let yuno = SDKLog("YunoSDK")
}
