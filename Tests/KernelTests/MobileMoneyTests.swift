import Foundation
import Testing

@testable import Kernel

@Suite struct MobileMoneyTests {
    private func land(_ code: String) throws -> Country { try #require(Country(code)) }

    @Test(
        "A number of another offered operator is refused (T121, T124)",
        arguments: [
            ("CM", "677123456", "orange", ["mtn", "orange"], "mtn"),
            ("CM", "677123456", "mtn", ["mtn", "orange"], nil),
            ("CM", "677123456", "orange", ["orange"], nil), ("CM", "220000000", "orange", ["mtn", "orange"], nil),
            ("SN", "761234567", "yas", ["orange", "yas"], nil),
            ("SN", "761234567", "orange", ["orange", "yas"], "yas"),
            ("NE", "90123456", "orange", ["orange", "airtel"], nil),
            ("KE", "0712345678", "airtel", ["safaricom", "airtel"], "safaricom"),
            ("CD", "0812345678", "MPESA", ["mpesa", "airtel"], nil),
        ] as [(String, String, String, [String], String?)])
    func mismatch(code: String, raw: String, picked: String, offered: [String], other: String?) throws {
        #expect(
            MobileMoneyCatalogue.otherOperator(of: raw, picked: picked, offered: offered, country: try land(code))
                == other)
    }

