#if canImport(SwiftUI) && canImport(UIKit)
    import Interface
    import SwiftUI

    /// Draws a provider's page, and tells what it posts. Only an SDK that shows such pages links what can (W129).
    package typealias PageDrawing =
        @MainActor (
            _ page: Interface.WebPage, _ onMessage: @escaping @MainActor (String) -> Void
        ) -> AnyView

    /// A page of a provider's inside the screen; nothing where there is nobody to draw it.
    struct PageView: View {
        let id: String
        let page: Interface.WebPage
        let model: LiveModel
        @Environment(\.style) private var style

        var body: some View {
            if let drawing = model.pages, !page.origin.isEmpty {
                drawing(page) { model.perform(.message(id, $0)) }
                    .frame(minHeight: 460)
                    .background(Interface.Color.white.drawn)
                    .clipShape(RoundedRectangle(cornerRadius: style.radius))
                    .accessibilityLabel(Text(verbatim: page.label))
            }
        }
    }
#endif
