import Foundation
import Kernel
import Testing

@testable import WajubMobile
@testable import Wire
import WireTesting

/// A gateway of one payment, by hand: each path answers what it is told; every request is kept.
final class HandGateway: Transport, @unchecked Sendable {
    private let lock = NSLock()
    private var replies: [String: Result<HTTPAnswer, TransportFailure>] = [:]
    private var held: [String: CheckedContinuation<Void, Never>] = [:]
    private var holding: Set<String> = []
    private var recorded: [HTTPRequest] = []

    init() {
        answer("/pay/session", .json(200, Self.session()))
        answer("/pay/sdk-config", .json(200, Self.config))
        answer("/pay/status", .json(200, ["status": "pending", "last_decline": .null]))
    }

    func answer(_ path: String, _ reply: Result<HTTPAnswer, TransportFailure>) {
        lock.withLock { replies[path] = reply }
    }

    /// Holds answers of a path back until ``release(_:)``.
    func hold(_ path: String) { lock.withLock { _ = holding.insert(path) } }

    func release(_ path: String) {
        let waiting = lock.withLock {
            holding.remove(path)
            return held.removeValue(forKey: path)
        }
        waiting?.resume()
    }

    var heldBack: Int { lock.withLock { held.count } }

    func requests(_ path: String) -> [HTTPRequest] {
        lock.withLock { recorded.filter { $0.url.path == path } }
    }

    var paths: [String] { lock.withLock { recorded.map(\.url.path) } }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPAnswer {
        let path = request.url.path
        lock.withLock { recorded.append(request) }
        if lock.withLock({ holding.contains(path) }) {
            await withCheckedContinuation { continuation in
                lock.withLock { held[path] = continuation }
            }
        }
        guard let reply = lock.withLock({ replies[path] }) else {
            Issue.record("not expected: \(path)")
            return HTTPAnswer(status: 599)
        }
        return try reply.get()
    }

    static func session(
        _ status: String = "pending", _ channels: JSONValue = defaultChannels, _ more: [String: JSONValue] = [:]
    ) -> JSONValue {
        [
            "transaction": transaction(
                status, ["sandbox": true, "last_decline": .null].merging(more) { $1 }), "channels": channels,
            "branding": ["name": "Shop SARL"], "environment": "sandbox",
        ]
    }

    static let defaultChannels: JSONValue = [
        [
            "id": "ch_1", "slug": "cm.mobile", "name": "Mobile Money", "type": "mobile_money", "countries": ["CM"],
            "operators": [
                ["id": "mtn", "name": "MTN MoMo", "country": "CM"],
                ["id": "orange", "name": "Orange", "country": "CM"],
            ],
        ],
        ["id": "ch_2", "slug": "card", "name": "Card", "name_fr": "Carte", "type": "card"],
        ["id": "ch_3", "slug": "ci.djamo", "name": "Djamo", "type": "wallet", "countries": ["CI"]],
    ]

    static func only(_ slug: String) -> JSONValue {
        .array((defaultChannels.array ?? []).filter { $0["slug"]?.string == slug })
    }

    static let config: JSONValue = [
        "channels": [
            "cm.mobile": ["available": true, "sdk": "form", "required_fields": ["phone"]],
            "card": ["available": true, "sdk": "form"], "ci.djamo": ["available": true, "sdk": "form"],
        ]
    ]

    static func card(_ config: JSONValue) -> JSONValue { ["channels": ["card": config]] }

    static let approval: JSONValue = [
        "code": 202,
        "transaction": transaction(
            "processing",
            [
                "sandbox": true,
                "processing_context": [
                    "channel_slug": "cm.mobile", "is_mobile_money": true, "payer_instruction": "Composez *126#",
                ],
            ]),
    ]

    static func declined(_ code: String, id: String = "dec_1") -> JSONValue {
        ["status": "pending", "last_decline": ["id": .string(id), "code": .string(code)]]
    }
}

/// Opens pages by a rule, and remembers them.
@MainActor
final class HandBrowser: BrowserOpening {
    var opens = true
    private(set) var opened: [(url: URL, mode: BrowserMode)] = []
    private(set) var onClose: (@MainActor @Sendable () -> Void)?

    func open(_ url: URL, mode: BrowserMode, onClose: @escaping @MainActor @Sendable () -> Void) async -> Bool {
        opened.append((url, mode))
        self.onClose = onClose
        return opens
    }

    func close() { onClose?() }
}

