import Interface
import Kernel
import Testing

@testable import InterfaceWeb

/// An interface that formats one field and counts what it is told.
@MainActor
private final class Desk: LiveInterface {
    var screen = InterfaceWebTests.screen([field("phone"), Node("note", .text(TextRun("Hello")))])
    var look = InterfaceWebTests.look
    var onRedraw: (@MainActor () -> Void)?
    var told: [InterfaceEvent] = []

    func perform(_ event: InterfaceEvent) {
        told.append(event)
        guard case .input(let id, let text, _) = event else { return }
        // Two digits at most, whatever is typed.
        let kept = String(text.expose().filter(\.isNumber).prefix(2))
        screen.content[0] = field(id, kept, caret: kept.utf16.count)
        onRedraw?()
    }
}

@MainActor
@Suite struct LivePageTests {
    private let desk = Desk()
    private let page: LivePage

    init() {
        page = LivePage(desk, texts: PageTexts("en"))
        page.attach(client: "a")
    }

    private func frame(after number: Int) throws -> JSONValue? {
        try page.frame(after: number).map { try JSONValue.parse($0.bytes) }
    }

    private func tell(_ events: JSONValue...) -> Bool { page.receive(JSONValue.object(["e": .array(events)]).bytes) }

    @Test("The first frame is whole, and then nothing is told until something changes") func whole() throws {
        let first = try #require(try frame(after: 0))
        #expect(first["html"]?.string?.contains("data-screen=\"one\"") == true)
        #expect(first["css"] != nil && first["lang"]?.string == "en" && first["f"]?.int == 1)
        #expect(try frame(after: 1) == nil)
        desk.onRedraw?()
        #expect(try frame(after: 1) == nil, "a redrawing without a change is not told")
    }

    @Test("Only what changed is sent") func parts() throws {
        _ = try frame(after: 0)
        desk.screen.content[1] = Node("note", .text(TextRun("Bye")))
        desk.onRedraw?()
        let next = try #require(try frame(after: 1))
        #expect(next["html"] == nil && next["css"] == nil)
        #expect(next["p"]?.array == [.array(["n-note", "<p id=\"n-note\" class=\"body\">Bye</p>"])])
    }

    @Test("A page that missed a frame gets the whole screen") func missed() throws {
        _ = try frame(after: 0)
        desk.screen.content[1] = Node("note", .text(TextRun("Bye")))
        desk.onRedraw?()
        _ = try frame(after: 1)
        #expect(try frame(after: 1)?["html"] != nil)
    }

    @Test("Typing is answered with the value and its number, even when the value stays") func typing() throws {
        _ = try frame(after: 0)
        #expect(tell(["n": 1, "t": "input", "id": "phone", "text": "12", "caret": 2]))
        let first = try #require(try frame(after: 1))
        #expect(first["a"]?.int == 1)
        #expect(first["v"]?.array == [.array(["phone", "12", 2])])
        #expect(first["p"] == nil, "what is typed draws nothing anew")
        // A third digit is refused: the field's text stays, and the page must still be told.
        #expect(tell(["n": 2, "t": "input", "id": "phone", "text": "123", "caret": 3]))
        #expect(try frame(after: 2)?["v"]?.array == [.array(["phone", "12", 2])])
    }

    @Test("An event that is sent again is taken once") func once() {
        #expect(tell(["n": 1, "t": "press", "id": "pay"], ["n": 2, "t": "submit", "id": "f"]))
        #expect(
            tell(["n": 1, "t": "press", "id": "pay"], ["n": 2, "t": "submit", "id": "f"], ["n": 3, "t": "close"]))
        #expect(desk.told == [.press("pay"), .submit("f"), .close])
    }

    @Test("Another page counts anew and gets the whole screen") func another() throws {
        _ = try frame(after: 0)
        #expect(tell(["n": 7, "t": "press", "id": "x"]))
        page.attach(client: "b")
        #expect(try frame(after: 0)?["html"] != nil)
        #expect(tell(["n": 1, "t": "press", "id": "y"]))
        #expect(desk.told == [.press("x"), .press("y")])
    }

    @Test("An errand is told until it is done, and never to a page that came after") func errands() throws {
        _ = try frame(after: 0)
        page.send(.leave("https://bank.example/"))
        #expect(try frame(after: 1)?["go"]?["url"]?.string == "https://bank.example/")
        #expect(try frame(after: 2) == nil)
        #expect(try frame(after: 1)?["go"] != nil, "the frame was lost")
        page.attach(client: "b")
        #expect(try frame(after: 0)?["go"] == nil)
        page.send(.open("https://bank.example/2"))
        #expect(tell(["n": 1, "t": "went", "errand": 2]))
        #expect(try frame(after: 4)?["go"] == nil)
    }

    @Test(
        "Nonsense is refused and changes nothing",
        arguments: [
            "", "[]", "{}", "{\"e\":[{}]}", "{\"e\":[{\"n\":0,\"t\":\"beat\"}]}", "{\"e\":[{\"n\":1,\"t\":\"fly\"}]}",
            "{\"e\":[{\"n\":1,\"t\":\"input\",\"id\":\"phone\"}]}", "{\"e\":[{\"n\":1,\"t\":\"toggle\",\"id\":\"x\"}]}",
        ]) func nonsense(_ text: String)
    {
        #expect(!page.receive(Array(text.utf8)))
        #expect(desk.told.isEmpty)
    }

    @Test("What is too long is refused, and a caret beyond the text is taken to its end") func limits() {
        #expect(!tell(["n": 1, "t": "press", "id": .string(String(repeating: "a", count: 300))]))
        #expect(!tell(["n": 1, "t": "input", "id": "p", "text": .string(String(repeating: "1", count: 5000))]))
        let many = (1...300).map { JSONValue.object(["n": .integer($0), "t": "beat"]) }
        #expect(!page.receive(JSONValue.object(["e": .array(many)]).bytes))
        #expect(tell(["n": 1, "t": "input", "id": "p", "text": "1", "caret": 99]))
        #expect(desk.told == [.input("p", FieldText("1"), caret: 1)])
    }

    @Test("A list of options travels only when it is opened") func options() throws {
        desk.screen.content[1] = Node(
            "country",
            .picker(
                Picker("Country", [.init("CM", "Cameroon")], selected: nil, searchLabel: "Search", emptyText: "None")))
        let first = try #require(try frame(after: 0))
        #expect(first["html"]?.string?.contains("Cameroon") == false)
        #expect(tell(["n": 1, "t": "open", "id": "country"]))
        #expect(try frame(after: 1)?["o"]?.array?.last?.string?.contains("Cameroon") == true)
        #expect(tell(["n": 2, "t": "open", "id": "nothing"]))
        #expect(try frame(after: 2)?["o"] == nil)
    }
}
