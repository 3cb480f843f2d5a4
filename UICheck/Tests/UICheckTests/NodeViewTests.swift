import SwiftUI
import Testing
import UIKit

@testable import Interface
@testable import InterfaceApple

extension AppleTests {
    @Suite @MainActor struct NodeViewTests {
        /// One of each kind, and the words that must be found when it is drawn. A new kind does not compile until it
        /// stands here.
        static let kinds: [(content: Node.Content, words: [String])] = [
            (.column(Column(label: "Payment", [Node("a", .text(TextRun("Inside")))])), ["Payment", "Inside"]),
            (.line([Node("a", .text(TextRun("Left"))), Node("b", .text(TextRun("Right")))]), ["Left", "Right"]),
            (.form([Node("a", .text(TextRun("In a form")))]), ["In a form"]),
            (.text(TextRun("A text")), ["A text"]),
            (.amount(Amount("25,500 FCFA", caption: "Fees included")), ["25,500 FCFA", "Fees included"]),
            (.image(Picture(url: nil, badge: Badge("MTN"), label: "MTN MoMo")), ["MTN MoMo"]),
            (
                .field(TextField("Phone number", .phone, text: FieldText("677"), lead: "+237", help: "Yours")),
                ["Phone number", "Yours"]
            ),
            (
                .picker(
                    Picker(
                        "Country", [Picker.Option("CM", "Cameroon", sign: "🇨🇲", detail: "+237")], selected: "CM",
                        searchLabel: "Search", emptyText: "None")), ["Country", "Cameroon, +237"]
            ),
            (
                .choices(Choices("Operator", [Choices.Option("mtn", "MTN MoMo")], selected: "mtn")),
                ["Operator", "MTN MoMo"]
            ),
            (.checkbox(Checkbox("Remember me", isOn: true)), ["Remember me"]),
            (.row(Row("Card", detail: "Visa, Mastercard")), ["Card", "Visa, Mastercard"]),
            (.button(Button("Pay 25,500 FCFA")), ["Pay 25,500 FCFA"]),
            (.banner(Banner(.error, "Refused")), ["Refused"]),
            (
                .facts([Fact("Reference", "order-4172", copyTitle: "Copy", leftToRight: true)]),
                ["Reference: order-4172", "Copy"]
            ),
            (.outcome(.success), []),
            (.waiting(Waiting(elapsedSeconds: 65, label: "Waiting for you")), ["Waiting for you", "1:05"]),
            (.skeleton(rows: 3, label: "Loading"), ["Loading"]),
            (.spinner(label: "One moment"), ["One moment"]),
            (.countdown(Countdown(secondsLeft: 600, label: "Time left")), ["Time left", "10:00"]),
            (.code(CodeImage("000201", label: "The code to scan")), ["The code to scan"]),
            (
                .copy(CopyText("Code", "000201", copyTitle: "Copy", copiedText: "Copied")),
                ["\u{2066}000201\u{2069}", "Copy"]
            ),
            (.page(WebPage("Your bank", url: "https://bank.example/challenge")), ["Your bank"]),
        ]

        private static func number(_ content: Node.Content) -> Int {
            switch content {
            case .column: 0
            case .line: 1
            case .form: 2
            case .text: 3
            case .amount: 4
            case .image: 5
            case .field: 6
            case .picker: 7
            case .choices: 8
            case .checkbox: 9
            case .row: 10
            case .button: 11
            case .banner: 12
            case .facts: 13
            case .outcome: 14
            case .waiting: 15
            case .skeleton: 16
            case .spinner: 17
            case .countdown: 18
            case .code: 19
            case .copy: 20
            case .page: 21
            }
        }

