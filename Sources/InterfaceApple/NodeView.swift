#if canImport(SwiftUI) && canImport(UIKit)
    import Interface
    import SwiftUI

    /// Nodes under each other.
    struct NodesView: View {
        private let nodes: [Node]
        private let spacing: Column.Spacing
        private let alignment: HorizontalAlignment
        private let model: LiveModel
        @Environment(\.style) private var style

        init(
            _ nodes: [Node], spacing: Column.Spacing, alignment: HorizontalAlignment = .leading, model: LiveModel
        ) {
            self.nodes = nodes
            self.spacing = spacing
            self.alignment = alignment
            self.model = model
        }

        var body: some View {
            VStack(alignment: alignment, spacing: style.space(spacing)) {
                ForEach(nodes, id: \.id) { node in
                    NodeView(node: node, model: model)
                }
            }
            .frame(maxWidth: .infinity, alignment: Alignment(horizontal: alignment, vertical: .center))
        }
    }

    /// One node, whatever it is.
    struct NodeView: View {
        let node: Node
        let model: LiveModel
        @Environment(\.style) private var style

        var body: some View {
            switch node.content {
            case .column(let column): ColumnView(column: column, model: model)
            case .line(let nodes): line(nodes)
            case .form(let nodes): NodesView(nodes, spacing: .inside, model: model).environment(\.formID, node.id)
            case .text(let run): TextRunView(run: run)
            case .amount(let amount): AmountView(amount: amount)
            case .image(let picture):
                PictureView(picture: picture, side: 36, radius: 8, shelf: model.pictures)
            case .field(let field): FieldView(id: node.id, field: field, model: model)
            case .picker(let picker): PickerView(id: node.id, picker: picker, model: model)
            case .choices(let choices): ChoicesView(id: node.id, choices: choices, model: model)
            case .checkbox(let box): CheckboxView(id: node.id, box: box, model: model)
            case .row(let row): RowView(id: node.id, row: row, model: model)
            case .button(let button): ButtonView(id: node.id, button: button, model: model)
            case .banner(let banner): BannerView(banner: banner)
            case .facts(let facts): FactsView(facts: facts)
            case .outcome(let outcome): OutcomeView(outcome: outcome)
            case .waiting(let waiting): WaitingView(waiting: waiting, drawnAt: model.drawnAt)
            case .countdown(let countdown): CountdownView(countdown: countdown, drawnAt: model.drawnAt)
            case .code(let code): CodeImageView(code: code)
            case .copy(let copy): CopyTextView(copy: copy)
            case .page(let page): PageView(id: node.id, page: page, model: model)
            case .skeleton(let rows, let label): SkeletonView(rows: rows, label: label)
            case .spinner(let label): SpinnerView(label: label)
            }
        }

        private func line(_ nodes: [Node]) -> some View {
            HStack(alignment: .top, spacing: CGFloat(style.theme.gridColumn)) {
                ForEach(nodes, id: \.id) { node in
                    NodeView(node: node, model: model).frame(maxWidth: .infinity, alignment: .leading)
                }
            }
        }
    }

    struct ColumnView: View {
        let column: Column
        let model: LiveModel

        var body: some View {
            let nodes = NodesView(
                column.children, spacing: column.spacing, alignment: column.isCentred ? .center : .leading,
                model: model)
            if let label = column.label {
                nodes.accessibilityElement(children: .contain).accessibilityLabel(Text(verbatim: label))
            } else {
                nodes
            }
        }
    }
#endif
