import Checkout
import Foundation
import Kernel
import Wire

/// The checkout's state machine, for an app that draws its own screens (W104, W114, W119).
///
/// Set ``onChange`` and ``onFinish``, call ``start()``, draw ``screen``, and wire the buttons to the actions. Every
/// rule of the checkout is inside: an action that is not possible now does nothing.
@MainActor
public final class CheckoutController {
    /// Called after every change of what is to be drawn.
    public var onChange: (@MainActor () -> Void)?
    /// Called once, when the interface must close.
    public var onFinish: (@MainActor (CheckoutResult) -> Void)?

    let options: PresentOptions
    let browser: any BrowserOpening
    let client: WajubSession
    let world: SessionWorld
    package let language: Language
    private let driver: CheckoutDriver
    package var machine: CheckoutMachine { driver.machine }

    // What was loaded.
    /// The payment and its channels, once loaded.
    public private(set) var session: SessionData?
    /// The payment as last read.
    public private(set) var transaction: SessionTransaction?
    private(set) var config: SdkConfig?
    private var isConfigurationKnown = false
    /// Counts the tries to load, so that an answer to an earlier one is not taken for the present one's.
    private var loads = 0

    // The forms.
    var forms: CheckoutForms
    /// The provider's payment method that the app's collector made.
    private var collected: Secret<String>?
    private var stepInfo: StepInfo?
    /// The number that was paid with, formatted.
    private(set) var paidPhone: String?
    private(set) var paidOperatorID: String?
    /// Whether the question before a cancellation is shown.
    package internal(set) var asksToCancel = false

    /// How it ended; nil while it runs.
    public internal(set) var result: CheckoutResult?
    private var line: RealtimeLine?
    private var announcements: (any AnyObject & Sendable)?
    /// How many effects are under way; with ``isWaking``, what a test waits for.
    package var workUnderWay: Int { driver.workUnderWay }
    package var isWaking: Bool { driver.isWaking }
    /// The sheet's own, beside the app's ``onFinish``.
    var onSettled: (@MainActor (CheckoutResult) -> Void)?

    /// - Parameters:
    ///   - options: the token, and how the checkout behaves.
    ///   - browser: opens the pages of providers.
    public convenience init(options: PresentOptions, browser: any BrowserOpening) {
        self.init(options: options, browser: browser, world: SessionWorld.current)
    }

    package init(options: PresentOptions, browser: any BrowserOpening, world: SessionWorld) {
        self.options = options
        self.browser = browser
        self.world = world
        client = WajubSession(sessionToken: options.sessionToken, language: options.locale, world: world)
        language = client.client.language
        let machine = CheckoutMachine(
            options: CheckoutOptions(cancelOnDismiss: options.cancelOnDismiss), keys: world.keys.identifiers)
        driver = CheckoutDriver(machine, clock: world.clock)
        forms = CheckoutForms(card: CardForm(today: world.now().dayHere.month), language: client.client.language)
        driver.perform = { [weak self] in self?.perform($0) }
        driver.follow = { [weak self] in self?.followMachine() }
        driver.changed = { [weak self] in self?.onChange?() }
    }

    /// Loads the payment: session and configuration are asked for at the same time.
    ///
    /// Attempts of an earlier process that nothing has settled are settled first, or kept with their keys.
    public func start() {
        handle(.start(restored: openAttempt))
    }

    private var openAttempt: RestoredAttempt? {
        client.openEntries.last.map { RestoredAttempt(key: $0.key.rawValue, channel: $0.channel) }
    }

    // MARK: - The machine

    func handle(_ event: CheckoutEvent) { driver.handle(event) }

    func changed() {
        guard machine.end == nil else { return }
        onChange?()
    }

