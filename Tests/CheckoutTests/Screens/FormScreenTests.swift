import Interface
import Kernel
import Testing

@testable import Checkout

@Suite struct FormScreenTests {
    @Test("The list shows each method once, with a line of help and a sign of its own")
    func methods() throws {
        var picture = try Pictures.base(.methods)
        picture.methods = [Pictures.mobile, Pictures.card, Pictures.wallet, Pictures.card]
        let rows = picture.drawn.nodes.compactMap { node -> Row? in
            if case .row(let row) = node.content { return row }
            return nil
        }
        #expect(rows.map(\.title) == ["Mobile Money", "Card", "Djamo"])
        #expect(rows.map(\.detail) == ["MTN MoMo, Orange Money", "Carte bancaire", "Dans l’application Djamo"])
        #expect(rows.map(\.picture?.badge.symbol) == [.phone, .card, .wallet])
        picture.methods = [Pictures.mobile, Pictures.card, Pictures.wallet].map {
            var method = $0
            method.badge = MobileMoneyCatalogue.badge(operatorID: "djamo", fallbackName: "Card")
            return method
        }
        let badges = picture.drawn.nodes.compactMap { node -> Badge? in
            if case .row(let row) = node.content { return row.picture?.badge }
            return nil
        }
        #expect(badges.map(\.text) == ["D", "", "D"] && badges[1].symbol == .card, "a card is nobody's brand")
        picture.language = .arabic
        #expect(picture.drawn.allWords.contains("MTN MoMo، Orange Money"))
    }

    @Test("W74 One form: country, number behind its dial code as typed, operators")
    func mobileMoney() throws {
        var picture = try Pictures.base(.mobileMoney)
        picture.method = Pictures.mobile
        picture.mobileMoney = try Pictures.mobileForm("677123456")
        let screen = picture.drawn
        guard case .picker(let picker) = screen.node("country")?.content else {
            Issue.record("no country")
            return
        }
        #expect(picker.options.map(\.id) == ["CM", "CI"], "by the names of the language")
        #expect(picker.options.map(\.detail) == ["+237", "+225"] && picker.selected == "CM")
        let field = try #require(screen.field("phone"))
        #expect(field.lead == "+237" && field.text.expose() == picture.mobileMoney?.phone && field.purpose == .phone)
        #expect(field.text.expose().filter { $0 != " " } == "677123456" && field.text.expose().contains(" "))
        #expect(screen.button("pay")?.title == "Payer 25\u{202F}500\u{A0}FCFA")

        picture.mobileMoney = try Pictures.mobileForm(locked: true)
        #expect(picture.drawn.node("country") == nil, "a locked country is no choice")
    }

    @Test("W75 An aggregate shows one operator a row, the number's own chosen; W81 with a badge behind its logo")
    func operators() throws {
        var picture = try Pictures.base(.mobileMoney)
        picture.mobileMoney = try Pictures.mobileForm("699123456")
        guard case .choices(let choices) = picture.drawn.node("operator")?.content else {
            Issue.record("no operators")
            return
        }
        #expect(choices.options.map(\.title) == ["MTN MoMo", "Orange Money"] && choices.selected == "orange")
        #expect(choices.options[0].picture?.url == "https://cdn.example/mtn.png")
        #expect(choices.options[0].picture?.badge == Badge("MTN", background: "#FFCC00", foreground: "#000000"))
        #expect(choices.options[1].picture?.url == nil && choices.options[1].picture?.badge.text == "OM")

        picture.mobileMoney?.setCountry("CI")
        guard case .choices(let others) = picture.drawn.node("operator")?.content else {
            Issue.record("no operators")
            return
        }
        #expect(others.options.map(\.id) == ["wave", "moov"])
        #expect(others.options[1].picture?.url == nil, "a picture comes over https or not at all")
    }

    @Test("W133 In the sandbox another operator's number is a warning, beside a test number; W131 and the mode shows")
    func sandbox() throws {
        var picture = try Pictures.base(.mobileMoney)
        picture.isSandbox = true
        picture.mobileMoney = try Pictures.mobileForm("677123456", sandbox: true, picked: "orange")
        let screen = picture.drawn
        #expect(screen.header.badge == "Mode test")
        #expect(screen.words("warning") == "Ce numéro appartient à MTN MoMo. En mode test, vous pouvez continuer.")
        #expect(screen.field("phone")?.error == nil)
        let help = try #require(screen.field("phone")?.help)
        #expect(help.hasPrefix("Numéro de test\u{A0}: 6") && help.filter(\.isNumber).hasSuffix("000000"))
        #expect(screen.button("pay")?.isDisabled == false)

        picture.isSandbox = false
        picture.mobileMoney = try Pictures.mobileForm("677123456", picked: "orange")
        #expect(picture.drawn.header.badge == nil && picture.drawn.node("warning") == nil)
        #expect(picture.drawn.field("phone")?.help == nil)
    }

