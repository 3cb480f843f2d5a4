import Interface
import Kernel
import Testing

@testable import Checkout

/// Pictures of every screen, as a controller makes them.
enum Pictures {
    /// A name and a picture; printed by its name.
    struct Named: Sendable, CustomTestStringConvertible {
        let name: String
        let picture: CheckoutPicture
        var testDescription: String { "\(name) \(picture.language.rawValue)" }
    }

    static let operators = [
        MobileMoneyOperator(
            id: "mtn", name: "MTN MoMo", logo: "https://cdn.example/mtn.png", country: "CM", acceptsAnyNumber: false),
        MobileMoneyOperator(id: "orange", name: "Orange Money", logo: nil, country: "CM", acceptsAnyNumber: false),
        MobileMoneyOperator(id: "wave", name: "Wave", logo: nil, country: "CI", acceptsAnyNumber: true),
        MobileMoneyOperator(
            id: "moov", name: "Moov Money", logo: "http://cdn.example/m.png", country: "CI", acceptsAnyNumber: false),
    ]

    static let mobile = CheckoutPicture.Method(
        slug: "cm.mobile", name: "Mobile Money", logo: nil, form: .mobileMoney,
        operatorNames: ["MTN MoMo", "Orange Money"])
    static let card = CheckoutPicture.Method(slug: "card", name: "Card", logo: nil, form: .card)
    static let wallet = CheckoutPicture.Method(slug: "ci.djamo", name: "Djamo", logo: nil, form: .wallet)

    static func method(_ form: CheckoutMethod.Form) -> CheckoutPicture.Method {
        CheckoutPicture.Method(slug: "card", name: "Card", logo: nil, form: form)
    }

