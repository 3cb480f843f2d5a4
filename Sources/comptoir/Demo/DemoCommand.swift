import Foundation
import GatewayServer
import Kernel

/// `comptoir demo`
enum DemoCommand: Command {
    static let name = "demo"
    static let summary = "take a first payment on this machine, from the checkout to the signed webhook"
    static let options = [
        Option("port", value: "N", "port of the page, 0 for any (8788, or any when that is taken)"),
        Option("terminal", "pay in this terminal instead of a browser"),
        Option("scripted", "let a script pay, through the sandbox's scenarios, and check what comes of it"),
        Option("folder", value: "DIR", "keep the database there (a temporary folder, removed at the end)"),
        Option("language", value: "TAG", "fr or en (the environment's)"),
    ]
    static let details = """
        Prints the address of a page on this machine: a small shop with a cart, its checkout in a phone, and everything
        the shop, the checkout and the gateway say to each other. Buttons make each of the sandbox's scenarios happen.
        Nothing leaves the machine. Ctrl-C ends it.

        With --terminal you pay as a payer would in an app, without a browser; where there is no terminal, a script
        pays in your place.

        exit codes: 0 as expected, 1 something differed, 2 usage, 10 to 12 as `comptoir pay`
        """

    static func run(_ arguments: Arguments) async throws -> Int32 {
        let port = try arguments.integer("port", 0...65_535).map { UInt16($0) }
        let language = try Language.asked(arguments)
        let folder = try DemoFolder(arguments.string("folder"))
        defer { folder.remove() }
        if arguments.has("scripted") || arguments.has("terminal") {
            guard port == nil else { throw UsageError("--port belongs to the page") }
            return try await pay(folder, language, scripted: arguments.has("scripted"))
        }
        return try await show(folder, language, port)
    }

    private static func pay(_ folder: DemoFolder, _ language: Language, scripted: Bool) async throws -> Int32 {
        let demo = try await TerminalDemo(folder: folder, language: language)
        let code: Int32
        if scripted {
            code = try await demo.runScenarios(Scenario.all)
        } else if isatty(STDIN_FILENO) == 1 {
            code = try await demo.runOnce(TerminalPayer())
        } else {
            print("(no terminal: a script pays in your place)")
            code = try await demo.runScenarios([Scenario.all[0]])
        }
        await demo.stop()
        return code
    }

    private static func show(_ folder: DemoFolder, _ language: Language, _ port: UInt16?) async throws -> Int32 {
        let signals = StopSignals()
        let demo: WebDemo
        do {
            demo = try await WebDemo(folder: folder, language: language, port: port)
        } catch let error as ServerStartFailure {
            throw CommandFailure("\(error).\nChoose another --port")
        }
        let style = TerminalStyle(isTerminal: isatty(STDOUT_FILENO) == 1)
        print(
            """

            The shop is open:  \(style.accent(demo.address))

            Open it in a browser. Ctrl-C ends the demo.
            The page's curl commands run as they are, once this is set:
              export SECRET_KEY=\(demo.key.expose())

            """)
        fflush(nil)
        await signals.wait()
        await demo.stop()
        return ExitCode.success
    }
}
