import Checkout
import Foundation
import Interface
import Kernel

/// One payment or enrolment, from what the payer chose to the result the app is told: drives the rules, asks the gateway
/// and shows the screens.
@MainActor
final class PaymentFlow {
    /// What the flow is for, and how it behaves.
    struct Plan {
        /// Type and token of the method the app or the payer chose; nil leaves it to the session.
        var selection: Selection?
        var options: CheckoutOptions
        /// Inside the app's own page.
        var isEmbedded = false
        var keepsLoader = false
        var config: YunoConfig

        /// Shown only while something is asked of the payer.
        var isQuiet: Bool { options.followsUnseen }
    }

    struct Selection: Sendable, Hashable {
        let type: String
        let vaultedToken: String?

        init?(_ method: any PaymentMethodSelected) {
            let token = method.vaultedToken.flatMap { $0.isEmpty ? nil : $0 }
            guard !method.paymentMethodType.isEmpty || token != nil else { return nil }
            type = method.paymentMethodType.uppercased()
            vaultedToken = token
        }
    }

    let plan: Plan
    let source: any FlowSource
    private let driver: CheckoutDriver
    private(set) var forms: CheckoutForms
    private(set) var info: FlowInfo?
    private(set) var state: FlowState?
    private var method: SDKPaymentMethod?
    private var walletData: Secret<String>?
    private var token: OneTimeToken?
    private var presenter: (any FlowPresenting)?
    private var isShown = false
    /// Whether there was nothing to show it on (O14).
    private var hasNoStage = false
    /// The address of the page that stands over everything.
    private var openPage: String?
    private(set) lazy var sheet = FlowSheet(self)

    /// Everything that is drawn may have changed.
    var onChange: (@MainActor () -> Void)?
    /// A one-time token for the app's server.
    var onToken: (@MainActor (OneTimeToken) -> Void)?
    /// Loading begins, or is done.
    var onLoading: (@MainActor (Bool) -> Void)?
    /// The payment runs, and has no end yet; once.
    var onRunning: (@MainActor (YunoOutcome) -> Void)?
    /// How it ended; once.
    var onEnd: (@MainActor (YunoOutcome) -> Void)?
    private(set) var outcome: YunoOutcome?
    private var isLoading = false
    private var line: Task<Void, Never>?
    private var waiters: [CheckedContinuation<Void, Never>] = []

    var machine: CheckoutMachine { driver.machine }
    var language: Language { source.client.language }
    private var world: YunoWorld { source.client.world }
    var workUnderWay: Int { driver.workUnderWay }
    var isWaking: Bool { driver.isWaking }

    init(_ plan: Plan, _ source: any FlowSource, presenter: (any FlowPresenting)?) {
        self.plan = plan
        self.source = source
        self.presenter = presenter
        let world = source.client.world
        let machine = CheckoutMachine(options: plan.options, keys: world.keys.identifiers)
        driver = CheckoutDriver(machine, clock: world.clock)
        forms = CheckoutForms(card: CardForm(today: world.now().dayHere.month), language: source.client.language)
        driver.perform = { [weak self] in self?.perform($0) }
        driver.follow = { [weak self] in self?.follow() }
        driver.changed = { [weak self] in self?.changed() }
    }

    func start() { handle(.start(restored: nil)) }

    func handle(_ event: CheckoutEvent) { driver.handle(event) }

    // MARK: What the app does

    /// The app's server has created the payment.
    /// - Parameter showsEnd: whether the interface says how it ended.
    func carryOn(showsEnd: Bool) {
        forms.card.forget()
        token = nil
        showEnd(showsEnd)
        handle(.continued)
    }

    /// Whether a screen says how it ended: never where there is none of ours to close.
    func showEnd(_ isShown: Bool) { driver.showEnd(isShown && !plan.isEmbedded && !plan.isQuiet) }

    /// Another form of the same page takes its place: it ends without a word, when nothing was begun with it (YR58).
    func giveUp() {
        if !machine.everStarted { onEnd = nil }
    }

