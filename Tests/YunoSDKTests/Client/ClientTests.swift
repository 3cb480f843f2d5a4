import Foundation
import Kernel
import Testing

@testable import Wire
@testable import YunoSDK

@Suite struct ClientTests {
    private let path = "/v1/sdk/checkout/\(testSession)"

    private func client(_ transport: any Transport, _ journal: any AttemptJournal = MemoryJournal()) throws
        -> YunoClient
    {
        try testCore(testWorld(transport, journal: journal)).client(.lite, language: "fr")
    }

    @Test("YL7 YH9 Every request names the key, the use, the platform and the language, and never a secret")
    func headers() async throws {
        let transport = ScriptedTransport((path + "/payment", .json(200, ["payment": nil])))
        #expect(try await client(transport).payment(testSession) == nil)
        let request = try #require(transport.requests.first)
        #expect(request.headers["public-api-key"] == "sandbox_gAAAAA")
        #expect(request.headers["x-sdk-type"] == "LITE" && request.headers["x-sdk-platform"] == "NATIVE")
        #expect(request.headers["Accept-Language"] == "fr,en;q=0.9")
        #expect(request.headers["User-Agent"] == "YunoSDK_Example/1.0 comptoir-yuno/1.0.0 (ios 16.2)")
        #expect(request.headers.fields.allSatisfy { !$0.name.lowercased().contains("secret") })
        #expect(request.timeoutSeconds == 30)
    }

    @Test("YR55 A read is repeated twice at most, and a wait is longer than what it waits for")
    func reads() async throws {
        let transport = ScriptedTransport { _, count in
            count < 3 ? .json(503) : .json(200, payment("PENDING", "IN_PROCESS"))
        }
        let seen = try await client(transport).payment(testSession, waitSeconds: 99, known: "a b")
        #expect(seen?.status == "PENDING" && transport.requests.count == 3)
        #expect(transport.requests.first?.url.query == "known=a%20b&wait=25")
        #expect(transport.requests.first?.timeoutSeconds == 55)
    }

    @Test("YH5 YR53 A token's request is sent once, whatever comes of it")
    func tokens() async throws {
        for reply in [ScriptedTransport.Reply.lost, .json(503)] {
            let transport = ScriptedTransport { _, _ in reply }
            await #expect(throws: YunoError.self) { try await client(transport).token(testSession, ["type": "CARD"]) }
            #expect(transport.requests.count == 1)
        }
    }

