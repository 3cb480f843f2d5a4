import Interface
import Kernel
import Testing

@testable import Checkout

@Suite struct CheckoutActionTests {
    private static let text = FieldText("12")
    private static let input = FieldInput(text, caret: 1)

    private func picture(_ name: String) throws -> CheckoutPicture {
        try #require(Pictures.all.first { $0.name == name && $0.picture.language == .french }).picture
    }

    @Test(
        "Every event of every screen is an action",
        arguments: [
            ("methods", .press("method.cm.mobile"), .selectMethod("cm.mobile")),
            ("methods", .press("cancel"), .askToCancel),
            ("methods, asking", .press("cancel.confirm"), .confirmCancel),
            ("methods, asking", .press("cancel.keep"), .keepPayment),
            ("mobile money", .choose("country", option: "CI"), .setCountry("CI")),
            ("mobile money", .input("phone", text, caret: 1), .setPhone(input)),
            ("mobile money", .choose("operator", option: "orange"), .pickOperator("orange")),
            ("mobile money", .leave("phone"), .leaveField("phone")),
            ("mobile money", .press("pay"), .submitMobileMoney),
            ("mobile money", .submit("form"), .submitMobileMoney),
            ("mobile money", .back, .backToMethods),
            ("card", .input("card.number", text, caret: 1), .setCardField(.number, input)),
            ("card", .leave("card.cvc"), .leaveField("card.cvc")),
            ("card", .input("billing.email", text, caret: 1), .setBillingField(.email, input)),
            ("card", .leave("billing.email"), .leaveField("email")),
            (
                "card", .choose("billing.country", option: "CM"),
                .setBillingField(.country, FieldInput(FieldText("CM"), caret: 2))
            ),
            ("card", .press("pay"), .submitCard), ("card", .submit("form"), .submitCard),
            ("card clientSession", .press("pay"), .submitCard), ("wallet", .press("pay"), .payWallet),
            ("step otp", .input("step.code", text, caret: 1), .setStepField("code", input)),
            ("step otp", .press("confirm"), .submitStep), ("step threeDS", .submit("form"), .submitStep),
            ("step address", .leave("step.city"), .leaveField("city")),
            (
                "step address", .choose("step.country", option: "CM"),
                .setStepField("country", FieldInput(FieldText("CM"), caret: 2))
            ),
            ("step otp, resend", .press("resend"), .resendCode),
            ("redirect", .press("continue"), .continuePayment), ("redirect", .cameBack, .cameBack),
            ("refused", .press("retry"), .tryAgain), ("refused", .press("other-method"), .backToMethods),
            ("load_error", .press("reload"), .reload), ("no_payment_method", .press("done"), .dismiss),
            ("success", .press("done"), .dismiss), ("success", .press("receipt"), .openReceipt),
            ("ended", .press("done"), .dismiss), ("processing, over", .press("done"), .dismiss),
            ("processing, sending", .close, .dismiss), ("approval", .close, .dismiss),
        ] as [(String, InterfaceEvent, CheckoutAction)])
    func meaning(name: String, event: InterfaceEvent, action: CheckoutAction) throws {
        #expect(CheckoutAction(event, try picture(name)) == action)
    }

    @Test("Every button, row and field of every screen means something", arguments: Pictures.all)
    func everyControl(_ named: Pictures.Named) {
        for node in named.picture.drawn.nodes where !named.picture.isBusy && !named.picture.asksToCancel {
            let event: InterfaceEvent
            switch node.content {
            case .button, .row: event = .press(node.id)
            case .field: event = .input(node.id, Self.text, caret: 0)
            case .picker(let picker): event = .choose(node.id, option: picker.options[0].id)
            case .choices(let choices): event = .choose(node.id, option: choices.options[0].id)
            case .form: event = .submit(node.id)
            default: continue
            }
            #expect(CheckoutAction(event, named.picture) != nil, "\(node.id)")
        }
    }

    @Test(
        "What a screen does not offer is nothing: late events, made-up ids, options nobody has, endless text",
        arguments: [
            ("methods", .press("method.nothing")), ("methods", .press("pay")), ("methods", .press("cancel.confirm")),
            ("methods", .input("phone", text, caret: 0)), ("methods", .back), ("methods", .submit("form")),
            ("methods, asking", .press("method.cm.mobile")), ("methods, asking", .press("cancel")),
            ("mobile money", .choose("country", option: "FR")), ("mobile money", .choose("operator", option: "wave")),
            ("mobile money", .input("phone", FieldText(String(repeating: "1", count: 41)), caret: 0)),
            ("mobile money", .toggle("phone", isOn: true)), ("mobile money", .press("heading")),
            ("mobile money", .leave("heading")), ("mobile money", .choose("phone", option: "x")),
            ("mobile money, wrong", .press("cancel")), ("step otp", .press("resend")),
            ("step otp", .input("step.pin", text, caret: 0)), ("approval", .press("pay")),
            ("success", .press("cancel")), ("blocked", .press("retry")), ("no_payment_method", .press("reload")),
            ("card collectedCard", .press("pay")), ("methods, cancelling", .press("method.cm.mobile")),
            ("methods, cancelling", .press("cancel")), ("", .press("")),
        ] as [(String, InterfaceEvent)])
    func nothing(name: String, event: InterfaceEvent) throws {
        let picture = name.isEmpty ? CheckoutPicture(.loading, .english) : try picture(name)
        #expect(CheckoutAction(event, picture) == nil)
    }
}
