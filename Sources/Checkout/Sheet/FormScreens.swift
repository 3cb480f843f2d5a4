import Interface
import Kernel

/// The list of methods and their forms (spec 6.1, 11.3).
extension CheckoutDrawing {
    // MARK: The list

    var methods: Body {
        var seen: Set<String> = []
        let rows = picture.methods.filter { seen.insert($0.slug).inserted }.map { method in
            Node(
                NodeID.method(method.slug),
                .row(Row(method.name, detail: detail(method), picture: badge(method))))
        }
        let title = texts["methods_title"]
        let list = Node(NodeID.methods, .column(Column(label: title, rows)))
        return Body(id: "methods", title: title, content: banner + [heading(title), list] + cancel)
    }

    private func detail(_ method: CheckoutPicture.Method) -> String {
        switch method.form {
        case .mobileMoney:
            method.operatorNames.isEmpty
                ? texts["mobile_money_detail"] : method.operatorNames.joined(separator: texts["list_comma"] + " ")
        case .wallet: texts["wallet_detail", ["name": method.name]]
        case .card, .collectedCard, .savedCard: texts["card_detail"]
        case .deviceWallet: texts["device_wallet_detail"]
        case .nothing: ""
        case .hostedCard, .clientSession: texts["card_page_detail"]
        }
    }

    private func badge(_ method: CheckoutPicture.Method) -> Picture {
        let brand = method.badge.map(Badge.init)
        let badge: Badge =
            switch method.form {
            case .mobileMoney: brand ?? Badge("", symbol: .phone)
            case .wallet, .deviceWallet, .nothing: brand ?? Badge("", symbol: .wallet)
            // A card is nobody's brand.
            case .card, .collectedCard, .hostedCard, .clientSession, .savedCard: Badge("", symbol: .card)
            }
        return Picture(url: method.logo, badge: badge)
    }

    // MARK: Mobile Money

    /// W74: country, number with its dial code, and the operators of the country, one a row (W75).
    var mobileMoney: Body {
        let title = picture.method?.name ?? texts["mobile_money"]
        guard let form = picture.mobileMoney else {
            return Body(id: "mobile-money", title: title, content: [heading(title)])
        }
        var fields: [Node] = []
        if !form.isCountryLocked, form.countries.count > 1 {
            let countries = CountryOptions.all(picture.language).filter { form.countries.contains($0.id) }
            fields.append(countryPicker(NodeID.country, countries, selected: form.country, error: nil))
        }
        fields.append(Node(NodeID.phone, .field(phoneField(form))))
        fields += mismatch(form)
        if form.operators.count > 1 { fields.append(operators(form)) }
        let questions = Node(NodeID.form, .form(fields))
        guard !picture.isEmbedded else {
            return Body(id: "mobile-money", title: title, content: banner + [questions])
        }
        return Body(
            id: "mobile-money", title: title, content: banner + [heading(title), questions] + cancel,
            actions: [payButton])
    }

    private func phoneField(_ form: MobileMoneyForm) -> TextField {
        TextField(
            texts["phone"], .phone, text: FieldText(form.typed.text), caret: form.typed.caret, lead: form.dialCode,
            help: testNumber(form).map { texts["test_number", ["number": $0]] },
            error: picture.fieldErrors["phone"], disabled: picture.isBusy, takesFocus: true, limit: 40)
    }

    /// A number that succeeds in the sandbox (W132).
    private func testNumber(_ form: MobileMoneyForm) -> String? {
        guard picture.isSandbox, let country = Country(form.country),
            let number = SandboxScenario.success.testNumber(
                country: country, operatorID: form.operatorID ?? form.operators.first?.id)
        else { return nil }
        let national = String(number.dropFirst(form.dialCode.count))
        return PhoneRules.formatAsYouType(national, caret: 0, country: country).text
    }

    /// W133: the sandbox only warns.
    private func mismatch(_ form: MobileMoneyForm) -> [Node] {
        guard let name = form.otherOperatorName, picture.fieldErrors["phone"] == nil,
            let words = ErrorCatalogue.wajub["operator_mismatch"]?.message(picture.language, ["op": name])
        else { return [] }
        return [Node(NodeID.warning, .banner(Banner(.warning, "\(words) \(texts["test_go_on"])")))]
    }

