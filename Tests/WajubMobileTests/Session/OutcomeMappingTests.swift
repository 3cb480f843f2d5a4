import Foundation
import Kernel
import Testing

@testable import WajubMobile
@testable import Wire

/// The rows of spec 7.1 and 8.1 as data.
@Suite struct OutcomeMappingTests {
    typealias Reply = Result<HTTPAnswer, TransportFailure>

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let reply: Reply
        /// As ``summary(_:)`` writes it.
        let expected: String
        var earlierOpen = false
        var channelType: ChannelType?
        var sandbox = false
        var testDescription: String { name }
    }

    /// An outcome in a line, e.g. `failed shield_blocked decided`.
    static func summary(_ verdict: Verdict) -> String {
        switch verdict {
        case .readStatus(let doubt):
            switch doubt {
            case .badRequest: return "read: bad request"
            case .conflict: return "read: conflict"
            case .earlierSend: return "read: earlier send"
            case .sayingNothing: return "read: nothing said"
            }
        case .decision(let decision):
            let end = decision.decided ? "decided" : "open"
            switch decision.outcome {
            case .complete(let transaction): return "complete \(transaction.id) \(end)"
            case .processing(_, let instruction, let kind):
                return "processing \(kind)\(instruction.map { " '\($0)'" } ?? "") \(end)"
            case .requiresAction(let required):
                let page = required.url.map { " \($0.absoluteString)" } ?? ""
                return "\(required.action)\(required.stepId.map { " \($0)" } ?? "")\(page) \(end)"
            case .failed(let error, _): return "failed \(error.code) \(end)"
            }
        }
    }

    static let momo: JSONValue = [
        "channel_slug": "cm.mobile", "is_mobile_money": true, "payer_instruction": "Dial *126#",
    ]

    static func accepted(_ more: [String: JSONValue], _ place: JSONValue? = nil, sandbox: Bool = false) -> Reply {
        var payment: [String: JSONValue] = ["sandbox": .bool(sandbox)]
        if let place { payment["processing_context"] = place }
        let body: [String: JSONValue] = ["code": 202, "transaction": transaction("processing", payment)]
        return .json(202, .object(body.merging(more) { $1 }))
    }

    static let actions: [Row] = [
        Row(name: "T20 Mobile Money", reply: accepted([:], momo), expected: "processing approval 'Dial *126#' open"),
        Row(
            name: "T20 Mobile Money by the channel's kind", reply: accepted([:]),
            expected: "processing approval open", channelType: .mobileMoney),
        Row(
            name: "a code to dial", reply: accepted([:], ["is_mobile_money": true, "ussd_code": "*126*1#"]),
            expected: "processing ussd '*126*1#' open"),
        Row(
            name: "kind ussd", reply: accepted([:], ["is_mobile_money": true, "kind": "ussd"]),
            expected: "processing ussd open"),
        Row(name: "T27 card", reply: accepted([:]), expected: "processing pending open", channelType: .card),
        Row(
            name: "T21 redirect", reply: accepted(["action": "redirect", "confirm_url": "https://psp.example/abc"]),
            expected: "redirect https://psp.example/abc open"),
        Row(
            name: "T22 simulator", reply: accepted(["action": "redirect", "simulator_url": "https://sim.example/1"]),
            expected: "redirect https://sim.example/1 open"),
        Row(
            name: "T21 the real page before the simulator's",
            reply: accepted([
                "action": "confirm", "simulator_url": "https://sim.example/1", "confirm_url": "https://psp.example/a",
            ]), expected: "confirm https://psp.example/a open"),
        Row(
            name: "action as an object",
            reply: accepted(["action": ["type": "redirect", "url": "https://p.example/o"]]),
            expected: "redirect https://p.example/o open"),
        Row(name: "no page", reply: accepted(["action": "redirect"]), expected: "failed redirect_unavailable open"),
        Row(
            name: "http page, live", reply: accepted(["action": "redirect", "confirm_url": "http://p.example/"]),
            expected: "failed redirect_unavailable open"),
        Row(
            name: "http page, sandbox",
            reply: accepted(["action": "redirect", "confirm_url": "http://p.example/"], sandbox: true),
            expected: "redirect http://p.example/ open"),
        Row(
            name: "script page", reply: accepted(["action": "redirect", "confirm_url": "javascript:alert(1)"], momo),
            expected: "failed redirect_unavailable open", channelType: .wallet),
        Row(
            name: "wallet scheme, wallet", reply: accepted(["action": "redirect", "confirm_url": "wave://pay/1"]),
            expected: "redirect wave://pay/1 open", channelType: .wallet),
        Row(
            name: "wallet scheme, card", reply: accepted(["action": "redirect", "confirm_url": "wave://pay/1"]),
            expected: "failed redirect_unavailable open", channelType: .card),
        Row(
            name: "3-D Secure page",
            reply: accepted(["action": "confirm_3ds", "confirm_url": "https://acs.example/", "step": ["id": "stp_1"]]),
            expected: "confirm_3ds stp_1 https://acs.example/ open"),
        Row(
            name: "3-D Secure code", reply: accepted(["action": "confirm_3ds", "step": ["id": "stp_1"]]),
            expected: "confirm_3ds stp_1 open"),
        Row(
            name: "T26 one-time code", reply: accepted(["action": "confirm_otp", "step": ["id": "stp_2"]]),
            expected: "confirm_otp stp_2 open"),
        Row(name: "pin", reply: accepted(["action": "CONFIRM_PIN"]), expected: "confirm_pin open"),
        Row(name: "phone", reply: accepted(["action": "confirm_phone"]), expected: "confirm_phone open"),
        Row(name: "birthday", reply: accepted(["action": "confirm_birthday"]), expected: "confirm_birthday open"),
        Row(name: "address", reply: accepted(["action": "confirm_address"]), expected: "confirm_address open"),
        Row(
            name: "client session",
            reply: accepted(["action": "client_session", "client_session": ["id": "prc_abc"]]),
            expected: "client_session open"),
        Row(
            name: "T24 client session without one", reply: accepted(["action": "client_session"]),
            expected: "failed unsupported_action open"),
        Row(name: "T25", reply: accepted(["action": "card_reauth"]), expected: "failed unsupported_action open"),
        Row(
            name: "an action without a transaction", reply: .json(202, ["action": "confirm_otp", "step": ["id": "s"]]),
            expected: "confirm_otp s open"),
    ]

    static let answers: [Row] = [
        Row(
            name: "T28 paid", reply: .json(200, ["transaction": transaction("Succeeded")]),
            expected: "complete trx_9Xk2 decided"),
        Row(
            name: "201 paid", reply: .json(201, ["transaction": transaction("PAID")]),
            expected: "complete trx_9Xk2 decided"),
        Row(
            name: "2xx over", reply: .json(200, ["transaction": transaction("failed")]),
            expected: "failed payment_failed decided"),
        Row(
            name: "2xx expired", reply: .json(200, ["transaction": transaction("expired")]),
            expected: "failed session_terminal_expired decided"),
        Row(
            name: "2xx cancelled", reply: .json(200, ["transaction": transaction("canceled")]),
            expected: "failed payment_cancelled decided"),
        Row(name: "2xx saying nothing", reply: .json(200, ["code": 200]), expected: "read: nothing said"),
        Row(name: "2xx unreadable", reply: .text(200, "<html>"), expected: "processing pending open"),
        Row(name: "2xx cut", reply: .text(202, #"{"transaction":{"#), expected: "processing pending open"),
        Row(name: "2xx no object", reply: .text(200, "[]"), expected: "processing pending open"),
        Row(name: "204 empty", reply: .text(204, ""), expected: "processing pending open"),
        Row(name: "W51 400", reply: .json(400, ["message": "no"]), expected: "read: bad request"),
        Row(name: "401", reply: .json(401), expected: "failed session_not_found decided"),
        Row(name: "404", reply: .json(404), expected: "failed session_not_found decided"),
        Row(name: "T36 402", reply: .json(402), expected: "failed insufficient_funds decided"),
        Row(
            name: "402 named", reply: .json(402, ["error_code": "payment_declined"]),
            expected: "failed payment_declined decided"),
        Row(name: "T38 403", reply: .json(403), expected: "failed shield_blocked decided"),
        Row(
            name: "403 merchant", reply: .json(403, ["error_code": "merchant_restricted"]),
            expected: "failed merchant_restricted decided"),
        Row(name: "408", reply: .json(408), expected: "processing pending open"),
        Row(name: "425", reply: .json(425), expected: "processing pending open"),
        Row(name: "409", reply: .json(409, ["error_code": "idempotency_conflict"]), expected: "read: conflict"),
        Row(name: "T39 410", reply: .json(410), expected: "failed session_terminal_expired decided"),
        Row(name: "T40 422", reply: .json(422), expected: "failed validation_error decided"),
        Row(name: "429", reply: .json(429), expected: "failed rate_limited decided"),
        Row(name: "T43 other 4xx", reply: .text(418, ""), expected: "failed payment_error decided"),
        Row(
            name: "other 4xx named", reply: .json(451, ["error_code": "payment_attempt_ended"]),
            expected: "failed payment_attempt_ended decided"),
        Row(name: "T30 500", reply: .json(500), expected: "processing pending open"),
        Row(name: "503 page", reply: .text(503, "<html>"), expected: "processing pending open"),
        Row(name: "a redirect", reply: .text(307, ""), expected: "processing pending open"),
        Row(name: "T31 lost", reply: .lost, expected: "processing pending open"),
        Row(name: "offline", reply: .offline, expected: "processing pending open"),
    ]

    /// O18: a refusal of the last send says nothing of an earlier one.
    static let afterUnanswered: [Row] =
        [401, 403, 404, 410, 429].map {
            Row(name: "\($0)", reply: .json($0), expected: "read: earlier send", earlierOpen: true)
        } + [
            Row(
                name: "402", reply: .json(402), expected: "failed insufficient_funds decided", earlierOpen: true),
            Row(name: "422", reply: .json(422), expected: "failed validation_error decided", earlierOpen: true),
        ]

    func check(_ row: Row) {
        var context = MappingContext(language: .english)
        context.earlierOpen = row.earlierOpen
        context.channelType = row.channelType
        context.sandbox = row.sandbox
        #expect(Self.summary(OutcomeMapping.process(row.reply, context)) == row.expected)
    }

    @Test("T20 T21 T22 T24 T25 T26 T27 W108 Each action has its outcome", arguments: actions)
    func action(row: Row) { check(row) }

    @Test("T28 T30 T31 T36 T38 T39 T40 T43 W111 Each answer has its outcome", arguments: answers)
    func answer(row: Row) { check(row) }

    @Test(
        "O18 After an unanswered send of the same key, 401, 403, 404, 410 and 429 decide nothing",
        arguments: afterUnanswered)
    func earlier(row: Row) { check(row) }

    // MARK: - Resolving a doubt by the status (spec 8.2)

    struct Read: Sendable, CustomTestStringConvertible {
        let name: String
        let doubt: Doubt
        /// nil: unreadable.
        let status: JSONValue?
        let expected: String
        var baseline: Baseline? = Baseline(nil)
        var testDescription: String { name }
    }

    static let bad = Doubt.badRequest(WajubError("payment_error", .english, apiMessage: "odd channel"))

    static func decline(_ id: String, _ attempt: JSONValue = nil) -> JSONValue {
        ["status": "pending", "last_decline": ["id": .string(id), "code": "payment_declined"], "attempt": attempt]
    }

    static let known: Baseline = Baseline(Decline(["id": "dec_1"]))

    static let reads: [Read] = [
        Read(
            name: "T32 success", doubt: bad, status: ["status": "success", "transaction": transaction("success")],
            expected: "complete trx_9Xk2 decided"),
        Read(name: "T33 processing", doubt: bad, status: ["status": "processing"], expected: "processing pending open"),
        Read(name: "T34 unreadable", doubt: bad, status: nil, expected: "processing pending open"),
        Read(
            name: "W51 pending", doubt: bad, status: ["status": "pending"], expected: "failed not_processable decided"),
        Read(name: "failed", doubt: bad, status: ["status": "failed"], expected: "failed payment_failed decided"),
        Read(
            name: "failed with a reason", doubt: bad,
            status: ["status": "failed", "last_decline": ["id": "d", "code": "shield_blocked"]],
            expected: "failed shield_blocked decided"),
        Read(
            name: "cancelled", doubt: bad, status: ["status": "cancelled"], expected: "failed payment_cancelled decided"
        ),
        Read(
            name: "expired", doubt: bad, status: ["status": "expired"],
            expected: "failed session_terminal_expired decided"),
        Read(
            name: "a step is open", doubt: bad,
            status: ["status": "processing", "action": "confirm_otp", "step": ["id": "stp_1"]],
            expected: "confirm_otp stp_1 open"),
        Read(
            name: "O2 a new refusal", doubt: bad, status: decline("dec_2"),
            expected: "failed payment_declined decided",
            baseline: known),
        Read(
            name: "T68 the refusal known before", doubt: .conflict, status: decline("dec_1"),
            expected: "processing pending open", baseline: known),
        Read(
            name: "nothing known, the server says whose it is", doubt: .conflict,
            status: decline("dec_1", ["idempotency_key": "k1", "state": "declined"]),
            expected: "failed payment_declined decided", baseline: nil),
        Read(
            name: "nothing known, another attempt's", doubt: .conflict,
            status: decline("dec_1", ["idempotency_key": "k0", "state": "declined"]),
            expected: "processing pending open", baseline: nil),
        Read(
            name: "nothing known, still running", doubt: .conflict,
            status: decline("dec_1", ["idempotency_key": "k1", "state": "running"]),
            expected: "processing pending open", baseline: nil),
        Read(
            name: "409, pending", doubt: .conflict, status: ["status": "pending"], expected: "processing pending open"),
        Read(
            name: "earlier send, pending", doubt: .earlierSend, status: ["status": "pending"],
            expected: "processing pending open"),
        Read(name: "earlier send, unreadable", doubt: .earlierSend, status: nil, expected: "processing pending open"),
        Read(
            name: "success without the payment", doubt: .conflict, status: ["status": "success"],
            expected: "processing pending open"),
    ]

    @Test("T32 T33 T34 W51 What a status read settles", arguments: reads)
    func resolve(read: Read) {
        var context = MappingContext(language: .english)
        context.baseline = read.baseline
        context.key = "k1"
        let status = read.status.flatMap(PaymentStatus.init)
        #expect((status == nil) == (read.status == nil))
        let decision = OutcomeMapping.resolve(read.doubt, status, context)
        #expect(Self.summary(.decision(decision)) == read.expected)
        if case .failed(let error, _) = decision.outcome, error.code == "not_processable" {
            #expect(error.apiMessage == "odd channel" && error.retryable)
        }
    }
}
