import Foundation
import Kernel
import Wire

/// Brings a card payment that the app's server created to its end: shows the bank's challenge when there is one and
/// waits for what comes of it.
@MainActor struct CardContinuation {
    private let core: YunoCore
    private let session: String

    init(_ core: YunoCore, session: String) {
        self.core = core
        self.session = session
    }

    /// - Parameter processing: told once, when the payment goes on without an end yet.
    /// - Returns: the end, or where it stood when nobody waits any longer.
    func run(processing: @MainActor (YunoOutcome) -> Void) async -> YunoOutcome {
        do {
            let client = try core.client(.headless)
            var wait = PaymentWait(clock: client.world.clock, PaymentWait.forCreation)
            guard var payment = try await wait.next(client, session, known: "") else { return .paymentNotFound }
            let outcome = YunoOutcome(payment)
            guard !outcome.isFinal else { return outcome }
            processing(outcome)
            wait = PaymentWait(clock: client.world.clock, PaymentWait.forEnd)
            var shown: URL?
            while true {
                if case .challenge(let url)? = payment.action?.kind, url != shown {
                    shown = url
                    switch try await show(url, client) {
                    case .over: break
                    // The payment stays as it is: the bank may have said yes already.
                    case .closedByUser: return .cancelledByUser
                    case .notShown: return .noPresenter
                    }
                }
                guard let next = try await wait.next(client, session, known: payment.mark) else {
                    return YunoOutcome(payment)
                }
                payment = next
                let outcome = YunoOutcome(payment)
                if outcome.isFinal { return outcome }
            }
        } catch {
            return YunoOutcome(error)
        }
    }

    private func show(_ url: URL, _ client: YunoClient) async throws -> ChallengeEnd {
        guard let presenter = core.world.challenges() else { return .notShown }
        let callback = try await client.checkout(session).callbackURL
        return await presenter.present(ChallengePage(url: url, callbackURL: callback, language: client.language))
    }
}

/// Waits for a payment to change, with the gateway holding the answer back. A read that fails is no end: it is read
/// again, after one second, then two, up to five.
package struct PaymentWait: Sendable {
    /// How long an app's server may take to create the payment after it said to go on.
    package static let forCreation: UInt64 = 60_000_000_000
    /// How long an end is waited for.
    package static let forEnd: UInt64 = 900_000_000_000

    private let clock: any WaitClock
    private let end: UInt64
    private var failures = 0

    /// - Parameter nanoseconds: from now on, on the monotonic clock.
    package init(clock: any WaitClock, _ nanoseconds: UInt64) {
        self.clock = clock
        end = clock.nowNanoseconds &+ nanoseconds
    }

    /// The payment when it is another than the known one; nil when the time is over.
    /// - Throws: what no further read would mend, or the cancellation.
    package mutating func next(
        _ client: YunoClient, _ session: String, known: String
    ) async throws -> SDKPayment? {
        while true {
            let now = clock.nowNanoseconds
            guard now < end else { return nil }
            let began = now
            do {
                let wait = Int(min(20, max(1, (end - now) / 1_000_000_000)))
                if let payment = try await client.payment(session, waitSeconds: wait, known: known),
                    payment.mark != known
                {
                    failures = 0
                    return payment
                }
                // A gateway that does not hold answers back must not be asked in a circle.
                failures = clock.nowNanoseconds &- began < 1_000_000_000 ? failures + 1 : 0
            } catch let error as YunoError where Self.mayPass(error) {
                failures += 1
            }
            if failures > 0 {
                try await clock.sleep(nanoseconds: UInt64(min(failures, 5)) * 1_000_000_000)
            }
            try Task.checkCancellation()
        }
    }

    private static func mayPass(_ error: YunoError) -> Bool {
        switch error {
        case .networkError, .invalidData: true
        case .api(let status, _, _): status >= 500 || status == 408 || status == 425 || status == 429
        default: false
        }
    }
}