    private func operators(_ form: MobileMoneyForm) -> Node {
        let options = form.operators.map { found in
            let badge = MobileMoneyCatalogue.badge(operatorID: found.id, fallbackName: found.name)
            return Choices.Option(
                found.id, found.name, picture: Picture(url: found.logo, badge: Badge(badge)), disabled: picture.isBusy)
        }
        return Node(
            NodeID.operators,
            .choices(
                Choices(
                    texts["operator"], options, selected: form.operatorID, error: picture.fieldErrors["operator"])))
    }

    // MARK: Cards

    var card: Body {
        var title = texts["card_title"]
        var id = picture.method.map { "card.\($0.slug)" } ?? "card"
        var fields: [Node] = []
        var note: String?
        var pay = button(NodeID.pay, texts["pay_by_card"], busy: isPaying)
        switch picture.method?.form {
        case .card, .savedCard:
            if let form = picture.card {
                fields = cardFields(form)
                pay = form.isAtEnd ? payButton : button(NodeID.pay, texts["next"])
                if form.isAtEnd { fields += cardChoices(form) }
                if form.options.isStepByStep { id += ".\(form.step)" }
                if let saved = form.options.saved { (title, note) = (saved.name, texts["card_saved_text"]) }
            }
        case .collectedCard: note = texts["card_next_screen"]
        default: note = texts["card_next_page"]
        }
        if let billing = picture.billing, !billing.fields.isEmpty {
            let group = Column(label: texts["billing"], billingFields(billing, takesFocus: fields.isEmpty))
            fields.append(Node(NodeID.billing, .column(group)))
        }
        let form = fields.isEmpty ? [] : [Node(NodeID.form, .form(fields))]
        // The merchant's page has its own title and its own button.
        guard !picture.isEmbedded else {
            let steps = picture.card?.isAtEnd == false ? [pay] : []
            return Body(id: id, title: title, content: banner + form, actions: steps)
        }
        return Body(id: id, title: title, content: banner + [opening(title, note)] + form + cancel, actions: [pay])
    }

    /// What is chosen beside the card: how many instalments, and whether it is kept.
    private func cardChoices(_ form: CardForm) -> [Node] {
        var nodes: [Node] = []
        if form.options.instalments.count > 1 {
            let options = form.options.instalments.map { instalment in
                Picker.Option(instalment.id, texts["instalments_n", ["n": "\(instalment.count)"]])
            }
            nodes.append(
                Node(
                    NodeID.instalments,
                    .picker(
                        Picker(
                            texts["instalments"], options, selected: form.instalmentID,
                            searchLabel: texts["instalments"], emptyText: texts["country_none"],
                            disabled: picture.isBusy))))
        }
        if form.options.canSave {
            nodes.append(Node(NodeID.save, .checkbox(Checkbox(texts["card_save"], isOn: form.saves))))
        }
        return nodes
    }

    private func cardFields(_ form: CardForm) -> [Node] {
        let brand = form.cardBrand
        let isFront = (form.options.saved?.codeLength ?? brand.securityCodeLengths.lowerBound) == 4
        let shown = form.shownFields
        func field(
            _ field: CardField, _ label: String, _ purpose: TextField.Purpose, placeholder: String? = nil,
            help: String? = nil, badge: Badge? = nil, badgeLabel: String? = nil, required: Bool = true, limit: Int
        ) -> Node? {
            guard shown.contains(field) else { return nil }
            let typed = form.content(field)
            return Node(
                NodeID.card(field),
                .field(
                    TextField(
                        texts[label], purpose, text: FieldText(typed.text), caret: typed.caret,
                        placeholder: placeholder, help: help, error: picture.fieldErrors[field.rawValue],
                        badge: badge, badgeLabel: badgeLabel, disabled: picture.isBusy, required: required,
                        takesFocus: field == shown.first && !picture.isEmbedded, limit: limit)))
        }
        let testCard = picture.isSandbox ? texts["test_card", ["number": "4242 4242 4242 4242"]] : nil
        let side = [
            field(.expiry, "card_expiry", .cardExpiry, placeholder: texts["card_expiry_hint"], limit: 10),
            field(
                .securityCode, "card_code", .securityCode,
                help: texts[isFront ? "card_code_front" : "card_code_back"], limit: 10),
        ].compactMap(\.self)
        return [
            field(
                .number, "card_number", .cardNumber, help: testCard, badge: Badge(brand),
                badgeLabel: brand.name.isEmpty ? nil : brand.name, limit: 40),
            side.isEmpty ? nil : Node(NodeID.group, .line(side)),
            field(
                .holder, form.options.holder == .optional ? "card_holder_optional" : "card_holder", .name,
                required: form.options.holder == .required, limit: 255),
        ].compactMap(\.self)
    }

