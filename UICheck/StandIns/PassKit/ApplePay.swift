import Foundation
import UIKit

// Of PassKit what the real sources use. A test says what the payer does with the sheet.

public struct PKPaymentNetwork: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let visa = PKPaymentNetwork(rawValue: "Visa")
    public static let masterCard = PKPaymentNetwork(rawValue: "MasterCard")
    public static let amex = PKPaymentNetwork(rawValue: "AmEx")
    public static let discover = PKPaymentNetwork(rawValue: "Discover")
    public static let maestro = PKPaymentNetwork(rawValue: "Maestro")
    public static let elo = PKPaymentNetwork(rawValue: "Elo")
}

public struct PKMerchantCapability: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

public class PKPaymentSummaryItem: NSObject {
    public let label: String
    public let amount: NSDecimalNumber

    public init(label: String, amount: NSDecimalNumber) { (self.label, self.amount) = (label, amount) }
}

public class PKPaymentRequest: NSObject {
    public var merchantIdentifier = ""
    public var countryCode = ""
    public var currencyCode = ""
    public var supportedNetworks: [PKPaymentNetwork] = []
    public var merchantCapabilities: PKMerchantCapability = []
    public var paymentSummaryItems: [PKPaymentSummaryItem] = []
}

public class PKPaymentToken: NSObject {
    public let paymentData: Data
    init(_ data: Data) { paymentData = data }
}

public class PKPayment: NSObject {
    public let token: PKPaymentToken
    init(_ data: Data) { token = PKPaymentToken(data) }
}

public enum PKPaymentAuthorizationStatus: Int, Sendable { case success, failure }

public class PKPaymentAuthorizationResult: NSObject {
    public let status: PKPaymentAuthorizationStatus
    public init(status: PKPaymentAuthorizationStatus, errors: [any Error]?) { self.status = status }
}

public protocol PKPaymentAuthorizationControllerDelegate: NSObjectProtocol {
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController, didAuthorizePayment payment: PKPayment,
        handler completion: @escaping (PKPaymentAuthorizationResult) -> Void)
    func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController)
}

public class PKPaymentAuthorizationController: NSObject {
    public weak var delegate: (any PKPaymentAuthorizationControllerDelegate)?
    public let standInRequest: PKPaymentRequest

    public init(paymentRequest request: PKPaymentRequest) { standInRequest = request }

    public class func canMakePayments() -> Bool { standInCanPay }

    public func present(completion: ((Bool) -> Void)? = nil) {
        if Self.standInShows { Self.standInShown = self }
        completion?(Self.standInShows)
    }

    public func dismiss(completion: (() -> Void)? = nil) {
        Self.standInShown = nil
        completion?()
    }

    // MARK: For tests

    nonisolated(unsafe) public static var standInCanPay = true
    nonisolated(unsafe) public static var standInShows = true
    nonisolated(unsafe) public static var standInShown: PKPaymentAuthorizationController?

    /// The payer looks at the phone; what is said of it.
    public func standInAuthorize(_ data: Data) -> PKPaymentAuthorizationStatus? {
        var status: PKPaymentAuthorizationStatus?
        delegate?.paymentAuthorizationController(self, didAuthorizePayment: PKPayment(data)) { status = $0.status }
        return status
    }

    /// The sheet has gone, by itself or by the payer.
    public func standInFinish() { delegate?.paymentAuthorizationControllerDidFinish(self) }
}
