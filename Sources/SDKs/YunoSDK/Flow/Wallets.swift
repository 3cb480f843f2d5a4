import Kernel

/// The device's own wallet, e.g. Apple Pay. It authorises before there is a token.
@MainActor
package protocol WalletAuthorizing: AnyObject {
    func authorize(_ request: WalletRequest) async -> WalletAnswer
}

package struct WalletRequest: Sendable {
    package let type: String
    package let merchant: String
    package let country: Country?
    package let amount: Money?
    package let language: Language

    init(type: String, info: FlowInfo, language: Language) {
        self.type = type
        merchant = info.merchant.name
        country = info.country
        amount = info.amount
        self.language = language
    }
}

package enum WalletAnswer: Sendable {
    /// What the wallet encrypted for the provider.
    case authorized(Secret<String>)
    /// The payer closed it (YL44).
    case closed
    case unavailable
}

/// The wallet of this device, where there is one; a world may bring another.
@MainActor
enum WalletShelf {
    #if canImport(PassKit) && canImport(UIKit)
        static var current: (any WalletAuthorizing)? = ApplePay.ofDevice
    #else
        static var current: (any WalletAuthorizing)? = nil
    #endif
}
