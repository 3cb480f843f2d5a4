import Kernel
import Testing

@testable import Gateway

/// The rules of payments made by a server, without a store.
@Suite struct ServerPaymentMachineTests {
    private static func payment(
        _ intent: ServerPayment.Intent = .purchase, units: Int64 = 1_505_000, session: Bool = true,
        saves: Bool = false
    ) throws -> Payment {
        var payment = try Payment.fixture()
        let amount = Money(minorUnits: units, currency: try #require(Currency("BRL")), fractionDigits: 4)
        payment = Payment(
            id: payment.id, merchantID: payment.merchantID, environment: .sandbox, reference: "order-1", trxref: "TX1",
            amount: amount, fees: amount.with(minorUnits: 0), description: "Shoes", customer: payment.customer,
            metadata: nil, callback: nil, tokenHash: "hash-1", createdAt: .start,
            expiresAt: .start.adding(seconds: 3600), updatedAt: .start, refunded: amount.with(minorUnits: 0))
        payment.server = ServerPayment(
            accountID: "account", country: try #require(Country("BR")), workflow: .sdkCheckout,
            sessionID: session ? PaymentSessionID("session") : nil, customerID: CustomerID("customer"),
            merchantReference: "mine", methodType: "CARD", category: .card, card: nil, installment: nil,
            intent: intent, vaultOnSuccess: saves, savesAs: nil, behaviour: .approves, extra: nil, enrolls: nil,
            isTold: true, captured: amount.with(minorUnits: 0))
        return payment
    }

    private static func begun(_ payment: Payment) -> MachineProbe {
        var probe = MachineProbe(payment)
        probe.pay()
        return probe
    }

    private static let authenticated = Authentication(.authenticated, isFrictionless: true)
    private static let code = PaymentCode(
        kind: .pix, text: "000201", barcode: nil, expiresAt: .start.adding(seconds: 600))

    struct Row: Sendable, CustomTestStringConvertible {
        let answer: ProviderAnswer
        let intent: ServerPayment.Intent
        let said: String
        let history: [String]
        let effects: [MachineProbe.Seen]
        var testDescription: String { said }

        init(
            _ answer: ProviderAnswer, for intent: ServerPayment.Intent = .purchase, _ said: String, _ history: [String],
            _ effects: [MachineProbe.Seen]
        ) {
            (self.answer, self.intent, self.said, self.history, self.effects) = (answer, intent, said, history, effects)
        }
    }

    static let rows: [Row] = [
        Row(
            .approved, "SUCCEEDED/APPROVED SUCCEEDED", ["PURCHASE SUCCEEDED SUCCEEDED"],
            [.capture(1_505_000), .tell("payment.purchase")]),
        Row(
            .approved, for: .authorize, "PENDING/AUTHORIZED SUCCEEDED", ["AUTHORIZE SUCCEEDED SUCCEEDED"],
            [.tell("payment.authorize")]),
        Row(
            .approved, for: .verify, "VERIFIED/VERIFIED SUCCEEDED", ["VERIFY SUCCEEDED SUCCEEDED"],
            [.tell("payment.verify")]),
        Row(
            .declined("DO_NOT_HONOR"), "DECLINED/DECLINED DO_NOT_HONOR", ["PURCHASE DECLINED DO_NOT_HONOR"],
            [.tell("payment.purchase")]),
        Row(
            .declined("insufficient_funds"), "DECLINED/DECLINED INSUFFICIENT_FUNDS",
            ["PURCHASE DECLINED INSUFFICIENT_FUNDS"], [.tell("payment.purchase")]),
        Row(
            .declined("FRAUD_VALIDATION"), "DECLINED/FRAUD_DECLINED FRAUD_VALIDATION",
            ["PURCHASE DECLINED FRAUD_VALIDATION"], [.tell("payment.purchase")]),
        Row(
            .rejected(code: "CURRENCY_NOT_ALLOWED"), "REJECTED/REJECTED CURRENCY_NOT_ALLOWED",
            ["PURCHASE REJECTED CURRENCY_NOT_ALLOWED"], [.tell("payment.purchase")]),
        Row(.failed(code: "ERROR"), "ERROR/ERROR ERROR", ["PURCHASE ERROR ERROR"], [.tell("payment.purchase")]),
        Row(
            .failed(code: "PROVIDER_TIMEOUT"), "ERROR/TIMEOUT PROVIDER_TIMEOUT", ["PURCHASE ERROR PROVIDER_TIMEOUT"],
            [.tell("payment.purchase")]),
        Row(
            .accepted(nil), "PENDING/PENDING_PROVIDER_CONFIRMATION PENDING_PROVIDER_CONFIRMATION",
            ["PURCHASE PENDING PENDING_PROVIDER_CONFIRMATION"], [.tell("payment.purchase")]),
        Row(
            .step(StepRequest(kind: .otp, destination: nil)),
            "PENDING/PENDING_OTP_COMPLETION PENDING_PROVIDER_CONFIRMATION",
            ["PURCHASE PENDING PENDING_PROVIDER_CONFIRMATION"], [.tell("payment.purchase")]),
        Row(
            .page(ProviderPageRequest(.bank)), "PENDING/WAITING_ADDITIONAL_STEP ACTION_REQUIRED",
            ["PURCHASE CREATED ACTION_REQUIRED"], [.tell("payment.purchase")]),
        Row(
            .page(ProviderPageRequest(.challenge)), "PENDING/WAITING_ADDITIONAL_STEP CHALLENGE_REQUIRED",
            ["THREE_D_SECURE PENDING CHALLENGE_REQUIRED"], [.tell("payment.purchase")]),
        Row(
            .code(code), "PENDING/PENDING_PROVIDER_CONFIRMATION ACTION_REQUIRED", ["PURCHASE CREATED ACTION_REQUIRED"],
            [.tell("payment.purchase")]),
        Row(
            .authentication(authenticated, then: .approved), "SUCCEEDED/APPROVED SUCCEEDED",
            ["THREE_D_SECURE SUCCEEDED SUCCEEDED_THREE_D_SECURE", "PURCHASE SUCCEEDED SUCCEEDED"],
            [.capture(1_505_000), .tell("payment.purchase")]),
        Row(
            .authentication(Authentication(.notEnrolled, isFrictionless: true), then: .approved),
            "SUCCEEDED/APPROVED SUCCEEDED", ["PURCHASE SUCCEEDED SUCCEEDED"],
            [.capture(1_505_000), .tell("payment.purchase")]),
        Row(
            .authentication(Authentication(.attempted, isFrictionless: true), then: .approved),
            "DECLINED/DECLINED AUTHENTICATION_ATTEMPT", ["THREE_D_SECURE DECLINED AUTHENTICATION_ATTEMPT"],
            [.tell("payment.purchase")]),
    ]

    @Test("14.3: what a provider says is one status, one transaction and one event", arguments: rows)
    func answers(row: Row) throws {
        var probe = Self.begun(try Self.payment(row.intent))
        #expect(try probe.provider(row.answer) == row.effects)
        #expect(probe.payment.said == row.said)
        #expect(probe.payment.history == row.history)
    }

    @Test("A refusal is final: nothing begins again, and a late answer changes nothing")
    func final() throws {
        var probe = Self.begun(try Self.payment())
        _ = try probe.provider(.declined("DO_NOT_HONOR"))
        #expect(probe.payment.status == .failed)
        #expect(probe.pay(key: "key-2") == [.refuse("not_processable")])
        #expect(try probe.provider(.approved) == [])
        #expect(probe.send(.void(ActionRequest())) == [.refuse("INVALID_STATE")])
        #expect(probe.payment.said == "DECLINED/DECLINED DO_NOT_HONOR")
    }

    @Test(
        "What is authorised is captured once, in whole or in part, and never more",
        arguments: [nil, 500_000] as [Int64?])
    func capture(part: Int64?) throws {
        var probe = Self.begun(try Self.payment(.authorize))
        #expect(probe.send(.capture(ActionRequest())) == [.refuse("INVALID_STATE")], "nothing is held yet")
        _ = try probe.provider(.approved)
        #expect(probe.payment.dueAt == nil)
        #expect(try probe.provider(.approved) == [], "a repeated answer captures nothing")
        let whole = probe.payment.amount
        for wrong in [0, -1, whole.minorUnits + 1] {
            let request = ActionRequest(amount: whole.with(minorUnits: wrong))
            #expect(probe.send(.capture(request)) == [.refuse("INVALID_AMOUNT")])
        }
        let coarse = ActionRequest(amount: Money(minorUnits: 100, currency: whole.currency))
        #expect(probe.send(.capture(coarse)) == [.refuse("INVALID_AMOUNT")], "counted in other units")
        let request = ActionRequest(amount: part.map(whole.with(minorUnits:)), merchantReference: "m", reason: "R")
        #expect(probe.send(.capture(request)) == [.capture(part ?? whole.minorUnits), .tell("payment.capture")])
        #expect(probe.payment.words.subStatus == (part == nil ? "CAPTURED" : "PARTIALLY_CAPTURED"))
        #expect(probe.payment.server?.transactions.last?.merchantReference == "m")
        #expect(probe.send(.capture(ActionRequest())) == [.refuse("INVALID_STATE")])
        #expect(probe.send(.void(ActionRequest())) == [.refuse("INVALID_STATE")])
    }

    @Test("T82: money goes back in parts, as much as was captured and no more")
    func refunds() throws {
        var probe = Self.begun(try Self.payment(.authorize))
        _ = try probe.provider(.approved)
        let whole = probe.payment.amount
        #expect(probe.send(.refund(RefundRequest(amount: nil, reason: .duplicate))) == [.refuse("INVALID_STATE")])
        _ = probe.send(.capture(ActionRequest(amount: whole.with(minorUnits: 1000))))
        func refund(_ units: Int64?) -> PaymentEvent {
            .refund(RefundRequest(amount: units.map(whole.with(minorUnits:)), reason: .duplicate))
        }
        #expect(probe.send(refund(1001)) == [.refuse("INVALID_AMOUNT")])
        #expect(probe.send(refund(400)) == [.refunded(400), .refund(-400), .tell("payment.refund")])
        #expect(probe.payment.words == PaymentWords("SUCCEEDED", "PARTIALLY_REFUNDED"))
        #expect(probe.send(refund(nil)) == [.refunded(600), .refund(-600), .tell("payment.refund")])
        #expect(probe.payment.words == PaymentWords("REFUNDED"))
        #expect(probe.send(refund(nil)) == [.refuse("INVALID_STATE")])
        #expect(
            probe.payment.history == [
                "AUTHORIZE SUCCEEDED SUCCEEDED", "CAPTURE SUCCEEDED SUCCEEDED", "REFUND SUCCEEDED SUCCEEDED",
                "REFUND SUCCEEDED SUCCEEDED",
            ])
    }

