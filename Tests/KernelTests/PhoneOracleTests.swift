import Foundation
import Testing

@testable import Kernel

@Suite struct PhoneOracleTests {
    /// Where we differ on purpose (docs/DATA.md): Gabon's numbers from before 2019, which began with 0 or had 7
    /// digits, and Congo's (CD) of 7 digits.
    private func isLeftOut(_ e164: String) -> Bool {
        e164.hasPrefix("+2410") || (e164.hasPrefix("+241") || e164.hasPrefix("+243")) && e164.count == 11
    }

    @Test("libphonenumber agrees on which numbers are valid, and on their E.164")
    func agreement() throws {
        let given = ProcessInfo.processInfo.environment["COMPTOIR_PHONE_ORACLE"]
        let committed = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../Fixtures/phone-oracle.tsv")
        let text = try String(contentsOf: given.map { URL(fileURLWithPath: $0) } ?? committed, encoding: .utf8)
        var total = 0
        var valid = 0
        var leftOut = 0
        var differences: [String] = []
        for row in text.split(separator: "\n") {
            let cells = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            try #require(cells.count == 4)
            let country = try #require(Country(cells[0]))
            total += 1
            let isValid = PhoneRules.isValid(cells[1], country: country)
            let e164 = isValid ? PhoneRules.e164(cells[1], country: country) ?? "" : ""
            if isValid { valid += 1 }
            if !isValid && isLeftOut(cells[3]) {
                leftOut += 1
            } else if isValid != (cells[2] == "1") || e164 != cells[3] {
                differences.append("\(row) ours: \(isValid) \(e164)")
            }
        }
        if given != nil {
            print("numbers: \(total), valid: \(valid), left out: \(leftOut), different: \(differences.count)")
        }
        #expect(total > 1000 && valid > total / 5)
        #expect(differences.isEmpty, "\(differences.prefix(20).joined(separator: "\n"))")
    }
}