    /// Brings the forms in line with where the machine stands.
    private func followMachine() {
        if let known = machine.snapshot?.payload as? SessionTransaction { transaction = known }
        forms.take(machine.fieldErrors)
        if let method = machine.method, let session { prepareForms(method, session) }
        followLine()
        guard let step = machine.step else {
            forms.step = nil
            return
        }
        guard forms.step?.id != step.id || forms.step?.kind != step.kind else { return }
        let info = stepInfo?.id == step.id ? stepInfo : nil
        forms.step = StepForm(
            id: step.id, kind: step.kind, destination: info?.destination, attemptsLeft: info?.attemptsLeft,
            resend: info?.canResend ?? false, country: world.region, today: world.now().dayHere.day)
        forms.errors = [:]
    }

    /// Listens for changes while the payment is followed. What the gateway announces without a socket costs nothing,
    /// and is heard from the beginning to the end.
    private func followLine() {
        if let announce = world.announce {
            guard session != nil, machine.end == nil else {
                announcements = nil
                return
            }
            guard announcements == nil else { return }
            announcements = announce { [weak self] in
                Task { @MainActor in self?.handle(.hinted) }
            }
            return handle(.realtime(isConnected: true))
        }
        guard machine.followedSince != nil else {
            line?.stop()
            line = nil
            return
        }
        guard line == nil, let session else { return }
        line = client.realtimeLine(session, options: options.realtime) { [weak self] isConnected in
            Task { @MainActor in self?.handle(.realtime(isConnected: isConnected)) }
        } hint: { [weak self] in
            Task { @MainActor in self?.handle(.hinted) }
        }
        line?.start()
    }

    private func prepareForms(_ method: CheckoutMethod, _ session: SessionData) {
        guard let channel = session.channels.first(where: { $0.slug == method.slug }) else { return }
        switch method.form {
        case .mobileMoney where forms.mobileMoney[method.slug] == nil:
            forms.mobileMoney[method.slug] = MobileMoneyForm(
                channel, session, options.mobileMoney, region: world.region)
        case .hostedCard, .card, .clientSession:
            guard forms.billing[method.slug] == nil else { return }
            let customer = session.transaction.customer
            var required = config?.channels[method.slug]?.requiredFields ?? []
            // A provider's own checkout needs an address to write to.
            if method.form == .clientSession, customer?.email == nil { required = ["email"] }
            forms.billing[method.slug] = BillingForm(
                required: required,
                known: [.email: customer?.email, .phone: customer?.phone, .country: world.region]
                    .compactMapValues(\.self))
        default: break
        }
    }

    // MARK: - Effects

    private func run(_ work: @escaping @MainActor () async -> Void) { driver.run(work) }

    private func perform(_ effect: CheckoutEffect) {
        switch effect {
        case .loadSession: run { await self.loadSession() }
        case .loadConfiguration:
            isConfigurationKnown = false
            loads += 1
            run { [loads] in await self.loadConfiguration(loads) }
        case .process(let key, let channel): process(key, channel)
        // This app sends its own payments: no token is asked for.
        case .makeToken, .handOver: break
        case .startClientSession(let channel): startClientSession(channel)
        case .completeClientSession(let id): run { await self.completeClientSession(id) }
        case .collectCard(let channel): collectCard(channel)
        case .verify(let step): verify(step)
        case .resend(let step): run { await self.resend(step) }
        case .readStatus: run { await self.readStatus() }
        case .cancel: run { await self.cancel() }
        case .open(let page): open(page)
        case .notify(let notice): notify(notice)
        case .finish(let end): finish(end)
        }
    }

    private func loadSession() async {
        if machine.undecidedKey != nil {
            _ = try? await client.settleAttempts()
            guard machine.end == nil else { return }
            handle(.restored(openAttempt))
        }
        do {
            let loaded = try await client.session()
            session = loaded
            driver.expectRealtime(loaded.realtime != nil)
            handle(
                .sessionLoaded(
                    PaymentSnapshot(loaded.transaction, language),
                    MethodChoice.methods(loaded, nil, hasCollector: options.cardCollector != nil)))
            tellConfiguration()
        } catch {
            let error = error as? WajubError ?? WajubError(WajubError.Code.loadError, language)
            let failure = CheckoutFailure(error)
            switch error.code {
            case WajubError.Code.sessionNotFound: handle(.sessionFailed(.unknown(failure)))
            case WajubError.Code.sessionTerminalExpired: handle(.sessionFailed(.expired(failure)))
            default:
                let load = WajubError(
                    WajubError.Code.loadError, language, apiMessage: error.apiMessage,
                    correlationId: error.correlationId, retryAfterSeconds: error.retryAfterSeconds,
                    httpStatus: error.httpStatus)
                handle(.sessionFailed(.unreachable(CheckoutFailure(load))))
            }
        }
    }

