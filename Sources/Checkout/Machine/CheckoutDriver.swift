import Kernel

/// Hands events to a ``CheckoutMachine`` one at a time, and wakes it when something is due. What the effects do is its
/// owner's.
@MainActor
package final class CheckoutDriver {
    package private(set) var machine: CheckoutMachine
    /// Performs an effect.
    package var perform: (@MainActor (CheckoutEffect) -> Void)?
    /// The machine has moved: before each of its effects, and after the last.
    package var follow: (@MainActor () -> Void)?
    /// Everything that follows from the events so far is done.
    package var changed: (@MainActor () -> Void)?

    private let clock: any WaitClock
    private var events: [CheckoutEvent] = []
    private var isHandling = false
    private var wake: Task<Void, Never>?
    /// How many effects are under way; with ``isWaking``, what a test waits for.
    package private(set) var workUnderWay = 0
    package var isWaking: Bool { wake != nil }

    package init(_ machine: CheckoutMachine, clock: any WaitClock) {
        self.machine = machine
        self.clock = clock
    }

    deinit { wake?.cancel() }

    package var now: UInt64 { clock.nowNanoseconds }

    /// One event at a time, in order: a callback may act meanwhile, and its action comes after.
    package func handle(_ event: CheckoutEvent) {
        // It is over: nothing is told, drawn or kept any more.
        guard machine.end == nil else { return }
        events.append(event)
        guard !isHandling else { return }
        isHandling = true
        var isChanged = false
        while !events.isEmpty {
            let event = events.removeFirst()
            for effect in machine.handle(event, at: now) {
                follow?()
                perform?(effect)
            }
            follow?()
            isChanged = true
        }
        isHandling = false
        if isChanged { changed?() }
        scheduleWake()
    }

    /// Whether the interface will say how it ended.
    package func showEnd(_ isShown: Bool) { machine.options.showsEnd = isShown }

    package func expectRealtime(_ isExpected: Bool) { machine.expectsRealtime = isExpected }

    /// Runs what takes a while, unless the checkout has ended by then.
    package func run(_ work: @escaping @MainActor () async -> Void) {
        workUnderWay += 1
        Task {
            // W92: it may have been closed since.
            if machine.end == nil { await work() }
            workUnderWay -= 1
        }
    }

    package func stop() {
        wake?.cancel()
        wake = nil
    }

    private func scheduleWake() {
        stop()
        let now = now
        // A second at a time while a code cannot be sent again yet: the countdown is drawn.
        let countdown = machine.resendNanoseconds.flatMap { $0 > now ? min($0, now + 1_000_000_000) : nil }
        guard machine.end == nil, let due = [machine.nextWakeNanoseconds, countdown].compactMap(\.self).min() else {
            return
        }
        wake = Task { [weak self, clock] in
            guard await clock.slept(nanoseconds: due > now ? due - now : 0) else { return }
            self?.wake = nil
            self?.handle(.tick)
        }
    }
}
