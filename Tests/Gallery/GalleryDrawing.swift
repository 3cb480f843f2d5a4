import Interface
import Kernel

struct GalleryDrawing {
    let state: GalleryState
    let language: Language
    let words: GalleryTexts

    init(_ state: GalleryState, _ language: Language) {
        (self.state, self.language) = (state, language)
        words = GalleryTexts(language)
    }

    var screen: Screen {
        let (content, actions) = body
        return Screen(
            id: state.place.rawValue, title: "\(words["shop"]) · \(state.place.rawValue)",
            language: language.rawValue, rightToLeft: language.isRightToLeft,
            header: Header(
                picture: Picture(url: nil, badge: Badge("", symbol: .shop)), name: words["shop"],
                badge: words["test_mode"], closeLabel: words["close"],
                backLabel: state.place == .methods ? nil : words["back"]),
            content: isWithoutAmount
                ? content : [Node("amount", .amount(Amount("25 500 FCFA", caption: words["fees"])))] + content,
            actions: actions, credit: words["secured"],
            dialog: state.asks
                ? Dialog(
                    title: words["cancel"], text: words["cancel_text"], confirmID: "cancel-for-good",
                    confirmTitle: words["cancel"], refuseID: "keep", refuseTitle: words["keep"]) : nil,
            embedded: state.place == .embedded)
    }

    private var isWithoutAmount: Bool { state.place == .bank || state.place == .embedded }

    private func text(_ id: String, _ key: String, _ style: TextRun.Style) -> Node {
        Node(id, .text(TextRun(words[key], style)))
    }

    private var body: (content: [Node], actions: [Node]) {
        switch state.place {
        case .methods: (methods, [Node("cancel", .button(Button(words["cancel"], .destructive)))])
        case .form: ([form], payActions)
        case .waiting: ([waiting], [Node("page", .button(Button(words["page"], .secondary)))])
        case .ussd:
            (
                [
                    centred([
                        Node("ring", .waiting(Waiting(elapsedSeconds: 0, label: words["elapsed"]))),
                        text("heading", "dial", .heading), Node("ussd", .text(TextRun("*126*1*25500#", .code))),
                        text("more", "waiting_more", .secondary),
                    ])
                ], []
            )
        case .success: ([success] + [facts], [Node("done", .button(Button(words["done"])))])
        case .failure:
            (
                [
                    centred([
                        Node("sign", .outcome(.failure)), text("heading", "refused", .heading),
                        text("more", "refused_more", .secondary),
                    ])
                ],
                [
                    Node("form", .button(Button(words["again"]))),
                    Node("methods", .button(Button(words["other"], .secondary))),
                ]
            )
        case .loading: ([Node("skeleton", .skeleton(rows: 4, label: words["loading"]))], [])
        case .spinner: ([Node("spinner", .spinner(label: words["loading"]))], [])
        case .everything: (everything, payActions)
        case .pix: (pix, [Node("methods", .button(Button(words["other"], .secondary)))])
        case .saved: (saved, payActions)
        case .bank: (bank, [])
        case .embedded: (saved + pix.suffix(1), payActions)
        }
    }

    private func centred(_ nodes: [Node]) -> Node {
        Node("centre", .column(Column(.inside, centred: true, nodes)))
    }

    // MARK: Screens

    private var methods: [Node] {
        let mtn = Badge("MTN", background: "#ffcb05", foreground: "#1a1a1a")
        return [
            text("heading", "choose", .heading),
            Node(
                "list",
                .column(
                    Column(
                        .inside, label: words["choose"],
                        [
                            Node(
                                "form",
                                .row(
                                    Row(words["mobile"], detail: "MTN, Orange", picture: Picture(url: nil, badge: mtn)))
                            ),
                            Node(
                                "everything",
                                .row(
                                    Row(
                                        words["card"], detail: "Visa, Mastercard",
                                        picture: Picture(url: nil, badge: Badge("", symbol: .card))))),
                            Node(
                                "waiting",
                                .row(
                                    Row(words["wallet"], picture: Picture(url: nil, badge: Badge("", symbol: .wallet))))
                            ),
                            Node(
                                "off",
                                .row(
                                    Row(
                                        "Djamo",
                                        picture: Picture(
                                            url: nil, badge: Badge("D", background: "#0b1f3a", foreground: "#ffffff")),
                                        unavailable: words["unavailable"]))),
                        ]))),
            Node(
                "more",
                .line(
                    ["loading", "spinner", "ussd", "success", "failure", "pix", "saved", "bank", "embedded"].map {
                        Node($0, .button(Button($0, .secondary)))
                    })),
        ]
    }

