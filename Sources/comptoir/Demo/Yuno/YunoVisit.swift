import Foundation
import GatewayServer
import Interface
import InterfaceWeb
import Kernel
import YunoSDK

/// One order in one tab: the shop's server, its app with the SDK, and what the tab must show of both.
@MainActor
final class YunoVisit {
    let id: String
    let integration: YunoIntegration
    let scenario: YunoScenario?
    let order: YunoBackend.Order
    /// Over everything in the phone.
    let sheet: LiveVisit
    /// In the shop's own page.
    let view: LiveVisit
    let texts: PageTexts
    private let language: Language
    private let backend: YunoBackend
    private let log: any DemoLogging
    private let session: String
    private var app: YunoApp?
    private var shown = Shown()
    private var isBusy = false
    private var payment: JSONValue?
    private var counter = 0
    /// The app was ended while a provider's page was open.
    private var isAppGone = false

    /// What the tab draws; it asks for what is newer than what it has.
    private struct Shown: Sendable {
        var number = 1
        var methods: [JSONValue] = []
        var chosen: Int?
        var canPay = false
        var isLoading = false
        var isSheetUp = false
        var isEmbedded = false
        var page: JSONValue = nil
        var challenge: String?
        var wallet: JSONValue = nil
        var payment: JSONValue = nil
        var result: JSONValue = nil
        var second: JSONValue = nil
    }

    init(
        id: String, _ integration: YunoIntegration, _ scenario: YunoScenario?, order: YunoBackend.Order,
        session: String, language: Language, backend: YunoBackend, log: any DemoLogging
    ) {
        (self.id, self.integration, self.scenario, self.order) = (id, integration, scenario, order)
        (self.session, self.language, self.backend, self.log) = (session, language, backend, log)
        texts = PageTexts(language.rawValue)
        (sheet, view) = (LiveVisit(id: id + "s"), LiveVisit(id: id + "v"))
        sheet.begin(BlankScreen(texts), texts: texts)
        view.begin(BlankScreen(texts), texts: texts)
        app = makeApp()
    }

    private func makeApp() -> YunoApp {
        YunoApp(
            self, integration, session: session, country: order.country, language: language, gateway: backend.gateway,
            key: backend.keys.publishable)
    }

    func close() {
        let leaving = app
        // Nobody hears of it.
        app = nil
        leaving?.leave()
        sheet.close()
        view.close()
    }

    /// Shows what the payer may choose from.
    func begin() async throws {
        switch integration {
        case .full: app?.showMethods()
        case .lite, .render, .seamless:
            shown.methods = try await backend.methods(of: order).filter {
                $0["checkout"]?["conditions"]?["enabled"]?.bool ?? false
            }
            let wanted = scenario?.method ?? "CARD"
            let isSaved = scenario?.twist == .saved
            let fits = { (method: JSONValue) in
                method["type"]?.string == wanted && (method["vaulted_token"]?.string != nil) == isSaved
            }
            await choose(shown.methods.firstIndex(where: fits) ?? 0)
        case .headless, .enrollment: change { $0.canPay = true }
        }
    }

    // MARK: What the tab asks

    /// - Returns: false for what it cannot do now.
    func perform(_ act: String, _ wish: JSONValue) async -> Bool {
        switch act {
        case "choose":
            guard let index = wish["index"]?.int, shown.methods.indices.contains(index) else { return false }
            await choose(index)
        case "pay":
            change {
                ($0.result, $0.second) = (nil, nil)
            }
            if integration == .headless { return await payHeadless(wish) }
            app?.pay(chosen)
        case "continue": app?.carryOn()
        case "page-closed":
            change { $0.page = nil }
            app?.pageClosed()
        case "wallet":
            guard let isAuthorized = wish["pay"]?.bool else { return false }
            app?.walletAnswers(isAuthorized)
        case "challenge-over": await challengeOver()
        case "simulate":
            guard let what = wish["do"]?.string, ["pay", "refuse", "expire"].contains(what) else { return false }
            return (try? await backend.simulate(what, session: order.session))?.isGood ?? false
        case "capture", "cancel", "refund":
            guard let action = YunoBackend.Action(rawValue: act), let payment else { return false }
            guard let answer = try? await backend.act(action, on: payment, order), answer.isGood else { return false }
            await readPayment()
        default: return false
        }
        return true
    }

