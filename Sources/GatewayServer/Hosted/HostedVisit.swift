import Gateway
import InterfaceWeb
import Kernel

/// One tab on one payment: a checkout of its own, and the page that shows it.
@MainActor
package final class HostedVisit: LiveVisit {
    package nonisolated let payment: PaymentID
    /// The page it is shown on.
    var address = ""
    /// Counted from 1 for each payment.
    let number: Int
    let language: Language
    let appearance: JSONValue?
    private var hostGone: (@MainActor () -> Void)?
    /// The sheet has gone: a page that comes back gets another visit.
    private(set) var isOver = false

    nonisolated init(
        id: String, payment: PaymentID, number: Int, limits: HostedLimits, language: Language, appearance: JSONValue?
    ) {
        (self.payment, self.number) = (payment, number)
        (self.language, self.appearance) = (language, appearance)
        super.init(id: id, limits: limits)
    }

    func begin(_ interface: HostedInterface, texts: PageTexts) {
        begin(interface.live, texts: texts)
        hostGone = interface.hostGone
    }

    /// Shows what stands there when the sheet has gone.
    func finish(_ end: EndInterface, errand: LivePage.Errand?) {
        isOver = true
        hostGone = nil
        page?.replace(with: end)
        if let errand { page?.send(errand) }
    }

    override func letGo() {
        let settle = hostGone
        hostGone = nil
        settle?()
    }
}
