import Foundation
import Gateway
import Kernel

/// `comptoir keys`
enum KeysCommand: Command {
    static let name = "keys"
    static let summary = "list, create and revoke merchants' keys; name and restrict merchants"
    static let usage = "comptoir keys [list | create | revoke ID | rename NAME | restrict | allow] [options]"
    static let options = [
        Option("database", value: "FILE", "SQLite file of the gateway (comptoir.sqlite)"),
        Option("merchant", value: "ID", "whose keys (list: everybody's; else the first merchant's)"),
        Option("new-merchant", value: "NAME", "create: make a merchant of that name, with keys"),
        Option("live", "create: a key for real payments instead of the sandbox"),
        Option("public", "create: a public key instead of a secret one"),
    ]
    static let details = """
        A key is shown once, when it is made; the database keeps its digest. `list` shows the first 12 digits of each
        digest, which is the ID that `revoke` takes. A restricted merchant can take no payment until it is allowed again.
        A running gateway sees every change at once.

        exit codes: 0 done, 1 no such key or merchant, 2 usage
        """

    static func run(_ arguments: Arguments) async throws -> Int32 {
        let word = arguments.words.first ?? "list"
        guard ["list", "create", "revoke", "rename", "restrict", "allow"].contains(word) else {
            throw UsageError("keys cannot '\(word)'")
        }
        let path = arguments.string("database") ?? "comptoir.sqlite"
        guard FileManager.default.fileExists(atPath: path) else {
            throw CommandFailure("there is no database \(path). `comptoir serve` makes one; --database names another")
        }
        let gateway = Gateway(store: try openStore(path))
        do {
            let code = try await perform(word, arguments, gateway)
            await gateway.store.close()
            return code
        } catch {
            await gateway.store.close()
            throw error
        }
    }

    private static func perform(_ word: String, _ arguments: Arguments, _ gateway: Gateway) async throws -> Int32 {
        var merchants = try await gateway.merchants()
        if let id = arguments.string("merchant") {
            merchants = merchants.filter { $0.id.rawValue == id }
            guard !merchants.isEmpty else {
                throw CommandFailure("there is no merchant \(id); `comptoir keys list` shows them")
            }
        }
        let merchant = merchants.first
        switch word {
        case "list":
            for merchant in merchants {
                print("\(merchant.id)  \(merchant.name)")
                print("  account_id \(accounts(of: merchant))")
                for key in try await gateway.keys(of: merchant.id) {
                    let state = key.revokedAt.map { "revoked \($0)" } ?? "works"
                    print(
                        "  \(key.hash.prefix(12))  \(key.kind == .secret ? "secret" : "public"), \(key.environment.rawValue), "
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
            var found: [APIKey] = []
            for merchant in merchants {
                found += try await gateway.keys(of: merchant.id).filter { $0.hash.hasPrefix(id) }
            }
            guard let key = found.first else {
                throw CommandFailure("no key has the ID \(id); `comptoir keys list` shows them")
            }
            guard found.count == 1 else {
                throw CommandFailure("\(found.count) keys begin with \(id): give more of it")
            }
            _ = try await gateway.revokeKey(hash: key.hash)
            print("revoked the \(key.environment.rawValue) key that ends in \(key.hint)")
            return ExitCode.success
        case "restrict", "allow":
            guard let merchant, try await gateway.restrict(merchant.id, word == "restrict") else {
                throw CommandFailure("there is no such merchant; `comptoir keys list` shows them")
            }
            print("\(merchant.id) \(word == "restrict" ? "takes no payment" : "may take payments")")
            return ExitCode.success
        default:
            guard let merchant, let name = arguments.words.dropFirst().first, (1...100).contains(name.count) else {
                throw UsageError("rename needs the name that payers shall see, 1 to 100 characters")
            }
            _ = try await gateway.rename(merchant.id, to: name)
            print("\(merchant.id) is now called \(name)")
            return ExitCode.success
        }
    }
}

/// The accounts of a merchant, as servers that speak the Yuno dialect must name them.
func accounts(of merchant: Merchant) -> String {
    Environment.allCases.map { "\(merchant.accountID($0)) (\($0.rawValue))" }.joined(separator: ", ")
}
