import Foundation
import Kernel
import Synchronization
import Testing

@testable import Gateway
@testable import GatewaySQLite

/// What a token, a session and a key are good for.
@Suite struct ServerTokenTests {
    @Test("YR53: a token is paid with once, within 15 minutes, with its own session and account")
    func tokens() async throws {
        let desk = try await Desk()
        let card = Desk.cardMethod("4111111111111111")
        let (first, second) = (try await desk.session(), try await desk.session())
        let token = try await desk.token(first, card)
        #expect(await desk.refused(try desk.draft(second, token)) == "INVALID_TOKEN")
        #expect(await desk.refused(try desk.draft(first, Secret("nobody's"))) == "INVALID_TOKEN")
        #expect(
            await desk.refused(try desk.draft(first, token, ["amount": ["currency": "BRL", "value": 1]]))
                == "INVALID_PARAMETERS amount.value", "and that does not use it")
        #expect(await desk.refused(try desk.draft(first, token)) == nil)
        #expect(await desk.refused(try desk.draft(first, token)) == "INVALID_TOKEN")
        let old = try await desk.token(second, card)
        desk.clock.advance(milliseconds: 900_000)
        #expect(await desk.refused(try desk.draft(second, old)) == "INVALID_TOKEN")
        #expect(await desk.refused(try desk.draft(second, try await desk.token(second, card))) == nil)
        desk.clock.advance(milliseconds: 90_000_000)
        #expect(try await desk.gateway.forgetOldTokens() == 3)
    }

    @Test("T73: a session is good for one payment and five hours")
    func sessions() async throws {
        let desk = try await Desk()
        let used = try await desk.session()
        let card = Desk.cardMethod("4507990000000010")
        let (one, two) = (try await desk.token(used, card), try await desk.token(used, card))
        #expect(await desk.refused(try desk.draft(used, one)) == nil)
        #expect(await desk.refused(try desk.draft(used, two)) == "CHECKOUT_SESSION_NOT_FOUND")
        #expect(await refusal { try await desk.token(used, card) } == "CHECKOUT_SESSION_NOT_FOUND")
        #expect(try await desk.gateway.paymentSession(used.id, for: desk.principal)?.isUsed == true)
        #expect(used.returnURL == "shop://pay?checkoutSession=\(used.id)")
        let old = try await desk.session()
        desk.clock.advance(milliseconds: 5 * 3_600_000)
        #expect(await refusal { try await desk.token(old, card) } == "CHECKOUT_SESSION_NOT_FOUND")
        #expect(
            await refusal { try await desk.gateway.openPaymentSession(old.id, for: desk.principal) }
                == "CHECKOUT_SESSION_NOT_FOUND")
        #expect(try await desk.gateway.openPaymentSession(used.id, for: desk.principal).payment != nil)
        #expect(await refusal { try await desk.session(["account_id": .string(desk.ids)]) } == "INVALID_ACCOUNT_ID")
    }

    @Test("Twenty servers at once make one payment of one session")
    func race() async throws {
        let desk = try await Desk()
        let session = try await desk.session()
        var drafts: [ServerPaymentDraft] = []
        for _ in 0..<20 {
            drafts.append(try desk.draft(session, try await desk.token(session, Desk.cardMethod("4111111111111111"))))
        }
        let made = await withTaskGroup(of: Bool.self) { group in
            for draft in drafts { group.addTask { await desk.refused(draft) == nil } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(made == 1)
        let payment = try #require(try await desk.gateway.sessionPayment(session.id, for: desk.principal))
        #expect(try await desk.ledger(payment) == [1_505_000])
    }

    @Test("T74: a customer's token is nobody else's")
    func customers() async throws {
        let desk = try await Desk()
        let (a, b) = (try await desk.customer("a"), try await desk.customer("b"))
        #expect(await refusal { try await desk.customer("a") } == "CUSTOMER_ID_DUPLICATED")
        let session = try await desk.session(customer: a)
        let token = try await desk.token(session, Desk.cardMethod("4111111111111111"))
        let other = try desk.draft(session, token, ["customer_payer": ["id": .string(b.rawValue)]])
        #expect(await desk.refused(other) == "INVALID_CUSTOMER_FOR_TOKEN")
        let nobody = try desk.draft(session, token, ["customer_payer": ["id": .string(desk.ids)]])
        #expect(await desk.refused(nobody) == "CUSTOMER_NOT_FOUND")
        #expect(await desk.refused(try desk.draft(session, token)) == nil)
    }

    @Test("T68, T70: a key makes one payment whatever the body says; a key that was refused makes none")
    func idempotency() async throws {
        let desk = try await Desk()
        let payment = try await desk.pay(Desk.cardMethod("4507990000000010"), key: "k")
        let other = try await desk.session()
        let token = try await desk.token(other, Desk.cardMethod("4111111111111111"))
        let again = try await desk.gateway.createServerPayment(
            try desk.draft(other, token), for: desk.principal, key: "k")
        #expect(again.payment.id == payment.id && again.isReplay)
        #expect(await desk.refused(try desk.draft(other, Secret("wrong")), key: "b") == "INVALID_TOKEN")
        #expect(await desk.refused(try desk.draft(other, token), key: "b") == "IDEMPOTENCY_DUPLICATED")
        try await desk.gateway.burnKey("c", for: desk.principal)
        #expect(await desk.refused(try desk.draft(other, token), key: "c") == "IDEMPOTENCY_DUPLICATED")
        #expect(await desk.refused(try desk.draft(other, token), key: "d") == nil)
        let restarted = try await desk.restarted()
        let kept = try await restarted.gateway.createServerPayment(
            try restarted.draft(other, token), for: restarted.principal, key: "k")
        #expect(kept.payment.id == payment.id)
    }

    @Test("A gateway killed while its provider is asked has the payment, and answers its key from what became of it")
    func killed() async throws {
        var options = GatewayOptions()
        options.sandbox.latencyMilliseconds = 2000
        let desk = try await Desk(options: options)
        let session = try await desk.session()
        let token = try await desk.token(session, Desk.cardMethod("4111111111111111"))
        let draft = try desk.draft(session, token)
        let asking = Task { try await desk.gateway.createServerPayment(draft, for: desk.principal, key: "k") }
        for _ in 0..<400 where desk.clock.sleeperCount == 0 { try await Task.sleep(for: .milliseconds(5)) }
        #expect(await desk.refused(draft, key: "k") == "REQUEST_IN_PROCESS")
        #expect(await desk.refused(draft, key: "other") == "TOKEN_IN_USE")
        #expect(try await desk.told() == [], "there is nothing to tell before the provider has answered")
        asking.cancel()
        _ = await asking.result
        let again = try await desk.restarted(options: options)
        #expect(await again.refused(draft, key: "k") == "REQUEST_IN_PROCESS")
        desk.clock.advance(milliseconds: 2000)
        try await again.gateway.settleDue()
        let made = try await again.gateway.createServerPayment(draft, for: again.principal, key: "k")
        #expect(made.isReplay && made.payment.said == "SUCCEEDED/APPROVED SUCCEEDED")
        #expect(try await again.ledger(made.payment) == [1_505_000])
        #expect(try await again.told() == ["payment.purchase SUCCEEDED/APPROVED"])
    }

    @Test("An app makes the payment itself only with a session that lets it (T60)")
    func seamless() async throws {
        let desk = try await Desk()
        func pay(_ session: PaymentSession) async throws -> MadePayment {
            let token = try await desk.token(session, Desk.cardMethod("4507990000000002"))
            return try await desk.gateway.createSeamlessPayment(
                session: session.id, method: ["type": "CARD"], token: token, for: desk.principal, key: nil)
        }
        #expect(await refusal { try await pay(try await desk.session()) } == "AUTHORIZATION_REQUIRED")
        let made = try await pay(try await desk.session(["workflow": "SDK_SEAMLESS"]))
        #expect(made.payment.words == PaymentWords("SUCCEEDED", "APPROVED"))
    }

    @Test("An app's key neither finds nor burns what a server or another session made with the same key")
    func appKeys() async throws {
        let desk = try await Desk()
        let key = try #require(
            try await desk.gateway.issueKey(for: desk.principal.merchant.id, .publishable, .sandbox))
        let app = try #require(try await desk.gateway.authenticate(key.key))
        func seamless(_ session: PaymentSession, _ token: Secret<String>) async throws -> MadePayment {
            try await desk.gateway.createSeamlessPayment(
                session: session.id, method: ["type": "CARD"], token: token, for: app, key: "order-77")
        }
        let paid = try await desk.pay(Desk.cardMethod("4507990000000002"), key: "order-77")
        let (one, two) = (
            try await desk.session(["workflow": "SDK_SEAMLESS"]), try await desk.session(["workflow": "SDK_SEAMLESS"])
        )
        #expect(await refusal { try await seamless(one, Secret("nobody's")) } == "INVALID_TOKEN")
        let first = try await seamless(two, try await desk.token(two, Desk.cardMethod("4507990000000002")))
        #expect(first.payment.id != paid.id && !first.isReplay)
        #expect(try await seamless(two, Secret("x")).payment.id == first.payment.id, "the same session finds its own")
        // An app's refused key is still good for the server.
        let third = try await desk.session(["workflow": "SDK_SEAMLESS"])
        #expect(
            await refusal {
                try await desk.gateway.createSeamlessPayment(
                    session: third.id, method: ["type": "CARD"], token: Secret("x"), for: app, key: "order-78")
            } == "INVALID_TOKEN")
        #expect(try await desk.pay(Desk.cardMethod("4507990000000002"), key: "order-78").responseCode == "SUCCEEDED")
    }

    @Test("A capture's key makes no refund, and is not told as one") func keysOfActions() async throws {
        let desk = try await Desk()
        let held = try await desk.pay(
            Desk.cardMethod("4507990000000002"), detail: ["detail": ["card": ["capture": false]]])
        func act(_ action: ServerAction) async throws -> ActedPayment {
            try await desk.gateway.act(action, on: held.id, transaction: nil, for: desk.principal, key: "k")
        }
        let captured = try await act(.capture(ActionRequest()))
        #expect(try await act(.capture(ActionRequest())).transaction.id == captured.transaction.id)
        for other in [
            ServerAction.refund(RefundRequest(amount: nil, reason: .requestedByCustomer)), .cancel(ActionRequest()),
            .cancelOrRefund(RefundRequest(amount: nil, reason: .requestedByCustomer)),
        ] {
            #expect(await refusal { try await act(other) } == "IDEMPOTENCY_DUPLICATED")
        }
        #expect(try await desk.current(held).refunded.minorUnits == 0)
    }

    @Test("Only a card is verified: nothing else is bought for another amount than its session's")
    func verifyingWhatIsNoCard() async throws {
        let desk = try await Desk()
        let session = try await desk.session()
        let token = try await desk.token(session, ["type": "PIX"])
        let one: [String: JSONValue] = ["amount": ["currency": "BRL", "value": 1]]
        #expect(
            await desk.refused(try desk.draft(session, token, one, method: ["detail": ["card": ["verify": true]]]))
                == "INVALID_PARAMETERS payment_method.detail.card.verify")
        #expect(await desk.refused(try desk.draft(session, token)) == nil)
    }
}
