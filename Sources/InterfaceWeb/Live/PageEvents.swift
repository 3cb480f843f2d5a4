import Interface
import Kernel

/// What a page tells, read with care: anybody can write it.
struct PageEvent: Sendable {
    enum Kind: Sendable {
        case interface(InterfaceEvent)
        /// The payer opened a picker, and its options are wanted.
        case open(String)
        /// The page went where it was sent.
        case went(Int)
        /// The page lost count and wants the whole screen.
        case whole
        /// Nothing but a sign of life.
        case beat
    }

    /// Counts up in one page; an event is taken once, however often it is sent.
    let number: Int
    let kind: Kind

    static let limits = JSONLimits(bytes: 64 << 10, depth: 4, values: 2000)
    static let mostEvents = 200
    private static let longestID = 200
    private static let longestText = 4096

    /// Nil when a message is not what a page of ours sends.
    static func read(_ bytes: [UInt8]) -> [PageEvent]? {
        guard let json = try? JSONValue.parse(bytes, limits: limits), let list = json["e"]?.array,
            list.count <= mostEvents
        else { return nil }
        var events: [PageEvent] = []
        for item in list {
            guard let event = PageEvent(item) else { return nil }
            events.append(event)
        }
        return events
    }

    private init?(_ json: JSONValue) {
        guard let number = json["n"]?.int, number > 0, let name = json["t"]?.string else { return nil }
        let id = json["id"]?.string ?? ""
        guard id.utf8.count <= Self.longestID else { return nil }
        func text(_ name: String) -> String? {
            json[name]?.string.flatMap { $0.utf16.count <= Self.longestText ? $0 : nil }
        }
        self.number = number
        switch name {
        case "press": kind = .interface(.press(id))
        case "input":
            guard let text = text("text") else { return nil }
            let length = text.utf16.count
            let caret = min(max(json["caret"]?.int ?? length, 0), length)
            kind = .interface(.input(id, FieldText(text), caret: caret))
        case "leave": kind = .interface(.leave(id))
        case "choose":
            guard let option = text("option") else { return nil }
            kind = .interface(.choose(id, option: option))
        case "toggle":
            guard let isOn = json["on"]?.bool else { return nil }
            kind = .interface(.toggle(id, isOn: isOn))
        case "submit": kind = .interface(.submit(id))
        case "message":
            guard let text = text("text") else { return nil }
            // The page counts letters; whoever stands inside it could otherwise break its connection.
            kind = text.utf8.count <= WebPage.longestMessage ? .interface(.message(id, text)) : .beat
        case "close": kind = .interface(.close)
        case "back": kind = .interface(.back)
        case "came": kind = .interface(.cameBack)
        case "open": kind = .open(id)
        case "went":
            guard let errand = json["errand"]?.int else { return nil }
            kind = .went(errand)
        case "whole": kind = .whole
        case "beat": kind = .beat
        default: return nil
        }
    }
}
