import Foundation
import Kernel
import Testing

@testable import WajubMobile
@testable import Wire

@Suite struct HeaderTests {
    /// One call of each kind, with its request.
    static func everyCall() async throws -> [HTTPRequest] {
        let step: JSONValue = ["step": ["id": "stp_1", "kind": "otp"]]
        let transport = ScriptedTransport(
            ("/pay/session", .json(200, ["transaction": transaction("pending")])),
            ("/pay/sdk-config", .json(200, ["channels": [:]])),
            ("/pay/status", .json(200, ["status": "pending"])),
            ("/pay/process", .json(202, ["transaction": transaction("processing")])),
            ("/pay/verify/3ds", .json(202, ["transaction": transaction("processing")])),
            ("/pay/verify/otp/resend", .json(200, step)),
            ("/pay/client-session", .json(202, ["action": "client_session", "client_session": ["id": "prc_abc"]])),
            ("/pay/client-session/complete", .json(200, ["transaction": transaction("success")])),
            ("/pay/cancel", .json(200, ["redirect_url": nil])))
        let session = testSession(transport, language: "fr-CI")
        _ = try await session.session()
        _ = try await session.sdkConfig()
        _ = try await session.status()
        _ = await session.process(channel: "card", data: [:])
        _ = try await session.verify(.threeDS, id: "stp_1", fields: ["code": "123456"])
        _ = try await session.resend(.otp, id: "stp_1")
        _ = try await session.startClientSession(channel: "card")
        _ = try await session.completeClientSession(id: "prc_abc")
        _ = try await session.cancel()
        #expect(transport.isDone)
        return transport.requests
    }

    @Test("T1 T13 Every call carries the token as Bearer and names the SDK, the system and the app")
    func everywhere() async throws {
        for request in try await Self.everyCall() {
            #expect(request.headers["Authorization"] == "Bearer sess_abc123")
            #expect(request.headers["Accept"] == "application/json")
            #expect(request.headers["X-Wajub-Client"] == "wajub-ios/1.0.0 (ios 18.1)")
            #expect(request.headers["User-Agent"] == "Shop/3.2 wajub-ios/1.0.0 (ios 18.1)")
            #expect(request.headers["Accept-Language"] == "fr,fr-CM;q=0.9,en;q=0.8")
            #expect(request.timeoutSeconds == 30)
            #expect(request.url.host == "api.wajub.com" && request.url.scheme == "https")
        }
    }

    @Test("T14 Reads carry no key, no body; only the payment request carries a key and the device block")
    func onlyProcess() async throws {
        for request in try await Self.everyCall() {
            let isProcess = request.url.path == "/pay/process"
            #expect((request.headers["Idempotency-Key"] != nil) == isProcess)
            #expect((request.json?["device"] != nil) == isProcess)
            #expect((request.body == nil) == (request.method == .get))
            #expect((request.headers["Content-Type"] == "application/json; charset=utf-8") == (request.method == .post))
        }
    }

