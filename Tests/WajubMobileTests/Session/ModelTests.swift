import Foundation
import Kernel
import Testing

@testable import WajubMobile

@Suite struct ModelTests {
    static let sample = """
        { "transaction": { "id": "trx_9Xk2", "reference": "order-4172", "trxref": "TX1", "amount": 25000,
            "amount_total": 25500, "fees": 500, "currency": "XAF", "status": "pending", "status_label": "En attente",
            "sandbox": true, "description": "Panier 4172", "expires_at": "2026-12-01T10:00:00Z",
            "customer": { "name": "A. B.", "email": "a@example.com", "phone": "+237677123456" },
            "receipt_url": null, "paid_at": null, "method": null, "last_decline": null, "processing_context": null },
          "channels": [
            { "id": "ch_1", "slug": "cm.mobile", "name": "Mobile Money", "name_fr": "Argent mobile", "type": "mobile_money",
              "logo": "https://cdn.example/mm.png", "countries": ["cm"], "currency": "XAF", "min_amount": 100, "max_amount": "500000",
              "operators": [ { "id": "mtn", "name": "MTN MoMo", "logo": "https://cdn.example/mtn.png", "country": "CM", "any_number": false },
                             { "id": "wave", "name": "Wave", "logo": null, "country": "CM", "any_number": true } ] },
            { "id": "ch_2", "slug": "card", "name": "Card", "name_fr": "", "type": "CARD", "logo": null, "countries": [], "currency": "XAF" },
            { "id": "ch_3", "slug": "cm.orange", "name": "Orange Money", "type": "mobile", "countries": ["CM"] },
            { "id": "ch_4", "name": "nothing to send" } ],
          "locale": "fr",
          "branding": { "name": "Shop SARL", "logo": "https://cdn.example/logo.png", "primary_color": "#0F766E", "secondary_color": null,
            "font_family": "Poppins", "border_radius": "12px", "white_label": "0" },
          "echo": { "broadcaster": "reverb", "key": "app_key", "ws_host": "wss://ws.example", "ws_port": "443", "channel_prefix": "private-payment." },
          "callback": null, "environment": "sandbox" }
        """