    private var chosen: CardPaymentMethod {
        guard let index = shown.chosen, shown.methods.indices.contains(index) else { return CardPaymentMethod() }
        let method = shown.methods[index]
        return CardPaymentMethod(
            paymentMethodType: method["type"]?.string ?? "CARD", vaultedToken: method["vaulted_token"]?.string)
    }

    private func choose(_ index: Int) async {
        change {
            $0.chosen = index
            $0.canPay = !$0.methods.isEmpty
        }
        if integration == .render { await app?.showForm(chosen) }
    }

    private func payHeadless(_ wish: JSONValue) async -> Bool {
        func text(_ name: String) -> String { String((wish[name]?.string ?? "").prefix(64)) }
        let expiry = text("expiry").split { !$0.isNumber }.compactMap { Int($0) }
        let card = CardData.Detail(
            number: text("number"), expirationMonth: expiry.first, expirationYear: expiry.dropFirst().first,
            securityCode: text("cvc"), holderName: text("name"), type: .credit)
        await app?.pay(
            CollectedData(type: "CARD", card: CardData(save: wish["save"]?.bool ?? false, detail: card)))
        return true
    }

    // MARK: The shop's server

    /// Pays with the token the app was given.
    /// - Returns: whether there is a payment.
    func pay(_ token: String, type: String) async -> Bool {
        let key = UUID().uuidString
        guard let answer = try? await backend.pay(order, token: token, type: type, key: key) else { return false }
        guard answer.isGood else {
            change { $0.second = ["status": .integer(answer.status), "code": .string(answer.code)] }
            return false
        }
        take(answer.json)
        if scenario?.twist == .twice,
            let again = try? await backend.pay(order, token: token, type: type, key: UUID().uuidString)
        {
            change { $0.second = ["status": .integer(again.status), "code": .string(again.code)] }
        }
        return true
    }

    func payHeadless(_ token: String) async {
        guard await pay(token, type: "CARD") else { return end(nil, "NO_PAYMENT") }
        guard payment?["sub_status"]?.string == "WAITING_ADDITIONAL_STEP" else { return endWithPayment() }
        let found = await app?.challenge()
        change { $0.challenge = found.map { $0 + ($0.contains("?") ? "&" : "?") + "embedded=true" } }
        if found == nil { endWithPayment() }
    }

    private func challengeOver() async {
        guard shown.challenge != nil else { return }
        change { $0.challenge = nil }
        await readPayment()
        endWithPayment()
    }

    /// Headless: the shop's server tells its app how it went.
    private func endWithPayment() {
        end(nil, payment?["sub_status"]?.string, message: nil, word: payment?["status"]?.string)
    }

    private func readPayment() async {
        guard let id = payment?["id"]?.string, let answer = try? await backend.payment(id), answer.isGood else {
            return
        }
        take(answer.json)
    }

    /// What the gateway says of the payment, in an answer or a webhook.
    func take(_ payment: JSONValue) {
        self.payment = payment
        let (status, sub) = (payment["status"]?.string ?? "", payment["sub_status"]?.string ?? "")
        let type = payment["payment_method"]?["type"]?.string ?? scenario?.method ?? ""
        let waits = ["PENDING", "READY_TO_PAY"].contains(status)
        let hasCode = ["PIX", "BOLETO", "OXXO", "EFECTY", "SPEI"].contains(type)
        change {
            $0.payment = [
                "id": payment["id"] ?? nil, "status": .string(status), "sub_status": .string(sub),
                "waits": .bool(waits && sub != "AUTHORIZED"), "simulates": .bool(waits && hasCode),
                "held": .bool(sub == "AUTHORIZED"), "paid": .bool(status == "SUCCEEDED"),
            ]
        }
    }

