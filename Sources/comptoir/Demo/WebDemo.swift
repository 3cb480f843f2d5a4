import Foundation
import GatewayServer
import Kernel

/// A gateway and a shop on one machine, and a page that shows both.
struct WebDemo: Sendable {
    let address: String
    let gateway: String
    /// The shop's, so that the page's code runs as it is.
    let key: Secret<String>
    private let application: GatewayApplication
    private let window: ShopWindow

    /// - Parameter port: of the page; nil takes the usual one, or any that is free.
    init(folder: DemoFolder, language: Language, port: UInt16?) async throws {
        let log = DemoLog()
        window = try Self.window(port, log, language)
        let origin = window.origin
        let account: YunoBackend.Keys
        do {
            let gateway = try await DemoGateway(
                folder: folder, approvalMilliseconds: 3000, timeoutMilliseconds: 20_000
            ) { configuration in
                configuration.embedders = [origin, origin.replacingOccurrences(of: "127.0.0.1", with: "localhost")]
                configuration.observer = { request, response, milliseconds in
                    DemoEntry(request, response, milliseconds: milliseconds).map(log.record)
                }
            }
            application = gateway.application
            self.gateway = gateway.address
            key = gateway.key
            account = gateway.account
        } catch {
            await window.close()
            throw error
        }
        address = origin
        try await window.open(ShopBackend(gateway: gateway, key: key), application.hosted, account)
    }

    private static let usualPort: UInt16 = 8788

    private static func window(_ port: UInt16?, _ log: DemoLog, _ language: Language) throws -> ShopWindow {
        if let port { return try ShopWindow(port: port, log: log, language: language) }
        do {
            return try ShopWindow(port: usualPort, log: log, language: language)
        } catch is ServerStartFailure {
            return try ShopWindow(port: 0, log: log, language: language)
        }
    }

    func stop() async {
        await window.close()
        await application.shutdown(drainSeconds: 1)
    }
}
