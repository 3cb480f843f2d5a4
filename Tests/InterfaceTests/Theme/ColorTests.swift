import Testing

@testable import Interface

@Suite struct ColorTests {
    static let readable: [(String, String)] = [
        ("#123", "#112233"), ("#1238", "#11223388"), ("#0F766E", "#0f766e"), ("#0f766e80", "#0f766e80"),
        ("#0f766eff", "#0f766e"), (" #FFF ", "#ffffff"), ("rgb(15, 118, 110)", "#0f766e"),
        ("RGB(15 118 110)", "#0f766e"), ("rgb(15 118 110 / .5)", "#0f766e80"), ("rgba(15,118,110,50%)", "#0f766e80"),
        ("rgb(300, -5, 0)", "#ff0000"), ("rgb(100%, 0%, 50%)", "#ff0080"), ("rgb(1 2 3 / 0)", "#01020300"),
        ("hsl(175, 77%, 26%)", "#0f756d"), ("hsl(175deg 77% 26%)", "#0f756d"), ("hsl(0.5turn 100% 50%)", "#00ffff"),
        ("hsl(-240 100% 50%)", "#00ff00"), ("hsl(400grad, 100%, 50%)", "#ff0000"),
        ("hsla(120, 100%, 25%, 0.25)", "#00800040"), ("hsl(1e0 0% 0%)", ""), ("transparent", "#00000000"),
        ("Tomato", "#ff6347"), ("rebeccapurple", "#663399"), ("black", "#000000"),
    ]

    @Test("W66: a colour is read in every form of the web", arguments: readable)
    func reading(_ text: String, _ expected: String) {
        #expect(Color(css: text)?.css ?? "" == expected, "\(text)")
    }

    @Test(
        "W66: what is no colour is as if it were absent",
        arguments: [
            "", "#", "#12", "#12345", "#1234567", "#123456789", "#ggg", "#１２３", "not a colour", "rgb", "rgb()",
            "rgb(1)",
            "rgb(1,2)", "rgb(1,2,3,4,5)", "rgb(1 2,3)", "rgb(1 2 3 / 4 / 5)", "rgb(1 2 3 4)", "rgb(1,2,3", "rgb 1,2,3)",
            "rgb(1,2%,3)", "rgb(1px,2,3)", "rgb(inf,0,0)", "rgb(nan,0,0)", "rgb(0x10,0,0)", "rgb(1e9,0,0)",
            "rgb(1.,0,0)",
            "rgb(--1,0,0)", "rgb(1 2 3 / x)", "rgb(1 2 3 / 1deg)", "hsl(1,2,3)", "hsl(10px, 1%, 1%)", "hsl(1%, 1%, 1%)",
            "hwb(1 2% 3%)", "url(x)", "red; background: url(x)", "</style>", "()", ")(", "var(--x)",
            "#fff" + String(repeating: " ", count: 200), String(repeating: "(", count: 4000),
            "rgb(" + String(repeating: "9", count: 100) + ",0,0)",
        ])
    func unreadable(_ text: String) {
        #expect(Color(css: text) == nil)
    }

    @Test("every name CSS has is a colour")
    func names() {
        #expect(ColorNames.table.count == 148)
        for name in ColorNames.table.keys { #expect(Color(css: name)?.isOpaque == true, "\(name)") }
    }

    @Test("what is written is read back, whatever the colour")
    func roundTrip() {
        var dice = Dice(seed: 7)
        for _ in 0..<2000 {
            let color = dice.color().withAlpha(UInt8.random(in: 0...255, using: &dice))
            #expect(Color(css: color.css) == color)
        }
    }

    @Test("contrast is WCAG's")
    func contrast() {
        #expect(Color.white.contrast(with: .black) == 21)
        #expect(Color.black.contrast(with: .black) == 1)
        // Values of published tables.
        #expect(abs(Color(0x767676).contrast(with: .white) - 4.54) < 0.005)
        #expect(abs(Color(0xFF0000).contrast(with: .white) - 4.00) < 0.005)
        #expect(abs(Color(0x0000FF).contrast(with: .white) - 8.59) < 0.005)
        // Half black over white is seen as a grey.
        #expect(Color.black.withAlpha(128).over(.white) == Color(0x7F7F7F))
        #expect(Color.black.withAlpha(128).contrast(with: .white) == Color(0x7F7F7F).contrast(with: .white))
        #expect(Color.transparent.over(Color(0x123456)) == Color(0x123456))
    }

    @Test("black or white can be read on every colour")
    func blackOrWhite() {
        var dice = Dice(seed: 11)
        for _ in 0..<5000 {
            let ground = dice.color()
            #expect(Color.blackOrWhite(on: [ground]).contrast(with: ground) >= Contrast.text, "\(ground.css)")
        }
    }

    @Test("a colour that is read stays; another becomes the nearest shade that is")
    func readableShade() {
        #expect(Color(0x0F766E).readable(on: [.white], Contrast.text) == Color(0x0F766E))
        let yellow = Color(0xFACC15).readable(on: [.white], Contrast.text)
        #expect(yellow.contrast(with: .white) >= 4.5 && yellow.contrast(with: .white) < 5)
        #expect(yellow.red > yellow.blue, "still a yellow: \(yellow.css)")
        var dice = Dice(seed: 3)
        for _ in 0..<3000 {
            let (ink, ground) = (dice.color(), dice.color())
            #expect(ink.readable(on: [ground], Contrast.text).contrast(with: ground) >= Contrast.text)
        }
    }
}

/// Repeats itself from a seed.
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func color() -> Color { Color(UInt32.random(in: 0...0xFFFFFF, using: &self)) }
}
