import Foundation
import Kernel
import Synchronization
import Testing

@testable import Gateway

extension Desk {
    /// A new payment in a currency, its cards carried as asked.
    func payment(
        _ currency: String, cards provider: String? = nil, email: String? = nil, phone: String? = nil
    ) async throws -> CreatedPayment {
        let draft = try PaymentDraft(
            amount: 25_000, currency: currency,
            customer: Payment.Customer(email: email, phone: phone),
            metadata: provider.map { ["card_provider": .string($0)] })
        let made = Mutex<CreatedPayment?>(nil)
        _ = try await gateway.createPayment(draft, for: principal, claim: nil) { created in
            made.withLock { $0 = created }
            return StoredAnswer(status: 201, body: [])
        }
        return try #require(made.withLock { $0 })
    }
}

@Suite struct MethodTests {
    private func channel(_ desk: Desk, _ payment: CreatedPayment, _ slug: String) throws -> Channel {
        try #require(desk.gateway.methods.channels(for: payment.payment).first { $0.slug == slug })
    }

    private func paid(_ payment: CreatedPayment, _ slug: String, _ data: [String: JSONValue], _ desk: Desk)
        async throws -> String
    {
        try await desk.process(payment, ProcessRequest(channel: slug, data: data, device: nil), key: "\(UUID())").text
    }

    @Test("W78, W84: Wave takes any number and sends the payer to its page, under its own slug or as an operator")
    func pageWallet() async throws {
        let desk = try await Desk()
        for (slug, data) in [
            ("ci.wave", ["phone": "+2250700000000"]), ("ci.wave", ["phone": "0100000001", "country": "ci"]),
            ("ci.mobile", ["phone": "+2250500000000", "operator": "wave", "country": "CI"]),
            ("sn.wave", ["phone": "+221771234567"]), ("sn.wave", ["phone": "+22676123456"]),
        ] as [(String, [String: JSONValue])] {
            let payment = try await desk.payment("XOF")
            #expect(try await paid(payment, slug, data, desk).hasPrefix("action_required"), "\(slug) \(data)")
            let attempt = try #require(try await desk.stored(payment).attempt)
            #expect(attempt.page?.kind == .wallet && attempt.instrument.issuer == "wave")
            #expect(attempt.channel == slug)
        }
        let payment = try await desk.payment("XOF")
        #expect(try channel(desk, payment, "ci.wave").kind == .mobileMoney)
        #expect(try channel(desk, payment, "ci.wave").operators.map(\.acceptsAnyNumber) == [true])
        // One row for each wallet: what has a channel of its own is not in the aggregate.
        #expect(try channel(desk, payment, "ci.mobile").operators.map(\.id) == ["orange", "mtn", "moov"])
        for (data, field) in [
            ([:], "phone"), (["phone": "12"], "phone"), (["phone": "+2250700000000", "operator": "mtn"], "operator"),
            (["phone": "+2250700000000", "x": 1], "\"x\""), (["phone": "+2250700000000", "country": "SN"], "country"),
        ] as [([String: JSONValue], String)] {
            let reply = try await paid(payment, "ci.wave", data, desk)
            #expect(reply.hasPrefix("refused validation_error") && reply.contains(field), "\(reply)")
        }
    }

    @Test("W84: Djamo is one tap: no field, then its page")
    func oneTap() async throws {
        let desk = try await Desk()
        let payment = try await desk.payment("XOF")
        let wallet = try channel(desk, payment, "ci.djamo")
        #expect(wallet.kind == .wallet && wallet.sdk == .form && wallet.requiredFields.isEmpty)
        #expect(wallet.name == "Djamo CI")
        #expect(try await paid(payment, "ci.djamo", ["phone": "+2250700000000"], desk).contains("\"phone\""))
        #expect(try await paid(payment, "ci.djamo", [:], desk).hasPrefix("action_required"))
        #expect(try await desk.stored(payment).attempt?.page?.kind == .wallet)
    }

