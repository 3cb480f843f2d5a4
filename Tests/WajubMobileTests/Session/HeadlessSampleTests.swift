import Foundation
import WajubMobile

// The published sample of the headless client, as an app would hold it: this file imports WajubMobile alone.

func payHeadless(token: String) async throws {
    let session = WajubSession(sessionToken: token)
    let payment = try await session.session()
    print(payment.transaction.amountTotal, payment.channels.map(\.slug))

    let outcome = await session.process(
        channel: "cm.mobile",
        data: ["phone": "+237677123456", "country": "CM", "operator": "mtn"]
    )
    switch outcome {
    case .complete(let transaction):
        print("paid", transaction.id)
    case .processing(_, let instruction, let kind):
        // .approval, .ussd or .pending: follow GET /pay/status, never show a failure.
        print(kind, instruction ?? "")
    case .requiresAction(let required):
        if required.action == .confirmOTP, let stepId = required.stepId {
            let answer = try await session.verify(.otp, id: stepId, fields: ["code": "123456"])
            print(answer)
        }
    case .failed(let error, _):
        print(error.code, error.message)
    }
}

/// The sample's switch over an error.
func describe(_ error: WajubError) -> String {
    switch error.code {
    case WajubError.Code.insufficientFunds:
        return error.message  // retryable: another number or method
    case WajubError.Code.shieldBlocked:
        return error.message + (error.blockReference ?? "")  // carries error.blockReference
    default:
        return error.message
    }
}

/// What the sample reads at the next launch.
func resultAtLaunch(token: String) async throws -> TransactionStatus {
    try await WajubSession(sessionToken: token).status().normalized
}
