import Foundation
import Kernel
import Testing

@testable import Wire
@testable import YunoSDK

/// A gateway that answers a token's request as the published one does.
private func tokens(_ request: HTTPRequest) -> ScriptedTransport.Reply {
    guard let method = request.json?["payment_method"], let customer = method["customer"] else { return .json(400) }
    let installment: JSONValue =
        method["installment"].map { json in
            ["rate": "", "id": json["id"] ?? nil, "value": json["value"] ?? nil, "amount": nil]
        } ?? nil
    return .json(
        201,
        [
            "token": "9ee44ac7-9134-4598-ae28-a26fec03099d", "type": method["type"] ?? nil,
            "customer": [
                "billing_address": nil, "first_name": customer["first_name"] ?? nil, "gender": "", "phone": nil,
                "browser_info": customer["browser_info"] ?? nil, "document": nil, "last_name": nil,
                "device_fingerprint": customer["device_fingerprint"] ?? nil, "email": nil,
            ],
            "country": "BR", "vaulted_token": method["vaulted_token"] ?? nil, "installment": installment,
            "card_data": nil,
        ])
}

@Suite struct HeadlessTests {
    private let path = "/v1/checkout/sessions/\(testSession)/token"

    /// A client, made as an app makes one.
    private func client(_ transport: any Transport, session: String = testSession) -> any YunoPaymentHeadless {
        YunoCore.$current.withValue(testCore(testWorld(transport))) {
            Yuno.apiClientPayment(countryCode: "BR", checkoutSession: session)
        }
    }

