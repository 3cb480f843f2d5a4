import Interface

/// Shows a flow's screens over the app's, and takes them away.
@MainActor
protocol FlowPresenting: AnyObject {
    /// - Parameter gone: the screen below went away by itself.
    /// - Returns: false when there is nothing to show it on.
    func show(_ interface: any LiveInterface, gone: @escaping @MainActor () -> Void) -> Bool
    func hide()
    /// Opens a page of a provider's.
    /// - Parameter closed: the payer is back.
    func open(_ page: String, external: Bool, closed: @escaping @MainActor () -> Void) async -> Bool
    /// Takes the page away that ``open(_:external:closed:)`` opened, where that can be done.
    func closePage()
}

extension FlowPresenting {
    func closePage() {}
}
