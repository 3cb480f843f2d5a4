import Foundation
import SwiftUI
import Testing
import UIKit

@testable import Interface
@testable import InterfaceApple

extension AppleTests {
    @Suite @MainActor struct LookTests {
        private func ground(_ stage: Stage) throws -> [Double] {
            let background = try #require(stage.draw().all.last { $0.kind == "background" }?.first("color"))
            return try #require(background.color).standInRGBA
        }

        private func channels(_ color: Interface.Color) -> [Double] {
            [color.red, color.green, color.blue, color.alpha].map { Double($0) / 255 }
        }

        @Test("W62 auto follows the phone, live; light and dark do not")
        func scheme() throws {
            let stage = Stage(.test([Node("t", .text(TextRun("x")))]))
            let light = channels(ResolvedTheme.defaultLight.background)
            let dark = channels(ResolvedTheme.defaultDark.background)
            #expect(light != dark)
            for (scheme, onLight, onDark) in [
                (Look.Scheme.auto, light, dark), (.light, light, light), (.dark, dark, dark),
            ] {
                stage.interface.look.scheme = scheme
                stage.host.environment.colorScheme = .light
                #expect(try ground(stage) == onLight)
                stage.host.environment.colorScheme = .dark
                #expect(try ground(stage) == onDark)
            }
        }

        @Test("W72 Nothing moves when the appearance or the phone asks for stillness")
        func stillness() throws {
            func animations(_ stage: Stage) -> [Animation] { stage.draw().all.compactMap(\.animation) }
            let stage = Stage(
                .test([Node("s", .skeleton(rows: 2, label: "Loading")), Node("o", .outcome(.success))]))
            let moving = animations(stage)
            #expect(moving.contains { $0.standInRepeats } && moving.contains { $0.standInName.hasPrefix("easeOut") })
            stage.host.environment.standInReducesMotion = true
            #expect(animations(stage).isEmpty)
            stage.host.environment.standInReducesMotion = false
            stage.interface.look.animates = false
            #expect(animations(stage).isEmpty)
            // The check mark is there at once.
            let still = Stage(.outcome(.success))
            still.interface.look.animates = false
            #expect(still.draw().all.first { $0.kind == "shape" && $0.text != nil }?.text == "1.0")
        }

        @Test("A spinner loads where the appearance asks for one")
        func loader() {
            let stage = Stage(.skeleton(rows: 2, label: "Loading"))
            #expect(stage.draw().first("spinner") == nil)
            stage.interface.look.showsSkeleton = false
            #expect(stage.draw().first("spinner") != nil && stage.draw().spoken.contains("Loading"))
        }

        @Test("W73 The font is the app's when it ships it, by the face of the weight; else the system's")
        func font() throws {
            func font(_ family: String?) throws -> Font {
                let stage = Stage(.text(TextRun("Words", .heading)))
                stage.interface.look.light.fontFamily = family
                return try #require(stage.draw().all.first { $0.text == "Words" }?.font)
            }
            #expect(try font("poppins").standInFamily == "Poppins-Bold")
            #expect(try font("Not There").standInFamily == nil)
            #expect(try font(nil).standInFamily == nil)
            let stage = Stage(.field(Interface.TextField("Name", .name, text: FieldText(""))))
            stage.interface.look.light.fontFamily = "Poppins"
            #expect(stage.draw().field("Name")?.font?.familyName == "Poppins")
        }

        @Test("Weights are the theme's for body text, labels and buttons")
        func weights() throws {
            let stage = Stage(.test([Node("t", .text(TextRun("Words"))), Node("b", .button(Button("Pay")))]))
            stage.interface.look.light.fontWeightNormal = 300
            stage.interface.look.light.fontWeightMedium = 700
            let drawn = stage.draw()
            #expect(drawn.all.first { $0.text == "Words" }?.font?.standInWeight == .light)
            #expect(drawn.all.first { $0.text == "Pay" }?.font?.standInWeight == .bold)
            #expect(
                [100, 150, 400, 450, 900, 1000].map(Font.Weight.init(css:)) == [
                    .thin, .ultraLight, .regular, .regular, .black, .black,
                ])
        }

        @Test("Sizes follow the text size of the phone, and the base size of the appearance")
        func dynamicType() throws {
            func size(_ stage: Stage) throws -> CGFloat {
                try #require(stage.draw().all.first { $0.text == "Words" }?.font).standInSize
            }
            let stage = Stage(.text(TextRun("Words")))
            #expect(try size(stage) == 17)
            stage.host.environment.standInTextScale = 2
            #expect(try size(stage) == 34)
            stage.interface.look.light.fontSizeBase = 20
            #expect(try size(stage) == 42.5)
        }

        @Test("Labels stand above, or float inside the box once something is typed")
        func labels() {
            let empty = Interface.TextField("Name", .name, text: FieldText(""))
            let stage = Stage(.field(empty))
            #expect(stage.draw().texts.contains("Name"))
            stage.interface.look.labels = .floating
            #expect(!stage.draw().texts.contains("Name"))
            #expect(stage.draw().field("Name")?.attributedPlaceholder?.string == "Name")
            var typed = empty
            typed.text = FieldText("A")
            stage.interface.screen.content = [Node("it", .field(typed))]
            #expect(stage.draw().texts.contains("Name"))
        }

