import Interface

#if canImport(UIKit) && canImport(SwiftUI)
#else
    extension LiveInterface {
        var uiView: YunoUIView { YunoView(self) }
        var anyView: YunoAnyView { YunoView(self) }
    }
#endif
