extension Node {
    /// The node and everything in it, in the order it is drawn.
    package var all: [Node] {
        switch content {
        case .column(let column): [self] + column.children.flatMap(\.all)
        case .line(let children), .form(let children): [self] + children.flatMap(\.all)
        default: [self]
        }
    }
}

extension Screen {
    /// Every node, in the order it is drawn.
    package var nodes: [Node] { (content + actions).flatMap(\.all) }

    /// Whether the screen offers this. An event it does not offer is late, or made up.
    package func offers(_ event: InterfaceEvent) -> Bool {
        switch event {
        case .press(let id):
            if let dialog { return id == dialog.confirmID || id == dialog.refuseID }
            return nodes.contains { $0.canBePressed(id) }
        case .input(let id, let text, _): return nodes.contains { $0.id == id && $0.takes(text) }
        case .leave(let id): return nodes.contains { $0.id == id && $0.isField }
        case .choose(let id, let option): return nodes.contains { $0.id == id && $0.hasOption(option) }
        case .toggle(let id, _): return nodes.contains { $0.id == id && $0.isCheckbox }
        case .submit(let id): return dialog == nil && nodes.contains { $0.id == id && $0.isForm }
        case .message(let id, let text):
            return text.utf8.count <= WebPage.longestMessage && nodes.contains { $0.id == id && $0.isPage }
        case .close: return header.closeLabel != nil
        case .back: return header.backLabel != nil && dialog == nil
        case .cameBack: return true
        }
    }
}

extension Node {
    fileprivate func canBePressed(_ wanted: String) -> Bool {
        switch content {
        case .button(let button): id == wanted && !button.isBusy && !button.isDisabled
        case .row(let row): id == wanted && row.unavailable == nil || row.action?.id == wanted
        default: false
        }
    }

    fileprivate func takes(_ text: FieldText) -> Bool {
        guard case .field(let field) = content else { return false }
        return !field.isDisabled && text.expose().utf16.count <= field.limit
    }

    fileprivate var isField: Bool {
        switch content {
        case .field, .picker: true
        default: false
        }
    }

    fileprivate func hasOption(_ id: String) -> Bool {
        switch content {
        case .picker(let picker): !picker.isDisabled && picker.options.contains { $0.id == id }
        case .choices(let choices): choices.options.contains { $0.id == id && !$0.isDisabled }
        default: false
        }
    }

    fileprivate var isCheckbox: Bool {
        if case .checkbox = content { return true }
        return false
    }

    fileprivate var isForm: Bool {
        if case .form = content { return true }
        return false
    }

    fileprivate var isPage: Bool {
        if case .page(let page) = content { return !page.origin.isEmpty }
        return false
    }
}
