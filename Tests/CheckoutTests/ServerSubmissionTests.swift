import Kernel
import Testing

@testable import Checkout

/// A payment that the app's server creates, with a one-time token.
@Suite struct ServerSubmissionTests {
    private static let second: UInt64 = 1_000_000_000
    private static let pix = CheckoutMethod("PIX", .nothing)

    private static func options(_ change: (inout CheckoutOptions) -> Void = { _ in }) -> CheckoutOptions {
        var options = CheckoutOptions()
        options.submission = .server
        options.offersCancelling = false
        options.bankPageCancels = true
        options.paysAtOnce = true
        change(&options)
        return options
    }

    /// The token is with the app.
    private static func handedOver(_ change: (inout CheckoutOptions) -> Void = { _ in }) -> Probe {
        var probe = Probe.paying(Probe.card, options(change))
        _ = probe.send(.tokenMade)
        return probe
    }

    /// The app's server has created the payment, and the first read is under way.
    private static func continued(_ change: (inout CheckoutOptions) -> Void = { _ in }) -> Probe {
        var probe = handedOver(change)
        _ = probe.send(.continued)
        return probe
    }

    private static func code(at seconds: UInt64, text: String = "000201") -> PaymentSnapshot {
        PaymentSnapshot(.processing, code: CheckoutCode(kind: .pix, text: text, deadline: seconds * second))
    }

    private static let challenge = CheckoutPage(url: "https://bank.example/1?x=1", mode: .embedded, isThreeDS: true)

    // MARK: The token

    @Test("YL30, YF30: paying makes a one-time token; it goes to the app once the interface is out of the way")
    func token() {
        var probe = Probe.onForm(Probe.card, Self.options())
        let paid = probe.send(.pay)
        #expect(paid.contains(.makeToken(channel: "card")))
        #expect(!paid.contains { if case .process = $0 { true } else { false } })
        #expect(probe.machine.isBusy && probe.machine.isVisible)
        #expect(probe.send(.tokenMade) == [.handOver])
        #expect(!probe.machine.isVisible && !probe.machine.isBusy)
        #expect(probe.send(.tokenMade) == [], "a token is handed over once")
    }

    @Test("YL31: until the app goes on, nothing is asked and nothing ends")
    func waitsForTheApp() {
        var probe = Self.handedOver()
        #expect(probe.wait(until: 3600) == [])
        #expect(probe.machine.screen == .handedOver && probe.machine.end == nil)
    }

    @Test("A token that could not be made brings the form back, or ends it when nothing can be done")
    func noToken() {
        var probe = Probe.paying(Probe.card, Self.options())
        _ = probe.send(.notBegun(.network))
        #expect(probe.machine.screen == .card && probe.machine.banner == .network)
        #expect(!probe.machine.isUndecided)
        #expect(probe.send(.dismiss).last == .finish(.cancelled(.dismissed)))
        let gone = CheckoutFailure("CHECKOUT_SESSION_NOT_FOUND", retryable: false)
        var over = Probe.paying(Probe.card, Self.options { $0.showsEnd = false })
        #expect(over.send(.notBegun(gone)).last == .finish(.failed(gone)))
    }

    @Test("A way that asks for nothing is paid with as soon as it is known")
    func paysAtOnce() {
        var probe = Probe(Self.options())
        _ = probe.send(.start(restored: nil))
        _ = probe.send(.sessionLoaded(PaymentSnapshot(.pending), [Self.pix]))
        #expect(probe.send(.configurationLoaded([Self.pix])).contains(.makeToken(channel: "PIX")))
        let form = Probe.onForm(Self.pix, Self.options { $0.paysAtOnce = false })
        #expect(form.machine.screen == .wallet && form.machine.request == nil, "a page of the app's has its own button")
    }

    // MARK: Going on

    @Test("YL32, YF32: going on reads the payment at once, and again ever less often up to every five seconds")
    func rhythm() {
        var probe = Self.handedOver()
        #expect(probe.send(.continued).contains(.readStatus))
        var times: [Double] = []
        _ = probe.send(.statusRead(PaymentSnapshot(.processing)))
        for _ in 0..<7 {
            #expect(probe.wait(until: 100) == [.readStatus])
            times.append(probe.seconds)
            _ = probe.send(.statusRead(PaymentSnapshot(.processing)))
        }
        #expect(times == [1, 3, 6, 10, 15, 20, 25])
    }