    private func field(
        _ id: String, _ key: String, _ purpose: TextField.Purpose, lead: String? = nil, placeholder: String? = nil,
        help: String? = nil, badge: Badge? = nil, secure: Bool = false, takesFocus: Bool = false, limit: Int = 40
    ) -> Node {
        let typed = state.texts[id]
        return Node(
            id,
            .field(
                TextField(
                    words[key], purpose, text: FieldText(typed?.text ?? ""), caret: typed?.caret, lead: lead,
                    placeholder: placeholder, help: help, error: state.errors[id], badge: badge,
                    badgeLabel: badge?.text, secure: secure, takesFocus: takesFocus, limit: limit)))
    }

    private var countries: Node {
        Node(
            "country",
            .picker(
                Picker(
                    words["country"],
                    Country.all.map {
                        Picker.Option($0.code, $0.name(language), sign: $0.flag, detail: "+\($0.dialCode)")
                    }, selected: state.country?.code, searchLabel: words["search"], emptyText: words["none"])))
    }

    private var operators: Node {
        Node(
            "operator",
            .choices(
                Choices(
                    words["operator"],
                    [
                        Choices.Option(
                            "mtn", "MTN Mobile Money",
                            picture: Picture(
                                url: nil, badge: Badge("MTN", background: "#ffcb05", foreground: "#1a1a1a"))),
                        Choices.Option(
                            "orange", "Orange Money",
                            picture: Picture(url: nil, badge: Badge("OM", background: "#ff7900", foreground: "#1a1a1a"))
                        ),
                        Choices.Option(
                            "camtel", "Camtel", picture: Picture(url: nil, badge: Badge("C")), disabled: true),
                    ], selected: state.chosenOperator)))
    }

    private var phone: Node {
        field(
            "phone", "number_label", .phone, lead: "+\(state.country?.dialCode ?? "")", placeholder: "6 77 12 34 56",
            help: words["phone_help"], takesFocus: true)
    }

    private var form: Node {
        Node("mobile", .form([text("heading", "mobile", .heading), countries, phone, operators]))
    }

    private var payActions: [Node] {
        [Node("pay", .button(Button(words["pay"], busy: state.isBusy, disabled: false)))]
    }

    private var waiting: Node {
        let seconds = Int(state.waitingSince.duration(to: .now).components.seconds)
        return centred([
            Node("ring", .waiting(Waiting(elapsedSeconds: seconds, label: words["elapsed"]))),
            text("heading", "approve", .heading),
            Node("number", .text(TextRun("+237 6 77 12 34 56", .body, leftToRight: true))),
            text("more", "waiting_more", .secondary),
            Node("back-count", .text(TextRun("\(state.timesBack)", .caption))),
        ])
    }

    private var success: Node {
        centred([
            Node("sign", .outcome(.success)), text("heading", "paid", .heading), text("more", "paid_more", .secondary),
            Node("payments", .text(TextRun("\(state.payments)", .caption))),
        ])
    }

    private var facts: Node {
        Node(
            "facts",
            .facts([
                Fact(words["method"], "MTN Mobile Money"),
                Fact(words["number_label"], "+237 6 77 12 34 56", leftToRight: true),
                Fact(words["reference"], "CMD-2024-00042", copyTitle: words["copy"], leftToRight: true),
            ]))
    }

