import Foundation
import Kernel
import PassKit
import Testing
import UIKit
import WireTesting

@testable import YunoSDK

extension AppleTests {
    @Suite @MainActor struct ApplePayTests {
        private func request(_ type: String = "APPLE_PAY") throws -> WalletRequest {
            let json = try JSONValue.parse(
                """
                {"checkout_session": "s", "environment": "sandbox", "merchant": {"name": "Shop"}, "country": "BR",
                 "amount": {"currency": "BRL", "value": 10.5}, "payment_methods": [], "payment": null}
                """)
            return WalletRequest(type: type, info: FlowInfo(try #require(CheckoutInfo(json))), language: .english)
        }

        /// Asks, and does with the sheet what the payer does.
        private func pay(
            _ request: WalletRequest, _ payer: @escaping @MainActor (PKPaymentAuthorizationController) -> Void
        ) async -> WalletAnswer {
            async let answer = ApplePay(merchant: "merchant.shop").authorize(request)
            await eventually { PKPaymentAuthorizationController.standInShown != nil }
            if let sheet = PKPaymentAuthorizationController.standInShown { payer(sheet) }
            return await answer
        }

        /// Which answer it is, and what came with it.
        private func word(_ answer: WalletAnswer) -> String {
            switch answer {
            case .authorized(let data): data.expose()
            case .closed: "closed"
            case .unavailable: "unavailable"
            }
        }

        @Test("YL44 YL46 The sheet asks for the session's money; what it encrypts is handed on, closed is closed")
        func sheet() async throws {
            let request = try request()
            let answer = await pay(request) { sheet in
                let asked = sheet.standInRequest
                #expect(asked.merchantIdentifier == "merchant.shop" && asked.countryCode == "BR")
                #expect(asked.currencyCode == "BRL" && asked.supportedNetworks.contains(.visa))
                #expect(asked.paymentSummaryItems.map(\.label) == ["Shop"])
                #expect(asked.paymentSummaryItems.map(\.amount.decimalValue) == [Decimal(string: "10.5")])
                #expect(sheet.standInAuthorize(Data(#"{"version":"EC_v1"}"#.utf8)) == .success)
                sheet.standInFinish()
            }
            #expect(word(answer) == #"{"version":"EC_v1"}"#)
            #expect(PKPaymentAuthorizationController.standInShown == nil)
            #expect(word(await pay(request) { $0.standInFinish() }) == "closed")
        }

        @Test(
            "Without data, without a sheet, and for another wallet it cannot be paid with; without a merchant id, too")
        func unavailable() async throws {
            let request = try request()
            let empty = await pay(request) {
                _ = $0.standInAuthorize(Data())
                $0.standInFinish()
            }
            #expect(word(empty) == "unavailable")
            PKPaymentAuthorizationController.standInShows = false
            defer { PKPaymentAuthorizationController.standInShows = true }
            let wallet = ApplePay(merchant: "merchant.shop")
            #expect(word(await wallet.authorize(request)) == "unavailable")
            #expect(word(await wallet.authorize(try self.request("GOOGLE_PAY"))) == "unavailable")
            #expect(ApplePay.ofDevice == nil)
        }
    }
}
