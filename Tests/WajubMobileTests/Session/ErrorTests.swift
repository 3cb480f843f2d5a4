import Foundation
import Kernel
import Testing

@testable import WajubMobile
@testable import Wire

@Suite struct ErrorTests {
    static func error(
        _ status: Int, _ body: JSONValue = [:], _ headers: HTTPHeaders = [:], _ language: Language = .english
    ) -> WajubError {
        WajubError(HTTPAnswer(status: status, headers: headers, body: body.bytes), language)
    }

    @Test("W98 An error is an Error with words for the payer")
    func words() throws {
        let error = Self.error(402, ["error_code": "payment_declined", "message": "do not honour"])
        let thrown: any Error = error
        #expect((thrown as? any LocalizedError)?.errorDescription == error.message)
        #expect(thrown.localizedDescription == "The payment was declined. Nothing was charged.")
        #expect(error.apiMessage == "do not honour")
    }

    @Test("W99 toJSON has the contract's names; the last two only when there is something to say")
    func json() {
        #expect(
            WajubError("network_error", .english).toJSON() == [
                "type": "api_error", "code": "network_error",
                "message": "Connection problem. Check your network and try again.", "api_message": nil,
                "decline_code": nil, "retryable": true, "param": nil, "correlation_id": nil,
                "retry_after_seconds": nil, "block_reference": nil, "details": [:],
            ])
        let error = Self.error(
            422, ["error_code": "invalid_code", "attempts_left": 2, "errors": ["code": ["Wrong.", "Really."]]],
            ["X-Request-Id": "req_1", "Retry-After": "4"])
        #expect(
            error.toJSON() == [
                "type": "invalid_request_error", "code": "invalid_code", "message": "Wrong code. 2 tries left.",
                "api_message": nil, "decline_code": nil, "retryable": true, "param": "code",
                "correlation_id": "req_1", "retry_after_seconds": 4, "block_reference": nil,
                "details": ["code": "Wrong."], "attempts_left": 2, "http_status": 422,
            ])
    }

    @Test("W100 W102 Every code of the catalogue has a constant, and a switch can use it")
    func constants() {
        #expect(WajubError.Code.catalogue.sorted() == ErrorCatalogue.wajub.codes)
        let error = Self.error(402, ["error_code": "insufficient_funds"])
        switch error.code {
        case WajubError.Code.insufficientFunds: break
        default: Issue.record("not matched")
        }
        let met = [
            "insufficient_funds", "payment_declined", "payment_attempt_ended", "payment_failed", "shield_blocked",
            "merchant_restricted", "rate_limited", "session_terminal_expired", "unsupported_action",
            "redirect_unavailable", "security_check_failed",
        ]
        #expect(Set(met).isSubset(of: WajubError.Code.catalogue))
    }

    @Test("T36 W101 A 402 without a word is insufficient funds: retryable, and a decline")
    func insufficientFunds() {
        let error = Self.error(402)
        #expect(error.code == "insufficient_funds" && error.declineCode == "insufficient_funds")
        #expect(error.retryable && error.type == "payment_error" && error.httpStatus == 402)
    }

    @Test("T38 W101 A shield block is final and carries its reference")
    func shield() {
        let error = Self.error(403, ["error_code": "shield_blocked", "block_reference": "BR-1"])
        #expect(error.code == "shield_blocked" && !error.retryable && error.blockReference == "BR-1")
        #expect(error.message == "This payment was blocked for security reasons. Reference: BR-1")
        let bare = Self.error(403)
        #expect(bare.code == "shield_blocked" && bare.message == "This payment was blocked for security reasons.")
        #expect(Self.error(403, ["error_code": "blocked"]).code == "shield_blocked")
        #expect(Self.error(403, ["error_code": "merchant_restricted"]).code == "merchant_restricted")
    }

    @Test("T37 A code of the catalogue shows our words and keeps the server's")
    func missingFields() {
        let error = Self.error(402, ["error_code": "missing_fields", "message": "email is required"], [:], .french)
        #expect(error.code == "missing_fields" && error.message == "Des informations manquent.")
        #expect(error.apiMessage == "email is required")
    }

    @Test("W103 Every code has words in both languages, without holes")
    func catalogue() {
        for code in WajubError.Code.catalogue {
            let english = WajubError(code, .english, fallback: "x")
            let french = WajubError(code, .french, fallback: "x")
            #expect(!english.message.isEmpty && !english.message.contains("{"), "\(code)")
            #expect(!french.message.isEmpty && !french.message.contains("{"), "\(code)")
        }
        #expect(WajubError("invalid_code", .french, attemptsLeft: 1).message == "Code incorrect. Il reste 1 essai.")
        #expect(WajubError("invalid_code", .english).message == "Wrong code.")
        #expect(WajubError(code: "load_error", language: "fr-CI").message == "Le paiement n’a pas pu être chargé.")
    }

    @Test("T40 A field's first message is its detail, and the first field is the parameter")
    func details() {
        let error = Self.error(422, ["errors": ["phone": ["a", "b"], "country": "c", "odd": 3]])
        #expect(error.code == "validation_error" && error.details == ["phone": "a", "country": "c"])
        #expect(error.param == "country" && error.type == "invalid_request_error")
    }

    @Test("T42 The correlation id is X-Request-Id, else X-Trace-Id")
    func correlation() {
        #expect(Self.error(500, [:], ["X-Trace-Id": "tr_1"]).correlationId == "tr_1")
        #expect(Self.error(500, [:], ["X-Trace-Id": "tr_1", "x-request-id": "rq_1"]).correlationId == "rq_1")
        #expect(Self.error(500).correlationId == nil)
    }

    @Test("T43 An answer that says nothing still gives a code and words")
    func nameless() {
        let error = WajubError(HTTPAnswer(status: 418, body: Array("<html>".utf8)), .english)
        #expect(error.code == "payment_error" && error.message == "Request failed (418)")
        #expect(Self.error(418, ["message": "I am a teapot"]).message == "I am a teapot")
        let unknown = Self.error(418, ["error_code": "teapot", "message": "I am a teapot"])
        #expect(unknown.code == "teapot" && unknown.message == "I am a teapot" && unknown.retryable)
        #expect(Self.error(403, ["error_code": "teapot"]).retryable == false)
    }

    struct Row: Sendable {
        let status: Int
        let code: String
        let type: String
        let retryable: Bool
    }

    @Test(
        "W98 Each status has its code, type and whether trying again can help",
        arguments: [
            Row(status: 400, code: "payment_error", type: "payment_error", retryable: true),
            Row(status: 401, code: "session_not_found", type: "authentication_error", retryable: false),
            Row(status: 404, code: "session_not_found", type: "authentication_error", retryable: false),
            Row(status: 410, code: "session_terminal_expired", type: "invalid_request_error", retryable: false),
            Row(status: 422, code: "validation_error", type: "invalid_request_error", retryable: true),
            Row(status: 429, code: "rate_limited", type: "rate_limit_error", retryable: true),
            Row(status: 500, code: "server_error", type: "api_error", retryable: true),
            Row(status: 503, code: "server_error", type: "api_error", retryable: true),
        ])
    func byStatus(row: Row) {
        let error = Self.error(row.status)
        #expect(error.code == row.code && error.type == row.type && error.retryable == row.retryable)
        let unknown = Self.error(row.status == 400 ? 409 : row.status, ["error_code": "xyz"])
        #expect(unknown.code != "" && unknown.httpStatus != nil)
    }

    @Test("W98 payment_failed can be tried again while the payment can still be paid")
    func paymentFailed() {
        let body: [String: JSONValue] = ["error_code": "payment_failed"]
        #expect(Self.error(402, .object(body)).retryable)
        #expect(Self.error(402, .object(body.merging(["transaction": transaction("pending")]) { $1 })).retryable)
        #expect(!Self.error(402, .object(body.merging(["transaction": transaction("failed")]) { $1 })).retryable)
        #expect(WajubError(Decline(["code": "payment_failed"]), payable: true, .english).retryable)
        #expect(!WajubError(Decline(["code": "payment_failed"]), payable: false, .english).retryable)
    }
}
