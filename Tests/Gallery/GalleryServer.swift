import Foundation
import Gateway
import GatewaySQLite
import GatewayServer
import Interface
import Kernel
import WajubMobile

enum GalleryServer {
    static func run() async {
        do {
            try await serve()
        } catch {
            print("gallery: \(error)")
            exit(1)
        }
    }

    private static func serve() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("gallery-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let gateway = Gateway(store: try SQLiteStore(path: folder.appendingPathComponent("gateway.sqlite").path))
        let (_, keys) = try await gateway.createMerchant(name: "Boutique Étoile")
        var configuration = ApplicationConfiguration()
        configuration.server.port = 0
        // Where the pages inside a screen come from, when the one who starts us says so.
        let bank = CommandLine.arguments.dropFirst().first
        let look: @Sendable (CheckoutSession, JSONValue?) -> Look = { _, json in
            Look(appearance: json.map(Appearance.init(json:)))
        }
        configuration.hosted = HostedDesign(
            make: { world in
                let look = Look(appearance: world.appearance.map(Appearance.init(json:)))
                let gallery = Gallery(world, look: look, bank: bank)
                return HostedInterface(live: gallery, hostGone: { gallery.hostGone() })
            }, look: look, pages: [bank].compactMap(\.self))
        let application = GatewayApplication(gateway: gateway, configuration: configuration, log: .silent)
        let address = try application.start()
        let key = keys.first { $0.kind == .secret && $0.environment == .sandbox }?.key.expose() ?? ""
        print("gallery listens on \(address) key \(key)")
        fflush(nil)
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                while readLine() != nil {}
                continuation.resume()
            }
        }
        await application.shutdown(drainSeconds: 0)
    }
}
