import Interface
import Kernel

/// Keeps one page in a browser the same as a ``LiveInterface``: takes what the page tells, and says what the page
/// must change. It knows no socket; whoever owns it carries frames and events.
///
/// A frame holds the parts that changed since the frame before. A page that missed one gets the whole screen.
/// Every event has a number and every frame the number of the last event it answers: so a page that lost its
/// connection sends again what was not answered, nothing is taken twice, and what the payer types is never
/// overwritten by an answer to something typed before.
@MainActor
package final class LivePage {
    /// Something a browser must do, once.
    package enum Errand: Sendable, Hashable {
        /// Leave for another page.
        case leave(String)
        /// Open another page and stay, where that is possible.
        case open(String)
    }

    /// Something may be to be told: ask ``frame(after:)``.
    package var onNews: (@MainActor () -> Void)?

    private var interface: any LiveInterface
    private let texts: PageTexts
    private var client = ""
    private var frameNumber = 0
    /// The last event that was taken from this client.
    private var taken = 0
    private var answered = 0
    /// Of all clients, taken or not.
    package private(set) var eventCount = 0
    private var drawn: (drawing: ScreenDrawing, look: Look)?
    /// Fields whose typing waits for an answer.
    private var typed: Set<String> = []
    private var opened: String?
    private var errand: (number: Int, errand: Errand)?
    private var errandIsTold = false
    private var errands = 0
    private var isStale = true

    package init(_ interface: any LiveInterface, texts: PageTexts) {
        self.interface = interface
        self.texts = texts
        listen()
    }

    private func listen() {
        interface.onRedraw = { [weak self] in
            self?.isStale = true
            self?.onNews?()
        }
    }

    /// Shows another interface from now on.
    package func replace(with other: any LiveInterface) {
        interface.onRedraw = nil
        interface = other
        listen()
        isStale = true
        onNews?()
    }

    /// A page begins to watch. Another page than before starts its own count.
    package func attach(client name: String) {
        guard name != client else { return }
        client = name
        (taken, answered, opened, drawn) = (0, 0, nil, nil)
        typed = []
        // A page that was told went, even if it could not say so: it never goes a second time by itself.
        if errandIsTold { errand = nil }
    }

    /// Sends the browser on an errand; it is repeated until the page says that it went.
    package func send(_ errand: Errand) {
        errands += 1
        self.errand = (errands, errand)
        errandIsTold = false
        onNews?()
    }

    // MARK: From the page

    /// Takes a message of the page's.
    /// - Returns: false when it is no message of a page of ours.
    package func receive(_ bytes: [UInt8]) -> Bool {
        guard let events = PageEvent.read(bytes) else { return false }
        eventCount += events.count
        for event in events where event.number > taken {
            taken = event.number
            take(event.kind)
        }
        onNews?()
        return true
    }

    private func take(_ kind: PageEvent.Kind) {
        switch kind {
        case .interface(let event):
            if case .input(let id, _, _) = event { typed.insert(id) }
            interface.perform(event)
        case .open(let id): opened = id
        case .went(let number): if errand?.number == number { errand = nil }
        case .whole: drawn = nil
        case .beat: break
        }
    }

    // MARK: To the page

    /// What a page must be told.
    package struct Frame: Sendable {
        package let number: Int
        /// A JSON object.
        package let bytes: [UInt8]
    }

    /// What the page that shows frame `number` must be told now; nil when it is up to date.
    package func frame(after number: Int) -> Frame? {
        if number != frameNumber { drawn = nil }
        let owesErrand = errand != nil && !errandIsTold
        guard drawn == nil || isStale || taken > answered || opened != nil || owesErrand else { return nil }
        let (screen, look) = (interface.screen, interface.look)
        let drawing = ScreenDrawing(screen, look)
        isStale = false
        var frame: [String: JSONValue] = [:]
        let isWhole = describe(drawing, look, screen, &frame)
        let values = values(of: screen, whole: isWhole)
        if !values.isEmpty { frame["v"] = .array(values) }
        if let opened, let list = options(opened, screen) { frame["o"] = list }
        if let errand { frame["go"] = Self.json(errand.number, errand.errand) }
        guard !frame.isEmpty || taken > answered else {
            // A redrawing that changed nothing.
            drawn = (drawing, look)
            return nil
        }
        frameNumber += 1
        frame["f"] = .integer(frameNumber)
        frame["a"] = .integer(taken)
        (answered, opened, typed, errandIsTold) = (taken, nil, [], true)
        drawn = (drawing, look)
        return Frame(number: frameNumber, bytes: JSONValue.object(frame).bytes)
    }

    private func describe(
        _ drawing: ScreenDrawing, _ look: Look, _ screen: Screen, _ frame: inout [String: JSONValue]
    ) -> Bool {
        if drawn?.look != look {
            frame["css"] = .string(LookStyle(look).css)
            frame["still"] = .bool(!look.animates)
        }
        if drawn?.drawing.screen.title != screen.title { frame["title"] = .string(screen.title) }
        let change = drawn.map { ScreenChange(from: $0.drawing, to: drawing) } ?? .whole
        switch change {
        case .whole:
            frame["html"] = .string(drawing.markup.html)
            frame["lang"] = .string(screen.language)
            frame["dir"] = screen.isRightToLeft ? "rtl" : "ltr"
            return true
        case .parts(let parts):
            if !parts.isEmpty {
                frame["p"] = .array(parts.map { .array([.string($0.element), .string($0.markup.html)]) })
            }
            return false
        }
    }

    /// What stands in the fields: all of them on a whole screen, else those that changed or were typed into.
    private func values(of screen: Screen, whole: Bool) -> [JSONValue] {
        func fields(_ screen: Screen) -> [(id: String, field: TextField)] {
            (screen.content + screen.actions).flatMap(\.fields)
        }
        let before: [String: FieldText] =
            whole
            ? [:]
            : Dictionary(fields(drawn?.drawing.screen ?? screen).map { ($0.id, $0.field.text) }) { a, _ in a }
        return fields(screen).compactMap { id, field in
            guard typed.contains(id) || before[id] != field.text else { return nil }
            let caret: JSONValue = field.caret.map { .integer($0) } ?? .null
            return [.string(id), .string(field.text.expose()), typed.contains(id) ? caret : .null]
        }
    }

    private func options(_ id: String, _ screen: Screen) -> JSONValue? {
        guard let picker = (screen.content + screen.actions).flatMap(\.pickers).first(where: { $0.id == id })?.picker
        else { return nil }
        let markup = ScreenDrawing.options(picker, id, closeLabel: texts.close)
        return [.string(id), .string(markup.html)]
    }

    private static func json(_ number: Int, _ errand: Errand) -> JSONValue {
        switch errand {
        case .leave(let url): ["n": .integer(number), "url": .string(url), "stay": false]
        case .open(let url): ["n": .integer(number), "url": .string(url), "stay": true]
        }
    }
}
