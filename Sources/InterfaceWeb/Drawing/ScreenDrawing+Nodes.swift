import Interface

extension ScreenDrawing {
    func node(_ node: Node) -> Markup {
        let id = ElementID.of(node.id)
        switch node.content {
        case .column(let column): return draw(column, id)
        case .line(let nodes): return "<div id=\"\(id)\" class=\"line\">\(nodes.map(self.node))</div>"
        case .form(let nodes):
            return
                "<form id=\"\(id)\" class=\"col inside\" data-form=\"\(node.id)\" novalidate>\(nodes.map(self.node))</form>"
        case .text(let text): return draw(text, id)
        case .amount(let amount):
            let caption: Markup = amount.caption.map { "<p class=\"caption\">\($0)</p>" } ?? .empty
            return "<div id=\"\(id)\" class=\"amount\"><p class=\"sum\">\(amount.text)</p>\(caption)</div>"
        case .image(let picture): return "<div id=\"\(id)\" class=\"image\">\(self.picture(picture))</div>"
        case .field(let field): return draw(field, node.id)
        case .picker(let picker): return draw(picker, node.id)
        case .choices(let choices): return draw(choices, node.id)
        case .checkbox(let checkbox):
            return """
                <label id="\(id)" class="check"><input type="checkbox" id="\(ElementID.of(node.id, "in"))" \
                data-toggle="\(node.id)"\(Markup.attribute("checked", if: checkbox.isOn))>\
                <span class="tick">\(Signs.check)</span><span>\(checkbox.label)</span></label>
                """
        case .row(let row): return draw(row, node.id)
        case .button(let button): return draw(button, node.id)
        case .banner(let banner):
            // An error interrupts, the rest waits for the reader to pause.
            let role = banner.kind == .error ? "alert" : "status"
            return """
                <div id="\(id)" class="banner \(banner.kind.rawValue)" role="\(role)">\
                \(Signs.banner(banner.kind))<p>\(banner.text)</p></div>
                """
        case .facts(let facts): return "<dl id=\"\(id)\" class=\"facts\">\(facts.map(draw))</dl>"
        case .outcome(let outcome):
            return "<div id=\"\(id)\" class=\"sign \(outcome.rawValue)\">\(Signs.outcome(outcome))</div>"
        case .waiting(let waiting): return draw(waiting, id)
        case .countdown(let countdown): return draw(countdown, id)
        case .code(let code): return draw(code, id)
        case .copy(let copy): return draw(copy, node.id)
        case .page(let page): return draw(page, node.id)
        case .skeleton(let rows, let label):
            return showsSkeleton ? skeleton(rows, label, id) : spinner(label, id)
        case .spinner(let label): return spinner(label, id)
        }
    }

    private func draw(_ column: Column, _ id: String) -> Markup {
        let spacing =
            switch column.spacing {
            case .tight: "tight"
            case .inside: "inside"
            case .between: "between"
            }
        let isRadioGroup = column.children.contains(where: \.isRadio)
        let role: String? = isRadioGroup ? "radiogroup" : column.label == nil ? nil : "group"
        return """
            <div id="\(id)" class="col \(spacing)\(column.isCentred ? " mid" : "")"\(Markup.attribute("role", role))\
            \(Markup.attribute("aria-label", column.label))>\(column.children.map(node))</div>
            """
    }

    private func draw(_ text: TextRun, _ id: String) -> Markup {
        let direction = Markup.attribute("dir", text.isLeftToRight || text.style == .code ? "ltr" : nil)
        switch text.style {
        case .heading: return "<h1 id=\"\(id)\" tabindex=\"-1\"\(direction)>\(text.text)</h1>"
        case .body: return "<p id=\"\(id)\" class=\"body\"\(direction)>\(text.text)</p>"
        case .secondary: return "<p id=\"\(id)\" class=\"soft\"\(direction)>\(text.text)</p>"
        case .caption: return "<p id=\"\(id)\" class=\"caption\"\(direction)>\(text.text)</p>"
        case .code: return "<p id=\"\(id)\" class=\"code\"\(direction)>\(text.text)</p>"
        }
    }

    // MARK: Pictures

    /// The badge, and over it the picture once it is there.
    func picture(_ picture: Picture, kind: String = "") -> Markup {
        let image: Markup =
            picture.url.map {
                "<img src=\"\($0)\" alt=\"\" decoding=\"async\" referrerpolicy=\"no-referrer\">"
            } ?? .empty
        return "<span class=\"pic \(kind)\"\(spoken(picture.label))>\(badge(picture.badge))\(image)</span>"
    }

    func spoken(_ label: String) -> Markup {
        label.isEmpty ? " aria-hidden=\"true\"" : " role=\"img\" aria-label=\"\(label)\""
    }

