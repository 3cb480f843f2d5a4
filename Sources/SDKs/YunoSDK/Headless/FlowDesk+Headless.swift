import Checkout

extension FlowDesk {
    /// Brings a card payment that the app's server created to its end: shows the bank's challenge when there is one, and
    /// waits for what comes of it (YH43 to YH47).
    /// - Parameter told: `.processing` when the payment goes on without an end yet, then the end.
    func continueCard(
        session: String, country: String, told: @escaping @MainActor (Yuno.Result) -> Void
    ) {
        let core = core
        func tell(_ outcome: YunoOutcome) {
            core.lastOutcome = outcome
            told(outcome.result)
        }
        do {
            guard !session.isEmpty else { throw YunoError.missingParameters }
            let source = PaymentSource(client: try core.client(.headless), session: session, country: country)
            var options = CheckoutOptions.yuno(showsEnd: false)
            options.resumes = true
            options.reloads = false
            options.followsUnseen = true
            let plan = PaymentFlow.Plan(selection: nil, options: options, config: core.config)
            let flow = PaymentFlow(plan, source, presenter: presenter(front))
            flow.onRunning = tell
            run(flow, nil, ended: tell)
        } catch {
            tell(YunoOutcome(error))
        }
    }
}
