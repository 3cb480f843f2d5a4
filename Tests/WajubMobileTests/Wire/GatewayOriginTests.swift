import Foundation
import Testing

@testable import WajubMobile
@testable import Wire

@Suite struct GatewayOriginTests {
    @Test(
        "W130 The origin is https, or plain http to this machine",
        arguments: [
            ("https://api.wajub.com", "https://api.wajub.com"),
            ("https://pay.example:8443/", "https://pay.example:8443"),
            ("HTTPS://Api.Example", "https://Api.Example"), ("http://127.0.0.1:8787", "http://127.0.0.1:8787"),
            ("http://localhost", "http://localhost"), ("http://127.8.9.10:1", "http://127.8.9.10:1"),
            ("http://[::1]:8787", "http://[::1]:8787"),
        ])
    func accepted(text: String, url: String) throws {
        #expect(try GatewayOrigin(text).url.absoluteString == url)
    }

    @Test(
        "W130 Anything else is a clear error",
        arguments: [
            ("http://api.wajub.com", .insecure), ("http://127.0.0.1.evil.example", .insecure),
            ("http://127.0.0.1@evil.example", .notAnOrigin), ("http://localhost.evil.example", .insecure),
            ("http://10.0.2.2:8787", .insecure), ("http://127.0.0.256", .insecure), ("http://0.0.0.0", .insecure),
            ("https://user:pass@api.example", .notAnOrigin), ("https://api.example/v1", .notAnOrigin),
            ("https://api.example?x=1", .notAnOrigin), ("https://api.example#x", .notAnOrigin),
            ("ftp://api.example", .notAnOrigin), ("api.example", .notAnOrigin), ("https://", .notAnOrigin),
            ("", .notAnOrigin),
        ] as [(String, GatewayOrigin.Fault)])
    func refused(text: String, fault: GatewayOrigin.Fault) {
        #expect(throws: fault) { try GatewayOrigin(text) }
        #expect(fault.description.contains("ComptoirGatewayOrigin"))
    }

    @Test("W130 Without configuration the origin is this machine's gateway")
    func byDefault() throws {
        #expect(
            try GatewayOrigin(GatewayOrigin.defaultText).endpoint("/pay/verify/3ds/resend").absoluteString
                == "http://127.0.0.1:8787/pay/verify/3ds/resend")
    }

    @Test("W130 A wrongly configured origin sends nothing and says what is wrong")
    func misconfigured() async throws {
        let transport = ScriptedTransport()
        let session = WajubSession(
            sessionToken: "sess_abc123", language: "en",
            world: testWorld(transport, origin: "http://api.wajub.com"))
        let error = await #expect(throws: WajubError.self) { try await session.status() }
        #expect(error?.code == WajubError.Code.configurationError)
        #expect(error?.apiMessage?.contains("must be https") == true)
        guard case .failed(let failure, _) = await session.process(channel: "card", data: [:]) else {
            Issue.record("processed")
            return
        }
        #expect(failure.code == WajubError.Code.configurationError)
        #expect(transport.requests.isEmpty)
    }
}