    /// A code as a gateway would make it, for the longest names it takes.
    static let pixCode =
        "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000520400005303986540515.505802BR5913"
        + "Boutique Etoi6009Sao Paulo62140510ORDER004726304D1FA"

    private var pix: [Node] {
        let left = Int(ContinuousClock.now.duration(to: state.codeUntil).components.seconds)
        return [
            Node(
                "scan",
                .column(
                    Column(
                        .inside, centred: true,
                        [
                            text("heading", "pix", .heading), text("more", "pix_more", .secondary),
                            Node("qr", .code(CodeImage(Self.pixCode, label: words["pix_label"]))),
                            Node("left", .countdown(Countdown(secondsLeft: left, label: words["left"]))),
                        ]))),
            Node(
                "copy",
                .copy(
                    CopyText(
                        words["pix_code"], Self.pixCode, copyTitle: words["pix_copy"], copiedText: words["pix_copied"]))
            ),
        ]
    }

    private var saved: [Node] {
        func card(_ id: String, _ name: String, _ badge: Badge) -> Node {
            Node(
                id,
                .row(
                    Row(
                        name, detail: words["expires"], picture: Picture(url: nil, badge: badge),
                        selected: state.chosenCard == id,
                        action: RowAction("remove-\(id)", "\(words["remove"]) \(name)"))))
        }
        let cards = [
            card("visa", "Visa •••• 1111", Badge("VISA", background: "#1a1f71", foreground: "#ffffff")),
            card("master", "Mastercard •••• 4444", Badge("MC", background: "#eb001b", foreground: "#ffffff")),
        ].filter { state.saved.contains($0.id) }
        let other = Node(
            "form",
            .row(
                Row(words["card"], picture: Picture(url: nil, badge: Badge("", symbol: .card)), selected: false)))
        return [
            text("heading", "choose", .heading),
            Node("cards", .column(Column(.inside, label: words["choose"], cards + [other]))),
        ]
    }

    private var bank: [Node] {
        [
            text("heading", "bank", .heading),
            Node("frame", .page(WebPage(words["bank"], url: (state.bank ?? "") + "/challenge?embedded=true"))),
            Node("told", .text(TextRun(state.messages.joined(separator: " | "), .caption, leftToRight: true))),
        ]
    }

    private var everything: [Node] {
        let card = Badge("VISA", background: "#1a1f71", foreground: "#ffffff")
        return [
            Node("warn", .banner(Banner(.warning, words["warning"]))),
            Node("err", .banner(Banner(.error, words["refused_more"]))),
            Node("info", .banner(Banner(.information, words["waiting_more"]))),
            Node(
                "card",
                .form([
                    text("heading", "card", .heading),
                    field(
                        "number", "card_number", .cardNumber, placeholder: "1234 1234 1234 1234", badge: card, limit: 24
                    ),
                    Node(
                        "pair",
                        .line([
                            field("expiry", "expiry", .cardExpiry, placeholder: words["expiry_hint"], limit: 7),
                            field("code", "security", .securityCode, placeholder: "123", secure: true, limit: 4),
                        ])),
                    field("name", "holder", .name),
                    field("email", "email", .email, help: words["email_help"]),
                    field("otp", "otp", .oneTimeCode), field("pin", "pin", .pin, secure: true),
                    Node("save", .checkbox(Checkbox(words["save"], isOn: state.saves))),
                    Node(
                        "closed",
                        .field(TextField(words["city"], .city, text: FieldText("Douala"), disabled: true))),
                ])),
            operators, facts,
            Node("image", .image(Picture(url: nil, badge: Badge("", symbol: .shop), label: words["shop"]))),
            text("body", "waiting_more", .body), text("caption", "fees", .caption),
            Node("over", .outcome(.over)), Node("pending", .outcome(.pending)),
            Node("busy", .button(Button(words["pay"], busy: true))),
            Node("disabled", .button(Button(words["pay"], disabled: true))),
        ]
    }
}
