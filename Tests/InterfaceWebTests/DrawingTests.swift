import Foundation
import Interface
import Kernel
import Testing

@testable import InterfaceWeb

func screen(
    _ content: [Node], id: String = "one", actions: [Node] = [], title: String = "A title", dialog: Dialog? = nil,
    dismiss: Bool = true
) -> Screen {
    Screen(
        id: id, title: title, language: "en", rightToLeft: false,
        header: Header(name: "Shop", badge: "Test mode", closeLabel: "Close"), content: content, actions: actions,
        dialog: dialog, canDismiss: dismiss)
}

let look = Look(light: .defaultLight, dark: .defaultDark)

func html(_ content: [Node]) -> String { ScreenDrawing(screen(content), look).markup.html }

func field(_ id: String, _ text: String = "", caret: Int? = nil, error: String? = nil) -> Node {
    Node(id, .field(TextField("Number", .phone, text: FieldText(text), caret: caret, error: error)))
}

@Suite struct DrawingTests {
    @Test("A text is escaped wherever it stands") func escaping() {
        let evil = "</main><script>alert('x')</script>\" onload=\"&"
        let all: [Node] = [
            Node(evil, .text(TextRun(evil, .heading))), Node("a", .amount(Amount(evil, caption: evil))),
            Node("b", .image(Picture(url: "https://x/\(evil)", badge: Badge(evil, background: evil), label: evil))),
            Node(
                "c",
                .field(
                    TextField(
                        evil, .text, text: FieldText(evil), lead: evil, placeholder: evil, help: evil, error: evil,
                        badge: Badge(evil), badgeLabel: evil))),
            Node(
                "d",
                .picker(
                    Picker(
                        evil, [.init(evil, evil, sign: evil, detail: evil)], selected: evil, searchLabel: evil,
                        emptyText: evil))),
            Node("e", .choices(Choices(evil, [.init(evil, evil)], selected: evil, error: evil))),
            Node("f", .checkbox(Checkbox(evil, isOn: true))), Node("g", .row(Row(evil, detail: evil))),
            Node("h", .row(Row(evil, unavailable: evil))), Node("i", .button(Button(evil))),
            Node("j", .banner(Banner(.error, evil))), Node("k", .facts([Fact(evil, evil, copyTitle: evil)])),
            Node("l", .waiting(Waiting(elapsedSeconds: 3, label: evil))),
            Node("m", .column(Column(label: evil, [Node("n", .spinner(label: evil))]))),
            Node("o", .skeleton(rows: 2, label: evil)),
            Node("p", .row(Row(evil, selected: true, action: RowAction(evil, evil)))),
            Node("q", .countdown(Countdown(secondsLeft: 3, label: evil))),
            Node("r", .code(CodeImage(evil, label: evil))),
            Node("s", .copy(CopyText(evil, evil, copyTitle: evil, copiedText: evil))),
            Node("t", .page(WebPage(evil, url: "https://bank.example/\(evil)"))),
            Node("u", .page(WebPage(evil, url: "https://bank.example/", returnURL: evil))),
        ]
        let whole = screen(
            all, id: evil, title: evil,
            dialog: Dialog(
                title: evil, text: evil, confirmID: evil, confirmTitle: evil, refuseID: evil, refuseTitle: evil))
        let html = ScreenDrawing(whole, look).markup.html
        #expect(!html.contains("<script"))
        #expect(!html.contains("\" onload"))
        #expect(html.components(separatedBy: "</main>").count == 2)
        #expect(
            !ScreenDrawing.options(
                Picker(evil, [.init(evil, evil)], selected: nil, searchLabel: evil, emptyText: evil), evil,
                closeLabel: evil
            ).html.contains("<script"))
    }

    @Test("What is typed is never in the HTML, nor any style attribute") func nothingTyped() {
        let html = html([
            Node(
                "card",
                .form([
                    Node(
                        "number",
                        .field(
                            TextField("Card", .cardNumber, text: FieldText("4242 4242 4242 4242"), badge: Badge("V")))),
                    Node("pin", .field(TextField("PIN", .pin, text: FieldText("1234"), secure: true))),
                ]))
        ])
        #expect(!html.contains("4242") && !html.contains("1234"))
        #expect(!html.contains("style=") && !html.contains("value="))
    }

    @Test("Ids of elements hold nothing that ends a list or means something") func ids() {
        #expect(ElementID.of("card.number") == "n-card.number")
        #expect(ElementID.of("a b\"'", "in") == "n-a_20_b_22__27___in")
        #expect(ElementID.of("a_b") != ElementID.of("a b"))
    }

    @Test("A field says what it is to keyboards, autofill and screen readers", arguments: TextField.Purpose.allCases)
    func hints(_ purpose: TextField.Purpose) {
        let html = html([Node("x", .field(TextField("L", purpose, text: FieldText(""), error: "Wrong")))])
        #expect(html.contains("aria-invalid=\"true\"") && html.contains("aria-describedby=\"n-x__note\""))
        #expect(html.contains("id=\"n-x__note\" class=\"note\" aria-live=\"polite\""))
        #expect(html.contains("<label for=\"n-x__in\">"))
        let fill: [TextField.Purpose: String] = [
            .phone: "tel", .cardNumber: "cc-number", .cardExpiry: "cc-exp", .securityCode: "cc-csc",
            .oneTimeCode: "one-time-code", .pin: "off", .email: "email", .postalCode: "postal-code",
        ]
        if let wanted = fill[purpose] { #expect(html.contains("autocomplete=\"\(wanted)\"")) }
    }

    @Test("W54 A screen that cannot be dismissed says so to the page") func dismissing() {
        let open = ScreenDrawing(screen([]), look).markup.html
        let held = ScreenDrawing(screen([], dismiss: false), look).markup.html
        #expect(open.contains("data-dismiss") && !held.contains("data-dismiss"))
        // The close button works all the same.
        #expect(held.contains("data-do=\"close\""))
    }

    @Test("W131 The test badge is drawn") func badge() {
        #expect(html([]).contains("<span class=\"tag\">Test mode</span>"))
    }

    @Test("A screen without a heading has its title as one") func heading() {
        #expect(html([]).contains("<h1 class=\"unseen\" tabindex=\"-1\">A title</h1>"))
        #expect(!html([Node("h", .text(TextRun("Pay", .heading)))]).contains("A title"))
    }

    @Test("A merchant's font and lengths cannot break out of the style") func style() {
        var theme = ResolvedTheme.defaultLight
        theme.fontFamily = "Inter\"; } body { display: none } /*, serif, \u{0}"
        theme.borderRadius = .infinity
        theme.spacingUnit = -4
        let css = LookStyle(Look(light: theme, dark: .defaultDark, scheme: .light)).css
        #expect(!css.contains("display:") && !css.contains("/*"))
        #expect(css.filter { $0 == "{" }.count == 1)
        // U+0D4E makes one character with what follows it.
        theme.fontFamily = "a\u{0D4E}\"\u{0D4E};\u{0D4E}}b"
        let joined = LookStyle(Look(light: theme, dark: .defaultDark, scheme: .light)).css
        #expect(joined.utf8.filter { $0 == UInt8(ascii: "}") }.count == 1)
        #expect(!css.contains(":inf") && !css.contains("--unit:-"))
    }

    @Test("The page speaks every language by itself", arguments: Language.allCases) func pageTexts(language: Language) {
        let texts = PageTexts(language.rawValue)
        #expect(texts.language == language.rawValue && texts.isRightToLeft == language.isRightToLeft)
        #expect(language == .english || texts.opening != PageTexts("en").opening)
    }

    @Test("The script is small, and nothing in it is inline or evaluated") func assets() {
        #expect(WebAssets.script.bytes.count < 13_000)
        let script = String(decoding: WebAssets.script.bytes, as: UTF8.self)
        #expect(!script.contains("eval(") && !script.contains("new Function"))
        #expect(!script.contains("http://") && !script.contains("https://"))
        let page = PageDocument(
            first: screen([Node("o", .skeleton(rows: 3, label: "Opening"))]), look: look, texts: PageTexts("fr"),
            nonce: "abc", live: "/visits", opening: ["token": "tok_\"<"])
        #expect(page.html.components(separatedBy: "<script").count == 2)
        #expect(page.html.contains("<script src=\"\(WebAssets.script.path)\" defer></script>"))
        #expect(page.html.contains("data-opening=\"{&quot;token&quot;:&quot;tok_\\&quot;&lt;&quot;}\""))
        #expect(page.html.contains("<noscript>") && page.html.contains("Activez-le"))
    }
}