    @Test("O12: a payment that never comes ends after 60 seconds, and not with a form that could pay again")
    func neverCreated() {
        var probe = Self.continued()
        _ = probe.send(.statusRead(PaymentSnapshot(.pending)))
        let effects = probe.follow(until: 100, PaymentSnapshot(.pending))
        #expect(effects.contains(.notify(.error(.paymentNotFound))))
        #expect(probe.seconds == 60 && probe.machine.screen == .failure)
        #expect(probe.send(.dismiss).last == .finish(.failed(.paymentNotFound)))
    }

    @Test("YL33: a payment that is done ends at once; without a status screen so does the flow")
    func done() {
        var shown = Self.continued()
        _ = shown.send(.statusRead(PaymentSnapshot(.success)))
        #expect(shown.machine.screen == .success && shown.machine.end == nil)
        #expect(shown.send(.dismiss).last == .finish(.complete))
        var hidden = Self.continued { $0.showsEnd = false }
        #expect(hidden.send(.statusRead(PaymentSnapshot(.success))).last == .finish(.complete))
        let declined = CheckoutFailure("DO_NOT_HONOR", retryable: false)
        var refused = Self.continued { $0.showsEnd = false }
        let read = refused.send(.statusRead(PaymentSnapshot(.failed, decline: declined)))
        #expect(read.last == .finish(.failed(declined)))
    }

    @Test("A payment that asks for nothing is looked at for a while, and then told as it is")
    func nothingToDo() {
        var probe = Self.continued { $0.showsEnd = false }
        _ = probe.send(.statusRead(PaymentSnapshot(.processing)))
        #expect(probe.follow(until: 60, PaymentSnapshot(.processing)).last == .finish(.processing))
        #expect(probe.seconds == 10)
    }

    @Test("However long the bank's page took, what comes of it is waited for where no screen says how it ended")
    func slowChallenge() {
        var probe = Self.continued { $0.showsEnd = false }
        let page = PaymentSnapshot(.processing, page: Self.challenge)
        _ = probe.send(.statusRead(page))
        #expect(probe.follow(until: 40, page) == [] && probe.seconds == 40)
        #expect(probe.send(.pageEnded).contains(.readStatus))
        #expect(probe.wait(until: 41) == [], "the read is under way")
        _ = probe.send(.statusRead(page))
        #expect(probe.wait(until: 47) == [.readStatus])
        #expect(probe.send(.statusRead(PaymentSnapshot(.success))).last == .finish(.complete))
    }

    @Test("Where nothing is shown at all a payment is followed to its end")
    func unseen() {
        var probe = Self.continued {
            $0.showsEnd = false
            $0.followsUnseen = true
        }
        _ = probe.send(.statusRead(PaymentSnapshot(.processing)))
        #expect(probe.follow(until: 600, PaymentSnapshot(.processing)) == [])
        #expect(probe.follow(until: 1000, PaymentSnapshot(.processing)).last == .finish(.processing))
        #expect(probe.seconds == 900)
    }

    @Test("A second token that cannot be made leaves the first one as it is: its payment is still waited for")
    func secondToken() {
        let gone = CheckoutFailure("CHECKOUT_SESSION_NOT_FOUND", retryable: false)
        for failure in [CheckoutFailure.network, gone] {
            var probe = Self.handedOver { $0.showsEnd = false }
            #expect(probe.send(.pay).contains(.makeToken(channel: "card")))
            _ = probe.send(.notBegun(failure))
            #expect(probe.machine.screen == .handedOver && probe.machine.isUndecided && probe.machine.end == nil)
            #expect(probe.machine.banner == failure)
            #expect(probe.send(.continued).contains(.readStatus))
            #expect(probe.machine.banner == nil)
            #expect(probe.send(.statusRead(PaymentSnapshot(.success))).last == .finish(.complete))
        }
    }

    @Test("While the app's server creates the payment the payer cannot end it")
    func loaderStays() {
        var probe = Self.handedOver()
        #expect(!probe.machine.canDismissBySwipe)
        #expect(probe.send(.dismiss) == [] && probe.machine.end == nil)
    }

    @Test("A try that cannot begin is no end while an earlier one may still be paid")
    func undecidedRefusal() {
        var options = CheckoutOptions()
        options.showsEnd = false
        var probe = Probe.paying(Probe.card, options)
        _ = probe.send(.answered(Probe.unanswered))
        _ = probe.follow(until: 61, PaymentSnapshot(.pending))
        #expect(probe.machine.screen == .card)
        _ = probe.send(.pay)
        _ = probe.send(.notBegun(CheckoutFailure("CHECKOUT_SESSION_NOT_FOUND", retryable: false)))
        #expect(probe.machine.end == nil && probe.machine.isUndecided)
        #expect(probe.wait(until: 80) == [.readStatus])
        #expect(probe.send(.statusRead(PaymentSnapshot(.success))).last == .finish(.complete))
    }

