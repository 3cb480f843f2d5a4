/// A card number that has passed every check that can be made without asking the issuer. Its digits are a
/// ``Secret``; nothing else of this type holds them.
package struct CardNumber: Sendable {
    /// 12 to 19 ASCII digits.
    package let digits: Secret<String>
    package let brand: CardBrand
    /// How many digits the number has.
    package let count: Int
    /// The last four digits, which may be shown and stored.
    package let lastFour: String
    /// The issuer's first six digits, which may be stored.
    package let firstSix: String
    /// The issuer's first eight digits, nil for a number of fewer than 16, whose first eight may not be stored
    /// (PCI SSC FAQ 1091).
    package let firstEight: String?

    /// Reads what was typed or pasted: digits of any script, with blanks, dashes or dots between them.
    ///
    /// - Parameter exempt: numbers (ASCII digits) whose check digit is not looked at: a sandbox's published test
    ///   numbers that do not have one.
    /// - Throws: why it is no card number.
    package init(_ typed: String, exempt: Set<String> = []) throws(CardFault) {
        let read = TypedDigits(typed, limit: 20)
        guard !read.hasOther, !read.hasPlus else { throw .unreadable }
        let digits = read.digits
        guard !digits.isEmpty else { throw .empty }
        let brand = CardBrand.detect(digits: digits)
        let lengths = brand.lengths
        guard digits.count >= lengths.first ?? 13 else { throw .numberTooShort }
        guard digits.count <= lengths.last ?? 19, lengths.contains(digits.count) else {
            throw lengths.contains { $0 > digits.count } ? .numberTooShort : .numberTooLong
        }
        guard !brand.hasCheckDigit || Self.passesLuhn(digits.utf8.map { $0 - 0x30 }) || exempt.contains(digits) else {
            throw .numberMistyped
        }
        // A row of zeros passes Luhn and is nobody's card.
        guard digits.contains(where: { $0 != "0" }) else { throw .numberMistyped }
        self.digits = Secret(digits)
        self.brand = brand
        count = digits.count
        lastFour = String(digits.suffix(4))
        firstSix = String(digits.prefix(6))
        firstEight = digits.count >= 16 ? String(digits.prefix(8)) : nil
    }

    /// The number as it may be shown: `•••• •••• •••• 4242`, grouped as the brand does.
    package var masked: String {
        var text = ""
        var shown = 0
        let grouping = brand.grouping(count: count)
        var bounds = grouping.indices.map { grouping[...$0].reduce(0, +) }[...]
        for character in String(repeating: "•", count: max(0, count - 4)) + lastFour {
            if shown == bounds.first {
                bounds.removeFirst()
                text.append(" ")
            }
            text.append(character)
            shown += 1
        }
        return text
    }

    /// A number as it is being typed, grouped as its brand does, with what the brand has no room for left out and
    /// the caret behind the digit it stood behind.
    ///
    /// - Parameter caret: in UTF-16 code units.
    package static func format(_ text: String, caret: Int) -> TypedText {
        let brand = CardBrand.detect(text)
        let read = TypedDigits(text, caret: caret, limit: brand.lengths.last ?? 19)
        return read.grouped(brand.grouping(count: read.digits.count))
    }

    /// Whether a number has as many digits as its brand's longest card: the moment to go to the next field.
    package static func isFull(_ text: String) -> Bool {
        let brand = CardBrand.detect(text)
        return brand != .unknown && TypedDigits(text, limit: 19).digits.count == brand.lengths.last
    }

    /// The check digit of ISO/IEC 7812-1, annex B.
    ///
    /// - Parameter digits: values of 0 to 9.
    package static func passesLuhn(_ digits: [UInt8]) -> Bool {
        var sum = 0
        for (index, unit) in digits.reversed().enumerated() {
            let digit = Int(unit)
            sum += index % 2 == 0 ? digit : digit < 5 ? digit * 2 : digit * 2 - 9
        }
        return sum % 10 == 0
    }
}

extension CardNumber: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { masked }
    package var debugDescription: String { masked }
    package var customMirror: Mirror { Mirror(self, children: ["masked": masked, "brand": brand.rawValue]) }
}
