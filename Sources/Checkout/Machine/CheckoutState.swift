/// Where a checkout stands. The raw values are the contract's 17 names (W35).
///
/// Before the payment is loaded there is no state at all.
public enum CheckoutState: String, Sendable, Hashable, CaseIterable {
    /// The methods are shown.
    case initiated = "INITIATED"
    /// A method's form is shown.
    case collectingDetails = "COLLECTING_DETAILS"
    /// A payment request is on its way, or was never answered and is followed.
    case processing = "PROCESSING"
    /// The payer must approve on the phone.
    case approvalRequired = "APPROVAL_REQUIRED"
    /// The payer must dial a code on the phone.
    case ussdRequired = "USSD_REQUIRED"
    /// A one-time code is asked for.
    case otpRequired = "OTP_REQUIRED"
    /// A PIN is asked for.
    case pinRequired = "PIN_REQUIRED"
    /// A phone number is asked for.
    case phoneRequired = "PHONE_REQUIRED"
    /// A date of birth is asked for.
    case birthdayRequired = "BIRTHDAY_REQUIRED"
    /// An address is asked for.
    case addressRequired = "ADDRESS_REQUIRED"
    /// A 3-D Secure check: a page, or a code.
    case threeDSRequired = "3DS_REQUIRED"
    /// What the payer answered is being checked.
    case verifying = "VERIFYING"
    /// Accepted, and there is nothing for the payer to do.
    case pending = "PENDING"
    /// Paid.
    case success = "SUCCESS"
    /// Refused.
    case failed = "FAILED"
    /// The payment's time is over.
    case expired = "EXPIRED"
    /// Cancelled for good.
    case cancelled = "CANCELLED"
}

/// What is drawn. Several screens share a state, and a screen is known before there is a state.
public enum CheckoutScreen: Sendable, Hashable {
    /// The payment is being loaded.
    case loading
    /// It could not be loaded.
    case loadError
    /// The list of methods.
    case methods
    /// The Mobile Money form.
    case mobileMoney
    /// The card form.
    case card
    /// A wallet's one button.
    case wallet
    /// A request is on its way, or the payment is followed.
    case processing
    /// "Approve the payment on your phone".
    case approval
    /// "Dial the code on your phone".
    case ussd
    /// A page is open elsewhere; "Continue the payment" opens it again (W86).
    case redirect
    /// A page of a provider's inside the sheet.
    case page
    /// A code to scan or to show at a counter.
    case code
    /// The app's server creates the payment: nothing is shown.
    case handedOver
    /// A confirmation step.
    case step(StepKind)
    /// The code of a 3-D Secure check.
    case threeDSCode
    /// An answer is being checked.
    case verifying
    /// Paid.
    case success
    /// Refused.
    case failure
    /// "This payment is over" (W44).
    case ended
}

/// What the payer is asked for after the first request.
public enum StepKind: String, Sendable, Hashable, CaseIterable {
    /// A one-time code.
    case otp
    /// A secret number of the payer's.
    case pin
    /// A phone number.
    case phone
    /// A date of birth.
    case birthday
    /// A billing address.
    case address
    /// The code of a 3-D Secure check, sent by e-mail.
    case threeDS = "3ds"
}
