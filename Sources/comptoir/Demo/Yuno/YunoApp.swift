import Foundation
import Interface
import Kernel
import Wire
import YunoSDK

/// A merchant's app with `YunoSDK` in it, as one would write it. It runs on the demo's server, where the SDK draws its
/// screens for a browser; everything it asks the gateway goes over HTTP.
@MainActor
final class YunoApp: @preconcurrency YunoPaymentFullDelegate, @preconcurrency YunoEnrollmentDelegate {
    private weak var visit: YunoVisit?
    private let core: YunoCore
    private let controller: PhoneScreen
    private let wallet: PhoneWallet
    private let integration: YunoIntegration
    nonisolated let checkoutSession: String
    nonisolated let customerSession: String
    nonisolated let countryCode: String
    nonisolated let language: String?
    private var render: (any YunoPaymentRenderFlowProtocol)?
    private var headless: (any YunoPaymentHeadless)?

    /// - Parameters:
    ///   - session: of the checkout, or of the customer when a card is saved.
    init(
        _ visit: YunoVisit, _ integration: YunoIntegration, session: String, country: String, language: Language,
        gateway: String, key: Secret<String>
    ) {
        self.visit = visit
        self.integration = integration
        checkoutSession = integration == .enrollment ? "" : session
        customerSession = integration == .enrollment ? session : ""
        countryCode = country
        self.language = language.rawValue
        var world = YunoWorld.real
        world.journal = MemoryJournal()
        world.install = InstallIdentity(folder: "demo", directory: nil)
        let wallet = PhoneWallet(visit)
        self.wallet = wallet
        world.wallet = { wallet }
        core = YunoCore(world: world)
        controller = PhoneScreen(visit)
        inCore {
            var settings = Yuno.config
            settings.baseURL = URL(string: gateway)
            Yuno.config = settings
            Yuno.initialize(apiKey: key.expose(), config: YunoConfig(saveCardEnabled: true))
        }
    }

    /// A visit's own core, in place of the one an app has for itself.
    private func inCore<Value>(_ work: () throws -> Value) rethrows -> Value {
        try YunoCore.$current.withValue(core, operation: work)
    }

    private func inCore<Value>(_ work: () async throws -> Value) async rethrows -> Value {
        try await YunoCore.$current.withValue(core, operation: work)
    }

    private func drawn(_ view: YunoView) -> any LiveInterface { CoreInterface(view.interface, core) }

    // MARK: What the page's buttons do

    /// Full: the SDK's list in the shop's page.
    func showMethods() {
        called("getPaymentMethodView(delegate:)")
        let view: YunoView = inCore { Yuno.getPaymentMethodView(delegate: self) }
        visit?.embed(drawn(view))
    }

    /// Render: the form of a method in the shop's page.
    func showForm(_ method: CardPaymentMethod) async {
        called("startPaymentRenderFlow(paymentMethodSelected:with:)", ["type": .string(method.paymentMethodType)])
        await inCore {
            let render = await Yuno.startPaymentRenderFlow(paymentMethodSelected: method, with: self)
            self.render = render
            let view = await render.formView(paymentMethodSelected: method, with: self)
            visit?.embed(view.map(drawn))
            called("formView(paymentMethodSelected:with:)", ["view": .bool(view != nil)])
        }
    }

    func pay(_ method: CardPaymentMethod) {
        let type: JSONValue = ["type": .string(method.paymentMethodType)]
        switch integration {
        case .full:
            called("startPayment()")
            inCore { Yuno.startPayment() }
        case .lite:
            called("startPaymentLite(with:paymentSelected:)", type)
            inCore { Yuno.startPaymentLite(with: self, paymentSelected: method) }
        case .render:
            called("submitForm()")
            inCore { render?.submitForm() }
        case .seamless:
            called("startPaymentSeamlessLite(with:paymentSelected:)", type)
            Task { await paySeamless(method) }
        case .enrollment:
            called("enrollPayment(with:)")
            inCore { Yuno.enrollPayment(with: self) }
        case .headless: break
        }
    }

