import Interface

/// Draws a screen as HTML.
///
/// What a payer typed is never in it: ``FieldText`` travels beside it, as a value for a field. A colour is never in
/// a style attribute, which the page's security policy forbids.
package struct ScreenDrawing: Sendable {
    let screen: Screen
    let labels: Look.FieldLabels
    let showsSkeleton: Bool
    /// The last field of each form: Return sends the form from there, and leads to the next field elsewhere.
    private let lastFields: Set<String>
    /// Of forms that ask for a card: a name in them is the one on the card.
    private let cardNames: Set<String>
    /// Of the radio rows, those that Tab comes to: the chosen one of each group, or its first. Arrows lead to the rest.
    private let reachable: Set<String>

    package init(_ screen: Screen, _ look: Look) {
        self.screen = screen
        labels = look.labels
        showsSkeleton = look.showsSkeleton
        var last: Set<String> = []
        var names: Set<String> = []
        for form in (screen.content + screen.actions).flatMap(\.forms) {
            let fields = form.flatMap(\.fields)
            if let id = fields.last(where: { !$0.field.isDisabled })?.id { last.insert(id) }
            if fields.contains(where: { $0.field.purpose == .cardNumber }) {
                names.formUnion(fields.filter { $0.field.purpose == .name }.map(\.id))
            }
        }
        (lastFields, cardNames) = (last, names)
        reachable = Set((screen.content + screen.actions).reachableRadios)
    }

    func isLast(_ id: String) -> Bool { lastFields.contains(id) }
    func isReachable(_ id: String) -> Bool { reachable.contains(id) }
    func isCardName(_ id: String) -> Bool { cardNames.contains(id) }

    /// The whole sheet.
    package var markup: Markup {
        let floating = labels == .floating ? " float" : ""
        let embedded = screen.isEmbedded ? " embedded" : ""
        return """
            <main id="sheet" class="sheet\(floating)\(embedded)" data-screen="\(screen.id)"\
            \(Markup.attribute("data-dismiss", if: screen.canDismiss && screen.header.closeLabel != nil))>\
            \(header)<div id="\(ElementID.content)" class="content"><div class="flow">\
            \(screen.content.map(node))</div></div>\(foot)\(dialog)</main>
            """
    }

    var header: Markup {
        let header = screen.header
        guard !screen.isEmbedded else {
            return "<header id=\"\(ElementID.header)\" class=\"unseen\">\(unseenHeading)</header>"
        }
        let back: Markup =
            header.backLabel.map {
                "<button type=\"button\" class=\"round\" data-do=\"back\" aria-label=\"\($0)\">\(Signs.back)</button>"
            } ?? .empty
        let close: Markup =
            header.closeLabel.map {
                "<button type=\"button\" class=\"round end\" data-do=\"close\" aria-label=\"\($0)\">\(Signs.close)</button>"
            } ?? .empty
        let badge: Markup = header.badge.map { "<span class=\"tag\">\($0)</span>" } ?? .empty
        return """
            <header id="\(ElementID.header)" class="head">\(back)\
            \(header.picture.map { picture($0, kind: "small") } ?? .empty)<span class="name">\(header.name)</span>\
            \(badge)\(close)\(unseenHeading)</header>
            """
    }

    /// A screen without a heading of its own has its title as one, for those who do not see it.
    private var unseenHeading: Markup {
        hasHeading ? .empty : "<h1 class=\"unseen\" tabindex=\"-1\">\(screen.title)</h1>"
    }

    var hasHeading: Bool { (screen.content + screen.actions).contains(where: \.hasHeading) }

    var foot: Markup {
        let credit: Markup =
            (screen.isEmbedded ? nil : screen.credit).map {
                "<p id=\"\(ElementID.credit)\" class=\"credit\">\(Signs.lock)<span>\($0)</span></p>"
            }
            ?? .empty
        return "<div id=\"\(ElementID.actions)\" class=\"foot\">\(screen.actions.map(node))\(credit)</div>"
    }

    var dialog: Markup {
        guard let dialog = screen.dialog else { return .empty }
        return """
            <dialog id="\(ElementID.dialog)" class="ask" role="alertdialog" aria-labelledby="s-dialog-title" \
            aria-describedby="s-dialog-text" data-refuse="\(dialog.refuseID)">\
            <h2 id="s-dialog-title">\(dialog.title)</h2><p id="s-dialog-text">\(dialog.text)</p>\
            <div class="col tight"><button type="button" class="button primary danger" \
            data-press="\(dialog.confirmID)"><span>\(dialog.confirmTitle)</span></button>\
            <button type="button" class="button secondary" data-press="\(dialog.refuseID)" autofocus>\
            <span>\(dialog.refuseTitle)</span></button></div></dialog>
            """
    }
}

extension [Node] {
    fileprivate var reachableRadios: [String] {
        let radios = filter(\.isRadio)
        return [radios.first(where: \.isChosen) ?? radios.first].compactMap { $0?.id }
            + flatMap(\.children.reachableRadios)
    }
}

extension Node {
    var isRadio: Bool { isSelectedRow != nil }
    fileprivate var isChosen: Bool { isSelectedRow == true }

    private var isSelectedRow: Bool? {
        if case .row(let row) = content, row.unavailable == nil { row.isSelected } else { nil }
    }

    /// What stands inside it.
    var children: [Node] {
        switch content {
        case .column(let column): column.children
        case .line(let nodes), .form(let nodes): nodes
        default: []
        }
    }

    /// The fields in it, itself included, in the order of the page.
    var fields: [(id: String, field: TextField)] {
        if case .field(let field) = content { return [(id, field)] }
        return children.flatMap(\.fields)
    }

    var hasHeading: Bool {
        if case .text(let text) = content { return text.style == .heading }
        return children.contains(where: \.hasHeading)
    }

    /// The contents of the forms in it.
    var forms: [[Node]] {
        if case .form(let nodes) = content { return [nodes] }
        return children.flatMap(\.forms)
    }

    /// The pickers in it.
    var pickers: [(id: String, picker: Picker)] {
        if case .picker(let picker) = content { return [(id, picker)] }
        return children.flatMap(\.pickers)
    }
}
