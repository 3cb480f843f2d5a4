import Gateway
import Interface
import InterfaceWeb
import Kernel

/// The screens of a hosted checkout that are not the sheet's: before it is there, and after it has gone.
enum HostedScreens {
    static func header(_ session: CheckoutSession, _ language: String) -> Header {
        let branding = session.branding
        return Header(
            picture: Picture(url: branding.logo, badge: Badge("", symbol: .shop)), name: name(session),
            badge: session.payment.environment == .sandbox ? HostedTexts(language).testMode : nil, closeLabel: nil)
    }

    /// The trade name, where the merchant has one.
    static func name(_ session: CheckoutSession) -> String { session.branding.name ?? session.merchant.name }

    /// Drawn by the page itself, until the sheet is there.
    static func opening(_ session: CheckoutSession, _ texts: PageTexts) -> Screen {
        Screen(
            id: "opening", title: name(session), language: texts.language, rightToLeft: texts.isRightToLeft,
            header: header(session, texts.language),
            content: [Node("opening", .skeleton(rows: 3, label: texts.opening))],
            canDismiss: false)
    }
}

/// What stands there when the sheet has gone: the payer is on the way back to the shop, or may close the page.
@MainActor
final class EndInterface: LiveInterface {
    let screen: Screen
    let look: Look
    var onRedraw: (@MainActor () -> Void)?
    private let again: @MainActor () -> Void

    /// - Parameters:
    ///   - isLeaving: whether the browser is being sent back to the shop.
    ///   - status: the payment's, now.
    init(
        header: Header, look: Look, language: String, rightToLeft: Bool, isLeaving: Bool, status: PaymentStatus,
        again: @escaping @MainActor () -> Void
    ) {
        let texts = HostedTexts(language)
        let canReturn = !status.isFinal
        self.look = look
        self.again = again
        var header = header
        (header.closeLabel, header.backLabel) = (nil, nil)
        let content: [Node] =
            isLeaving
            ? [Node("leaving", .spinner(label: texts.leaving))]
            : [
                Node(
                    "end",
                    .column(
                        Column(
                            .inside, centred: true,
                            [
                                Node("sign", .outcome(.over)), Node("heading", .text(TextRun(texts.over, .heading))),
                                Node("words", .text(TextRun(Self.words(status, texts), .secondary))),
                            ])))
            ]
        screen = Screen(
            id: "gone", title: header.name, language: language, rightToLeft: rightToLeft, header: header,
            content: content,
            actions: canReturn && !isLeaving ? [Node("again", .button(Button(texts.again, .secondary)))] : [],
            canDismiss: false)
    }

    private static func words(_ status: PaymentStatus, _ texts: HostedTexts) -> String {
        switch status {
        case .pending, .processing: texts.canReturn
        case .success: texts.canClose
        case .cancelled: texts.cancelled
        case .failed, .expired: texts.ended
        }
    }

    func perform(_ event: InterfaceEvent) {
        if case .press("again") = event { again() }
    }
}
