import Foundation
import Kernel
import Testing

@testable import WajubMobile
@testable import Wire

/// The headless client end to end, over real sockets on 127.0.0.1.
@Suite struct HeadlessTests {
    @Test("W104 W105 W107 W108 W109 A payment with a one-time code, over a real connection")
    func oneTimeCode() async throws {
        let server = try TinyServer { request in
            func body(_ status: Int, _ json: JSONValue) -> TinyServer.Reply { .http(status, json.text) }
            if request.hasPrefix("GET /pay/session ") {
                return body(200, ["transaction": transaction("pending"), "channels": [["slug": "cm.mobile"]]])
            }
            if request.hasPrefix("POST /pay/process ") {
                return body(202, ["action": "confirm_otp", "step": ["id": "stp_1", "kind": "otp"]])
            }
            if request.hasPrefix("POST /pay/verify/otp ") {
                return body(200, ["transaction": transaction("success")])
            }
            return .http(404, "{}")
        }
        defer { server.stop() }
        let world = testWorld(URLSessionTransport(), origin: "http://127.0.0.1:\(server.port)")
        let session = WajubSession(sessionToken: "sess_abc123", language: "fr", world: world)
        let payment = try await session.session()
        #expect(payment.transaction.amountTotal == 1020 && payment.channels.map(\.slug) == ["cm.mobile"])
        let outcome = await session.process(
            channel: "cm.mobile", data: ["phone": "+237677123456", "country": "CM", "operator": "mtn"])
        guard case .requiresAction(let required) = outcome, required.action == .confirmOTP,
            let stepId = required.stepId
        else {
            Issue.record("\(outcome)")
            return
        }
        let answer = try await session.verify(.otp, id: stepId, fields: ["code": "123456"])
        guard case .complete(let paid) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(paid.id == "trx_9Xk2")
        let sent = server.requests
        #expect(sent.count == 3)
        for request in sent {
            #expect(request.contains("Bearer sess_abc123\r\n"))
            #expect(request.contains("wajub-ios/1.0.0 (ios 18.1)\r\n"))
        }
        #expect(sent[1].contains(#""operator":"mtn""#))
    }

    @Test("W130 The published sample runs as written, and without a gateway it says the connection failed")
    func sample() async {
        // The process's own origin: nothing listens there unless a gateway runs, which knows no such token.
        let error = await #expect(throws: WajubError.self) { try await payHeadless(token: "no-such-token") }
        #expect(["network_error", "session_not_found"].contains(error?.code))
        if let error { #expect(describe(error) == error.message) }
    }
}
