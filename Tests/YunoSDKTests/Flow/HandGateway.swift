import Foundation
import Interface
import Kernel
import Synchronization
import Wire
import WireTesting

@testable import YunoSDK

/// A gateway made by hand: what it answers is a value the test changes.
final class HandGateway: Sendable {
    struct State: Sendable {
        var methods: [JSONValue] = [HandGateway.card]
        var environment = "sandbox"
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
                        "customer_session": "customer-1", "environment": .string(state.environment), "country": "CO",
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
                    "checkout_session": .string(request.url.lastPathComponent),
                    "environment": .string(state.environment),
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

extension YunoWorld {
    /// A world with nothing in it but a gateway made by hand, in time that passes when it is told to.
    static func hand(_ gateway: HandGateway, _ clock: HandClock) -> YunoWorld {
        var world = YunoWorld(
            origin: Result { () throws(GatewayOrigin.Fault) in try GatewayOrigin("http://127.0.0.1:9") },
            transport: ScriptedTransport { request, _ in gateway.answer(request) }, clock: clock,
            keys: CountingKeys(), install: InstallIdentity(folder: "yuno-flow-tests"), journal: MemoryJournal(),
            device: { await DeviceFacts.current(sdk: "test/1") }, jitter: { 0 },
            now: { Timestamp(milliseconds: 1_795_000_000_000) }, region: "BR", languages: { ["en"] })
        world.listens = false
        return world
    }
}

/// Waits until nothing moves any more.
/// - Parameter isBusy: whether anything is known to be under way; two seconds at most.
@MainActor func settleAll(_ isBusy: @MainActor () -> Bool = { false }) async {
    var quiet = 0
    for _ in 0..<2000 where quiet < 6 {
        for _ in 0..<30 { await Task.yield() }
        quiet = isBusy() ? 0 : quiet + 1
        try? await Task.sleep(nanoseconds: 1_000_000)
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