    @Test("W83: a merchant chooses who carries a sandbox payment's cards; unknown names and live payments get the form")
    func cardProviders() async throws {
        let desk = try await Desk()
        for (name, sdk, fields, session) in [
            (nil, .form, 4, false), ("form", .form, 4, false), ("toaster", .form, 4, false),
            ("stripe", .stripeElements, 0, false), ("hosted", .hostedRedirect, 9, false),
            ("hosted_email", .hostedRedirect, 1, false), ("client_session", .form, 0, true),
        ] as [(String?, ChannelSDK, Int, Bool)] {
            let payment = try await desk.payment("XOF", cards: name)
            let cards = desk.gateway.methods.channels(for: payment.payment).filter { $0.slug == "card" }
            #expect(cards.count == 1)
            #expect(cards[0].sdk == sdk && cards[0].requiredFields.count == fields, "\(name ?? "-")")
            #expect(cards[0].clientSession == session)
            #expect((cards[0].publishableKey != nil) == (name == "stripe"))
        }
        let metadata: JSONValue = ["card_provider": "stripe"]
        #expect(SandboxCardProvider(metadata: metadata, environment: .live) == nil)
        #expect(SandboxCardProvider(metadata: metadata, environment: .sandbox) == .stripe)
    }

    @Test(
        "W87: a Stripe payment takes a pm_… and nothing else",
        arguments: [
            ("pm_card_visa", "succeeded"), ("pm_1NxYz", "succeeded"), ("pm_card_chargeDeclined", "declined"),
            ("pm_card_chargeDeclinedInsufficientFunds", "declined"),
            ("pm_card_threeDSecure2Required", "action_required"),
            ("tok_1", "refused validation_error"), ("pm_", "refused validation_error"),
            ("pm_<b>", "refused validation_error"),
        ])
    func stripe(id: String, reply: String) async throws {
        let desk = try await Desk()
        let payment = try await desk.payment("XOF", cards: "stripe")
        #expect(try await paid(payment, "card", ["payment_method_id": .string(id)], desk).hasPrefix(reply))
        let other = try await desk.payment("XOF")
        #expect(try await paid(other, "card", ["payment_method_id": .string(id)], desk).contains("card.number"))
    }

    @Test(
        "T51, T52: billing fields are trimmed, required and checked; blanks and unknown names are dropped",
        arguments: [
            (["email": " a@b.c ", "country": "ci", "city": "", "x": "y"], ["email": "a@b.c", "country": "CI"], []),
            (["email": "a@b.c", "city": "  "], nil, ["city"]), (["email": "nope", "city": "x"], nil, ["email"]),
            (["email": "a@b.c", "city": "x", "country": "CIV"], nil, ["country"]),
            (["email": "a@b.c", "city": 7], nil, ["city"]), ([:], nil, ["city", "email"]),
            (["email": "a@b.c", "city": "a\nb"], nil, ["city"]),
            (["email": "a@b.c", "city": "A"], ["email": "a@b.c", "city": "A"], []),
        ] as [([String: JSONValue], [String: String]?, [String])])
    func billing(data: [String: JSONValue], values: [String: String]?, wrong: [String]) {
        let required = values?["city"] == nil && values != nil ? ["email"] : ["email", "city"]
        switch BillingFields.read(data, required: required) {
        case .fields(let fields): #expect(fields.values == values)
        case .invalid(let errors): #expect(values == nil && errors.keys.sorted() == wrong, "\(errors)")
        }
    }