        @Test("A right-to-left screen is mirrored; phone numbers and codes keep their order in it")
        func rightToLeft() throws {
            let stage = Stage(
                .test(
                    [
                        Node("t", .text(TextRun("مرحبا"))), Node("c", .text(TextRun("*126*1#", .code))),
                        Node("p", .text(TextRun("+237 6 77 12 34 56", leftToRight: true))),
                        Node("f", .field(Interface.TextField("Phone", .phone, text: FieldText("6"), lead: "+237"))),
                    ], rightToLeft: true))
            let drawn = stage.draw()
            #expect(drawn.all.first { $0.text == "مرحبا" }?.isLeftToRight == false)
            #expect(drawn.texts.contains("\u{2066}*126*1#\u{2069}"))
            #expect(drawn.texts.contains("\u{2066}+237 6 77 12 34 56\u{2069}"))
            // A screen reader hears no invisible marks.
            #expect(drawn.spoken.contains("*126*1#"))
            #expect(drawn.all.first { $0.text == "\u{2066}+237\u{2069}" }?.isLeftToRight == true)
        }

        @Test("The heading is one to a screen reader; decoration is hidden from it")
        func traits() {
            let drawn = Stage(.text(TextRun("Pay", .heading))).draw()
            #expect(drawn.all.contains { $0.label == "Pay" && $0.traits.contains(.isHeader) })
            #expect(Stage(.outcome(.failure)).draw().first("scroll")?.spoken == [])
            let choices = Stage(.choices(Choices("Op", [.init("a", "A"), .init("b", "B")], selected: "b"))).draw()
            #expect(choices.button("B")?.traits.contains(.isSelected) == true)
            #expect(choices.button("A")?.traits.contains(.isSelected) == false)
        }
    }

    @Suite @MainActor struct PictureTests {
        private static let png: [UInt8] = [
            0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 64, 0, 0, 0,
            64,
        ]

        private func stage(_ url: String?, _ bytes: [UInt8]?, _ asked: @escaping @Sendable () -> Void = {}) -> Stage {
            Stage(.image(Picture(url: url, badge: Badge("MTN", background: "#ffcc00"), label: "MTN"))) { _ in
                asked()
                return bytes
            }
        }

        @Test("W81 A logo loads from its https URL, once, with its badge until it is there")
        func loads() async {
            let count = Counter()
            let stage = stage("https://cdn.example/mtn.png", Self.png) { count.add() }
            #expect(stage.draw().texts.contains("MTN"))
            await eventually { stage.draw().first("picture") != nil }
            #expect(!stage.draw().texts.contains("MTN"))
            _ = stage.draw()
            #expect(count.value == 1)
        }

        @Test("W81 What is no image, an SVG for instance, or too large to draw, leaves the badge")
        func badges() async {
            var huge = Self.png
            huge.replaceSubrange(16..<20, with: [0, 0, 0x4E, 0x20])
            for bytes in [nil, [], Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), huge] as [[UInt8]?] {
                let stage = stage("https://cdn.example/mtn.svg", bytes)
                _ = stage.draw()
                await rest()
                let drawn = stage.draw()
                #expect(drawn.first("picture") == nil && drawn.texts.contains("MTN"))
                #expect(drawn.spoken.contains("MTN"))
            }
        }

        @Test("W81 Nothing is asked for over http")
        func insecure() async {
            let count = Counter()
            for url in ["http://cdn.example/mtn.png", nil, "file:///etc/passwd", "data:image/png;base64,AA"] {
                let stage = stage(url, Self.png) { count.add() }
                _ = stage.draw()
                await rest()
                #expect(stage.draw().first("picture") == nil)
            }
            #expect(count.value == 0)
        }
    }

    @Suite @MainActor struct AnnouncementTests {
        @Test("Another screen is announced by its title, a banner or an error by its words, and once")
        func between() {
            let field = { (error: String?) in
                Node(
                    "f",
                    .form([Node("n", .field(Interface.TextField("Number", .phone, text: FieldText(""), error: error)))])
                )
            }
            let plain = Screen.test([field(nil)])
            let wrong = Screen.test([field("Too short")])
            #expect(Announcement.between(plain, plain) == [])
            #expect(Announcement.between(plain, wrong) == [.notice("Number: Too short")])
            #expect(Announcement.between(wrong, wrong) == [])
            #expect(Announcement.between(wrong, plain) == [])
            let refused = Screen.test([Node("b", .banner(Banner(.error, "Refused"))), field(nil)], id: "failure")
            #expect(Announcement.between(plain, refused) == [.screen(title: "Title of failure"), .notice("Refused")])
        }
    }
}

/// Counts from any thread.
final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    var value: Int { lock.withLock { count } }
    func add() { lock.withLock { count += 1 } }
}
