import Foundation
import SwiftUI

// What the samples leave to the app.

struct OrderSummaryView: View {
    var body: some View { Text("2 items") }
}

extension Notification.Name {
    static let paymentSucceeded = Notification.Name("paymentSucceeded")
    static let paymentRejected = Notification.Name("paymentRejected")
}

enum PaymentService {
    /// What the app's server makes of a token.
    @MainActor static var creates: (String) -> Result<Void, any Error> = { _ in .success(()) }
    @MainActor static var tokens: [String] = []

    static func createPayment(token: String, done: @escaping (Result<Void, any Error>) -> Void) {
        MainActor.assumeIsolated { tokens.append(token) }
        done(MainActor.assumeIsolated { creates(token) })
    }
}
