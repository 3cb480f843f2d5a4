import Foundation
import Gateway
import Kernel
import Wire

/// A small page of the gateway's own: an amount, what to know about it, perhaps buttons. No scripts, no outside
/// assets.
struct HostedPage: Sendable {
    let title: String
    /// The merchant, or whoever asks.
    let name: String
    /// Nil on a page that is about no payment.
    let payment: Payment?
    let language: Language
    let text: String
    var status = 200
    /// The address of a script of this site.
    var script: String?
    /// Values of the form's `action` field and their labels; the first is the main one.
    var actions: [(value: String, label: String)] = []

    private var amount: String {
        guard let payment else { return "" }
        return "<h1>\(payment.total.formatted(language))</h1>"
    }

    private var details: String {
        guard let payment else { return "" }
        let details = [payment.description, payment.reference].compactMap(\.self).joined(separator: " · ")
        return "<small>\(Self.escaped(details))</small>"
    }

    private static func escaped(_ text: String) -> String {
        text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
            .replacingOccurrences(of: ">", with: "&gt;").replacingOccurrences(of: "\"", with: "&quot;")
    }

    private var form: String {
        guard !actions.isEmpty else { return "" }
        let buttons = actions.enumerated().map { index, action in
            "<button name=\"action\" value=\"\(action.value)\"\(index == 0 ? " class=\"main\"" : "")>"
                + "\(Self.escaped(action.label))</button>"
        }
        return "<form method=\"post\">\(buttons.joined())</form>"
    }

    private var badge: String {
        guard payment?.environment == .sandbox else { return "" }
        return "<span class=\"badge\">\(Self.escaped(HostedTexts(language.rawValue).testMode))</span>"
    }

    var response: ServerResponse {
        let html = """
            <!doctype html>
            <html lang="\(language.rawValue)"><head>
            <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(Self.escaped(title))</title>
            <style>
            :root { color-scheme: light dark; --ink: #111827; --soft: #4b5563; --paper: #fff;
              --main: #0f766e; --on: #fff; --line: #d1d5db }
            @media (prefers-color-scheme: dark) { :root { --ink: #f9fafb; --soft: #9ca3af; --paper: #111827;
              --main: #2dd4bf; --on: #111827; --line: #374151 } }
            body { margin: 0; color: var(--ink); background: var(--paper);
              font: 17px/1.4 -apple-system, Inter, "DejaVu Sans", sans-serif }
            main { max-width: 420px; margin: 48px auto; padding: 0 20px }
            header { display: flex; align-items: center; gap: 12px; font-weight: 600 }
            .badge { font-size: 13px; padding: 4px 8px; border: 1px solid var(--line); border-radius: 8px }
            h1 { font-size: clamp(24px, 8vw, 34px); font-weight: 600; font-variant-numeric: tabular-nums; margin: 24px 0 12px }
            p { color: var(--soft); margin: 0 0 24px }
            small { color: var(--soft); font-size: 13px; overflow-wrap: anywhere }
            button { display: block; width: 100%; height: 52px; margin: 12px 0; border-radius: 12px;
              border: 1px solid var(--line); background: none; color: inherit; font: inherit }
            button.main { background: var(--main); border-color: var(--main); color: var(--on); font-weight: 600 }
            button:focus-visible { outline: 3px solid var(--main); outline-offset: 2px }
            </style>\(script.map { "<script src=\"\($0)\" defer></script>" } ?? "")</head>
            <body><main>
            <header><span>\(Self.escaped(name))</span>\(badge)</header>
            \(amount)
            <p role="status">\(Self.escaped(text))</p>
            \(form)
            \(details)
            </main></body></html>
            """
        let headers: HTTPHeaders = [
            "Content-Type": "text/html; charset=utf-8",
            "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'"
                + (script == nil ? "" : "; script-src 'self'"),
            "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer",
        ]
        return ServerResponse(status: status, headers: headers, body: Array(html.utf8))
    }
}

extension HostedPage {
    /// A page that only says something.
    static func message(_ text: String, _ language: Language, script: String? = nil) -> ServerResponse {
        HostedPage(
            title: "Comptoir", name: "", payment: nil, language: language, text: text, status: 404, script: script
        ).response
    }
}
