import Checkout
import Foundation
import Interface
import Kernel

/// The methods of a session as a list in the app's own screen (YF25): one is chosen, a saved one can be removed.
@MainActor
final class MethodList: LiveInterface {
    private final class Weak {
        weak var full: (any YunoPaymentFullDelegate)?
        weak var payment: (any YunoPaymentDelegate)?
    }

    private let held = Weak()
    private let source: PaymentSource?
    private let language: Language
    let look: Look
    private var info: CheckoutInfo?
    private var failure: String?
    private var isLoading = true
    private(set) var chosen: SDKPaymentMethod?
    /// The saved method whose removal is asked about, or under way.
    private var removal: SDKPaymentMethod?
    private var isRemoving = false
    private var toldHeight: CGFloat?
    private var isMeasured = false
    private var waiters: [CheckedContinuation<Void, Never>] = []
    private(set) var workUnderWay = 0
    var onRedraw: (@MainActor () -> Void)?

    static func open(_ delegate: any YunoPaymentFullDelegate) -> MethodList {
        open(MethodList(delegate, full: delegate))
    }

    static func open(payment delegate: any YunoPaymentDelegate) -> MethodList {
        open(MethodList(delegate, full: nil))
    }

    /// The last list that was asked for is the one that counts.
    private static func open(_ list: MethodList) -> MethodList {
        FlowDesk.current.list = list
        if let delegate = list.delegate { FlowDesk.current.remember(delegate) }
        list.load()
        return list
    }

    private init(_ delegate: any YunoPaymentDelegate, full: (any YunoPaymentFullDelegate)?) {
        held.payment = delegate
        held.full = full
        let source = try? FlowDesk.current.paymentSource(delegate, .full)
        self.source = source
        language = source?.client.language ?? Language(wanted: delegate.language, device: Locale.preferredLanguages)
        look = Look(YunoCore.current.config.appearance)
        isLoading = source != nil
    }

    var delegate: (any YunoPaymentDelegate)? { held.payment }

    /// What the payer chose.
    var selection: PaymentFlow.Selection? {
        chosen.flatMap {
            PaymentFlow.Selection(SavedCardPayment(paymentMethodType: $0.type, vaultedToken: $0.vaultedToken))
        }
    }

    /// Waits until the methods are there, or cannot be had.
    func loaded() async {
        guard isLoading else { return }
        await withCheckedContinuation { waiters.append($0) }
    }

    // MARK: Loading

    private func load() {
        guard let source else {
            // O9: never set up, or something is missing: an empty view.
            return redraw()
        }
        isLoading = true
        failure = nil
        redraw()
        run { [self] in
            do {
                take(try await source.client.checkout(source.session))
            } catch {
                failure = CheckoutTexts(language)["methods_unavailable"]
            }
            isLoading = false
            let told = waiters
            waiters = []
            for waiter in told { waiter.resume() }
            redraw()
        }
    }

    private func take(_ info: CheckoutInfo) {
        self.info = info
        let known = chosen
        chosen =
            info.methods.first { $0.isSame(as: known) && $0.isAvailable }
            ?? info.methods.first { $0.isPreferred && $0.isAvailable }
        if let chosen, !chosen.isSame(as: known) || known == nil { tell(chosen) }
        // What was chosen is gone.
        if chosen == nil, known != nil { tell(nil) }
    }

    private func tell(_ method: SDKPaymentMethod?) {
        held.full?.yunoDidSelect(
            paymentMethod: SavedCardPayment(
                paymentMethodType: method?.type ?? "", vaultedToken: method?.vaultedToken))
    }

    private func run(_ work: @escaping @MainActor () async -> Void) {
        workUnderWay += 1
        Task {
            await work()
            workUnderWay -= 1
        }
    }

    // MARK: The payer

    func perform(_ event: InterfaceEvent) {
        guard screen.offers(event), case .press(let id) = event else { return }
        switch id {
        case Self.retry: load()
        case Self.remove: unenroll()
        case Self.keep: removal = nil
        default:
            if let index = Self.index(id, Self.removePrefix) {
                removal = shown[index]
            } else if let index = Self.index(id, Self.rowPrefix) {
                chosen = shown[index]
                tell(chosen)
            }
        }
        redraw()
    }

