import Foundation
import Kernel
import Wire

/// What stands behind the static entry points: the one place that knows the key, the look and what was told last.
package final class YunoCore: @unchecked Sendable {
    /// The one the entry points use. Our own tests replace it for a task; an app cannot.
    @TaskLocal package static var current = YunoCore(world: .real)

    package let world: YunoWorld
    /// Which addresses come back to its flows.
    let links = DeepLinks()
    /// Its flow.
    @MainActor private(set) lazy var desk = FlowDesk(self)
    private let lock = NSLock()
    private var state = State()

    private struct State {
        var apiKey = ""
        var config = YunoConfig()
        var environment: YunoEnvironment?
        var baseURL: URL?
        var platform = YunoPlatform.native
        var lastOutcome: YunoOutcome?
        /// Keys a gateway has accepted, with that gateway.
        var accepted: Set<[String]> = []
    }

    package init(world: YunoWorld) {
        self.world = world
    }

    // MARK: - Set-up

    func initialize(apiKey: String, config: YunoConfig, callback: ((Bool) -> Void)?) {
        let key = HTTPHeaders.visible(apiKey)
        lock.withLock {
            state.apiKey = key
            state.config = config
        }
        guard let callback else { return }
        let told = MainThreadCall(callback)
        let client = Swift.Result { try self.client(.setup) }
        Task { [self] in
            let isAccepted = await accepts(client)
            await told(isAccepted)
        }
    }

    private func accepts(_ client: Swift.Result<YunoClient, any Error>) async -> Bool {
        guard let client = try? client.get() else { return false }
        let mark = [client.apiKey, client.address]
        if lock.withLock({ state.accepted.contains(mark) }) { return true }
        guard (try? await client.settings()) != nil else { return false }
        lock.withLock { _ = state.accepted.insert(mark) }
        return true
    }

    package var isInitialized: Bool { lock.withLock { !state.apiKey.isEmpty } }

    /// What the app asked for.
    package var config: YunoConfig { lock.withLock { state.config } }

    package var runtime: YunoRuntimeConfig {
        get {
            lock.withLock {
                YunoRuntimeConfig(
                    ofKey: YunoEnvironment(apiKey: state.apiKey), chosen: state.environment, baseURL: state.baseURL)
            }
        }
        set {
            lock.withLock {
                state.environment = newValue.chosen
                state.baseURL = newValue.baseURL
            }
        }
    }

    package var platform: YunoPlatform {
        get { lock.withLock { state.platform } }
        set { lock.withLock { state.platform = newValue } }
    }

    // MARK: - Work

    /// A client with the key and the address of now.
    /// - Parameter language: as an app writes it; nil for the device's.
    /// - Throws: ``YunoError/notInitialized`` or ``YunoError/invalidConfiguration(_:)``.
    package func client(_ use: YunoClient.Use, language: String? = nil) throws(YunoError) -> YunoClient {
        let state = lock.withLock { self.state }
        guard !state.apiKey.isEmpty else { throw .notInitialized }
        let origin: GatewayOrigin
        do throws(GatewayOrigin.Fault) {
            if let url = state.baseURL {
                origin = try GatewayOrigin(url.absoluteString)
            } else {
                origin = try world.origin.get()
            }
        } catch {
            throw .invalidConfiguration(error.description)
        }
        return YunoClient(
            apiKey: state.apiKey, origin: origin, use: use, platform: state.platform,
            language: Language(wanted: language, device: world.languages()), world: world)
    }

    // MARK: - What was told

    /// What was told last; set it right before the app hears of it, so that a result knows its finer word.
    package var lastOutcome: YunoOutcome? {
        get { lock.withLock { state.lastOutcome } }
        set { lock.withLock { state.lastOutcome = newValue } }
    }
}

/// A function of the app's that is called on the main thread. Swift cannot know that an app's closure may go there; the
/// documentation of every entry point says that it does.
package struct MainThreadCall<Value: Sendable>: @unchecked Sendable {
    private let body: (Value) -> Void

    package init(_ body: @escaping (Value) -> Void) { self.body = body }

    @MainActor package func callAsFunction(_ value: Value) { body(value) }
}