    static func mobileForm(
        _ phone: String = "", sandbox: Bool = false, locked: Bool = false, picked: String? = nil
    ) throws -> MobileMoneyForm {
        let countries = ["CM", "CI"].compactMap { Country($0) }
        var form = try #require(
            MobileMoneyForm(
                countries: countries, wanted: [], locked: locked, operators: operators, singleOperator: false,
                mode: .detect, sandbox: sandbox))
        if let picked { form.pickOperator(picked) }
        form.setPhone(phone, caret: phone.utf16.count)
        return form
    }

    static func cardForm(_ number: String = "") -> CardForm {
        var form = CardForm(today: YearMonth(year: 2026, month: 11))
        form.set(.number, number, caret: number.utf16.count)
        return form
    }

    static func stepForm(_ kind: StepKind, destination: String? = nil, resend: Bool = false) -> StepForm {
        StepForm(
            id: "stp_1", kind: kind, destination: destination, attemptsLeft: 3, resend: resend, today: (2026, 11, 30))
    }

    static func base(_ screen: CheckoutScreen, _ language: Language = .french) throws -> CheckoutPicture {
        var picture = CheckoutPicture(screen, language)
        picture.merchantName = "Chez Comptoir"
        picture.amount = Money(minorUnits: 25_500, currency: try #require(Currency("XAF")))
        picture.includesFees = true
        picture.about = "Panier 4172"
        return picture
    }

    static func step(_ kind: StepKind, _ language: Language = .french) throws -> CheckoutPicture {
        var picture = try base(kind == .threeDS ? .threeDSCode : .step(kind), language)
        picture.step = stepForm(kind, destination: kind == .otp ? "+237 6•• •• 34 56" : nil, resend: kind == .otp)
        return picture
    }

    static func failure(
        _ code: String, retryable: Bool = true, others: Bool = true, _ language: Language = .french
    ) throws -> CheckoutPicture {
        var picture = try base(.failure, language)
        let message = ErrorCatalogue.wajub[code]?.message(language, ["ref": "BR-1"]) ?? ""
        picture.failure = CheckoutPicture.Failure(
            code: code, message: message, retryable: retryable,
            blockReference: code == "shield_blocked" ? "BR-1" : nil)
        picture.hasOtherMethods = others
        picture.canCancel = retryable
        return picture
    }

    /// Every screen there is, in every language, in the ways it can look.
    static let all: [Named] = Language.allCases.flatMap { language in (try? every(language)) ?? [] }

    private static func every(_ language: Language) throws -> [Named] {
        var all: [Named] = []
        func add(
            _ name: String, _ picture: CheckoutPicture, _ change: (inout CheckoutPicture) throws -> Void = { _ in }
        ) throws {
            var picture = picture
            try change(&picture)
            all.append(Named(name: name, picture: picture))
        }
        try add("loading", CheckoutPicture(.loading, language))
        for (code, retryable) in [("load_error", true), ("no_payment_method", false)] {
            try add(code, CheckoutPicture(.loadError, language)) {
                $0.failure = try failure(code, retryable: retryable, language).failure
            }
        }
        try add("methods", base(.methods, language)) {
            $0.methods = [mobile, card, wallet, method(.hostedCard)]
            $0.canCancel = true
        }
        try add("methods, asking", base(.methods, language)) {
            $0.methods = [mobile, card]
            $0.canCancel = true
            $0.asksToCancel = true
        }
        try add("methods, cancelling", base(.methods, language)) {
            $0.methods = [mobile, card]
            $0.isBusy = true
            $0.isCancelling = true
        }
        try add("mobile money", base(.mobileMoney, language)) {
            $0.method = mobile
            $0.mobileMoney = try mobileForm("677123456")
            $0.canCancel = true
            $0.canGoBack = true
        }
        try add("mobile money, wrong", base(.mobileMoney, language)) {
            $0.method = mobile
            $0.mobileMoney = try mobileForm()
            $0.fieldErrors = [
                "phone": FormFault.required.message(language), "operator": FormFault.operatorRequired.message(language),
            ]
            $0.banner = ErrorCatalogue.wajub["network_error"]?.message(language)
        }
        try add("mobile money, sandbox", base(.mobileMoney, language)) {
            $0.method = mobile
            $0.isSandbox = true
            $0.mobileMoney = try mobileForm("677123456", sandbox: true, picked: "orange")
        }
        try add("card", base(.card, language)) {
            $0.method = card
            $0.isSandbox = true
            $0.card = cardForm("4242")
            $0.billing = BillingForm(required: ["email", "country"])
            $0.fieldErrors = [CardField.number.rawValue: FormFault.card(.numberTooShort).message(language)]
        }
        for form in [CheckoutMethod.Form.collectedCard, .hostedCard, .clientSession] {
            try add("card \(form)", base(.card, language)) {
                $0.method = method(form)
                $0.billing = form == .hostedCard ? BillingForm(required: BillingField.allCases.map(\.rawValue)) : nil
                $0.isBusy = form == .collectedCard
                $0.canDismissBySwipe = form != .collectedCard
            }
        }
        try add("wallet", base(.wallet, language)) { $0.method = wallet }
        try add("processing, sending", base(.processing, language)) {
            $0.isBusy = true
            $0.canDismissBySwipe = false
        }
        try add("processing, followed", base(.processing, language)) {
            $0.waiting = CheckoutPicture.Waiting(elapsedSeconds: 12)
        }
        try add("processing, over", base(.processing, language)) {
            $0.waiting = CheckoutPicture.Waiting(elapsedSeconds: 900, over: true)
        }
        let waiting = CheckoutPicture.Waiting(
            phone: "+237 6 77 12 34 56", operatorName: "MTN MoMo", instruction: "Composez *126#", ussdCode: "*126#",
            elapsedSeconds: 7)
        try add("approval", base(.approval, language)) { $0.waiting = waiting }
        try add("approval, bare", base(.approval, language))
        try add("ussd", base(.ussd, language)) { $0.waiting = waiting }
        try add("ussd, bare", base(.ussd, language)) { $0.waiting = CheckoutPicture.Waiting(ussdCode: "#150*50#") }
        try add("redirect", base(.redirect, language)) {
            $0.waiting = CheckoutPicture.Waiting(elapsedSeconds: 3)
            $0.banner = ErrorCatalogue.wajub["redirect_unavailable"]?.message(language)
        }
        try add("redirect, wallet", base(.redirect, language)) {
            $0.method = wallet
            $0.isWalletPage = true
        }
        for kind in StepKind.allCases { try add("step \(kind)", step(kind, language)) }
        try add("step otp, resend", step(.otp, language)) { $0.canResend = true }
        try add("step otp, soon", step(.otp, language)) { $0.resendSeconds = 42 }
        try add("step otp, wrong", step(.otp, language)) {
            $0.fieldErrors = ["code": ErrorCatalogue.wajub["invalid_code"]?.message(language, ["n": "2"]) ?? ""]
        }
        try add("verifying", base(.verifying, language)) { $0.isBusy = true }
        try add("success", base(.success, language)) {
            $0.receipt = CheckoutPicture.Receipt(
                reference: "order-4172", methodName: "MTN MoMo", paidAt: "2026-11-30T09:12:04Z",
                url: "https://shop.example/r/1")
        }
        try add("success, bare", base(.success, language))
        try add("refused", failure("insufficient_funds", language))
        try add("refused, one method", failure("payment_declined", others: false, language))
        try add("blocked", failure("shield_blocked", retryable: false, language))
        try add("ended", base(.ended, language)) {
            $0.failure = try failure("payment_cancelled", retryable: false, language).failure
        }
        return all
    }
}
