import Foundation
import Kernel
@_exported import WireTesting

@testable import WajubMobile
@testable import Wire

extension DeviceFacts {
    static let test = DeviceFacts(
        sdk: DeviceFacts.wajub, osName: "ios", osVersion: "18.1", appName: "Shop", appVersion: "3.2",
        timeZone: "Africa/Douala",
        languages: ["fr-CM", "fr", "en"], screen: Screen(width: 1179, height: 2556))
}

/// A world without network, time or chance.
func testWorld(
    _ transport: any Transport, clock: any WaitClock = VirtualClock(), device: DeviceFacts = .test,
    origin: String = "https://api.wajub.com"
) -> SessionWorld {
    SessionWorld(
        origin: Result { () throws(GatewayOrigin.Fault) in try GatewayOrigin(origin) }, transport: transport,
        clock: clock, keys: CountingKeys(),
        install: InstallIdentity(
            folder: "com.wajub.mobile", directory: nil,
            makeIdentifier: { "6f9619ff-8b86-d011-b42d-00cf4fc964ff" }),
        journal: MemoryJournal(),
        device: { device }, jitter: { 0 })
}

func testSession(
    _ transport: any Transport, clock: any WaitClock = VirtualClock(), language: String = "en"
) -> WajubSession {
    WajubSession(sessionToken: "sess_abc123", language: language, world: testWorld(transport, clock: clock))
}

/// A payment as the API shows it.
func transaction(_ status: String, _ more: [String: JSONValue] = [:]) -> JSONValue {
    let base: [String: JSONValue] = [
        "id": "trx_9Xk2", "reference": "order-4172", "amount": 1000, "amount_total": 1020, "currency": "XAF",
        "status": .string(status),
    ]
    return .object(base.merging(more) { $1 })
}
