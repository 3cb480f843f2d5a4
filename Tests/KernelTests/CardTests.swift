import Foundation
import Testing

@testable import Kernel

@Suite struct CardTests {
    @Test(
        "W134 Test cards and real lengths are read, whatever separates the digits",
        arguments: [
            ("4000056655665556", .visa), ("4242 4242 4242 4242", .visa), ("4000-0000-0000-0002", .visa),
            ("4000000000009995", .visa), ("4000002500003155", .visa), ("4000000000000101", .visa),
            ("4000000000000119", .visa), ("4000000000000341", .visa), ("4222222222222", .visa),
            ("5555\u{A0}5555\u{2009}5555 4444", .mastercard), ("2223003122003222", .mastercard),
            ("2720 9999 9999 9996", .mastercard), ("378282246310005", .amex), ("6011111111111117", .discover),
            ("36227206271667", .diners), ("3647166000000002", .diners), ("3566002020360505", .jcb),
            ("6759649826438453", .maestro), ("501800000009", .maestro), ("6362970000457013", .elo),
            ("6062826786276634", .hipercard), ("2200700000000009", .mir), ("6521525000000003", .rupay),
            ("9792030000000000", .troy), ("5019717010103742", .dankort), ("1139000000000002", .uatp),
            ("5060990580000217499", .verve), ("٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢", .visa), ("\u{200E}4242４２４２42424242", .visa),
        ] as [(String, CardBrand)])
    func accepted(text: String, brand: CardBrand) throws {
        let number = try CardNumber(text)
        #expect(number.brand == brand)
        #expect(number.count == number.digits.expose().count)
        #expect(number.digits.expose().hasSuffix(number.lastFour))
        #expect(number.digits.expose().utf8.count == number.count)
    }

    @Test(
        "What is no card number is refused with its reason",
        arguments: [
            ("", .empty), ("  - ", .empty), ("4242 4242 4242 424a", .unreadable), ("+4242424242424242", .unreadable),
            ("4242/4242", .unreadable), ("4242", .numberTooShort), ("42424242424242", .numberTooShort),
            ("424242424242424242", .numberTooShort), ("55555555555544440", .numberTooLong),
            ("3782822463100050", .numberTooLong), ("4242424242424243", .numberMistyped),
            ("4242424242422424", .numberMistyped), (String(repeating: "4", count: 5000), .numberTooLong),
            ("000000000000000", .numberMistyped), ("½²³①", .unreadable), ("🃏", .unreadable),
        ] as [(String, CardFault)])
    func refused(text: String, fault: CardFault) {
        #expect(throws: fault) { try CardNumber(text) }
    }

    @Test("UnionPay needs no check digit; a published test number may do without one")
    func withoutLuhn() throws {
        #expect(try CardNumber("6212345678900000001").brand == .unionPay)
        #expect(!CardNumber.passesLuhn("6212345678900000001".utf8.map { $0 - 0x30 }))
        #expect(throws: CardFault.numberMistyped) { try CardNumber("3095000000000001") }
        #expect(try CardNumber("3095 0000 0000 0001", exempt: ["3095000000000001"]).brand == .diners)
        #expect(throws: CardFault.numberMistyped) { try CardNumber("3095000000000002", exempt: ["3095000000000001"]) }
    }

    @Test("A card number prints, dumps and reflects as its last four digits only")
    func secrecy() throws {
        let number = try CardNumber("4000056655665556")
        let code = try SecurityCode("739")
        var dumped = ""
        dump(number, to: &dumped)
        dump(code, to: &dumped)
        for text in ["\(number)", String(reflecting: number), dumped, "\([number])", number.masked, "\(code)"] {
            #expect(!text.contains("4000") && !text.contains("5665") && !text.contains("739"))
        }
        #expect(number.masked == "•••• •••• •••• 5556")
        #expect(try CardNumber("378282246310005").masked == "•••• •••••• •0005")
        #expect(number.firstSix == "400005" && number.firstEight == "40000566")
        #expect(try CardNumber("378282246310005").firstEight == nil)
    }

    @Test(
        "The brand is known while the number is typed",
        arguments: [
            ("", .unknown), ("4", .visa), ("5", .unknown), ("51", .mastercard), ("50", .maestro), ("2", .unknown),
            ("222", .mastercard), ("2221", .mastercard), ("2220", .unknown), ("3", .unknown), ("34", .amex),
            ("35", .jcb), ("3527", .unknown), ("36", .diners), ("6", .unknown), ("62", .unionPay), ("65", .discover),
            ("65003", .discover), ("650031", .elo), ("4011 78", .elo), ("401177", .visa), ("606", .unknown),
            ("6062", .hipercard),
            ("606282", .hipercard), ("2204", .mir), ("8172", .rupay), ("8171", .unionPay), ("7", .unknown),
        ] as [(String, CardBrand)])
    func detection(typed: String, brand: CardBrand) {
        #expect(CardBrand.detect(typed) == brand)
    }