    @Test(
        "W78 A wallet that accepts any number is never refused and never preselected",
        arguments: ["wave", "djamo", "Wave"])
    func anyNumber(wallet: String) throws {
        let ci = try land("CI")
        let offered = ["orange", wallet]
        #expect(
            MobileMoneyCatalogue.otherOperator(of: "0707123456", picked: wallet, offered: offered, country: ci) == nil)
        #expect(MobileMoneyCatalogue.detectOffered("0707123456", offered: offered, country: ci) == "orange")
        #expect(MobileMoneyCatalogue.detectOffered("0507123456", offered: offered, country: ci) == nil)
        #expect(MobileMoneyCatalogue.operator(wallet, in: ci)?.acceptsAnyNumber == true)
    }

    @Test("The operator is known from the first digits that tell it")
    func preselect() throws {
        let cm = try land("CM")
        let offered = ["mtn", "orange"]
        let seen = (0...4).map {
            MobileMoneyCatalogue.detectOffered(String("6801".prefix($0)), offered: offered, country: cm)
        }
        #expect(seen == [nil, nil, nil, "mtn", "mtn"])
        #expect(MobileMoneyCatalogue.detectOffered("620", offered: offered, country: cm) == nil)
    }

    @Test(
        "W132 The last six digits of a sandbox number are its scenario (T127, T128)",
        arguments: [
            ("+237670000000", .success), ("+237670000001", .insufficientFunds), ("6 70 00 00 02", .failure),
            ("670000003", .timeout), ("٦٧٠٠٠٠٠٠٤", .cancelled), ("670000005", .success), ("677123456", .success),
            ("1", .success), ("", .success), ("000004", .cancelled),
        ] as [(String, SandboxScenario)])
    func scenarios(number: String, scenario: SandboxScenario) {
        #expect(SandboxScenario(number: number) == scenario)
    }

    @Test("W132 Every operator has a test number for each scenario that a sandbox takes")
    func testNumbers() throws {
        for country in MobileMoneyCatalogue.countries {
            for provider in MobileMoneyCatalogue.operators(in: country) {
                for scenario in SandboxScenario.allCases {
                    let number = try #require(scenario.testNumber(country: country, operatorID: provider.id))
                    #expect(SandboxScenario(number: number) == scenario)
                    #expect(PhoneRules.isValidInSandbox(number, country: country), "\(country) \(provider.id)")
                    #expect(PhoneRules.sandboxE164(number, country: country) == number)
                    let detected = PhoneRules.detectOperator(number, country: country)
                    #expect(detected == nil || detected == provider.id || provider.acceptsAnyNumber, "\(number)")
                }
            }
        }
        #expect(SandboxScenario.success.testNumber(country: try land("CM"), operatorID: "mtn") == "+237670000000")
    }

    @Test(
        "A sandbox takes real numbers, 8 to 10 digits, and a prefix with seven digits (O36)",
        arguments: [
            ("CM", "677123456", true), ("CM", "12345678", true), ("CM", "1234567890", true), ("CM", "1234567", false),
            ("CM", "12345678901", false), ("CM", "6500000000", true), ("BJ", "01970000000", true), ("CM", "", false),
            ("BJ", "99990000000", false), ("CM", "+33612345678", false), ("AQ", "12345678", false),
            ("CI", "070000000", true),
        ])
    func sandbox(code: String, raw: String, accepted: Bool) throws {
        let country = try land(code)
        #expect(PhoneRules.isValidInSandbox(raw, country: country) == accepted)
        #expect((PhoneRules.sandboxE164(raw, country: country) != nil) == accepted)
    }

    @Test(
        "Currencies have their countries",
        arguments: [
            ("XAF", ["CM", "GA", "CG", "TD", "CF"]), ("XOF", ["CI", "SN", "BJ", "TG", "BF", "ML", "NE", "GW"]),
            ("GHS", ["GH"]), ("USD", ["CD", "LR", "ZW"]), ("EUR", []),
        ])
    func currencies(code: String, expected: [String]) throws {
        let currency = try #require(Currency(code))
        #expect(MobileMoneyCatalogue.countries(currency: currency).map { $0.code } == expected)
    }

    @Test("Every row of the tables was read, and every operator of a prefix is in the catalogue")
    func tables() throws {
        #expect(MobileMoneyCatalogue.countries.count == mobileMoneyCountryTable.split(separator: "\n").count)
        for row in mobileMoneyCountryTable.split(separator: "\n") {
            let cells = row.split(separator: "|").map { $0.split(separator: " ") }
            let country = try land(String(cells[0][0]))
            #expect(MobileMoneyCatalogue.operators(in: country).count == cells[2].count, "\(country)")
            #expect(MobileMoneyCatalogue.currencies(of: country).count == cells[1].count, "\(country)")
        }
        for row in tableRows(phoneOperatorTable) {
            let cells = row.split(separator: " ").map { String($0.prefix { $0 != ":" }) }
            let country = try land(cells[0])
            for id in cells.dropFirst() where id != "-" {
                #expect(MobileMoneyCatalogue.operator(id, in: country)?.id == id, "\(country) \(id)")
            }
        }
    }

    @Test("Every badge has 1 to 3 letters that can be read on their background")
    func badges() throws {
        let all = MobileMoneyCatalogue.countries.flatMap(MobileMoneyCatalogue.operators).map(\.badge)
        for badge in all + [OperatorBadge(fallbackName: "Nobody")] {
            #expect((1...3).contains(badge.text.count))
            let contrast = (try luminance(badge.background), try luminance(badge.foreground))
            let ratio = (max(contrast.0, contrast.1) + 0.05) / (min(contrast.0, contrast.1) + 0.05)
            #expect(ratio >= 4.5, "\(badge) \(ratio)")
        }
    }

    @Test(
        "W82 A badge is found by code, else made from the name",
        arguments: [
            ("mtn", "x", "MTN"), ("MTN", "x", "MTN"), ("safaricom", "x", "MP"), ("zeta", "Zeta Pay Money", "ZP"),
            ("zeta", "zeta", "ZE"), ("zeta", " ", "ZE"), ("", "", "?"), ("zeta", "Été €", "ÉT"), ("-", "🙂", "?"),
        ])
    func badge(code: String, name: String, text: String) {
        #expect(MobileMoneyCatalogue.badge(operatorID: code, fallbackName: name).text == text)
    }

    @Test("The payer is told what to do")
    func instructions() throws {
        func text(_ code: String, _ id: String, _ language: Language) throws -> String? {
            MobileMoneyCatalogue.payerInstruction(operatorID: id, country: try land(code), language)
        }
        #expect(try text("CM", "mtn", .french) == "Composez *126# et validez avec votre code secret.")
        #expect(try text("CM", "orange", .english) == "Dial #150*50# and confirm with your secret code.")
        #expect(try text("CI", "wave", .french) == "Ouvrez l’application Wave et validez le paiement.")
        #expect(try text("TD", "airtel", .english) == "Approve the Airtel Money request on your phone.")
        #expect(try text("MG", "mvola", .french) == "Validez la demande MVola sur votre téléphone.")
        #expect(try text("FR", "mtn", .french) == nil)
        #expect(try text("EG", "mtn", .arabic) == nil)
        #expect(try text("CM", "mtn", .arabic)?.contains("\u{2068}*126#\u{2069}") == true)
    }

    /// Relative luminance of `#RRGGBB` (WCAG 2.1).
    private func luminance(_ colour: String) throws -> Double {
        let value = try #require(Int(colour.dropFirst(), radix: 16))
        let channels = [16, 8, 0].map { shift -> Double in
            let part = Double(value >> shift & 0xFF) / 255
            return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
    }
}
