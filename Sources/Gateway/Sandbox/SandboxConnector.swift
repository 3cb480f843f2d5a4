import Kernel

/// Talks to whoever moves the money.
package protocol PaymentConnector: Sendable {
    /// What the provider says of an instrument, and when.
    func submit(_ instrument: Instrument) -> ProviderScript
    /// What the provider says of a payer's answer to a step.
    func judge(_ kind: Step.Kind, _ fields: [String: JSONValue]) -> StepVerdict
}

/// A provider's behaviour: an answer after a while, and perhaps another one later.
package struct ProviderScript: Sendable, Equatable {
    package let afterMilliseconds: Int64
    package let answer: ProviderAnswer
    package let followUp: ScheduledAnswer.FollowUp?
}

package struct SandboxOptions: Sendable {
    /// How long a provider takes to answer a request at all.
    package var latencyMilliseconds: Int64 = 0
    /// How long a payer takes to approve on the phone.
    package var approvalMilliseconds: Int64 = 3000

    package init() {}
}

/// The sandbox's providers: what happens is told by the number or the card (W132, W134, spec 14).
package struct SandboxConnector: PaymentConnector {
    private let options: SandboxOptions

    package init(options: SandboxOptions) {
        self.options = options
    }

    /// The code every sandbox step takes.
    package static let stepCode = "123456"
    package static let stepPIN = "1234"

    package func submit(_ instrument: Instrument) -> ProviderScript {
        switch instrument.details {
        case .mobileMoney(_, let scenario, let country, let operatorID):
            let later: ProviderAnswer? =
                switch scenario {
                case .success: .approved
                case .insufficientFunds: .declined(code: "insufficient_funds", blockReference: nil)
                case .failure: .declined(code: "payment_failed", blockReference: nil)
                case .cancelled: .declined(code: "payment_attempt_ended", blockReference: nil)
                // Nobody answers: the attempt's own deadline ends it.
                case .timeout: nil
                }
            let found = MobileMoneyCatalogue.operator(operatorID, in: country)
            let instruction = found.map {
                Instruction(english: $0.payerInstruction(.english), french: $0.payerInstruction(.french))
            }
            return ProviderScript(
                afterMilliseconds: options.latencyMilliseconds, answer: .accepted(instruction),
                followUp: later.map {
                    ScheduledAnswer.FollowUp(afterMilliseconds: options.approvalMilliseconds, answer: $0)
                })
        case .card(let number):
            return ProviderScript(
                afterMilliseconds: options.latencyMilliseconds, answer: Self.answer(to: number), followUp: nil)
        }
    }

    private static func answer(to number: CardNumber) -> ProviderAnswer {
        switch number.digits.expose() {
        case "4000000000000002": .declined(code: "payment_declined", blockReference: nil)
        case "4000000000009995": .declined(code: "insufficient_funds", blockReference: nil)
        case "4000000000000119": .declined(code: "shield_blocked", blockReference: "BR-0119")
        case "4000056655665556": .step(StepRequest(kind: .threeDS, destination: "p•••••@•••••.com"))
        case "4000000000000101": .step(StepRequest(kind: .otp, destination: "•••• 0101"))
        case "4000000000000341": .step(StepRequest(kind: .pin, destination: nil))
        case "4000002500003155": .page
        default: .approved
        }
    }

    package func judge(_ kind: Step.Kind, _ fields: [String: JSONValue]) -> StepVerdict {
        let given = (kind == .pin ? fields["pin"] : fields["code"])?.string ?? ""
        let expected = kind == .pin ? Self.stepPIN : Self.stepCode
        return Crypto.equalInConstantTime(Array(given.utf8), Array(expected.utf8)) ? .correct(.approved) : .wrong
    }
}