    /// Takes the loader away that the flow left standing (YL58).
    func hideLoader() {
        guard machine.screen == .handedOver else { return }
        hide()
    }

    /// Waits until the machine has heard from the gateway, or it is over.
    func settled() async {
        guard !isSettled else { return }
        await withCheckedContinuation { waiters.append($0) }
    }

    /// Whether something is asked of the payer, on a screen.
    var asksPayer: Bool {
        switch machine.screen {
        case .page, .code, .step, .threeDSCode, .approval, .ussd, .redirect: machine.end == nil
        default: false
        }
    }

    private var isSettled: Bool {
        guard machine.end == nil else { return true }
        switch machine.screen {
        case .loading: return false
        case .processing: return machine.request == nil && machine.snapshot?.standing == .processing
        case .handedOver: return machine.request == nil
        default: return true
        }
    }

    // MARK: Following the machine

    private func follow() {
        if let known = machine.snapshot?.payload as? FlowState {
            if state == nil, !known.outcome.isFinal { onRunning?(known.outcome) }
            state = known
        }
        forms.take(machine.fieldErrors)
        followLine()
        guard let step = machine.step else {
            forms.step = nil
            return
        }
        guard forms.step?.id != step.id, case .otp(let code)? = state?.action?.kind else { return }
        forms.step = StepForm(
            id: step.id, kind: step.kind, destination: code.destination, attemptsLeft: code.attemptsLeft,
            resend: code.resendInSeconds != nil, today: world.now().dayHere.day)
        forms.errors = [:]
    }

    /// While the payment is followed the gateway tells of changes at once; without it the payment is read in its
    /// rhythm.
    private func followLine() {
        guard world.listens, machine.followedSince != nil, machine.end == nil else {
            line?.cancel()
            line = nil
            return
        }
        guard line == nil else { return }
        line = Task { [weak self, source] in
            let clock = source.client.world.clock
            var pause: UInt64 = 1
            repeat {
                let mark = self?.state?.mark ?? ""
                do {
                    let state = try await source.change(from: mark)
                    pause = 1
                    if !Task.isCancelled, let state, state.mark != mark { self?.handle(.hinted) }
                } catch {
                    pause = 5
                }
                // A gateway that does not hold its answers back is not asked in a circle.
            } while await clock.slept(nanoseconds: pause * 1_000_000_000) && self != nil
        }
    }

    func changed() {
        arrange()
        closePageThatIsOver()
        tellLoading()
        onChange?()
        guard isSettled else { return }
        let told = waiters
        waiters = []
        for waiter in told { waiter.resume() }
    }

    private func tellLoading() {
        let loads =
            machine.end == nil && (machine.isBusy || machine.screen == .loading || machine.screen == .processing)
        guard loads != isLoading else { return }
        isLoading = loads
        onLoading?(loads)
    }

    /// Shows the interface while there is something to show, and takes it away when there is not.
    private func arrange() {
        guard !plan.isEmbedded, machine.end == nil else { return }
        let wants = plan.isQuiet ? asksPayer : machine.isVisible || plan.keepsLoader && isShown
        if wants, !isShown {
            isShown = true
            let isThere = presenter?.show(sheet) { [weak self] in self?.handle(.hostGone) } ?? false
            guard isThere else {
                hasNoStage = true
                return handle(.hostGone)
            }
        } else if !wants, isShown {
            hide()
        }
    }

    /// A provider's page goes once the payment no longer waits there: what the payer must see lies under it.
    private func closePageThatIsOver() {
        guard let open = openPage, machine.end != nil || machine.page?.url != open else { return }
        closePage()
    }

    /// The payer is back by a link; the page is of no use any more (YF39).
    func closePage() {
        guard openPage != nil else { return }
        openPage = nil
        presenter?.closePage()
    }

    private func hide() {
        guard isShown else { return }
        isShown = false
        presenter?.hide()
    }

    // MARK: Effects

