import Interface

extension CheckoutAction {
    /// What an event of a screen means; nil for one that the picture's screen does not offer: it is late, or made up.
    package init?(_ event: InterfaceEvent, _ picture: CheckoutPicture) {
        guard CheckoutDrawing(picture).screen.offers(event), let action = Self.meaning(event, picture.screen),
            !picture.isBusy || action.isPossibleWhileBusy
        else { return nil }
        self = action
    }

    /// While a request runs, nothing else begins.
    private var isPossibleWhileBusy: Bool {
        switch self {
        case .dismiss, .cameBack, .leaveField, .pageSaid: true
        default: false
        }
    }

    private static func meaning(_ event: InterfaceEvent, _ screen: CheckoutScreen) -> CheckoutAction? {
        switch event {
        case .press(let id): pressed(id, screen)
        case .submit(NodeID.form): submission(screen)
        case .input(let id, let text, let caret): typed(id, FieldInput(text, caret: caret))
        case .choose(let id, let option): chosen(id, option)
        case .leave(let id): .leaveField(NodeID.errorName(id))
        case .close: .dismiss
        case .back: .backToMethods
        case .cameBack: .cameBack
        case .toggle(NodeID.save, let isOn): .saveCard(isOn)
        case .message(NodeID.page, let text): .pageSaid(text)
        case .submit, .toggle, .message: nil
        }
    }

    private static func pressed(_ id: String, _ screen: CheckoutScreen) -> CheckoutAction? {
        switch id {
        case NodeID.pay, NodeID.confirm: submission(screen)
        case NodeID.resend: .resendCode
        case NodeID.carryOn: .continuePayment
        case NodeID.retry: .tryAgain
        case NodeID.reload: .reload
        case NodeID.otherMethod: .backToMethods
        case NodeID.done: .dismiss
        case NodeID.receipt: .openReceipt
        case NodeID.cancel: .askToCancel
        case NodeID.cancelForGood: .confirmCancel
        case NodeID.keep: .keepPayment
        default: NodeID.slug(id).map(CheckoutAction.selectMethod)
        }
    }

    /// The main button, and Return in a field.
    private static func submission(_ screen: CheckoutScreen) -> CheckoutAction? {
        switch screen {
        case .mobileMoney: .submitMobileMoney
        case .card: .submitCard
        case .wallet: .payWallet
        case .step, .threeDSCode: .submitStep
        default: nil
        }
    }

    private static func typed(_ id: String, _ input: FieldInput) -> CheckoutAction? {
        if id == NodeID.phone { return .setPhone(input) }
        if let field = CardField(rawValue: id) { return .setCardField(field, input) }
        if let field = NodeID.billingField(id) { return .setBillingField(field, input) }
        return NodeID.stepField(id).map { .setStepField($0, input) }
    }

    private static func chosen(_ id: String, _ option: String) -> CheckoutAction? {
        if id == NodeID.country { return .setCountry(option) }
        if id == NodeID.operators { return .pickOperator(option) }
        if id == NodeID.instalments { return .chooseInstalment(option) }
        let input = FieldInput(FieldText(option), caret: option.utf16.count)
        if let field = NodeID.billingField(id) { return .setBillingField(field, input) }
        return NodeID.stepField(id).map { .setStepField($0, input) }
    }
}
