import Foundation
import Kernel
import Synchronization
import Testing

@testable import Gateway
@testable import GatewaySQLite

/// Sessions, tokens and payments made by a server, with a store.
@Suite struct ServerPaymentTests {
    private func refused(_ desk: Desk, _ draft: ServerPaymentDraft, key: String? = nil) async -> String? {
        await refusal { try await desk.gateway.createServerPayment(draft, for: desk.principal, key: key) }
    }

    static let cards: [(number: String, said: String)] = [
        ("4507990000000002", "SUCCEEDED/APPROVED SUCCEEDED"),
        ("5252440000000010", "DECLINED/DECLINED INSUFFICIENT_FUNDS"),
        ("370000000000028", "DECLINED/DECLINED DECLINED_BY_BANK"),
        ("3647166000000036", "DECLINED/DECLINED DO_NOT_HONOR"),
        ("1139000000000044", "DECLINED/DECLINED INVALID_SECURITY_CODE"),
        ("4507990000000051", "DECLINED/DECLINED INVALID_CARD_DATA"),
        ("5252440000000069", "DECLINED/DECLINED REPORTED_STOLEN"), ("370000000000077", "ERROR/ERROR ERROR"),
        ("4111111111111111", "SUCCEEDED/APPROVED SUCCEEDED"), ("4929251897047956", "SUCCEEDED/APPROVED SUCCEEDED"),
        ("4556104160382032", "DECLINED/DECLINED AUTHENTICATION_FAILED_THREE_D_SECURE"),
        ("4234123412340006", "DECLINED/DECLINED THREE_D_SECURE_REQUIRED"),
        ("4234123412340001", "SUCCEEDED/APPROVED SUCCEEDED"),
        ("4234123412340203", "ERROR/ERROR PROVIDER_INVALID_RESPONSE"),
        ("4234123412340403", "ERROR/TIMEOUT PROVIDER_TIMEOUT"),
    ]

    @Test("T23, T24, T25, T30: the published test cards end as published, and none is kept", arguments: cards)
    func testCards(number: String, said: String) async throws {
        let desk = try await Desk()
        let payment = try await desk.pay(Desk.cardMethod(number))
        #expect(payment.said == said)
        #expect(!payment.requiresAction)
        await desk.gateway.store.close()
        let database = String(
            decoding: try Data(contentsOf: URL(fileURLWithPath: desk.database.path)), as: UTF8.self)
        #expect(!database.contains(number), "the number is in the database")
        #expect(try SQLiteStore.check(path: desk.database.path) == [])
    }

    @Test("T77: a response code as description forces the outcome, unless the card has one")
    func description() async throws {
        let desk = try await Desk()
        let forced: [String: JSONValue] = ["description": "DO_NOT_HONOR"]
        let plain = try await desk.pay(Desk.cardMethod("4111111111111111"), payment: forced)
        #expect(plain.said == "DECLINED/DECLINED DO_NOT_HONOR")
        let card = try await desk.pay(Desk.cardMethod("4507990000000002"), payment: forced)
        #expect(card.said == "SUCCEEDED/APPROVED SUCCEEDED")
    }

    static let challenges: [(code: String, said: String)] = [
        ("1234", "SUCCEEDED/APPROVED SUCCEEDED"),
        ("1111", "DECLINED/DECLINED AUTHENTICATION_FAILED_THREE_D_SECURE"),
        ("2222", "DECLINED/DECLINED REJECTED_THREE_D_SECURE_REQUIRED"),
        ("3333", "DECLINED/DECLINED THREE_D_SECURE_REQUIRED"), ("4444", "DECLINED/DECLINED AUTHENTICATION_ATTEMPT"),
    ]

