import Foundation
import Gateway
import GatewaySQLite
import GatewayServer
import Kernel

/// `comptoir serve`
enum ServeCommand: Command {
    static let name = "serve"
    static let summary = "run the gateway"
    static let options =
        [
            Option("host", value: "ADDRESS", "address to listen on (127.0.0.1)"),
            Option("port", value: "N", "port to listen on, 0 for any (8787)"),
            Option("database", value: "FILE", "SQLite file, made when it is missing (comptoir.sqlite)"),
            Option("origin", value: "URL", "where the gateway is reached from outside (the address it listens on)"),
            Option(
                "embedder", value: "ORIGIN", repeatable: true,
                "let pages of this origin show the checkout inside them, e.g. https://shop.example"),
            Option("secret-key", value: "KEY", "let the first merchant use this key as well (or COMPTOIR_SECRET_KEY)"),
            Option("log", value: "FORMAT", "text or json (text)"),
            Option("drain-seconds", value: "N", "how long running requests may take after SIGTERM (10)"),
        ] + SandboxFlags.options
    static let details = """
        The first start on an empty database makes a merchant and prints its keys, once: only their digests are kept.
        SIGTERM and SIGINT answer what is being asked, then stop. GET /healthz and GET /metrics are for who runs it.

        Faults befall sandbox requests only: METHOD PATH ACTION [COUNT], where ACTION is status=503, drop-answer
        (acts, then loses the answer), drop-request (does nothing, answers nothing) or delay=2000 (milliseconds).
          comptoir serve --fault "POST /pay/process drop-answer 1"

        exit codes: 0 stopped, 1 could not start, 2 usage
        """

    static func run(_ arguments: Arguments) async throws -> Int32 {
        let stream = LogStream(format: try logFormat(arguments))
        let log = Log(writer: stream)
        var configuration = ApplicationConfiguration()
        configuration.server.host = arguments.string("host") ?? "127.0.0.1"
        configuration.server.port = UInt16(try arguments.integer("port", 0...65_535) ?? 8787)
        configuration.origin = arguments.string("origin").map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        configuration.faults = try SandboxFlags.faults(arguments)
        configuration.embedders = try arguments.strings("embedder").map(embedder)
        let drain = Int(try arguments.integer("drain-seconds", 0...600) ?? 10)
        let signals = StopSignals()
        let path = arguments.string("database") ?? "comptoir.sqlite"
        let store = try openStore(path)
        let gateway = Gateway(store: store, options: try SandboxFlags.options(arguments))
        let application = GatewayApplication(gateway: gateway, configuration: configuration, log: log)
        do {
            // The port first: keys are shown once, and must not be lost on a start that fails.
            let address = try start(application, configuration.server.port)
            try await welcome(gateway, arguments.string("secret-key", environment: "COMPTOIR_SECRET_KEY"))
            if !["127.0.0.1", "::1", "localhost"].contains(configuration.server.host) {
                print("Others can reach this gateway, and it speaks plain HTTP: put a TLS proxy in front of it.")
            }
            print("comptoir \(version) listens on \(address), database \(path)")
            fflush(nil)
        } catch {
            await application.shutdown(drainSeconds: 0)
            throw error
        }
        await signals.wait()
        print("comptoir stops: answering what is being asked")
        await application.shutdown(drainSeconds: drain)
        stream.flush(milliseconds: 500)
        return ExitCode.success
    }

    private static func start(_ application: GatewayApplication, _ port: UInt16) throws -> String {
        do {
            return try application.start()
        } catch {
            throw CommandFailure(
                "\(error).\nIf a gateway runs there already, stop it or use it; else choose another with --port")
        }
    }

    private static func embedder(_ text: String) throws -> String {
        guard let url = URLComponents(string: text), url.scheme == "https" || url.scheme == "http",
            let host = url.host, !host.isEmpty, url.path.isEmpty, url.query == nil, url.fragment == nil,
            url.user == nil, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !";,'\"".utf8.contains($0) })
        else { throw UsageError("--embedder must be an origin, e.g. https://shop.example") }
        return text
    }

    private static func logFormat(_ arguments: Arguments) throws -> Log.Format {
        switch arguments.string("log") ?? "text" {
        case "text": .text
        case "json": .json
        default: throw UsageError("--log must be text or json")
        }
    }

    /// Makes the first merchant, and makes the operator's own key work.
    private static func welcome(_ gateway: Gateway, _ key: String?) async throws {
        if let (merchant, keys) = try await gateway.createFirstMerchant(name: "My shop") {
            print("A new database. These keys of \(merchant.id) are shown this once:")
            for issued in keys { print("  \(issued.key.expose())") }
            print("  account_id \(accounts(of: merchant))")
        }
        guard let key, let merchant = try await gateway.merchants().first else { return }
        guard try await gateway.adopt(Secret(key), for: merchant.id) else {
            throw UsageError("the secret key must look like sk_test_… or sk_live_… and be nobody else's")
        }
    }
}

/// Opens the store, or says what to do.
func openStore(_ path: String) throws -> SQLiteStore {
    do {
        return try SQLiteStore(path: path)
    } catch StoreFault.unavailable(let reason) {
        throw CommandFailure(
            "\(reason).\nCheck that the folder exists and can be written, or choose another --database")
    } catch StoreFault.damaged(let reason) {
        throw CommandFailure("\(reason).\n\(path) is not a database of comptoir: choose another --database")
    }
}

/// Something that did not work, in words for the person at the terminal.
struct CommandFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// The options of the sandbox, shared by the commands that run a gateway.
enum SandboxFlags {
    static let options = [
        Option("approval-delay", value: "MS", "how long sandbox payers take to approve on the phone (3000)"),
        Option("approval-timeout", value: "MS", "when an unanswered sandbox approval ends (30000)"),
        Option("provider-latency", value: "MS", "how long sandbox providers take to answer at all (0)"),
        Option("fault", value: "RULE", repeatable: true, "play a fault, see below; may stand several times"),
    ]

    static func options(_ arguments: Arguments) throws -> GatewayOptions {
        var options = GatewayOptions()
        let range: ClosedRange<Int64> = 0...600_000
        if let delay = try arguments.integer("approval-delay", range) { options.sandbox.approvalMilliseconds = delay }
        if let latency = try arguments.integer("provider-latency", range) {
            options.sandbox.latencyMilliseconds = latency
        }
        if let limit = try arguments.integer("approval-timeout", 100...600_000) {
            options.rules.sandboxApprovalMilliseconds = limit
        }
        return options
    }

    static func faults(_ arguments: Arguments) throws -> [FaultRule] {
        try arguments.strings("fault").map { text in
            guard let rule = FaultRule(text) else {
                throw UsageError(
                    "--fault cannot read '\(text)'; it reads METHOD PATH ACTION [COUNT], where ACTION is status=503, "
                        + "drop-answer, drop-request or delay=2000")
            }
            return rule
        }
    }
}