/// Waits until something is so, 20 seconds at most.
@MainActor
func until(_ condition: @MainActor () -> Bool, _ location: SourceLocation = #_sourceLocation) async {
    for _ in 0..<20_000 {
        if condition() { return }
        try? await Task.sleep(nanoseconds: 1_000_000)
    }
    Issue.record("it never came", sourceLocation: location)
}

/// A checkout over a gateway by hand, with everything it told kept in order.
@MainActor
final class ControllerDesk {
    let gateway = HandGateway()
    let browser = HandBrowser()
    let clock = HandClock()
    let journal = MemoryJournal()
    var options = PresentOptions(sessionToken: "sess_abc123", locale: "fr")
    private(set) var told: [String] = []
    private(set) var results: [CheckoutResult] = []
    private(set) var redraws = 0
    private(set) lazy var controller = make()

    var world: SessionWorld {
        var world = testWorld(gateway, clock: clock)
        world.journal = journal
        world.region = "CM"
        return world
    }

    private func make() -> CheckoutController {
        tellAll()
        let controller = CheckoutController(options: options, browser: browser, world: world)
        controller.onChange = { [weak self] in self?.redraws += 1 }
        controller.onFinish = { [weak self] in self?.results.append($0) }
        return controller
    }

    private func tell(_ text: String) { told.append(text) }

    private func tellAll() {
        let own = options.callbacks
        options.callbacks = CheckoutCallbacks(
            onReady: { [weak self] in
                self?.tell("ready \($0.environment) \($0.methods.joined(separator: ","))")
                try own.onReady?($0)
            },
            onLoadError: { [weak self] in
                self?.tell("loadError \($0.code)")
                try own.onLoadError?($0)
            },
            onStateChange: { [weak self] in
                self?.tell("\($0.state.rawValue)")
                try own.onStateChange?($0)
            },
            onPaymentStarted: { [weak self] in
                self?.tell("started \($0.channel) \($0.operatorId ?? "-")")
                try own.onPaymentStarted?($0)
            },
            onRedirect: { [weak self] in
                self?.tell("redirect \($0.url.absoluteString) \($0.mode.rawValue)")
                try own.onRedirect?($0)
            },
            onSuccess: { [weak self] in
                self?.tell("success \($0.id)")
                try own.onSuccess?($0)
            },
            onError: { [weak self] in
                self?.tell("error \($0.code)")
                try own.onError?($0)
            },
            onCancel: { [weak self] in
                self?.tell("cancel \($0.reason.rawValue)")
                try own.onCancel?($0)
            },
            onComplete: { [weak self] in
                self?.tell("complete \($0.status)")
                try own.onComplete?($0)
            })
    }

    /// What waits for the test itself, e.g. a collector.
    var heldElsewhere = 0

    /// Waits until nothing can go on by itself: all that is under way is held back, or sleeps.
    func settle() async {
        await until {
            controller.workUnderWay + (controller.isWaking ? 1 : 0)
                == gateway.heldBack + clock.sleeping + heldElsewhere
        }
    }

    func pass(seconds: Double) async { await clock.pass(seconds: seconds) { await self.settle() } }

    func open() async {
        controller.start()
        await settle()
    }

    /// On the Mobile Money form with a good number.
    static func onForm(_ number: String = "677 12 34 56") async -> ControllerDesk {
        let desk = ControllerDesk()
        desk.gateway.answer("/pay/session", .json(200, HandGateway.session("pending", HandGateway.only("cm.mobile"))))
        await desk.open()
        desk.controller.setPhone(number)
        return desk
    }

    /// A Mobile Money payment that waits for the approval.
    static func waiting() async -> ControllerDesk {
        let desk = await onForm()
        desk.gateway.answer("/pay/process", .json(202, HandGateway.approval))
        desk.gateway.answer("/pay/status", .json(200, ["status": "processing", "last_decline": .null]))
        desk.controller.submitMobileMoney()
        await desk.settle()
        return desk
    }

    /// On the card form, with what the configuration says of cards.
    static func onCard(_ config: JSONValue, _ prepare: (ControllerDesk) -> Void = { _ in }) async -> ControllerDesk {
        let desk = ControllerDesk()
        prepare(desk)
        desk.gateway.answer("/pay/session", .json(200, HandGateway.session("pending", HandGateway.only("card"))))
        desk.gateway.answer("/pay/sdk-config", .json(200, HandGateway.card(config)))
        await desk.open()
        return desk
    }

    func typeCard(_ number: String = "4242 4242 4242 4242") {
        controller.setCardField(.number, number)
        controller.setCardField(.expiry, "12/34")
        controller.setCardField(.securityCode, "123")
        controller.setCardField(.holder, "A Payer")
    }
}