    @Test("W106 The session's answer is read whole")
    func session() throws {
        let session = try #require(SessionData(try JSONValue.parse(Self.sample)))
        let payment = session.transaction
        #expect(payment.id == "trx_9Xk2" && payment.reference == "order-4172" && payment.trxref == "TX1")
        #expect(payment.amount == 25000 && payment.amountTotal == 25500 && payment.fees == 500)
        #expect(payment.normalized == .pending && payment.sandbox && payment.statusLabel == "En attente")
        #expect(payment.customer?.phone == "+237677123456")
        #expect(session.channels.map(\.slug) == ["cm.mobile", "card", "cm.orange"])
        #expect(session.channels.map(\.type) == [.mobileMoney, .card, .mobileMoney])
        #expect(session.channels[0].countries == ["CM"])
        #expect(session.channels[0].minAmount == 100 && session.channels[0].maxAmount == 500_000)
        #expect(session.channels[0].operators.map(\.id) == ["mtn", "wave"])
        #expect(session.channels[0].operators.map(\.anyNumber) == [false, true])
        #expect(session.channels[2].operators.map(\.id) == ["orange"])
        #expect(
            session.channels.map { $0.displayName(language: "fr-CI") } == ["Argent mobile", "Card", "Orange Money"])
        #expect(session.channels[0].displayName(language: "en") == "Mobile Money")
        #expect(
            session.channels.map { $0.displayName(language: "ar") } == ["Mobile Money", "بطاقة", "Orange Money"])
        #expect(session.branding?.primaryColor == "#0F766E" && session.branding?.whiteLabel == false)
        #expect(session.realtime?.port == 443 && session.realtime?.channelPrefix == "private-payment.")
        #expect(session.environment == "sandbox")
    }

    @Test("W106 Amounts are exact decimals, from numbers or numeric strings; the total falls back on the amount")
    func amounts() throws {
        func read(_ text: String) throws -> SessionTransaction { SessionTransaction(try JSONValue.parse(text)) }
        let cedis = try read(#"{"id":"t","amount":"12.10","currency":"GHS"}"#)
        #expect(cedis.amount == Decimal(string: "12.1"))
        #expect(cedis.amountTotal == cedis.amount)
        #expect(try read(#"{"amount":0.1,"amount_total":" 0.30 "}"#).amountTotal == Decimal(string: "0.3"))
        #expect(try read(#"{"amount_total":7}"#).amount == 7)
        for odd in [#"{}"#, #"{"amount":"much"}"#, #"{"amount":null}"#, #"{"amount":[1]}"#] {
            #expect(try read(odd).amount == 0)
        }
    }

    @Test("W106 Id and reference stand in for each other, and missing keys keep nobody from paying")
    func fallbacks() {
        #expect(SessionTransaction(["id": "trx_1"]).reference == "trx_1")
        #expect(SessionTransaction(["reference": "order-1"]).id == "order-1")
        let empty = SessionTransaction([:])
        #expect(empty.id == "" && empty.normalized == .processing && !empty.sandbox && empty.customer == nil)
        #expect(SessionData(["transaction": [:]])?.channels == [])
        #expect(SessionData(["transaction": [:]])?.environment == "live")
        #expect(SessionData(["channels": []]) == nil)
    }

    @Test(
        "T28 Status words are read in any case; an unknown one is followed",
        arguments: [
            ("pending", .pending), ("Initiated", .pending), ("created", .pending), ("processing", .processing),
            ("accepted", .processing), ("pending_confirmation", .processing), ("success", .success),
            ("successful", .success), ("Succeeded", .success), ("PAID", .success), ("complete", .success),
            ("completed", .success), ("failed", .failed), ("declined", .failed), ("error", .failed),
            ("cancelled", .cancelled), ("canceled", .cancelled), ("expired", .expired), ("", .processing),
            ("on_the_moon", .processing),
        ] as [(String, TransactionStatus)])
    func words(word: String, status: TransactionStatus) {
        #expect(TransactionStatus(word: word) == status)
        #expect(status.isTerminal == ![.pending, .processing].contains(status))
    }

    @Test(
        "O31 White label is read as a flag or as a text",
        arguments: [
            (true, true), (false, false), ("1", true), ("true", true), ("TRUE", true), ("0", false), ("", false),
            (1, true), (0, false), (nil, false),
        ] as [(JSONValue, Bool)])
    func whiteLabel(value: JSONValue, expected: Bool) {
        #expect(Branding(["white_label": value]).whiteLabel == expected)
        #expect(Branding(["business_name": "Shop", "logo_url": "https://x.example/l.png"]).name == "Shop")
    }

    @Test("T48 What the configuration leaves out reads as no")
    func config() throws {
        let config = SdkConfig([
            "channels": [
                "card": ["available": true, "sdk": "stripe_elements", "publishable_key": "pk_test_1"], "ci.djamo": [:],
            ]
        ])
        let card = try #require(config.channels["card"])
        #expect(card.available && !card.clientSession && card.requiredFields == [])
        #expect(card.publishableKey == "pk_test_1")
        #expect(config.channels["ci.djamo"]?.available == false)
        #expect(SdkConfig([:]).channels.isEmpty)
    }

    @Test("A status is read from the whole answer, from a bare word, and from a session's shape")
    func status() throws {
        let whole = try #require(
            PaymentStatus([
                "status": "pending", "transaction": transaction("pending"),
                "last_decline": ["id": "dec_7", "code": "insufficient_funds", "at": "2026-11-30T09:12:04Z"],
                "attempt": ["id": "att_3", "idempotency_key": "8f", "channel": "cm.mobile", "state": "declined"],
                "step": [
                    "id": "stp_1", "kind": "otp", "attempts_left": "3", "resend": true, "destination": "+237 6••",
                ],
                "action": "confirm_otp", "confirm_url": "https://psp.example/p",
            ]))
        #expect(whole.normalized == .pending && whole.lastDecline?.freshness == "dec_7")
        #expect(whole.attempt?.idempotencyKey == "8f" && whole.action == .confirmOTP)
        #expect(whole.step?.kind == .otp && whole.step?.attemptsLeft == 3 && whole.step?.canResend == true)
        #expect(whole.confirmURL?.absoluteString == "https://psp.example/p")
        #expect(PaymentStatus(["status": "Paid"])?.normalized == .success)
        #expect(PaymentStatus(["transaction": transaction("expired")])?.normalized == .expired)
        #expect(PaymentStatus([:]) == nil)
    }

    @Test("O2 A refusal without an id is told from others by code and time")
    func freshness() {
        let first = Decline(["code": "payment_declined", "at": "2026-11-30T09:12:04Z"])
        let second = Decline(["code": "payment_declined", "at": "2026-11-30T09:13:04Z"])
        #expect(first.freshness != second.freshness)
        #expect(first.freshness == Decline(["code": "payment_declined", "at": "2026-11-30T09:12:04Z"]).freshness)
    }
}
