import Foundation
import Kernel
import Testing
import Wire

@testable import GatewayServer

/// Payments through the published API, from the customer to the refund.
@Suite struct YunoPaymentTests {
    @Test("T67: without the secret key, with another's, or with a key in the wrong place, nothing is done")
    func credentials() async throws {
        try await withDesk { desk in
            let other = try await desk.application.gateway.createMerchant(name: "Other")
            let foreign = try #require(other.keys.first { $0.kind == .publishable && $0.environment == .sandbox })
            let body = desk.paymentBody(nil, ["type": "CARD"])
            let wrong: [[String: String]] = [
                ["public-api-key": desk.publicKey], ["private-secret-key": desk.secretKey], [:],
                ["public-api-key": desk.publicKey, "private-secret-key": desk.publicKey],
                ["public-api-key": desk.secretKey, "private-secret-key": desk.secretKey],
                ["public-api-key": foreign.key.expose(), "private-secret-key": desk.secretKey],
                ["public-api-key": desk.publicKey, "private-secret-key": desk.liveKey],
                ["public-api-key": desk.publicKey, "private-secret-key": "sandbox_nothing-of-ours-0000"],
            ]
            for headers in wrong {
                let answer = try await desk.yuno(.post, "/payments", body, keys: .none, headers: headers)
                #expect(answer.status == 401 && answer.fault == "INVALID_CREDENTIALS", "\(answer.json)")
            }
            // An app has no business with a secret key.
            let session = try await desk.checkout()
            let leaked = try await desk.yuno(
                .get, "/sdk/checkout/\(session)", keys: .none, headers: ["public-api-key": desk.secretKey])
            #expect(leaked.status == 401 && leaked.fault == "INVALID_CREDENTIALS")
        }
    }

    @Test(
        "YL31, YH39, YF31, T23, T80: a card is paid with a token of its session; what is told besides is told when it is asked for"
    )
    func card() async throws {
        try await withDesk { desk in
            let customer = try await desk.customer()
            let (session, paid) = try await desk.paid(
                session: ["customer_id": .string(customer), "callback_url": "yunoexample://pay"],
                payment: ["customer_payer": ["id": .string(customer)], "workflow": "SDK_CHECKOUT"])
            #expect(paid.outcome == "SUCCEEDED/APPROVED")
            #expect(paid.json["checkout"] == ["session": .string(session), "sdk_action_required": false])
            #expect(paid.json["amount"]?["value"] == 8000 && paid.json["amount"]?["currency"] == "COP")
            #expect(paid.transaction?["type"] == "PURCHASE" && paid.transaction?["response_code"] == "SUCCEEDED")
            #expect(paid.json["payment_method"]?["token"]?.string?.count == 36)
            #expect(paid.json["customer_payer"]?["id"] == .string(customer))
            #expect(paid.card?["card_data"]?["lfd"] == "0002" && paid.card?["card_data"]?["iin"] == "45079900")
            for name in ["created_at", "updated_at"] {
                let time = try #require(paid.json[name]?.string)
                #expect(time.utf8.count == 27 && time.hasSuffix("Z") && time.contains("."), "\(time)")
            }
            let id = try #require(paid.json["id"]?.string)
            #expect(id.utf8.count == 36)

            let plain = try await desk.yuno(.get, "/payments/\(id)")
            #expect(plain.status == 200 && plain.outcome == "SUCCEEDED/APPROVED")
            #expect(plain.json["transactions_history"] == [])
            #expect(plain.transaction?["provider_data"]?["raw_response"] == nil)
            let full = try await desk.yuno(.get, "/payments/\(id)?transactions_history=true&raw_response=true")
            #expect(full.json["transactions_history"]?.array?.count == 1)
            #expect(full.transaction?["provider_data"]?["raw_response"]?.object?.isEmpty == false)
            let listed = try await desk.yuno(.get, "/payments?merchant_order_id=order-77")
            #expect(listed.json.array?.map { $0["id"] } == [.string(id)])
            #expect(try await desk.yuno(.get, "/payments?merchant_order_id=another").json == [])
            let unknown = try await desk.yuno(.get, "/payments/\(UUID().uuidString.lowercased())")
            #expect(unknown.status == 400 && unknown.fault == "PAYMENT_NOT_FOUND")
        }
    }

