import Checkout
import Foundation
import Kernel

// What an app draws (W114).
extension CheckoutController {
    /// What to draw.
    public var screen: CheckoutScreen { machine.screen }
    /// Where the checkout stands; nil while the payment is loaded (W120).
    public var state: CheckoutState? { machine.state }

    /// The channels the payer may choose from.
    public var methods: [Channel] {
        machine.methods.compactMap { method in session?.channels.first { $0.slug == method.slug } }
    }

    /// The channel whose form is shown, or that was paid with.
    public var method: Channel? {
        machine.method.flatMap { method in session?.channels.first { $0.slug == method.slug } }
    }

    /// The Mobile Money form of the chosen channel; nil when another is chosen.
    public var mobileMoney: MobileMoneyForm? { machine.method.flatMap { forms.mobileMoney[$0.slug] } }

    /// The card form (W114).
    public var cardForm: CardForm { forms.card }

    /// The form of the step that is open.
    public var stepForm: StepForm? { forms.step }

    /// Words under the fields, by the field's name.
    public var fieldErrors: [String: String] { forms.errors }

    /// The billing fields that the chosen channel asks for; nil when it asks for none.
    public var billingForm: BillingForm? { forms.shownBilling(machine.method) }

    /// What went wrong with the last try, above the form; nil when nothing did.
    public var banner: WajubError? { machine.banner?.wajubError(language) }

    /// What the failure screen, the load error or the notice that a payment is over says.
    public var error: WajubError? { machine.failure?.wajubError(language) }

    /// Whether no real money moves: show « Mode test » (W131).
    public var isSandbox: Bool { transaction?.sandbox ?? false }

    /// Whether a request is on its way: no button may be pressed, and the sheet not swiped away (W54).
    public var isBusy: Bool { machine.isBusy }

    /// Whether "Cancel the payment" is offered (W58).
    public var canCancel: Bool { machine.canCancel }

    /// Whether a swipe may close the sheet now (W54).
    public var canDismissBySwipe: Bool { machine.canDismissBySwipe }

    /// Whether "Resend the code" is offered (W95).
    public var canResend: Bool { stepForm?.hasResend == true && machine.canResend(at: world.clock.nowNanoseconds) }

    /// The page that is open elsewhere, or that "Continue the payment" opens again (W86).
    public var pageURL: URL? { machine.page.flatMap { URL(string: $0.url) } }
}

extension CheckoutController {
    /// Everything the screens may show.
    package var picture: CheckoutPicture {
        var picture = CheckoutPicture(machine.screen, language)
        picture.state = machine.state
        picture.merchantName = session?.branding?.name
        picture.merchantLogo = session?.branding?.logo.flatMap(MobileMoneyForm.picture)
        picture.isWhiteLabel = session?.branding?.whiteLabel ?? false
        if let transaction { fill(&picture, transaction) }
        picture.methods = machine.methods.compactMap(describe)
        picture.method = machine.method.flatMap(describe)
        picture.mobileMoney = mobileMoney
        picture.card = machine.method?.form == .card ? cardForm : nil
        picture.billing = billingForm
        picture.step = stepForm
        picture.fieldErrors = fieldErrors
        picture.banner = bannerText
        picture.waiting = waiting
        picture.isWalletPage = machine.page?.mode == .external
        picture.failure = error.map {
            CheckoutPicture.Failure(
                code: $0.code, message: $0.message, retryable: $0.retryable, blockReference: $0.blockReference)
        }
        picture.isBusy = machine.isBusy
        picture.isCancelling = machine.request == .cancellation
        picture.canCancel = machine.canCancel
        picture.asksToCancel = asksToCancel && machine.canCancel
        picture.canDismissBySwipe = machine.canDismissBySwipe
        picture.canGoBack = machine.methods.count > 1
        picture.hasOtherMethods = machine.methods.count > 1
        picture.canResend = canResend
        picture.resendSeconds = resendSeconds
        return picture
    }

    private func fill(_ picture: inout CheckoutPicture, _ transaction: SessionTransaction) {
        picture.isSandbox = transaction.sandbox
        picture.amount = Currency(transaction.currency).flatMap { try? Money(transaction.amountTotal, $0) }
        picture.includesFees = transaction.fees ?? 0 > 0 && transaction.amountTotal != transaction.amount
        picture.about = transaction.description
        let paidWith = transaction.method ?? machine.method?.slug
        picture.receipt = CheckoutPicture.Receipt(
            reference: transaction.reference,
            methodName: paidOperatorName
                ?? paidWith.map { slug in
                    let channel = session?.channels.first { $0.slug == slug }
                    return channel?.displayName(language: language.rawValue) ?? slug
                },
            paidAt: transaction.paidAt, url: transaction.receiptURL?.absoluteString)
    }

    private func describe(_ method: CheckoutMethod) -> CheckoutPicture.Method? {
        guard let channel = session?.channels.first(where: { $0.slug == method.slug }) else { return nil }
        let only = channel.operators.count == 1 ? channel.operators.first : nil
        let badgeID = only?.id ?? channel.slug.split(separator: ".").last.map(String.init)
        return CheckoutPicture.Method(
            slug: channel.slug, name: name(channel),
            logo: channel.logo.flatMap(MobileMoneyForm.picture), form: method.form,
            operatorNames: channel.operators.map(\.name),
            badge: method.form == .mobileMoney && only == nil
                ? nil : badgeID.map { MobileMoneyCatalogue.badge(operatorID: $0, fallbackName: channel.name) })
    }

    /// Channels of one name are told apart by their country.
    private func name(_ channel: Channel) -> String {
        let name = channel.displayName(language: language.rawValue)
        let isShared = methods.contains { other in
            other.slug != channel.slug && other.displayName(language: language.rawValue) == name
        }
        let countries = channel.countries.compactMap(Country.init).map { $0.name(language) }
        return isShared && !countries.isEmpty ? "\(name) (\(countries.joined(separator: ", ")))" : name
    }

    /// What stands under a field already is not said twice.
    private var bannerText: String? {
        guard let banner else { return nil }
        return fieldErrors.isEmpty ? banner.message : nil
    }

    private var waiting: CheckoutPicture.Waiting? {
        switch machine.screen {
        case .processing, .approval, .ussd, .redirect, .verifying: break
        default: return nil
        }
        let context = transaction?.processingContext
        let now = world.clock.nowNanoseconds
        let elapsed = machine.followedSince.map { now > $0 ? Int((now - $0) / 1_000_000_000) : 0 }
        return CheckoutPicture.Waiting(
            phone: paidPhone, operatorName: paidOperatorName,
            instruction: machine.snapshot?.instruction ?? context?.payerInstruction, ussdCode: context?.ussdCode,
            elapsedSeconds: elapsed ?? 0, over: machine.isOutOfTime)
    }

    /// The operator it was paid with here; another device's is not known.
    private var paidOperatorName: String? {
        session?.channels.flatMap(\.operators).first { $0.id == paidOperatorID }?.name
    }

    private var resendSeconds: Int? {
        stepForm?.hasResend == true ? machine.resendSeconds(at: world.clock.nowNanoseconds) : nil
    }
}
