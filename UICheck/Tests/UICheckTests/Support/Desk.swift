import Foundation
import Kernel
import SafariServices
import Testing
import UIKit

@testable import InterfaceApple
@testable import WajubMobile
@testable import WajubMobileUI
@testable import Wire

/// A gateway that answers by path, as the test has it stand.
final class DeskTransport: Transport, @unchecked Sendable {
    private let lock = NSLock()
    private var answers: [String: ScriptedTransport.Reply] = [:]
    private var held: Set<String> = []
    private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]
    private var sent: [String] = []

    init(status: String = "pending", channels: [JSONValue] = [DeskTransport.mobileMoney]) {
        self["/pay/session"] = .json(
            200,
            [
                "transaction": transaction(status, ["sandbox": true]), "channels": .array(channels), "locale": "en",
                "environment": "sandbox",
            ])
        self["/pay/sdk-config"] = .json(
            200,
            [
                "channels": [
                    "cm.mobile": ["available": true, "provider": "p", "sdk": "form", "required_fields": ["phone"]],
                    "ci.wave": ["available": true, "provider": "wave", "sdk": "form", "required_fields": []],
                ]
            ])
        self["/pay/status"] = .json(200, ["status": .string(status), "transaction": transaction(status)])
    }

    static let mobileMoney: JSONValue = [
        "id": "ch_1", "slug": "cm.mobile", "name": "Mobile Money", "type": "mobile_money", "countries": ["CM"],
        "currency": "XAF",
        "operators": [
            ["id": "mtn", "name": "MTN MoMo", "country": "CM"],
            ["id": "orange", "name": "Orange Money", "country": "CM"],
        ],
    ]

    subscript(path: String) -> ScriptedTransport.Reply? {
        get { lock.withLock { answers[path] } }
        set { lock.withLock { answers[path] = newValue } }
    }

    func status(_ status: String) {
        self["/pay/status"] = .json(200, ["status": .string(status), "transaction": transaction(status)])
    }

    func hold(_ path: String) { lock.withLock { _ = held.insert(path) } }

    func release(_ path: String) {
        let all = lock.withLock {
            held.remove(path)
            return waiting.removeValue(forKey: path) ?? []
        }
        all.forEach { $0.resume() }
    }

    func count(_ path: String) -> Int { lock.withLock { sent.filter { $0 == path }.count } }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPAnswer {
        let path = request.url.path
        await withCheckedContinuation { continuation in
            let goes = lock.withLock {
                sent.append(path)
                guard held.contains(path) else { return true }
                waiting[path, default: []].append(continuation)
                return false
            }
            if goes { continuation.resume() }
        }
        return try (self[path] ?? .json(404)).get()
    }
}

/// An app with one window, and a payment sheet over it.
@MainActor final class Shop {
    let window = UIWindow()
    let root = UINavigationController(rootViewController: UIViewController())
    let scene = UIWindowScene()
    let desk: DeskTransport
    var options = PresentOptions(sessionToken: "sess_abc123", locale: "en")
    private(set) var results: [CheckoutResult] = []
    private(set) var completed: [String] = []

    init(_ desk: DeskTransport = DeskTransport()) {
        self.desk = desk
        window.rootViewController = root
        window.isKeyWindow = true
        scene.windows = [window]
        UIApplication.shared.standInScenes = [scene]
        UIApplication.shared.standInOpened = []
        UIApplication.shared.standInOpens = true
        options.callbacks.onComplete = { [weak self] in self?.completed.append($0.status) }
    }

    func present(from screen: UIViewController? = nil) {
        Task { [weak screen] in
            let (options, world) = (options, testWorld(desk, clock: StillClock()))
            let result = try await SessionWorld.$current.withValue(world) {
                try await WajubCheckout.present(options, from: screen)
            }
            results.append(result)
        }
    }

    var presenter: SheetPresenter? { SheetPresenter.current }
    var sheet: SheetController? { presenter?.sheet }
    var controller: CheckoutController? { presenter?.controller }

    /// Presents, and waits for the form.
    func open(from screen: UIViewController? = nil) async throws -> CheckoutController {
        present(from: screen)
        await eventually { self.controller?.state != nil && self.sheet?.isBeingPresented == false }
        return try #require(controller)
    }

    /// Taps Pay on the Mobile Money form.
    func pay() {
        controller?.setPhone("677123456")
        controller?.submitMobileMoney()
    }

    var result: String? {
        results.last.map {
            switch $0 {
            case .cancelled(let reason, _): "cancelled \(reason.rawValue)"
            case .failed(let error, _): "failed \(error.code)"
            case .complete, .processing: $0.status
            }
        }
    }

    func ends(_ expected: String, _ place: SourceLocation = #_sourceLocation) async {
        await eventually("it never ended", { !self.results.isEmpty }, place)
        #expect(result == expected, sourceLocation: place)
        #expect(results.count == 1 && completed == [results.first?.status], sourceLocation: place)
        // W15: not before the sheet has gone.
        #expect(root.presentedViewController.map { !($0 is SheetController) } ?? true, sourceLocation: place)
    }
}

/// Time that stands still: what waits, waits for ever.
final class StillClock: WaitClock {
    let nowNanoseconds: UInt64 = 7_000_000_000
    func sleep(nanoseconds: UInt64) async throws { try await Task.sleep(nanoseconds: 3_600_000_000_000) }
}
