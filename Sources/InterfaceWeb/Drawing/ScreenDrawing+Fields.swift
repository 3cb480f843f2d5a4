import Interface

/// What a browser needs to know of what is typed.
struct FieldHints {
    let mode: String
    let fill: String
    var capitals = "off"
    /// Digits and codes are written from the left in every language.
    var isLeftToRight = false

    init(_ purpose: TextField.Purpose, hasLead: Bool, isOnCard: Bool) {
        switch purpose {
        case .phone: (mode, fill, isLeftToRight) = ("tel", hasLead ? "tel-national" : "tel", true)
        case .cardNumber: (mode, fill, isLeftToRight) = ("numeric", "cc-number", true)
        case .cardExpiry: (mode, fill, isLeftToRight) = ("numeric", "cc-exp", true)
        case .securityCode: (mode, fill, isLeftToRight) = ("numeric", "cc-csc", true)
        case .oneTimeCode: (mode, fill, isLeftToRight) = ("numeric", "one-time-code", true)
        case .pin: (mode, fill, isLeftToRight) = ("numeric", "off", true)
        case .name: (mode, fill, capitals) = ("text", isOnCard ? "cc-name" : "name", "words")
        case .firstName: (mode, fill, capitals) = ("text", "given-name", "words")
        case .lastName: (mode, fill, capitals) = ("text", "family-name", "words")
        case .email: (mode, fill, isLeftToRight) = ("email", "email", true)
        case .address: (mode, fill, capitals) = ("text", "address-line1", "words")
        case .city: (mode, fill, capitals) = ("text", "address-level2", "words")
        case .state: (mode, fill, capitals) = ("text", "address-level1", "words")
        case .postalCode: (mode, fill, capitals) = ("text", "postal-code", "characters")
        // A keypad of digits has no sign to put between year, month and day.
        case .birthday: (mode, fill, isLeftToRight) = ("text", "bday", true)
        case .text: (mode, fill, capitals) = ("text", "off", "sentences")
        }
    }
}

extension ScreenDrawing {
    func draw(_ field: TextField, _ id: String) -> Markup {
        let input = ElementID.of(id, "in")
        let note = ElementID.of(id, "note")
        let lead = ElementID.of(id, "lead")
        let hints = FieldHints(field.purpose, hasLead: field.lead != nil, isOnCard: isCardName(id))
        let label: Markup = "<label for=\"\(input)\">\(field.label)</label>"
        let leadMark: Markup = field.lead.map { "<span id=\"\(lead)\" class=\"lead\">\($0)</span>" } ?? .empty
        let mark: Markup =
            field.badge.map {
                "<span class=\"pic mark\"\(spoken(field.badgeLabel ?? ""))>\(badge($0))</span>"
            } ?? .empty
        // A placeholder of one space lets the style see whether something is typed.
        let placeholder = field.placeholder ?? (labels == .floating ? " " : nil)
        let kind = field.isSecure ? "password" : hints.mode == "tel" ? "tel" : "text"
        let described = field.lead == nil ? note : "\(lead) \(note)"
        let main: Markup = """
            <input id="\(input)" data-field="\(id)" type="\(kind)" inputmode="\(hints.mode)" \
            autocomplete="\(hints.fill)" autocapitalize="\(hints.capitals)" autocorrect="off" spellcheck="false" \
            enterkeyhint="\(isLast(id) ? "go" : "next")" maxlength="\(max(1, field.limit))" \
            aria-describedby="\(described)" aria-invalid="\(field.error == nil ? "false" : "true")"\
            \(Markup.attribute("aria-required", field.isRequired ? "true" : nil))\
            \(Markup.attribute("placeholder", placeholder))\(Markup.attribute("disabled", if: field.isDisabled))\
            \(Markup.attribute("data-focus", if: field.takesFocus))\
            \(Markup.attribute("dir", hints.isLeftToRight ? "ltr" : nil))>
            """
        let box: Markup = """
            <div class="box"\(Markup.attribute("dir", hints.isLeftToRight ? "ltr" : nil))>\(leadMark)\(main)\
            \(labels == .floating ? label : .empty)\(mark)</div>
            """
        return """
            <div id="\(ElementID.of(id))" class="field\(field.error == nil ? "" : " wrong")\
            \(field.isDisabled ? " off" : "")">\(labels == .floating ? .empty : label)\(box)\
            \(self.note(note, help: field.help, error: field.error))</div>
            """
    }

