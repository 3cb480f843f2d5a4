import Interface

#if canImport(UIKit) && canImport(SwiftUI)
    import InterfaceApple
    import InterfaceAppleWeb
    import SwiftUI
    import UIKit

    extension LiveInterface {
        /// For an app of UIKit's: as high as it needs.
        var uiView: UIView {
            let view = LiveView(self, pages: WebPages.drawing)
            view.onHeight = onHeight
            return view
        }

        /// The same for SwiftUI.
        var anyView: AnyView { AnyView(LiveContent(self, onHeight: onHeight, pages: WebPages.drawing)) }

        /// Only a list tells its height.
        private var onHeight: (@MainActor (CGFloat) -> Void)? {
            guard let list = self as? MethodList else { return nil }
            return { [weak list] in list?.measured($0) }
        }
    }

    /// A list that an app may ask for each time it draws itself: it is opened once for each session.
    struct MethodListView: View {
        private final class Keeper: ObservableObject {
            @Published var content: AnyView?
        }

        @StateObject private var keeper = Keeper()
        let open: @MainActor () -> MethodList?

        var body: some View {
            VStack(spacing: 0) {
                // Something must stand there for the list to begin.
                if let content = keeper.content { content } else { SwiftUI.Color.clear.frame(height: 1) }
            }
            .onAppear { if keeper.content == nil { keeper.content = open()?.anyView } }
        }
    }
#else
    extension LiveInterface {
        var uiView: YunoUIView { YunoView(self) }
        var anyView: YunoAnyView { YunoView(self) }
    }
#endif