    @Test("What is not paid can be given up, in whatever it waits for; no money moves")
    func void() throws {
        let answers: [ProviderAnswer] = [
            .code(Self.code), .page(ProviderPageRequest(.challenge)), .accepted(nil),
        ]
        for answer in answers {
            var probe = Self.begun(try Self.payment())
            #expect(probe.send(.void(ActionRequest())) == [.refuse("INVALID_STATE")], "the provider has not answered")
            _ = try probe.provider(answer)
            #expect(probe.send(.void(ActionRequest(reason: "DUPLICATE"))) == [.tell("payment.cancel")])
            #expect(probe.payment.words == PaymentWords("CANCELED"))
            #expect(probe.payment.history.last == "CANCEL SUCCEEDED SUCCEEDED")
            #expect(probe.payment.server?.transactions.allSatisfy { !$0.status.isOpen } == true)
            #expect(try probe.provider(.approved) == [])
        }
        var held = Self.begun(try Self.payment(.authorize))
        _ = try held.provider(.approved)
        #expect(held.send(.void(ActionRequest())) == [.tell("payment.cancel")])
        #expect(held.payment.history == ["AUTHORIZE SUCCEEDED SUCCEEDED", "CANCEL SUCCEEDED SUCCEEDED"])
    }

    @Test("A code ends at its time, not before; what is paid later is too late, and it is told once")
    func codeExpires() throws {
        var probe = Self.begun(try Self.payment())
        _ = try probe.provider(.code(Self.code))
        probe.now = Self.code.expiresAt.adding(milliseconds: -1)
        #expect(probe.send(.tick) == [])
        probe.now = Self.code.expiresAt
        #expect(try probe.provider(.approved) == [.tell("payment.purchase")], "the expiry, and nothing of the money")
        #expect(probe.payment.said == "EXPIRED/EXPIRED EXPIRED_BY_PROVIDER")
        #expect(probe.send(.tick) == [])
        #expect(probe.send(.expire) == [.refuse("INVALID_STATE")])
    }