    static let cards: [(card: String, outcome: String, code: String, transaction: String)] = [
        ("4507990000000010", "DECLINED/DECLINED", "INSUFFICIENT_FUNDS", "DECLINED"),
        ("5252440000000028", "DECLINED/DECLINED", "DECLINED_BY_BANK", "DECLINED"),
        ("370000000000036", "DECLINED/DECLINED", "DO_NOT_HONOR", "DECLINED"),
        ("3647166000000044", "DECLINED/DECLINED", "INVALID_SECURITY_CODE", "DECLINED"),
        ("4507990000000077", "ERROR/ERROR", "ERROR", "ERROR"),
        ("4111111111111111", "SUCCEEDED/APPROVED", "SUCCEEDED", "SUCCEEDED"),
    ]

    @Test("T24, T25: what the sandbox's cards lead to", arguments: cards.indices)
    func outcomes(index: Int) async throws {
        let wanted = Self.cards[index]
        try await withDesk { desk in
            let (session, paid) = try await desk.paid(card: wanted.card)
            #expect(paid.outcome == wanted.outcome)
            #expect(paid.transaction?["response_code"] == .string(wanted.code))
            #expect(paid.transaction?["status"] == .string(wanted.transaction))
            let told = try await desk.sdk(.get, "checkout/\(session)/payment").json["payment"]
            #expect(told?["status"] == paid.json["status"])
            #expect((told?["message"] == .null) == (wanted.code == "SUCCEEDED"), "\(told ?? .null)")
        }
    }

    @Test("T77: the description decides for cards that decide nothing themselves")
    func description() async throws {
        try await withDesk { desk in
            let told: [String: JSONValue] = ["description": "DO_NOT_HONOR"]
            let plain = try await desk.paid(card: "4111111111111111", payment: told).answer
            #expect(plain.outcome == "DECLINED/DECLINED" && plain.transaction?["response_code"] == "DO_NOT_HONOR")
            #expect(try await desk.paid(payment: told).answer.outcome == "SUCCEEDED/APPROVED")
        }
    }

