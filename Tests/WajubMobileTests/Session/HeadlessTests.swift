import Foundation
import Kernel
import Testing

@testable import WajubMobile
@testable import Wire

/// The headless client end to end, over real sockets on 127.0.0.1.
@Suite struct HeadlessTests {
    /// A gateway that asks for a one-time code, then takes the payment.
    static func gateway() throws -> TinyServer {
        try TinyServer { request in
            func body(_ status: Int, _ json: JSONValue) -> TinyServer.Reply { .http(status, json.text) }
            switch request.prefix(while: { $0 != "\r\n" }) {
            case "GET /pay/session HTTP/1.1":
                return body(200, ["transaction": transaction("pending"), "channels": [["slug": "cm.mobile"]]])
            case "POST /pay/process HTTP/1.1":
                return body(202, ["action": "confirm_otp", "step": ["id": "stp_1", "kind": "otp"]])
            case "POST /pay/verify/otp HTTP/1.1": return body(200, ["transaction": transaction("success")])
            case "GET /pay/status HTTP/1.1": return body(200, ["status": "success"])
            default: return .http(404, "{}")
            }
        }
    }

    @Test("W105, W106, W107, W108, W109: The published sample pays over a real connection")
    func sample() async throws {
        let server = try Self.gateway()
        defer { server.stop() }
        let world = testWorld(SystemTransport(), origin: "http://127.0.0.1:\(server.port)")
        try await SessionWorld.$current.withValue(world) {
            try await payHeadless(token: "sess_abc123")
            #expect(try await resultAtLaunch(token: "sess_abc123") == .success)
        }
        let sent = server.requests
        #expect(sent.count == 4)
        for request in sent {
            #expect(request.contains("Bearer sess_abc123\r\n"))
            #expect(request.contains("wajub-ios/1.0.0 (ios 18.1)\r\n"))
        }
        #expect(sent[1].contains(#""data":{"country":"CM","operator":"mtn","phone":"+237677123456"}"#))
        #expect(sent[2].hasSuffix(#"{"code":"123456","id":"stp_1"}"#))
    }

    @Test("W100 The published switch over an error compiles and tells its words")
    func errors() {
        #expect(describe(WajubError(code: "insufficient_funds", language: "en")).hasPrefix("Insufficient balance."))
    }

    @Test("W130 A session that is given nothing but its token talks to the process's own gateway")
    func ownGateway() {
        #expect(WajubSession(sessionToken: "sess_abc123").client.world.origin == GatewayOrigin.ofProcess)
    }
}