    @Test(
        "YL35 What is no session asks nothing",
        arguments: ["a/b", "..", "x y", "é", String(repeating: "a", count: 200)])
    func noSession(name: String) async throws {
        let client = try client(ScriptedTransport())
        await #expect(
            throws: YunoError.api(
                status: 400, code: "CHECKOUT_SESSION_NOT_FOUND", messages: ["This is no session."])
        ) { try await client.checkout(name) }
    }

    @Test("Each refusal has its error, and repeats no card number")
    func refusals() async throws {
        let rows: [(Int, JSONValue, YunoError)] = [
            (401, ["code": "INVALID_CREDENTIALS"], .authenticationFailed),
            (401, ["code": "INVALID_TOKEN"], .api(status: 401, code: "INVALID_TOKEN", messages: [])),
            (400, ["code": "INVALID_CHECKOUT_SESSION"], .sessionExpired),
            (
                400, ["code": "INVALID_PARAMETERS", "messages": ["Invalid parameters: list - [card].", 7]],
                .api(status: 400, code: "INVALID_PARAMETERS", messages: ["Invalid parameters: list - [card]."])
            ),
            (
                400, ["code": "X", "messages": ["no 4111 1111 1111 1111 here, nor 4111-1111-1111-1111"]],
                .api(status: 400, code: "X", messages: ["no ••••here, nor ••••"])
            ),
            (502, [], .api(status: 502, code: "HTTP_502", messages: [])),
        ]
        for (status, body, error) in rows {
            let transport = ScriptedTransport { _, _ in .json(status, body) }
            await #expect(throws: error) { try await client(transport).checkout(testSession) }
        }
        let away = ScriptedTransport { _, _ in .offline }
        await #expect(throws: YunoError.networkError("notConnected")) { try await client(away).checkout(testSession) }
        let page = ScriptedTransport { _, _ in .text(200, "<html>") }
        await #expect(throws: YunoError.invalidData("the answer")) { try await client(page).checkout(testSession) }
    }

    @Test("The first screen's answer, read whole")
    func checkout() async throws {
        let body: JSONValue = [
            "checkout_session": .string(testSession), "environment": "sandbox",
            "merchant": ["name": "Loja", "logo": nil, "white_label": true], "country": "BR",
            "amount": ["currency": "BRL", "value": 150.5], "description": "Shoes", "workflow": "SDK_SEAMLESS",
            "callback_url": "app://pay", "customer_id": "c1",
            "card": ["form": "STEP_BY_STEP", "can_save": true, "asks_holder": false],
            "installments": [["id": "i1", "value": 3, "rate": "1.5"], ["id": "i2", "value": 0], "x"],
            "payment_methods": [
                ["type": "CARD", "vaulted_token": nil, "name": "Card", "form": "CARD", "available": true],
                [
                    "type": "CARD", "vaulted_token": "v1", "name": "VISA ****1111", "form": "SAVED_CARD",
                    "security_code_length": 3, "card_data": ["brand": "VISA", "iin": "41111111", "lfd": "1111"],
                ],
                [
                    "type": "MTN_MOBILE_MONEY", "form": "MOBILE_MONEY", "countries": ["CM", "??"],
                    "operators": [
                        ["id": "mtn", "name": "MTN", "country": "CM", "accepts_any_number": true], ["id": "x"],
                    ],
                ],
                ["type": "SPEI", "available": false, "form": "NONE", "reason": ["code": "CURRENCY_NOT_ALLOWED"]],
                ["type": "NEWER", "form": "RETINA"], ["name": "no type"],
            ],
            "payment": nil,
        ]
        let transport = ScriptedTransport((path, .json(200, body)))
        let info = try await client(transport).checkout(testSession)
        #expect(info.environment == .sandbox && info.merchant.name == "Loja" && info.merchant.isWhiteLabel)
        #expect(info.amount?.minorUnits == 15_050 && info.country?.code == "BR" && info.isSeamless)
        #expect(info.card.form == .multiStep && info.card.canSave && !info.card.asksHolder)
        #expect(info.installments.map(\.count) == [3])
        #expect(info.methods.map(\.type) == ["CARD", "CARD", "MTN_MOBILE_MONEY", "SPEI", "NEWER"])
        #expect(info.methods[1].card?.lastFour == "1111" && info.methods[1].securityCodeLength == 3)
        #expect(info.methods[2].operators.map(\.id) == ["mtn"] && info.methods[2].countries.map(\.code) == ["CM"])
        #expect(info.methods.map(\.isAvailable) == [true, true, true, false, false])
        #expect(info.methods[3].reason?.code == "CURRENCY_NOT_ALLOWED")
        #expect(info.methods[4].reason?.code == "OPERATION_NOT_SUPPORTED" && info.payment == nil)
    }

    @Test("YL34 Everything the payer can be asked to do next is read; pages that may not be opened are not")
    func actions() throws {
        func kind(_ json: JSONValue) -> SDKAction.Kind? { SDKAction(json)?.kind }
        let bank = try #require(URL(string: "https://bank.example/x?a=1"))
        #expect(kind(["type": "CHALLENGE", "url": "https://bank.example/x?a=1"]) == .challenge(bank))
        #expect(
            kind(["type": "REDIRECT", "url": "https://bank.example/x?a=1", "mode": "in_app"])
                == .redirect(bank, isExternal: false))
        let app = try #require(URL(string: "bank://pay"))
        #expect(
            kind(["type": "REDIRECT", "url": "bank://pay", "mode": "external"]) == .redirect(app, isExternal: true))
        #expect(
            kind(["type": "CODE", "code": ["text": "000201", "kind": "PIX", "expires_in": 597]])
                == .code(SDKAction.PaymentCode(text: "000201", kind: "PIX", expiresInSeconds: 597)))
        #expect(
            kind(["type": "VOUCHER", "voucher": ["number": "12", "barcode": "34", "expires_in": -5]])
                == .voucher(SDKAction.Voucher(number: "12", barcode: "34", expiresInSeconds: 0)))
        #expect(
            kind(["type": "OTP", "otp": ["id": "o", "length": 6, "attempts_left": 3, "resend_in": 60]])
                == .otp(
                    SDKAction.OneTimeCode(
                        id: "o", length: 6, destination: nil, attemptsLeft: 3, resendInSeconds: 60)))
        #expect(
            kind(["type": "APPROVAL", "instruction": "Dial", "ussd_code": "*126#"])
                == .approval(instruction: "Dial", ussdCode: "*126#"))
        for address in [
            "javascript:alert(1)", "http://bank.example", "data:text/html,x", "file:///etc", "bank://x", "",
        ] {
            #expect(kind(["type": "CHALLENGE", "url": .string(address)]) == .unknown("CHALLENGE"))
        }
        #expect(kind(["type": "REDIRECT", "url": "javascript:x", "mode": "external"]) == .unknown("REDIRECT"))
        #expect(kind(["type": "CHALLENGE", "url": "http://127.0.0.1:9/x"]) != .unknown("CHALLENGE"))
        #expect(kind(["type": "DANCE"]) == .unknown("DANCE") && kind([:]) == nil)
    }

    @Test("A seamless payment's key is in the journal before its request leaves, and repeated with it")
    func seamless() async throws {
        let journal = MemoryJournal()
        let transport = ScriptedTransport { [path] request, count in
            #expect(request.url.path == path + "/payments" && journal.entries.count == 1)
            return count == 1 ? .lost : .json(201, payment("SUCCEEDED", "APPROVED"))
        }
        let token = try #require(OneTimeToken(["token": "ott"]))
        let paid = try await client(transport, journal).createPayment(testSession, type: "CARD", token: token)
        #expect(paid.status == "SUCCEEDED")
        #expect(Set(transport.requests.map { $0.headers["X-Idempotency-Key"] }).count == 1)
        #expect(transport.requests.last?.json?["payment_method"] == ["type": "CARD", "token": "ott"])
        #expect(journal.entries.isEmpty)
    }

    @Test("A seamless payment nobody answered for keeps its key, over the end of the process, until it is seen")
    func journal() async throws {
        let journal = MemoryJournal()
        let lost = ScriptedTransport { _, _ in .lost }
        let token = try #require(OneTimeToken(["token": "ott"]))
        await #expect(throws: YunoError.networkError("connectionLost")) {
            try await client(lost, journal).createPayment(testSession, type: "CARD", token: token)
        }
        let key = try #require(journal.entries.first?.key)
        // The next process: another client, the same journal.
        let refused = ScriptedTransport { _, count in count == 1 ? .lost : .json(400, ["code": "REQUEST_IN_PROCESS"]) }
        await #expect(throws: YunoError.self) {
            try await client(refused, journal).createPayment(testSession, type: "CARD", token: token)
        }
        #expect(refused.requests.allSatisfy { $0.headers["X-Idempotency-Key"] == key.rawValue })
        // The first send of this one may have arrived: the refusal of the second settles nothing.
        #expect(journal.entries.map(\.key) == [key])
        let reads = ScriptedTransport { _, _ in .json(200, payment("PENDING", "IN_PROCESS")) }
        _ = try await client(reads, journal).payment(testSession)
        #expect(journal.entries.isEmpty)
    }

    @Test("A payment that is worked on keeps its key; a key that makes nothing any more is let go")
    func keys() async throws {
        let token = try #require(OneTimeToken(["token": "ott"]))
        let rows: [(ScriptedTransport.Reply, Bool)] = [
            (.json(400, ["code": "REQUEST_IN_PROCESS"]), true), (.text(201, "{"), true),
            (.json(201, ["payment": 1]), true), (.json(400, ["code": "IDEMPOTENCY_DUPLICATED"]), false),
            (.json(401, ["code": "INVALID_TOKEN"]), false),
        ]
        for (reply, keeps) in rows {
            let journal = MemoryJournal()
            await #expect(throws: YunoError.self) {
                try await client(ScriptedTransport { _, _ in reply }, journal)
                    .createPayment(testSession, type: "CARD", token: token)
            }
            #expect(journal.entries.isEmpty == !keeps, "\(reply)")
        }
        // What was lost was refused: the key is burned, and another one is taken.
        let journal = MemoryJournal()
        let burned = ScriptedTransport { _, count in count == 1 ? .lost : .json(400, ["code": "IDEMPOTENCY_DUPLICATED"])
        }
        await #expect(throws: YunoError.self) {
            try await client(burned, journal).createPayment(testSession, type: "CARD", token: token)
        }
        #expect(journal.entries.isEmpty)
        // A refusal of the second send says nothing of the first.
        let open = MemoryJournal()
        let lost = ScriptedTransport { _, count in count == 1 ? .lost : .json(400, ["code": "INVALID_TOKEN"]) }
        await #expect(throws: YunoError.networkError("an earlier send is unanswered")) {
            try await client(lost, open).createPayment(testSession, type: "CARD", token: token)
        }
        #expect(open.entries.count == 1)
    }

    @Test("A wrong code says how many tries are left")
    func codes() async throws {
        let transport = ScriptedTransport(
            (path + "/otp", .json(400, ["code": "INVALID_CODE", "attempts_left": 2])),
            (path + "/otp", .json(200, payment("SUCCEEDED", "APPROVED"))),
            (path + "/otp/resend", .json(400, ["code": "RESEND_NOT_ALLOWED"])))
        let client = try client(transport)
        #expect(try await client.answer(testSession, code: "o", Secret("1")) == .wrong(attemptsLeft: 2))
        guard case .taken = try await client.answer(testSession, code: "o", Secret("2")) else {
            Issue.record("the code was right")
            return
        }
        await #expect(throws: YunoError.api(status: 400, code: "RESEND_NOT_ALLOWED", messages: [])) {
            try await client.resend(testSession, code: "o")
        }
    }

    @Test("A card's first digits are asked about, and never more of it")
    func cardInfo() async throws {
        let transport = ScriptedTransport(
            ("/v1/sdk/card-info", .json(200, ["brand": "VISA", "type": "CREDIT", "number_lengths": [16, 99]])))
        let info = try await client(transport).cardInfo("4507 9900 0000 0002")
        #expect(info.brand == "VISA" && info.type == .credit && info.numberLengths == [16])
        #expect(transport.requests.first?.url.query == "iin=45079900")
    }

    @Test("Nothing of a client shows its key, nothing of a token shows it")
    func secrets() throws {
        let client = try client(ScriptedTransport())
        let token = try #require(OneTimeToken(["token": "ott-1234", "country": "BR"]))
        for value in [client, token] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            #expect(!(dumped + "\(value)" + String(reflecting: value)).contains("sandbox_"))
            #expect(!(dumped + "\(value)" + String(reflecting: value)).contains("ott-1234"))
        }
    }
}
