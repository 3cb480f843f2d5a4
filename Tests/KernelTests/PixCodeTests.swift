import Foundation
import Testing

@testable import Kernel

@Suite struct PixCodeTests {
    private static let random = "123e4567-e12b-12d1-a456-426655440000"

    private func reais(_ cents: Int64) throws -> Money {
        Money(minorUnits: cents, currency: try #require(Currency("BRL")))
    }

    /// The first and the last are from the central bank's manual of standards for starting a PIX.
    private static let published = [
        "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal"
            + "6008BRASILIA62070503***63041D3D",
        "00020126360014BR.GOV.BCB.PIX0114+551194321432152040000530398654" + "0566.665802BR5907EMPRESA6008BRASILIA"
            + "62070503***630404ED",
        "00020101021226770014BR.GOV.BCB.PIX2555pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a995204000053039"
            + "865802BR5907EMPRESA6009SAO PAULO62070503***6304EEAB",
    ]

    @Test("The central bank's own example is built to the letter, and read back")
    func published() throws {
        let code = try PixCode(
            key: Self.random, merchantName: "Fulano de Tal", city: "BRASILIA", amount: nil, transactionID: nil)
        #expect(code.text == Self.published[0])
        let read = try PixCode(parsing: Self.published[0])
        #expect(read == code && read.account == .key(Self.random, information: nil))
        #expect(read.transactionID == nil && read.amount == nil && read.isForOnePayment == nil)
    }

    @Test("A key with an amount, and the address of a charge")
    func others() throws {
        let key = try PixCode(parsing: Self.published[1])
        #expect(key.text == Self.published[1] && key.account == .key("+5511943214321", information: nil))
        #expect(key.amount == (try reais(6666)) && key.categoryCode == "0000" && key.merchantName == "EMPRESA")
        let charge = try PixCode(parsing: Self.published[2])
        let url = "pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a99"
        #expect(charge.text == Self.published[2] && charge.account == .charge(at: url))
        #expect(charge.isForOnePayment == true && charge.city == "SAO PAULO" && charge.amount == nil)
        let built = try PixCode(chargeAt: url, merchantName: "EMPRESA", city: "SAO PAULO")
        #expect(built.fields.all.dropFirst(3) == charge.fields.all.dropFirst(3) && built.account == charge.account)
    }

    @Test("The checksum is CRC-16/CCITT-FALSE") func checksum() {
        #expect(EMVFields.checksum("123456789".utf8) == 0x29B1)
        #expect(EMVFields.checksum("".utf8) == 0xFFFF)
    }

    @Test(
        "Amounts are exact, to the cent",
        arguments: [(1, "0.01"), (15050, "150.50"), (100, "1.00"), (999_999_999_999, "9999999999.99")])
    func amounts(cents: Int64, text: String) throws {
        let code = try PixCode(
            key: "a@b.c", merchantName: "M", city: "C", amount: reais(cents), transactionID: "Order77")
        #expect(code.text.contains("54\(text.count < 10 ? "0" : "")\(text.count)\(text)"))
        let read = try PixCode(parsing: code.text)
        #expect(read.amount?.minorUnits == cents && read.transactionID == "Order77")
    }

    @Test("What a code cannot say is refused") func refused() throws {
        func build(
            key: String = "a@b.c", amount: Money? = nil, id: String? = nil, information: String? = nil,
            name: String = "M", city: String = "C"
        ) throws(PixCode.Fault) -> PixCode {
            try PixCode(
                key: key, merchantName: name, city: city, amount: amount, transactionID: id, information: information)
        }
        #expect(throws: Never.self) {
            try build(key: String(repeating: "a", count: 77), id: String(repeating: "x", count: 25))
        }
        for key in ["", String(repeating: "a", count: 78), "á@b.c", "a\nb", "a b"] {
            #expect(throws: PixCode.Fault.wrongField(tag: 26), "\(key)") { try build(key: key) }
        }
        for id in ["", String(repeating: "x", count: 26), "a-b", "a b", "ação", "**"] {
            #expect(throws: PixCode.Fault.wrongField(tag: 62), "\(id)") { try build(id: id) }
        }
        let euro = Money(minorUnits: 100, currency: try #require(Currency("EUR")))
        for amount in [euro, try reais(0), try reais(-5), try reais(1_000_000_000_000), try reais(.max)] {
            #expect(throws: PixCode.Fault.wrongField(tag: 54), "\(amount)") { try build(amount: amount) }
        }
        // Key and information share 99 characters.
        #expect(throws: PixCode.Fault.wrongField(tag: 26)) {
            try build(key: String(repeating: "a", count: 60), information: String(repeating: "i", count: 30))
        }
        #expect(throws: PixCode.Fault.wrongField(tag: 59)) { try build(name: "商店") }
        #expect(throws: PixCode.Fault.wrongField(tag: 60)) { try build(city: "") }
        let named = try build(name: "Padaria São João do Coração de Jesus", city: "Foz do Iguaçu – Paraná")
        #expect(named.merchantName == "Padaria Sao Joao do Corac" && named.city == "Foz do Iguacu")
    }