    private func unenroll() {
        guard let source, let token = removal?.vaultedToken, !isRemoving else { return }
        isRemoving = true
        run { [self] in
            let isGone = (try? await source.client.unenroll(token, session: source.session)) != nil
            isRemoving = false
            removal = nil
            held.full?.yunoDidUnenrollSuccessfully(isGone)
            if isGone { load() } else { redraw() }
        }
    }

    // MARK: The screen

    private var shown: [SDKPaymentMethod] { info?.methods ?? [] }

    var screen: Screen {
        let texts = CheckoutTexts(language)
        return Screen(
            id: "method-list", title: texts["methods_title"], language: language.rawValue,
            rightToLeft: language.isRightToLeft, header: Header(name: "", closeLabel: nil), content: content(texts),
            dialog: dialog(texts), embedded: true)
    }

    private func content(_ texts: CheckoutTexts) -> [Node] {
        if let failure {
            return [
                Node("list.failure", .banner(Banner(.error, failure))),
                Node(Self.retry, .button(Interface.Button(texts["retry"], .secondary))),
            ]
        }
        if isLoading, info == nil {
            return [Node("list.wait", .skeleton(rows: 3, label: texts["loading"]))]
        }
        let rows = shown.enumerated().map { index, method in
            Node("\(Self.rowPrefix)\(index)", .row(row(index, method, texts)))
        }
        guard !rows.isEmpty else { return [] }
        return [Node("list", .column(Column(.tight, label: texts["methods_title"], rows)))]
    }

    private func row(_ index: Int, _ method: SDKPaymentMethod, _ texts: CheckoutTexts) -> Row {
        let isSaved = method.vaultedToken != nil
        let detail = isSaved ? texts["card_saved"] : method.description.flatMap { $0 == method.name ? nil : $0 }
        let symbol: Badge.Symbol =
            switch method.form {
            case .card, .savedCard: .card
            case .mobileMoney: .phone
            case .wallet, .nothing: .wallet
            }
        let remove =
            isSaved ? RowAction("\(Self.removePrefix)\(index)", texts["card_remove", ["name": method.name]]) : nil
        return Row(
            method.name, detail: detail,
            picture: Picture(url: method.icon?.absoluteString, badge: Badge("", symbol: symbol)),
            unavailable: method.isAvailable ? nil : method.reason?.message ?? texts["method_unavailable"],
            selected: method.isAvailable ? method.isSame(as: chosen) : nil, action: remove)
    }

    private func dialog(_ texts: CheckoutTexts) -> Dialog? {
        guard let removal, !isRemoving else { return nil }
        return Dialog(
            title: texts["card_remove_title"], text: texts["card_remove_text", ["name": removal.name]],
            confirmID: Self.remove, confirmTitle: texts["card_remove_do"], refuseID: Self.keep,
            refuseTitle: texts["card_keep"])
    }

    private func redraw() {
        onRedraw?()
        if !isMeasured { tellHeight(height) }
    }

    /// What it takes where it is drawn; until that is known rows of the design's height are counted (YF23).
    func measured(_ height: CGFloat) {
        isMeasured = true
        tellHeight(height)
    }

    private func tellHeight(_ height: CGFloat) {
        guard height != toldHeight else { return }
        toldHeight = height
        held.full?.yunoUpdatePaymentMethodsViewHeight(height)
    }

    private var height: CGFloat {
        guard source != nil else { return 0 }
        let rows = failure != nil ? 2 : isLoading && info == nil ? 3 : shown.count
        return CGFloat(rows * 60 + max(0, rows - 1) * 4)
    }

    private static let rowPrefix = "list.row."
    private static let removePrefix = "list.remove."
    private static let retry = "list.retry"
    private static let remove = "list.confirm"
    private static let keep = "list.keep"

    private static func index(_ id: String, _ prefix: String) -> Int? {
        id.hasPrefix(prefix) ? Int(id.dropFirst(prefix.count)) : nil
    }
}

extension SDKPaymentMethod {
    func isSame(as other: SDKPaymentMethod?) -> Bool {
        other.map { $0.type == type && $0.vaultedToken == vaultedToken } ?? false
    }
}
