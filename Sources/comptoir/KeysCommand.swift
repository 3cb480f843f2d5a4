import Foundation
import Gateway
import Kernel

/// `comptoir keys`
enum KeysCommand: Command {
    static let name = "keys"
    static let summary = "list, create and revoke merchants' keys"
    static let usage = "comptoir keys [list | create | revoke ID] [options]"
    static let options = [
        Option("database", value: "FILE", "SQLite file of the gateway (comptoir.sqlite)"),
        Option("merchant", value: "ID", "whose keys (the first merchant)"),
        Option("new-merchant", value: "NAME", "create: make a merchant of that name, with keys"),
        Option("live", "create: a key for real payments (sandbox)"),
        Option("public", "create: a public key (secret)"),
    ]
    static let details = """
        A key is shown once, when it is made; the database keeps its digest. `list` shows the first 12 digits of each
        digest, which is the ID that `revoke` takes. A running gateway sees every change at once.

        exit codes: 0 done, 1 no such key or merchant, 2 usage
        """

    static func run(_ arguments: Arguments) async throws -> Int32 {
        let path = arguments.string("database") ?? "comptoir.sqlite"
        guard FileManager.default.fileExists(atPath: path) else {
            throw CommandFailure("there is no database \(path). `comptoir serve` makes one; --database names another")
        }
        let gateway = Gateway(store: try openStore(path))
        do {
            let code = try await perform(arguments, gateway)
            await gateway.store.close()
            return code
        } catch {
            await gateway.store.close()
            throw error
        }
    }

    private static func perform(_ arguments: Arguments, _ gateway: Gateway) async throws -> Int32 {
        let merchants = try await gateway.merchants()
        let merchant = merchants.first { arguments.string("merchant").map(MerchantID.init(rawValue:)) ?? $0.id == $0.id }
        switch arguments.words.first ?? "list" {
        case "list":
            for merchant in merchants {
                print("\(merchant.id)  \(merchant.name)")
                for key in try await gateway.keys(of: merchant.id) {
                    let state = key.revokedAt.map { "revoked \($0)" } ?? "works"
                    print(
                        "  \(key.hash.prefix(12))  \(key.kind.rawValue), \(key.environment.rawValue), "
                            + "ends in \(key.hint), \(state)")
                }
            }
            return ExitCode.success
        case "create":
            if let name = arguments.string("new-merchant") {
                let (merchant, keys) = try await gateway.createMerchant(name: name)
                print("\(merchant.id)  \(merchant.name)")
                for issued in keys { print("  \(issued.key.expose())") }
                return ExitCode.success
            }
            guard let merchant,
                let issued = try await gateway.issueKey(
                    for: merchant.id, arguments.has("public") ? .publishable : .secret,
                    arguments.has("live") ? .live : .sandbox)
            else { throw CommandFailure("there is no such merchant; `comptoir keys list` shows them") }
            print(issued.key.expose())
            return ExitCode.success
        case "revoke":
            guard let id = arguments.words.dropFirst().first, id.count >= 6 else {
                throw UsageError("revoke needs at least 6 digits of a key's ID, as `comptoir keys list` shows it")
            }
            for merchant in merchants {
                for key in try await gateway.keys(of: merchant.id) where key.hash.hasPrefix(id) {
                    _ = try await gateway.revokeKey(hash: key.hash)
                    print("revoked the \(key.environment.rawValue) key that ends in \(key.hint)")
                    return ExitCode.success
                }
            }
            throw CommandFailure("no key has the ID \(id); `comptoir keys list` shows them")
        case let word:
            throw UsageError("keys cannot '\(word)'")
        }
    }
}