    private func loadConfiguration(_ load: Int) async {
        let loaded = try? await client.sdkConfig()
        guard load == loads else { return }
        config = loaded
        isConfigurationKnown = true
        tellConfiguration()
    }

    /// The forms depend on both answers, so the second one tells.
    private func tellConfiguration() {
        guard isConfigurationKnown, let session else { return }
        isConfigurationKnown = false
        guard let config else { return handle(.configurationFailed) }
        handle(
            .configurationLoaded(
                MethodChoice.methods(session, config, hasCollector: options.cardCollector != nil)))
    }

    private var pages: PageReading {
        PageReading(
            language: language, isSandbox: isSandbox,
            types: Dictionary(
                (session?.channels ?? []).map { ($0.slug, $0.type) }, uniquingKeysWith: { first, _ in first }))
    }

    private func process(_ key: String, _ channel: String) {
        guard let method = machine.method, let data = paymentData(method) else {
            // A callback changed the form after the tap: nothing leaves.
            let error = WajubError(WajubError.Code.validationError, language)
            return handle(.notBegun(CheckoutFailure(error)))
        }
        let (client, returnURL) = (client, options.returnURL)
        run { [self] in
            let decision = await client.decide(
                channel: channel, data: data.expose(), idempotencyKey: key, returnURL: returnURL)
            answered(decision, channel: channel)
        }
    }

    /// The request's `data`, from the form as it stands.
    private func paymentData(_ method: CheckoutMethod) -> Secret<[String: JSONValue]>? {
        switch method.form {
        case .mobileMoney:
            guard let form = forms.mobileMoney[method.slug], let data = form.data else { return nil }
            paidPhone = form.e164.map { PhoneRules.formatAsYouType($0) }
            paidOperatorID = form.operatorID
            return Secret(data)
        case .wallet: return Secret([:])
        case .card:
            guard let card = forms.card.data else { return nil }
            let billing = forms.billing[method.slug]?.data ?? [:]
            return Secret(billing.merging(["card": card.expose()]) { $1 })
        case .hostedCard: return Secret(forms.billing[method.slug]?.data ?? [:])
        case .collectedCard:
            guard let collected else { return nil }
            // Each one pays once.
            self.collected = nil
            return Secret(["payment_method_id": .string(collected.expose())])
        case .clientSession: return Secret([:])
        // No channel of this API has such a form.
        case .savedCard, .deviceWallet, .nothing: return nil
        }
    }

    private func answered(_ decision: Decision, channel: String?) {
        if case .requiresAction(let required) = decision.outcome { stepInfo = required.step }
        switch decision.outcome {
        case .complete: forms.card.forget()
        // A security code is typed again for every try.
        case .failed(let error, _) where error.details.isEmpty:
            forms.card.set(.securityCode, "", caret: 0)
        default: break
        }
        if decision.decided, let key = machine.undecidedKey { client.settle(key: key) }
        handle(.answered(AttemptAnswer(decision, pages, channel: channel)))
    }

    private func startClientSession(_ channel: String) {
        let email = forms.billing[channel]?.text(.email) ?? session?.transaction.customer?.email
        let name = session?.transaction.customer?.name
        let (client, returnURL) = (client, options.returnURL)
        run { [self] in
            do {
                let decision = try await client.decideClientSession(
                    channel: channel, email: email, name: name, returnURL: returnURL)
                answered(decision, channel: channel)
            } catch {
                let error = error as? WajubError ?? WajubError(WajubError.Code.networkError, language)
                // Nothing that could take money was asked for: the form says what is wrong. A page that an earlier
                // tap opened may still be paid on.
                handle(.notBegun(CheckoutFailure(error)))
            }
        }
    }

