import Checkout
import Foundation
import Kernel

/// Owns what is under way behind the static entry points of one core: one flow at a time, and the newer start wins
/// (O11). An app has one core, and so one flow.
@MainActor
final class FlowDesk {
    /// Of the core the entry points use.
    static var current: FlowDesk { YunoCore.current.desk }

    unowned let core: YunoCore

    /// Where screens go when the app names no controller; the front-most screen on Apple, nothing elsewhere.
    weak var front: YunoViewController?

    /// The delegate of the last start, of ``Yuno/startCheckout(with:)`` or of a list.
    private weak var paymentDelegate: (any YunoPaymentDelegate)?
    /// The session of the last ``startCheckout(_:)``.
    private var knownSession: String?
    private(set) var flow: PaymentFlow?
    /// What the flow was started for; the same twice in a row is one start (T40).
    private var ticket: Ticket?
    weak var list: MethodList?
    private var foreground: ForegroundWatch?

    init(_ core: YunoCore) { self.core = core }

    struct Ticket {
        weak var delegate: (any YunoPaymentDelegate)?
        let session: String
        let selection: PaymentFlow.Selection
        let use: YunoClient.Use

        func isSame(as other: Ticket?) -> Bool {
            guard let other, let delegate, delegate === other.delegate else { return false }
            return session == other.session && selection == other.selection && use == other.use
        }
    }

    // MARK: Payments

    func remember(_ delegate: any YunoPaymentDelegate) { paymentDelegate = delegate }

    /// YF14. An app that was ended while its payer was away gets their link before it starts anything: it is known by
    /// the session.
    func startCheckout(_ delegate: any YunoPaymentDelegate) {
        remember(delegate)
        if let knownSession, knownSession != flow?.source.session { core.links.forget(knownSession) }
        knownSession = delegate.checkoutSession
        core.links.expect(delegate.checkoutSession)
    }

    /// YL26.
    func startLite(_ delegate: any YunoPaymentDelegate, _ method: any PaymentMethodSelected, showsEnd: Bool) {
        paymentDelegate = delegate
        start(delegate, PaymentFlow.Selection(method), .lite, showsEnd: showsEnd)
    }

    /// With the delegate of an earlier start, or of `startCheckout`.
    func startLite(_ method: any PaymentMethodSelected, showsEnd: Bool) {
        guard let paymentDelegate else { return }
        startLite(paymentDelegate, method, showsEnd: showsEnd)
    }

    /// YF29: what the payer chose in the list.
    func startFull(showsEnd: Bool) {
        guard let delegate = list?.delegate ?? paymentDelegate else { return }
        paymentDelegate = delegate
        start(delegate, list?.selection, .full, showsEnd: showsEnd)
    }

    private func start(
        _ delegate: any YunoPaymentDelegate, _ selection: PaymentFlow.Selection?, _ use: YunoClient.Use, showsEnd: Bool
    ) {
        let teller = FlowTeller(delegate, core)
        guard let selection else { return teller.tell(.missingParameters) }
        let ticket = Ticket(
            delegate: delegate, session: delegate.checkoutSession, selection: selection, use: use)
        if let flow, flow.outcome == nil, ticket.isSame(as: self.ticket), flow.machine.screen != .handedOver { return }
        do {
            let source = try paymentSource(delegate, use)
            var plan = plan(selection, .server, showsEnd: showsEnd)
            plan.keepsLoader = core.config.keepLoader
            begin(PaymentFlow(plan, source, presenter: presenter(delegate.viewController)), teller, ticket)
        } catch {
            teller.tell(YunoOutcome(error))
        }
    }

    /// YL32: the app's server has created the payment.
    func continuePayment(showsEnd: Bool) {
        if let flow, flow.source is PaymentSource, flow.outcome == nil {
            guard flow.machine.screen == .handedOver else { return }
            return flow.carryOn(showsEnd: showsEnd)
        }
        guard let delegate = paymentDelegate else { return }
        resume(delegate, showsEnd: showsEnd)
    }

    /// Goes on with a payment whose flow is gone, e.g. because the app was started again meanwhile.
    private func resume(_ delegate: any YunoPaymentDelegate, showsEnd: Bool) {
        let teller = FlowTeller(delegate, core)
        do {
            let source = try paymentSource(delegate, .lite)
            var plan = plan(nil, .server, showsEnd: showsEnd)
            plan.options.resumes = true
            begin(PaymentFlow(plan, source, presenter: presenter(delegate.viewController)), teller)
        } catch {
            teller.tell(YunoOutcome(error))
        }
    }

    /// A flow on screens of the SDK's.
    private func plan(
        _ selection: PaymentFlow.Selection?, _ submission: CheckoutOptions.Submission, showsEnd: Bool
    ) -> PaymentFlow.Plan {
        var options = CheckoutOptions.yuno(showsEnd: showsEnd)
        options.submission = submission
        options.paysAtOnce = true
        return PaymentFlow.Plan(selection: selection, options: options, config: core.config)
    }

    func hideLoader() { flow?.hideLoader() }

    /// - Throws: ``YunoError`` when something that is needed is missing.
    func paymentSource(_ delegate: any YunoPaymentDelegate, _ use: YunoClient.Use) throws(YunoError) -> PaymentSource {
        let country = delegate.countryCode
        guard !country.isEmpty, !delegate.checkoutSession.isEmpty else { throw .missingParameters }
        let client = try core.client(use, language: delegate.language)
        return PaymentSource(client: client, session: delegate.checkoutSession, country: country)
    }

