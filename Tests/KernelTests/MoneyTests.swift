import Foundation
import Testing

@testable import Kernel

@Suite struct MoneyTests {
    @Test(
        "Amounts are exact in currencies of 0, 2 and 3 digits",
        arguments: [
            ("XAF", "25000", 25_000), ("XOF", "1", 1), ("JPY", "500", 500), ("GHS", "12.50", 1250),
            ("EUR", "0.1", 10), ("KWD", "1.234", 1234), ("USD", "92233720368547758.07", Int64.max),
            ("XAF", "1e3", 1000), ("EUR", "-3.2", -320),
        ] as [(String, String, Int64)])
    func exact(code: String, text: String, minor: Int64) throws {
        let currency = try #require(Currency(code))
        let money = try Money(json: JSONValue.parse(text), currency)
        #expect(money.minorUnits == minor)
        #expect(try Money(json: money.json, currency) == money)
        #expect(try Money(json: .string(text), currency) == money)
    }

    @Test("An amount that a currency cannot express is refused, never rounded")
    func refused() throws {
        let xaf = try #require(Currency("xaf"))
        let eur = try #require(Currency("EUR"))
        #expect(throws: Money.Fault.tooManyFractionDigits(allowed: 0)) { try Money(json: 0.5, xaf) }
        #expect(throws: Money.Fault.tooManyFractionDigits(allowed: 2)) { try Money(json: "1.001", eur) }
        #expect(throws: Money.Fault.outOfRange) { try Money(json: JSONValue.parse("1e90"), eur) }
        #expect(throws: Money.Fault.outOfRange) { try Money(json: "92233720368547758.08", eur) }
        for bad: JSONValue in ["", "abc", "0x10", true, nil, [], "1,5", " "] {
            #expect(throws: Money.Fault.unreadable) { try Money(json: bad, eur) }
        }
        #expect(Currency("ABC") == nil && Currency("\u{212A}ES") == nil, "the Kelvin sign is no K")
    }

    @Test("Shares round halves up and never overflow silently")
    func shares() throws {
        let xaf = try #require(Currency("XAF"))
        #expect(Money(minorUnits: 25_000, currency: xaf).share(basisPoints: 200)?.minorUnits == 500)
        #expect(Money(minorUnits: 25, currency: xaf).share(basisPoints: 200)?.minorUnits == 1)
        #expect(Money(minorUnits: 24, currency: xaf).share(basisPoints: 200)?.minorUnits == 0)
        #expect(Money(minorUnits: .max, currency: xaf).share(basisPoints: 200) == nil)
        #expect(Money(minorUnits: .max, currency: xaf).adding(Money(minorUnits: 1, currency: xaf)) == nil)
    }

    @Test("Amounts are written as the locale does, with the currency's own digits")
    func formatted() throws {
        func text(_ minor: Int64, _ code: String, _ locale: String) throws -> String {
            Money(minorUnits: minor, currency: try #require(Currency(code)))
                .formatted(locale: Locale(identifier: locale))
                .map { $0.isWhitespace ? " " : String($0) }.joined()
        }
        #expect(try text(25_500, "XAF", "fr_CM") == "25 500 FCFA")
        #expect(try text(1250, "USD", "en_US") == "$12.50")
        #expect(try text(1234, "KWD", "en_US") == "KWD 1.234")
        #expect(try text(500, "JPY", "en_US") == "¥500")
        #expect(try text(1990, "BRL", "pt_BR") == "R$ 19,90")
        #expect(try text(1_250_000, "XOF", "fr_CI") == "1 250 000 FCFA")
    }

    @Test("Each language of our texts writes amounts in the digits 0 to 9", arguments: Language.allCases)
    func inOurLanguages(language: Language) throws {
        for code in ["XAF", "XOF", "GHS", "EGP", "KWD"] {
            let money = Money(minorUnits: 25_500_000, currency: try #require(Currency(code)))
            let text = money.formatted(language)
            let digits = text.filter(\.isNumber)
            #expect(digits == "25500000" && digits.allSatisfy(\.isASCII), "\(text)")
            if code.hasPrefix("XO") || code == "XAF" { #expect(text.contains("FCFA")) }
        }
    }
}
