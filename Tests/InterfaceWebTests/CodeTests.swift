import Interface
import Testing

@testable import InterfaceWeb
@testable import QRCodes

@Suite struct CodeTests {
    @Test("A code has its three corners, and nothing dark in the quiet zone") func corners() throws {
        let code = try #require(QRCode("00020126580014br.gov.bcb.pix"))
        #expect(code.side % 4 == 1 && code.side >= 21)
        let last = code.side - 7
        for (row, column) in [(0, 0), (0, last), (last, 0)] {
            for step in 0..<7 {
                #expect(
                    code.isDark(row: row, column: column + step) && code.isDark(row: row + 6, column: column + step))
            }
            #expect(!code.isDark(row: row + 1, column: column + 1) && code.isDark(row: row + 3, column: column + 3))
        }
        #expect(!code.isDark(row: -1, column: 0) && !code.isDark(row: 0, column: code.side))
    }

    @Test("Runs hold every dark square once") func runs() throws {
        let code = try #require(QRCode("https://pay.example/1"))
        var seen: Set<[Int]> = []
        for run in code.runs { for column in run.columns { #expect(seen.insert([run.row, column]).inserted) } }
        let dark = (0..<code.side).flatMap { row in
            (0..<code.side).filter { code.isDark(row: row, column: $0) }.map { [row, $0] }
        }
        #expect(seen == Set(dark) && !dark.isEmpty)
    }

    @Test("A terminal gets two rows in a line, light squares as ink") func lines() throws {
        let code = try #require(QRCode("a"))
        let lines = code.lines(colored: false)
        #expect(lines.count == (code.side + 4 + 1) / 2 && lines.allSatisfy { $0.count == code.side + 4 })
        // Two rows of the quiet zone, then the upper edge of two corners over the light ring in them.
        #expect(lines[0] == String(repeating: "█", count: code.side + 4))
        #expect(lines[1].hasPrefix("██ ▄▄▄▄▄ █"))
        #expect(code.lines(colored: true)[0].hasPrefix("\u{1B}[97;40m█"))
    }

    @Test("No code of nothing, or of more than a screen can show") func limits() {
        #expect(QRCode("") == nil)
        #expect(QRCode(String(repeating: "a", count: QRCode.longestText)) != nil)
        #expect(QRCode(String(repeating: "a", count: QRCode.longestText + 1)) == nil)
        #expect(html([Node("q", .code(CodeImage("", label: "L")))]).contains("<div id=\"n-q\" class=\"qr\"></div>"))
    }

    @Test("A code is a picture with a name, black on white whatever the theme") func drawn() {
        let html = html([Node("q", .code(CodeImage("000201", label: "Scan me")))])
        #expect(html.contains("role=\"img\" aria-label=\"Scan me\""))
        #expect(html.contains("fill=\"#fff\"") && html.contains("fill=\"#000\"") && !html.contains("style="))
    }

    @Test("What is copied is whole; what is shown is its beginning and end") func copying() {
        let long = "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000"
        let html = html([Node("c", .copy(CopyText("Code", long, copyTitle: "Copy", copiedText: "Copied")))])
        #expect(html.contains("data-copy=\"\(long)\"") && html.contains(">00020126580014br.gov…55440000<"))
        #expect(CopyText("", "short", copyTitle: "", copiedText: "").shortened == "short")
    }

    @Test(
        "Time that is left is written as on a clock",
        arguments: [(0, "0:00"), (59, "0:59"), (597, "9:57"), (3600, "1:00:00"), (86_399, "23:59:59")])
    func clock(seconds: Int, text: String) {
        #expect(Countdown.clock(seconds) == text)
        #expect(Countdown(secondsLeft: -5, label: "").secondsLeft == 0)
    }
}

@Suite struct RadioRowTests {
    private func row(_ id: String, _ isSelected: Bool?, unavailable: String? = nil, action: RowAction? = nil) -> Node {
        Node(id, .row(Row(id, unavailable: unavailable, selected: isSelected, action: action)))
    }

    private func reachable(_ nodes: [Node]) -> [String] {
        let drawing = ScreenDrawing(screen(nodes), look)
        return drawing.screen.nodes.map(\.id).filter(drawing.isReachable)
    }

    @Test("Tab comes to the chosen row of a group, or to its first") func reach() {
        let chosen = Node("g", .column(Column(label: nil, [row("a", false), row("b", true), row("c", false)])))
        let none = Node(
            "h", .column(Column(label: nil, [row("off", false, unavailable: "no"), row("d", false), row("e", false)])))
        #expect(reachable([chosen, none]) == ["b", "d"])
        let html = html([chosen])
        #expect(html.contains("id=\"n-g\" class=\"col inside\" role=\"radiogroup\""))
        #expect(html.contains("role=\"radio\" aria-checked=\"true\" tabindex=\"0\" data-press=\"b\""))
        #expect(html.contains("role=\"radio\" aria-checked=\"false\" tabindex=\"-1\" data-press=\"a\""))
    }

    @Test("A choice redraws its group: the row that Tab comes to is another") func change() {
        func drawing(_ chosen: String) -> ScreenDrawing {
            let rows = ["a", "b"].map { row($0, $0 == chosen) }
            return ScreenDrawing(screen([Node("g", .column(Column(label: nil, rows)))]), look)
        }
        guard case .parts(let parts) = ScreenChange(from: drawing("a"), to: drawing("b")) else {
            Issue.record("not the whole screen")
            return
        }
        #expect(parts.map(\.element) == ["n-g"])
    }

    @Test("The action beside a row is a button of its own, and is offered") func action() {
        let node = row("card", true, action: RowAction("remove", "Remove the card"))
        let html = html([Node("g", .column(Column(label: nil, [node])))])
        #expect(html.contains("id=\"n-card\" class=\"pair\"") && html.contains("id=\"n-card__in\" class=\"row\""))
        #expect(html.contains("data-press=\"remove\" title=\"Remove the card\" aria-label=\"Remove the card\""))
        let shown = screen([node])
        #expect(shown.offers(.press("remove")) && shown.offers(.press("card")) && !shown.offers(.press("other")))
        let off = screen([row("card", true, unavailable: "No", action: RowAction("remove", "Remove"))])
        #expect(off.offers(.press("remove")) && !off.offers(.press("card")))
    }
}

@Suite struct InsidePageTests {
    private let page = WebPage("Bank", url: "https://Bank.example:8443/challenge?a=1&b=\"")

    @Test(
        "Messages are taken from the origin of the address",
        arguments: [
            ("https://Bank.example/x", "https://bank.example"), ("https://bank.example:443", "https://bank.example"),
            ("http://127.0.0.1:8787/a", "http://127.0.0.1:8787"),
            ("https://bank.example:8443/", "https://bank.example:8443"),
            ("javascript:alert(1)", ""), ("data:text/html,x", ""), ("https://a@bank.example/", ""),
            ("bank.example", ""),
            ("https:///x", ""), ("https://bank.example;script-src*/", ""), ("", ""),
        ])
    func origins(url: String, origin: String) { #expect(WebPage("", url: url).origin == origin) }

    @Test("A page is a frame that says whose it is, and cannot lead the page around it away") func frame() {
        let html = html([Node("f", .page(page))])
        #expect(html.contains("data-origin=\"https://bank.example:8443\"") && html.contains("title=\"Bank\""))
        #expect(html.contains("sandbox=\"allow-scripts allow-forms allow-same-origin allow-popups\""))
        #expect(html.contains("src=\"https://Bank.example:8443/challenge?a=1&amp;b=&quot;&amp;embedded=true\""))
        #expect(drawn("https://a.example/x#y").contains("src=\"https://a.example/x?embedded=true#y\""))
        #expect(!drawn("javascript:alert(1)").contains("iframe"))
    }

    private func drawn(_ url: String) -> String { html([Node("f", .page(WebPage("Bank", url: url)))]) }

    @Test("Only a screen with such a page takes a message, and none that is too long") func offers() {
        let shown = screen([Node("f", .page(page)), Node("bad", .page(WebPage("", url: "about:blank")))])
        #expect(shown.offers(.message("f", String(repeating: "a", count: 4096))))
        #expect(!shown.offers(.message("f", String(repeating: "a", count: 4097))))
        #expect(!shown.offers(.message("bad", "{}")) && !shown.offers(.message("other", "{}")))
    }

    @Test("A message that is too long breaks no connection") func long() throws {
        func read(_ text: String) -> [PageEvent]? {
            PageEvent.read(Array("{\"e\":[{\"n\":1,\"t\":\"message\",\"id\":\"f\",\"text\":\"\(text)\"}]}".utf8))
        }
        let event = try #require(read("hello")?.first)
        guard case .interface(.message("f", "hello")) = event.kind else {
            Issue.record("\(event)")
            return
        }
        // Four thousand letters of two bytes.
        let wide = try #require(read(String(repeating: "é", count: 4000))?.first)
        guard case .beat = wide.kind else {
            Issue.record("taken: \(wide)")
            return
        }
        #expect(read(String(repeating: "a", count: 4097)) == nil)
    }

    @Test("Inside a merchant's page nothing of a sheet is drawn") func embedded() {
        var shown = screen([Node("h", .text(TextRun("Pay", .heading)))])
        shown.credit = "Secured"
        shown.isEmbedded = true
        let html = ScreenDrawing(shown, look).markup.html
        #expect(html.contains("class=\"sheet embedded\"") && !html.contains("data-do") && !html.contains("Secured"))
        #expect(!html.contains("Test mode") && html.contains("<h1"))
    }
}
