import Kernel

/// Runs a whole checkout under the app's own interface (W112, W113).
public enum Checkout {
    /// Presents a checkout, and returns how it ended once the interface is gone: the value `onComplete` received.
    ///
    /// One checkout at a time in a process. Called from inside `onComplete`, or right after the screen below
    /// vanished, it waits until the checkout that is over has gone (W17).
    /// - Throws: ``WajubError`` with the code `sheet_already_presented`, and no other, while another checkout is open.
    @MainActor
    public static func present(
        _ options: PresentOptions, presenter: any CheckoutPresenting, browser: any BrowserOpening
    ) async throws -> CheckoutResult {
        let controller = CheckoutController(options: options, browser: browser)
        try await SheetLock.shared.acquire(controller)
        return await withCheckedContinuation { continuation in
            controller.onSettled = { result in
                // Whatever becomes of the completion, called twice or let go of: it ends once.
                let gone = Once {
                    SheetLock.shared.release(controller)
                    continuation.resume(returning: result)
                }
                presenter.dismiss(controller) { gone.run() }
            }
            presenter.present(controller)
            controller.start()
        }
    }
}

/// One sheet at a time in a process (W18).
@MainActor
final class SheetLock {
    static let shared = SheetLock()

    private var open: CheckoutController?
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// - Throws: `sheet_already_presented` while a checkout is open that is not over.
    func acquire(_ controller: CheckoutController) async throws {
        while let open {
            guard open.result != nil else {
                throw WajubError(WajubError.Code.sheetAlreadyPresented, controller.language)
            }
            await withCheckedContinuation { waiting.append($0) }
        }
        open = controller
    }

    func release(_ controller: CheckoutController) {
        guard open === controller else { return }
        open = nil
        let resumed = waiting
        waiting = []
        for continuation in resumed { continuation.resume() }
    }
}

/// Runs its work once: when told, or when nobody can tell it any more.
@MainActor
private final class Once {
    private var work: (@MainActor () -> Void)?

    init(_ work: @escaping @MainActor () -> Void) { self.work = work }

    func run() {
        let work = self.work
        self.work = nil
        work?()
    }

    deinit {
        guard let work else { return }
        Task { @MainActor in work() }
    }
}
