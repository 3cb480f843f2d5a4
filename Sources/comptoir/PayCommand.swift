import Foundation
import Kernel
import WajubMobile
import Wire

/// `comptoir pay`
enum PayCommand: Command {
    static let name = "pay"
    static let summary = "pay a payment in the terminal, as an app would"
    static let usage = "comptoir pay --token TOKEN [options]"
    static let options = [
        Option("token", value: "TOKEN", "the payment's authorization_token (or COMPTOIR_TOKEN)"),
        Option("gateway", value: "URL", "where the gateway is (COMPTOIR_GATEWAY, or http://127.0.0.1:8787)"),
        Option("language", value: "TAG", "fr or en (the environment's)"),
    ]
    static let details = """
        Ctrl-C closes the checkout; a payment that runs goes on without it, and the exit code says so. NO_COLOR turns
        colours off.

        exit codes: 0 paid, 1 could not start, 2 usage, 10 closed while a payment runs, 11 refused or over,
                    12 closed before anything was paid
        """

    static func run(_ arguments: Arguments) async throws -> Int32 {
        guard let token = arguments.string("token", environment: "COMPTOIR_TOKEN") else {
            throw UsageError("--token is missing: POST /payments answers it as authorization_token")
        }
        let language = try Language.asked(arguments)
        var world = SessionWorld.real
        let origin: GatewayOrigin
        do {
            origin = try arguments.string("gateway").map(GatewayOrigin.init) ?? GatewayOrigin.ofProcess.get()
        } catch {
            throw UsageError("--gateway (or COMPTOIR_GATEWAY) must read https://host, or http:// on this machine")
        }
        world.origin = .success(origin)
        let checkout = await TerminalCheckout(
            token: token, world: world, payer: TerminalPayer(), language: language)
        let signals = StopSignals([SIGINT])
        let running = Task { await checkout.run() }
        let interruption = Task {
            await signals.wait()
            running.cancel()
        }
        let end = await running.value
        interruption.cancel()
        switch end {
        case .failed(let error) where error.code == WajubError.Code.loadError && error.httpStatus == nil:
            complain("\(error.message)\nNobody answers at \(origin.url.absoluteString): does `comptoir serve` run?\n")
        case .failed(let error): complain("\(error.message) (\(error.code))\n")
        case .processing: print(await checkout.words("Still processing.", "Toujours en cours."))
        case .closed: print(await checkout.words("Closed, nothing was paid.", "Fermé, rien n’a été payé."))
        case .paid: break
        }
        return end.exitCode
    }
}