    // MARK: Codes

    @Test("YL48, YL51: closing the code ends as processing, and cancels nothing")
    func closedCode() {
        var probe = Self.continued()
        _ = probe.send(.statusRead(Self.code(at: 600)))
        #expect(probe.machine.screen == .code && probe.machine.code?.text == "000201")
        let closed = probe.send(.dismiss)
        #expect(closed.last == .finish(.processing) && !closed.contains(.cancel))
        #expect(probe.machine.isClosedByPayer)
    }

    @Test("YL50, YL52: the session opened again shows the same code, and can still be paid")
    func sameCode() {
        var probe = Probe(Self.options())
        _ = probe.send(.start(restored: nil))
        _ = probe.send(.sessionLoaded(Self.code(at: 500), [Self.pix]))
        #expect(probe.machine.screen == .code && probe.machine.code?.text == "000201")
        #expect(probe.send(.statusRead(PaymentSnapshot(.success))) != [])
        #expect(probe.machine.screen == .success)
    }

    @Test("YL53, YL54: a code is read again when its time is over, and its end is told once")
    func expiredCode() {
        var probe = Self.continued { $0.showsEnd = false }
        _ = probe.send(.statusRead(Self.code(at: 62)))
        var reads: [Double] = []
        while probe.seconds < 62 {
            #expect(probe.wait(until: 100) == [.readStatus])
            reads.append(probe.seconds)
            guard probe.seconds < 62 else { break }
            _ = probe.send(.statusRead(Self.code(at: 62)))
        }
        #expect(reads.last == 62, "at its end, whatever the rhythm: \(reads)")
        let told = probe.send(.statusRead(PaymentSnapshot(.expired)))
        #expect(told.filter { if case .finish = $0 { true } else { false } }.count == 1)
        #expect(told.last == .finish(.failed(CheckoutFailure("session_terminal_expired", retryable: false))))
    }

    @Test("A code that is good for long is followed for as long as it is shown")
    func longCode() {
        var probe = Self.continued()
        _ = probe.send(.statusRead(Self.code(at: 86_400)))
        #expect(probe.follow(until: 40 * 60, Self.code(at: 86_400)) == [])
        #expect(probe.machine.screen == .code)
    }

    // MARK: Pages

    @Test("YL34: the bank's page opens inside; when it says that it is over the payment is read, and it opens once")
    func challenge() {
        var probe = Self.continued()
        let page = PaymentSnapshot(.processing, page: Self.challenge)
        let opened = probe.send(.statusRead(page))
        #expect(probe.machine.screen == .page && probe.machine.page == Self.challenge)
        #expect(!opened.contains(.open(Self.challenge)), "no browser opens")
        #expect(probe.send(.pageEnded).contains(.readStatus))
        #expect(probe.send(.pageEnded) == [], "a page ends once")
        _ = probe.send(.statusRead(page))
        #expect(probe.machine.screen == .processing, "the bank has not said yet: its page is over all the same")
        _ = probe.send(.hinted)
        _ = probe.send(.statusRead(PaymentSnapshot(.success)))
        #expect(probe.machine.screen == .success)
    }

    @Test("Closing the bank's page is backing out where the SDK says so, and goes on elsewhere")
    func closedChallenge() {
        let page = PaymentSnapshot(.processing, page: Self.challenge)
        var probe = Self.continued()
        _ = probe.send(.statusRead(page))
        #expect(probe.send(.dismiss).last == .finish(.cancelled(.payerCancelled)))
        var other = Self.continued { $0.bankPageCancels = false }
        _ = other.send(.statusRead(page))
        #expect(other.send(.dismiss).last == .finish(.processing))
    }

    @Test("A page elsewhere opens by itself right after paying, and then only when the payer asks")
    func redirect() {
        let page = CheckoutPage(url: "https://bank.example/2", mode: .inApp)
        let waits = PaymentSnapshot(.processing, page: page)
        var probe = Self.continued()
        #expect(probe.send(.statusRead(waits)).contains(.open(page)))
        _ = probe.send(.cameBack)
        #expect(probe.send(.statusRead(waits)) == [])
        #expect(probe.send(.continuePayment) == [.open(page)])
    }

    // MARK: Wallets

