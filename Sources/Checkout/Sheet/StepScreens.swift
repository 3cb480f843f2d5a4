import Interface
import Kernel

/// The confirmation steps (spec 7.2).
extension CheckoutDrawing {
    func step(_ kind: StepKind) -> Body {
        let title = texts[kind.titleKey]
        guard let form = picture.step else {
            return Body(id: "step.\(kind.rawValue)", title: title, content: [heading(title)])
        }
        let note =
            form.destination.map { texts["sent_to", ["destination": $0]] } ?? (kind.isOfBank ? texts["step_why"] : nil)
        let questions = Node(NodeID.form, .form(fields(form)))
        return Body(
            // Another step of the same kind is another screen.
            id: "step.\(form.id)", title: title,
            content: banner + [opening(title, note), questions] + resend(form),
            actions: [button(NodeID.confirm, texts["confirm"])])
    }

    private func fields(_ form: StepForm) -> [Node] {
        guard form.kind != .address else {
            return form.address.fields.map { field in
                billingNode(
                    NodeID.step(field.rawValue), field, form.content(field.rawValue),
                    takesFocus: field == form.address.fields.first)
            }
        }
        let typed = form.content
        return [
            Node(
                NodeID.step(form.field),
                .field(
                    TextField(
                        texts[form.kind.labelKey], form.kind.purpose, text: FieldText(typed.text), caret: typed.caret,
                        placeholder: form.kind == .birthday ? texts["birthday_hint"] : nil,
                        help: form.kind == .phone ? texts["phone_hint", ["example": "+237"]] : nil,
                        error: picture.fieldErrors[form.field], secure: form.kind == .pin, takesFocus: true,
                        limit: 40)))
        ]
    }

    /// W95: offered 60 s after the screen opened; until then, how long it takes.
    private func resend(_ form: StepForm) -> [Node] {
        if picture.canResend || (picture.isBusy && form.hasResend) {
            return [button(NodeID.resend, texts["resend"], .secondary, busy: picture.isBusy)]
        }
        guard let seconds = picture.resendSeconds else { return [] }
        return [text(NodeID.resendIn, texts["resend_in", ["n": String(seconds)]], .caption)]
    }
}

extension StepKind {
    fileprivate var titleKey: String {
        switch self {
        case .otp: "otp_title"
        case .pin: "pin_title"
        case .phone: "phone_title"
        case .birthday: "birthday_title"
        case .address: "address_title"
        case .threeDS: "threeds_title"
        }
    }

    fileprivate var labelKey: String {
        switch self {
        case .otp, .threeDS: "code"
        case .pin: "pin"
        case .phone: "phone"
        case .birthday: "birthday"
        case .address: "address"
        }
    }

    fileprivate var purpose: TextField.Purpose {
        switch self {
        case .otp, .threeDS: .oneTimeCode
        case .pin: .pin
        case .phone: .phone
        case .birthday: .birthday
        case .address: .address
        }
    }

    /// Asked to know the payer, not to prove that a code arrived.
    fileprivate var isOfBank: Bool { [.phone, .birthday, .address].contains(self) }
}
