import Checkout
import Foundation
import Kernel
import Wire

// What the app is told (W29 to W34).
extension CheckoutController {
    func notify(_ notice: CheckoutNotice) {
        let callbacks = options.callbacks
        switch notice {
        case .ready(let methods):
            call("onReady", callbacks.onReady, ReadyEvent(environment: session?.environment ?? "", methods: methods))
        case .loadError(let failure): call("onLoadError", callbacks.onLoadError, failure.wajubError(language))
        case .state(let state, let previous):
            call("onStateChange", callbacks.onStateChange, StateChangeEvent(state: state, previous: previous))
        case .paymentStarted(let channel):
            let id = forms.mobileMoney[channel]?.operatorID
            call(
                "onPaymentStarted", callbacks.onPaymentStarted,
                PaymentStartedEvent(channel: channel, operatorId: id))
        case .redirect(let page):
            guard let url = URL(string: page.url) else { return }
            call("onRedirect", callbacks.onRedirect, RedirectEvent(url: url, mode: BrowserMode(page.mode)))
        case .success:
            if let success { call("onSuccess", callbacks.onSuccess, success) }
        case .error(let failure): call("onError", callbacks.onError, failure.wajubError(language))
        case .cancelled(let reason):
            call("onCancel", callbacks.onCancel, CancelEvent(reason: CancelReason(reason)))
        case .complete(let end):
            let result = checkoutResult(end)
            self.result = result
            call("onComplete", callbacks.onComplete, result)
        }
    }

    /// W32: a callback that throws is logged, and the checkout goes on.
    private func call<Payload>(
        _ name: String, _ callback: (@MainActor (Payload) throws -> Void)?, _ payload: Payload
    ) {
        do {
            try callback?(payload)
        } catch {
            SDKLog.wajub.warning("\(name) threw: \(error)")
        }
    }

    private var success: PaymentSuccess? {
        transaction.map { PaymentSuccess($0, channel: machine.method?.slug, readAt: world.now()) }
    }

    func checkoutResult(_ end: CheckoutEnd) -> CheckoutResult {
        switch end {
        case .complete: success.map { .complete($0, transaction: transaction) } ?? .processing(transaction: transaction)
        case .processing: .processing(transaction: transaction)
        case .failed(let failure): .failed(failure.wajubError(language), transaction: transaction)
        case .cancelled(let reason): .cancelled(CancelReason(reason), transaction: transaction)
        }
    }
}

extension BrowserMode {
    init(_ mode: CheckoutPage.Mode) {
        switch mode {
        case .inApp, .embedded: self = .inApp
        case .external: self = .external
        }
    }
}
