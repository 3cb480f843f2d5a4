import Kernel
import Testing

@testable import Checkout

@Suite struct CheckoutTextTests {
    /// The cells of a row of the table.
    private static let rows: [[String]] = {
        let iberian = Dictionary(uniqueKeysWithValues: TextTable.cells(checkoutTextTableIberian).map { ($0[0], $0) })
        return TextTable.cells(checkoutTextTable).map { $0 + (iberian[$0[0]]?.dropFirst() ?? []) }
    }()

    @Test("Every text is there in every language, with the same places and all the forms of a count")
    func complete() {
        #expect(CheckoutTexts.keys.count > 100 && CheckoutTexts.keys.count == Self.rows.count)
        for row in Self.rows {
            #expect(row.count == 1 + Language.allCases.count, "\(row)")
            let places = row.dropFirst().map(Self.places)
            #expect(places.allSatisfy { $0 == places.first }, "\(row)")
            #expect(row.dropFirst().allSatisfy { $0.contains { !$0.isWhitespace } }, "\(row)")
            for (language, words) in zip(TextTable.first + TextTable.iberian, row.dropFirst()) {
                for place in words.split(separator: "{").dropFirst() where place.contains("?") {
                    let forms = place.prefix { $0 != "}" }.split(separator: "?")[1].split(separator: "/")
                    #expect(forms.count == Plural.forms(language).count, "\(words)")
                }
            }
        }
        for key in CheckoutTexts.keys {
            for language in Language.allCases { #expect(!CheckoutTexts(language)[key].isEmpty, "\(key)") }
        }
    }

    private static func places(_ words: String) -> [Substring] {
        words.split(separator: "{", omittingEmptySubsequences: false).dropFirst()
            .map { $0.prefix { $0 != "}" && $0 != "?" } }.sorted()
    }

    @Test(
        "W135 The words that the contract names, to the letter",
        arguments: [
            ("pay_plain", "Payer"), ("pay_by_card", "Payer par carte"), ("cancel", "Annuler le paiement"),
            ("retry", "Réessayer"), ("resend", "Renvoyer le code"), ("continue_payment", "Continuer le paiement"),
            ("progress_title", "Paiement en cours"), ("ended_title", "Ce paiement est terminé"),
            ("approval_title", "Validez le paiement sur votre téléphone"), ("test_mode", "Mode test"),
            ("secured_by", "Sécurisé par Wajub"),
        ])
    func verbatim(key: String, french: String) {
        #expect(CheckoutTexts(.french)[key, ["name": "Wajub"]] == french)
    }

    @Test("W135 Pay is followed by the amount as the language writes it")
    func pay() throws {
        let amount = Money(minorUnits: 25_500, currency: try #require(Currency("XAF")))
        func words(_ language: Language) -> String {
            CheckoutTexts(language)["pay", ["amount": amount.formatted(language)]]
                .map { $0.isWhitespace ? " " : String($0) }.joined()
        }
        #expect(words(.french) == "Payer 25 500 FCFA")
        #expect(words(.english) == "Pay FCFA 25,500")
        #expect(words(.arabic).filter { $0.isLetter || $0.isNumber } == "ادفع25500FCFA")
    }

    @Test("Every fault of a form has words in every language", arguments: Language.allCases)
    func faults(language: Language) {
        let faults: [FormFault] =
            [
                .required, .invalidPhone, .operatorMismatch(name: "MTN"), .operatorRequired, .invalidEmail,
                .invalidCountry, .codeLength(4...8), .codeLength(6...6), .invalidDate,
            ] + CardFault.allCases.map(FormFault.card)
        for fault in faults {
            let words = fault.message(language)
            #expect(!words.isEmpty && !words.contains("{"), "\(fault)")
        }
    }
}