    @Test("T54 YH12 YH17 YH18 YH30 YH32 YH33 YH34 YH35 YH36 YH37 A token from a card: the gateway's answer, whole")
    func card() async throws {
        let transport = ScriptedTransport { request, _ in tokens(request) }
        let answer = try await client(transport).generateToken(
            data: TokenCollectedData(
                checkoutSession: testSession,
                paymentMethod: CollectedData(
                    type: "CARD", vaultedToken: nil,
                    card: CardData(
                        detail: CardData.Detail(
                            number: "4111111111111111", expirationMonth: 11, expirationYear: 25, securityCode: "123",
                            holderName: "John Doe", type: .credit)),
                    customer: Customer())))
        #expect(
            Set(answer.keys) == ["token", "type", "customer", "country", "vaulted_token", "installment", "card_data"])
        #expect(answer["token"] as? String == "9ee44ac7-9134-4598-ae28-a26fec03099d")
        #expect(answer["vaulted_token"] is NSNull && answer["vaulted_token"] as? String == nil)
        let customer = try #require(answer["customer"] as? [String: Any])
        #expect(customer["gender"] as? String == "" && customer["email"] is NSNull)
        let browser = try #require(customer["browser_info"] as? [String: Any])
        #expect(
            Set(browser.keys) == [
                "color_depth", "language", "accept_header", "browser_time_difference", "accept_content",
                "accept_browser", "java_enabled", "user_agent", "screen_height", "screen_width", "javascript_enabled",
            ])
        #expect(browser["accept_header"] as? String == "*/*" && browser["language"] as? String == "en")
        #expect(browser["user_agent"] as? String == "YunoSDK_Example/1 CFNetwork/1406.0.4 Darwin/22.6.0")
        #expect(browser["screen_height"] as? String == "844.0" && browser["screen_width"] as? String == "390.0")
        #expect(browser["java_enabled"] is NSNull)
        #expect(JSONSerialization.isValidJSONObject(answer))
        let request = try #require(transport.requests.first)
        #expect(
            transport.requests.count == 1 && request.url.path == path && request.headers["x-sdk-type"] == "HEADLESS")
        #expect(request.json?["payment_method"]?["card"]?["number"] == "4111111111111111")
        #expect(request.json?["payment_method"]?["country"] == "BR")
    }

    @Test("T55 YH5 YH19 YH20 YH21 YH28 YH31 YH38 A token from a saved method, with instalments, a code and the device")
    func vaulted() async throws {
        let transport = ScriptedTransport { request, _ in tokens(request) }
        let answer = try await client(transport).generateToken(
            data: TokenCollectedData(
                checkoutSession: testSession,
                paymentMethod: CollectedData(
                    type: "CARD", vaultedToken: "a1c7c5d1-b260-4dc6-909a-8368704233cf",
                    card: CardData(
                        detail: CardData.Detail(securityCode: "123"),
                        installment: CardData.Installment(id: "cca80084-961b-4212-9c34-54f03f4f10ae", value: 1)),
                    customer: Customer())))
        #expect(answer["vaulted_token"] as? String == "a1c7c5d1-b260-4dc6-909a-8368704233cf")
        let installment = try #require(answer["installment"] as? [String: Any])
        #expect(installment["value"] as? Int == 1 && installment["rate"] as? String == "")
        #expect(installment["amount"] is NSNull)
        let method = try #require(transport.requests.first?.json?["payment_method"])
        #expect(method["card"] == ["security_code": "123"])
        #expect(method["customer"]?["device_fingerprint"]?.string?.count == 64)
    }

    @Test("YH13 YH14 YH16 Making a client begins to gather the device's facts")
    func gathering() async {
        let gathered = Gathered()
        var world = testWorld(ScriptedTransport())
        world.device = {
            await gathered.count()
            return .yunoTest
        }
        let core = testCore(world)
        let client: (any YunoPaymentHeadless)? = YunoCore.$current.withValue(core) {
            Yuno.apiClientPayment(countryCode: "CO", checkoutSession: "")
        }
        for _ in 0..<5000 where await gathered.counted == 0 { try? await Task.sleep(nanoseconds: 1_000_000) }
        #expect(await gathered.counted == 1 && client != nil)
    }

    private actor Gathered {
        private(set) var counted = 0
        func count() { counted += 1 }
    }

    @Test("YH15 The data's session goes before the client's; an empty one is none")
    func sessions() async throws {
        let transport = ScriptedTransport { request, _ in tokens(request) }
        let client = client(transport)
        for session in ["other", "", nil] {
            _ = try await client.generateToken(
                data: TokenCollectedData(checkoutSession: session, paymentMethod: CollectedData(type: "PIX")))
        }
        #expect(
            transport.requests.map(\.url.path) == ["/v1/checkout/sessions/other/token", path, path])
        let none = self.client(ScriptedTransport(), session: "")
        await #expect(throws: YunoError.invalidData("the session")) {
            try await none.generateToken(
                data: TokenCollectedData(checkoutSession: nil, paymentMethod: CollectedData(type: "PIX")))
        }
    }

    @Test("T56 An unknown session is the gateway's own refusal")
    func unknownSession() async {
        let transport = ScriptedTransport(
            (path, .json(400, ["code": "CHECKOUT_SESSION_NOT_FOUND", "messages": ["not found or inactive"]])))
        await #expect(
            throws: YunoError.api(
                status: 400, code: "CHECKOUT_SESSION_NOT_FOUND", messages: ["not found or inactive"])
        ) {
            try await client(transport).generateToken(
                data: TokenCollectedData(checkoutSession: nil, paymentMethod: CollectedData(type: "CARD")))
        }
    }

    @Test("T20 YH16 YH17 An optional client is used as if it were there; without one it was not set up")
    func optional() async throws {
        var client: YunoPaymentHeadless?
        let data = TokenCollectedData(checkoutSession: nil, paymentMethod: CollectedData(type: "CARD"))
        await #expect(throws: YunoError.notInitialized) { try await client.generateToken(data: data) }
        await #expect(throws: YunoError.notInitialized) { try await client.getThreeDSecureChallenge() }
        let transport = ScriptedTransport { request, _ in tokens(request) }
        client = self.client(transport)
        let tokenResponse = try await client.generateToken(data: data)
        #expect(tokenResponse["token"] as? String != nil)
    }

    @Test("YH9 Before the SDK is set up nothing is sent")
    func notInitialized() async throws {
        let core = YunoCore(world: testWorld(ScriptedTransport()))
        let client = YunoCore.$current.withValue(core) {
            Yuno.apiClientPayment(countryCode: "BR", checkoutSession: testSession)
        }
        await #expect(throws: YunoError.notInitialized) { try await client.getThreeDSecureChallenge() }
        YunoCore.$current.withValue(core) {
            #expect(throws: YunoError.notInitialized) {
                try Yuno.apiClientEnroll(countryCode: "BR", customerSession: "c")
            }
        }
    }

    @Test("T21 YH48 YH49 YH50 YH51 YH52 Where the challenge is, of this session or of another")
    func challenge() async throws {
        let url = "https://3ds.example/challenge.html?session=1"
        let transport = ScriptedTransport(
            ("/v1/sdk/checkout/\(testSession)/challenge", .json(200, ["url": .string(url)])),
            ("/v1/sdk/checkout/other/challenge", .json(200, ["url": .string(url)])))
        let headless = client(transport)
        let response = try? await headless.getThreeDSecureChallenge()
        #expect(response == ThreeDSecureChallengeResponse(url: url))
        #expect(try await headless.getThreeDSecureChallenge(checkoutSession: "other").url == url)
    }

    @Test("YH48 A payment that waits for no challenge has none to give")
    func noChallenge() async {
        let transport = ScriptedTransport(
            ("/v1/sdk/checkout/\(testSession)/challenge", .json(400, ["code": "NO_CHALLENGE_REQUIRED"])))
        await #expect(throws: YunoError.providerError("NO_CHALLENGE_REQUIRED")) {
            try await client(transport).getThreeDSecureChallenge()
        }
    }

    @Test("YH2 Enrolling without screens gives the gateway's word, the token and the session in every spelling")
    func enrollment() async throws {
        let transport = ScriptedTransport { request, _ in
            request.headers["X-Idempotency-Key"] == nil
                ? .json(400)
                : .json(201, ["enrollment": ["status": "ENROLLED", "vaulted_token": "v1", "payment_method_id": "v1"]])
        }
        let core = testCore(testWorld(transport))
        let client = try YunoCore.$current.withValue(core) {
            try Yuno.apiClientEnroll(countryCode: "CO", customerSession: "c1")
        }
        let answer = try await client.continueEnrollment(
            data: EnrollmentCollectedData(
                customerSession: nil,
                paymentMethod: CollectedData(type: "CARD", card: CardData(detail: CardData.Detail(number: "4111")))))
        #expect(answer["status"] as? String == "ENROLLED" && answer["vaulted_token"] as? String == "v1")
        #expect(answer["vaultedToken"] as? String == "v1" && answer["customerSession"] as? String == "c1")
        #expect((answer["customer"] as? [String: Any])?["session"] as? String == "c1")
        #expect(transport.requests.first?.url.path == "/v1/sdk/customers/sessions/c1/enroll")
        #expect(transport.requests.first?.headers["x-sdk-type"] == "ENROLLMENT")
    }
}
