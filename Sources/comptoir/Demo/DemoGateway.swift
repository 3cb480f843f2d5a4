import Foundation
import Gateway
import GatewaySQLite
import GatewayServer
import Kernel

/// Where the demo keeps its database.
struct DemoFolder: Sendable {
    let path: String
    var database: String { path + "/comptoir.sqlite" }
    private let isTemporary: Bool

    init(_ given: String?) throws {
        isTemporary = given == nil
        path = given ?? NSTemporaryDirectory() + "comptoir-demo-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    func remove() {
        if isTemporary { try? FileManager.default.removeItem(atPath: path) }
    }
}

/// A gateway of the demo's own, with one merchant.
struct DemoGateway: Sendable {
    let application: GatewayApplication
    let address: String
    /// The merchant's sandbox key.
    let key: Secret<String>
    /// The same merchant's, for the Yuno dialect.
    let account: YunoBackend.Keys

    /// - Parameters:
    ///   - approvalMilliseconds: how long a payer takes to approve on the phone: a demo keeps nobody waiting.
    ///   - timeoutMilliseconds: when an approval that nobody gives ends.
    ///   - configure: what else is served.
    init(
        folder: DemoFolder, approvalMilliseconds: Int64, timeoutMilliseconds: Int64,
        configure: (inout ApplicationConfiguration) -> Void = { _ in }
    ) async throws {
        var options = GatewayOptions()
        options.sandbox.approvalMilliseconds = approvalMilliseconds
        options.rules.sandboxApprovalMilliseconds = timeoutMilliseconds
        let gateway = Gateway(store: try openStore(folder.database), options: options)
        let (merchant, keys) = try await gateway.createMerchant(name: "Boutique Comptoir")
        let sandbox = keys.filter { $0.environment == .sandbox }
        guard let key = sandbox.first(where: { $0.kind == .secret })?.key,
            let publishable = sandbox.first(where: { $0.kind == .publishable })?.key
        else { throw CommandFailure("the new merchant has no sandbox keys") }
        self.key = key
        account = YunoBackend.Keys(publishable: publishable, secret: key, account: merchant.accountID(.sandbox))
        var configuration = ApplicationConfiguration()
        configuration.server.port = 0
        configure(&configuration)
        application = GatewayApplication(gateway: gateway, configuration: configuration, log: .silent)
        address = try application.start()
    }
}
