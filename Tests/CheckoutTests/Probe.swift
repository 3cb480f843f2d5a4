import Kernel
import Synchronization
import Testing

@testable import Checkout

/// Keys that count up: `k1`, `k2`, …
final class CountingKeys: IdentifierSource {
    private let count = Mutex(0)

    func next() -> String {
        count.withLock { count in
            count += 1
            return "k\(count)"
        }
    }
}

/// Drives a machine in virtual time. Every effect must be asked for: what a test does not name fails it.
struct Probe {
    private(set) var machine: CheckoutMachine
    /// Virtual seconds since the start.
    private(set) var seconds: Double = 0

    init(_ options: CheckoutOptions = CheckoutOptions()) {
        machine = CheckoutMachine(options: options, keys: CountingKeys())
    }

    private var now: UInt64 { UInt64(seconds * 1e9) }

    mutating func send(_ event: CheckoutEvent) -> [CheckoutEffect] { machine.handle(event, at: now) }

    /// Lets time pass, ticking whenever the machine asked for it; what it wants done is returned.
    mutating func wait(until target: Double) -> [CheckoutEffect] {
        var effects: [CheckoutEffect] = []
        while let wake = machine.nextWakeNanoseconds, Double(wake) / 1e9 <= target {
            seconds = max(seconds, Double(wake) / 1e9)
            effects += send(.tick)
            if effects.contains(.readStatus) || machine.end != nil { break }
        }
        if effects.isEmpty { seconds = target }
        return effects
    }

    /// Lets time pass while each status read is answered; what else happens is returned.
    mutating func follow(until target: Double, _ answer: PaymentSnapshot?) -> [CheckoutEffect] {
        var effects: [CheckoutEffect] = []
        while effects.isEmpty, seconds < target {
            let woken = wait(until: target)
            effects += woken.filter { $0 != .readStatus }
            if woken.contains(.readStatus) {
                effects += send(answer.map(CheckoutEvent.statusRead) ?? .statusUnreadable)
            }
        }
        return effects
    }

    static let mobile = CheckoutMethod("cm.mobile", .mobileMoney)
    static let card = CheckoutMethod("card", .card)
    static let stripe = CheckoutMethod("stripe", .collectedCard)
    static let wallet = CheckoutMethod("ci.djamo", .wallet)
    static let session = CheckoutMethod("psp", .clientSession)

    /// A sheet on the form of one method, with nothing tried.
    static func onForm(
        _ method: CheckoutMethod = mobile, _ options: CheckoutOptions = CheckoutOptions(), declineMark: String? = nil
    ) -> Probe {
        var probe = Probe(options)
        _ = probe.send(.start(restored: nil))
        _ = probe.send(.sessionLoaded(PaymentSnapshot(.pending, declineMark: declineMark), [method]))
        _ = probe.send(.configurationLoaded([method]))
        return probe
    }

    /// A sheet whose payment request is on its way.
    static func paying(
        _ method: CheckoutMethod = mobile, _ options: CheckoutOptions = CheckoutOptions(), declineMark: String? = nil
    ) -> Probe {
        var probe = onForm(method, options, declineMark: declineMark)
        _ = probe.send(.pay)
        return probe
    }

    /// A sheet that was answered.
    static func answered(_ answer: AttemptAnswer, _ method: CheckoutMethod = mobile) -> Probe {
        var probe = paying(method)
        _ = probe.send(.answered(answer))
        return probe
    }

    static let unanswered = AttemptAnswer(.waiting(.nothing), unanswered: true)
    static let approval = AttemptAnswer(.waiting(.approval), snapshot: PaymentSnapshot(.processing, waiting: .approval))
    static let declined = CheckoutFailure("insufficient_funds", retryable: true)
    static let refused = AttemptAnswer(
        .refused(declined), decided: true, snapshot: PaymentSnapshot(.pending, declineMark: "dec_1", decline: declined))
    static let otp = CheckoutStep(id: "stp_1", kind: .otp)
}

func state(_ state: CheckoutState, _ previous: CheckoutState?) -> CheckoutEffect {
    .notify(.state(state, previous: previous))
}

func ended(_ end: CheckoutEnd) -> [CheckoutEffect] { [.notify(.complete(end)), .finish(end)] }
