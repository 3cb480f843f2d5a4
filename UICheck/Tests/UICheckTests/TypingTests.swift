import SwiftUI
import Testing
import UIKit

@testable import Interface
@testable import InterfaceApple

extension AppleTests {
    @Suite @MainActor struct TypingTests {
        /// A screen that writes digits in groups of three, as a number's form would.
        private func grouping(_ text: String = "", limit: Int = 100) -> Stage {
            let stage = Stage(field(text, limit: limit))
            stage.interface.answer = { [weak stage] event in
                guard case .input(_, let typed, let caret) = event, let stage else { return }
                let text = typed.expose()
                let before = text.utf16.prefix(caret).filter { (48...57).contains($0) }.count
                let digits = text.filter { $0.isASCII && $0.isNumber }
                let grouped = digits.enumerated().map {
                    $0.offset > 0 && $0.offset % 3 == 0 ? " \($0.element)" : "\($0.element)"
                }
                stage.interface.screen.content = [
                    Node("it", self.field(grouped.joined(), caret: before + max(0, before - 1) / 3, limit: limit))
                ]
            }
            return stage
        }

        private func field(_ text: String, caret: Int? = nil, limit: Int = 100) -> Node.Content {
            .field(Interface.TextField("Number", .phone, text: FieldText(text), caret: caret, limit: limit))
        }

        private func focused(_ stage: Stage) throws -> UITextField {
            if stage.interface.answer == nil { stage.echo() }
            let field = try #require(stage.draw().field("Number"))
            #expect(field.becomeFirstResponder())
            return field
        }

        @Test("What is typed is formatted at once, and the caret stays behind what was typed")
        func formatting() throws {
            let stage = grouping()
            let field = try focused(stage)
            field.standInType("6771234")
            #expect(field.text == "677 123 4" && field.standInCaret == 9)
            // In the middle: behind the new digit, not at the end.
            field.standInCaret = 2
            field.standInType("9")
            #expect(field.text == "679 712 34" && field.standInCaret == 3)
            field.standInBackspace()
            #expect(field.text == "677 123 4" && field.standInCaret == 2)
            _ = stage.draw()
            #expect(field.standInCaret == 2)
        }

        @Test("The field is the same from one drawing to the next, with its focus and a caret the payer moved")
        func kept() throws {
            let stage = grouping()
            let field = try focused(stage)
            field.standInType("677123")
            field.standInCaret = 1
            stage.interface.screen.content.append(Node("b", .banner(Banner(.warning, "Slow network"))))
            #expect(stage.draw().field("Number") === field)
            #expect(field.isFirstResponder && field.standInCaret == 1)
        }

        @Test("The screen may move the caret without changing the text, right after typing and never later")
        func movedCaret() throws {
            let stage = Stage(field(""))
            stage.interface.answer = { [weak stage] event in
                guard case .input(_, let typed, _) = event else { return }
                stage?.interface.screen.content = [Node("it", self.field(typed.expose(), caret: 1))]
            }
            let field = try focused(stage)
            field.standInReplaceSelection("677")
            #expect(field.text == "677" && field.standInCaret == 1)
            field.standInCaret = 2
            _ = stage.draw()
            #expect(field.standInCaret == 2)
        }

        @Test("What the screen refuses does not stay in the field")
        func refused() throws {
            let stage = grouping("677")
            let field = try focused(stage)
            field.standInType("x")
            #expect(field.text == "677" && field.standInCaret == 3)
        }

        @Test("The caret is told in UTF-16 code units")
        func units() throws {
            let stage = Stage(.field(Interface.TextField("Number", .name, text: FieldText(""))))
            let field = try focused(stage)
            field.standInType("é👩🏽a")
            #expect(stage.events().last == .input("it", FieldText("é👩🏽a"), caret: "é👩🏽a".utf16.count))
        }

        @Test("While an input method composes, nothing is told and nothing is touched")
        func composing() throws {
            let stage = Stage(.field(Interface.TextField("Number", .name, text: FieldText(""))))
            let field = try focused(stage)
            field.standInMark("に")
            field.standInMark("にほ")
            stage.interface.screen.content = [
                Node("it", .field(Interface.TextField("Number", .name, text: FieldText("other"))))
            ]
            _ = stage.draw()
            #expect(field.text == "にほ" && field.markedTextRange != nil)
            #expect(stage.events() == [])
            field.standInAcceptMark()
            #expect(stage.events() == [.input("it", FieldText("にほ"), caret: 2)])
        }

        @Test("What was composed is told when the field is left in the middle of it")
        func leftComposing() throws {
            let stage = Stage(.field(Interface.TextField("Number", .name, text: FieldText(""))))
            let field = try focused(stage)
            field.standInMark("ni")
            field.resignFirstResponder()
            #expect(stage.events() == [.input("it", FieldText("ni"), caret: 2), .leave("it")])
        }

