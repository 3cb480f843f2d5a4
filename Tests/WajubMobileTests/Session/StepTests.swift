import Foundation
import Kernel
import Testing

@testable import WajubMobile
@testable import Wire

@Suite struct StepTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        var kind = StepKind.otp
        let reply: Result<HTTPAnswer, TransportFailure>
        /// `thrown code` when the step stays open.
        let expected: String
        var testDescription: String { name }
    }

    static let rows: [Row] = [
        Row(
            name: "paid", reply: .json(200, ["transaction": transaction("success")]),
            expected: "complete trx_9Xk2 decided"),
        Row(
            name: "the next step", reply: .json(202, ["action": "confirm_pin", "step": ["id": "stp_2"]]),
            expected: "confirm_pin stp_2 open"),
        Row(
            name: "followed", reply: .json(202, ["transaction": transaction("processing")]),
            expected: "processing pending open"),
        Row(
            name: "a wrong code", reply: .json(422, ["error_code": "invalid_code", "attempts_left": 2]),
            expected: "thrown invalid_code 2"),
        Row(
            name: "the last wrong code", reply: .json(422, ["error_code": "invalid_code", "attempts_left": 0]),
            expected: "failed step_attempts_exhausted decided"),
        Row(
            name: "no tries left, 422", reply: .json(422, ["error_code": "step_attempts_exhausted"]),
            expected: "failed step_attempts_exhausted decided"),
        Row(
            name: "no tries left, 403", reply: .json(403, ["error_code": "step_attempts_exhausted"]),
            expected: "failed step_attempts_exhausted decided"),
        Row(
            name: "expired", reply: .json(410, ["error_code": "step_expired"]), expected: "failed step_expired decided"),
        Row(name: "the payment expired", reply: .json(410), expected: "failed session_terminal_expired decided"),
        Row(
            name: "3-D Secure failed", kind: .threeDS, reply: .json(402),
            expected: "failed security_check_failed decided"),
        Row(
            name: "3-D Secure failed, 403", kind: .threeDS, reply: .json(403),
            expected: "failed security_check_failed decided"),
        Row(name: "refused", reply: .json(402), expected: "failed payment_declined decided"),
        Row(name: "a field is wrong", reply: .json(422), expected: "thrown validation_error"),
        Row(name: "too fast", reply: .json(429), expected: "thrown rate_limited"),
        Row(name: "gone", reply: .json(404), expected: "thrown session_not_found"),
        Row(name: "409", reply: .json(409), expected: "read: conflict"),
        Row(name: "500", reply: .json(500), expected: "processing pending open"),
        Row(name: "lost", reply: .lost, expected: "processing pending open"),
    ]

    @Test("W109 Each answer to a step has its outcome; a step that stays open throws", arguments: rows)
    func mapping(row: Row) {
        let text: String
        switch OutcomeMapping.step(row.kind, row.reply, MappingContext(language: .english)) {
        case .verdict(let verdict): text = OutcomeMappingTests.summary(verdict)
        case .stillOpen(let error):
            text = "thrown \(error.code)" + (error.attemptsLeft.map { " \($0)" } ?? "")
        }
        #expect(text == row.expected)
    }

    @Test("W109 A wrong code is thrown with the tries left, and is never sent again by itself")
    func wrongCode() async throws {
        let transport = ScriptedTransport(
            ("/pay/verify/otp", .json(422, ["error_code": "invalid_code", "attempts_left": 2])))
        let error = await #expect(throws: WajubError.self) {
            try await testSession(transport).verify(.otp, id: "stp_1", fields: ["code": "000000", "id": "other"])
        }
        #expect(error?.attemptsLeft == 2 && error?.message == "Wrong code. 2 tries left.")
        #expect(transport.requests.first?.json == ["id": "stp_1", "code": "000000"])
    }

    @Test("W109 An unanswered step is followed, and not sent again", arguments: [true, false])
    func unanswered(lost: Bool) async throws {
        let transport = ScriptedTransport(("/pay/verify/otp", lost ? .lost : .json(503)))
        let outcome = try await testSession(transport).verify(.otp, id: "stp_1", fields: ["code": "123456"])
        #expect(outcome == .processing(transaction: nil, instruction: nil, kind: .pending))
        #expect(transport.isDone)
    }

    @Test("W51 A 400 on a step reads the status: the same step still open throws, another end is told")
    func badRequest() async throws {
        let open: JSONValue = ["status": "processing", "action": "confirm_otp", "step": ["id": "stp_1"]]
        let still = ScriptedTransport(("/pay/verify/otp", .json(400)), ("/pay/status", .json(200, open)))
        await #expect(throws: WajubError.self) {
            try await testSession(still).verify(.otp, id: "stp_1", fields: [:])
        }
        let paid = ScriptedTransport(
            ("/pay/verify/otp", .json(400)),
            ("/pay/status", .json(200, ["status": "success", "transaction": transaction("success")])))
        let outcome = try await testSession(paid).verify(.otp, id: "stp_1", fields: [:])
        #expect(OutcomeMappingTests.summary(.decision(Decision(outcome: outcome, decided: true))).hasPrefix("complete"))
    }

    @Test("W109 Sending a code again gives the step as it stands; haste and expiry throw")
    func resend() async throws {
        let transport = ScriptedTransport(
            ("/pay/verify/otp/resend", .json(200, ["step": ["id": "stp_1", "kind": "otp", "attempts_left": 3]])),
            ("/pay/verify/otp/resend", .json(429, [:], ["Retry-After": "30"])),
            ("/pay/verify/otp/resend", .json(410, ["error_code": "step_expired"])))
        let session = testSession(transport)
        #expect(try await session.resend(.otp, id: "stp_1").attemptsLeft == 3)
        let hasty = await #expect(throws: WajubError.self) { try await session.resend(.otp, id: "stp_1") }
        #expect(hasty?.code == "rate_limited" && hasty?.retryAfterSeconds == 30)
        let late = await #expect(throws: WajubError.self) { try await session.resend(.otp, id: "stp_1") }
        #expect(late?.code == "step_expired")
    }

    static let completions: [(Int, JSONValue, String)] = [
        (200, ["transaction": transaction("succeeded")], "complete trx_9Xk2"),
        (402, ["error_code": "payment_declined"], "failed payment_declined"), (402, [:], "failed payment_declined"),
        (202, ["transaction": transaction("processing")], "processing pending"), (200, [:], "processing pending"),
        (404, [:], "processing pending"), (409, [:], "processing pending"), (500, [:], "processing pending"),
    ]

    @Test("T44 T45 T46 Completing a client session: paid, refused for good, or followed", arguments: completions)
    func completion(status: Int, body: JSONValue, expected: String) async throws {
        let transport = ScriptedTransport(("/pay/client-session/complete", .json(status, body)))
        let outcome = try await testSession(transport).completeClientSession(id: "prc_abc")
        #expect(
            OutcomeMappingTests.summary(.decision(Decision(outcome: outcome, decided: true))) == "\(expected) decided")
    }

    @Test("T37 A client session that lacks an e-mail says so; one that cannot be read throws")
    func start() async throws {
        let transport = ScriptedTransport(
            ("/pay/client-session", .json(402, ["error_code": "missing_fields", "message": "email is required"])),
            ("/pay/client-session", .lost), ("/pay/client-session", .json(503)),
            ("/pay/client-session", .json(202, ["action": "client_session", "client_session": ["id": "p"]])),
            ("/pay/client-session", .json(404)))
        let session = testSession(transport)
        guard case .failed(let error, _) = try await session.startClientSession(channel: "card") else {
            Issue.record("not failed")
            return
        }
        #expect(error.code == "missing_fields" && error.apiMessage == "email is required")
        guard case .requiresAction = try await session.startClientSession(channel: "card") else {
            Issue.record("not repeated")
            return
        }
        let missing = await #expect(throws: WajubError.self) { try await session.startClientSession(channel: "card") }
        #expect(missing?.code == "session_not_found")
        #expect(transport.isDone)
    }
}