    @Test("YL44, YL46: the device's wallet closed before it authorised is backing out: no token, no other end")
    func walletClosed() {
        let wallet = CheckoutMethod("APPLE_PAY", .deviceWallet)
        var probe = Probe(Self.options())
        _ = probe.send(.start(restored: nil))
        _ = probe.send(.sessionLoaded(PaymentSnapshot(.pending), [wallet]))
        #expect(probe.send(.configurationLoaded([wallet])).contains(.collectCard(channel: "APPLE_PAY")))
        let closed = probe.send(.collected(.nothing))
        #expect(closed.last == .finish(.cancelled(.payerCancelled)))
        #expect(!closed.contains(.cancel) && !closed.contains(.makeToken(channel: "APPLE_PAY")))
    }

    @Test("A wallet that authorised makes a token as anything else does")
    func walletAuthorised() {
        let wallet = CheckoutMethod("APPLE_PAY", .deviceWallet)
        var probe = Probe.onForm(wallet, Self.options())
        #expect(probe.send(.collected(.paymentMethod)).contains(.makeToken(channel: "APPLE_PAY")))
    }

    // MARK: Ends

    @Test("YL44: closing before the token is the app's is backing out, even while it is made")
    func closedEarly() {
        #expect(Self.end(Probe.onForm(Probe.card, Self.options()), .dismiss) == .cancelled(.dismissed))
        #expect(Self.end(Probe.paying(Probe.card, Self.options()), .dismiss) == .cancelled(.dismissed))
        var late = Probe.paying(Probe.card, Self.options())
        _ = late.send(.dismiss)
        #expect(late.send(.tokenMade) == [], "no token reaches the app afterwards")
    }

    @Test("O11: another flow ends this one: cancelled before the token was the app's, processing after")
    func superseded() {
        #expect(Self.end(Probe.onForm(Probe.card, Self.options()), .superseded) == .cancelled(.dismissed))
        #expect(Self.end(Self.handedOver(), .superseded) == .processing)
        #expect(Self.end(Self.continued(), .superseded) == .processing)
    }

    @Test("A payment that exists already is gone on with, without any way to pay")
    func resumes() {
        var probe = Probe(Self.options { $0.resumes = true })
        _ = probe.send(.start(restored: nil))
        #expect(probe.send(.sessionLoaded(PaymentSnapshot(.pending), [])).contains(.readStatus))
        _ = probe.send(.statusRead(PaymentSnapshot(.pending)))
        #expect(probe.follow(until: 100, PaymentSnapshot(.pending)).contains(.notify(.error(.paymentNotFound))))
    }

    @Test("A checkout that cannot load ends at once where nobody can load it again")
    func noReload() {
        var probe = Probe(Self.options { $0.reloads = false })
        _ = probe.send(.start(restored: nil))
        #expect(probe.send(.sessionFailed(.unreachable(.network))).last == .finish(.failed(.network)))
    }

    @Test("Where nobody can load again it is loaded again by itself, for as long as a payment is followed")
    func reloadsUnseen() {
        var probe = Probe(
            Self.options {
                $0.reloads = false
                $0.followsUnseen = true
            })
        _ = probe.send(.start(restored: nil))
        var tries: [Double] = []
        while probe.machine.end == nil, tries.count < 1000 {
            #expect(probe.send(.sessionFailed(.unreachable(.network))).allSatisfy { $0 != .loadSession })
            guard probe.machine.end == nil else { break }
            #expect(probe.wait(until: 2000).contains(.loadSession))
            tries.append(probe.seconds)
        }
        #expect(tries.first == 5 && tries.last == 15 * 60)
        #expect(probe.machine.end == .failed(.network))
    }

    @Test("A token that cannot be made may be answered by the payment of another device")
    func paidElsewhere() {
        var probe = Probe.paying(Probe.card, Self.options { $0.showsEnd = false })
        let answer = AttemptAnswer(.paid, decided: true, snapshot: PaymentSnapshot(.success))
        #expect(probe.send(.answered(answer)).last == .finish(.complete))
    }

    @Test("W95: a code is sent again when the gateway says, a minute after it was opened where it does not say")
    func resend() {
        func canResend(_ step: CheckoutStep, after seconds: UInt64) -> Bool {
            var probe = Self.continued()
            _ = probe.send(.statusRead(PaymentSnapshot(.processing, step: step)))
            return probe.machine.canResend(at: seconds * Self.second)
        }
        let soon = CheckoutStep(id: "s", kind: .otp, resendNanoseconds: 20 * Self.second)
        #expect(!canResend(soon, after: 19) && canResend(soon, after: 20))
        #expect(!canResend(Probe.otp, after: 59) && canResend(Probe.otp, after: 60))
    }

    private static func end(_ probe: Probe, _ event: CheckoutEvent) -> CheckoutEnd? {
        var probe = probe
        guard case .finish(let end) = probe.send(event).last else { return nil }
        return end
    }
}