        @Test("W1 Every kind of part is drawn by SwiftUI, with what a screen reader needs")
        func everyKind() {
            #expect(Set(Self.kinds.map { Self.number($0.content) }) == Set(0...21))
            for (content, words) in Self.kinds {
                let drawn = Stage(content).draw()
                for word in words { #expect(drawn.spoken.contains(word), "\(word) in \(drawn.spoken)") }
            }
        }

        @Test("W131 W71 Around the content: the trade name, « Test mode », and who secures it")
        func frame() {
            let stage = Stage(.text(TextRun("x")))
            #expect(["Shop SARL", "Test mode", "Secured by Wajub"].allSatisfy(stage.draw().texts.contains))
            stage.interface.screen.credit = nil
            stage.interface.screen.header.badge = nil
            #expect(!stage.draw().texts.contains { $0 == "Secured by Wajub" || $0 == "Test mode" })
        }

        @Test("The actions stay outside what scrolls")
        func actions() throws {
            let stage = Stage(
                .test([Node("t", .text(TextRun("Scrolls")))], actions: [Node("pay", .button(Button("Pay")))]))
            let scrolled = try #require(stage.draw().first("scroll"))
            #expect(scrolled.texts.contains("Scrolls"))
            #expect(scrolled.button("Pay") == nil)
            stage.draw().button("Pay")?.press?()
            #expect(stage.events() == [.press("pay")])
        }

        @Test("W53 The close button closes, the back button goes back")
        func header() {
            let stage = Stage(.text(TextRun("x")))
            stage.draw().button("Close")?.press?()
            stage.draw().button("Back")?.press?()
            #expect(stage.events() == [.close, .back])
            stage.interface.screen.header.closeLabel = nil
            stage.interface.screen.header.backLabel = nil
            #expect(stage.draw().button("Close") == nil && stage.draw().button("Back") == nil)
        }

        @Test("A row, a choice, a box and a button tell what was pressed")
        func presses() {
            for (content, label, event) in [
                (.row(Row("Card")), "Card", .press("it")), (.button(Button("Pay")), "Pay", .press("it")),
                (.checkbox(Checkbox("Keep", isOn: true)), "Keep", .toggle("it", isOn: false)),
                (
                    .choices(Choices("Operator", [.init("om", "Orange Money")], selected: nil)), "Orange Money",
                    .choose("it", option: "om")
                ),
            ] as [(Node.Content, String, InterfaceEvent)] {
                let stage = Stage(content)
                stage.draw().button(label)?.press?()
                #expect(stage.events() == [event])
            }
        }

        @Test("What runs, is disabled or unavailable cannot be pressed; an unavailable row says why")
        func notPressable() throws {
            for (content, label) in [
                (.button(Button("Pay", busy: true)), "Pay"), (.button(Button("Pay", disabled: true)), "Pay"),
                (.row(Row("Card", unavailable: "Not in this country")), "Card"),
                (.choices(Choices("Op", [.init("om", "Orange", disabled: true)], selected: nil)), "Orange"),
            ] as [(Node.Content, String)] {
                let button = try #require(Stage(content).draw().button(label))
                #expect(button.isDisabled && button.press == nil)
            }
            let row = Stage(.row(Row("Card", detail: "Visa", unavailable: "Not in this country"))).draw()
            #expect(row.spoken.contains("Not in this country") && !row.spoken.contains("Visa"))
        }

        @Test("While a request runs a spinner takes the title's place; a screen reader still hears the title")
        func busy() throws {
            let drawn = Stage(.button(Button("Pay", busy: true))).draw()
            #expect(drawn.first("spinner") != nil)
            #expect(drawn.all.first { $0.kind == "text" && $0.text == "Pay" }?.opacity == 0)
            #expect(drawn.button("Pay") != nil)
            #expect(Stage(.button(Button("Pay"))).draw().first("spinner") == nil)
        }

        @Test("A question is asked over the screen, and either answer reaches it")
        func dialog() throws {
            let stage = Stage(.text(TextRun("x")))
            #expect(stage.draw().first("alert") == nil)
            stage.interface.screen.dialog = Dialog(
                title: "Cancel the payment?", text: "For good.", confirmID: "yes", confirmTitle: "Cancel it",
                refuseID: "no", refuseTitle: "Keep it")
            let alert = try #require(stage.draw().first("alert"))
            #expect(alert.texts == ["Cancel the payment?", "For good."])
            #expect(alert.button("Cancel it")?.text == "destructive")
            alert.button("Cancel it")?.press?()
            alert.button("Keep it")?.press?()
            #expect(stage.events() == [.press("yes"), .press("no")])
            stage.interface.screen.dialog = nil
            #expect(stage.draw().first("alert") == nil)
        }

        @Test("The list of countries opens, is searched, and closes with the choice")
        func picker() throws {
            let stage = Stage(
                .picker(
                    Picker(
                        "Country",
                        [
                            .init("CM", "Cameroun", sign: "🇨🇲", detail: "+237"),
                            .init("CI", "Côte d’Ivoire", sign: "🇨🇮", detail: "+225"),
                            .init("SN", "Sénégal", sign: "🇸🇳", detail: "+221"),
                        ], selected: "CM", searchLabel: "Search", emptyText: "No country")))
            #expect(stage.draw().first("sheet") == nil)
            stage.draw().button("Country")?.press?()
            let list = try #require(stage.draw().first("sheet"))
            #expect(list.button("Cameroun, +237")?.traits.contains(.isSelected) == true)
            #expect(list.first("search")?.label == "Search")
            list.button("Côte d’Ivoire, +225")?.press?()
            #expect(stage.events() == [.choose("it", option: "CI")])
            #expect(stage.draw().first("sheet") == nil)
        }

        @Test(
            "A search finds words without accents, dial codes and codes",
            arguments: [
                ("", ["CM", "CI", "SN"]), ("cote", ["CI"]), ("IVOIRE", ["CI"]), ("senegal", ["SN"]),
                ("+22", ["CI", "SN"]),
                ("237", ["CM"]), ("cm", ["CM"]), ("oire", []), ("zz", []),
            ])
        func search(query: String, found: [String]) {
            let picker = Picker(
                "Country",
                [
                    .init("CM", "Cameroun", detail: "+237"), .init("CI", "Côte d’Ivoire", detail: "+225"),
                    .init("SN", "Sénégal", detail: "+221"),
                ], selected: nil, searchLabel: "", emptyText: "")
            #expect(picker.matching(query).map(\.id) == found)
        }

        @Test("A reference is copied as it is")
        func copy() {
            UIPasteboard.general.string = nil
            let stage = Stage(.facts([Fact("Reference", "order-4172", copyTitle: "Copy", leftToRight: true)]))
            stage.draw().button("Copy")?.press?()
            #expect(UIPasteboard.general.string == "order-4172")
            #expect(stage.draw().button("Copy")?.all.contains { $0.text == "checkmark" } == true)
        }

        @Test("The ring counts on from where the screen was drawn, and never back")
        func waiting() {
            let waiting = Waiting(elapsedSeconds: 58, label: "")
            let drawn = Date(timeIntervalSinceReferenceDate: 1000)
            #expect(waiting.elapsed(since: drawn, at: drawn.addingTimeInterval(7.9)) == 65)
            #expect(waiting.elapsed(since: drawn, at: drawn.addingTimeInterval(-3600)) == 58)
            #expect(Waiting.clock(65) == "1:05" && Waiting.clock(600) == "10:00")
        }
    }
}