    @Test("W105 The calls are those of the contract, and a POST without fields sends {}")
    func calls() async throws {
        let requests = try await Self.everyCall()
        #expect(
            requests.map {
                "\($0.method.rawValue) \($0.url.path) \($0.json.map { $0["device"] == nil ? $0.text : "…" } ?? "-")"
            }
                == [
                    "GET /pay/session -", "GET /pay/sdk-config -", "GET /pay/status -", "POST /pay/process …",
                    #"POST /pay/verify/3ds {"code":"123456","id":"stp_1"}"#,
                    #"POST /pay/verify/otp/resend {"id":"stp_1"}"#,
                    #"POST /pay/client-session {"channel":"card"}"#,
                    #"POST /pay/client-session/complete {"client_session_id":"prc_abc"}"#,
                    "POST /pay/cancel {}",
                ])
    }

    @Test("T2 T9 W121 W122 A payment request: channel, data as given, the device's signals, and nothing else")
    func process() async throws {
        let transport = ScriptedTransport(("/pay/process", .json(202, ["transaction": transaction("processing")])))
        let session = testSession(transport)
        _ = await session.process(channel: "card", data: ["email": "a@b.c", "zip_code": "00237"])
        let request = try #require(transport.requests.first)
        #expect(request.method == .post)
        #expect(request.url.absoluteString == "https://api.wajub.com/pay/process")
        #expect(request.headers["Idempotency-Key"] == "00000000-0000-4000-8000-000000000001")
        #expect(
            request.json == [
                "channel": "card", "data": ["email": "a@b.c", "zip_code": "00237"],
                "device": [
                    "timezone": "Africa/Douala", "language": "fr-CM", "screen_width": 1179, "screen_height": 2556,
                    "color_depth": 24,
                    "fingerprint": "6eb625cafaafbbd18aeaf47b4bc6325aa4fa60321adec38f3069d4fde0555446",
                ],
            ])
    }

    @Test("W122 What a device does not know is left out; a return address is sent when there is one")
    func sparseDevice() {
        var device = DeviceFacts.test
        device.screen = nil
        device.languages = []
        #expect(
            device.block(fingerprint: "ab", returnURL: "https://shop.example/app") == [
                "timezone": "Africa/Douala", "color_depth": 24, "fingerprint": "ab",
                "return_url": "https://shop.example/app",
            ])
    }

    struct Languages: Sendable {
        let checkout: Language
        let device: [String]
        let header: String
    }

    @Test(
        "W122 Accept-Language: the checkout's language, then the person's, weighted and each once",
        arguments: [
            Languages(checkout: .french, device: ["fr-CI", "en"], header: "fr,fr-CI;q=0.9,en;q=0.8"),
            Languages(checkout: .english, device: ["fr", "EN"], header: "en,fr;q=0.9"),
            Languages(checkout: .english, device: [], header: "en"),
            Languages(checkout: .french, device: ["fr_CM", "a\r\nX: y", ""], header: "fr,fr-CM;q=0.9,aXy;q=0.8"),
            Languages(
                checkout: .english, device: (0..<20).map { "x\($0)" },
                header: "en,x0;q=0.9,x1;q=0.8,x2;q=0.7,x3;q=0.6,x4;q=0.5,x5;q=0.4,x6;q=0.3,x7;q=0.2,x8;q=0.1"),
        ])
    func acceptLanguage(languages: Languages) {
        var device = DeviceFacts.test
        device.languages = languages.device
        #expect(device.acceptLanguage(languages.checkout) == languages.header)
    }

    @Test(
        "W123 The app's name keeps only the letters a header may carry",
        arguments: [
            ("Shop", "Shop/3.2"), ("Épicerie Côte d'Ivoire", "EpicerieCoted'Ivoire/3.2"), ("店", "app/3.2"),
            ("A/B (1)\r\nX: y", "AB1Xy/3.2"),
        ])
    func userAgent(name: String, expected: String) {
        var device = DeviceFacts.test
        device.appName = name
        #expect(device.userAgent == "\(expected) wajub-ios/1.0.0 (ios 18.1)")
    }

    @Test("W123 This device names its own system and version")
    func realDevice() async {
        let device = await DeviceFacts.current(sdk: DeviceFacts.wajub)
        #expect(device.client.hasPrefix("wajub-ios/1.0.0 (\(device.osName) "))
        #expect(device.osVersion.split(separator: ".").count >= 2)
        #expect(!device.timeZone.isEmpty)
        #if os(Linux)
            #expect(device.osName == "linux")
        #endif
    }

    @Test("T1 A token pasted with a line break cannot become another header")
    func tokenInjection() async throws {
        let transport = ScriptedTransport(("/pay/status", .json(200, ["status": "pending"])))
        let session = WajubSession(
            sessionToken: " sess_abc123\r\nX-Evil: 1\n", language: "en", world: testWorld(transport))
        _ = try await session.status()
        #expect(transport.requests.first?.headers["Authorization"] == "Bearer sess_abc123X-Evil:1")
    }

    @Test(
        "T5 T6 T7 Opening a client session sends only what there is to say",
        arguments: [
            ("jean@example.com", nil, nil, false, #"{"channel":"card","email":"jean@example.com"}"#),
            (
                nil, "A", "https://s.example/r", true,
                #"{"channel":"card","name":"A","restart":true,"return_url":"https://s.example/r"}"#
            ),
            ("jean@example.com", "", nil, true, #"{"channel":"card","email":"jean@example.com","restart":true}"#),
        ] as [(String?, String?, String?, Bool, String)])
    func startBodies(email: String?, name: String?, returnURL: String?, restart: Bool, body: String) async throws {
        let transport = ScriptedTransport(
            ("/pay/client-session", .json(202, ["action": "client_session", "client_session": ["id": "prc_abc"]])))
        let outcome = try await testSession(transport).startClientSession(
            channel: "card", email: email, name: name, returnURL: returnURL, restart: restart)
        #expect(transport.requests.first?.json?.text == body)
        guard case .requiresAction(let required) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(required.action == .clientSession)
        #expect(required.clientSession?.id == "prc_abc")
    }

    @Test("O44 A return address goes along when it is https, or http in the sandbox; anything else is left out")
    func returnAddress() async throws {
        for (address, live, sandbox) in [
            ("https://shop.example/r", true, true), ("http://shop.example/r", false, true),
            ("javascript:alert(1)", false, false), ("shop://r", false, false), ("r", false, false), ("", false, false),
        ] {
            for (isSandbox, expected) in [(false, live), (true, sandbox)] {
                let payment = transaction("pending", ["sandbox": .bool(isSandbox)])
                let transport = ScriptedTransport(
                    ("/pay/session", .json(200, ["transaction": payment])), ("/pay/process", .json(402)))
                let session = testSession(transport)
                _ = try await session.session()
                _ = await session.decide(channel: "card", data: [:], idempotencyKey: nil, returnURL: address)
                let sent = transport.requests.last?.json?["device"]?["return_url"]?.string
                #expect(sent == (expected ? address : nil))
            }
        }
    }

    @Test("T8 Completing one sends its id only")
    func completeBody() async throws {
        let transport = ScriptedTransport(("/pay/client-session/complete", .json(202, [:])))
        _ = try await testSession(transport).completeClientSession(id: "prc_abc")
        #expect(transport.requests.first?.method == .post)
        #expect(transport.requests.first?.json == ["client_session_id": "prc_abc"])
    }
}
