import Foundation
import Testing

@testable import Kernel

@Suite struct PhoneTests {
    @Test(
        "W79 Numbers leave in E.164 with their operator (T110–T119)",
        arguments: [
            ("CM", "677 12 34 56", "+237677123456", "mtn"), ("CM", "655112233", "+237655112233", "orange"),
            ("CM", "652112233", "+237652112233", "mtn"), ("CI", "07 07 12 34 56", "+2250707123456", "orange"),
            ("CI", "0500000000", "+2250500000000", "mtn"), ("CI", "0100000000", "+2250100000000", "moov"),
            ("SN", "771234567", "+221771234567", "orange"), ("GH", "0241234567", "+233241234567", "mtn"),
            ("BJ", "0197123456", "+2290197123456", "mtn"), ("BJ", "97 12 34 56", "+2290197123456", "mtn"),
            ("BJ", "0142123456", "+2290142123456", "mtn"), ("BJ", "0141123456", "+2290141123456", "celtiis"),
            ("BJ", "0155123456", "+2290155123456", "moov"), ("GA", "074123456", "+24174123456", "airtel"),
            ("GA", "74 12 34 56", "+24174123456", "airtel"), ("CG", "066123456", "+242066123456", "mtn"),
            ("CD", "0812345678", "+243812345678", "vodacom"), ("NG", "0803 123 4567", "+2348031234567", nil),
            ("KE", "0712345678", "+254712345678", "mpesa"), ("KE", "0744345678", "+254744345678", "mpesa"),
            ("KE", "0761345678", "+254761345678", nil), ("TZ", "0754123456", "+255754123456", "vodacom"),
            ("UG", "0772123456", "+256772123456", "mtn"), ("RW", "0788123456", "+250788123456", "mtn"),
            ("ZM", "0966123456", "+260966123456", "mtn"), ("TG", "90123456", "+22890123456", "togocom"),
            ("BF", "70123456", "+22670123456", "moov"), ("ML", "89123456", "+22389123456", "moov"),
            ("ML", "75123456", "+22375123456", "orange"), ("NE", "96123456", "+22796123456", "airtel"),
            ("GN", "620123456", "+224620123456", "orange"), ("TD", "66123456", "+23566123456", "airtel"),
            ("CF", "72123456", "+23672123456", "orange"), ("MZ", "841234567", "+258841234567", "vodacom"),
            ("BR", "011 96123-4567", "+5511961234567", nil), ("US", "1 (201) 555-0123", "+12015550123", nil),
            ("FR", "06 12 34 56 78", "+33612345678", nil), ("CM", "٦٧٧١٢٣٤٥٦", "+237677123456", "mtn"),
        ] as [(String, String, String, String?)])
    func leaves(code: String, raw: String, e164: String, operatorID: String?) throws {
        let country = try #require(Country(code))
        #expect(PhoneRules.e164(raw, country: country) == e164)
        #expect(PhoneRules.detectOperator(raw, country: country) == operatorID)
        #expect(PhoneRules.isValid(raw, country: country))
        #expect(PhoneRules.isValid(e164, country: country))
        #expect(PhoneNumber(international: e164)?.country == country)
        #expect(PhoneNumber(international: e164)?.e164 == e164)
    }

    @Test(
        "W82 National digits lose the dial code and the trunk 0 in every way they are typed (T120)",
        arguments: [
            ("CM", "+237 677123456", "677123456"), ("CM", "00237677123456", "677123456"),
            ("CM", "(+237) 677-12-34-56", "677123456"), ("CM", "237677123456", "677123456"),
            ("CM", "＋237 677123456", "677123456"), ("CM", "2376771", "2376771"),
            ("GH", "+233 (0)24 123 4567", "241234567"),
            ("GH", "233241234567", "241234567"), ("GH", "0", ""), ("CI", "+225 07 07 12 34 56", "0707123456"),
            ("CI", "0", "0"), ("BJ", "22997123456", "0197123456"), ("BJ", "01971234", "01971234"),
            ("CM", "", ""), ("CM", "abc", ""), ("AQ", "12", "12"),
        ])
    func national(code: String, raw: String, digits: String) throws {
        #expect(PhoneRules.nationalDigits(raw, country: try #require(Country(code))) == digits)
    }

    @Test(
        "W82 What is no mobile number of the country is not valid",
        arguments: [
            ("CM", ""), ("CM", "67712345"), ("CM", "6771234567"), ("CM", "222123456"), ("CM", "+33612345678"),
            ("CM", "+677123456"), ("CM", "0033612345678"), ("CI", "707123456"), ("GA", "04123456"),
            ("CI", "0907123456"),
            ("SN", "331234567"), ("AQ", "123456"), ("CM", String(repeating: "6", count: 100_000)), ("BJ", "0297123456"),
        ])
    func invalid(code: String, raw: String) throws {
        let country = try #require(Country(code))
        #expect(!PhoneRules.isValid(raw, country: country))
        #expect(PhoneNumber(raw, country: country) == nil)
    }

