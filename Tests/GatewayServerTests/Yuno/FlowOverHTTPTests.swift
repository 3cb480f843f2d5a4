import Checkout
import Foundation
import Gateway
import Interface
import Kernel
import Testing

@testable import GatewayServer
@testable import Wire
@testable import YunoSDK

/// Flows with screens, the SDK and the gateway, and nothing between them but a socket of this machine.
@Suite(.serialized) @MainActor struct FlowOverHTTPTests {
    // MARK: Cards

    @Test(
        "YR54, YL31, YH63: Lite with a new card: one token, one payment; the app and the gateway say the same",
        arguments: [
            ("4507990000000002", Yuno.Result.succeeded, "SUCCEEDED/APPROVED"),
            ("4507990000000010", .reject, "DECLINED/DECLINED"), ("4507990000000077", .fail, "ERROR/ERROR"),
            ("4929251897047956", .succeeded, "SUCCEEDED/APPROVED"),
        ])
    func lite(_ row: (number: String, result: Yuno.Result, status: String)) async throws {
        try await withApp { app in
            try await app.payByCard(row.number)
            await app.until { !app.results.isEmpty }
            #expect(app.results == [row.result] && app.tokens.count == 1)
            #expect(try await app.status() == row.status)
        }
    }

    @Test("An authorised card is done for the payer, and captured by the merchant later") func authorised() async throws
    {
        try await withApp { app in
            app.capture = false
            try await app.payByCard("4507990000000002")
            await app.until { !app.results.isEmpty }
            #expect(app.results == [.succeeded] && app.substatus == "AUTHORIZED")
            #expect(try await app.status() == "PENDING/AUTHORIZED")
        }
    }

    // MARK: 3-D Secure