    @Test("A provider's card page asks who pays first, then sends the payer there")
    func hosted() async throws {
        let desk = try await Desk()
        let all: [String: JSONValue] = [
            "first_name": "A", "last_name": "B", "email": "a@b.c", "phone": "+2250700000000", "address": "1 rue",
            "city": "Abidjan", "country": "ci", "state": "-", "zip_code": "00225",
        ]
        let payment = try await desk.payment("XOF", cards: "hosted")
        #expect(try await paid(payment, "card", ["email": "a@b.c"], desk).contains("zip_code"))
        #expect(try await paid(payment, "card", all, desk).hasPrefix("action_required"))
        #expect(try await desk.stored(payment).attempt?.page?.kind == .card)
        let light = try await desk.payment("XOF", cards: "hosted_email")
        #expect(try await paid(light, "card", ["email": "a@b.c"], desk).hasPrefix("action_required"))
        // What the payer typed went to the provider; nothing of it is kept.
        await desk.gateway.store.close()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: desk.database.path))
        #expect(bytes.range(of: Data("Abidjan".utf8)) == nil)
    }

    @Test("W132: the sandbox's own endings reach the code step and the code to dial")
    func endings() async throws {
        let desk = try await Desk()
        let otp = try await desk.payment()
        #expect(try await desk.process(otp, Desk.mobileMoney("+237670000005")).text.hasPrefix("action_required"))
        let step = try #require(try await desk.stored(otp).attempt?.step)
        let answered = try await desk.gateway.answerStep(otp.payment.id, .otp, step.id, ["code": "123456"])
        #expect(answered?.payment.status == .success)
        let ussd = try await desk.payment()
        _ = try await desk.process(ussd, Desk.mobileMoney("+237670000006"))
        #expect(try await desk.stored(ussd).attempt?.instruction?.ussdCode == "*126#")
        desk.clock.advance(milliseconds: 3000)
        #expect(try await desk.gateway.payment(token: ussd.token)?.status == .success)
    }

    @Test(
        "W93, W97: every step asks, takes a right answer, counts a wrong one, and does not count what is none",
        arguments: [
            ("4000000000000101", .otp, ["code": "123456"], ["code": "1"], nil),
            ("4000000000000341", .pin, ["pin": "1234"], ["pin": "0000"], nil),
            ("4000056655665556", .threeDS, ["code": "123456"], ["code": "999999"], nil),
            (
                "4000000000000200", .phone, ["phone": "+237677123456"], ["phone": "+237670000002"],
                ["phone": "677123456"]
            ),
            (
                "4000000000000309", .birthday, ["birthday": "1990-02-28"], ["birthday": "1900-01-01"],
                ["birthday": "1990-02-30"]
            ),
            (
                "4000000000000408", .address, ["address": "1 rue", "city": "Douala", "country": "cm"],
                ["address": "1 rue", "city": "Douala", "country": "CM", "zip_code": "00000"],
                ["address": "1 rue", "city": " ", "country": "CM"]
            ),
        ] as [(String, Step.Kind, [String: JSONValue], [String: JSONValue], [String: JSONValue]?)])
    func steps(
        card: String, kind: Step.Kind, right: [String: JSONValue], wrong: [String: JSONValue],
        none: [String: JSONValue]?
    ) async throws {
        let desk = try await Desk()
        let payment = try await desk.payment()
        #expect(try await desk.process(payment, Desk.card(card)).text.hasPrefix("action_required"))
        let step = try #require(try await desk.stored(payment).attempt?.step)
        #expect(step.kind == kind && step.canResend == (kind == .otp || kind == .threeDS))
        func answer(_ fields: [String: JSONValue]) async throws -> Refusal? {
            try #require(try await desk.gateway.answerStep(payment.payment.id, kind, step.id, fields)).refusal
        }
        if let none { #expect(try await answer(none)?.code == "validation_error") }
        let refusal = try await answer(wrong)
        #expect(refusal?.code == "invalid_code" && refusal?.attemptsLeft == 2)
        #expect(try await answer(right) == nil)
        #expect(try await desk.stored(payment).status == .success)
    }

    @Test("W93: two cards ask twice: a PIN and then a code; a code and then the bank's page")
    func chains() async throws {
        let desk = try await Desk()
        let twice = try await desk.payment()
        _ = try await desk.process(twice, Desk.card("4000000000000507"))
        let pin = try #require(try await desk.stored(twice).attempt?.step)
        _ = try await desk.gateway.answerStep(twice.payment.id, .pin, pin.id, ["pin": "1234"])
        let otp = try #require(try await desk.stored(twice).attempt?.step)
        #expect(otp.kind == .otp && otp.id != pin.id)
        _ = try await desk.gateway.answerStep(twice.payment.id, .otp, otp.id, ["code": "123456"])
        #expect(try await desk.stored(twice).status == .success)

        let paged = try await desk.payment()
        _ = try await desk.process(paged, Desk.card("4000000000000606"))
        let code = try #require(try await desk.stored(paged).attempt?.step)
        _ = try await desk.gateway.answerStep(paged.payment.id, .otp, code.id, ["code": "123456"])
        let page = try #require(try await desk.stored(paged).attempt?.page)
        #expect(page.kind == .threeDS)
        #expect(try await desk.stored(paged).attempt?.step == nil)
        _ = try await desk.gateway.choose(.approve, code: "123456", on: page.link)
        #expect(try await desk.stored(paged).status == .success)
    }

    @Test("W97: the card whose code is good for 15 seconds expires by itself")
    func quickExpiry() async throws {
        let desk = try await Desk()
        let payment = try await desk.payment()
        _ = try await desk.process(payment, Desk.card("4000000000000705"))
        let step = try #require(try await desk.stored(payment).attempt?.step)
        desk.clock.advance(milliseconds: 15_000)
        let answered = try await desk.gateway.answerStep(payment.payment.id, .otp, step.id, ["code": "123456"])
        #expect(answered?.refusal?.code == "step_expired")
        #expect(answered?.payment.lastDecline?.code == "step_expired" && answered?.payment.status == .pending)
    }
}