    private func paySeamless(_ method: CardPaymentMethod) async {
        let result = await inCore {
            await Yuno.startPaymentSeamlessLite(
                with: SeamlessParams(
                    checkoutSession: checkoutSession, countryCode: countryCode, language: language,
                    viewController: controller), paymentSelected: method)
        }
        ended("startPaymentSeamlessLite", result)
    }

    /// Headless: the shop's own form made this.
    func pay(_ card: CollectedData) async {
        called("apiClientPayment(countryCode:checkoutSession:)")
        let client =
            headless ?? inCore { Yuno.apiClientPayment(countryCode: countryCode, checkoutSession: checkoutSession) }
        headless = client
        called("generateToken(data:)")
        do {
            let answer = try await client.generateToken(
                data: TokenCollectedData(checkoutSession: checkoutSession, paymentMethod: card))
            told("generateToken", ["token": .string(answer["token"] as? String ?? "")])
            guard let token = answer["token"] as? String else { return }
            await visit?.payHeadless(token)
        } catch {
            let words = (error as? YunoError)?.errorDescription ?? "\(error)"
            visit?.tell("generateToken", "throws", isGood: false, ["error": .string(words)])
            visit?.end(nil, "NO_TOKEN", message: words)
        }
    }

    /// Headless: where the bank asks, for a frame of the shop's own.
    func challenge() async -> String? {
        called("getThreeDSecureChallenge()")
        do {
            guard let found = try await headless?.getThreeDSecureChallenge() else { return nil }
            told("getThreeDSecureChallenge", ["url": .string(found.url)])
            return found.url
        } catch {
            visit?.tell("getThreeDSecureChallenge", "throws", isGood: false, ["error": .string("\(error)")])
            return nil
        }
    }

    /// Goes on with the payment the shop's server has made.
    func carryOn() {
        called("continuePayment()")
        guard integration == .render, let render else { return inCore { Yuno.continuePayment() } }
        Task {
            let view = await inCore { await render.continuePayment() }
            if let view { visit?.embed(drawn(view)) }
        }
    }

    /// The page the provider sends the payer back to.
    /// - Parameter isFresh: the app was ended meanwhile, and has just been started again.
    func open(link: URL, isFresh: Bool) {
        let isTaken = inCore { Yuno.receiveDeeplink(link) }
        visit?.tell("receiveDeeplink(_:)", isTaken ? "true" : "false", [:], from: .app, to: .checkout)
        guard isFresh, !isTaken else { return }
        inCore { (Yuno.self as any OlderStart.Type).start(self) }
        carryOn()
    }

    func pageClosed() { controller.pageClosed() }

    func walletAnswers(_ isAuthorized: Bool) { wallet.answer(isAuthorized) }

    private func called(_ name: String, _ payload: JSONValue = [:]) {
        visit?.tell(name, nil, payload, from: .app, to: .checkout)
    }

    private func told(_ name: String, _ payload: JSONValue = [:]) { visit?.tell(name, nil, payload) }

    private func ended(_ name: String, _ result: Yuno.Result, _ substatus: String? = nil) {
        let last = inCore { Yuno.lastResult }
        let substatus = substatus ?? last?.substatus
        visit?.tell(
            name, result.description, isGood: ![.reject, .fail, .internalError].contains(result),
            ["result": .string(result.description), "substatus": .optional(substatus)])
        visit?.end(result, substatus, message: last?.message)
    }

    // MARK: What the SDK tells

    var viewController: YunoViewController? { controller }

    func yunoCreatePayment(with token: String, information: [String: Any]) {
        told("yunoCreatePayment(with:information:)", ["token": .string(token)])
        Task {
            guard await visit?.pay(token, type: information["type"] as? String ?? "CARD") == true else {
                return inCore { Yuno.hideLoader() }
            }
            carryOn()
        }
    }

