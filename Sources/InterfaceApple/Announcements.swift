#if canImport(SwiftUI) && canImport(UIKit)
    import Interface
    import UIKit

    /// What a screen reader says when a screen changes.
    enum Announcement: Hashable {
        /// Another screen: its title is read, and the focus goes to its top.
        case screen(title: String)
        /// Said over whatever is being read, e.g. an error under a field.
        case notice(String)

        static func between(_ before: Screen, _ after: Screen) -> [Announcement] {
            let notices = after.notices.filter { !before.notices.contains($0) }.map { Announcement.notice($0.text) }
            return before.id == after.id ? notices : [.screen(title: after.title)] + notices
        }

        @MainActor func post() {
            switch self {
            case .screen(let title): UIAccessibility.post(notification: .screenChanged, argument: title)
            case .notice(let text): UIAccessibility.post(notification: .announcement, argument: text)
            }
        }
    }

    /// A banner or an error, with the node it belongs to.
    private struct Notice: Hashable {
        let id: String
        let text: String
    }

    extension Screen {
        fileprivate var notices: [Notice] { (content + actions).flatMap(\.notices) }
    }

    extension Node {
        fileprivate var notices: [Notice] {
            switch content {
            case .banner(let banner): [Notice(id: id, text: banner.text)]
            case .field(let field): notice(field.label, field.error)
            case .picker(let picker): notice(picker.label, picker.error)
            case .choices(let choices): notice(choices.label, choices.error)
            default: children.flatMap(\.notices)
            }
        }

        private func notice(_ label: String, _ error: String?) -> [Notice] {
            error.map { [Notice(id: id, text: "\(label): \($0)")] } ?? []
        }
    }
#endif
