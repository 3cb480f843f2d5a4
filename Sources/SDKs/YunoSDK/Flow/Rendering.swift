import Checkout
import Foundation

/// A payment in the app's own screen.
@MainActor
final class PaymentRender: YunoPaymentRenderFlowProtocol {
    private var selected: any PaymentMethodSelected
    private var teller: PaymentTeller
    private var flow: PaymentFlow?

    init(_ selected: any PaymentMethodSelected, _ delegate: any YunoPaymentDelegate) {
        self.selected = selected
        teller = PaymentTeller(delegate)
        FlowDesk.current.remember(delegate)
    }

    func formView(
        paymentMethodSelected: any PaymentMethodSelected, with delegate: any YunoPaymentDelegate
    ) async -> YunoAnyView? {
        selected = paymentMethodSelected
        teller = PaymentTeller(delegate)
        guard let flow = open(delegate) else { return nil }
        await flow.settled()
        guard flow.machine.end == nil, flow.machine.method?.asksForNothing == false else { return nil }
        return flow.sheet.anyView
    }

    func submitForm() {
        if flow == nil || flow?.outcome != nil {
            // A flow that is over pays again from the start: it needs a session that can still be paid.
            guard let delegate = teller.delegate, let fresh = open(delegate) else { return }
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
            let plan = PaymentFlow.Plan(
                selection: selection, options: .embedded, isEmbedded: true, config: YunoCore.current.config)
            let flow = PaymentFlow(plan, source, presenter: FlowPresenter(over: delegate.viewController))
            flow.onLoading = { teller.load($0) }
            self.flow?.giveUp()
            self.flow = flow
            FlowDesk.current.begin(flow, teller)
            return flow
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
    private var teller: EnrollmentTeller
    private var flow: PaymentFlow?

    init(_ delegate: any YunoEnrollmentDelegate) { teller = EnrollmentTeller(delegate) }

    /// The form has no button of its own but where it asks one question a screen; its last button is the app's.
    var needSubmit: Bool {
        guard let flow, flow.outcome == nil else { return false }
        return flow.machine.method?.asksForNothing == false && !flow.asksPayer
    }

    func formView(with delegate: any YunoEnrollmentDelegate) async -> YunoAnyView? {
        let teller = EnrollmentTeller(delegate)
        self.teller = teller
        do {
            let source = try FlowDesk.current.enrollmentSource(delegate)
            var options = CheckoutOptions.embedded
            options.submission = .app
            let plan = PaymentFlow.Plan(
                selection: nil, options: options, isEmbedded: true, config: YunoCore.current.config)
            let flow = PaymentFlow(plan, source, presenter: FlowPresenter(over: delegate.viewController))
            flow.onLoading = { teller.load($0) }
            self.flow?.giveUp()
            self.flow = flow
            FlowDesk.current.begin(flow, teller)
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

extension CheckoutOptions {
    /// In the app's own page: it has its own button, its own words for the end, and no second try at loading.
    fileprivate static var embedded: CheckoutOptions {
        var options = yuno(showsEnd: false)
        options.reloads = false
        return options
    }
}