    @Test(
        "YH43, YL34: the challenge: the right code pays, the wrong one is refused",
        arguments: [
            ("1234", Yuno.Result.succeeded, "SUCCEEDED/APPROVED"), ("1111", .reject, "DECLINED/DECLINED"),
        ])
    func challenge(_ row: (code: String, result: Yuno.Result, status: String)) async throws {
        try await withApp { app in
            try await app.payByCard("4916994064252017")
            await app.until { app.screen?.id == "page" }
            try await app.answerBank(row.code)
            app.interface?.perform(.message("page", #"{"origin":"CHALLENGE","status":"COMPLETED","data":""}"#))
            await app.until { !app.results.isEmpty }
            #expect(app.results == [row.result])
            #expect(try await app.status() == row.status)
        }
    }

    @Test("YL45, YL47: the bank's page closed is userCancell; the payment still waits, and can still be completed")
    func closedChallenge() async throws {
        try await withApp { app in
            try await app.payByCard("4916994064252017")
            await app.until { app.screen?.id == "page" }
            let page = try #require(app.bankPage)
            app.interface?.perform(.close)
            await app.until { !app.results.isEmpty }
            #expect(app.results == [.userCancell])
            #expect(try await app.status() == "PENDING/WAITING_ADDITIONAL_STEP")
            try await app.answer(page: page, "choice=approve&code=1234")
            #expect(try await app.status() == "SUCCEEDED/APPROVED" && app.results.count == 1)
        }
    }

    // MARK: PIX

    @Test("YL48, YL49, YL50, YL51, YL52: PIX closed is processing; opened again it is the same code, and is paid")
    func pix() async throws {
        try await withApp(brazil: true) { app in
            app.start("PIX")
            await app.until { app.screen?.id == "pix" }
            let code = try #require(app.code)
            #expect((try? PixCode(parsing: code)) != nil)
            app.interface?.perform(.close)
            await app.until { app.results.count == 1 }
            #expect(app.results == [.processing] && app.substatus == "CLOSED_BY_USER")
            #expect(try await app.status().hasPrefix("PENDING/"))
            app.start("PIX")
            await app.until { app.screen?.id == "pix" }
            #expect(app.code == code && app.tokens.count == 1, "no second payment")
            try await app.simulate(.pay)
            await app.until { app.results.count == 2 }
            #expect(app.results.last == .succeeded)
            #expect(try await app.status() == "SUCCEEDED/APPROVED")
            app.start("PIX")
            await app.until { app.results.count == 3 }
            #expect(app.results.last == .succeeded && app.tokens.count == 1)
        }
    }

    @Test("YL53, YL54: a PIX code that expires is told once as fail with EXPIRED, as the gateway tells it")
    func expires()
        async throws
    {
        try await withApp(brazil: true) { app in
            app.start("PIX")
            await app.until { app.screen?.id == "pix" }
            try await app.simulate(.expire)
            await app.until { !app.results.isEmpty }
            #expect(app.results == [.fail] && app.substatus == "EXPIRED")
            #expect(try await app.status() == "EXPIRED/EXPIRED")
            app.start("PIX")
            await app.until { app.results.count == 2 }
            #expect(app.results.last == .fail && app.substatus == "EXPIRED" && app.stage.presented == nil)
        }
    }

    // MARK: Phones and counters

    @Test("YL34: Mobile Money: a code by SMS, wrong once, then right; the payer approves, and the app is told once")
    func mobileMoney() async throws {
        try await withApp { app in
            app.place = ["country": "CM", "amount": ["currency": "XAF", "value": 5000]]
            try await app.newSession()
            app.start("MOBILE_MONEY")
            await app.until { app.screen?.id == "mobile-money" }
            app.interface?.perform(.input("phone", FieldText("670000005"), caret: 9))
            app.interface?.perform(.press("pay"))
            await app.until { app.screen?.nodes.contains { $0.id == "step.code" } == true }
            app.interface?.perform(.input("step.code", FieldText("000000"), caret: 6))
            app.interface?.perform(.press("confirm"))
            await app.until { app.error("step.code") != nil }
            #expect(app.results.isEmpty && app.tokens.count == 1)
            app.interface?.perform(.input("step.code", FieldText("123456"), caret: 6))
            app.interface?.perform(.press("confirm"))
            await app.until { app.results.count == 1 }
            #expect(app.results == [.succeeded])
            #expect(try await app.status() == "SUCCEEDED/APPROVED")
        }
    }

    @Test("YL34, YL48: a voucher is shown with its number; closed it stays payable, paid at the counter it is paid")
    func voucher() async throws {
        try await withApp { app in
            app.place = ["country": "MX", "amount": ["currency": "MXN", "value": 250]]
            try await app.newSession()
            app.start("OXXO")
            await app.until { app.screen?.id == "voucher" }
            let number = try #require(app.code)
            app.interface?.perform(.close)
            await app.until { app.results == [.processing] }
            app.start("OXXO")
            await app.until { app.screen?.id == "voucher" }
            #expect(app.code == number && app.tokens.count == 1)
            try await app.simulate(.pay)
            await app.until { app.results == [.processing, .succeeded] }
        }
    }

    // MARK: Saved cards

    @Test("YL59, YF22: a card that is kept is listed for the customer's next session, paid with, and removed")
    func saved()
        async throws
    {
        try await withApp(config: YunoConfig(saveCardEnabled: true), customer: true) { app in
            app.start("CARD")
            await app.until { app.screen?.nodes.contains { $0.id == "save" } == true }
            app.interface?.perform(.toggle("save", isOn: true))
            app.type("4507990000000002")
            await app.until { !app.results.isEmpty }
            #expect(app.results == [.succeeded])
            try await app.newSession()
            var view: YunoView?
            await YunoCore.$current.withValue(app.core) {
                view = await Yuno.getPaymentMethodViewAsync(delegate: app)
            }
            let list = try #require(view?.interface)
            let row = try #require(
                list.screen.nodes.firstIndex { node in
                    guard case .row(let row) = node.content else { return false }
                    return row.title == "VISA ****0002"
                }.map { list.screen.nodes[$0].id })
            list.perform(.press(row))
            YunoCore.$current.withValue(app.core) { Yuno.startPayment(showPaymentStatus: false) }
            await app.until { app.results.count == 2 }
            #expect(app.results.last == .succeeded && app.tokens.count == 2)
            try await app.newSession()
            await YunoCore.$current.withValue(app.core) {
                view = await Yuno.getPaymentMethodViewAsync(delegate: app)
            }
            let fresh = try #require(view?.interface)
            fresh.perform(.press(row.replacingOccurrences(of: "row", with: "remove")))
            fresh.perform(.press("list.confirm"))
            await app.until { app.unenrolled == [true] }
            await app.until {
                !fresh.screen.nodes.contains { node in
                    guard case .row(let row) = node.content else { return false }
                    return row.title.contains("0002")
                }
            }
        }
    }

    // MARK: The other integrations

    @Test("YR53, YR58: rendered: each submission has a new token, and a token pays once") func render() async throws {
        try await withApp { app in
            app.createsPayment = false
            let card = CardPaymentMethod()
            var flow: (any YunoPaymentRenderFlowProtocol)?
            var view: YunoView?
            await YunoCore.$current.withValue(app.core) {
                flow = await Yuno.startPaymentRenderFlow(paymentMethodSelected: card, with: app)
                view = await flow?.formView(paymentMethodSelected: card, with: app)
            }
            app.fill("4507990000000002", view?.interface)
            flow?.submitForm()
            await app.until { app.tokens.count == 1 }
            flow?.submitForm()
            await app.until { app.tokens.count == 2 }
            #expect(Set(app.tokens).count == 2)
            try await app.createPayment(app.tokens[1])
            let again = try await app.answer(to: app.tokens[1])
            #expect(again.status == 401 && again.json["code"] == "INVALID_TOKEN", "\(again.json)")
            var more: YunoView?
            await YunoCore.$current.withValue(app.core) { more = await flow?.continuePayment() }
            await app.until { !app.results.isEmpty }
            #expect(more == nil && app.results == [.succeeded])
        }
    }

    @Test("YL1: seamless pays without the app's server; a session of another workflow is refused") func seamless()
        async throws
    {
        try await withApp(workflow: "SDK_SEAMLESS") { app in
            await app.paySeamlessly()
            await app.until { !app.seamless.isEmpty }
            #expect(app.seamless == [.succeeded] && app.tokens.isEmpty)
        }
        try await withApp { app in
            await app.paySeamlessly()
            await app.until { !app.seamless.isEmpty }
            #expect(app.seamless == [.internalError])
        }
    }

    @Test("YL56: a card is enrolled; the same customer session is refused afterwards") func enrolment() async throws {
        try await withApp(customer: true) { app in
            try await app.newCustomerSession()
            YunoCore.$current.withValue(app.core) { Yuno.enrollPayment(with: app, showPaymentStatus: false) }
            await app.until { app.screen?.nodes.contains { $0.id == "card.number" } == true }
            app.type("4507990000000002")
            await app.until { app.enrollments == [.succeeded] }
            YunoCore.$current.withValue(app.core) { Yuno.enrollPayment(with: app, showPaymentStatus: false) }
            await app.until { app.enrollments.count == 2 }
            #expect(app.enrollments.last == .succeeded, "it is enrolled already, and no second time")
        }
    }

    @Test("YL36, YL41, YH65: a redirect leaves the app; the deep link brings the result, which the gateway says")
    func redirect()
        async throws
    {
        try await withApp { app in
            app.start("PSE")
            await app.until { !app.stage.opened.isEmpty }
            try await app.answer(page: app.stage.opened[0].absoluteString, "choice=approve")
            let back = try #require(URL(string: "shop://pay?checkoutSession=\(app.checkoutSession)"))
            let isTaken = YunoCore.$current.withValue(app.core) { Yuno.receiveDeeplink(back, showStatusView: false) }
            #expect(isTaken)
            await app.until { !app.results.isEmpty }
            #expect(app.results == [.succeeded])
        }
    }

    private func withApp(
        brazil: Bool = false, workflow: String = "SDK_CHECKOUT", config: YunoConfig = YunoConfig(),
        customer: Bool = false, _ body: @MainActor (MerchantApp) async throws -> Void
    ) async throws {
        let desk = try await ServedDesk(options: GatewayOptions(), faults: [])
        do {
            let app = try MerchantApp(desk, config: config)
            if customer { app.customer = try await desk.customer() }
            if brazil { app.place = ["country": "BR", "amount": ["currency": "BRL", "value": 150.5]] }
            app.workflow = workflow
            try await app.newSession()
            try await body(app)
            await desk.stop()
        } catch {
            await desk.stop()
            throw error
        }
    }
}

/// A merchant's app and its server.
@MainActor
private final class MerchantApp: @preconcurrency YunoPaymentFullDelegate, @preconcurrency YunoEnrollmentDelegate {
    final class Stage: YunoViewController {
        private(set) var opened: [URL] = []