    private func sealed(_ body: String) -> String {
        let sum = String(EMVFields.checksum((body + "6304").utf8), radix: 16, uppercase: true)
        return body + "6304" + String(repeating: "0", count: 4 - sum.count) + sum
    }

    @Test("Fields that are not known are kept, where they stood") func unknown() throws {
        let body =
            "00020126340014br.gov.bcb.pix0105a@b.c9903xyz27080004abcd520400005303986540510.005802BR5901M6001C"
            + "61080123456762140503***6003abc8007" + "0003xyz"
        let text = sealed(body)
        let code = try PixCode(parsing: text)
        #expect(code.text == text && code.fields[80] == "0003xyz" && code.fields[61] == "01234567")
        #expect(code.amount?.minorUnits == 1000)
    }

    @Test(
        "Every field that must be there must be there, and right",
        arguments: [
            ("000201", "000202", 0), ("5303986", "5303840", 53), ("5802BR", "5802US", 58), ("52040000", "520400a0", 52),
            ("5901M", "5926MMMMMMMMMMMMMMMMMMMMMMMMMM", 59), ("6001C", "6016CCCCCCCCCCCCCCCC", 60),
            ("62070503***", "62070503*-*", 62), ("62070503***", "62080503***x", 62), ("6001C", "", 60),
            ("5901M", "5901M540510.00.", 54), ("5901M", "5901M54041,00", 54), ("5901M", "5901M54061.0000", 54),
            ("000201", "000201010213", 1), ("br.gov.bcb.pix", "br.gov.bcb.pux", 26),
        ] as [(String, String, Int)])
    func fields(good: String, bad: String, tag: Int) throws {
        let body = "00020126270014br.gov.bcb.pix0105a@b.c5204000053039865802BR5901M6001C62070503***"
        _ = try PixCode(parsing: sealed(body))
        let changed = sealed(body.replacingOccurrences(of: good, with: bad))
        // A length that no longer fits makes the whole unreadable, which is as good.
        let fault = #expect(throws: PixCode.Fault.self) { try PixCode(parsing: changed) }
        #expect(fault == .wrongField(tag: tag) || fault == .unreadable && tag == 54)
    }

    @Test("A changed letter is noticed") func changed() throws {
        var bytes = Array(Self.published[0].utf8)
        bytes[40] ^= 1
        #expect(throws: PixCode.Fault.wrongChecksum) { try PixCode(parsing: String(decoding: bytes, as: UTF8.self)) }
        #expect(throws: PixCode.Fault.unreadable) { try PixCode(parsing: "") }
        #expect(throws: PixCode.Fault.unreadable) { try PixCode(parsing: String(repeating: "0", count: 600)) }
    }

    @Test("A hundred thousand strange texts are read or refused, and what is read is written the same")
    func fuzz() throws {
        var random = Xorshift(state: 0x5151_7A3C_9E2B_0D01)
        var read = 0
        for turn in 0..<100_000 {
            let text = turn.isMultiple(of: 2) ? strange(&random) : mutated(Self.published[turn / 2 % 3], &random)
            guard let code = try? PixCode(parsing: text) else { continue }
            read += 1
            // One expectation for many: each costs more than a code.
            guard code.text == text, try PixCode(parsing: code.text) == code else {
                Issue.record("\(text) became \(code.text)")
                continue
            }
        }
        #expect(read > 100, "some of the changes leave a code whole: \(read)")
    }

    /// Fields of any tag and length, sometimes a wrong one, sometimes nested, mostly with the right checksum.
    private func strange(_ random: inout Xorshift) -> String {
        var body = random.below(4) == 0 ? "" : "000201"
        for _ in 0..<random.below(12) {
            let tag = String(random.below(100) + 100).dropFirst()
            let value = String(
                decoding: (0..<random.below(30)).map { _ in UInt8(0x20 + random.below(96)) }, as: UTF8.self)
            let length = random.below(20) == 0 ? random.below(100) : value.utf8.count
            body += tag + String(length + 100).dropFirst() + value
        }
        return random.below(8) == 0 ? body : sealed(body)
    }

    private func mutated(_ text: String, _ random: inout Xorshift) -> String {
        var bytes = Array(text.utf8.dropLast(8))
        for _ in 0..<random.below(4) {
            let place = random.below(bytes.count)
            switch random.below(4) {
            case 0: bytes[place] = UInt8(random.below(256))
            case 1: bytes.insert(UInt8(0x30 + random.below(10)), at: place)
            case 2: bytes.remove(at: place)
            default: bytes[place] = bytes[random.below(bytes.count)]
            }
        }
        return sealed(String(decoding: bytes, as: UTF8.self))
    }
}

private struct Xorshift {
    var state: UInt64

    mutating func below(_ limit: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(limit))
    }
}
