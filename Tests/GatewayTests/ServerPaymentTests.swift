import Foundation
import Kernel
import Synchronization
import Testing

@testable import Gateway
@testable import GatewaySQLite

/// Sessions, tokens and payments made by a server, with a store.
@Suite struct ServerPaymentTests {
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
        #expect(await desk.refused(try desk.draft(next, late)) == "INVALID_TOKEN")
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
