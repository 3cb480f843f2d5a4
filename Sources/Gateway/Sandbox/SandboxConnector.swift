import Kernel

package struct SandboxOptions: Sendable {
    /// How long a provider takes to answer a request at all.
    package var latencyMilliseconds: Int64 = 0
    /// How long a payer takes to approve on the phone.
    package var approvalMilliseconds: Int64 = 3000
    /// How long a page's "approved, confirmed later" takes.
    package var laterMilliseconds: Int64 = 8000

    package init() {}
}

/// The sandbox's providers: what happens is told by the number, the card or the page (W132, W134, spec 14).
package struct SandboxConnector: PaymentConnector {
    let options: SandboxOptions

    package init(options: SandboxOptions) {
        self.options = options
    }

    package func submit(_ instrument: Instrument) -> ProviderScript {
        var followUp: ScheduledAnswer.FollowUp?
        let answer: ProviderAnswer
        switch instrument.details {
        case .mobileMoney(let number, let scenario, let country, let operatorID):
            let found = MobileMoneyCatalogue.operator(operatorID, in: country)
            answer = SandboxNumbers.answer(to: number, found)
            if case .accepted = answer, let later = SandboxNumbers.outcome(scenario) {
                followUp = ScheduledAnswer.FollowUp(afterMilliseconds: options.approvalMilliseconds, answer: later)
            }
        case .wallet: answer = .page(ProviderPageRequest(.wallet))
        case .card(let number): answer = SandboxCards.answer(to: number, email: instrument.email)
        case .paymentMethod(let id): answer = SandboxCards.answer(toPaymentMethod: id)
        case .hostedCard: answer = .page(ProviderPageRequest(.card))
        case .clientSession: answer = .page(ProviderPageRequest(.session))
        }
        return ProviderScript(afterMilliseconds: options.latencyMilliseconds, answer: answer, followUp: followUp)
    }

    package func judge(_ answer: StepAnswer, to step: Step) -> StepVerdict {
        SandboxSteps.isRight(answer) ? .correct(step.next ?? .approved) : .wrong
    }

    package func choices(on page: ProviderPage) -> [PageChoice] {
        switch page.kind {
        case .challenge where page.fault != nil: [.refuse]
        case .threeDS, .challenge: [.approve, .refuse, .leave]
        case .wallet, .bank, .session: [.approve, .approveLater, .insufficientFunds, .refuse, .leave]
        case .card: [.approve, .challenge, .approveLater, .insufficientFunds, .refuse, .leave]
        case .reauthorization: [.refuse, .leave]
        }
    }

    package func judge(_ choice: PageChoice, code: String?, on page: ProviderPage) -> PageVerdict {
        switch choice {
        case .refuse where page.fault != nil: .decided(.failed(code: "PROVIDER_ERROR"), followUp: nil)
        case .approve where page.kind == .challenge:
            SandboxChallenge.outcome(code ?? "").map { .decided(page.authenticated($0), followUp: nil) } ?? .wrongCode
        case .refuse where page.kind == .challenge:
            .decided(
                .authentication(Authentication(.notAuthenticated, isFrictionless: false), then: .approved),
                followUp: nil)
        case .approve where page.kind == .threeDS:
            SandboxSteps.isCode(code ?? "") ? .decided(.approved, followUp: nil) : .wrongCode
        case .approve: .decided(page.next ?? .approved, followUp: nil)
        case .approveLater:
            .decided(
                .accepted(nil),
                followUp: ScheduledAnswer.FollowUp(afterMilliseconds: options.laterMilliseconds, answer: .approved))
        case .challenge: .decided(.page(ProviderPageRequest(.threeDS)), followUp: nil)
        case .insufficientFunds: .decided(.declined("insufficient_funds"), followUp: nil)
        // A check that was refused is one that failed (W102).
        case .refuse where page.kind == .threeDS: .decided(.declined("security_check_failed"), followUp: nil)
        case .refuse: .decided(.declined("payment_declined"), followUp: nil)
        case .leave: .undecided
        }
    }
}

extension ProviderPage {
    /// What the bank says after its challenge; the card may have decided that before.
    fileprivate func authenticated(_ outcome: Authentication.Outcome) -> ProviderAnswer {
        if case .authentication? = next, let next { return next }
        return .authentication(Authentication(outcome, isFrictionless: false), then: next ?? .approved)
    }
}
