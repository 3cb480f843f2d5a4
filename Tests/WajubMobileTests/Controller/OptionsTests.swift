import Foundation
import Kernel
import Testing

@testable import WajubMobile

@Suite struct OptionsTests {
    @Test("W23 W24 W25: every option has a default, and can be set by name or afterwards")
    func options() {
        var options = PresentOptions(sessionToken: "tok")
        #expect(options.sessionToken == "tok" && options.locale == nil && options.appearance == nil)
        #expect(options.loader == .skeleton && options.returnURL == nil && options.mobileMoney == MobileMoneyOptions())
        #expect(options.cardCollector == nil && options.realtime == nil && !options.cancelOnDismiss)
        options.returnURL = "https://shop.example.com/app/return"
        options.callbacks.onStateChange = { _ in }
        #expect(options.returnURL == "https://shop.example.com/app/return")
        #expect(options.callbacks.onStateChange != nil && options.callbacks.onReady == nil)
    }

    @Test("W24 W26 W27: the seed's options, in the seed's order")
    func sample() {
        let token = "tok"
        let options = PresentOptions(
            sessionToken: token,
            locale: "fr",
            loader: .spinner,
            returnURL: "https://shop.example.com/app/return",
            mobileMoney: MobileMoneyOptions(country: "CI", countryLocked: true, operatorMode: .detect),
            realtime: RealtimeOptions(host: "ws.shop.example", port: 443, tls: true),
            cancelOnDismiss: false
        )
        #expect(options.locale == "fr" && options.loader == .spinner && !options.cancelOnDismiss)
        #expect(options.mobileMoney.country == "CI" && options.mobileMoney.countryLocked)
        #expect(options.mobileMoney.operatorMode == .detect)
        #expect(options.realtime?.host == "ws.shop.example")
        #expect(MobileMoneyOptions() == MobileMoneyOptions(country: nil, countryLocked: false, operatorMode: .detect))
    }

    @Test("W29 W31 W33: the seed's callbacks compile as they stand; each may throw")
    func callbacks() {
        var options = PresentOptions(sessionToken: "tok")
        options.callbacks = CheckoutCallbacks(
            onReady: { event in print("ready:", event.environment, event.methods) },
            onPaymentStarted: { event in print("paying with", event.channel) },
            onError: { error in print(error.code, error.correlationId ?? "-") }
        )
        let throwing: (@MainActor (CheckoutResult) throws -> Void)? = { _ in throw CancellationError() }
        options.callbacks.onComplete = throwing
        #expect(options.callbacks.onComplete != nil)
    }

    @Test("W36: a result's status names its case")
    func status() {
        let error = WajubError(code: "payment_failed")
        let results: [CheckoutResult] = [
            .processing(transaction: nil), .failed(error, transaction: nil), .cancelled(.hostGone, transaction: nil),
        ]
        #expect(results.map(\.status) == ["processing", "failed", "cancelled"])
    }

    @Test("W138: a reason and a state have raw values to log")
    func rawValues() {
        #expect(CancelReason.allCases.map(\.rawValue) == ["payer_cancelled", "host_gone", "dismissed"])
        #expect(
            CheckoutState.initiated.rawValue == "INITIATED" && CheckoutState.threeDSRequired.rawValue == "3DS_REQUIRED")
    }
}
