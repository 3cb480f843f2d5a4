import Kernel
import Testing

@testable import YunoSDK

@Suite struct OutcomeTests {
    struct Row: Sendable {
        let status: String
        let subStatus: String?
        let result: Yuno.Result
        let substatus: String

        init(_ status: String, _ subStatus: String?, _ result: Yuno.Result, _ substatus: String? = nil) {
            self.status = status
            self.subStatus = subStatus
            self.result = result
            self.substatus = substatus ?? subStatus ?? status
        }
    }

    static let payments: [Row] =
        [
            "PARTIALLY_APPROVED", "APPROVED", "CAPTURED", "PARTIALLY_CAPTURED", "PARTIALLY_REFUNDED",
            "PARTIALLY_CHARGEBACKED", "FRAUD_DECLINED", "REFUND_RETRY_IN_PROCESS", "CAPTURE_RETRY_IN_PROCESS",
            "CAPTURE_RETRY_PROCESS_FAILED",
        ].map { Row("SUCCEEDED", $0, .succeeded) }
        + [
            "IN_PROCESS", "PENDING_PROVIDER_CONFIRMATION", "PENDING_FRAUD_REVIEW", "WAITING_ADDITIONAL_STEP",
            "PENDING_OTP_COMPLETION", "A_NEWER_WORD",
        ].map { Row("PENDING", $0, .processing) }
        + ["ERROR", "TIMEOUT", "PENDING_REVERSE", "REVERSED_BY_TIMEOUT"].map { Row("ERROR", $0, .fail) }
        + [
            Row("VERIFIED", "VERIFIED", .succeeded), Row("PENDING", "AUTHORIZED", .succeeded),
            Row("CREATED", "CREATED", .processing), Row("READY_TO_PAY", "CREATED", .processing),
            Row("REJECTED", "REJECTED", .reject), Row("DECLINED", "DECLINED", .reject),
            Row("DECLINED", "FRAUD_DECLINED", .reject), Row("EXPIRED", "EXPIRED", .fail),
            Row("EXPIRED", nil, .fail), Row("CANCELED", "CANCELED", .fail),
            Row("CANCELED", "PENDING_PROVIDER_CONFIRMATION", .fail), Row("CANCELLED", nil, .fail, "CANCELED"),
            Row("REFUNDED", "REFUNDED", .succeeded), Row("REFUNDED", "PENDING_PROVIDER_CONFIRMATION", .succeeded),
            Row("IN_DISPUTE", "RECEIVED", .succeeded), Row("IN_DISPUTE", "PENDING_REVIEW", .succeeded),
            Row("CHARGEBACK", "LOST", .succeeded), Row("A_NEWER_WORD", "ANY", .processing),
        ]

    @Test("YL43 YL54 YF40 Every state of a payment, and what the app is told of it", arguments: payments)
    func payment(row: Row) throws {
        var json: [String: JSONValue] = ["id": "p", "status": .string(row.status)]
        if let subStatus = row.subStatus { json["sub_status"] = .string(subStatus) }
        let outcome = YunoOutcome(try #require(SDKPayment(.object(json))))
        #expect(outcome == YunoOutcome(row.result, row.substatus))
        #expect(outcome.isFinal == (row.result != .processing))
    }

    static let enrollments: [(String, Yuno.Result)] = [
        ("ENROLLED", .succeeded), ("CREATED", .processing), ("READY_TO_ENROLL", .processing),
        ("ENROLL_IN_PROCESS", .processing), ("REJECTED", .reject), ("DECLINED", .reject), ("CANCELED", .userCancell),
        ("EXPIRED", .fail), ("ERROR", .fail), ("UNENROLLED", .fail), ("UNENROLL_IN_PROCESS", .fail),
    ]

    @Test("YL56 Every state of an enrolment, and what the app is told of it", arguments: enrollments)
    func enrollment(status: String, result: Yuno.Result) throws {
        let enrollment = try #require(SDKEnrollment(["status": .string(status)]))
        #expect(YunoOutcome(enrollment).result == result)
    }

    @Test("An error of any kind is the system's, with a word that says which")
    func errors() {
        let rows: [(YunoError, Yuno.Result, String)] = [
            (.notInitialized, .internalError, "NOT_INITIALIZED"),
            (.invalidConfiguration("x"), .internalError, "INVALID_CONFIGURATION"),
            (.networkError("timedOut"), .internalError, "NETWORK_ERROR"),
            (.authenticationFailed, .internalError, "INVALID_CREDENTIALS"),
            (.sessionExpired, .internalError, "CHECKOUT_SESSION_NOT_FOUND"),
            (.providerError("NO_CHALLENGE_REQUIRED"), .internalError, "NO_CHALLENGE_REQUIRED"),
            (.api(status: 403, code: "AUTHORIZATION_REQUIRED", messages: []), .internalError, "AUTHORIZATION_REQUIRED"),
            (.invalidData("x"), .internalError, "INVALID_DATA"), (.userCancelled, .userCancell, "CANCELLED_BY_USER"),
        ]
        for (error, result, word) in rows { #expect(YunoOutcome(error) == YunoOutcome(result, word)) }
        #expect(YunoOutcome(CancellationError()) == YunoOutcome(.internalError, "INTERNAL_ERROR"))
    }

    @Test("YL44 YL46 YL48 Leaving a wallet is no refusal, and closing a code leaves it payable")
    func leaving() {
        #expect(YunoOutcome.cancelledByUser == YunoOutcome(.userCancell, "CANCELLED_BY_USER"))
        #expect(YunoOutcome.closedByUser == YunoOutcome(.processing, "CLOSED_BY_USER"))
        #expect(YunoOutcome(status: "PENDING", subStatus: "CANCELED_BY_USER").substatus == "CANCELLED_BY_USER")
    }

    @Test("YL43 YF40 A result knows the finer word it was told with, until another is told")
    func substatus() {
        let core = YunoCore(world: testWorld(ScriptedTransport()))
        YunoCore.$current.withValue(core) {
            #expect(Yuno.lastResult == nil && Yuno.Result.fail.substatus == nil)
            core.lastOutcome = YunoOutcome(.fail, "EXPIRED", message: "Too late.")
            #expect(Yuno.Result.fail.substatus == "EXPIRED" && Yuno.Result.succeeded.substatus == nil)
            #expect(Yuno.lastResult?.message == "Too late.")
            core.lastOutcome = YunoOutcome(.succeeded, "APPROVED")
            #expect(Yuno.Result.fail.substatus == nil && Yuno.Result.succeeded.substatus == "APPROVED")
        }
    }
}
