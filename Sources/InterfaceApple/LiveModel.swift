#if canImport(SwiftUI) && canImport(UIKit)
    import Combine
    import Foundation
    import Interface

    /// A live interface as SwiftUI watches it, and the one way back for what the payer does.
    @MainActor package final class LiveModel: ObservableObject {
        @Published package private(set) var screen: Screen
        @Published package private(set) var look: Look
        /// When `screen` was drawn, by the wall clock: only what a ring shows is counted from it.
        private(set) var drawnAt = Date()

        /// Called after each change, with what was shown before it.
        package var onChange: (@MainActor (_ before: Screen) -> Void)?

        let pictures: PictureShelf
        let pages: PageDrawing?
        private let interface: any LiveInterface

        /// - Parameter pages: draws pages inside the screen; nil for an SDK that shows none.
        package init(_ interface: any LiveInterface, pictures: PictureShelf, pages: PageDrawing? = nil) {
            self.interface = interface
            self.pictures = pictures
            self.pages = pages
            screen = interface.screen
            look = interface.look
            interface.onRedraw = { [weak self] in self?.refresh() }
        }

        package func perform(_ event: InterfaceEvent) {
            interface.perform(event)
            refresh()
        }

        /// The field as it stands now, e.g. after what was just typed was formatted.
        func field(_ id: String) -> Interface.TextField? {
            screen.content.firstField(id) ?? screen.actions.firstField(id)
        }

        private func refresh() {
            let before = screen
            let (next, nextLook) = (interface.screen, interface.look)
            guard next != before || nextLook != look else { return }
            if next != before { drawnAt = Date() }
            screen = next
            look = nextLook
            onChange?(before)
        }
    }

    extension [Node] {
        func firstField(_ id: String) -> Interface.TextField? {
            for node in self {
                if node.id == id, case .field(let field) = node.content { return field }
                if let field = node.children.firstField(id) { return field }
            }
            return nil
        }
    }

    extension Node {
        var children: [Node] {
            switch content {
            case .column(let column): column.children
            case .line(let nodes), .form(let nodes): nodes
            default: []
            }
        }
    }
#endif