    /// Under a field: always there, so that what appears in it is read out.
    private func note(_ id: String, help: String?, error: String?) -> Markup {
        let body: Markup =
            error.map { "\(Signs.alert)<span>\($0)</span>" } ?? help.map { "<span>\($0)</span>" } ?? .empty
        return "<p id=\"\(id)\" class=\"note\" aria-live=\"polite\">\(body)</p>"
    }

    // MARK: Picker

    func draw(_ picker: Picker, _ id: String) -> Markup {
        let label = ElementID.of(id, "label")
        let value = ElementID.of(id, "value")
        let note = ElementID.of(id, "note")
        let selected = picker.options.first { $0.id == picker.selected }
        let sign: Markup =
            selected?.sign.map { "<span class=\"flag\" aria-hidden=\"true\">\($0)</span>" } ?? .empty
        let detail: Markup = selected?.detail.map { "<span class=\"caption\" dir=\"ltr\">\($0)</span>" } ?? .empty
        return """
            <div id="\(ElementID.of(id))" class="field\(picker.error == nil ? "" : " wrong")\
            \(picker.isDisabled ? " off" : "")"><span class="label" id="\(label)">\(picker.label)</span>\
            <button type="button" id="\(ElementID.of(id, "in"))" class="box" data-picker="\(id)" \
            data-made="\(Self.mark(picker))" data-chosen="\(picker.selected ?? "")" aria-haspopup="dialog" \
            aria-labelledby="\(label) \(value)" aria-describedby="\(note)"\
            \(Markup.attribute("disabled", if: picker.isDisabled))>\
            \(sign)<span class="grow" id="\(value)">\(selected?.title ?? "")</span>\(detail)\(Signs.down)</button>\
            \(self.note(note, help: nil, error: picker.error))</div>
            """
    }

    /// Tells two lists of options apart: the page keeps a list it has.
    private static func mark(_ picker: Picker) -> String {
        var hasher = Hasher()
        hasher.combine(picker.options)
        hasher.combine(picker.label)
        return String(UInt(bitPattern: hasher.finalize()), radix: 36)
    }

    /// The options of a picker, sent when it is opened: a list of every country is longer than the page.
    static func options(_ picker: Picker, _ id: String, closeLabel: String) -> Markup {
        let options = picker.options.enumerated().map { index, option -> Markup in
            let sign: Markup = option.sign.map { "<span class=\"flag\" aria-hidden=\"true\">\($0)</span>" } ?? .empty
            let detail: Markup = option.detail.map { "<span class=\"caption\" dir=\"ltr\">\($0)</span>" } ?? .empty
            return """
                <li role="option" id="o-\(index)" data-option="\(option.id)">\(sign)<span class="grow">\
                \(option.title)</span>\(detail)</li>
                """
        }
        return """
            <div class="pick-head"><h2 id="pick-title">\(picker.label)</h2><button type="button" class="round end" \
            data-shut aria-label="\(closeLabel)">\(Signs.close)</button></div>\
            <div class="box"><input id="pick-search" type="text" role="combobox" aria-expanded="true" \
            aria-controls="pick-list" aria-autocomplete="list" aria-label="\(picker.searchLabel)" \
            placeholder="\(picker.searchLabel)" autocomplete="off" autocapitalize="off" autocorrect="off" \
            spellcheck="false" enterkeyhint="done"></div>\
            <p id="pick-none" class="soft" role="status" data-text="\(picker.emptyText)"></p>\
            <ul id="pick-list" role="listbox" aria-labelledby="pick-title">\(options)</ul>
            """
    }

    // MARK: Choices

    func draw(_ choices: Choices, _ id: String) -> Markup {
        let label = ElementID.of(id, "label")
        let note = ElementID.of(id, "note")
        let options = choices.options.map { option -> Markup in
            """
            <label class="choice" id="\(ElementID.of(id, "o." + option.id))"><input type="radio" \
            id="\(ElementID.of(id, "r." + option.id))" name="\(ElementID.of(id))" value="\(option.id)" \
            data-choose="\(id)"\(Markup.attribute("checked", if: option.id == choices.selected))\
            \(Markup.attribute("disabled", if: option.isDisabled))>\
            \(option.picture.map { picture($0) } ?? .empty)<span class="grow">\(option.title)</span>\
            <span class="dot"></span></label>
            """
        }
        return """
            <div id="\(ElementID.of(id))" class="field\(choices.error == nil ? "" : " wrong")" role="radiogroup" \
            aria-labelledby="\(label)" aria-describedby="\(note)" \
            aria-invalid="\(choices.error == nil ? "false" : "true")">\
            <span class="label" id="\(label)">\(choices.label)</span><div class="options">\(options)</div>\
            \(self.note(note, help: nil, error: choices.error))</div>
            """
    }
}
