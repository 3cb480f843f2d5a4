import Foundation
import Kernel
import Testing

@testable import WajubMobile
@testable import Wire

/// Presents by a rule: keeps the completion until told.
@MainActor
private final class HandPresenter: CheckoutPresenting {
    private(set) var controller: CheckoutController?
    private(set) var events: [String] = []
    private var completion: (@MainActor @Sendable () -> Void)?
    var appears = true
    var takesDown = true

    func present(_ controller: CheckoutController) {
        events.append("present")
        self.controller = controller
        if !appears { controller.hostGone() }
    }

    func dismiss(_ controller: CheckoutController, completion: @escaping @MainActor @Sendable () -> Void) {
        events.append("dismiss")
        self.controller = nil
        if takesDown { completion() } else { self.completion = completion }
    }

    func takeDown(times: Int = 1) {
        let completion = self.completion
        for _ in 0..<times { completion?() }
        self.completion = nil
    }

    func forget() { completion = nil }
}

@Suite(.serialized) @MainActor struct PresentTests {
    private func world(_ gateway: HandGateway = HandGateway()) -> SessionWorld {
        var world = testWorld(gateway, clock: HandClock())
        world.journal = MemoryJournal()
        return world
    }

    /// Starts a checkout; what became of it is in the box.
    private func present(
        _ presenter: HandPresenter, _ options: PresentOptions = PresentOptions(sessionToken: "t"),
        _ gateway: HandGateway = HandGateway()
    ) -> Task<Result<CheckoutResult, any Error>, Never> {
        let world = world(gateway)
        return Task { @MainActor in
            await SessionWorld.$current.withValue(world) {
                do {
                    return .success(try await Checkout.present(options, presenter: presenter, browser: HandBrowser()))
                } catch {
                    return .failure(error)
                }
            }
        }
    }

    @Test("W15 W112 W113: it presents, starts, takes down and returns what onComplete received, once it is gone")
    func presents() async throws {
        let presenter = HandPresenter()
        presenter.takesDown = false
        var completed: [CheckoutResult] = []
        var options = PresentOptions(sessionToken: "t")
        options.callbacks.onComplete = { completed.append($0) }
        var isReturned = false
        let running = present(presenter, options)
        Task {
            _ = await running.value
            isReturned = true
        }
        await until { presenter.controller?.screen == .methods }
        #expect(presenter.events == ["present"] && presenter.controller?.screen == .methods)
        presenter.controller?.dismiss()
        await until { presenter.events.count == 2 }
        #expect(presenter.events == ["present", "dismiss"] && completed.count == 1 && !isReturned)
        // W118: called twice, it counts once.
        presenter.takeDown(times: 2)
        let result = try await running.value.get()
        #expect(result == completed.first && result.status == "cancelled")
        // W16: another may follow at once.
        let second = HandPresenter()
        let next = present(second)
        await until { second.controller != nil }
        second.controller?.dismiss()
        #expect(try await next.value.get().status == "cancelled")
    }

    @Test("W18 T76: while one is open another throws, and that only")
    func oneAtATime() async throws {
        let presenter = HandPresenter()
        let running = present(presenter)
        await until { presenter.controller != nil }
        let second = HandPresenter()
        guard case .failure(let error) = await present(second).value else {
            Issue.record("two sheets")
            return
        }
        #expect((error as? WajubError)?.code == WajubError.Code.sheetAlreadyPresented && second.events.isEmpty)
        presenter.controller?.dismiss()
        #expect(try await running.value.get().status == "cancelled")
    }

    @Test("W17: called from inside onComplete, it waits until the settled sheet has gone")
    func fromOnComplete() async throws {
        let (first, second) = (HandPresenter(), HandPresenter())
        first.takesDown = false
        var next: Task<Result<CheckoutResult, any Error>, Never>?
        var options = PresentOptions(sessionToken: "t")
        options.callbacks.onComplete = { _ in next = self.present(second) }
        let running = present(first, options)
        await until { first.controller?.screen == .methods }
        first.controller?.dismiss()
        await until { next != nil && first.events.count == 2 }
        for _ in 0..<20 { await Task.yield() }
        #expect(second.events.isEmpty)
        first.takeDown()
        _ = await running.value
        await until { second.controller != nil }
        #expect(second.events == ["present"])
        second.controller?.dismiss()
        #expect(try await next?.value.get().status == "cancelled")
    }

    @Test("W40 W116 T75: an interface that cannot appear resolves at once as host gone, and throws nothing")
    func cannotAppear() async throws {
        let presenter = HandPresenter()
        presenter.appears = false
        let result = try await present(presenter).value.get()
        guard case .cancelled(let reason, _) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(reason == .hostGone)
    }

    @Test("A completion that is let go of counts as called: nobody waits for ever")
    func forgotten() async throws {
        let presenter = HandPresenter()
        presenter.takesDown = false
        let running = present(presenter)
        await until { presenter.controller != nil }
        presenter.controller?.dismiss()
        presenter.forget()
        #expect(try await running.value.get().status == "cancelled")
    }
}
