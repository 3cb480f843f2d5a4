import Kernel
import Testing

@testable import Checkout

@Suite struct MobileMoneyFormTests {
    private static let operators = [
        MobileMoneyOperator(id: "mtn", name: "MTN MoMo", logo: nil, country: "CM", acceptsAnyNumber: false),
        MobileMoneyOperator(id: "orange", name: "Orange Money", logo: nil, country: "CM", acceptsAnyNumber: false),
        MobileMoneyOperator(id: "wave", name: "Wave", logo: nil, country: nil, acceptsAnyNumber: true),
        MobileMoneyOperator(id: "orange", name: "Orange Money", logo: nil, country: "CI", acceptsAnyNumber: false),
        MobileMoneyOperator(id: "mtn", name: "MTN MoMo", logo: nil, country: "CI", acceptsAnyNumber: false),
    ]

    private func form(
        _ countries: [String] = ["CM", "CI"], wanted: [String] = [], locked: Bool = false,
        operators: [MobileMoneyOperator] = operators, single: Bool = false, mode: OperatorMode = .detect,
        sandbox: Bool = false
    ) throws -> MobileMoneyForm {
        try #require(
            MobileMoneyForm(
                countries: countries.compactMap(Country.init), wanted: wanted.map(Country.init), locked: locked,
                operators: operators, singleOperator: single, mode: mode, sandbox: sandbox))
    }

    @Test("W74: the country comes from the app, the payer, the device, or is the first that is offered")
    func countries() throws {
        #expect(try form().country == "CM" && form().dialCode == "+237")
        #expect(try form(wanted: ["FR", "CI", "CM"]).country == "CI")
        var locked = try form(wanted: ["SN"], locked: true)
        #expect(locked.country == "CM")
        locked.setCountry("CI")
        #expect(locked.country == "CM" && locked.isCountryLocked)
        #expect(
            MobileMoneyForm(
                countries: [], wanted: [], locked: false, operators: [], singleOperator: false, mode: .detect,
                sandbox: false) == nil)
    }

    @Test("W74 W79: the number is formatted as it is typed, with the caret kept, and leaves in E.164")
    func formatting() throws {
        var form = try form()
        form.setPhone("67712", caret: 3)
        let text = form.phone
        #expect(text.filter(\.isNumber) == "67712" && text.contains(" "))
        // The caret stays behind the third digit.
        #expect(String(text.utf16.prefix(form.typed.caret)) ?? "" == "677" || form.typed.caret > 3)
        form.setPhone("677123456", caret: 9)
        #expect(form.e164 == "+237677123456")
        var ivory = try self.form(["CI"])
        ivory.setPhone("0707123456", caret: 10)
        #expect(ivory.e164 == "+2250707123456" && ivory.data?["phone"] == "+2250707123456")
    }

    @Test("W76 T125: the number's own operator is preselected until the payer picks one by hand")
    func preselection() throws {
        var form = try form()
        #expect(form.operatorID == nil)
        form.setPhone("67", caret: 2)
        #expect(form.operatorID == "mtn")
        form.setPhone("69", caret: 2)
        #expect(form.operatorID == "orange")
        form.setPhone("", caret: 0)
        #expect(form.operatorID == nil)
        form.pickOperator("orange")
        form.setPhone("677123456", caret: 9)
        #expect(form.operatorID == "orange")
        // Only what is offered can be picked.
        form.pickOperator("nobody")
        #expect(form.operatorID == "orange")
        var select = try self.form(mode: .select)
        select.setPhone("677123456", caret: 9)
        #expect(select.operatorID == nil && select.faults["operator"] == .operatorRequired)
    }

    @Test("W77 W133 T121 T122: a number of another offered operator is refused; in the sandbox it is a warning")
    func mismatch() throws {
        var live = try form()
        live.setPhone("677123456", caret: 9)
        live.pickOperator("orange")
        #expect(live.faults == ["phone": .operatorMismatch(name: "MTN MoMo")] && live.data == nil)
        #expect(live.otherOperatorName == nil)
        var sandbox = try form(sandbox: true)
        sandbox.setPhone("670000000", caret: 9)
        sandbox.pickOperator("orange")
        #expect(sandbox.faults.isEmpty && sandbox.otherOperatorName == "MTN MoMo")
        #expect(sandbox.data == ["phone": "+237670000000", "country": "CM", "operator": "orange"])
    }

    @Test("W78 T124: a wallet that takes any number, and a number of an operator not offered, are never refused")
    func anyNumber() throws {
        var form = try form()
        form.setPhone("677123456", caret: 9)
        form.pickOperator("wave")
        #expect(form.faults.isEmpty)
        var one = try self.form(operators: [Self.operators[1]])
        #expect(one.operatorID == "orange")
        one.setPhone("677123456", caret: 9)
        #expect(one.faults.isEmpty)
    }

    @Test("A pasted number of another listed country moves the form there, unless it is locked")
    func pasted() throws {
        var form = try form()
        form.setPhone("+225 07 07 12 34 56", caret: 19)
        #expect(form.country == "CI" && form.e164 == "+2250707123456" && form.operatorID == "orange")
        var own = try self.form()
        own.setPhone("+237 677 12 34 56", caret: 17)
        #expect(own.country == "CM" && own.e164 == "+237677123456" && !own.phone.contains("+"))
        var locked = try self.form(locked: true)
        locked.setPhone("+225 07 07 12 34 56", caret: 19)
        #expect(locked.country == "CM" && locked.faults["phone"] == .invalidPhone)
    }

    @Test("A slug that names its operator leaves it out of the request")
    func single() throws {
        var form = try form(["CM"], operators: [Self.operators[0]], single: true)
        form.setPhone("677123456", caret: 9)
        #expect(form.data == ["phone": "+237677123456", "country": "CM"])
    }

    @Test("No description of a form shows what was typed")
    func secrets() throws {
        var form = try form()
        form.setPhone("677123456", caret: 9)
        var card = CardForm(today: YearMonth(year: 2026, month: 11))
        card.set(.number, "4242424242424242", caret: 16)
        card.set(.securityCode, "123", caret: 3)
        var step = StepForm(id: "s", kind: .pin, today: (2026, 11, 30))
        step.set("pin", "4321", caret: 4)
        var billing = BillingForm(required: ["email"])
        billing.set(.email, "a@b.c", caret: 5)
        for value in [form, card, step, billing] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            for text in [dumped, "\(value)", String(reflecting: value)] {
                for secret in ["677", "4242", "123", "4321", "a@b.c"] { #expect(!text.contains(secret)) }
            }
        }
    }
}