        override func open(_ url: URL, closed: @escaping @MainActor () -> Void) -> Bool {
            opened.append(url)
            return true
        }
    }

    let desk: ServedDesk
    let core: YunoCore
    let stage = Stage()
    var workflow = "SDK_CHECKOUT"
    var customer: String?
    var capture = true
    var createsPayment = true
    private(set) var checkoutSession = ""
    private(set) var customerSession = ""
    private var payment: String?
    private(set) var tokens: [String] = []
    private(set) var results: [Yuno.Result] = []
    private(set) var substatus: String?
    private(set) var enrollments: [Yuno.Result] = []
    private(set) var seamless: [Yuno.Result] = []
    private(set) var unenrolled: [Bool] = []

    init(_ desk: ServedDesk, config: YunoConfig) throws {
        self.desk = desk
        var world = YunoWorld.real
        world.origin = .success(try GatewayOrigin(desk.address))
        world.journal = MemoryJournal()
        world.languages = { ["en"] }
        core = YunoCore(world: world)
        core.initialize(apiKey: desk.publicKey, config: config, callback: nil)
    }

    // MARK: The delegate

    var countryCode: String { place["country"]?.string ?? "CO" }
    var language: String? { "en" }
    var viewController: YunoViewController? { stage }

    func yunoCreatePayment(with token: String, information: [String: Any]) {
        tokens.append(token)
        guard createsPayment else { return }
        Task {
            try await createPayment(token)
            YunoCore.$current.withValue(core) { Yuno.continuePayment(showPaymentStatus: false) }
        }
    }

