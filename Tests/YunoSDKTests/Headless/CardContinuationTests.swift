import Foundation
import Interface
import Kernel
import Testing
import Wire
import WireTesting

@testable import YunoSDK

/// Does with a bank's page what a test says, as soon as it is shown.
@MainActor private final class Bank: YunoViewController {
    private let event: @Sendable (String) -> InterfaceEvent
    private(set) var pages: [Interface.WebPage] = []

    nonisolated init(_ event: @escaping @Sendable (String) -> InterfaceEvent) { self.event = event }

    override func present(_ view: YunoView) {
        super.present(view)
        for node in view.interface.screen.nodes {
            guard case .page(let page) = node.content else { continue }
            pages.append(page)
            Task { view.interface.perform(event(node.id)) }
        }
    }
}

extension FlowTests {
    @MainActor @Suite struct CardContinuation {
        private static let page = "https://3ds.example/challenge.html?session=1"
        private static let waiting = YunoSDKTests.payment(
            "PENDING", "WAITING_ADDITIONAL_STEP", ["action": ["type": "CHALLENGE", "url": .string(page)]])

        private func said(_ text: String) -> Bank { Bank { .message($0, text) } }

        private func told(
            _ transport: any Transport, _ count: Int, on screen: YunoViewController? = nil,
            clock: HandClock = HandClock()
        ) async -> [Yuno.Result] {
            let core = testCore(testWorld(transport, clock: clock))
            core.desk.front = screen
            let told = Told<Yuno.Result>()
            let client = YunoCore.$current.withValue(core) {
                Yuno.apiClientPayment(countryCode: "CO", checkoutSession: testSession)
            }
            await Task.detached {
                client.continueCardPayment { result in MainActor.assumeIsolated { told.tell(result) } }
            }.value
            for _ in 0..<120 where told.values.count < count {
                await clock.pass(seconds: 1) { await settleAll() }
            }
            await settleAll()
            #expect(told.wereOnMain && screen?.presented == nil)
            return told.values
        }

        /// Answers the payment's reads in turn, the last one again and again.
        private func gateway(_ payments: [JSONValue], method: JSONValue = HandGateway.card) -> ScriptedTransport {
            let reads = Reads(payments)
            return ScriptedTransport { request, _ in
                request.url.path.hasSuffix("/payment")
                    ? .json(200, reads.next())
                    : .json(
                        200,
                        [
                            "checkout_session": .string(testSession), "callback_url": "app://pay",
                            "payment_methods": [method], "payment": reads.first["payment"] ?? nil,
                        ])
            }
        }

        private final class Reads: @unchecked Sendable {
            private let lock = NSLock()
            private var payments: [JSONValue]
            let first: JSONValue
            init(_ payments: [JSONValue]) { (self.payments, first) = (payments, payments[0]) }
            func next() -> JSONValue { lock.withLock { payments.count > 1 ? payments.removeFirst() : payments[0] } }
        }

        @Test("T48 YH43 YH44 A challenge: processing, then one end, on the main thread")
        func challenged() async {
            let bank = said(#"{"origin":"CHALLENGE","status":"COMPLETED","data":"app://pay"}"#)
            let transport = gateway([["payment": nil], Self.waiting, Self.waiting, payment("SUCCEEDED", "APPROVED")])
            #expect(await told(transport, 2, on: bank) == [.processing, .succeeded])
            #expect(bank.pages.map(\.url) == [Self.page] && bank.pages.map(\.returnURL) == ["app://pay"])
        }

        @Test("YH54 A page that goes to the callback URL without a word is over, too")
        func arrived() async {
            let bank = said(Interface.WebPage.arrival("app://pay"))
            let transport = gateway([Self.waiting, Self.waiting, payment("SUCCEEDED", "APPROVED")])
            #expect(await told(transport, 2, on: bank) == [.processing, .succeeded])
        }

        @Test("YH41 Without a challenge there is one end, at once, and nothing is shown")
        func plain() async {
            let bank = said("")
            #expect(await told(gateway([payment("DECLINED", "DECLINED")]), 1, on: bank) == [.reject])
            #expect(bank.pages.isEmpty)
        }

        @Test("T29 The payer who closes the bank's page has left; the payment stays as it is")
        func closed() async {
            let transport = gateway([Self.waiting])
            #expect(
                await told(transport, 2, on: Bank { _ in .close }) == [.processing, .userCancell])
            #expect(transport.requests.allSatisfy { $0.method == .get })
        }

        @Test("Without a screen for the page it is the system's fault")
        func nowhere() async {
            #expect(await told(gateway([Self.waiting]), 2) == [.processing, .internalError])
        }

        @Test("A payment the app's server never creates is waited for a minute of the monotonic clock, not for ever")
        func never() async {
            let clock = HandClock()
            let began = clock.nowNanoseconds
            let transport = gateway([["payment": nil]])
            #expect(await told(transport, 1, clock: clock) == [.internalError])
            let seconds = (clock.nowNanoseconds - began) / 1_000_000_000
            #expect((60...62).contains(seconds))
        }

        @Test("A read that fails is no end, a key that is not known is")
        func failing() async {
            let transport = ScriptedTransport { request, count in
                guard count > 4 else { return .offline }
                return request.url.path.hasSuffix("/payment")
                    ? .json(200, payment("SUCCEEDED", "APPROVED"))
                    : .json(200, ["checkout_session": .string(testSession), "payment_methods": [HandGateway.card]])
            }
            #expect(await told(transport, 1) == [.succeeded])
            let unknown = ScriptedTransport { _, _ in .json(401, ["code": "INVALID_CREDENTIALS"]) }
            #expect(await told(unknown, 1) == [.internalError])
            #expect(unknown.requests.count == 1)
        }
    }
}