    /// Takes over from whatever runs.
    func begin(_ flow: PaymentFlow, _ teller: FlowTeller, _ ticket: Ticket? = nil) {
        flow.onToken = { teller.give($0) }
        run(flow, ticket) { teller.tell($0) }
    }

    func run(_ flow: PaymentFlow, _ ticket: Ticket?, ended: @escaping @MainActor (YunoOutcome) -> Void) {
        let (older, session) = (self.flow, flow.source.session)
        self.flow = flow
        self.ticket = ticket
        // Before the newer one shows anything: two interfaces never stand over each other.
        if let older {
            if older.outcome == nil { older.handle(.superseded) }
            core.links.forget(older.source.session)
        }
        foreground = ForegroundWatch { [weak flow] in flow?.handle(.cameBack) }
        core.links.expect(session)
        flow.onEnd = { [core, weak self, weak flow] outcome in
            if let self, self.flow === flow {
                self.flow = nil
                self.ticket = nil
                self.foreground = nil
                core.links.forget(session)
            }
            ended(outcome)
        }
        flow.onChange = { [core, weak flow] in
            guard let flow else { return }
            flow.sheet.redraw()
            guard flow.outcome == nil else { return }
            if let callback = flow.info?.callbackURL { core.links.expect(session, callback: callback) }
        }
        flow.start()
    }

    // MARK: Seamless

    func startSeamless(
        _ params: SeamlessParams, _ method: any PaymentMethodSelected, showsEnd: Bool,
        told: @escaping @MainActor (Yuno.Result) -> Void
    ) {
        func end(_ outcome: YunoOutcome) {
            core.lastOutcome = outcome
            told(outcome.result)
        }
        guard let selection = PaymentFlow.Selection(method), !params.countryCode.isEmpty,
            !params.checkoutSession.isEmpty
        else { return end(.missingParameters) }
        do {
            let client = try core.client(.seamless, language: params.language)
            let plan = plan(selection, .app, showsEnd: showsEnd)
            let source = PaymentSource(client: client, session: params.checkoutSession, country: params.countryCode)
            run(PaymentFlow(plan, source, presenter: presenter(params.viewController)), nil, ended: end)
        } catch {
            end(YunoOutcome(error))
        }
    }

    // MARK: Enrolments

    func enrollmentSource(
        _ delegate: any YunoEnrollmentDelegate
    ) throws(YunoError) -> EnrollmentSource {
        let country = delegate.countryCode
        guard !country.isEmpty, !delegate.customerSession.isEmpty else { throw .missingParameters }
        let client = try core.client(.enrollment, language: delegate.language)
        return EnrollmentSource(client: client, session: delegate.customerSession, country: country)
    }

    func startEnrollment(_ delegate: any YunoEnrollmentDelegate, showsEnd: Bool) {
        let teller = FlowTeller(delegate, core)
        do {
            let source = try enrollmentSource(delegate)
            let plan = plan(nil, .app, showsEnd: showsEnd)
            begin(PaymentFlow(plan, source, presenter: presenter(delegate.viewController)), teller)
        } catch {
            teller.tell(YunoOutcome(error))
        }
    }

    // MARK: Deep links

    /// The address has been found to be the session's.
    func receive(session: String, showsEnd: Bool) {
        if let flow, flow.outcome == nil, flow.source.session == session {
            if flow.machine.screen == .handedOver { return flow.carryOn(showsEnd: showsEnd) }
            flow.showEnd(showsEnd)
            flow.closePage()
            return flow.handle(.cameBack)
        }
        guard let delegate = paymentDelegate, delegate.checkoutSession == session else { return }
        resume(delegate, showsEnd: showsEnd)
    }

    // MARK: Presenting

    func presenter(_ controller: YunoViewController?) -> any FlowPresenting {
        FlowPresenter(over: controller ?? front)
    }
}

extension CheckoutOptions {
    /// What every flow of this SDK has in common.
    static func yuno(showsEnd: Bool) -> CheckoutOptions {
        var options = CheckoutOptions()
        options.submission = .server
        options.offersCancelling = false
        options.bankPageCancels = true
        options.showsEnd = showsEnd
        return options
    }
}

/// Tells the delegate of a payment or of an enrolment, held weakly, on the main actor.
@MainActor
struct FlowTeller {
    private let held = Held()
    private let core: YunoCore

    private final class Held {
        weak var payment: (any YunoPaymentDelegate)?
        weak var enrollment: (any YunoEnrollmentDelegate)?
    }

    init(_ delegate: any YunoPaymentDelegate, _ core: YunoCore = .current) {
        self.core = core
        held.payment = delegate
    }

    init(_ delegate: any YunoEnrollmentDelegate, _ core: YunoCore = .current) {
        self.core = core
        held.enrollment = delegate
    }

    var payment: (any YunoPaymentDelegate)? { held.payment }

    /// YL24: the longer form only.
    func give(_ token: OneTimeToken) {
        held.payment?.yunoCreatePayment(with: token.value.expose(), information: token.information)
    }

    func tell(_ outcome: YunoOutcome) {
        core.lastOutcome = outcome
        held.enrollment?.yunoEnrollmentResult(outcome.result)
        guard let payment = held.payment else { return }
        payment.yunoPaymentResult(outcome.result)
        payment.yunoPaymentResult(outcome.result, substatus: outcome.substatus)
    }

    func load(_ isLoading: Bool) {
        let delegate: (any YunoLoaderDelegate)? = held.payment ?? held.enrollment
        delegate?.onLoading(isLoading: isLoading)
    }
}
