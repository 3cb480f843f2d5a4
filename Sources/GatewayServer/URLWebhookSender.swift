import Foundation
import Gateway
import Kernel
import Wire

/// Sends webhooks over HTTP. Redirects are not followed: a signed body goes where the merchant said.
package struct URLWebhookSender: WebhookSender {
    private let transport: any Transport
    private let timeoutSeconds: Double

    package init(transport: any Transport = SystemTransport(), timeoutSeconds: Double = 15) {
        self.transport = transport
        self.timeoutSeconds = timeoutSeconds
    }

    package func send(_ body: [UInt8], to url: String, headers: [(String, String)]) async -> Delivery.Outcome {
        guard let address = URL(string: url) else { return .failed("the endpoint's address cannot be read") }
        var fields = HTTPHeaders()
        for (name, value) in headers { fields.append(name, value) }
        fields["User-Agent"] = "comptoir-webhooks/1"
        do {
            let answer = try await transport.send(
                HTTPRequest(.post, address, headers: fields, body: body, timeoutSeconds: timeoutSeconds))
            return .answered(answer.status)
        } catch {
            return .failed("no answer: \(error)")
        }
    }
}
