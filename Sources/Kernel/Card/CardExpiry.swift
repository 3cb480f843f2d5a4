/// A month of a year, e.g. the current one. Never read from a clock here: whoever knows the date hands it in.
package struct YearMonth: Sendable, Hashable, Comparable {
    /// 1 to 9999.
    package let year: Int
    /// 1 to 12.
    package let month: Int

    /// Values outside the ranges are taken to their nearest end.
    package init(year: Int, month: Int) {
        self.year = min(max(year, 1), 9999)
        self.month = min(max(month, 1), 12)
    }

    package static func < (left: YearMonth, right: YearMonth) -> Bool { left.index < right.index }

    /// Months since year 0.
    var index: Int { year * 12 + month - 1 }
}

/// The last month in which a card is good.
package struct CardExpiry: Sendable, Hashable, CustomStringConvertible {
    /// Four digits.
    package let year: Int
    /// 1 to 12.
    package let month: Int

    /// Reads `12/27`, `1227`, `12/2027`, `1/27`, `2027-12`. The current month is still good; more than 20 years
    /// ahead is refused.
    ///
    /// - Throws: why it is no date a card can have.
    package init(_ typed: String, today: YearMonth) throws(CardFault) {
        let parts = Self.parts(typed)
        guard !parts.hasOther else { throw .unreadable }
        guard !parts.first.isEmpty else { throw .empty }
        var (monthText, yearText) = (parts.first, parts.second)
        if parts.second.isEmpty, !parts.hasSeparator {
            // `1227`, `122027`, and `927`, which can only be September.
            let monthDigits = monthText.count == 3 && monthText.first.map { $0 > "1" } == true ? 1 : 2
            (monthText, yearText) = (String(monthText.prefix(monthDigits)), String(monthText.dropFirst(monthDigits)))
        } else if monthText.count == 4 {
            (monthText, yearText) = (yearText, monthText)
        }
        guard let month = Int(monthText), monthText.count <= 2 else { throw .expiryIncomplete }
        guard let shortYear = Int(yearText), yearText.count == 2 || yearText.count == 4 else {
            // A wrong month is said as soon as it is seen.
            throw monthText.count == 2 && !(1...12).contains(month) ? .expiryMonth : .expiryIncomplete
        }
        guard (1...12).contains(month) else { throw .expiryMonth }
        var year = shortYear
        if yearText.count == 2 {
            year += today.year / 100 * 100
            // In 2095, `05` is 2105.
            if year + 50 < today.year { year += 100 }
        }
        guard year <= 9999 else { throw .expiryTooFar }
        let last = YearMonth(year: year, month: month)
        guard last >= today else { throw .expired }
        guard last.index - today.index <= 240 else { throw .expiryTooFar }
        self.year = last.year
        self.month = month
    }

    /// `12/27`.
    package var description: String { "\(twoDigits(month))/\(twoDigits(year % 100))" }

    /// `12`, `01`.
    package var monthText: String { twoDigits(month) }

    /// An expiry as it is being typed: `5` becomes `05`, `13` becomes `01/3`, `1227` becomes `12/27`; a year of four
    /// digits keeps its last two. No slash is added before a digit follows it, so that it can be deleted.
    ///
    /// - Parameter caret: in UTF-16 code units.
    package static func format(_ text: String, caret: Int) -> TypedText {
        let parts = parts(text, caret: caret)
        var (month, year, before) = (parts.first, parts.second, parts.beforeCaret)
        let isSplit = parts.hasSeparator
        if !isSplit {
            (month, year) = (String(parts.first.prefix(2)), String(parts.first.dropFirst(2)))
        } else if month.count > 2 {
            year = String(month.dropFirst(2)) + year
            month = String(month.prefix(2))
        }
        let needsZero =
            month.count == 1 && month != "0" && (isSplit || month > "1") || month.count == 2 && !isSplit && month > "12"
        if needsZero {
            year = String(month.dropFirst()) + year
            month = "0" + month.prefix(1)
            if before > 0 { before += 1 }
        }
        if year.count == 4, year.hasPrefix("20") {
            if before > 2 { before = max(2, before - 2) }
            year = String(year.suffix(2))
        }
        year = String(year.prefix(2))
        guard !year.isEmpty || isSplit && !month.isEmpty else { return TypedText(month, caret: before) }
        let slash = before > 2 || year.isEmpty && before == 2 ? 1 : 0
        return TypedText("\(month)/\(year)", caret: before + slash)
    }

    private struct Parts {
        var first = ""
        var second = ""
        var beforeCaret = 0
        var hasSeparator = false
        var hasOther = false
    }

    /// The digits before and after the first separator that follows a digit.
    private static func parts(_ text: String, caret: Int = .max) -> Parts {
        let isSlash: (Character) -> Bool = { "/-.\u{2013}\u{2044}\u{FF0F}".contains($0) || $0.isWhitespace }
        let isDigit: (Character) -> Bool = { !TypedDigits(String($0), limit: 1).digits.isEmpty }
        var parts = Parts()
        let begin = text.firstIndex(where: isDigit) ?? text.endIndex
        let cut = text[begin...].firstIndex(where: isSlash) ?? text.endIndex
        let all = TypedDigits(text.filter { !isSlash($0) }, limit: 9)
        let first = TypedDigits(String(text[..<cut]), caret: caret, limit: 8)
        let offset = text.utf16.distance(from: text.startIndex, to: cut)
        let second = TypedDigits(String(text[cut...]), caret: max(caret, 0) - offset, limit: 8)
        parts.first = first.digits
        parts.second = second.digits
        parts.beforeCaret = first.beforeCaret + second.beforeCaret
        parts.hasSeparator = !first.digits.isEmpty && cut < text.endIndex
        // A third number makes it a day, or nothing: `12/20/27`.
        let numbers = text.split { isSlash($0) }.filter { $0.contains(where: isDigit) }.count
        parts.hasOther = all.hasOther || all.hasPlus || numbers > 2
        return parts
    }
}

private func twoDigits(_ value: Int) -> String {
    value < 10 ? "0\(value)" : "\(value)"
}
