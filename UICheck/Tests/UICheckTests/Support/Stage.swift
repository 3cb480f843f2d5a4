import Foundation
import SwiftUI
import Testing
import UIKit

@testable import Interface
@testable import InterfaceApple
@testable import InterfaceAppleWeb

/// The tests share what UIKit shares: one application, one pasteboard, one screen reader.
@Suite(.serialized) @MainActor struct AppleTests {}

/// An interface that records what the payer does, and answers as the test says.
@MainActor final class RecordedInterface: LiveInterface {
    var screen: Screen { didSet { onRedraw?() } }
    var look = Look(light: .defaultLight, dark: .defaultDark) { didSet { onRedraw?() } }
    var onRedraw: (@MainActor () -> Void)?
    var events: [InterfaceEvent] = []
    var answer: ((InterfaceEvent) -> Void)?

    init(_ screen: Screen) { self.screen = screen }

    func perform(_ event: InterfaceEvent) {
        events.append(event)
        answer?(event)
    }
}

extension Screen {
    static func test(
        _ content: [Node], id: String = "form", actions: [Node] = [], rightToLeft: Bool = false,
        canDismiss: Bool = true
    ) -> Screen {
        Screen(
            id: id, title: "Title of \(id)", language: rightToLeft ? "ar" : "en", rightToLeft: rightToLeft,
            header: Header(name: "Shop SARL", badge: "Test mode", closeLabel: "Close", backLabel: "Back"),
            content: content, actions: actions, credit: "Secured by Wajub", canDismiss: canDismiss)
    }
}

/// A screen drawn in a window, again and again.
@MainActor final class Stage {
    let interface: RecordedInterface
    let model: LiveModel
    let host = StandInHost()
    let window = UIWindow()

    init(_ screen: Screen, pictures: @escaping PictureFetch = { _ in nil }) {
        interface = RecordedInterface(screen)
        model = LiveModel(interface, pictures: PictureShelf(fetch: pictures), pages: WebPages.drawing)
        host.window = window
    }

    convenience init(_ content: Node.Content, pictures: @escaping PictureFetch = { _ in nil }) {
        self.init(.test([Node("it", content)]), pictures: pictures)
    }

    /// The screen shows what is typed, as it is typed.
    func echo() {
        interface.answer = { [weak interface] event in
            guard case .input(let id, let text, let caret) = event, let interface else { return }
            interface.screen.content = interface.screen.content.typing(id, text, caret)
        }
    }

    func draw() -> StandInDrawn { host.draw(SheetView(model)) }

    /// What reached the interface since the last time.
    func events() -> [InterfaceEvent] {
        defer { interface.events = [] }
        return interface.events
    }
}

extension [Node] {
    fileprivate func typing(_ id: String, _ text: FieldText, _ caret: Int) -> [Node] {
        map { node in
            switch node.content {
            case .field(var field) where node.id == id:
                field.text = text
                field.caret = caret
                return Node(id, .field(field))
            case .form(let nodes): return Node(node.id, .form(nodes.typing(id, text, caret)))
            default: return node
            }
        }
    }
}

extension StandInDrawn {
    /// Everything written, hidden from a screen reader or not.
    var texts: [String] { all.filter { $0.kind == "text" }.compactMap(\.text) }

    /// What a screen reader finds: labels, and texts that stand alone.
    var spoken: [String] {
        if isHidden { return [] }
        if ignoresChildren { return [label, value].compactMap { $0 }.filter { !$0.isEmpty } }
        if let label, traits.contains(.isButton) || kind == "field" || kind == "text" {
            return [label, value].compactMap { $0 }.filter { !$0.isEmpty }
        }
        return [label].compactMap { $0 } + (kind == "text" ? [text ?? ""] : []) + children.flatMap(\.spoken)
    }

    func button(_ label: String) -> StandInDrawn? {
        all.first { $0.traits.contains(.isButton) && $0.label == label }
    }

    func field(_ label: String) -> UITextField? {
        all.first { $0.kind == "field" && $0.label == label }?.uiView as? UITextField
    }

    func first(_ kind: String) -> StandInDrawn? { all.first { $0.kind == kind } }
}

/// Waits for what other tasks of the main actor bring about.
@MainActor func eventually(
    _ what: Comment = "it never came", seconds: Double = 3, _ isTrue: () -> Bool,
    _ place: SourceLocation = #_sourceLocation
) async {
    let end = Date().addingTimeInterval(seconds)
    while !isTrue() {
        guard Date() < end else {
            Issue.record(what, sourceLocation: place)
            return
        }
        try? await Task.sleep(nanoseconds: 5_000_000)
    }
}

/// As many turns as anything that is on its way could take.
@MainActor func rest() async {
    for _ in 0..<20 { await Task.yield() }
    try? await Task.sleep(nanoseconds: 20_000_000)
}

struct Weak {
    private(set) weak var object: AnyObject?
    init(_ object: AnyObject?) { self.object = object }
}