    @Test("T26: a card that is only authorised waits for its capture")
    func capture() async throws {
        try await withDesk { desk in
            let (session, held) = try await desk.paid(method: ["detail": ["card": ["capture": false]]])
            #expect(held.outcome == "PENDING/AUTHORIZED" && held.transaction?["type"] == "AUTHORIZE")
            #expect(held.card?["capture"] == false)
            #expect(
                try await desk.sdk(.get, "checkout/\(session)/payment").json["payment"]?["sub_status"] == "AUTHORIZED")
            let id = try #require(held.json["id"]?.string)
            let transaction = try #require(held.transaction?["id"]?.string)
            let way = "/payments/\(id)/transactions/\(transaction)/capture"
            let missing = try await desk.yuno(.post, way, [:])
            #expect(missing.status == 400 && missing.fault == "MISSING_PARAMETERS", "\(missing.json)")
            let captured = try await desk.yuno(
                .post, way,
                [
                    "merchant_reference": "cap-1", "reason": "PRODUCT_CONFIRMED",
                    "amount": ["currency": "COP", "value": 8000],
                ], headers: ["X-Idempotency-Key": "cap-1"])
            #expect(captured.status == 200 && captured.json["type"] == "CAPTURE", "\(captured.json)")
            #expect(captured.json["status"] == "SUCCEEDED" && captured.json["merchant_reference"] == "cap-1")
            #expect(captured.json["amount"]?["captured"] == 8000)
            #expect(captured.json["payment"]?["sub_status"] == "CAPTURED")
            #expect(try await desk.status(id) == "SUCCEEDED/CAPTURED")
        }
    }

    @Test("T82: part of a payment is given back, then the rest, and never more")
    func refund() async throws {
        try await withDesk { desk in
            let paid = try await desk.paid().answer
            let id = try #require(paid.json["id"]?.string)
            let transaction = try #require(paid.transaction?["id"]?.string)
            let way = "/payments/\(id)/transactions/\(transaction)/refund"
            func refund(_ value: JSONValue?, _ reference: String) async throws -> ServedDesk.Answer {
                var body: [String: JSONValue] = [
                    "merchant_reference": .string(reference), "reason": "REQUESTED_BY_CUSTOMER",
                ]
                if let value { body["amount"] = ["currency": "COP", "value": value] }
                return try await desk.yuno(.post, way, .object(body), headers: ["X-Idempotency-Key": reference])
            }
            let part = try await refund(3000, "r1")
            #expect(part.status == 200 && part.json["type"] == "REFUND", "\(part.json)")
            #expect(try await desk.status(id) == "SUCCEEDED/PARTIALLY_REFUNDED")
            let over = try await refund(5001, "r2")
            #expect(over.status == 400 && over.fault != nil, "\(over.json)")
            #expect(try await desk.status(id) == "SUCCEEDED/PARTIALLY_REFUNDED")
            let rest = try await refund(nil, "r3")
            #expect(rest.status == 200, "\(rest.json)")
            #expect(try await desk.status(id) == "REFUNDED/REFUNDED")
            #expect(try await desk.yuno(.get, "/payments/\(id)").json["amount"]?["refunded"] == 8000)
        }
    }

    @Test("What was authorised is cancelled, what was paid is refunded: the gateway knows which")
    func cancelOrRefund() async throws {
        try await withDesk { desk in
            let body: JSONValue = ["merchant_reference": "c", "reason": "REQUESTED_BY_CUSTOMER"]
            let held = try await desk.paid(method: ["detail": ["card": ["capture": false]]]).answer
            let id = try #require(held.json["id"]?.string)
            let transaction = try #require(held.transaction?["id"]?.string)
            let cancelled = try await desk.yuno(
                .post, "/payments/\(id)/transactions/\(transaction)/cancel", body, headers: ["X-Idempotency-Key": "c1"])
            #expect(cancelled.status == 200 && cancelled.json["type"] == "CANCEL", "\(cancelled.json)")
            #expect(try await desk.status(id) == "CANCELED/CANCELED")
            let again = try await desk.yuno(
                .post, "/payments/\(id)/transactions/\(transaction)/cancel", body, headers: ["X-Idempotency-Key": "c2"])
            #expect(again.status == 400 && again.fault != nil)

            let paid = try await desk.paid().answer
            let other = try #require(paid.json["id"]?.string)
            let back = try await desk.yuno(
                .post, "/payments/\(other)/cancel-or-refund", body, headers: ["X-Idempotency-Key": "c3"])
            #expect(back.status == 201 && back.json["type"] == "REFUND", "\(back.json)")
            #expect(try await desk.status(other) == "REFUNDED/REFUNDED")
            let third = try await desk.paid(method: ["detail": ["card": ["capture": false]]]).answer
            let held3 = try #require(third.json["id"]?.string)
            let act = try #require(third.transaction?["id"]?.string)
            let undone = try await desk.yuno(
                .post, "/payments/\(held3)/transactions/\(act)/cancel-or-refund", body,
                headers: ["X-Idempotency-Key": "c4"])
            #expect(undone.status == 201 && undone.json["type"] == "CANCEL", "\(undone.json)")
            let nowhere = try await desk.yuno(
                .post, "/payments/\(other)/transactions/\(act)/refund", body, headers: ["X-Idempotency-Key": "c5"])
            #expect(nowhere.status == 400 && nowhere.fault == "TRANSACTION_NOT_FOUND", "\(nowhere.json)")
        }
    }

    @Test("T68, T70, T71: a key makes one payment; a failure before it burns the key; what was never read does not")
    func idempotency() async throws {
        try await withDesk { desk in
            let session = try await desk.checkout()
            let token = try await desk.oneTimeToken(session)
            let good = desk.paymentBody(session, ["type": "CARD", "token": .string(token)])
            let headers = ["X-idempotency-key": "k 1: anything"]
            let unreadable = try await desk.yuno(
                .post, "/payments", bytes: Array("{".utf8), headers: headers)
            #expect(unreadable.status == 400 && unreadable.fault == "INVALID_REQUEST")
            let unknown = try await desk.yuno(
                .post, "/payments", good, keys: .app, headers: headers)
            #expect(unknown.status == 401)
            let made = try await desk.yuno(.post, "/payments", good, headers: headers)
            #expect(made.status == 201, "\(made.json)")
            let other = desk.paymentBody(session, ["type": "CARD", "token": "x"], ["description": "Other"])
            let again = try await desk.yuno(.post, "/payments", other, headers: headers)
            #expect(again.json["id"] == made.json["id"] && again.json["description"] == "Shoes", "\(again.json)")

            let wrong = desk.paymentBody(
                try await desk.checkout(), ["type": "CARD", "token": .string(UUID().uuidString.lowercased())])
            let failed = try await desk.create(wrong, key: "k2")
            #expect(failed.status == 401 && failed.fault == "INVALID_TOKEN", "\(failed.json)")
            let burnt = try await desk.create(good, key: "k2")
            #expect(burnt.status == 400 && burnt.fault == "IDEMPOTENCY_DUPLICATED", "\(burnt.json)")
            let none = try await desk.yuno(.post, "/payments", good)
            #expect(none.status == 400 && none.fault != nil)
        }
    }

    @Test("T72, T76: what is missing or wrong is named, and amounts come back as they were written")
    func amounts() async throws {
        try await withDesk { desk in
            var body = desk.sessionBody().object ?? [:]
            body["merchant_order_id"] = nil
            body["country"] = .null
            let missing = try await desk.yuno(.post, "/checkout/sessions", .object(body))
            #expect(missing.status == 400 && missing.fault == "MISSING_PARAMETERS", "\(missing.json)")
            let words = missing.json["messages"]?.array?.first?.string ?? ""
            #expect(words == "Missing parameters: list - [country, merchant_order_id].", "\(words)")
            // What need not be said may be null.
            let nulls = ["customer_id", "callback_url", "alternative_amount", "workflow", "metadata", "installments"]
            let quiet = try await desk.yuno(
                .post, "/checkout/sessions",
                desk.sessionBody(Dictionary(uniqueKeysWithValues: nulls.map { ($0, JSONValue.null) })))
            #expect(quiet.status == 200, "\(quiet.json)")
            for value: JSONValue in [0.00005, -1, "8000", 1.000_000_1, true] {
                let answer = try await desk.yuno(
                    .post, "/checkout/sessions", desk.sessionBody(["amount": ["currency": "COP", "value": value]]))
                #expect(answer.status == 400, "\(value): \(answer.json)")
                #expect(["INVALID_AMOUNT", "INVALID_PARAMETERS"].contains(answer.fault ?? ""), "\(answer.json)")
            }
            for text in ["12.3456", "0.1", "150.5", "8000", "99999999.9999"] {
                let value = try JSONValue.parse(text)
                let answer = try await desk.yuno(
                    .post, "/checkout/sessions", desk.sessionBody(["amount": ["currency": "USD", "value": value]]))
                #expect(answer.status == 200 && answer.json["amount"]?["value"] == value, "\(answer.json)")
            }
            let account = try await desk.yuno(
                .post, "/checkout/sessions", desk.sessionBody(["account_id": .string(UUID().uuidString)]))
            #expect(account.status == 400 && account.fault == "INVALID_ACCOUNT_ID", "\(account.json)")
        }
    }

    @Test("T73: a session that is over, or has had its payment, takes no token; it says which")
    func sessions() async throws {
        try await withDesk { desk in
            let (used, _) = try await desk.paid()
            let refused = try await desk.token(used)
            #expect(refused.status == 400 && refused.fault == "CHECKOUT_SESSION_NOT_FOUND", "\(refused.json)")
            let read = try await desk.yuno(.get, "/checkout/sessions/\(used)")
            #expect(read.json["used"] == true && read.json["id"] == .string(used))
            #expect(read.json["checkout_session"] == .string(used))

            let fresh = try await desk.checkout(["callback_url": "yunoexample://pay?a=1"])
            let before = try await desk.yuno(.get, "/checkout/sessions/\(fresh)").json
            #expect(before["used"] == false && before["workflow"] == "SDK_CHECKOUT")
            #expect(before["callback_url"] == .string("yunoexample://pay?a=1&checkoutSession=\(fresh)"))
            let changed = try await desk.yuno(
                .patch, "/checkout/sessions/\(fresh)", desk.sessionBody(["amount": ["currency": "COP", "value": 9000]]))
            #expect(changed.status == 200 && changed.json["amount"]?["value"] == 9000 && changed.json["used"] == false)
            desk.clock.advance(milliseconds: 5 * 3_600_000 + 1000)
            let late = try await desk.token(fresh)
            #expect(late.status == 400 && late.fault == "CHECKOUT_SESSION_NOT_FOUND")
            let unknown = try await desk.token(UUID().uuidString.lowercased())
            #expect(unknown.status == 400 && unknown.fault == "CHECKOUT_SESSION_NOT_FOUND")
        }
    }

    @Test("T74: a customer's token pays for nobody else, and a token pays once")
    func tokens() async throws {
        try await withDesk { desk in
            let (a, b) = (try await desk.customer(), try await desk.customer())
            let session = try await desk.checkout(["customer_id": .string(a)])
            let token = try await desk.oneTimeToken(session)
            let method: [String: JSONValue] = ["type": "CARD", "token": .string(token)]
            let other = try await desk.create(
                desk.paymentBody(session, method, ["customer_payer": ["id": .string(b)]]))
            #expect(other.status == 400 && other.fault == "INVALID_CUSTOMER_FOR_TOKEN", "\(other.json)")
            let paid = try await desk.create(
                desk.paymentBody(session, method, ["customer_payer": ["id": .string(a)]]))
            #expect(paid.status == 201)
            let second = try await desk.checkout()
            let again = try await desk.create(desk.paymentBody(second, method))
            #expect(again.status == 401 && again.fault == "INVALID_TOKEN", "\(again.json)")
        }
    }

    @Test("YH32: a one-time token is the dictionary of section 6, and holds no number")
    func tokenShape() async throws {
        try await withDesk { desk in
            let customer = try await desk.customer()
            let session = try await desk.checkout(["customer_id": .string(customer)])
            let answer = try await desk.token(
                session, card: "4111111111111111",
                [
                    "vault_on_success": true, "vaulted_token": nil,
                    "customer": ["first_name": "Ana", "gender": "", "browser_info": ["language": "es"]],
                    "installment": ["id": "plan-1", "value": 1],
                ])
            #expect(answer.status == 201, "\(answer.json)")
            let json = answer.json
            #expect(json["token"]?.string?.utf8.count == 36 && json["type"] == "CARD" && json["country"] == "CO")
            #expect(json["vaulted_token"] == .null && json["vault_on_success"] == true)
            #expect(json["customer"]?["browser_info"] == ["language": "es"])
            #expect(json["installment"]?["id"] == "plan-1" && json["installment"]?["value"] == 1)
            #expect(json["card_data"]?["brand"] == "VISA" && json["card_data"]?["lfd"] == "1111")
            #expect(!String(decoding: answer.body, as: UTF8.self).contains("4111111111111111"))
        }
    }

    @Test("A server that takes cards itself makes a token, and pays with it")
    func direct() async throws {
        try await withDesk { desk in
            let made = try await desk.yuno(
                .post, "/tokens",
                [
                    "account_id": desk.account, "country": "CO",
                    "card_data": [
                        "number": "4507990000000002", "expiration_month": 11, "expiration_year": 2040,
                        "security_code": "123", "holder_name": "John Doe",
                    ],
                ])
            #expect(made.status == 201, "\(made.json)")
            let paid = try await desk.create(
                desk.paymentBody(nil, ["type": "CARD", "token": made.json["token"] ?? .null], ["workflow": "DIRECT"]))
            #expect(paid.status == 201 && paid.outcome == "SUCCEEDED/APPROVED", "\(paid.json)")
            let setup = try await desk.yuno(.post, "/three-d-secure/setups", ["account_id": desk.account])
            #expect(setup.status == 201 && setup.json["id"]?.string?.isEmpty == false, "\(setup.json)")
        }
    }

    @Test("Customers are made once by name, found, changed and deleted")
    func customers() async throws {
        try await withDesk { desk in
            let body: JSONValue = [
                "merchant_customer_id": "c-1", "first_name": "Ana", "email": "ana@example.com", "country": "CO",
                "phone": ["country_code": "57", "number": "3001234567"],
                "metadata": [["key": "tier", "value": "gold"]],
            ]
            let made = try await desk.yuno(.post, "/customers", body)
            #expect(made.status == 201 && made.json["first_name"] == "Ana", "\(made.json)")
            #expect(made.json["last_name"] == .null && made.json["created_at"]?.string?.utf8.count == 27)
            let id = try #require(made.json["id"]?.string)
            let twice = try await desk.yuno(.post, "/customers", body)
            #expect(twice.status == 400 && twice.fault == "CUSTOMER_ID_DUPLICATED", "\(twice.json)")
            #expect(try await desk.yuno(.get, "/customers/\(id)").json == made.json)
            for path in ["/customers?merchant_customer_id=c-1", "/customers/external/c-1"] {
                let found = try await desk.yuno(.get, path)
                #expect(found.status == 200 && found.json["id"] == .string(id), "\(path): \(found.json)")
            }
            let changed = try await desk.yuno(.patch, "/customers/\(id)", ["first_name": "Bea"])
            #expect(changed.status == 200 && changed.json["first_name"] == "Bea", "\(changed.json)")
            #expect(changed.json["email"] == "ana@example.com")
            #expect(try await desk.yuno(.delete, "/customers/\(id)").status == 202)
            let gone = try await desk.yuno(.get, "/customers/\(id)")
            #expect(gone.status == 404 && gone.fault == "CUSTOMER_NOT_FOUND", "\(gone.json)")
            let wrong = try await desk.yuno(
                .post, "/customers", ["merchant_customer_id": "c-2", "gender": "X", "date_of_birth": "yesterday"])
            #expect(wrong.fault == "INVALID_PARAMETERS")
            #expect(wrong.json["messages"]?.array?.first == "Invalid parameters: list - [date_of_birth, gender].")
        }
    }
}
