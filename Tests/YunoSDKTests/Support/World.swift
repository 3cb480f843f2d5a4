import Foundation
import Kernel
@_exported import WireTesting

@testable import Wire
@testable import YunoSDK

let testSession = "438413b7-4921-41e4-b8f3-28a5a0141638"

extension DeviceFacts {
    static let yunoTest = DeviceFacts(
        sdk: "comptoir-yuno/1.0.0", osName: "ios", osVersion: "16.2", appName: "YunoSDK_Example", appVersion: "1.0",
        appBuild: "1", networkAgent: "CFNetwork/1406.0.4 Darwin/22.6.0", timeZone: "America/Bogota",
        languages: ["en"], screen: Screen(width: 1170, height: 2532, scale: 3))
}

/// A world without network, time or chance.
func testWorld(
    _ transport: any Transport, clock: any WaitClock = VirtualClock(), journal: any AttemptJournal = MemoryJournal(),
    origin: String = "https://pay.example", languages: [String] = ["en"]
) -> YunoWorld {
    var world = YunoWorld(
        origin: Result { () throws(GatewayOrigin.Fault) in try GatewayOrigin(origin) }, transport: transport,
        clock: clock, keys: CountingKeys(),
        install: InstallIdentity(
            folder: "comptoir.yunosdk", directory: nil,
            makeIdentifier: { "6f9619ff-8b86-d011-b42d-00cf4fc964ff" }),
        journal: journal, device: { .yunoTest }, jitter: { 0 }, region: "CO", languages: { languages })
    // In virtual time two who wait would drive each other on.
    world.listens = false
    return world
}

/// The SDK, set up in a world of the test's.
func testCore(_ world: YunoWorld, key: String = "sandbox_gAAAAA") -> YunoCore {
    let core = YunoCore(world: world)
    core.initialize(apiKey: key, config: YunoConfig(), callback: nil)
    return core
}

/// A payment as the gateway tells it.
func payment(_ status: String, _ subStatus: String, _ more: [String: JSONValue] = [:]) -> JSONValue {
    let base: [String: JSONValue] = [
        "id": "pay_1", "mark": .string("\(status)-\(subStatus)"), "status": .string(status),
        "sub_status": .string(subStatus),
    ]
    return ["payment": .object(base.merging(more) { $1 })]
}

/// Collects what the app is told.
@MainActor final class Told<Value: Sendable> {
    private(set) var values: [Value] = []
    private(set) var wereOnMain = true

    func tell(_ value: Value) {
        wereOnMain = wereOnMain && MainQueue.isCurrent
        values.append(value)
    }

    /// Waits for so many, for ten seconds at most.
    func wait(_ count: Int) async {
        for _ in 0..<10_000 where values.count < count {
            try? await Task.sleep(nanoseconds: 1_000_000)
        }
    }
}
