import Kernel

/// What Mobile Money numbers do in the sandbox: their last six digits tell (W132). `000000` to `000004` are the
/// contract's; `000005` and `000006` are ours, for the screens those five do not reach.
enum SandboxNumbers {
    /// Asks for a code first; approved after it.
    static let otpEnding = "000005"
    /// Must be dialled by the payer, or nothing happens; approved as if it was.
    static let ussdEnding = "000006"

    /// What the operator answers at once.
    static func answer(to number: String, _ found: MobileOperator?) -> ProviderAnswer {
        if number.hasSuffix(otpEnding) {
            return .step(StepRequest(kind: .otp, destination: masked(number)))
        }
        var instruction = instruction(found)
        if number.hasSuffix(ussdEnding) {
            let code = found?.ussdCode ?? "*123#"
            instruction = Instruction(ussdCode: code) { MobileOperator.dialInstruction(code, $0) }
        }
        return .accepted(instruction)
    }

    /// What the payer does on the phone; nil when nobody answers, and the attempt's own deadline ends it.
    static func outcome(_ scenario: SandboxScenario) -> ProviderAnswer? {
        switch scenario {
        case .success: .approved
        case .insufficientFunds: .declined("insufficient_funds")
        case .failure: .declined("payment_failed")
        case .cancelled: .declined("payment_attempt_ended")
        case .timeout: nil
        }
    }

    private static func instruction(_ found: MobileOperator?) -> Instruction? {
        found.map { found in Instruction { found.payerInstruction($0) } }
    }

    private static func masked(_ number: String) -> String { "•••• \(number.suffix(4))" }
}
