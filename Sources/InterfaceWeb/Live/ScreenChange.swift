import Interface

/// What must be drawn anew when one screen follows another.
enum ScreenChange: Sendable, Hashable {
    struct Part: Sendable, Hashable {
        /// The element it takes the place of.
        let element: String
        let markup: Markup
    }

    /// The smallest elements that hold every change; empty when nothing is to be seen of it.
    case parts([Part])
    case whole

    init(from old: ScreenDrawing, to new: ScreenDrawing) {
        let (before, after) = (old.screen, new.screen)
        guard before.id == after.id, before.language == after.language,
            before.isRightToLeft == after.isRightToLeft, before.canDismiss == after.canDismiss,
            before.isEmbedded == after.isEmbedded,
            (before.header.closeLabel == nil) == (after.header.closeLabel == nil), before.dialog == after.dialog,
            old.labels == new.labels, old.showsSkeleton == new.showsSkeleton,
            before.content.map(\.id) == after.content.map(\.id)
        else {
            self = .whole
            return
        }
        var parts: [Part] = []
        let namesItself = old.hasHeading && new.hasHeading
        if before.header != after.header || (before.title != after.title && !namesItself) {
            parts.append(Part(element: ElementID.header, markup: new.header))
        }
        for (a, b) in zip(before.content, after.content) { Self.add(a, b, new, &parts) }
        if before.credit != after.credit || before.actions.map(\.id) != after.actions.map(\.id) {
            parts.append(Part(element: ElementID.actions, markup: new.foot))
        } else {
            for (a, b) in zip(before.actions, after.actions) { Self.add(a, b, new, &parts) }
        }
        self = .parts(parts)
    }

    private static func add(_ old: Node, _ new: Node, _ drawing: ScreenDrawing, _ parts: inout [Part]) {
        guard old != new, !isDrawnAlike(old, new) else { return }
        // Which row Tab comes to depends on the rows beside it.
        if !old.children.contains(where: \.isRadio), isSameFrame(old, new),
            old.children.map(\.id) == new.children.map(\.id)
        {
            for (a, b) in zip(old.children, new.children) { add(a, b, drawing, &parts) }
        } else {
            parts.append(Part(element: ElementID.of(new.id), markup: drawing.node(new)))
        }
    }

    /// Whether two groups differ in nothing but what stands in them.
    private static func isSameFrame(_ old: Node, _ new: Node) -> Bool {
        switch (old.content, new.content) {
        case (.column(let a), .column(let b)):
            a.spacing == b.spacing && a.label == b.label && a.isCentred == b.isCentred
                && a.children.contains(where: \.isRadio) == b.children.contains(where: \.isRadio)
        case (.line, .line), (.form, .form): true
        default: false
        }
    }

    /// What is typed is no part of the drawing.
    private static func isDrawnAlike(_ old: Node, _ new: Node) -> Bool {
        guard case .field(var a) = old.content, case .field(let b) = new.content else { return false }
        a.text = b.text
        a.caret = b.caret
        return a == b
    }
}
