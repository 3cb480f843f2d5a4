import Foundation
import Gateway
import Kernel
import Testing
import Wire

@testable import GatewayServer
@testable import WajubMobile

/// The SDK's controller against a gateway that is really served.
@Suite(.serialized) @MainActor struct ControllerOverHTTPTests {
    private final class NoBrowser: BrowserOpening {
        func open(_ url: URL, mode: BrowserMode, onClose: @escaping @MainActor @Sendable () -> Void) async -> Bool {
            false
        }
    }

    private func served(_ body: @MainActor (ServedDesk) async throws -> Void) async throws {
        let desk = try await ServedDesk()
        do {
            try await body(desk)
        } catch {
            await desk.stop()
            throw error
        }
        await desk.stop()
    }

    private func controller(_ desk: ServedDesk, _ token: String) throws -> CheckoutController {
        var world = SessionWorld.real
        world.origin = .success(try GatewayOrigin(desk.address))
        world.journal = MemoryJournal()
        return CheckoutController(
            options: PresentOptions(sessionToken: token, locale: "en"), browser: NoBrowser(), world: world)
    }

    private func until(_ condition: @MainActor () async throws -> Bool) async throws {
        for _ in 0..<2000 {
            if try await condition() { return }
            try await Task.sleep(nanoseconds: 5_000_000)
        }
        Issue.record("it never came")
    }

    private func pay(_ controller: CheckoutController, _ number: String) async throws {
        controller.start()
        try await until { controller.screen == .methods || controller.screen == .mobileMoney }
        controller.selectMethod("cm.mobile")
        controller.setPhone(number)
        controller.pickOperator("mtn")
        controller.submitMobileMoney()
    }

    @Test("W9 W11 W12: closed while it waits, the app knows no more than that; the server learns that it was paid")
    func notProof() async throws {
        try await served { desk in
            let payment = try await desk.payment()
            let controller = try controller(desk, payment.token)
            try await pay(controller, "670000000")
            try await until { controller.screen == .approval }
            controller.dismiss()
            #expect(controller.result?.status == "processing")
            // The payer approves after the sheet has gone.
            desk.clock.advance(milliseconds: 10_000)
            try await until {
                try await desk.ask(.get, "/payments/\(payment.id)").json["transaction"]?["status"] == "success"
            }
        }
    }

    @Test("W13: a token for the sheet and an address for the hosted checkout; the same event confirms either way")
    func bothRoutes() async throws {
        try await served { desk in
            let answer = try await desk.ask(.post, "/payments", ["amount": 100, "currency": "XAF"])
            let token = try #require(answer.json["authorization_token"]?.string)
            #expect(answer.json["authorization_url"]?.string?.hasSuffix(token) == true)
            let controller = try controller(desk, token)
            try await pay(controller, "670000000")
            try await until { controller.screen == .approval }
            desk.clock.advance(milliseconds: 10_000)
            try await until { controller.screen == .success }
            controller.dismiss()
            #expect(controller.result?.status == "complete")
            let events = try await desk.ask(.get, "/events")
            let names = (events.json["events"]?.array ?? events.json["items"]?.array ?? []).compactMap {
                $0["event"]?.string
            }
            #expect(names.contains("payment.succeeded"))
        }
    }
}