    @Test("YH43, YH44: a challenge waits for the payer, and the code typed there decides (T28)", arguments: challenges)
    func challenge(code: String, said: String) async throws {
        let desk = try await Desk()
        let payment = try await desk.pay(Desk.cardMethod("4916994064252017"))
        #expect(payment.said == "PENDING/WAITING_ADDITIONAL_STEP CHALLENGE_REQUIRED")
        #expect(payment.requiresAction)
        let link = try #require(payment.attempt?.page?.link)
        let wrong = try #require(try await desk.gateway.choose(.approve, code: "9999", on: link))
        #expect(wrong.refusal?.code == "invalid_code")
        desk.clock.advance(milliseconds: 1)
        let right = try #require(try await desk.gateway.choose(.approve, code: code, on: link))
        #expect(right.refusal == nil && right.page.choices.isEmpty)
        #expect(try await desk.current(payment).said == said)
        let late = try await desk.gateway.choose(.approve, code: "1234", on: link)
        #expect(late?.refusal != nil, "a page is good for one decision")
        #expect(
            try await desk.told() == [
                "payment.purchase PENDING/WAITING_ADDITIONAL_STEP",
                "payment.purchase \(said.split(separator: " ")[0])",
            ])
    }

    @Test(
        "Three wrong codes end a challenge; a page that cannot be drawn is an error; T29: a page that is left is open")
    func challengeEnds() async throws {
        let desk = try await Desk()
        let payment = try await desk.pay(Desk.cardMethod("4916994064252017"))
        let link = try #require(payment.attempt?.page?.link)
        _ = try await desk.gateway.choose(.leave, code: nil, on: link)
        #expect(try await desk.current(payment).words.status == "PENDING")
        for _ in 0..<3 { _ = try await desk.gateway.choose(.approve, code: "0000", on: link) }
        #expect(
            try await desk.current(payment).history == [
                "THREE_D_SECURE DECLINED AUTHENTICATION_FAILED_THREE_D_SECURE"
            ])
        let broken = try await desk.pay(Desk.cardMethod("4556362626719763"))
        let page = try #require(broken.attempt?.page)
        #expect(page.fault == "Invalid 3DS provider")
        _ = try await desk.gateway.choose(.refuse, code: nil, on: page.link)
        #expect(try await desk.current(broken).said == "ERROR/ERROR PROVIDER_ERROR")
        let ends = try await desk.pay(Desk.cardMethod("4024007189449340"))
        _ = try await desk.gateway.choose(.approve, code: "1234", on: try #require(ends.attempt?.page?.link))
        #expect(try await desk.current(ends).said == "DECLINED/DECLINED AUTHENTICATION_FAILED_THREE_D_SECURE")
    }

    @Test("T26: a card that is only authorised is captured later, once; the ledger and the database agree")
    func authorizeAndCapture() async throws {
        let desk = try await Desk()
        let payment = try await desk.pay(
            Desk.cardMethod("4507990000000002"), detail: ["detail": ["card": ["capture": false]]])
        #expect(payment.said == "PENDING/AUTHORIZED SUCCEEDED")
        #expect(try await desk.ledger(payment) == [])
        let authorization = try #require(payment.server?.transactions.first)
        let part = ActionRequest(amount: payment.amount.with(minorUnits: 1_000_000), merchantReference: "cap-1")
        func capture(_ key: String?) async throws -> ActedPayment {
            try await desk.gateway.act(
                .capture(part), on: payment.id, transaction: authorization.id, for: desk.principal, key: key)
        }
        let captured = try await capture("cap")
        #expect(captured.payment.words == PaymentWords("SUCCEEDED", "PARTIALLY_CAPTURED"))
        #expect(try await capture("cap").transaction == captured.transaction, "the same key is the same capture")
        #expect(await refusal { try await capture("cap-2") } == "INVALID_STATE")
        #expect(await refusal { try await capture("cap-2") } == "IDEMPOTENCY_DUPLICATED")
        #expect(try await desk.ledger(payment) == [1_000_000])
        let second = LedgerEntry(
            id: LedgerEntryID("led_2"), paymentID: payment.id, kind: .capture, amount: payment.amount, at: .start)
        await #expect(throws: StoreFault.self) { try await desk.gateway.store.write { try $0.insert(second) } }
        let refund = RefundRequest(amount: nil, reason: .requestedByCustomer)
        let back = try await desk.gateway.act(
            .cancelOrRefund(refund), on: payment.id, transaction: nil, for: desk.principal, key: nil)
        #expect(back.payment.words == PaymentWords("REFUNDED"))
        #expect(try await desk.ledger(payment).sorted() == [-1_000_000, 1_000_000])
        let unknown = await refusal {
            try await desk.gateway.act(
                .refund(refund), on: payment.id, transaction: TransactionID("x"), for: desk.principal, key: nil)
        }
        #expect(unknown == "TRANSACTION_NOT_FOUND")
        await desk.gateway.store.close()
        #expect(try SQLiteStore.check(path: desk.database.path) == [])
    }

    @Test(
        "YL49, YL50, YL51: a PIX keeps its code, the same whenever it is read, until the merchant or time ends it (T32)"
    )
    func pix() async throws {
        let desk = try await Desk()
        let payment = try await desk.pay(["type": "PIX"])
        #expect(payment.words == PaymentWords("PENDING", "PENDING_PROVIDER_CONFIRMATION"))
        let code = try #require(payment.attempt?.code)
        #expect(code.expiresAt == .start.adding(seconds: 600))
        let parsed = try PixCode(parsing: code.text)
        #expect(parsed.amount?.decimal == payment.amount.decimal)
        desk.clock.advance(milliseconds: 599_000)
        try await desk.gateway.settleDue()
        let again = try await desk.restarted()
        let session = try #require(payment.server?.sessionID)
        let reopened = try await again.gateway.openPaymentSession(session, for: again.principal)
        #expect(reopened.payment?.attempt?.code == code)
        #expect(reopened.payment?.mark == payment.mark)
        let paid = try #require(try await again.gateway.decideCode(payment.id, .pay, for: again.principal))
        #expect(paid.refusal == nil && paid.payment.words == PaymentWords("SUCCEEDED", "APPROVED"))
        #expect(
            try await again.told() == [
                "payment.purchase PENDING/PENDING_PROVIDER_CONFIRMATION", "payment.purchase SUCCEEDED/APPROVED",
            ])
    }

    @Test(
        "YL53, YL54: a PIX that runs out is EXPIRED wherever it is read, is told once, and a late scan does not pay it (T35, T36)"
    )
    func pixExpires() async throws {
        let desk = try await Desk()
        let payment = try await desk.pay(["type": "PIX"])
        desk.clock.advance(milliseconds: 600_000)
        let late = try #require(try await desk.gateway.decideCode(payment.id, .pay, for: desk.principal))
        #expect(late.refusal?.code == "INVALID_STATE")
        #expect(try await desk.current(payment).said == "EXPIRED/EXPIRED EXPIRED_BY_PROVIDER")
        let session = try #require(payment.server?.sessionID)
        let seen = try await desk.gateway.sessionPayment(session, for: desk.principal)
        #expect(seen?.words == PaymentWords("EXPIRED"))
        #expect(try await desk.ledger(payment) == [])
        try await desk.gateway.settleDue()
        #expect(try await desk.told().filter { $0.hasSuffix("EXPIRED/EXPIRED") }.count == 1)
        let second = try await desk.pay(["type": "BOLETO"])
        #expect(second.attempt?.code?.barcode?.count == 44)
        _ = try await desk.gateway.decideCode(second.id, .refuse, for: desk.principal)
        #expect(try await desk.current(second).said == "DECLINED/DECLINED DECLINED_BY_BANK")
        let third = try await desk.pay(["type": "PIX"])
        _ = try await desk.gateway.decideCode(third.id, .expire, for: desk.principal)
        #expect(try await desk.current(third).words == PaymentWords("EXPIRED"))
    }

    @Test("YL45: what waits at a provider stays PENDING until it answers or the merchant cancels")
    func pendingUntilCancelled() async throws {
        let desk = try await Desk()
        let payment = try await desk.pay(["type": "PIX"])
        desk.clock.advance(milliseconds: 1)
        let cancelled = try await desk.gateway.act(
            .cancel(ActionRequest(reason: "REQUESTED_BY_CUSTOMER")), on: payment.id, transaction: nil,
            for: desk.principal, key: "c")
        #expect(cancelled.payment.words == PaymentWords("CANCELED"))
        #expect(cancelled.transaction.kind == .cancel && cancelled.transaction.reason == "REQUESTED_BY_CUSTOMER")
        #expect(try await desk.gateway.decideCode(payment.id, .pay, for: nil)?.refusal?.code == "INVALID_STATE")
        #expect(try await desk.told().last == "payment.cancel CANCELED/CANCELED")
    }

    @Test("YR53: a token is paid with once, within 15 minutes, with its own session and account")
    func tokens() async throws {
        let desk = try await Desk()
        let card = Desk.cardMethod("4111111111111111")
        let (first, second) = (try await desk.session(), try await desk.session())
        let token = try await desk.token(first, card)
        #expect(await refused(desk, try desk.draft(second, token)) == "INVALID_TOKEN")
        #expect(await refused(desk, try desk.draft(first, Secret("nobody's"))) == "INVALID_TOKEN")
        #expect(
            await refused(desk, try desk.draft(first, token, ["amount": ["currency": "BRL", "value": 1]]))
                == "INVALID_PARAMETERS amount.value", "and that does not use it")
        #expect(await refused(desk, try desk.draft(first, token)) == nil)
        #expect(await refused(desk, try desk.draft(first, token)) == "INVALID_TOKEN")
        let old = try await desk.token(second, card)
        desk.clock.advance(milliseconds: 900_000)
        #expect(await refused(desk, try desk.draft(second, old)) == "INVALID_TOKEN")
        #expect(await refused(desk, try desk.draft(second, try await desk.token(second, card))) == nil)
        desk.clock.advance(milliseconds: 90_000_000)
        #expect(try await desk.gateway.forgetOldTokens() == 3)
    }

    @Test("T73: a session is good for one payment and five hours")
    func sessions() async throws {
        let desk = try await Desk()
        let used = try await desk.session()
        let card = Desk.cardMethod("4507990000000010")
        let (one, two) = (try await desk.token(used, card), try await desk.token(used, card))
        #expect(await refused(desk, try desk.draft(used, one)) == nil)
        #expect(await refused(desk, try desk.draft(used, two)) == "CHECKOUT_SESSION_NOT_FOUND")
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
            for draft in drafts { group.addTask { await refused(desk, draft) == nil } }
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
        #expect(await refused(desk, other) == "INVALID_CUSTOMER_FOR_TOKEN")
        let nobody = try desk.draft(session, token, ["customer_payer": ["id": .string(desk.ids)]])
        #expect(await refused(desk, nobody) == "CUSTOMER_NOT_FOUND")
        #expect(await refused(desk, try desk.draft(session, token)) == nil)
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
        #expect(await refused(desk, try desk.draft(other, Secret("wrong")), key: "b") == "INVALID_TOKEN")
        #expect(await refused(desk, try desk.draft(other, token), key: "b") == "IDEMPOTENCY_DUPLICATED")
        try await desk.gateway.burnKey("c", for: desk.principal)
        #expect(await refused(desk, try desk.draft(other, token), key: "c") == "IDEMPOTENCY_DUPLICATED")
        #expect(await refused(desk, try desk.draft(other, token), key: "d") == nil)
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
        #expect(await refused(desk, draft, key: "k") == "REQUEST_IN_PROCESS")
        #expect(await refused(desk, draft, key: "other") == "TOKEN_IN_USE")
        #expect(try await desk.told() == [], "there is nothing to tell before the provider has answered")
        asking.cancel()
        _ = await asking.result
        let again = try await desk.restarted(options: options)
        #expect(await refused(again, draft, key: "k") == "REQUEST_IN_PROCESS")
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
            await refused(
                desk, try desk.draft(session, token, one, method: ["detail": ["card": ["verify": true]]]))
                == "INVALID_PARAMETERS payment_method.detail.card.verify")
        #expect(await refused(desk, try desk.draft(session, token)) == nil)
    }

    @Test("Every method says why it is not offered, and what is offered can be paid")
    func offers() async throws {
        let desk = try await Desk()
        let session = try await desk.session(["callback_url": nil])
        let open = try await desk.gateway.openPaymentSession(session.id, for: desk.principal)
        let reasons = Dictionary(
            uniqueKeysWithValues: open.offers.map { ($0.kind.type, $0.reason?.rawValue ?? "offered") })
        #expect(reasons["CARD"] == "offered" && reasons["PIX"] == "offered" && reasons["APPLE_PAY"] == "offered")
        #expect(reasons["SPEI"] == "COUNTRY_NOT_SUPPORTED" && reasons["PAYPAL"] == "CALLBACK_URL_REQUIRED")
        #expect(reasons["MERCADO_PAGO_WALLET"] == "CUSTOMER_REQUIRED")
        let dollars = try await desk.session(["amount": ["currency": "USD", "value": 5]])
        let list = try await desk.gateway.openPaymentSession(dollars.id, for: desk.principal).offers
        #expect(list.first { $0.kind.type == "PIX" }?.reason == .currencyNotAllowed)
        #expect(
            await refusal { try await desk.token(dollars, ["type": "PIX"]) } == "CURRENCY_NOT_ALLOWED")
        let mexico = try await desk.session(["country": "MX", "amount": ["currency": "MXN", "value": 10_001]])
        let oxxo = try await desk.gateway.openPaymentSession(mexico.id, for: desk.principal).offers
        #expect(oxxo.first { $0.kind.type == "OXXO" }?.reason == .amountTooLarge)
        for offer in try await desk.gateway.openPaymentSession(try await desk.session().id, for: desk.principal).offers
        where offer.isAvailable && offer.form != .card {
            let wallet: JSONValue = ["type": .string(offer.kind.type), "wallet": ["payment_data": "sealed"]]
            let payment = try await desk.pay(wallet)
            #expect(payment.status == .success || payment.requiresAction, "\(offer.kind.type)")
        }
    }

    @Test("Mobile Money does what the number says, in this dialect's words")
    func mobileMoney() async throws {
        let desk = try await Desk()
        let cameroon: [String: JSONValue] = ["country": "CM", "amount": ["currency": "XAF", "value": 2500]]
        func pay(_ number: String) async throws -> Payment {
            try await desk.pay(
                [
                    "type": "MOBILE_MONEY", "operator": "mtn",
                    "phone": ["country_code": "237", "number": .string(number)],
                ], session: cameroon, payment: cameroon)
        }
        let good = try await pay("670000000")
        #expect(good.words == PaymentWords("PENDING", "PENDING_PROVIDER_CONFIRMATION"))
        #expect(good.attempt?.instruction != nil)
        let poor = try await pay("670000001")
        let code = try await pay("670000005")
        #expect(code.words.subStatus == "PENDING_OTP_COMPLETION")
        let step = try #require(code.attempt?.step)
        _ = try await desk.gateway.answerStep(code.id, .otp, step.id, ["code": "123456"])
        #expect(try await desk.current(code).status == .success)
        desk.clock.advance(milliseconds: 3000)
        #expect(try await desk.current(good).words == PaymentWords("SUCCEEDED", "APPROVED"))
        #expect(try await desk.current(poor).said == "DECLINED/DECLINED INSUFFICIENT_FUNDS")
    }

    @Test("A redirect is approved on its page, at once or later")
    func redirect() async throws {
        let desk = try await Desk()
        let changes: [String: JSONValue] = ["country": "CO", "amount": ["currency": "COP", "value": 8000]]
        let payment = try await desk.pay(["type": "PSE"], session: changes, payment: changes)
        let page = try #require(payment.attempt?.page)
        #expect(page.kind == .bank && payment.attempt?.returnURL?.hasPrefix("shop://pay?checkoutSession=") == true)
        let later = try #require(try await desk.gateway.choose(.approveLater, code: nil, on: page.link))
        #expect(later.page.payment.words.subStatus == "PENDING_PROVIDER_CONFIRMATION")
        desk.clock.advance(milliseconds: 8000)
        #expect(try await desk.current(payment).words == PaymentWords("SUCCEEDED", "APPROVED"))
    }

    @Test("T43: a card saved on success is listed in the customer's next session, and pays without its number")
    func savedCards() async throws {
        let desk = try await Desk()
        let customer = try await desk.customer()
        let refused = try await desk.pay(Desk.cardMethod("4507990000000010", saving: true), customer: customer)
        #expect(refused.server?.vaultedToken == nil)
        let first = try await desk.pay(Desk.cardMethod("4111111111111111", saving: true), customer: customer)
        let vaulted = try #require(first.server?.vaultedToken)
        #expect(try await desk.told().contains("enrollment.enroll ENROLLED"))
        let same = try await desk.pay(Desk.cardMethod("4111111111111111", saving: true), customer: customer)
        #expect(same.server?.vaultedToken == vaulted, "the same card is saved once")
        let session = try await desk.session(customer: customer)
        let saved = try await desk.gateway.openPaymentSession(session.id, for: desk.principal).offers.first
        #expect(saved?.saved?.name == "VISA ****1111" && saved?.form == .savedCard && saved?.isAvailable == true)
        let token = try await desk.token(session, ["vaulted_token": .string(vaulted.rawValue)])
        let paid = try await desk.gateway.createServerPayment(
            try desk.draft(session, token), for: desk.principal, key: nil)
        #expect(paid.payment.words.status == "SUCCEEDED" && paid.payment.server?.vaultedToken == vaulted)
        let stranger = try await desk.session(customer: try await desk.customer("other"))
        let theirs: JSONValue = ["vaulted_token": .string(vaulted.rawValue)]
        #expect(await refusal { try await desk.token(stranger, theirs) } == "INVALID_CUSTOMER_FOR_TOKEN")
        let next = try await desk.session(customer: customer)
        let late = try await desk.token(next, theirs)
        desk.clock.advance(milliseconds: 1)
        let unenrolled = try await desk.gateway.unenroll(vaulted, session: next.id, for: desk.principal)
        #expect(unenrolled?.status == .unenrolled)
        #expect(try await desk.told().last == "enrollment.unenroll UNENROLLED")
        #expect(await self.refused(desk, try desk.draft(next, late)) == "INVALID_TOKEN")
    }

    @Test("T44: a saved card asks for its code when the session says so, as long as its brand's")
    func savedCardCode() async throws {
        let desk = try await Desk()
        let customer = try await desk.customer()
        let paid = try await desk.pay(Desk.cardMethod("370000000000002", saving: true), customer: customer)
        let vaulted = JSONValue.string(try #require(paid.server?.vaultedToken).rawValue)
        let metadata: JSONValue = [["key": "saved_card_security_code", "value": "required"]]
        let session = try await desk.session(["metadata": metadata], customer: customer)
        let offer = try await desk.gateway.openPaymentSession(session.id, for: desk.principal).offers.first
        #expect(offer?.securityCodeLength == 4)
        #expect(
            await refusal { try await desk.token(session, ["vaulted_token": vaulted]) }
                == "MISSING_PARAMETERS payment_method.card.security_code")
        #expect(
            await refusal {
                try await desk.token(session, ["vaulted_token": vaulted, "card": ["security_code": "123"]])
            } == "INVALID_PARAMETERS payment_method.card.security_code")
        _ = try await desk.token(session, ["vaulted_token": vaulted, "card": ["security_code": "1234"]])
    }

    @Test(
        "What is wrong with a request is named",
        arguments: [
            ("amount", ["currency": "BRL", "value": 0.00005], "amount.value"),
            ("amount", ["currency": "BRL"], "amount.value"),
            ("merchant_order_id", nil, "merchant_order_id"), ("country", "Brazil", "country"),
            ("callback_url", "javascript:alert(1)", "callback_url"), ("callback_url", "vbscript:x", "callback_url"),
            ("workflow", "DIRECT", "workflow"),
        ] as [(String, JSONValue, String)])
    func faults(name: String, value: JSONValue, field: String) throws {
        var body: [String: JSONValue] = [
            "account_id": "00000000-0000-4000-8000-000000000000", "merchant_order_id": "order-77",
            "payment_description": "Shoes", "country": "BR", "amount": ["currency": "BRL", "value": 12.3456],
        ]
        #expect(try PaymentSessionDraft(.object(body)).amount?.json.text == "12.3456")
        body[name] = value
        let error = #expect(throws: FieldErrors.self) { try PaymentSessionDraft(.object(body)) }
        #expect(error?.fields.keys.map { $0 } == [field])
        #expect(error?.areMissing == (value.isNull || value == ["currency": "BRL"]))
    }

    @Test("The two dialects do not see each other's payments, and listeners hear of a session")
    func dialects() async throws {
        let desk = try await Desk()
        let heard = Mutex<[PaymentChange]>([])
        let subscription = desk.gateway.store.changes.subscribe { change in heard.withLock { $0.append(change) } }
        let payment = try await desk.pay(["type": "PIX"])
        let theirs = try await desk.payment()
        #expect(try await desk.gateway.payment(payment.id, for: desk.principal) == nil)
        #expect(try await desk.gateway.serverPayment(theirs.payment.id, for: desk.principal) == nil)
        let filter = PaymentFilter(merchantID: desk.principal.merchant.id, environment: .sandbox)
        #expect(try await desk.gateway.payments(filter, PageRequest(.number(1))).items.map(\.id) == [theirs.payment.id])
        let orders = try await desk.gateway.serverPayments(merchantOrderID: "order-77", for: desk.principal)
        #expect(orders.map(\.id) == [payment.id])
        #expect(try await desk.gateway.events(PageRequest(.number(1)), for: desk.principal).items.isEmpty)
        for _ in 0..<100 where heard.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(5)) }
        #expect(heard.withLock { $0.last?.session } == payment.server?.sessionID)
        _ = subscription
    }
}

extension Desk {
    /// A UUID nobody has.
    var ids: String { UUIDText.make(Array(repeating: 7, count: 16), version: 4) }
}