    @Test("A brand that is typed to its end was among the candidates at every digit")
    func candidates() {
        #expect(CardBrand.candidates("4").first == .visa)
        #expect(Set(CardBrand.candidates("4")) == [.visa, .elo])
        #expect(CardBrand.candidates("7").isEmpty)
        for number in ["650031", "2720", "3589", "589562", "604400", "9792"] {
            let brand = CardBrand.detect(number)
            for length in 1...number.count {
                #expect(CardBrand.candidates(String(number.prefix(length))).contains(brand))
            }
        }
    }

    @Test("Every brand has lengths within 12 to 19, groups for each and a security code", arguments: CardBrand.all)
    func rules(brand: CardBrand) {
        #expect(!brand.name.isEmpty && !brand.lengths.isEmpty && !brand.securityCodeName.isEmpty)
        #expect(brand.lengths == brand.lengths.sorted())
        for length in brand.lengths {
            #expect((12...19).contains(length))
            #expect(brand.grouping(count: length).reduce(0, +) >= length)
        }
        #expect(brand.securityCodeLengths == (brand == .amex ? 4...4 : 3...3))
    }

    @Test("Every row of the brand table was read")
    func table() {
        #expect(CardBrand.all.count == cardBrandTable.split(separator: "\n").count)
        #expect(CardBrand(rawValue: "new").lengths == Array(13...19))
        #expect(CardBrand.amex.securityCodeName == "CID")
    }

    @Test(
        "Numbers are grouped as typed, the caret behind its digit",
        arguments: [
            ("4242424242424242", 16, "4242 4242 4242 4242", 19), ("42424", 5, "4242 4", 6), ("4242", 4, "4242", 4),
            ("37828224631000512", 17, "3782 822463 10005", 17), ("36227206271667", 14, "3622 720627 1667", 16),
            ("4242x 42", 8, "4242 42", 7), ("42424 2424", 5, "4242 4242 4", 6), ("4242 42", 5, "4242 42", 4),
            ("4242", -5, "4242", 0), ("4242", .max, "4242", 4), ("", 3, "", 0), ("🃏٤٢", 3, "42", 1),
            ("abc", 2, "", 0), (" 42424242", 1, "4242 4242", 0),
        ] as [(String, Int, String, Int)])
    func formatting(text: String, caret: Int, formatted: String, moved: Int) {
        #expect(CardNumber.format(text, caret: caret) == TypedText(formatted, caret: moved))
    }

    @Test("A formatted number formats to itself at every caret, and the field is left when it is full")
    func stable() {
        for number in ["4242424242424242", "378282246310005", "6759649826438453", "36227206271667", "113900000000000"] {
            for length in 0...number.count {
                let once = CardNumber.format(String(number.prefix(length)), caret: length)
                #expect(CardNumber.format(once.text, caret: once.caret) == once)
                #expect(once.caret == once.text.count)
            }
        }
        #expect(CardNumber.isFull("3782 822463 10005"))
        #expect(!CardNumber.isFull("3782 822463 1000"))
        #expect(!CardNumber.isFull("4242 4242 4242 4242"))
    }

    @Test(
        "A security code has the brand's length",
        arguments: [
            ("123", .visa, nil), ("1234", .amex, nil), ("123", .unknown, nil), ("1234", .unknown, nil),
            ("1234", .visa, .securityCodeLength), ("123", .amex, .securityCodeLength), ("", .visa, .empty),
            ("12a", .visa, .unreadable), ("12345", .unknown, .securityCodeLength), ("١٢٣", .visa, nil),
        ] as [(String, CardBrand, CardFault?)])
    func securityCode(text: String, brand: CardBrand, fault: CardFault?) {
        var caught: CardFault?
        do { _ = try SecurityCode(text, brand: brand) } catch { caught = error }
        #expect(caught == fault)
    }

    @Test("A security code field keeps digits, as many as the brand has")
    func securityCodeField() {
        #expect(SecurityCode.format("12 a345", caret: 7, brand: .visa) == TypedText("123", caret: 3))
        #expect(SecurityCode.format("12345", caret: 1, brand: .amex) == TypedText("1234", caret: 1))
    }
}
