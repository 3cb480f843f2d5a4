import Foundation
import GatewayServer
import Kernel
import WajubMobile
import Wire

/// A gateway, a shop and an app on one machine, talking over real HTTP.
struct TerminalDemo: Sendable {
    private let application: GatewayApplication
    private let address: String
    private let shop: DemoShop
    private let account: YunoBackend.Keys
    private let key: Secret<String>
    private let language: Language
    private let style = TerminalStyle(isTerminal: isatty(STDOUT_FILENO) == 1)

    init(folder: DemoFolder, language: Language) async throws {
        self.language = language
        let gateway = try await DemoGateway(
            folder: folder, approvalMilliseconds: 1200, timeoutMilliseconds: 1500)
        application = gateway.application
        address = gateway.address
        (account, key) = (gateway.account, gateway.key)
        shop = try DemoShop(gateway: address, key: gateway.key)
        let hook = try await shop.registerWebhooks()
        step("gateway", "listens on \(address)")
        step("gateway", "keeps its facts in \(folder.database)")
        step("shop", "POST /webhooks: wants to be told at \(hook)")
    }

    func stop() async {
        await shop.stop()
        await application.shutdown(drainSeconds: 1)
    }

    private func step(_ who: String, _ text: String) {
        print(style.accent(who.padding(toLength: 9, withPad: " ", startingAt: 0)) + text)
        fflush(nil)
    }

    private func order(_ reference: String) async throws -> ShopBackend.Order {
        let order = try await shop.createPayment(amount: 25_000, currency: "XAF", reference: reference)
        step("shop", "POST /payments 25000 XAF plus fees: \(order.paymentID)")
        return order
    }

    private func pay(_ order: ShopBackend.Order, _ payer: any Payer) async throws -> TerminalCheckout.End {
        step("app", "the checkout opens the payment")
        var world = SessionWorld.real
        world.origin = .success(try GatewayOrigin(address))
        return await TerminalCheckout(
            token: order.token.expose(), world: world, payer: payer, language: language
        ).run()
    }

    /// What the shop knows in the end, told as it happens.
    private func tell(
        _ order: ShopBackend.Order, until events: [String]
    ) async throws -> (status: String, decline: String?, webhooks: [WebhookReceiver.Webhook]) {
        let webhooks = await shop.webhooks(of: order, until: events)
        for webhook in webhooks {
            let verdict = webhook.fault.map { style.bad("REFUSED: \($0.rawValue)") } ?? style.good("signature verified")
            step("webhook", "\(webhook.event), \(webhook.signature.prefix(15))…, \(verdict)")
        }
        let payment = try await shop.confirm(order)
        let status = payment["status"]?.string ?? "?"
        let decline = payment["last_decline"]?["code"]?.string
        let amount = payment["amount_total"]?.number?.text ?? "?"
        step(
            "shop",
            "GET /payments/\(order.paymentID): \(style.strong(status)), \(amount) XAF"
                + (decline.map { ", last refused for \($0)" } ?? ""))
        return (status, decline, webhooks)
    }

    /// One payment by a person.
    func runOnce(_ payer: any Payer) async throws -> Int32 {
        let order = try await order("order-1")
        let signals = StopSignals([SIGINT])
        let checkout = Task { try await pay(order, payer) }
        let interruption = Task {
            await signals.wait()
            checkout.cancel()
        }
        let end = try await checkout.value
        interruption.cancel()
        print("")
        var events: [String] = []
        if case .paid = end { events = ["payment.succeeded"] }
        let (status, _, webhooks) = try await tell(order, until: events)
        guard webhooks.allSatisfy({ $0.fault == nil }) else { return ExitCode.failure }
        switch (end, status) {
        case (.paid, _):
            print(style.good("\nPaid, and the shop knows it from a webhook it verified."))
            print("Next: a gateway for your own app. The README goes on from here.")
        case (.processing, _): print("\nYou closed the checkout while the payment ran. It went on: \(status).")
        case (.closed, _): print("\nYou closed the checkout before anything was paid.")
        case (.failed, _): print("\nNothing was paid: \(status). Run the demo again to try another way.")
        }
        return end.exitCode
    }

    /// In the page that `comptoir demo` shows.
    private func payWithYuno() async throws -> [String] {
        let log = DemoLog()
        let window = try ShopWindow(port: 0, log: log, language: language)
        try await window.open(ShopBackend(gateway: address, key: key), application.hosted, account)
        let differences: [String]
        do {
            differences = try await YunoScript(page: window.origin) { [self] in step($0, $1) }.run(log)
        } catch {
            differences = ["\(error)"]
        }
        await window.close()
        return differences
    }

    /// Every scenario by a script; says what differed.
    func runScenarios(_ scenarios: [Scenario]) async throws -> Int32 {
        var differences: [String] = []
        for (index, scenario) in scenarios.enumerated() {
            print("\n" + style.strong("[\(index + 1)/\(scenarios.count)] \(scenario.name)"))
            let order = try await order("order-\(index + 1)")
            let payer = ScriptedPayer(scenario.answers, style: style)
            let end = try await pay(order, payer)
            let (status, decline, webhooks) = try await tell(order, until: scenario.events)
            let found = Found(
                end: end.name, status: status, decline: decline, events: Set(webhooks.map(\.event)),
                isTrusted: webhooks.allSatisfy { $0.fault == nil }, unused: payer.unusedAnswers)
            for difference in scenario.differences(from: found) {
                print(style.bad("  differs: \(difference)"))
                differences.append("\(scenario.name): \(difference)")
            }
        }
        if scenarios.count > 1 {
            print("\n" + style.strong("[Yuno] Card …0002 is approved, in the shop's page"))
            for difference in try await payWithYuno() {
                print(style.bad("  differs: \(difference)"))
                differences.append("Yuno: \(difference)")
            }
        }
        print("")
        guard differences.isEmpty else {
            print(style.bad("\(differences.count) differences in \(scenarios.count) scenarios"))
            return ExitCode.failure
        }
        let count = scenarios.count == 1 ? "The scenario went" : "\(scenarios.count) scenarios and one of Yuno’s, each"
        print(style.good("\(count) as expected; every webhook verified"))
        return ExitCode.success
    }
}