    func yunoPaymentResult(_ result: Yuno.Result, substatus: String?) {
        ended("yunoPaymentResult(_:substatus:)", result, substatus)
    }

    func yunoEnrollmentResult(_ result: Yuno.Result) { ended("yunoEnrollmentResult(_:)", result) }

    func yunoDidSelect(paymentMethod: any PaymentMethodSelected) {
        let type = paymentMethod.paymentMethodType
        told(
            "yunoDidSelect(paymentMethod:)",
            ["type": .string(type), "saved": .bool(paymentMethod.vaultedToken != nil)])
        visit?.listed(isChosen: !type.isEmpty)
    }

    func yunoDidUnenrollSuccessfully(_ success: Bool) {
        visit?.tell("yunoDidUnenrollSuccessfully(_:)", success ? "true" : "false", isGood: success, [:])
    }

    func yunoUpdatePaymentMethodsViewHeight(_ height: CGFloat) {
        told("yunoUpdatePaymentMethodsViewHeight(_:)", ["height": .integer(Int(height))])
    }

    func onLoading(isLoading: Bool) {
        visit?.tell("onLoading(isLoading:)", isLoading ? "true" : "false", [:])
        visit?.load(isLoading)
    }
}

/// An app that was started again names its delegate as older apps did, before anything else.
private protocol OlderStart { @MainActor static func start(_ delegate: any YunoPaymentDelegate) }

extension Yuno: OlderStart {
    @available(*, deprecated)
    fileprivate static func start(_ delegate: any YunoPaymentDelegate) { startCheckout(with: delegate) }
}

/// What is drawn acts in the core of its visit.
@MainActor
private final class CoreInterface: LiveInterface {
    private let inner: any LiveInterface
    private let core: YunoCore

    init(_ inner: any LiveInterface, _ core: YunoCore) { (self.inner, self.core) = (inner, core) }

    var screen: Screen { inner.screen }
    var look: Look { inner.look }
    var onRedraw: (@MainActor () -> Void)? {
        get { inner.onRedraw }
        set { inner.onRedraw = newValue }
    }

    func perform(_ event: InterfaceEvent) { YunoCore.$current.withValue(core) { inner.perform(event) } }
}

/// The app's screen: sheets and providers' pages stand in the demo's phone.
@MainActor
private final class PhoneScreen: YunoViewController {
    private weak var visit: YunoVisit?
    private var closed: (@MainActor () -> Void)?

    init(_ visit: YunoVisit) { self.visit = visit }

    override func present(_ view: YunoView) {
        super.present(view)
        visit?.present(CoreInterface(view.interface, YunoCore.current))
    }

    override func dismiss() {
        super.dismiss()
        visit?.present(nil)
    }

    override func open(_ url: URL, closed: @escaping @MainActor () -> Void) -> Bool {
        guard let visit else { return false }
        self.closed = closed
        visit.browse(url.absoluteString)
        return true
    }

    func pageClosed() {
        let told = closed
        closed = nil
        told?()
    }
}

/// A wallet of the demo's phone: its panel is the page's, and what it encrypts is play money's.
@MainActor
private final class PhoneWallet: WalletAuthorizing {
    private weak var visit: YunoVisit?
    private var waiter: CheckedContinuation<WalletAnswer, Never>?

    init(_ visit: YunoVisit) { self.visit = visit }

    func authorize(_ request: WalletRequest) async -> WalletAnswer {
        guard let visit, waiter == nil else { return .unavailable }
        let locale = Locale(identifier: request.language == .french ? "fr_FR" : "en_US")
        visit.openWallet([
            "type": .string(request.type), "merchant": .string(request.merchant),
            "amount": .optional(request.amount?.formatted(locale: locale)),
        ])
        return await withCheckedContinuation { waiter = $0 }
    }

    func answer(_ isAuthorized: Bool) {
        visit?.openWallet(nil)
        waiter?.resume(returning: isAuthorized ? .authorized(Secret("{\"wallet\":\"demo\"}")) : .closed)
        waiter = nil
    }
}
