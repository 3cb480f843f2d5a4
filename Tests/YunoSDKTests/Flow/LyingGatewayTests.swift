import Foundation
import Kernel
import Synchronization
import Testing
import WireTesting

@testable import YunoSDK

extension FlowTests {
    /// A gateway that errs or lies: nothing traps, nothing that was not paid is told as paid, and nothing is sent twice.
    @MainActor @Suite struct Lies {
        nonisolated private static func payment(_ words: [String: JSONValue]) -> ScriptedTransport.Reply {
            let base = HandGateway.payment("PENDING", "IN_PROCESS").object ?? [:]
            return .json(200, ["payment": .object(base.merging(words) { $1 })])
        }

        nonisolated private static func action(_ type: String, _ name: String, _ fields: JSONValue)
            -> ScriptedTransport.Reply
        {
            payment(["action": ["type": .string(type), name: fields], "mark": "a"])
        }

        nonisolated static let lies: [(name: String, reply: ScriptedTransport.Reply)] = [
            ("a status nobody knows", payment(["status": "SUCCEEDED_MAYBE", "sub_status": "APPROVED"])),
            ("a status that is no text", payment(["status": ["SUCCEEDED"]])),
            ("a payment without an id", payment(["id": nil, "status": "SUCCEEDED"])),
            ("a payment that is a list", .json(200, ["payment": [["status": "SUCCEEDED"]]])),
            ("a list", .json(200, [["payment": HandGateway.payment("SUCCEEDED", "APPROVED")]])),
            ("a success that is cut off", .text(200, #"{"payment":{"id":"payment-1","status":"SUCCEEDED""#)),
            (
                "a success of 10 MB",
                .text(
                    200,
                    #"{"payment":{"id":"p","status":"SUCCEEDED"},"x":""#
                        + String(repeating: "x", count: 10_000_000) + "\"}")
            ),
            ("a success that is an error", .json(500, ["payment": HandGateway.payment("SUCCEEDED", "APPROVED")])),
            ("100,000 lists in each other", .text(200, String(repeating: "[", count: 100_000))),
            (
                "a code for ever",
                action("CODE", "code", ["text": "0", "kind": "PIX", "expires_in": 9_007_199_254_740_993])
            ),
            (
                "a code that ended long ago",
                action("CODE", "code", ["text": "0", "kind": "PIX", "expires_in": -1_000_000])
            ),
            ("a code of no text", action("CODE", "code", ["text": 7, "expires_in": "soon"])),
            (
                "a code with a QR nobody can draw",
                action("CODE", "code", ["text": .string(String(repeating: "é", count: 4000)), "kind": "PIX"])
            ),
            ("a page that is a program", action("CHALLENGE", "url", "javascript:alert(1)")),
            ("a page of a file", action("REDIRECT", "url", "file:///etc/passwd")),
            (
                "a question with odd numbers",
                action("OTP", "otp", ["id": "o", "length": -4, "attempts_left": -9, "resend_in": 1_000_000_000_000])
            ),
            ("a dance", action("DANCE", "steps", [1, 2, 3])),
        ]

        @Test("A payment that is told in lies is never paid, and has one token", arguments: lies.indices)
        func payments(_ index: Int) async {
            let lie = Self.lies[index]
            let desk = Desk()
            desk.shop.onToken = { [gateway = desk.gateway, core = desk.core] in
                gateway.change { $0.lie = { $0.hasSuffix("/payment") ? lie.reply : nil } }
                YunoCore.$current.withValue(core) { Yuno.continuePayment(showPaymentStatus: false) }
            }
            await desk.payByCard(showsStatus: false)
            await desk.pass(seconds: 40)
            #expect(!desk.shop.results.contains(.succeeded), "\(lie.name)")
            #expect(desk.shop.tokens == ["ott-1"] && desk.gateway.now.tokens.count == 1, "\(lie.name)")
            #expect(desk.shop.results.count <= 1 && desk.shop.stage.opened.isEmpty, "\(lie.name)")
        }

        @Test("The checkout of another session is nobody's to pay") func anotherSession() async {
            let desk = Desk()
            let other: JSONValue = [
                "checkout_session": "session-2", "country": "BR", "amount": ["currency": "BRL", "value": 1],
                "payment_methods": [HandGateway.card], "payment": HandGateway.payment("SUCCEEDED", "APPROVED"),
            ]
            desk.gateway.change { $0.lie = { $0.hasSuffix("/checkout/session-1") ? .json(200, other) : nil } }
            await desk.payByCard(showsStatus: false)
            await desk.pass(seconds: 5)
            #expect(!desk.shop.results.contains(.succeeded) && desk.gateway.now.tokens.isEmpty)
        }

        @Test("A seamless payment whose answer was lost is not refused while it is worked on; how it ends is read")
        func underWay() async {
            let desk = Desk()
            let asked = Mutex(0)
            desk.gateway.change {
                $0.workflow = "SDK_SEAMLESS"
                $0.payment = nil
                $0.lie = { path in
                    guard path.hasSuffix("/payments") else { return nil }
                    let count = asked.withLock {
                        $0 += 1
                        return $0
                    }
                    return count == 1 ? .lost : .json(400, ["code": "REQUEST_IN_PROCESS", "messages": ["wait"]])
                }
            }
            let params = SeamlessParams(
                checkoutSession: "session-1", countryCode: "BR", language: "en", viewController: desk.shop.stage)
            var result: Yuno.Result?
            await desk.act {
                Yuno.startPaymentSeamlessLite(
                    with: params, paymentSelected: CardPaymentMethod(), showPaymentStatus: false
                ) { result = $0 }
            }
            desk.type()
            await desk.press("pay")
            await desk.pass(seconds: 2)
            #expect(result == nil && asked.withLock { $0 } == 2)
            desk.gateway.change { $0.payment = HandGateway.payment("SUCCEEDED", "APPROVED") }
            await desk.pass(seconds: 30)
            #expect(desk.core.lastOutcome?.result == .succeeded)
            #expect(desk.gateway.now.tokens.count == 1)
        }
    }
}
