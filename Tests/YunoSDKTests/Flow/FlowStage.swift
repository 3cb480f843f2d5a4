import Checkout
import Foundation
import Interface
import Kernel
import Synchronization
import Testing
import Wire
import WireTesting

@testable import YunoSDK

/// A gateway made by hand: what it answers is a value the test changes.
final class HandGateway: Sendable {
    struct State: Sendable {
        var methods: [JSONValue] = [HandGateway.card]
        var workflow = "SDK_CHECKOUT"
        var callback = "shop://pay?checkoutSession=session-1"
        var canSave = true
        var form = "ONE_STEP"
        var installments: JSONValue = []
        var payment: JSONValue = nil
        var enrollment: JSONValue = nil
        /// What `POST …/payments`, `…/enroll` and `…/otp` make of it.
        var paid: JSONValue = HandGateway.payment("SUCCEEDED", "APPROVED")
        var failing: [String: Int] = [:]
        /// Answers instead of what is true, while there is something to say.
        var lie: (@Sendable (_ path: String) -> ScriptedTransport.Reply?)?
        var isOffline = false
        var tokens: [JSONValue] = []
        var paths: [String] = []
        var unenrolled: [String] = []
    }

    private let state = Mutex(State())

    var now: State { state.withLock { $0 } }

    func change(_ change: (inout sending State) -> Void) { state.withLock { change(&$0) } }

    static let card: JSONValue = method("CARD", form: "CARD", name: "Card")
    static let pix: JSONValue = method("PIX", form: "NONE", name: "PIX")

    static func method(_ type: String, form: String, name: String, token: String? = nil, code: Int? = nil) -> JSONValue
    {
        [
            "type": .string(type), "form": .string(form), "name": .string(name), "available": true,
            "vaulted_token": .optional(token), "security_code_length": .optional(code.map { .integer($0) }),
        ]
    }

    static func payment(_ status: String, _ sub: String, action: JSONValue = nil) -> JSONValue {
        [
            "id": "payment-1", "mark": .string("\(status)-\(sub)-\(action.text.count)"), "status": .string(status),
            "sub_status": .string(sub), "reference": "order-1", "method": "CARD", "action": action,
            "message": status == "DECLINED" ? "The bank said no." : nil,
        ]
    }

    static func code(_ seconds: Int, text: String = "000201") -> JSONValue {
        payment(
            "PENDING", "PENDING_PROVIDER_CONFIRMATION",
            action: [
                "type": "CODE", "code": ["text": .string(text), "kind": "PIX", "expires_in": .integer(seconds)],
            ])
    }

    static let challenge = payment(
        "PENDING", "WAITING_ADDITIONAL_STEP",
        action: ["type": "CHALLENGE", "url": "http://127.0.0.1:9/challenge/1?x=1"])