    func yunoPaymentResult(_ result: Yuno.Result) { results.append(result) }
    func yunoPaymentResult(_ result: Yuno.Result, substatus: String?) { self.substatus = substatus }
    func yunoEnrollmentResult(_ result: Yuno.Result) { enrollments.append(result) }
    func yunoDidUnenrollSuccessfully(_ success: Bool) { unenrolled.append(success) }

    // MARK: The server

    var place: [String: JSONValue] = [:]

    func newSession() async throws {
        var extra = place
        extra["workflow"] = .string(workflow)
        extra["callback_url"] = "shop://pay"
        if let customer { extra["customer_id"] = .string(customer) }
        checkoutSession = try await desk.checkout(extra)
        payment = nil
    }

    func newCustomerSession() async throws {
        let made = try await desk.yuno(
            .post, "/customers/sessions",
            [
                "account_id": desk.account, "country": "CO", "customer_id": .optional(customer),
                "callback_url": "shop://card",
            ])
        customerSession = try #require(made.json["customer_session"]?.string)
        let chosen = try await desk.yuno(
            .post, "/customers/sessions/\(customerSession)/payment-methods",
            ["account_id": desk.account, "payment_method_type": "CARD", "country": "CO"])
        #expect(chosen.status == 201, "\(chosen.json)")
    }