    private func perform(_ effect: CheckoutEffect) {
        switch effect {
        case .loadSession: driver.run { await self.load() }
        // The same answer tells both.
        case .loadConfiguration: break
        case .makeToken: makeToken()
        case .handOver: handOver()
        case .process(_, let channel): submit(channel)
        case .collectCard(let channel): driver.run { await self.authorizeWallet(channel) }
        case .verify(let step): verify(step)
        case .resend(let step): driver.run { await self.resend(step) }
        case .readStatus: driver.run { await self.read() }
        case .open(let page): open(page)
        case .notify: break
        case .finish(let end): finish(end)
        // This API has none of these.
        case .startClientSession, .completeClientSession, .cancel: break
        }
    }

    private func load() async {
        do {
            let info = try await source.load()
            self.info = info
            let choice = info.method(plan.selection, hasWallet: wallet != nil)
            // What is gone on with is paid with already, or about to be.
            if info.state == nil, !plan.options.resumes, let refusal = choice.refusal {
                return handle(.sessionFailed(.unknown(refusal)))
            }
            method = choice.method
            prepare(info)
            let methods = method.map { [CheckoutMethod($0, hasWallet: wallet != nil)] } ?? []
            handle(.sessionLoaded(info.state?.snapshot(now: driver.now) ?? PaymentSnapshot(.pending), methods))
            handle(.configurationLoaded(methods))
        } catch {
            let failure = CheckoutFailure(error)
            handle(.sessionFailed(failure.isRetryable ? .unreachable(failure) : .unknown(failure)))
        }
    }

    private func prepare(_ info: FlowInfo) {
        guard let method else { return }
        forms.card = CardForm(
            today: world.now().dayHere.month, options: CardFormOptions(info, method, plan.config))
        if method.form == .mobileMoney {
            forms.mobileMoney[method.type] = MobileMoneyForm(method, info, region: world.region)
        }
    }

    /// What the token is made from; nil while something is wrong with the form.
    private var filledMethod: Secret<JSONValue>? { method?.filled(forms, wallet: walletData) }

    private func makeToken() {
        token = nil
        guard let filled = filledMethod else { return handle(.notBegun(.load)) }
        driver.run {
            do {
                self.token = try await self.source.token(filled)
                self.handle(.tokenMade)
            } catch let paid as PaidAlready {
                self.handle(.answered(AttemptAnswer(paid.state, now: self.driver.now)))
            } catch {
                self.handle(.notBegun(CheckoutFailure(error)))
            }
        }
    }

    private func handOver() {
        // YL58: the loader is gone before the app hears of the token, unless it keeps it.
        arrange()
        tellLoading()
        guard let token else { return }
        onToken?(token)
    }

    private func submit(_ type: String) {
        guard let filled = filledMethod else { return handle(.notBegun(.load)) }
        driver.run {
            do {
                let state = try await self.source.submit(filled, type: type)
                self.forms.card.forget()
                self.handle(.answered(AttemptAnswer(state, now: self.driver.now)))
            } catch let error as NothingSent {
                self.handle(.notBegun(CheckoutFailure(error.cause)))
            } catch YunoError.networkError {
                self.handle(.answered(AttemptAnswer(.waiting(.nothing), unanswered: true)))
            } catch {
                let failure = CheckoutFailure(error)
                // A fault of the gateway's says nothing of the payment.
                guard !failure.isRetryable else {
                    return self.handle(.answered(AttemptAnswer(.waiting(.nothing), unanswered: true)))
                }
                self.handle(.answered(AttemptAnswer(.refused(failure), decided: true)))
            }
        }
    }

    private func verify(_ step: CheckoutStep) {
        let code = forms.step?.content.text ?? ""
        driver.run {
            do {
                switch try await self.source.answer(step.id, Secret(code)) {
                case .taken(let state): self.handle(.answered(AttemptAnswer(state, now: self.driver.now)))
                case .wrong(let left): self.stays(left)
                }
            } catch {
                self.handle(.stepStays(CheckoutFailure(error)))
            }
        }
    }