    func answer(_ request: HTTPRequest) -> ScriptedTransport.Reply {
        state.withLock { state in
            let path = request.url.path
            state.paths.append(path)
            if state.isOffline { return .offline }
            if let lie = state.lie?(path) { return lie }
            if let status = state.failing.first(where: { path.hasSuffix($0.key) })?.value {
                return .json(status, ["code": "CHECKOUT_SESSION_NOT_FOUND", "messages": ["no"]])
            }
            if path.hasSuffix("/token") {
                state.tokens.append(request.json?["payment_method"] ?? nil)
                return .json(
                    201, ["token": .string("ott-\(state.tokens.count)"), "type": "CARD", "vaulted_token": nil])
            }
            if path.hasSuffix("/unenroll") {
                state.unenrolled.append(path)
                state.methods = state.methods.filter { $0["vaulted_token"]?.string == nil }
                return .json(200, ["status": "UNENROLLED"])
            }
            if path.hasSuffix("/enroll") {
                state.enrollment = ["status": "ENROLLED", "mark": "e", "vaulted_token": "vault-1"]
                return .json(201, ["enrollment": state.enrollment])
            }
            if path.contains("/customers/sessions/") {
                if path.hasSuffix("/enrollment") { return .json(200, ["enrollment": state.enrollment]) }
                return .json(
                    200,
                    [
                        "customer_session": "customer-1", "environment": "sandbox", "country": "CO",
                        "callback_url": "shop://card?customerSession=customer-1",
                        "payment_method": ["type": "CARD", "name": "Card", "form": "CARD", "verify": false],
                        "enrollment": state.enrollment,
                    ])
            }
            if path.hasSuffix("/payments") {
                state.payment = state.paid
                return .json(201, ["payment": state.payment])
            }
            if path.hasSuffix("/otp") {
                guard request.json?["code"]?.string == "123456" else {
                    return .json(400, ["code": "INVALID_CODE", "messages": [], "attempts_left": 2])
                }
                state.payment = state.paid
                return .json(200, ["payment": state.payment])
            }
            if path.hasSuffix("/payment") { return .json(200, ["payment": state.payment]) }
            return .json(
                200,
                [
                    "checkout_session": .string(request.url.lastPathComponent), "environment": "sandbox",
                    "merchant": ["name": "Shop"],
                    "country": "BR", "amount": ["currency": "BRL", "value": 10], "workflow": .string(state.workflow),
                    "callback_url": .string(state.callback), "customer_id": "customer",
                    "card": [
                        "form": .string(state.form), "can_save": .bool(state.canSave), "asks_holder": true,
                        "test_numbers": ["4234123412340003"],
                    ],
                    "installments": state.installments, "payment_methods": .array(state.methods),
                    "payment": state.payment,
                ])
        }
    }
}

/// The app's screen: what stands over it, and what was opened.
@MainActor final class Stage: YunoViewController {
    private(set) var shown: [String] = []
    private(set) var opened: [URL] = []
    private var closed: (@MainActor () -> Void)?

    override func present(_ view: YunoView) {
        super.present(view)
        shown.append("present")
    }

    override func dismiss() {
        super.dismiss()
        shown.append("dismiss")
    }

    override func open(_ url: URL, closed: @escaping @MainActor () -> Void) -> Bool {
        opened.append(url)
        self.closed = closed
        return true
    }

    func comeBack() { closed?() }
}

/// A merchant's app: what it was told, and what it does when it has a token.
@MainActor final class Shop: @preconcurrency YunoPaymentFullDelegate, @preconcurrency YunoEnrollmentDelegate {
    let stage = Stage()
    nonisolated let checkoutSession: String
    nonisolated let customerSession = "customer-1"
    nonisolated let countryCode: String
    nonisolated let language: String?
    private(set) var tokens: [String] = []
    private(set) var information: [[String: Any]] = []
    private(set) var results: [Yuno.Result] = []
    private(set) var substatuses: [String?] = []
    private(set) var enrollments: [Yuno.Result] = []
    private(set) var selected: [any PaymentMethodSelected] = []
    private(set) var heights: [CGFloat] = []
    private(set) var unenrolled: [Bool] = []
    private(set) var loading: [Bool] = []
    private(set) var wasShownAtToken: [Bool] = []
    var onToken: (@MainActor () -> Void)?

    init(session: String = "session-1", country: String = "BR", language: String? = "en") {
        (checkoutSession, countryCode, self.language) = (session, country, language)
    }

    var viewController: YunoViewController? { stage }

    func yunoCreatePayment(with token: String, information: [String: Any]) {
        tokens.append(token)
        self.information.append(information)
        wasShownAtToken.append(stage.presented != nil)
        dispatchPrecondition(condition: .onQueue(.main))
        onToken?()
    }

    func yunoPaymentResult(_ result: Yuno.Result) {
        results.append(result)
        dispatchPrecondition(condition: .onQueue(.main))
    }

