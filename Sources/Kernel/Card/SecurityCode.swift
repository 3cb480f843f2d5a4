/// The 3 or 4 digits printed on a card (CVC, CVV, CID). Held as a ``Secret``, never stored.
package struct SecurityCode: Sendable {
    /// 3 or 4 ASCII digits.
    package let digits: Secret<String>

    /// Reads what was typed; the brand says how many digits there must be.
    ///
    /// - Throws: ``CardFault/empty``, ``CardFault/unreadable`` or ``CardFault/securityCodeLength``.
    package init(_ typed: String, brand: CardBrand = .unknown) throws(CardFault) {
        let read = TypedDigits(typed, limit: 5)
        guard !read.hasOther, !read.hasPlus else { throw .unreadable }
        guard !read.digits.isEmpty else { throw .empty }
        guard brand.securityCodeLengths.contains(read.digits.count) else { throw .securityCodeLength }
        digits = Secret(read.digits)
    }

    /// A code as it is being typed: only digits, as many as the brand's code has.
    ///
    /// - Parameter caret: in UTF-16 code units.
    package static func format(_ text: String, caret: Int, brand: CardBrand = .unknown) -> TypedText {
        format(text, caret: caret, length: brand.securityCodeLengths.upperBound)
    }

    /// As ``format(_:caret:brand:)``, for a code whose length is known.
    package static func format(_ text: String, caret: Int, length: Int) -> TypedText {
        TypedDigits(text, caret: caret, limit: length).grouped([])
    }
}

extension SecurityCode: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { digits.description }
    package var debugDescription: String { digits.description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