    private func billingFields(_ form: BillingForm, takesFocus: Bool) -> [Node] {
        form.fields.map { field in
            billingNode(
                NodeID.billing(field), field, form.content(field), takesFocus: takesFocus && field == form.fields.first)
        }
    }

    /// A field of an address, on the card form and in a step.
    func billingNode(_ id: String, _ field: BillingField, _ typed: TypedText, takesFocus: Bool) -> Node {
        let error = picture.fieldErrors[field.rawValue]
        guard field != .country else {
            let code = typed.text.uppercased()
            return countryPicker(id, CountryOptions.plain(picture.language), selected: code, error: error)
        }
        return Node(
            id,
            .field(
                TextField(
                    texts[field.rawValue], field.purpose, text: FieldText(typed.text), caret: typed.caret,
                    error: error, disabled: picture.isBusy, takesFocus: takesFocus, limit: 200)))
    }

    private func countryPicker(
        _ id: String, _ options: [Picker.Option], selected: String, error: String?
    ) -> Node {
        Node(
            id,
            .picker(
                Picker(
                    texts["country"], options,
                    selected: options.contains { $0.id == selected } ? selected : nil,
                    searchLabel: texts["country_search"], emptyText: texts["country_none"], error: error,
                    disabled: picture.isBusy)))
    }

    // MARK: A wallet

    /// One tap, no fields.
    var wallet: Body {
        let title = picture.method?.name ?? texts["payment"]
        let words = picture.method?.form == .wallet ? texts["wallet_text", ["name": title]] : nil
        let id = picture.method.map { "wallet.\($0.slug)" } ?? "wallet"
        return Body(id: id, title: title, content: banner + [opening(title, words)] + cancel, actions: [payButton])
    }

    // MARK: Paying

    /// The verb and the amount (W135).
    private var payButton: Node {
        let title = amountText.map { texts["pay", ["amount": $0]] } ?? texts["pay_plain"]
        return button(NodeID.pay, title, busy: isPaying)
    }

    private var isPaying: Bool { picture.isBusy && !picture.isCancelling }
}

extension BillingField {
    fileprivate var purpose: TextField.Purpose {
        switch self {
        case .firstName: .firstName
        case .lastName: .lastName
        case .email: .email
        case .phone: .phone
        case .address: .address
        case .city: .city
        case .state: .state
        case .zipCode: .postalCode
        case .country: .text
        }
    }
}

extension Badge {
    init(_ badge: OperatorBadge) {
        self.init(badge.text, background: badge.background, foreground: badge.foreground)
    }

    /// A card's brand by its first letters, in the theme's own colours; a card's sign while none can be told.
    init(_ brand: CardBrand) {
        let letters = brand.name.filter(\.isLetter)
        self.init(
            letters.isEmpty ? "" : letters.count > 4 ? Self.short(brand.name) : letters.uppercased(),
            symbol: letters.isEmpty ? .card : nil)
    }

    /// `AE` for American Express, `MAST` for a single word.
    private static func short(_ name: String) -> String {
        let words = name.split { !$0.isLetter }
        return words.count > 1
            ? String(words.prefix(4).compactMap(\.first)).uppercased()
            : String(name.prefix(4)).uppercased()
    }
}
