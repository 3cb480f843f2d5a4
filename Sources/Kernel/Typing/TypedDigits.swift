/// What a text field shows: its text and where the caret stands.
package struct TypedText: Sendable, Hashable {
    package let text: String
    /// UTF-16 code units before the caret (the unit of UIKit's and of a browser's text fields), 0 to the text's
    /// length.
    package let caret: Int

    package init(_ text: String, caret: Int) {
        self.text = text
        self.caret = min(max(caret, 0), text.utf16.count)
    }
}

/// The decimal digits in a text somebody typed, in any script (`٠١٢`, `０１２`), as ASCII.
struct TypedDigits: Sendable {
    /// ASCII digits, `limit` at most.
    let digits: String
    /// How many of them stand before the caret.
    let beforeCaret: Int
    /// Whether a plus stands before the first digit: an international phone number.
    let hasPlus: Bool
    /// Whether anything but digits, blanks, dashes, dots and invisible marks is there.
    let hasOther: Bool
    /// Whether there were more digits than `limit`; those are left out.
    let isCut: Bool
    private let caretIsFirst: Bool

    /// - Parameters:
    ///   - caret: in UTF-16 code units; any value is taken to the nearest place in the text.
    ///   - limit: how many digits to read.
    init(_ text: String, caret: Int = .max, limit: Int) {
        var digits: [UInt8] = []
        var beforeCaret = 0
        var hasPlus = false
        var hasOther = false
        var isCut = false
        var offset = 0
        for scalar in text.unicodeScalars {
            if let digit = scalar.decimalDigit {
                guard digits.count < limit else {
                    isCut = true
                    break
                }
                digits.append(0x30 + digit)
                if offset < caret { beforeCaret += 1 }
            } else if digits.isEmpty, scalar == "+" || scalar == "\u{FF0B}" {
                hasPlus = true
            } else if !scalar.isSeparator {
                hasOther = true
            }
            offset += scalar.value > 0xFFFF ? 2 : 1
        }
        self.digits = String(decoding: digits, as: UTF8.self)
        self.beforeCaret = beforeCaret
        self.hasPlus = hasPlus
        self.hasOther = hasOther
        self.isCut = isCut
        caretIsFirst = caret <= 0
    }

    /// The digits in groups of these sizes, blanks between them, the caret still behind the digit it stood behind.
    /// What is left over joins the last group.
    func grouped(_ sizes: [Int], lead: String = "", separator: Character = " ") -> TypedText {
        var text = lead
        var caret = beforeCaret == 0 && !caretIsFirst ? lead.utf16.count : 0
        var sizes = sizes[...]
        var left = sizes.popFirst() ?? .max
        for (index, digit) in digits.enumerated() {
            if left == 0 {
                text.append(separator)
                left = sizes.popFirst() ?? .max
            }
            if sizes.isEmpty { left = .max }
            text.append(digit)
            left -= 1
            if index + 1 == beforeCaret { caret = text.utf16.count }
        }
        return TypedText(text, caret: caret)
    }
}

extension Unicode.Scalar {
    /// 0 to 9 for a decimal digit of any script.
    fileprivate var decimalDigit: UInt8? {
        if isASCII { return ("0"..."9").contains(self) ? UInt8(value - 0x30) : nil }
        guard properties.numericType == .decimal, let value = properties.numericValue else { return nil }
        return UInt8(exactly: value).flatMap { $0 < 10 ? $0 : nil }
    }

    /// Blanks, dashes and dots between groups, and the marks that copying adds unseen.
    fileprivate var isSeparator: Bool {
        if self == "." || properties.isWhitespace { return true }
        return [.dashPunctuation, .format].contains(properties.generalCategory)
    }
}

/// Codes as they are being typed.
package enum Digits {
    /// Only the digits, as ASCII, `limit` at most, the caret still behind the digit it stood behind.
    package static func typed(_ text: String, caret: Int, limit: Int) -> TypedText {
        TypedDigits(text, caret: caret, limit: limit).grouped([])
    }

    /// A date as it is being typed: `1990-02-28`, the dashes coming by themselves.
    package static func date(_ text: String, caret: Int) -> TypedText {
        TypedDigits(text, caret: caret, limit: 8).grouped([4, 2, 2], separator: "-")
    }
}