    /// Colours are attributes of shapes, which need no style.
    func badge(_ badge: Badge) -> Markup {
        let fill: Markup = badge.background.map { " fill=\"\($0)\"" } ?? " class=\"tile\""
        let body: Markup
        if let symbol = badge.symbol {
            let stroke: Markup = badge.foreground.map { " stroke=\"\($0)\"" } ?? .empty
            body = "<g class=\"line-art\" transform=\"translate(8 8) scale(.8333)\"\(stroke)>\(Signs.badge(symbol))</g>"
        } else {
            let text = String(badge.text.prefix(4))
            let size = [0: 17, 1: 17, 2: 14, 3: 11][text.count] ?? 9
            let ink: Markup = badge.foreground.map { " fill=\"\($0)\"" } ?? " class=\"ink\""
            body = "<text x=\"18\" y=\"18\" dy=\".36em\" font-size=\"\(size)\"\(ink)>\(text)</text>"
        }
        return """
            <svg viewBox="0 0 36 36" aria-hidden="true"><rect width="36" height="36"\(fill)/>\(body)</svg>
            """
    }

    // MARK: What can be pressed

    private func draw(_ row: Row, _ id: String) -> Markup {
        let detail: Markup = (row.unavailable ?? row.detail).map { "<span class=\"caption\">\($0)</span>" } ?? .empty
        let inside: Markup = """
            \(row.picture.map { picture($0) } ?? .empty)<span class="grow"><span class="title">\(row.title)</span>\
            \(detail)</span>
            """
        let press = ElementID.of(id, row.action == nil ? "" : "in")
        let main: Markup
        if row.unavailable != nil {
            main = "<div id=\"\(press)\" class=\"row off\">\(inside)</div>"
        } else if let isSelected = row.isSelected {
            main = """
                <button type="button" id="\(press)" class="row" role="radio" aria-checked="\(isSelected ? "true" : "false")" \
                tabindex="\(isReachable(id) ? "0" : "-1")" data-press="\(id)">\(inside)<span class="dot"></span></button>
                """
        } else {
            main = """
                <button type="button" id="\(press)" class="row" data-press="\(id)">\(inside)\
                <span class="lead-on">\(Signs.forward)</span></button>
                """
        }
        guard let action = row.action else { return main }
        return """
            <div id="\(ElementID.of(id))" class="pair">\(main)<button type="button" \
            id="\(ElementID.of(id, "action"))" class="round" data-press="\(action.id)" title="\(action.label)" \
            aria-label="\(action.label)">\(Signs.bin)</button></div>
            """
    }

    private func draw(_ button: Button, _ id: String) -> Markup {
        let role =
            switch button.role {
            case .primary: "primary"
            case .secondary: "secondary"
            case .destructive: "destructive"
            }
        // A busy button keeps the focus it has, so it is not `disabled`.
        let busy: Markup = button.isBusy ? " aria-busy=\"true\" aria-disabled=\"true\"" : .empty
        return """
            <button type="button" id="\(ElementID.of(id))" class="button \(role)" data-press="\(id)"\(busy)\
            \(Markup.attribute("disabled", if: button.isDisabled && !button.isBusy))>\
            \(button.isBusy ? Signs.spinner : .empty)<span>\(button.title)</span></button>
            """
    }

    // MARK: What is told

    private func draw(_ fact: Fact) -> Markup {
        let value: Markup = "<span\(Markup.attribute("dir", fact.isLeftToRight ? "ltr" : nil))>\(fact.value)</span>"
        let copy: Markup =
            fact.copyTitle.map {
                """
                <button type="button" class="round" data-copy="\(fact.value)" aria-label="\($0), \(fact.label)">\
                \(Signs.copy)\(Signs.check)</button>
                """
            } ?? .empty
        return "<div><dt>\(fact.label)</dt><dd>\(value)\(copy)</dd></div>"
    }

    /// One turn of the ring is a minute; it says how long it has been, never how much is left.
    private func draw(_ waiting: Waiting, _ id: String) -> Markup {
        """
        <div id="\(id)" class="waiting" role="timer" aria-label="\(waiting.label)" data-seconds="\(waiting.elapsedSeconds)">\
        <svg viewBox="0 0 96 96" aria-hidden="true"><circle cx="48" cy="48" r="42"/>\
        <circle class="hand" cx="48" cy="48" r="42" pathLength="60"/></svg><span class="clock" dir="ltr"></span></div>
        """
    }

    private func skeleton(_ rows: Int, _ label: String, _ id: String) -> Markup {
        let shapes = (0..<max(1, min(rows, 12))).map { _ -> Markup in "<i></i>" }
        return """
            <div id="\(id)" class="skeleton" role="status"><span class="unseen">\(label)</span>\(shapes)</div>
            """
    }

    private func spinner(_ label: String, _ id: String) -> Markup {
        "<div id=\"\(id)\" class=\"loading\" role=\"status\">\(Signs.spinner)<p class=\"soft\">\(label)</p></div>"
    }
}
