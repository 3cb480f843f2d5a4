import Kernel

/// Everything the screens of a checkout may show. A plain value: ``CheckoutDrawing`` turns it into a screen.
package struct CheckoutPicture: Sendable {
    package var screen: CheckoutScreen
    package var state: CheckoutState?
    package var language: Language

    // The header.
    package var merchantName: String?
    /// https.
    package var merchantLogo: String?
    /// Hides "Secured by …" (W71).
    package var isWhiteLabel = false
    /// Whose name stands in "Secured by …".
    package var securedBy = "Wajub"
    /// Inside the merchant's own page: nothing is drawn but the form, or what is asked for.
    package var isEmbedded = false
    /// « Mode test » (W131).
    package var isSandbox = false
    /// What the payer pays, fees included; nil until it is known.
    package var amount: Money?
    package var includesFees = false
    /// What is paid for.
    package var about: String?

    // Methods and forms.
    package var methods: [Method] = []
    /// The method whose form is shown, or that was paid with.
    package var method: Method?
    package var mobileMoney: MobileMoneyForm?
    package var card: CardForm?
    /// Before a provider's page, or beside the native card form; nil without required fields.
    package var billing: BillingForm?
    package var step: StepForm?
    /// Words by the name of the field: `phone`, `operator`, `CardField`'s and `BillingField`'s raw values, `code`,
    /// `pin`, `birthday`.
    package var fieldErrors: [String: String] = [:]
    /// Above the form: an error of the last try.
    package var banner: String?

    // Waiting.
    package var waiting: Waiting?
    /// Whether the page that is open elsewhere is a wallet's rather than a provider's inside the app.
    package var isWalletPage = false
    /// The page inside the sheet, and where it leads when it is over.
    package var pageURL: String?
    package var pageReturnURL: String?
    /// What is paid with elsewhere.
    package var code: Code?

    // Ends.
    package var failure: Failure?
    package var receipt: Receipt?

    // What may be done.
    /// A request is on its way: its button spins and nothing else is offered.
    package var isBusy = false
    /// The request is a cancellation: the cancel button spins, not the one that pays.
    package var isCancelling = false
    package var canCancel = false
    /// The question before a cancellation is shown.
    package var asksToCancel = false
    package var canDismissBySwipe = true
    /// Whether there is a list to go back to.
    package var canGoBack = false
    package var canResend = false
    /// Whole seconds until the code can be sent again; nil when it can, or cannot at all.
    package var resendSeconds: Int?
    /// A failure that can be tried again, with another method to choose.
    package var hasOtherMethods = false

    package init(_ screen: CheckoutScreen, _ language: Language) {
        self.screen = screen
        self.language = language
    }

    package struct Method: Sendable, Hashable {
        package var slug: String
        package var name: String
        /// https.
        package var logo: String?
        package var form: CheckoutMethod.Form
        /// The operators behind it, for the line of help and the badge.
        package var operatorNames: [String]
        package var badge: OperatorBadge?

        package init(
            slug: String, name: String, logo: String?, form: CheckoutMethod.Form, operatorNames: [String] = [],
            badge: OperatorBadge? = nil
        ) {
            self.slug = slug
            self.name = name
            self.logo = logo
            self.form = form
            self.operatorNames = operatorNames
            self.badge = badge
        }
    }

    package struct Waiting: Sendable, Hashable {
        /// `+237 6 77 12 34 56`; nil when it is not known.
        package var phone: String?
        package var operatorName: String?
        /// The operator's words.
        package var instruction: String?
        /// What to dial.
        package var ussdCode: String?
        package var elapsedSeconds: Int
        /// The 15 minutes are over: nothing is asked any more, the outcome will be known later (O14).
        package var isOver: Bool

        package init(
            phone: String? = nil, operatorName: String? = nil, instruction: String? = nil, ussdCode: String? = nil,
            elapsedSeconds: Int = 0, over: Bool = false
        ) {
            self.phone = phone
            self.operatorName = operatorName
            self.instruction = instruction
            self.ussdCode = ussdCode
            self.elapsedSeconds = elapsedSeconds
            isOver = over
        }
    }

    package struct Code: Sendable, Hashable {
        package var kind: CheckoutCode.Kind
        /// What the QR code holds, or the number of a slip.
        package var text: String
        package var barcode: String?
        /// Until it is not good any more.
        package var secondsLeft: Int

        package init(kind: CheckoutCode.Kind, text: String, barcode: String? = nil, secondsLeft: Int) {
            self.kind = kind
            self.text = text
            self.barcode = barcode
            self.secondsLeft = secondsLeft
        }
    }

    package struct Failure: Sendable, Hashable {
        package var code: String
        package var message: String
        package var isRetryable: Bool
        package var blockReference: String?

        package init(code: String, message: String, retryable: Bool, blockReference: String? = nil) {
            self.code = code
            self.message = message
            isRetryable = retryable
            self.blockReference = blockReference
        }
    }

    package struct Receipt: Sendable, Hashable {
        /// The merchant's.
        package var reference: String
        package var methodName: String?
        /// ISO 8601.
        package var paidAt: String?
        /// https.
        package var url: String?

        package init(reference: String, methodName: String? = nil, paidAt: String? = nil, url: String? = nil) {
            self.reference = reference
            self.methodName = methodName
            self.paidAt = paidAt
            self.url = url
        }
    }
}
