// swift-format-ignore-file
import Combine
import UIKit
import YunoSDK

// The three ways of a delegate in Swift 6, as both pages print them. Mended:
// - option 1 uses a `_checkoutSession` that the page never declares;
// - option 2 has no `checkoutSession` on the page, which is the one member without a default;
// - option 1's comment in the `Task` is what the app does there.
enum Option1 {
    @MainActor
    class MyViewController: UIViewController, YunoPaymentDelegate {

        // Immutable properties - automatically thread-safe
        private let _countryCode = "CO"
        private let _language = "EN"
        private let _checkoutSession = "session-1"
        var results: [Yuno.Result] = []

        nonisolated var countryCode: String { _countryCode }
        nonisolated var language: String? { _language }
        nonisolated var checkoutSession: String { _checkoutSession }

        nonisolated func yunoPaymentResult(_ result: Yuno.Result) {
            Task { @MainActor in
                // Handle result on MainActor
                results.append(result)
            }
        }
    }
}

enum Option2 {
    @MainActor
    class MyViewController: UIViewController, YunoPaymentDelegate {

        @Published var configLanguage: String = "EN"
        @Published var configCountryCode: String = "CO"
        @Published var checkoutSession: String = "session-1"

        nonisolated var language: String? {
            // ⚠️ Only works if called from MainActor
            MainActor.assumeIsolated { configLanguage }
        }

        nonisolated var countryCode: String {
            // ⚠️ Only works if called from MainActor
            MainActor.assumeIsolated { configCountryCode }
        }
    }
}

enum Option3 {
    class MyService: YunoPaymentDelegate {

        let countryCode: String
        let language: String?
        let checkoutSession: String
        let viewController: UIViewController?

        init(countryCode: String, language: String?, checkoutSession: String, viewController: UIViewController?) {
            self.countryCode = countryCode
            self.language = language
            self.checkoutSession = checkoutSession
            self.viewController = viewController
        }

        func yunoPaymentResult(_ result: Yuno.Result) {
            // Handle result - caller is responsible for thread safety
        }
    }
}