    func yunoPaymentResult(_ result: Yuno.Result, substatus: String?) { substatuses.append(substatus) }
    func yunoEnrollmentResult(_ result: Yuno.Result) { enrollments.append(result) }
    func yunoDidSelect(paymentMethod: any PaymentMethodSelected) { selected.append(paymentMethod) }
    func yunoDidUnenrollSuccessfully(_ success: Bool) { unenrolled.append(success) }
    func yunoUpdatePaymentMethodsViewHeight(_ height: CGFloat) { heights.append(height) }
    func onLoading(isLoading: Bool) { loading.append(isLoading) }
}

/// The SDK set up against a gateway made by hand, in time that passes at once.
@MainActor struct Desk {
    let gateway = HandGateway()
    let clock = HandClock()
    let core: YunoCore
    let shop: Shop

    init(_ shop: Shop = Shop(), config: YunoConfig = YunoConfig(), initialized: Bool = true) {
        self.shop = shop
        let (gateway, clock) = (gateway, clock)
        let world = YunoWorld(
            origin: .success(try! GatewayOrigin("http://127.0.0.1:9")),
            transport: ScriptedTransport { request, _ in gateway.answer(request) }, clock: clock,
            keys: CountingKeys(), install: InstallIdentity(folder: "yuno-flow-tests"), journal: MemoryJournal(),
            device: { await DeviceFacts.current(sdk: "test/1") }, jitter: { 0 },
            now: { Timestamp(milliseconds: 1_795_000_000_000) }, region: "BR", languages: { ["en"] })
        core = YunoCore(world: world)
        if initialized { core.initialize(apiKey: "pk_test_hand", config: config, callback: nil) }
    }

    /// Runs what an app does, and waits until nothing moves any more.
    func act(_ work: @MainActor () async -> Void) async {
        await YunoCore.$current.withValue(core) { await work() }
        await settle()
    }

    func settle() async {
        for _ in 0..<300 { await Task.yield() }
        try? await Task.sleep(nanoseconds: 3_000_000)
        for _ in 0..<300 { await Task.yield() }
    }

    /// Lets time pass, and whatever is due by then happen.
    func pass(seconds: Double) async { await clock.pass(seconds: seconds) { await self.settle() } }

    var screen: Screen? { shop.stage.presented?.interface.screen }

    func press(_ id: String) async { await act { shop.stage.presented?.interface.perform(.press(id)) } }

    func close() async { await act { shop.stage.presented?.interface.perform(.close) } }

    /// Types a card into whatever shows the form.
    func type(
        _ number: String = "4507990000000002", expiry: String = "11/40", code: String = "123",
        into view: YunoView? = nil
    ) {
        guard let interface = (view ?? shop.stage.presented)?.interface else { return }
        for (field, text) in [("card.number", number), ("card.expiry", expiry), ("card.cvc", code)] {
            interface.perform(.input(field, FieldText(text), caret: text.utf16.count))
        }
    }

    /// The app's server creates the payment that the gateway then tells of, and the app goes on.
    func pays(_ payment: JSONValue, showsStatus: Bool = true) {
        shop.onToken = { [gateway, core] in
            gateway.change { $0.payment = payment }
            YunoCore.$current.withValue(core) { Yuno.continuePayment(showPaymentStatus: showsStatus) }
        }
    }

    /// A new card in the Lite flow, up to its token.
    func payByCard(_ number: String = "4507990000000002", showsStatus: Bool = true) async {
        await act {
            Yuno.startPaymentLite(
                with: shop, paymentSelected: CardPaymentMethod(), showPaymentStatus: showsStatus)
        }
        type(number)
        await press("pay")
    }
}

extension Screen {
    var ids: Set<String> { Set(nodes.map(\.id)) }

    func text(_ id: String) -> String? {
        nodes.lazy.compactMap { node in
            switch node.content {
            case .text(let run) where node.id == id: run.text
            case .button(let button) where node.id == id: button.title
            case .banner(let banner) where node.id == id: banner.text
            case .field(let field) where node.id == id: field.error
            default: nil
            }
        }.first
    }
}
