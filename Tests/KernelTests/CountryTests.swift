import Foundation
import Testing

@testable import Kernel

@Suite struct CountryTests {
    @Test("T126 A country's code is read in any case and kept upper-case")
    func codes() throws {
        #expect(try #require(Country("ci")).code == "CI")
        for bad in ["", "c", "ZZ", "XK", "CMR", "c m", "é", "UK"] { #expect(Country(bad) == nil) }
        #expect(Country.all.count == 249)
    }

    @Test(
        "A country has its dial code, flag and name",
        arguments: [
            ("CM", "237", "🇨🇲", "Cameroon", "Cameroun"), ("CI", "225", "🇨🇮", "Côte d’Ivoire", "Côte d’Ivoire"),
            ("US", "1", "🇺🇸", "United States", "États-Unis"), ("AQ", "672", "🇦🇶", "Antarctica", "Antarctique"),
        ])
    func facts(code: String, dial: String, flag: String, english: String, french: String) throws {
        let country = try #require(Country(code))
        #expect(country.dialCode == dial)
        #expect(country.flag == flag)
        #expect(country.name(.english) == english)
        #expect(country.name(.french) == french)
    }

    @Test("Every country has a dial code and a name of its own")
    func all() {
        for country in Country.all {
            #expect((1...3).contains(country.dialCode.count) && UInt(country.dialCode) != nil)
            #expect(country.name(.english) != country.code)
        }
        #expect(Set(Country.all.map { $0.name(.french) }).count == Country.all.count)
    }
}
