import Foundation
import Interface
import Kernel
import Testing

@testable import Checkout

extension CheckoutPicture {
    /// The receipt's date in UTC, wherever the test runs.
    var drawn: Screen {
        CheckoutDrawing(self, timeZone: TimeZone(identifier: "UTC") ?? .current).screen
    }
}

extension Screen {
    func node(_ id: String) -> Node? { nodes.first { $0.id == id } }

    func field(_ id: String) -> TextField? {
        if case .field(let field) = node(id)?.content { return field }
        return nil
    }

    func button(_ id: String) -> Button? {
        if case .button(let button) = node(id)?.content { return button }
        return nil
    }

    func words(_ id: String) -> String? {
        switch node(id)?.content {
        case .text(let run): run.text
        case .banner(let banner): banner.text
        default: nil
        }
    }

    var headings: [String] {
        nodes.compactMap { node in
            guard case .text(let run) = node.content, run.style == .heading else { return nil }
            return run.text
        }
    }

    var buttons: [Button] {
        nodes.compactMap { node in
            guard case .button(let button) = node.content else { return nil }
            return button
        }
    }

    /// Everything that is read or read out.
    var allWords: [String] {
        [
            title, header.name, header.badge, header.closeLabel, header.backLabel, credit, dialog?.title, dialog?.text,
            dialog?.confirmTitle, dialog?.refuseTitle,
        ].compactMap(\.self) + nodes.flatMap(\.words)
    }
}

extension Node {
    /// What it says, and the name each control has for a screen reader.
    var words: [String] {
        switch content {
        case .column(let column): column.label.map { [$0] } ?? []
        case .line, .form, .image, .outcome: []
        case .text(let run): [run.text]
        case .amount(let amount): [amount.text] + [amount.caption].compactMap(\.self)
        case .field(let field):
            [field.label] + [field.help, field.error, field.placeholder, field.badgeLabel].compactMap(\.self)
        case .picker(let picker):
            [picker.label, picker.searchLabel, picker.emptyText] + [picker.error].compactMap(\.self)
                + picker.options.map(\.title)
        case .choices(let choices):
            [choices.label] + [choices.error].compactMap(\.self) + choices.options.map(\.title)
        case .checkbox(let box): [box.label]
        case .row(let row): [row.title] + [row.detail, row.unavailable, row.action?.label].compactMap(\.self)
        case .button(let button): [button.title]
        case .banner(let banner): [banner.text]
        case .facts(let facts): facts.flatMap { [$0.label, $0.value] + [$0.copyTitle].compactMap(\.self) }
        case .waiting(let waiting): [waiting.label]
        case .countdown(let countdown): [countdown.label]
        case .code(let code): [code.label]
        case .copy(let copy): [copy.label, copy.copyTitle, copy.copiedText]
        case .page(let page): [page.label]
        case .skeleton(_, let label), .spinner(let label): [label]
        }
    }
}
