import Interface

/// The ids of the nodes of the checkout's screens.
enum NodeID {
    static let summary = "summary"
    static let amount = "amount"
    static let about = "about"
    static let banner = "banner"
    static let heading = "heading"
    static let text = "text"
    static let more = "more"
    static let sign = "sign"
    static let wait = "wait"
    static let canClose = "can-close"
    static let facts = "facts"
    static let form = "form"
    static let group = "group"
    static let opening = "opening"
    static let meanwhile = "meanwhile"

    static let methods = "methods"
    static let country = "country"
    static let number = "number"
    static let phone = "phone"
    static let operators = "operator"
    static let warning = "warning"
    static let code = "code"
    static let billing = "billing"

    static let save = "save"
    static let instalments = "instalments"
    static let page = "page"
    static let image = "image"
    static let left = "left"
    static let barcode = "barcode"

    static let pay = "pay"
    static let confirm = "confirm"
    static let resend = "resend"
    static let resendIn = "resend-in"
    static let carryOn = "continue"
    static let retry = "retry"
    static let reload = "reload"
    static let otherMethod = "other-method"
    static let done = "done"
    static let receipt = "receipt"
    static let cancel = "cancel"
    static let cancelForGood = "cancel.confirm"
    static let keep = "cancel.keep"

    static func method(_ slug: String) -> String { methodPrefix + slug }
    static func card(_ field: CardField) -> String { field.rawValue }
    static func billing(_ field: BillingField) -> String { billingPrefix + field.rawValue }
    static func step(_ name: String) -> String { stepPrefix + name }

    /// What stands behind the prefix of an id; nil for an id without it.
    static func slug(_ id: String) -> String? { tail(id, methodPrefix) }
    static func billingField(_ id: String) -> BillingField? { tail(id, billingPrefix).flatMap(BillingField.init) }
    static func stepField(_ id: String) -> String? { tail(id, stepPrefix) }

    /// The name a field's error has in ``CheckoutPicture/fieldErrors``.
    static func errorName(_ id: String) -> String { stepField(id) ?? tail(id, billingPrefix) ?? id }

    private static let methodPrefix = "method."
    private static let billingPrefix = "billing."
    private static let stepPrefix = "step."

    private static func tail(_ id: String, _ prefix: String) -> String? {
        id.hasPrefix(prefix) ? String(id.dropFirst(prefix.count)) : nil
    }
}
