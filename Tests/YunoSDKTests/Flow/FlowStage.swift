import Checkout
import Foundation
import Interface
import Kernel
import Testing
import Wire
import WireTesting

@testable import YunoSDK

/// The app's screen: what stands over it, and what was opened.
@MainActor final class Stage: YunoViewController {
    private(set) var shown: [String] = []
    private(set) var opened: [URL] = []
    private var closed: (@MainActor () -> Void)?

    override func present(_ view: YunoView) {
        super.present(view)
        shown.append("present")
    }

    override func dismiss() {
        super.dismiss()
        shown.append("dismiss")
    }

    override func open(_ url: URL, closed: @escaping @MainActor () -> Void) -> Bool {
        opened.append(url)
        self.closed = closed
        return true
    }

    func comeBack() { closed?() }
}

/// A merchant's app: what it was told, and what it does when it has a token.
@MainActor final class Shop: @preconcurrency YunoPaymentFullDelegate, @preconcurrency YunoEnrollmentDelegate {
    let stage = Stage()
    nonisolated let checkoutSession: String
    nonisolated let customerSession = "customer-1"
    nonisolated let countryCode: String
    nonisolated let language: String?
    private(set) var tokens: [String] = []
    private(set) var information: [[String: Any]] = []
    private(set) var results: [Yuno.Result] = []
    private(set) var substatuses: [String?] = []
    private(set) var enrollments: [Yuno.Result] = []
    private(set) var selected: [any PaymentMethodSelected] = []
    private(set) var heights: [CGFloat] = []
    private(set) var unenrolled: [Bool] = []
    private(set) var loading: [Bool] = []
    private(set) var wasShownAtToken: [Bool] = []
    var onToken: (@MainActor () -> Void)?

    init(session: String = "session-1", country: String = "BR", language: String? = "en") {
        (checkoutSession, countryCode, self.language) = (session, country, language)
    }

    var viewController: YunoViewController? { stage }

    func yunoCreatePayment(with token: String, information: [String: Any]) {
        tokens.append(token)
        self.information.append(information)
        wasShownAtToken.append(stage.presented != nil)
        dispatchPrecondition(condition: .onQueue(.main))
        onToken?()
    }

    func yunoPaymentResult(_ result: Yuno.Result) {
        results.append(result)
        dispatchPrecondition(condition: .onQueue(.main))
    }

    func yunoPaymentResult(_ result: Yuno.Result, substatus: String?) { substatuses.append(substatus) }
    func yunoEnrollmentResult(_ result: Yuno.Result) { enrollments.append(result) }
    func yunoDidSelect(paymentMethod: any PaymentMethodSelected) { selected.append(paymentMethod) }
    func yunoDidUnenrollSuccessfully(_ success: Bool) { unenrolled.append(success) }
    func yunoUpdatePaymentMethodsViewHeight(_ height: CGFloat) { heights.append(height) }
    func onLoading(isLoading: Bool) { loading.append(isLoading) }
}

/// The SDK set up against a gateway made by hand, in time that passes at once.
@MainActor struct Desk {
    let gateway = HandGateway()
    let clock = HandClock()
    let core: YunoCore
    let shop: Shop

    init(_ shop: Shop = Shop(), config: YunoConfig = YunoConfig(), initialized: Bool = true) {
        self.shop = shop
        core = YunoCore(world: .hand(gateway, clock))
        if initialized { core.initialize(apiKey: "pk_test_hand", config: config, callback: nil) }
    }

    /// Runs what an app does, and waits until nothing moves any more.
    func act(_ work: @MainActor () async -> Void) async {
        await YunoCore.$current.withValue(core) { await work() }
        await settle()
    }

    func settle() async {
        await settleAll {
            if let list = core.desk.list, list.workUnderWay > 0 { return true }
            guard let flow = core.desk.flow else { return false }
            return flow.workUnderWay + (flow.isWaking ? 1 : 0) != clock.sleeping
        }
    }

    /// Lets time pass, and whatever is due by then happen.
    func pass(seconds: Double) async { await clock.pass(seconds: seconds) { await self.settle() } }

    var screen: Screen? { shop.stage.presented?.interface.screen }

    func press(_ id: String) async { await act { shop.stage.presented?.interface.perform(.press(id)) } }

    func close() async { await act { shop.stage.presented?.interface.perform(.close) } }

    /// Types a card into whatever shows the form.
    func type(
        _ number: String = "4507990000000002", expiry: String = "11/40", code: String = "123",
        into view: YunoView? = nil
    ) {
        guard let interface = (view ?? shop.stage.presented)?.interface else { return }
        for (field, text) in [("card.number", number), ("card.expiry", expiry), ("card.cvc", code)] {
            interface.perform(.input(field, FieldText(text), caret: text.utf16.count))
        }
    }

    /// The app's server creates the payment that the gateway then tells of, and the app goes on.
    func pays(_ payment: JSONValue, showsStatus: Bool = true) {
        shop.onToken = { [gateway, core] in
            gateway.change { $0.payment = payment }
            YunoCore.$current.withValue(core) { Yuno.continuePayment(showPaymentStatus: showsStatus) }
        }
    }

    /// A new card in the Lite flow, up to its token.
    func payByCard(_ number: String = "4507990000000002", showsStatus: Bool = true) async {
        await act {
            Yuno.startPaymentLite(
                with: shop, paymentSelected: CardPaymentMethod(), showPaymentStatus: showsStatus)
        }
        type(number)
        await press("pay")
    }
}