    @Test("A code of a payment no app waits for is ready to pay")
    func readyToPay() throws {
        var probe = Self.begun(try Self.payment(session: false))
        _ = try probe.provider(.code(Self.code))
        #expect(probe.payment.words == PaymentWords("READY_TO_PAY", "CREATED"))
    }

    @Test("A page nobody answers expires; a provider that never answers is an error")
    func overdue() throws {
        var page = Self.begun(try Self.payment())
        _ = try page.provider(.page(ProviderPageRequest(.challenge)))
        page.now = .start.adding(seconds: 3600)
        #expect(page.send(.tick) == [.tell("payment.purchase")])
        #expect(page.payment.said == "EXPIRED/EXPIRED EXPIRED_BY_PROVIDER")
        #expect(page.payment.history == ["THREE_D_SECURE EXPIRED EXPIRED_BY_PROVIDER"])
        var silent = Self.begun(try Self.payment())
        silent.now = .start.adding(seconds: 3600)
        #expect(silent.send(.tick) == [.tell("payment.purchase")])
        #expect(silent.payment.said == "ERROR/TIMEOUT PROVIDER_TIMEOUT")
    }

    @Test("A saved method has its token when the payment has succeeded, not before")
    func vault() throws {
        var probe = Self.begun(try Self.payment(saves: true))
        _ = try probe.provider(.page(ProviderPageRequest(.challenge)))
        #expect(probe.payment.server?.vaultedToken == nil)
        #expect(try probe.provider(.approved) == [.vault, .capture(1_505_000), .tell("payment.purchase")])
        #expect(probe.payment.server?.vaultedToken != nil)
        var refused = Self.begun(try Self.payment(saves: true))
        #expect(try refused.provider(.declined("DO_NOT_HONOR")) == [.tell("payment.purchase")])
        #expect(refused.payment.server?.vaultedToken == nil)
    }
}

@Suite struct FineMoneyTests {
    @Test("T76: four decimals are kept to the digit, five are refused, whatever the currency has")
    func fine() throws {
        let brl = try #require(Currency("BRL"))
        let money = try Money(json: 12.3456, brl, fractionDigits: 4)
        #expect(money.json.text == "12.3456")
        #expect(try Money(json: 500, brl, fractionDigits: 4).json.text == "500")
        #expect(try Money(json: 150.5, brl, fractionDigits: 4).json.text == "150.5")
        #expect(throws: Money.Fault.tooManyFractionDigits(allowed: 4)) {
            try Money(json: .number(try #require(JSONNumber(0.00005))), brl, fractionDigits: 4)
        }
        #expect(throws: Money.Fault.tooManyFractionDigits(allowed: 2)) { try Money(json: 12.3456, brl) }
        #expect(money.adding(try Money(json: 1, brl)) == nil, "amounts counted in other units are not added")
    }
}
