import Testing

@testable import Kernel

@Suite struct CardExpiryTests {
    let today = YearMonth(year: 2026, month: 11)

    @Test(
        "An expiry is read in the ways people write it",
        arguments: [
            ("12/27", 12, 2027), ("1227", 12, 2027), ("12/2027", 12, 2027), ("1/27", 1, 2027), ("12 / 27", 12, 2027),
            ("122027", 12, 2027), ("01-27", 1, 2027), ("2027-12", 12, 2027), ("927", 9, 2027), ("١٢/٢٧", 12, 2027),
            ("11/26", 11, 2026), ("11/46", 11, 2046), ("\u{200F}12/27", 12, 2027), ("12.27", 12, 2027),
        ] as [(String, Int, Int)])
    func read(text: String, month: Int, year: Int) throws {
        let expiry = try CardExpiry(text, today: today)
        #expect(expiry.month == month && expiry.year == year)
        #expect(try CardExpiry(expiry.description, today: today) == expiry)
    }

    @Test(
        "An expiry that is past, too far or no date is refused with its reason",
        arguments: [
            ("10/26", .expired), ("12/25", .expired), ("12/46", .expiryTooFar), ("12/99", .expiryTooFar),
            ("13/27", .expiryMonth), ("00/27", .expiryMonth), ("1327", .expiryMonth), ("13/2", .expiryMonth),
            ("12", .expiryIncomplete), ("12/", .expiryIncomplete), ("12/2", .expiryIncomplete),
            ("127", .expiryIncomplete), ("12/202", .expiryIncomplete), ("123/27", .expiryIncomplete),
            ("", .empty), ("/", .empty), ("dec 27", .unreadable), ("12/0000", .expired), ("12/9999", .expiryTooFar),
            (String(repeating: "1", count: 3000), .expiryIncomplete), ("12/27/28", .unreadable), ("1/2/7", .unreadable),
        ] as [(String, CardFault)])
    func refused(text: String, fault: CardFault) {
        #expect(throws: fault) { try CardExpiry(text, today: today) }
    }

    @Test("The date is the caller's, and no date stops the check")
    func dates() throws {
        #expect(try CardExpiry("05/05", today: YearMonth(year: 2095, month: 1)).year == 2105)
        #expect(YearMonth(year: .max, month: .min) == YearMonth(year: 9999, month: 1))
        #expect(throws: CardFault.self) { try CardExpiry("12/27", today: YearMonth(year: .max, month: .max)) }
        #expect(throws: CardFault.self) { try CardExpiry("12/27", today: YearMonth(year: .min, month: .min)) }
    }

    @Test(
        "An expiry is formatted as typed",
        arguments: [
            ("1", 1, "1", 1), ("5", 1, "05", 2), ("12", 2, "12", 2), ("12/", 3, "12/", 3), ("123", 3, "12/3", 4),
            ("1227", 4, "12/27", 5), ("13", 2, "01/3", 4), ("1/2", 3, "01/2", 4), ("12/2027", 7, "12/27", 5),
            ("122027", 6, "12/27", 5), ("12/202", 6, "12/20", 5), ("12279", 5, "12/27", 5), ("", 1, "", 0),
            ("ab", 1, "", 0), ("0", 1, "0", 1), ("12/27", 1, "12/27", 1), ("12/27", 3, "12/27", 2),
            ("1/", 2, "01/", 3), ("927", 3, "09/27", 5), ("٥", 1, "05", 2), ("12/27", .min, "12/27", 0),
        ] as [(String, Int, String, Int)])
    func formatting(text: String, caret: Int, formatted: String, moved: Int) {
        #expect(CardExpiry.format(text, caret: caret) == TypedText(formatted, caret: moved))
    }

    @Test("Every character can be deleted again")
    func deleting() {
        var field = CardExpiry.format("1227", caret: 4)
        for _ in 0..<5 {
            field = CardExpiry.format(String(field.text.dropLast()), caret: field.caret - 1)
        }
        #expect(field.text.isEmpty)
    }
}