    private func stays(_ left: Int?) {
        forms.step?.forget()
        if let left { forms.step?.attemptsLeft = left }
        var failure = CheckoutFailure("INVALID_CODE", retryable: true, attemptsLeft: left)
        failure.fields = ["code": CheckoutTexts(language)["code_wrong"]]
        handle(.stepStays(failure))
    }

    private func resend(_ step: CheckoutStep) async {
        do {
            _ = try await source.resend(step.id)
            handle(.stepResent)
        } catch {
            handle(.resendFailed(CheckoutFailure(error)))
        }
    }

    private func read() async {
        do {
            guard let state = try await source.read() else { return handle(.statusRead(PaymentSnapshot(.pending))) }
            handle(.statusRead(state.snapshot(now: driver.now)))
        } catch {
            let failure = CheckoutFailure(error)
            // The session is not known any more: no later read brings anything else.
            handle(failure.isRetryable ? .statusUnreadable : .statusGone(isExpired: false))
        }
    }

    private func open(_ page: CheckoutPage) {
        driver.run {
            let isOpen =
                await self.presenter?.open(page.url, external: page.mode == .external) { [weak self] in
                    self?.handle(.cameBack)
                } ?? false
            if isOpen { self.openPage = page.url }
            self.handle(.pageOpened(isOpen))
        }
    }

    // MARK: Wallets

    private var wallet: (any WalletAuthorizing)? { world.wallet() ?? WalletShelf.current }

    private func authorizeWallet(_ type: String) async {
        guard let wallet, let info else { return handle(.collected(.nothing)) }
        switch await wallet.authorize(WalletRequest(type: type, info: info, language: language)) {
        case .authorized(let data):
            walletData = data
            handle(.collected(.paymentMethod))
        case .closed: handle(.collected(.nothing))
        case .unavailable: handle(.collected(.failed(CheckoutFailure("WALLET_UNAVAILABLE", retryable: false))))
        }
    }

    // MARK: Ending

    private func finish(_ end: CheckoutEnd) { self.end(outcome(end)) }

    private func end(_ outcome: YunoOutcome) {
        guard self.outcome == nil else { return }
        self.outcome = outcome
        driver.stop()
        line?.cancel()
        line = nil
        forms.card.forget()
        (token, walletData) = (nil, nil)
        hide()
        closePageThatIsOver()
        tellLoading()
        onChange?()
        let told = waiters
        waiters = []
        for waiter in told { waiter.resume() }
        onEnd?(outcome)
    }

    private func outcome(_ end: CheckoutEnd) -> YunoOutcome {
        guard !hasNoStage else { return .noPresenter }
        let known = state?.outcome
        switch end {
        case .complete: return known ?? YunoOutcome(.succeeded, nil)
        case .processing:
            return machine.isClosedByPayer ? .closedByUser : known ?? YunoOutcome(.processing, nil)
        case .failed(let failure):
            // What the gateway says of the payment is more than what went wrong on the way.
            if let known, known.isFinal { return known }
            return failure.outcome
        case .cancelled: return .cancelledByUser
        }
    }
}

// MARK: - The forms

extension PaymentFlow {
    var now: UInt64 { driver.now }

    /// The method the payer pays with, as the gateway describes it.
    var chosen: SDKPaymentMethod? { method }

    func edit(_ action: CheckoutAction) -> Bool { forms.edit(action, machine.method) }

    func leave(_ name: String) {
        if forms.leave(name, on: formScreen, machine.method) { changed() }
    }

    func goBack() {
        if forms.card.goBack() {
            forms.errors = [:]
            changed()
        }
    }

    func submitStep() {
        guard forms.step != nil, forms.isReady(.step(.otp), machine.method) else { return changed() }
        handle(.submitStep)
    }

    var isFormRight: Bool {
        formScreen == .card ? forms.isCardReady(machine.method) : forms.isReady(formScreen, machine.method)
    }

    private var formScreen: CheckoutScreen {
        machine.screen == .handedOver ? machine.method?.formScreen ?? machine.screen : machine.screen
    }
}
