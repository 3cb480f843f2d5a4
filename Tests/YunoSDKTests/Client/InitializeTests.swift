import Foundation
import Kernel
import Testing

@testable import Wire
@testable import YunoSDK

@Suite struct InitializeTests {
    private static let known: ScriptedTransport.Reply = .json(200, ["environment": "sandbox"])

    /// Sets up and waits for the callback.
    private func told(_ core: YunoCore, _ key: String) async -> [Bool] {
        let told = Told<Bool>()
        YunoCore.$current.withValue(core) {
            Yuno.initialize(apiKey: key) { isLoaded in
                MainActor.assumeIsolated { told.tell(isLoaded) }
            }
        }
        await told.wait(1)
        // Were there a second call, it would have come by now.
        try? await Task.sleep(nanoseconds: 20_000_000)
        return await told.values
    }

    @Test("YL7 YL9 YF7 YF9 YH9 A known key: the callback says yes, once, on the main thread")
    func yes() async {
        let transport = ScriptedTransport(("/v1/sdk/settings", Self.known))
        let core = YunoCore(world: testWorld(transport))
        #expect(await told(core, "sandbox_key") == [true])
        #expect(transport.requests.first?.headers["public-api-key"] == "sandbox_key")
        #expect(transport.requests.first?.headers["x-sdk-type"] == "SETUP")
        // The second time the key is known already.
        #expect(await told(core, "sandbox_key") == [true])
        #expect(transport.requests.count == 1)
    }

    @Test("YL9 YF9 YH9 An empty key, an unknown one, a gateway that is away: the callback says no")
    func no() async {
        #expect(await told(YunoCore(world: testWorld(ScriptedTransport())), " ") == [false])
        let unknown = ScriptedTransport(
            ("/v1/sdk/settings", .json(401, ["code": "INVALID_CREDENTIALS", "messages": []])))
        #expect(await told(YunoCore(world: testWorld(unknown)), "sandbox_other") == [false])
        let away = ScriptedTransport { _, _ in .offline }
        #expect(await told(YunoCore(world: testWorld(away)), "sandbox_key") == [false])
        #expect(away.requests.count == 3)
        let wrong = ScriptedTransport()
        #expect(await told(YunoCore(world: testWorld(wrong, origin: "http://shop.example")), "sandbox_key") == [false])
    }

    @Test("YH11 T15 The key alone is enough, in an asynchronous function and without await")
    func alone() async {
        let core = YunoCore(world: testWorld(ScriptedTransport()))
        YunoCore.$current.withValue(core) { Yuno.initialize(apiKey: "sandbox_key") }
        #expect(core.isInitialized)
        await YunoCore.$current.withValue(core) {
            await Task.yield()
            Yuno.initialize(apiKey: "sandbox_key", config: YunoConfig(saveCardEnabled: true))
        }
        #expect(core.config.saveCardEnabled)
    }

    @Test("YL7 YF7 Of several calls the last one counts")
    func last() async throws {
        let transport = ScriptedTransport { _, _ in Self.known }
        let core = testCore(testWorld(transport), key: "sandbox_one")
        let earlier = try core.client(.headless)
        YunoCore.$current.withValue(core) {
            Yuno.initialize(apiKey: "prod_two", config: YunoConfig(keepLoader: true))
            Yuno.setPlatform(.flutter)
        }
        try await core.client(.lite).settings()
        try await earlier.settings()
        #expect(transport.requests.map { $0.headers["public-api-key"] } == ["prod_two", "sandbox_one"])
        #expect(transport.requests.map { $0.headers["x-sdk-platform"] } == ["FLUTTER", "NATIVE"])
        #expect(core.config.keepLoader && core.runtime.environment == .prod)
    }

    @Test("YR62 The gateway's address may be set; what is no address of one is refused before anything is sent")
    func address() async throws {
        let transport = ScriptedTransport { _, _ in Self.known }
        let core = testCore(testWorld(transport))
        try await YunoCore.$current.withValue(core) {
            Yuno.config.baseURL = URL(string: "http://127.0.0.1:9000")
            try await core.client(.setup).settings()
            Yuno.config.baseURL = nil
            try await core.client(.setup).settings()
            for wrong in ["http://shop.example", "https://shop.example/path", "ftp://127.0.0.1"] {
                Yuno.config.baseURL = URL(string: wrong)
                #expect(throws: YunoError.self) { try core.client(.setup) }
            }
        }
        #expect(transport.requests.map { $0.url.host } == ["127.0.0.1", "pay.example"])
    }
}