@Suite struct CardFormTests {
    private func form(_ number: String = "4242424242424242", _ expiry: String = "1234", _ code: String = "123")
        -> CardForm
    {
        var form = CardForm(today: YearMonth(year: 2026, month: 11))
        form.set(.number, number, caret: number.utf16.count)
        form.set(.expiry, expiry, caret: expiry.utf16.count)
        form.set(.securityCode, code, caret: code.utf16.count)
        form.set(.holder, "A Payer", caret: 7)
        return form
    }

    @Test("The number is grouped and its brand told while it is typed; the request has what the contract names")
    func typing() {
        let form = form()
        #expect(form.text(.number) == "4242 4242 4242 4242" && form.text(.expiry) == "12/34" && form.brand == "visa")
        #expect(
            form.data?.expose() == [
                "number": "4242424242424242", "exp_month": 12, "exp_year": 2034, "cvc": "123", "holder": "A Payer",
            ])
        #expect(CardForm(today: YearMonth(year: 2026, month: 11)).brand == "unknown")
    }

    @Test("Each field says what is wrong with it, and nothing can be sent then")
    func faults() {
        #expect(form("4242424242424241").faults == ["card.number": .card(.numberMistyped)])
        #expect(form("4242").fault(.number) == .card(.numberTooShort))
        #expect(form("4242424242424242", "1020").faults == ["card.expiry": .card(.expired)])
        #expect(form("4242424242424242", "1234", "12").faults == ["card.cvc": .card(.securityCodeLength)])
        #expect(form("", "", "").faults.values.allSatisfy { $0 == .required })
        #expect(form("4242424242424241").data == nil)
    }

    @Test("T51 T52: billing fields are trimmed and checked as the contract says")
    func billing() {
        var form = BillingForm(required: ["email", "country", "city", "card.number"])
        #expect(form.fields == [.email, .city, .country])
        form.set(.email, "nope", caret: 4)
        form.set(.city, "  ", caret: 2)
        form.set(.country, "CIV", caret: 3)
        #expect(form.faults == ["email": .invalidEmail, "city": .required, "country": .invalidCountry])
        form.set(.email, " a@b.c ", caret: 7)
        form.set(.city, "Abidjan", caret: 7)
        form.set(.country, "ci", caret: 2)
        #expect(form.data == ["email": "a@b.c", "city": "Abidjan", "country": "CI"])
    }

    @Test(
        "A date of birth is a real day before today",
        arguments: [
            ("2000-02-29", true), ("1900-02-29", false), ("2026-11-29", true), ("2026-11-30", false),
            ("1899-12-31", false), ("2000-13-01", false), ("01/02/2000", false), ("2000-2-1", false),
            ("-1-01-01", false),
        ])
    func birthday(text: String, isRight: Bool) {
        var form = StepForm(id: "s", kind: .birthday, today: (2026, 11, 30))
        form.set("birthday", text, caret: 0)
        #expect(form.faults.isEmpty == isRight)
        #expect((form.data == nil) != isRight)
    }
}
