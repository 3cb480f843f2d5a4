import Foundation
import Interface

#if canImport(UIKit) && canImport(SwiftUI)
#else
    /// Shows a flow on the controller the app gave.
    @MainActor
    final class FlowPresenter: FlowPresenting {
        private weak var controller: YunoViewController?

        init(over controller: YunoViewController?) { self.controller = controller }

        func show(_ interface: any LiveInterface, gone: @escaping @MainActor () -> Void) -> Bool {
            guard let controller else { return false }
            controller.present(YunoView(interface))
            return true
        }

        func hide() { controller?.dismiss() }

        func open(_ page: String, external: Bool, closed: @escaping @MainActor () -> Void) async -> Bool {
            guard let controller, let url = URL(string: page) else { return false }
            return controller.open(url, closed: closed)
        }
    }

    /// Tells when the app is in front again; without UIKit nothing does.
    @MainActor
    final class ForegroundWatch {
        init(_ isBack: @escaping @MainActor () -> Void) {}
    }
#endif
