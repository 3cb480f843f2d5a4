#if canImport(PassKit) && canImport(UIKit)
    import Foundation
    import Kernel
    import PassKit

    /// Apple Pay: what it encrypts for the provider goes to the gateway as it is.
    @MainActor
    final class ApplePay: WalletAuthorizing {
        /// The merchant id stands in the app's Info.plist under this key.
        static let merchantKey = "ComptoirApplePayMerchant"

        private let merchant: String

        init(merchant: String) { self.merchant = merchant }

        /// Nil without a merchant id, and on a device that cannot pay with it.
        static var ofDevice: ApplePay? {
            guard let merchant = Bundle.main.object(forInfoDictionaryKey: merchantKey) as? String, !merchant.isEmpty,
                PKPaymentAuthorizationController.canMakePayments()
            else { return nil }
            return ApplePay(merchant: merchant)
        }

        func authorize(_ request: WalletRequest) async -> WalletAnswer {
            guard request.type == "APPLE_PAY", let amount = request.amount, let country = request.country else {
                return .unavailable
            }
            let asked = PKPaymentRequest()
            asked.merchantIdentifier = merchant
            asked.countryCode = country.code
            asked.currencyCode = amount.currency.code
            asked.supportedNetworks = [.visa, .masterCard, .amex, .discover, .maestro, .elo]
            // 3-D Secure, by its value: its Swift name is another in older SDKs.
            asked.merchantCapabilities = PKMerchantCapability(rawValue: 1)
            asked.paymentSummaryItems = [
                PKPaymentSummaryItem(label: request.merchant, amount: NSDecimalNumber(decimal: amount.decimal))
            ]
            return await ApplePaySheet(asked).answer()
        }
    }

    /// One time that the sheet is shown.
    @MainActor
    private final class ApplePaySheet: NSObject {
        private let controller: PKPaymentAuthorizationController
        private var data: Data?
        private var waiting: CheckedContinuation<WalletAnswer, Never>?

        init(_ request: PKPaymentRequest) {
            controller = PKPaymentAuthorizationController(paymentRequest: request)
            super.init()
            controller.delegate = self
        }

        func answer() async -> WalletAnswer {
            await withCheckedContinuation { continuation in
                waiting = continuation
                controller.present { @Sendable isShown in
                    Task { @MainActor in if !isShown { self.end(.unavailable) } }
                }
            }
        }

        private func end(_ answer: WalletAnswer) {
            waiting?.resume(returning: answer)
            waiting = nil
        }

        private func finished() {
            controller.dismiss(completion: nil)
            guard let data else { return end(.closed) }
            // A simulator authorises and gives nothing.
            guard let text = String(data: data, encoding: .utf8), !text.isEmpty else { return end(.unavailable) }
            end(.authorized(Secret(text)))
        }
    }

    extension ApplePaySheet: PKPaymentAuthorizationControllerDelegate {
        nonisolated func paymentAuthorizationController(
            _ controller: PKPaymentAuthorizationController, didAuthorizePayment payment: PKPayment,
            handler completion: @escaping (PKPaymentAuthorizationResult) -> Void
        ) {
            let given = payment.token.paymentData
            Task { @MainActor in data = given }
            // The gateway is asked once the sheet has gone; what comes of it, the checkout says.
            completion(PKPaymentAuthorizationResult(status: .success, errors: nil))
        }

        nonisolated func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController) {
            Task { @MainActor in finished() }
        }
    }
#endif