        @Test("No more is taken than the field holds; of a paste, what fits, between characters")
        func limit() throws {
            let stage = Stage(.field(Interface.TextField("Number", .name, text: FieldText("abc"), limit: 6)))
            let field = try focused(stage)
            field.standInReplaceSelection("d👩🏽e")
            #expect(field.text == "abcd")
            field.standInType("efgh")
            #expect(field.text == "abcdef")
            field.standInSelection = 0..<6
            field.standInReplaceSelection("zyxwvuts")
            #expect(field.text == "zyxwvu")
            field.standInSelection = 1..<3
            field.standInReplaceSelection("")
            #expect(field.text == "zwvu")
        }

        @Test("Leaving is told; Return in a form submits it, elsewhere it ends the typing")
        func leaving() throws {
            let node = Node("number", .field(Interface.TextField("Number", .text, text: FieldText(""))))
            let form = Stage(.form([node]))
            let field = try focused(form)
            field.standInReturn()
            #expect(form.events() == [.submit("it")] && field.isFirstResponder)
            #expect(field.returnKeyType == .go)
            field.resignFirstResponder()
            #expect(form.events() == [.leave("number")])
            let alone = Stage(.test([node]))
            let other = try focused(alone)
            other.standInReturn()
            #expect(!other.isFirstResponder)
            #expect(alone.events() == [.leave("number")])
        }

        @Test("The field that takes the focus has it when the screen appears")
        func focus() async throws {
            let stage = Stage(
                .test([
                    Node("a", .field(Interface.TextField("First", .text, text: FieldText("")))),
                    Node("b", .field(Interface.TextField("Number", .phone, text: FieldText(""), takesFocus: true))),
                ]))
            let field = try #require(stage.draw().field("Number"))
            await eventually { field.isFirstResponder }
            // Once: a payer who went elsewhere is left in peace.
            field.resignFirstResponder()
            _ = stage.draw()
            await rest()
            #expect(!field.isFirstResponder)
        }

        @Test("Every purpose has its keyboard and its autofill hint", arguments: Interface.TextField.Purpose.allCases)
        func keyboards(purpose: Interface.TextField.Purpose) throws {
            let stage = Stage(.field(Interface.TextField("Number", purpose, text: FieldText(""))))
            let field = try #require(stage.draw().field("Number"))
            let expected: (UIKeyboardType, String?) =
                switch purpose {
                case .phone: (.phonePad, "tel")
                case .cardNumber: (.asciiCapableNumberPad, "cc-number")
                case .cardExpiry: (.asciiCapableNumberPad, "cc-exp")
                case .securityCode: (.asciiCapableNumberPad, "cc-csc")
                case .oneTimeCode: (.asciiCapableNumberPad, "one-time-code")
                case .pin: (.asciiCapableNumberPad, nil)
                case .name: (.default, "name")
                case .firstName: (.default, "given-name")
                case .lastName: (.default, "family-name")
                case .email: (.emailAddress, "email")
                case .address: (.default, "street-address")
                case .city: (.default, "address-level2")
                case .state: (.default, "address-level1")
                case .postalCode: (.numbersAndPunctuation, "postal-code")
                case .birthday: (.numbersAndPunctuation, "bday")
                case .text: (.default, nil)
                }
            #expect(field.keyboardType == expected.0)
            #expect(field.textContentType?.rawValue == expected.1)
            #expect(field.autocorrectionType == .no)
        }

        @Test("A secret is dots, a disabled field takes nothing, an error is its hint")
        func states() throws {
            let stage = Stage(
                .field(
                    Interface.TextField(
                        "Number", .pin, text: FieldText("12"), help: "4 digits", error: "Too short", secure: true,
                        disabled: true)))
            let drawn = stage.draw()
            let field = try #require(drawn.field("Number"))
            #expect(field.isSecureTextEntry && !field.isEnabled && !field.becomeFirstResponder())
            #expect(field.accessibilityHint == "Too short")
            #expect(drawn.texts.contains("Too short") && !drawn.texts.contains("4 digits"))
        }

        @Test("In a right-to-left screen numbers stay left to right, names do not")
        func direction() throws {
            func field(_ purpose: Interface.TextField.Purpose) throws -> UITextField {
                let node = Node("it", .field(Interface.TextField("Number", purpose, text: FieldText("12"))))
                let stage = Stage(.test([node], rightToLeft: true))
                return try #require(stage.draw().field("Number"))
            }
            let number = try field(.cardNumber)
            #expect(number.semanticContentAttribute == .forceLeftToRight && number.standInDirection == .leftToRight)
            let name = try field(.name)
            #expect(name.semanticContentAttribute == .forceRightToLeft && name.textAlignment == .right)
        }
    }
}