    @Test("W79 E.164 asks for a length only, and never sends another country's number")
    func lengths() throws {
        let cm = try #require(Country("CM"))
        #expect(PhoneRules.e164("222123456", country: cm) == "+237222123456")
        #expect(PhoneRules.e164("67712345", country: cm) == nil)
        #expect(PhoneRules.e164("+677123456", country: cm) == nil)
        #expect(PhoneRules.detectOperator("+33677123456", country: cm) == nil)
    }

    @Test(
        "The country of a pasted number is known, also where several share a dial code",
        arguments: [
            ("+225 07 07 12 34 56", "CI", "0707123456"), ("00237677123456", "CM", "677123456"), ("+237", "CM", ""),
            ("+1 416 555 0123", "CA", "4165550123"), ("+1 201 555 0123", "US", "2015550123"), ("+1", "US", ""),
            ("+1 876 555 0123", "JM", "8765550123"), ("+7 701 234 5678", "KZ", "7012345678"),
            ("+7 912 345 67 89", "RU", "9123456789"), ("+44 7400 123456", "GB", "7400123456"),
            ("+44 7797 712345", "JE", "7797712345"), ("+262 692 123456", "RE", "692123456"),
            ("+229 97123456", "BJ", "0197123456"), ("+233 0241234567", "GH", "241234567"),
        ])
    func pasted(raw: String, code: String, digits: String) {
        let found = PhoneRules.country(ofInternational: raw)
        #expect(found?.country.code == code)
        #expect(found?.nationalDigits == digits)
    }

    @Test(
        "A number without a country's code has no country", arguments: ["677123456", "+", "+999", "", "0", "00", "+23"])
    func pastedUnknown(raw: String) {
        #expect(PhoneRules.country(ofInternational: raw) == nil)
    }

    @Test(
        "W82 A + number is grouped by its own country, bare digits in pairs (O34)",
        arguments: [
            ("+237677123456", "+237 6 77 12 34 56"), ("+2250707123456", "+225 07 07 12 3456"),
            ("+2335", "+233 5"), ("+237", "+237"), ("+23", "+23"), ("+", "+"), ("+999123", "+999123"),
            ("+5511961234567", "+55 11 96123 4567"), ("677123456", "67 71 23 45 6"), ("07", "07"), ("", ""),
            ("+221 77-123.45 67", "+221 77 123 45 67"), ("٦٧٧", "67 7"), ("6a7", "67"),
        ])
    func formatted(text: String, result: String) {
        #expect(PhoneRules.formatAsYouType(text) == result)
        #expect(PhoneRules.formatAsYouType(result) == result)
    }

    @Test(
        "A number is grouped as its country does while it is typed, the caret behind its digit",
        arguments: [
            ("CM", "677123456", 9, "6 77 12 34 56", 13), ("CM", "6771", 1, "6 77 1", 1), ("CM", "67", 2, "6 7", 3),
            ("GH", "0241234567", 10, "024 123 4567", 12), ("GH", "241234567", 9, "24 123 4567", 11),
            ("CI", "0707123456", 4, "07 07 12 3456", 5), ("CM", "+33612", 6, "+33 6 12", 8), ("CM", "+", 1, "+", 1),
            ("CM", "+237", 0, "+237", 0), ("CM", "", .min, "", 0), ("AQ", "123", 2, "123", 2),
            ("CM", "6771234567890123456", 19, "6 77 12 34 5678901234", 21),
        ] as [(String, String, Int, String, Int)])
    func typing(code: String, text: String, caret: Int, formatted: String, moved: Int) throws {
        let country = try #require(Country(code))
        let result = PhoneRules.formatAsYouType(text, caret: caret, country: country)
        #expect(result == TypedText(formatted, caret: moved))
        #expect(PhoneRules.formatAsYouType(result.text, caret: result.caret, country: country) == result)
    }

    @Test("A phone number shows its last two digits only")
    func privacy() throws {
        let number = try #require(PhoneNumber(international: "+237677123456"))
        var dumped = ""
        dump(number, to: &dumped)
        for text in ["\(number)", String(reflecting: number), dumped] { #expect(!text.contains("1234")) }
        #expect("\(number)" == "+237•••••••56")
        #expect(number.formatted == "+237 6 77 12 34 56")
        #expect(number.operatorID == "mtn")
    }

    @Test("Every row of the plan table was read, and its groups add up")
    func plans() {
        let plans = Country.all.compactMap(PhonePlan.init)
        #expect(plans.count == 242)
        for plan in plans {
            #expect(!plan.forms.isEmpty, "\(plan.country)")
            for form in plan.forms {
                #expect(form.groups.reduce(0, +) == form.length, "\(plan.country)")
                #expect(!form.prefixes.isEmpty, "\(plan.country)")
            }
        }
    }

    @Test("No text stops a rule", arguments: ["\u{0}", "+", "++", "00", "+0", "🇨🇲", "𝟞𝟟𝟟", "\u{202E}677", "-", "0+237"])
    func hostile(text: String) {
        for country in Country.all {
            let result = PhoneRules.formatAsYouType(text, caret: .max, country: country)
            #expect(result.caret <= result.text.utf16.count)
            #expect(!PhoneRules.isValid(text, country: country))
            #expect(!PhoneRules.isValidInSandbox(text, country: country))
        }
    }
}