    /// The address a provider sent the payer back to.
    func open(link: URL) {
        change { $0.page = nil }
        let isFresh = isAppGone
        isAppGone = false
        app?.open(link: link, isFresh: isFresh)
    }

    // MARK: What the app shows

    func present(_ interface: (any LiveInterface)?) {
        sheet.page?.replace(with: interface ?? BlankScreen(texts))
        change { $0.isSheetUp = interface != nil }
    }

    func embed(_ interface: (any LiveInterface)?) {
        view.page?.replace(with: interface ?? BlankScreen(texts))
        change { $0.isEmbedded = interface != nil }
    }

    func browse(_ url: String) {
        counter += 1
        let number = counter
        change { $0.page = ["number": .integer(number), "url": .string(url)] }
        guard scenario?.twist == .killed else { return }
        // The system ends apps nobody looks at.
        let leaving = app
        app = makeApp()
        leaving?.leave()
        isAppGone = true
        present(nil)
    }

    func openWallet(_ panel: JSONValue) { change { $0.wallet = panel } }

    func listed(isChosen: Bool) { change { $0.canPay = isChosen } }

    func load(_ isLoading: Bool) { change { $0.isLoading = isLoading } }

    /// - Parameter word: in place of a result of the SDK's.
    func end(_ result: Yuno.Result?, _ substatus: String?, message: String? = nil, word: String? = nil) {
        change {
            $0.page = nil
            $0.result = [
                "result": .string(result?.description ?? word ?? "error"), "substatus": .optional(substatus),
                "message": .optional(message),
            ]
        }
        guard integration == .render, result != nil else { return }
        embed(nil)
    }

    /// Something the SDK told the app, or the app asked of it.
    func tell(
        _ name: String, _ outcome: String?, isGood: Bool = true, _ payload: JSONValue,
        from: DemoEntry.Party = .checkout, to: DemoEntry.Party = .app
    ) {
        log.record(
            DemoEntry(
                kind: .callback, from: from, to: to, name: name, outcome: outcome, isGood: isGood,
                paymentID: payment?["id"]?.string, json: payload.redacted))
    }

    // MARK: The tab

    private func change(_ change: (inout Shown) -> Void) {
        change(&shown)
        shown.number += 1
    }

    /// What the tab must draw, once it is newer than that number; nil when nothing changed for a while.
    func news(after number: Int) async -> JSONValue? {
        for _ in 0..<300 {
            if shown.number > number { return json }
            try? await Task.sleep(for: .milliseconds(50))
        }
        return nil
    }

    private var json: JSONValue {
        [
            "number": .integer(shown.number), "reference": .string(order.reference),
            "methods": .array(
                shown.methods.map {
                    [
                        "type": $0["type"] ?? nil, "name": $0["name"] ?? nil,
                        "saved": .bool($0["vaulted_token"]?.string != nil),
                    ]
                }),
            "chosen": .optional(shown.chosen.map { .integer($0) }), "can_pay": .bool(shown.canPay),
            "loading": .bool(shown.isLoading), "sheet": .bool(shown.isSheetUp), "embedded": .bool(shown.isEmbedded),
            "wallet": shown.wallet, "page": shown.page, "challenge": .optional(shown.challenge),
            "payment": shown.payment,
            "result": shown.result, "second": shown.second,
        ]
    }
}

/// Nothing to see yet.
@MainActor
final class BlankScreen: LiveInterface {
    let screen: Screen
    let look = Look(light: ThemeSources().theme(.light), dark: ThemeSources().theme(.dark))
    var onRedraw: (@MainActor () -> Void)?

    init(_ texts: PageTexts) {
        screen = Screen(
            id: "blank", title: "Boutique Comptoir", language: texts.language, rightToLeft: texts.isRightToLeft,
            header: Header(name: "", closeLabel: nil), content: [], embedded: true)
    }

    func perform(_ event: InterfaceEvent) {}
}