    @Test("The native card form: brand, expiry and code side by side, errors under their field")
    func card() throws {
        var picture = try Pictures.base(.card)
        picture.method = Pictures.card
        picture.card = Pictures.cardForm("4242")
        picture.fieldErrors = ["card.number": FormFault.card(.numberTooShort).message(.french)]
        let screen = picture.drawn
        #expect(screen.field("card.number")?.badgeLabel == "Visa" && screen.field("card.number")?.badge?.text == "VISA")
        #expect(screen.field("card.number")?.error == "Le numéro de la carte est incomplet.")
        guard case .line(let pair) = screen.node("group")?.content else {
            Issue.record("not side by side")
            return
        }
        #expect(pair.map(\.id) == ["card.expiry", "card.cvc"])
        #expect(screen.field("card.cvc")?.help == "3 chiffres au dos")
        #expect(screen.button("pay")?.title == "Payer 25\u{202F}500\u{A0}FCFA")

        picture.card = Pictures.cardForm("3782")
        #expect(picture.drawn.field("card.cvc")?.help == "4 chiffres au recto")
        #expect(picture.drawn.field("card.number")?.badge?.text == "AE")
        picture.card = Pictures.cardForm()
        #expect(picture.drawn.field("card.number")?.badge?.symbol == .card)
        #expect(picture.drawn.field("card.number")?.badgeLabel == nil)
    }

    @Test("No picture of a screen prints what was typed")
    func secrets() throws {
        var picture = try Pictures.base(.card)
        picture.method = Pictures.card
        picture.card = Pictures.cardForm("4242424242424242")
        picture.card?.set(.securityCode, "987", caret: 3)
        var printed = ""
        dump(picture.drawn, to: &printed)
        printed += "\(picture.drawn) \(String(reflecting: picture.drawn))"
        #expect(!printed.contains("4242") && !printed.contains("987"))
    }

    @Test("A provider's page asks its billing fields first; a collector asks nothing")
    func otherCards() throws {
        var picture = try Pictures.base(.card)
        picture.method = Pictures.method(.hostedCard)
        picture.billing = BillingForm(
            required: ["email", "zip_code", "country", "card.number"], known: [.country: "ci"])
        let screen = picture.drawn
        #expect(screen.field("billing.email")?.purpose == .email && screen.field("billing.email")?.takesFocus == true)
        #expect(screen.field("billing.zip_code")?.purpose == .postalCode && screen.node("card.number") == nil)
        guard case .picker(let picker) = screen.node("billing.country")?.content else {
            Issue.record("no country")
            return
        }
        #expect(picker.selected == "CI" && picker.options.count > 200)
        #expect(picker.options.first?.title == "Afghanistan", "in the order of the names")
        #expect(screen.button("pay")?.title == "Payer par carte")

        picture.method = Pictures.method(.collectedCard)
        picture.billing = nil
        picture.isBusy = true
        #expect(picture.drawn.node("form") == nil && picture.drawn.button("pay")?.isBusy == true)
    }

    @Test("A wallet is one button")
    func wallet() throws {
        var picture = try Pictures.base(.wallet)
        picture.method = Pictures.wallet
        #expect(picture.drawn.headings == ["Djamo"] && picture.drawn.buttons.count == 1)
        #expect(picture.drawn.button("pay")?.title == "Payer 25\u{202F}500\u{A0}FCFA")
    }

    @Test("W93 Every step has a screen of its own", arguments: StepKind.allCases)
    func steps(kind: StepKind) throws {
        let screen = try Pictures.step(kind).drawn
        let others = try StepKind.allCases.filter { $0 != kind }.map { try Pictures.step($0).drawn.title }
        #expect(!others.contains(screen.title))
        #expect(screen.button("confirm")?.title == "Valider")
        let fields = screen.nodes.filter { $0.id.hasPrefix("step.") }.map(\.id)
        let wanted =
            kind == .address
            ? ["step.address", "step.city", "step.country", "step.state", "step.zip_code"]
            : ["step.\(Pictures.stepForm(kind).field)"]
        #expect(fields == wanted)
        #expect(screen.field("step.pin")?.isSecure ?? true)
    }

    @Test("W94 A wrong code is told under its field, with the tries that are left; W96 on the same screen")
    func wrongCode() throws {
        var picture = try Pictures.step(.otp)
        let before = picture.drawn
        picture.fieldErrors = ["code": ErrorCatalogue.wajub["invalid_code"]?.message(.french, ["n": "2"]) ?? ""]
        #expect(picture.drawn.field("step.code")?.error == "Code incorrect. Il reste 2 essais.")
        #expect(picture.drawn.id == before.id && picture.drawn.title == before.title)
        #expect(before.words("text") == "Envoyé à +237 6•• •• 34 56")
    }

    @Test("W95 \"Resend the code\" is there when it may be asked for, and until then how long it takes")
    func resend() throws {
        var picture = try Pictures.step(.otp)
        #expect(picture.drawn.node("resend") == nil && picture.drawn.node("resend-in") == nil)
        picture.resendSeconds = 1
        #expect(
            picture.drawn.words("resend-in")
                == "Pas de code\u{A0}? Vous pourrez en demander un autre dans 1 seconde.")
        picture.resendSeconds = nil
        picture.canResend = true
        #expect(picture.drawn.button("resend")?.title == "Renvoyer le code")
        picture.canResend = false
        picture.isBusy = true
        #expect(picture.drawn.button("resend")?.isBusy == true)
    }
}
