import Kernel
import WajubMobile

/// The code that takes the money for one cart, as a merchant would write it.
struct CodeSamples: Sendable {
    let gateway: String
    let payment: JSONValue
    let appearance: Appearance
    let language: String
    let cart: ShopCart

    var json: JSONValue { ["server": .string(curl), "ios": .string(swift), "web": .string(html)] }

    /// Runs as it is, once `SECRET_KEY` is set.
    var curl: String {
        """
        # Your server, with its secret key
        curl \(gateway)/payments \\
          -H "Authorization: $SECRET_KEY" \\
          -H "Content-Type: application/json" \\
          -H "Idempotency-Key: \(payment["reference"]?.string ?? "order-1")" \\
          -d '\(fields)'

        # The answer has an authorization_token for your app
        # and an authorization_url for the web.
        # Deliver when this, or the webhook, says success:
        curl \(gateway)/payments/trx_… \\
          -H "Authorization: $SECRET_KEY"
        """
    }

    /// One a line, in the order a person would write them; a quote would end the shell's text.
    private var fields: String {
        let names = ["amount", "currency", "reference", "description", "expires_in", "metadata"]
        let lines = names.compactMap { name in payment[name].map { "    \"\(name)\": \($0.text)" } }
        return "{\n\(lines.joined(separator: ",\n"))\n  }".replacingOccurrences(of: "'", with: #"'\''"#)
    }

    private var swift: String {
        """
        import WajubMobile
        import WajubMobileUI

        @MainActor
        func pay(token: String, from screen: UIViewController) async throws {
            var options = PresentOptions(sessionToken: token, locale: "\(language)")
        \(appearanceLines)    options.mobileMoney.country = "\(cart.place.country)"

            switch try await WajubCheckout.present(options, from: screen) {
            case .complete(let payment, _):
                await confirmOnServer(payment.id)
            case .processing:
                showPending()  // money may still move
            case .failed(let error, _):
                show(error.message)
            case .cancelled:
                break
            }
        }
        """
    }

    private var appearanceLines: String {
        let arguments = [
            appearance.theme.map { "theme: .\($0 == .noPreset ? "noPreset" : $0.rawValue)" },
            appearance.colorScheme.map { "colorScheme: .\($0.rawValue)" },
            appearance.primaryColor.map { "primaryColor: \"\($0)\"" },
        ].compactMap(\.self)
        guard !arguments.isEmpty else { return "" }
        return """
                options.appearance = Appearance(
                    \(arguments.joined(separator: ",\n        "))
                )

            """
    }

    private var html: String {
        """
        <!-- Send the payer to the authorization_url your server got, -->
        <a href="\(gateway)/checkout/tok_…">Pay</a>

        <!-- or show it inside your page, as here: -->
        <iframe src="\(gateway)/checkout/tok_…"
                title="Payment" allow="clipboard-write"></iframe>
        """
    }
}
