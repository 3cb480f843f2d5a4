import Kernel

/// The waits and limits of payments (spec 14, 16, 17).
package struct PaymentRules: Sendable {
    /// How long a payer has to approve: 10 minutes, 30 seconds in the sandbox (O57).
    package var liveApprovalMilliseconds: Int64 = 600_000
    package var sandboxApprovalMilliseconds: Int64 = 30_000
    /// How long a step's code is good.
    package var stepMilliseconds: Int64 = 600_000
    /// How long before a code may be sent again (W95).
    package var resendMilliseconds: Int64 = 60_000
    /// How long an attempt may last in all, however often a code is sent again.
    package var attemptMilliseconds: Int64 = 1_800_000
    /// How long after the payer's decision a provider's own checkout tells of it by itself (spec 7.3).
    package var noticeMilliseconds: Int64 = 3000
    package var attemptsPerWindow = 10
    package var rateWindowMilliseconds: Int64 = 60_000

    package init() {}

    func approvalMilliseconds(_ environment: Environment) -> Int64 {
        environment == .sandbox ? sandboxApprovalMilliseconds : liveApprovalMilliseconds
    }
}
