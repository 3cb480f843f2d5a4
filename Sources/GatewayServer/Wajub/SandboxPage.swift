import Foundation
import Gateway
import Kernel
import Wire

/// The page of the sandbox's provider: the amount, and two buttons while the payment waits for it.
struct SandboxPage: Sendable {
    let payment: Payment
    let language: Language

    private func words(_ english: String, _ french: String) -> String { language == .french ? french : english }

    private var amount: String {
        payment.total.formatted(locale: Locale(identifier: language == .french ? "fr_FR" : "en_US"))
    }

    private var isWaiting: Bool { payment.status == .processing && payment.attempt?.isRunning == true }

    private var state: String {
        switch payment.status {
        case .processing where isWaiting: words("What should the provider do?", "Que doit faire le prestataire ?")
        case .success: words("Approved. You can go back to the app.", "Approuvé. Vous pouvez revenir à l’application.")
        case .pending where payment.lastDecline != nil:
            words("Declined. You can go back to the app.", "Refusé. Vous pouvez revenir à l’application.")
        default: words("This payment is not waiting for a decision.", "Ce paiement n’attend pas de décision.")
        }
    }

    private var buttons: String {
        guard isWaiting else { return "" }
        return """
            <form method="post">
            <button name="action" value="approve" class="main">\(words("Approve", "Approuver"))</button>
            <button name="action" value="decline">\(words("Decline", "Refuser"))</button>
            </form>
            """
    }

    var response: ServerResponse {
        let html = """
            <!doctype html>
            <html lang="\(language.rawValue)">
            <head>
            <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(words("Test bank", "Banque de test"))</title>
            <style>
            :root { color-scheme: light dark; --ink: #111827; --soft: #4b5563; --paper: #fff; --main: #0f766e; --line: #d1d5db }
            @media (prefers-color-scheme: dark) { :root { --ink: #f9fafb; --soft: #9ca3af; --paper: #111827; --main: #2dd4bf; --line: #374151 } }
            body { margin: 0; font: 17px/1.4 -apple-system, Inter, "DejaVu Sans", sans-serif; color: var(--ink); background: var(--paper) }
            main { max-width: 420px; margin: 48px auto; padding: 0 20px }
            .badge { display: inline-block; font-size: 13px; font-weight: 600; padding: 4px 8px; border: 1px solid var(--line); border-radius: 8px }
            .amount { font-size: 34px; font-weight: 600; font-variant-numeric: tabular-nums; margin: 12px 0 24px }
            p { color: var(--soft) }
            button { display: block; width: 100%; height: 52px; margin: 12px 0; border-radius: 12px; border: 1px solid var(--line); background: none; color: inherit; font: inherit }
            button.main { background: var(--main); border-color: var(--main); color: var(--paper); font-weight: 600 }
            button:focus-visible { outline: 3px solid var(--main); outline-offset: 2px }
            </style>
            </head>
            <body><main>
            <span class="badge">\(words("Test mode", "Mode test"))</span>
            <h1 class="amount">\(amount)</h1>
            <p role="status">\(state)</p>
            \(buttons)
            </main></body></html>
            """
        let headers: HTTPHeaders = [
            "Content-Type": "text/html; charset=utf-8",
            "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
            "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer",
        ]
        return ServerResponse(status: 200, headers: headers, body: Array(html.utf8))
    }
}
