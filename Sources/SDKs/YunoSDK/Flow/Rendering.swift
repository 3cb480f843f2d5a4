import Checkout
import Foundation

/// A payment in the app's own screen.
@MainActor
final class PaymentRender: YunoPaymentRenderFlowProtocol {
    private var selected: any PaymentMethodSelected
    private var teller: FlowTeller
    private var flow: PaymentFlow?

    init(_ selected: any PaymentMethodSelected, _ delegate: any YunoPaymentDelegate) {
        self.selected = selected
        teller = FlowTeller(delegate)
        FlowDesk.current.remember(delegate)
    }

    func formView(
        paymentMethodSelected: any PaymentMethodSelected, with delegate: any YunoPaymentDelegate
    ) async -> YunoAnyView? {
        selected = paymentMethodSelected
        teller = FlowTeller(delegate)
        guard let flow = open(delegate) else { return nil }
        await flow.settled()
        guard flow.machine.end == nil, flow.machine.method?.asksForNothing == false else { return nil }
        return flow.sheet.anyView
    }

    func submitForm() {
        if flow == nil || flow?.outcome != nil {
            // A flow that is over pays again from the start: it needs a session that can still be paid.
            guard let delegate = teller.payment, let fresh = open(delegate) else { return }
            return Self.pay(fresh)
        }
        flow.map(Self.pay)
    }

    /// With what the form holds, as soon as there is one.
    private static func pay(_ flow: PaymentFlow) {
        guard flow.machine.screen == .loading else { return flow.pay() }
        Task { @MainActor in
            await flow.settled()
            flow.pay()
        }
    }

    func continuePayment() async -> YunoAnyView? {
        guard let flow, flow.outcome == nil, flow.machine.screen == .handedOver else { return nil }
        flow.carryOn(showsEnd: false)
        await flow.settled()
        return flow.asksPayer ? flow.sheet.anyView : nil
    }

    private func open(_ delegate: any YunoPaymentDelegate) -> PaymentFlow? {
        let teller = teller
        guard let selection = PaymentFlow.Selection(selected) else {
            teller.tell(.missingParameters)
            return nil
        }
        do {
            let source = try FlowDesk.current.paymentSource(delegate, .render)
            let fresh = FlowDesk.current.render(
                source, .server, selection, over: delegate.viewController, teller, inPlaceOf: flow)
            flow = fresh
            return fresh
        } catch {
            // O9: what was never set up shows nothing; what is missing is told.
            if error != .notInitialized { teller.tell(YunoOutcome(error)) }
            return nil
        }
    }
}

/// An enrolment in the app's own screen.
@MainActor
final class EnrollmentRender: YunoEnrollmentRenderFlowProtocol {
    private var teller: FlowTeller
    private var flow: PaymentFlow?

    init(_ delegate: any YunoEnrollmentDelegate) { teller = FlowTeller(delegate) }

    /// The form has no button of its own but where it asks one question a screen; its last button is the app's.
    var needSubmit: Bool {
        guard let flow, flow.outcome == nil else { return false }
        return flow.machine.method?.asksForNothing == false && !flow.asksPayer
    }

    func formView(with delegate: any YunoEnrollmentDelegate) async -> YunoAnyView? {
        let teller = FlowTeller(delegate)
        self.teller = teller
        do {
            let source = try FlowDesk.current.enrollmentSource(delegate)
            let flow = FlowDesk.current.render(
                source, .app, nil, over: delegate.viewController, teller, inPlaceOf: self.flow)
            self.flow = flow
            await flow.settled()
            guard flow.machine.end == nil else { return nil }
            // What asks for nothing goes on by itself, on the page of whoever enrols.
            if flow.machine.method?.asksForNothing == true, !flow.asksPayer { flow.pay() }
            return flow.sheet.anyView
        } catch {
            if error != .notInitialized { teller.tell(YunoOutcome(error)) }
            return nil
        }
    }

    func submitForm() { flow?.pay() }
}

extension FlowDesk {
    /// A flow in the app's own page: it has its own button, its own words for the end, and no second try at loading.
    fileprivate func render(
        _ source: any FlowSource, _ submission: CheckoutOptions.Submission, _ selection: PaymentFlow.Selection?,
        over controller: YunoViewController?, _ teller: FlowTeller, inPlaceOf older: PaymentFlow?
    ) -> PaymentFlow {
        var options = CheckoutOptions.yuno(showsEnd: false)
        options.submission = submission
        options.reloads = false
        let plan = PaymentFlow.Plan(
            selection: selection, options: options, isEmbedded: true, config: core.config)
        let flow = PaymentFlow(plan, source, presenter: FlowPresenter(over: controller))
        flow.onLoading = { teller.load($0) }
        older?.giveUp()
        begin(flow, teller)
        return flow
    }
}