    private func completeClientSession(_ id: String) async {
        let decision = try? await client.decideCompletion(id: id)
        answered(decision ?? OutcomeMapping.unknown, channel: nil)
    }

    private func collectCard(_ channel: String) {
        guard let collector = options.cardCollector, let transaction,
            let key = config?.channels[channel]?.publishableKey
        else { return handle(.collected(.nothing)) }
        let request = CardCollectionRequest(
            publishableKey: key, amount: transaction.amountTotal, currency: transaction.currency,
            customerEmail: transaction.customer?.email, customerName: transaction.customer?.name,
            language: language.rawValue)
        run { [self] in
            do {
                let id = try await collector.collectPaymentMethod(request)?.trimmingCharacters(in: .whitespaces)
                // W90: a blank answer is none (O47).
                guard let id, !id.isEmpty, machine.end == nil else { return handle(.collected(.nothing)) }
                collected = Secret(id)
                handle(.collected(.paymentMethod))
            } catch {
                handle(.collected(.failed(CheckoutFailure(WajubError(collector: error, language)))))
            }
        }
    }

    private func verify(_ step: CheckoutStep) {
        guard let fields = forms.step?.data else { return }
        let client = client
        run { [self] in
            do {
                let decision = try await client.decideStep(step.kind, id: step.id, fields: fields.expose())
                answered(decision, channel: machine.method?.slug)
            } catch {
                let error = error as? WajubError ?? WajubError(WajubError.Code.networkError, language)
                stepStays(error)
            }
        }
    }

    /// W94, W96: the screen stays, the wrong answer goes.
    private func stepStays(_ error: WajubError) {
        forms.step?.forget()
        if let left = error.attemptsLeft { forms.step?.attemptsLeft = left }
        var failure = CheckoutFailure(error)
        // One field: what is wrong stands under it.
        if let field = forms.step?.field, forms.step?.kind != .address, failure.fields.isEmpty {
            failure.fields = [field: error.message]
        }
        handle(.stepStays(failure))
    }

    private func resend(_ step: CheckoutStep) async {
        do {
            let info = try await client.resend(step.kind, id: step.id)
            stepInfo = info
            if let destination = info.destination { forms.step?.destination = destination }
            if let left = info.attemptsLeft { forms.step?.attemptsLeft = left }
            handle(.stepResent)
        } catch {
            let error = error as? WajubError ?? WajubError(WajubError.Code.networkError, language)
            handle(.resendFailed(CheckoutFailure(error)))
        }
    }

    private func readStatus() async {
        do {
            let status = try await client.status()
            stepInfo = status.step ?? stepInfo
            handle(.statusRead(PaymentSnapshot(status, known: transaction, pages)))
        } catch let error as WajubError where [401, 404, 410].contains(error.httpStatus) {
            handle(.statusGone(isExpired: error.httpStatus == 410))
        } catch {
            handle(.statusUnreadable)
        }
    }

    private func cancel() async {
        let isDone = (try? await client.cancel()) != nil
        handle(.cancelAnswered(isDone: isDone))
    }

    private func open(_ page: CheckoutPage) {
        guard let url = URL(string: page.url) else { return handle(.pageOpened(false)) }
        run { [self] in
            let isOpen = await browser.open(url, mode: BrowserMode(page.mode)) { [weak self] in
                self?.handle(.cameBack)
            }
            handle(.pageOpened(isOpen))
        }
    }

    // MARK: - Ending

    private func finish(_ end: CheckoutEnd) {
        driver.stop()
        followLine()
        forms.card.forget()
        forms.step = nil
        collected = nil
        client.stopSending()
        let result = self.result ?? checkoutResult(end)
        onFinish?(result)
        // It holds the controller and its interface: told once, it lets go of both.
        let settled = onSettled
        onSettled = nil
        settled?(result)
    }
}
