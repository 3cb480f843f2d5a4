import Foundation
import Interface
import Kernel

/// Draws a checkout as a screen. It decides nothing: what may be done stands in the picture.
package struct CheckoutDrawing {
    let picture: CheckoutPicture
    let texts: CheckoutTexts
    /// For the date on a receipt.
    let timeZone: TimeZone

    package init(_ picture: CheckoutPicture, timeZone: TimeZone = .current) {
        self.picture = picture
        self.timeZone = timeZone
        texts = CheckoutTexts(picture.language)
    }

    package var screen: Screen {
        let body = body
        return Screen(
            id: body.id, title: body.title, language: picture.language.rawValue,
            rightToLeft: picture.language.isRightToLeft, header: header,
            content: (picture.isEmbedded ? [] : summary) + body.content, actions: body.actions,
            credit: picture.isEmbedded ? nil : credit, dialog: dialog, canDismiss: picture.canDismissBySwipe,
            embedded: picture.isEmbedded)
    }

    /// W71. Whose label it is is known with the payment.
    private var credit: String? {
        picture.isWhiteLabel || picture.amount == nil ? nil : texts["secured_by", ["name": picture.securedBy]]
    }

    /// What a screen has of its own.
    struct Body {
        let id: String
        let title: String
        let content: [Node]
        var actions: [Node] = []
    }

    private var body: Body {
        switch picture.screen {
        case .loading: loading
        case .loadError: loadError
        case .methods: methods
        case .mobileMoney: mobileMoney
        case .card: card
        case .wallet: wallet
        case .processing: processing
        case .approval: approval
        case .ussd: ussd
        case .redirect: redirect
        case .page: page
        case .code: code
        case .handedOver: handedOver
        case .step(let kind): step(kind)
        case .threeDSCode: step(.threeDS)
        case .verifying: verifying
        case .success: success
        case .failure: failure
        case .ended: ended
        }
    }

    private var header: Header {
        // Before the payment is loaded there is no merchant to name.
        let name = picture.merchantName ?? texts["payment"]
        let logo = Picture(url: picture.merchantLogo, badge: Badge("", symbol: .shop))
        return Header(
            picture: logo, name: name, badge: picture.isSandbox ? texts["test_mode"] : nil,
            closeLabel: texts["close"],
            backLabel: picture.canGoBack && isForm && !picture.isBusy ? texts["back"] : nil)
    }

    private var isForm: Bool { [.mobileMoney, .card, .wallet].contains(picture.screen) }

    /// The amount stays at the same place on every screen.
    private var summary: [Node] {
        guard let amount = amountText else { return [] }
        let caption = picture.includesFees ? texts["fees_included"] : nil
        var children = [Node(NodeID.amount, .amount(Amount(amount, caption: caption)))]
        if let about = picture.about, !about.isEmpty {
            children.append(text(NodeID.about, picture.language.isolate(about), .caption))
        }
        return [Node(NodeID.summary, .column(Column(.tight, children)))]
    }

    /// The question before a payment is cancelled for good (W59).
    private var dialog: Dialog? {
        guard picture.asksToCancel else { return nil }
        return Dialog(
            title: texts["cancel_title"], text: texts["cancel_text"], confirmID: NodeID.cancelForGood,
            confirmTitle: texts["cancel"], refuseID: NodeID.keep, refuseTitle: texts["cancel_keep"])
    }

    // MARK: What several screens have

    var amountText: String? { picture.amount?.formatted(picture.language) }

    var merchant: String { picture.merchantName ?? texts["the_shop"] }

    func text(_ id: String, _ words: String, _ style: TextRun.Style = .body, leftToRight: Bool = false) -> Node {
        Node(id, .text(TextRun(words, style, leftToRight: leftToRight)))
    }

    func heading(_ words: String) -> Node { text(NodeID.heading, words, .heading) }

    /// The heading, and a line under it.
    func opening(_ title: String, _ words: String?) -> Node {
        guard let words else { return heading(title) }
        let lines = [heading(title), text(NodeID.text, words, .secondary)]
        return Node(NodeID.opening, .column(Column(.tight, lines)))
    }

    func button(_ id: String, _ title: String, _ role: Button.Role = .primary, busy: Bool = false) -> Node {
        Node(id, .button(Button(title, role, busy: busy)))
    }

    /// An error of the last try; not said twice when a field says the same.
    var banner: [Node] {
        guard let words = picture.banner, !picture.fieldErrors.values.contains(words) else { return [] }
        return [Node(NodeID.banner, .banner(Banner(.error, words)))]
    }

    /// W58. While the cancellation runs, its button spins.
    var cancel: [Node] {
        guard picture.canCancel || picture.isCancelling else { return [] }
        return [button(NodeID.cancel, texts["cancel"], .destructive, busy: picture.isCancelling)]
    }
}