    func answer(to token: String) async throws -> ServedDesk.Answer {
        var method: [String: JSONValue] = ["token": .string(token)]
        if !capture { method["detail"] = ["card": ["capture": false]] }
        var extra = place
        if let customer { extra["customer_payer"] = ["id": .string(customer)] }
        return try await desk.create(desk.paymentBody(checkoutSession, method, extra))
    }

    func createPayment(_ token: String) async throws {
        let made = try await answer(to: token)
        #expect(made.status == 201, "\(made.json)")
        payment = made.json["id"]?.string
    }

    func status() async throws -> String { try await desk.status(try #require(payment)) }

    func simulate(_ deed: YunoClient.SandboxDeed) async throws {
        _ = try await core.client(.lite).sandbox(checkoutSession, deed)
    }

    var bankPage: String? {
        guard case .page(let page)? = screen?.nodes.first(where: { $0.id == "page" })?.content else { return nil }
        return page.url
    }

    func answerBank(_ code: String) async throws {
        try await answer(page: try #require(bankPage), "choice=approve&code=\(code)")
    }

    func answer(page: String, _ form: String) async throws {
        let done = try await desk.ask(
            .post, String(page.dropFirst(desk.address.count)), bytes: Array(form.utf8),
            headers: ["Content-Type": "application/x-www-form-urlencoded", "Authorization": ""])
        #expect([200, 303, 422].contains(done.status), "\(done.status)")
    }

    // MARK: The payer

    var interface: (any LiveInterface)? { stage.presented?.interface }
    var screen: Screen? { interface?.screen }

    func error(_ field: String) -> String? {
        guard case .field(let field)? = screen?.nodes.first(where: { $0.id == field })?.content else { return nil }
        return field.error
    }

    var code: String? {
        guard case .copy(let copy)? = screen?.nodes.first(where: { $0.id == "code" })?.content else { return nil }
        return copy.text
    }

    func start(_ type: String) {
        YunoCore.$current.withValue(core) {
            Yuno.startPaymentLite(
                with: self, paymentSelected: CardPaymentMethod(paymentMethodType: type), showPaymentStatus: false)
        }
    }

    func payByCard(_ number: String) async throws {
        start("CARD")
        await until { self.screen?.nodes.contains { $0.id == "card.number" } == true }
        type(number)
    }

    func paySeamlessly() async {
        let params = SeamlessParams(
            checkoutSession: checkoutSession, countryCode: countryCode, language: "en", viewController: stage)
        YunoCore.$current.withValue(core) {
            Yuno.startPaymentSeamlessLite(with: params, paymentSelected: CardPaymentMethod(), showPaymentStatus: false)
            {
                [weak self] result in
                MainActor.assumeIsolated { self?.seamless.append(result) }
            }
        }
        await until { self.screen?.nodes.contains { $0.id == "card.number" } == true }
        type("4507990000000002")
    }

    func type(_ number: String) {
        fill(number, interface)
        interface?.perform(.press("pay"))
    }

    func fill(_ number: String, _ interface: (any LiveInterface)?) {
        for (field, text) in [("card.number", number), ("card.expiry", "12/40"), ("card.cvc", "123")] {
            interface?.perform(.input(field, FieldText(text), caret: text.utf16.count))
        }
    }

    /// Waits until something is so, 20 seconds at most.
    func until(_ condition: @MainActor () -> Bool, _ location: SourceLocation = #_sourceLocation) async {
        for _ in 0..<2000 {
            if condition() { return }
            try? await Task.sleep(nanoseconds: 10_000_000)
        }
        Issue.record("it never came: \(screen?.id ?? "no screen") \(results)", sourceLocation: location)
    }
}
