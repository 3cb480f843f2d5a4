import Kernel

/// What cards do in the sandbox (W134, spec 14). Any other is approved.
enum SandboxCards {
    static func answer(to number: CardNumber, email: String?) -> ProviderAnswer {
        switch number.digits.expose() {
        case "4000000000000002": .declined("payment_declined")
        case "4000000000009995": .declined("insufficient_funds")
        case "4000000000000119": .declined(code: "shield_blocked", blockReference: "BR-0119")
        case "4000000000000804": .declined("merchant_restricted")
        case "4000056655665556": .step(StepRequest(kind: .threeDS, destination: masked(email)))
        case "4000002500003155": .page(ProviderPageRequest(.threeDS))
        case "4000000000000101": .step(otp())
        case "4000000000000341": .step(StepRequest(kind: .pin, destination: nil))
        case "4000000000000200": .step(StepRequest(kind: .phone, destination: nil))
        case "4000000000000309": .step(StepRequest(kind: .birthday, destination: nil))
        case "4000000000000408": .step(StepRequest(kind: .address, destination: nil))
        // Two steps in a row.
        case "4000000000000507": .step(StepRequest(kind: .pin, destination: nil, next: .step(otp())))
        case "4000000000000606": .step(otp(next: .page(ProviderPageRequest(.threeDS))))
        // A code that is good for 15 seconds: `step_expired` without a long wait.
        case "4000000000000705": .step(otp(validMilliseconds: 15_000))
        // A step that no app knows: `unsupported_action`. The provider gives up after 15 seconds, and another try is
        // possible.
        case "4000000000000903": .page(ProviderPageRequest(.reauthorization, validMilliseconds: 15_000))
        default: .approved
        }
    }

    static func answer(toPaymentMethod id: String) -> ProviderAnswer {
        switch id {
        case "pm_card_chargeDeclined": .declined("payment_declined")
        case "pm_card_chargeDeclinedInsufficientFunds": .declined("insufficient_funds")
        case "pm_card_threeDSecure2Required": .page(ProviderPageRequest(.threeDS))
        default: .approved
        }
    }

    private static func otp(validMilliseconds: Int64? = nil, next: ProviderAnswer? = nil) -> StepRequest {
        StepRequest(kind: .otp, destination: "•••• 0101", validMilliseconds: validMilliseconds, next: next)
    }

    private static func masked(_ email: String?) -> String {
        guard let parts = email?.split(separator: "@"), parts.count == 2, let first = parts[0].first else {
            return "p•••••@•••••.com"
        }
        return "\(first)•••••@\(parts[1])"
    }
}
