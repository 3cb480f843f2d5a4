import Kernel
import Testing

@testable import Checkout

@Suite struct CardFormQuestionTests {
    private static let today = YearMonth(year: 2026, month: 11)

    private static func form(_ change: (inout CardFormOptions) -> Void = { _ in }) -> CardForm {
        var options = CardFormOptions()
        change(&options)
        return CardForm(today: today, options: options)
    }

    private static func filled(_ change: (inout CardFormOptions) -> Void = { _ in }) -> CardForm {
        var form = form(change)
        form.set(.number, "4507990000000002", caret: 16)
        form.set(.expiry, "1128", caret: 4)
        form.set(.securityCode, "123", caret: 3)
        return form
    }

    @Test("YL60, YF44: step by step, one question a screen; going back keeps what was typed") func steps() {
        var form = Self.form { $0.isStepByStep = true }
        #expect(form.shownFields == [.number] && !form.isAtEnd)
        let empty = form.advance()
        #expect(empty == ["card.number": .required])
        form.set(.number, "4507990000000002", caret: 16)
        _ = form.advance()
        #expect(form.shownFields == [.expiry])
        form.set(.expiry, "1128", caret: 4)
        _ = form.advance()
        #expect(form.shownFields == [.securityCode])
        let wentBack = [form.goBack(), form.goBack(), form.goBack()]
        #expect(wentBack == [true, true, false], "there is nothing before the first question")
        #expect(form.text(.expiry) == "11/28" && form.text(.number) == "4507 9900 0000 0002")
        _ = form.advance()
        _ = form.advance()
        form.set(.securityCode, "123", caret: 3)
        _ = form.advance()
        #expect(form.isAtEnd && form.shownFields == [.holder])
        form.set(.expiry, "1025", caret: 4)
        form.goToFault()
        #expect(form.shownFields == [.expiry])
    }

    @Test("YL60: one step, all on one screen") func oneStep() {
        #expect(Self.form().shownFields == CardField.allCases && Self.form().isAtEnd)
        #expect(Self.form { $0.holder = .hidden }.shownFields == [.number, .expiry, .securityCode])
    }

    @Test("The holder's name may be left out where it is optional") func holder() {
        #expect(Self.filled { $0.holder = .optional }.ready?.holder == nil)
        #expect(Self.filled { $0.holder = .optional }.faults.isEmpty)
        #expect(Self.filled().faults == ["card.holder": .required])
    }

    @Test("YL59, YF43: the card is kept when the box is there and ticked") func saves() {
        var form = Self.filled { $0.holder = .hidden }
        form.saves = true
        #expect(form.ready?.saves == false, "no box, no keeping")
        var offered = Self.filled {
            $0.holder = .hidden
            $0.canSave = true
        }
        #expect(offered.ready?.saves == false, "not ticked until the payer does")
        offered.saves = true
        #expect(offered.ready?.saves == true)
    }

    @Test("A saved card asks for its code only, of its own length") func saved() {
        var form = Self.form { $0.saved = .init(name: "AMEX ****0002", codeLength: 4) }
        #expect(form.fields == [.securityCode])
        form.set(.securityCode, "12345", caret: 5)
        #expect(form.text(.securityCode) == "1234")
        #expect(form.faults.isEmpty && form.ready?.card == nil)
        form.set(.securityCode, "123", caret: 3)
        #expect(form.faults == ["card.cvc": .card(.securityCodeLength)])
    }

    @Test("YH21: one of the instalments is chosen, the first at first") func instalments() {
        var form = Self.filled {
            $0.holder = .hidden
            $0.instalments = [.init(id: "a", count: 1), .init(id: "b", count: 3)]
        }
        #expect(form.ready?.instalment?.id == "a")
        form.chooseInstalment("b")
        form.chooseInstalment("unknown")
        #expect(form.ready?.instalment?.count == 3)
    }

    @Test("O8: a number without a check digit is taken when it is one of the sandbox's own") func exempt() {
        var form = Self.form { $0.exempt = ["4234123412340003"] }
        form.set(.number, "4234123412340003", caret: 16)
        #expect(form.fault(.number) == nil)
        form.set(.number, "4234123412340004", caret: 16)
        #expect(form.fault(.number) == .card(.numberMistyped))
    }

    @Test("What was typed is in no description") func secrets() {
        let form = Self.filled()
        var dumped = ""
        dump(form, to: &dumped)
        #expect(!"\(form)\(dumped)\(form.ready as Any)".contains("4507"))
    }
}
