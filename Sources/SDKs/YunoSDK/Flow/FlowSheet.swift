import Checkout
import Foundation
import Interface
import Kernel

/// A flow as screens that any renderer can draw.
@MainActor
final class FlowSheet: LiveInterface {
    /// An app may keep a view longer than its flow: it shows what it showed last.
    private weak var flow: PaymentFlow?
    private var last: Screen
    var onRedraw: (@MainActor () -> Void)?
    private(set) var look: Look

    init(_ flow: PaymentFlow) {
        self.flow = flow
        last = CheckoutDrawing(flow.picture).screen
        look = Look(flow.plan.config.appearance)
    }

    var screen: Screen {
        if let flow { last = CheckoutDrawing(flow.picture).screen }
        return last
    }

    func perform(_ event: InterfaceEvent) {
        guard let flow, flow.machine.end == nil, let action = CheckoutAction(event, flow.picture) else { return }
        flow.perform(action)
    }

    func redraw() { onRedraw?() }
}

extension PaymentFlow {
    /// Everything the screens may show.
    var picture: CheckoutPicture {
        var picture = CheckoutPicture(shownScreen, language)
        picture.isEmbedded = plan.isEmbedded
        picture.securedBy = "Comptoir"
        picture.state = machine.state
        picture.merchantName = info?.merchant.name
        picture.merchantLogo = info?.merchant.logo?.absoluteString
        picture.isWhiteLabel = info?.merchant.isWhiteLabel ?? false
        picture.isSandbox = info?.isSandbox ?? false
        picture.amount = info?.amount
        picture.about = info?.about
        picture.method = shownMethod
        picture.mobileMoney = machine.method.flatMap { forms.mobileMoney[$0.slug] }
        picture.card = asksForCard ? forms.card : nil
        picture.step = forms.step
        picture.fieldErrors = forms.errors
        picture.banner = forms.errors.isEmpty ? machine.banner.map(words) : nil
        picture.waiting = waiting
        picture.isWalletPage = machine.page?.mode == .external
        picture.pageURL = machine.page?.url
        picture.pageReturnURL = info?.callbackURL
        picture.code = machine.code.map {
            CheckoutPicture.Code(
                kind: $0.kind, text: $0.text, barcode: $0.barcode,
                secondsLeft: $0.deadline > now ? Int(($0.deadline - now + 999_999_999) / 1_000_000_000) : 0)
        }
        picture.failure = machine.failure.map {
            CheckoutPicture.Failure(code: $0.code, message: words($0), retryable: $0.isRetryable)
        }
        picture.receipt = state?.payment.map {
            CheckoutPicture.Receipt(
                reference: $0.reference ?? "", methodName: shownMethod?.name ?? $0.method, paidAt: $0.paidAt)
        }
        picture.isBusy = machine.isBusy || plan.isEmbedded && machine.screen == .handedOver && machine.banner == nil
        picture.canDismissBySwipe = machine.canDismissBySwipe
        picture.canGoBack = forms.card.step > 0
        picture.canResend = forms.step?.hasResend == true && machine.canResend(at: now)
        picture.resendSeconds = resendSeconds
        return picture
    }

    /// In the app's own page the form stays where it is while its token is made and paid with.
    private var shownScreen: CheckoutScreen {
        guard plan.isEmbedded, let method = machine.method else { return machine.screen }
        let isOnItsWay = machine.request == .token || machine.screen == .handedOver
        return isOnItsWay ? method.formScreen : machine.screen
    }

    private var asksForCard: Bool {
        switch machine.method?.form {
        case .card, .savedCard: true
        default: false
        }
    }

    private var shownMethod: CheckoutPicture.Method? {
        guard let method = machine.method, let found = chosen else { return nil }
        return CheckoutPicture.Method(
            slug: method.slug, name: found.name, logo: found.icon?.absoluteString, form: method.form,
            operatorNames: found.operators.map(\.name))
    }

    private var waiting: CheckoutPicture.Waiting {
        let elapsed = machine.followedSince.map { now > $0 ? Int((now - $0) / 1_000_000_000) : 0 }
        var ussd: String?
        if case .approval(_, let code)? = state?.action?.kind { ussd = code }
        let form = machine.method.flatMap { forms.mobileMoney[$0.slug] }
        return CheckoutPicture.Waiting(
            phone: form?.e164.map { PhoneRules.formatAsYouType($0) },
            operatorName: form.flatMap { form in form.operators.first { $0.id == form.operatorID }?.name },
            instruction: machine.snapshot?.instruction, ussdCode: ussd, elapsedSeconds: elapsed ?? 0,
            over: machine.isOutOfTime)
    }

    private var resendSeconds: Int? {
        forms.step?.hasResend == true ? machine.resendSeconds(at: now) : nil
    }

    /// What the gateway says to the payer; else words of our own.
    private func words(_ failure: CheckoutFailure) -> String {
        if let message = failure.outcome.message { return message }
        let texts = CheckoutTexts(language)
        switch failure.code {
        case "NETWORK_ERROR", "network_error":
            return ErrorCatalogue.wajub["network_error"]?.message(language) ?? texts["failure_title"]
        case "session_terminal_expired", "EXPIRED": return texts["ended_expired"]
        case "CHECKOUT_SESSION_NOT_FOUND": return texts["session_gone"]
        case "payment_not_found": return texts["payment_not_found"]
        default: return texts["failed_plain"]
        }
    }
}
