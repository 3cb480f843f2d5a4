import Testing

@testable import Kernel

@Suite struct TextsTests {
    @Test("The catalogue has words for every code, and in every language for all a payer can meet")
    func catalogue() throws {
        let codes = ErrorCatalogue.wajub.codes
        #expect(codes.count > 35)
        for code in codes {
            let entry = try #require(ErrorCatalogue.wajub[code])
            #expect(entry.speaks(.english) && entry.speaks(.french), "\(code)")
            #expect(!entry.message(.arabic).isEmpty, "\(code)")
        }
        let ofMerchants: Set = [
            "bad_request", "expectation_failed", "forbidden", "headers_too_large", "idempotency_conflict",
            "idempotency_in_progress", "idempotency_key_invalid", "invalid_json", "method_not_allowed",
            "not_implemented", "payload_too_large", "refund_not_possible", "token_required", "unauthorized",
            "unknown_field", "unsupported_media_type", "upgrade_required", "version_not_supported",
        ]
        for code in codes where !ofMerchants.contains(code) {
            for language in Language.allCases {
                #expect(ErrorCatalogue.wajub[code]?.speaks(language) == true, "\(code) \(language)")
            }
        }
        #expect(ErrorCatalogue.wajub["blocked"]?.code == "shield_blocked")
        #expect(ErrorCatalogue.wajub["token_required"]?.message(.arabic) == "Payment session token required.")
    }

    @Test("The places of an error's words are the same in every language")
    func places() {
        let iberian = Dictionary(uniqueKeysWithValues: TextTable.cells(wajubErrorTableIberian).map { ($0[0], $0) })
        for cells in TextTable.cells(wajubErrorTable) {
            let places = (cells.dropFirst(3) + (iberian[cells[0]]?.dropFirst() ?? [])).map(names)
            #expect(places.allSatisfy { $0 == places.first }, "\(cells)")
        }
        #expect(Set(iberian.keys).isSubset(of: ErrorCatalogue.wajub.codes))
    }

    private func names(_ words: String) -> [Substring] {
        words.split(separator: "{", omittingEmptySubsequences: false).dropFirst().map {
            $0.prefix { $0 != "}" && $0 != "?" }
        }.sorted()
    }

    @Test(
        "W94 The tries that are left are told in the right form",
        arguments: [
            (.english, "1", "Wrong code. 1 try left."), (.english, "2", "Wrong code. 2 tries left."),
            (.english, "0", "Wrong code. 0 tries left."), (.french, "0", "Code incorrect. Il reste 0 essai."),
            (.french, "1", "Code incorrect. Il reste 1 essai."), (.french, "2", "Code incorrect. Il reste 2 essais."),
            (.spanish, "1", "Código incorrecto. Queda 1 intento."),
            (.spanish, "2", "Código incorrecto. Quedan 2 intentos."),
            (.portuguese, "1", "Código incorreto. Resta 1 tentativa."),
            (.portuguese, "3", "Código incorreto. Restam 3 tentativas."),
            (.arabic, "1", "الرمز غير صحيح. تبقّت محاولة واحدة."), (.arabic, "2", "الرمز غير صحيح. تبقّت محاولتان."),
            (.arabic, "3", "الرمز غير صحيح. تبقّت \u{2068}3\u{2069} محاولات."),
            (.arabic, "12", "الرمز غير صحيح. تبقّت \u{2068}12\u{2069} محاولة."),
        ] as [(Language, String, String)])
    func tries(language: Language, count: String, words: String) {
        #expect(ErrorCatalogue.wajub["invalid_code"]?.message(language, ["n": count]) == words)
    }

    @Test("Places without a value stay, and what fills one is never read as a place")
    func filling() {
        #expect(Language.english.fill("{a} of {b} {", ["a": "{b}", "b": "2"]) == "{b} of 2 {")
        #expect(Language.english.fill("{a} {n?# day/# days}", [:]) == "{a} {n?# day/# days}")
        #expect(Language.english.fill("{n?# day/# days}", ["n": "many"]) == "{n?# day/# days}")
        #expect(Language.arabic.fill("{a}", ["a": "+237"]) == "\u{2068}+237\u{2069}", "a number keeps its direction")
    }

    @Test("French breaks no line before its high marks and inside its quotes")
    func french() {
        #expect(
            Language.french.typeset("Payer ? « Non » : l'un ; ça !")
                == "Payer\u{A0}? «\u{A0}Non\u{A0}»\u{A0}: l’un\u{A0}; ça\u{A0}!")
        #expect(ErrorCatalogue.wajub["shield_blocked"]?.message(.french).contains("Référence\u{A0}:") == true)
    }

    @Test(
        "Arabic tells six forms apart",
        arguments: [
            (0, .zero), (1, .one), (2, .two), (3, .few), (10, .few), (11, .many), (99, .many), (100, .other),
            (102, .other), (103, .few), (111, .many),
        ] as [(Int, Plural)])
    func plurals(count: Int, form: Plural) {
        #expect(Plural(count, .arabic) == form)
    }

    @Test(
        "The first language we have wins",
        arguments: [
            ("fr,en;q=0.8", Language.french), ("en, fr", .english), ("de,fr;q=0.5,en;q=0.9", .english),
            ("de", .english), (nil, .english), ("fr-CI;q=1", .french), ("ar-EG,ar;q=0.9,en;q=0.8", .arabic),
            ("de, ar_EG;q=0.5, fr;q=0.5", .arabic), ("AR", .arabic), ("arc, fro", .english),
            ("pt-BR,pt;q=0.9,en;q=0.5", .portuguese), ("es_MX", .spanish),
            ("PT-pt", .portuguese),
        ] as [(String?, Language)])
    func languages(header: String?, expected: Language) {
        #expect(Language(acceptLanguage: header) == expected)
    }
}
