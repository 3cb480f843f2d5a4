import Kernel
import Testing

@testable import YunoSDK

@Suite struct WordTests {
    @Test(
        "T66 YL18 The language in any spelling; English for one there are no texts in",
        arguments: [
            ("pt-BR", "pt"), ("PT", "pt"), ("pt_br", "pt"), ("ES", "es"), ("fr", "fr"), ("FR", "fr"), ("fr-CI", "fr"),
            ("fr_ci", "fr"), (" ar ", "ar"), ("AR", "ar"), ("MW", "en"),
            ("xx-FR", "en"), ("-", "en"),
        ])
    func language(wanted: String, expected: String) {
        #expect(Language(wanted: wanted, device: ["ar"]).rawValue == expected)
    }

    @Test("YL18 Without a wish the device's language counts")
    func deviceLanguage() {
        #expect(Language(wanted: nil, device: ["fr-CM", "en"]) == .french)
        #expect(Language(wanted: "  ", device: ["ar-EG"]) == .arabic)
        #expect(Language(wanted: nil, device: []) == .english)
        #expect(Language(wanted: "ar", device: []).isRightToLeft)
    }

    @Test("YH56 YH58 YH59 YH60 The bank's page says that it is over, as a text or as a map")
    func messages() {
        let done = #"{"origin":"CHALLENGE","status":"COMPLETED","data":"app://pay?checkoutSession=1"}"#
        #expect(ChallengeMessage(done) == .completed(callbackURL: "app://pay?checkoutSession=1"))
        let map: [String: Any] = ["origin": "CHALLENGE", "status": "COMPLETED", "data": ""]
        #expect(ChallengeMessage(map) == .completed(callbackURL: nil))
        let error = #"{"origin":"CHALLENGE","status":"ERROR","data":"Invalid 3DS provider"}"#
        #expect(ChallengeMessage(error) == .failed("Invalid 3DS provider"))
    }

    @Test("YH58 What is not exactly the page's message is ignored")
    func otherMessages() {
        let bodies: [Any] = [
            "", "{}", "[1]", "COMPLETED", 7, #"{"origin":"OTHER","status":"COMPLETED","data":""}"#,
            #"{"origin":"CHALLENGE","status":"MAYBE","data":""}"#, #"{"status":"COMPLETED"}"#,
            #"{"origin":"CHALLENGE","status":7}"#, ["origin": 1, "status": "COMPLETED"] as [String: Any],
            #"{"origin":"CHALLENGE","status":"COMPLETED","data":""# + String(repeating: "x", count: 3000) + #""}"#,
            String(repeating: "[", count: 9000),
            ["origin": "CHALLENGE", "status": "COMPLETED", "data": String(repeating: "x", count: 3000)]
                as [String: Any],
        ]
        for body in bodies { #expect(ChallengeMessage(body) == nil) }
    }

    @Test("YR62 The key names the environment, and the app may name another")
    func environments() {
        for (key, environment) in [
            ("sandbox_x", YunoEnvironment.sandbox), ("prod_x", .prod), ("dev_x", .dev), ("staging_x_y", .staging),
            ("STAGING_x", .staging), ("other_x", .prod), ("", .prod),
        ] {
            #expect(YunoEnvironment(apiKey: key) == environment)
        }
        let core = testCore(testWorld(ScriptedTransport()))
        YunoCore.$current.withValue(core) {
            #expect(Yuno.config.environment == .sandbox)
            Yuno.config.environment = .staging
            #expect(Yuno.config.environment == .staging)
            Yuno.config.environment = .sandbox
            #expect(Yuno.config.environment == .sandbox && YunoEnvironment.production == .prod)
        }
    }
}
