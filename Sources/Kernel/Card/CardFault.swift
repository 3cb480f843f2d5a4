/// Why what the payer typed is no card. The raw value is a stable code for messages and logs; it tells nothing of
/// what was typed.
package enum CardFault: String, Error, Sendable, Hashable, CaseIterable {
    /// Nothing is there yet.
    case empty = "card_field_empty"
    /// Letters or other signs are there.
    case unreadable = "card_field_unreadable"
    /// The number has fewer digits than its brand's shortest card.
    case numberTooShort = "card_number_too_short"
    /// The number has more digits than its brand's longest card, or a length the brand does not use.
    case numberTooLong = "card_number_too_long"
    /// A digit is wrong: the check digit does not fit.
    case numberMistyped = "card_number_mistyped"
    /// The month or the year is not complete.
    case expiryIncomplete = "card_expiry_incomplete"
    /// The month is not 1 to 12.
    case expiryMonth = "card_expiry_month"
    /// The card's last month is over.
    case expired = "card_expired"
    /// More than 20 years ahead: no card lasts so long.
    case expiryTooFar = "card_expiry_too_far"
    /// The security code does not have the brand's length.
    case securityCodeLength = "card_security_code_length"
}
