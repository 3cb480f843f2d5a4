import Kernel
import Testing

@testable import Gateway

@Suite struct NudgeTests {
    @Test("A nudge ends a wait, also one that came before it; time ends it; and it can be waited for again and again")
    func waits() async {
        let clock = ManualClock(.start)
        let nudge = Nudge()
        let later = Timestamp.start.adding(seconds: 60)
        nudge.nudge()
        nudge.nudge()
        await nudge.wait(until: later, clock)
        for _ in 0..<3 {
            // Several nudges were one: this wait needs the clock, or a new nudge, and does not return by itself.
            let waiting = Task { await nudge.wait(until: clock.now().adding(seconds: 1), clock) }
            while clock.sleeperCount == 0 { await Task.yield() }
            clock.advance(milliseconds: 999)
            #expect(clock.sleeperCount == 1)
            clock.advance(milliseconds: 1)
            await waiting.value
        }
        let woken = Task { await nudge.wait(until: later.adding(seconds: 60), clock) }
        while clock.sleeperCount == 0 { await Task.yield() }
        nudge.nudge()
        await woken.value
        let cancelled = Task { await nudge.wait(until: later.adding(seconds: 60), clock) }
        while clock.sleeperCount == 0 { await Task.yield() }
        cancelled.cancel()
        await cancelled.value
    }
}
