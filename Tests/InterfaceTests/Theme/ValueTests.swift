import Testing

@testable import Interface

@Suite struct ValueTests {
    @Test(
        "W66: a length is read as the web writes it",
        arguments: [
            ("12px", 12), ("0.75rem", 12), ("1em", 16), ("12pt", 12), ("12", 12), (" 4PX ", 4), (".5rem", 8), ("+3", 3),
            ("0", 0), ("abc", nil), ("", nil), ("50%", nil), ("-1px", nil), ("1 px", nil), ("1px2", nil), ("1..2", nil),
            ("1.px", nil), ("calc(1px)", nil), ("inf", nil), ("nan", nil), ("1e5", nil), ("99999999999999999999", nil),
            ("90deg", nil),
        ] as [(String, Double?)])
    func lengths(_ text: String, _ expected: Double?) {
        #expect(CSSText.length(text) == expected)
    }

    @Test(
        "W66: a weight is read as the web writes it",
        arguments: [
            ("400", 400), ("normal", 400), ("Medium", 500), (" bold ", 700), ("100", 100), ("900", 900), ("99", nil),
            ("901", nil), ("450.5", nil), ("450", 450), ("400px", nil), ("heavy", nil), ("", nil), ("-400", nil),
        ] as [(String, Int?)])
    func weights(_ text: String, _ expected: Int?) {
        #expect(CSSText.weight(text) == expected)
    }

    @Test(
        "W73: a font family is used only when the app embeds it",
        arguments: [
            ("Poppins", nil), ("Inter", .named("Inter")), ("\"Inter\", sans-serif", .named("Inter")),
            ("Poppins, 'Inter'", .named("Inter")), ("Poppins, sans-serif, Inter", .system), ("system-ui", .system),
            ("-apple-system, Inter", .system), ("Noto Sans", .named("Noto Sans")), ("", nil), (",,", nil),
            ("Inter;}body{", nil), ("</style>", nil), (String(repeating: "Poppins,", count: 500) + "Inter", nil),
        ] as [(String, FontFamily?)])
    func fonts(_ list: String, _ expected: FontFamily?) {
        let embedded: Set<String> = ["Inter", "Noto Sans", "Inter;}body{", "</style>"]
        #expect(FontFamily(css: list, isEmbedded: embedded.contains) == expected)
    }
}
