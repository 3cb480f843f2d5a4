import Foundation
import Kernel
import Wire

/// A page in one column, complete in itself: no outside asset, and no script but the one that tells an app of the end.
/// Everything handed in is text, escaped here.
struct ProviderDocument: Sendable {
    let language: Language
    let title: String
    /// Who the page is of.
    let name: String
    /// Said beside the name, e.g. "Test mode".
    var badge: String?
    /// What the payment is for, above the amount.
    var purpose: String?
    var amount: String?
    var text: String
    /// What went wrong, announced at once.
    var alert: String?
    var field: Field?
    var buttons: [Button] = []
    var link: (address: String, label: String)?
    /// Where a submitted form may lead besides this site.
    var formOrigin: String?
    /// What is told to the app or the page around, once; nil while there is nothing to tell.
    var ending: PageEnding?
    /// Whether our own pages may show it inside themselves.
    var mayBeFramed = false
    var status = 200

    /// One text field, above the buttons.
    struct Field: Sendable {
        let name: String
        let label: String
        /// Not inside somebody else's page, whose focus it would take away.
        var takesFocus = true
    }

    struct Button: Sendable {
        enum Rank: String, Sendable { case main, plain, quiet }

        let value: String
        let label: String
        let rank: Rank
    }

    /// - Parameter button: the name of the form's field that says which button was pressed.
    func response(button: String = "choice") -> ServerResponse {
        let direction = language.rawValue == "ar" ? "rtl" : "ltr"
        let html = """
            <!doctype html>
            <html lang="\(language.rawValue)" dir="\(direction)"><head>
            <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="robots" content="noindex"><title>\(Self.escaped(title))</title>
            <style>\(ProviderStyle.text)</style>\(ending?.refresh ?? "")</head>
            <body><main>
            <header><span class="mark" aria-hidden="true"></span><span class="name">\(Self.escaped(name))</span>\
            \(badge.map { "<span class=\"badge\">\(Self.escaped($0))</span>" } ?? "")</header>
            \(purpose.map { "<p class=\"purpose\">\(Self.escaped($0))</p>" } ?? "")
            \(amount.map { "<h1><bdi>\(Self.escaped($0))</bdi></h1>" } ?? "")
            <p\(buttons.isEmpty ? " role=\"status\"" : "")>\(Self.escaped(text))</p>
            \(form(button))
            \(link.map { "<a class=\"main\" href=\"\(Self.escaped($0.address))\">\(Self.escaped($0.label))</a>" } ?? "")
            </main>\(ending?.script ?? "")</body></html>
            """
        return ServerResponse(status: status, headers: headers, body: Array(html.utf8))
    }

    private func form(_ button: String) -> String {
        let alert = alert.map { "<p class=\"alert\" id=\"alert\" role=\"alert\">\(Self.escaped($0))</p>" } ?? ""
        guard !buttons.isEmpty else { return alert }
        let input = field.map { field in
            "<label for=\"field\">\(Self.escaped(field.label))</label>"
                + "<input id=\"field\" name=\"\(field.name)\" inputmode=\"numeric\" autocomplete=\"one-time-code\" "
                + "maxlength=\"8\" dir=\"ltr\" required\(field.takesFocus ? " autofocus" : "")"
                + "\(alert.isEmpty ? "" : " aria-invalid=\"true\" aria-describedby=\"alert\"")>"
        }
        let all = buttons.map {
            // Only the first button needs the field.
            "<button name=\"\(button)\" value=\"\($0.value)\" class=\"\($0.rank.rawValue)\""
                + "\($0.rank == .main ? "" : " formnovalidate")>\(Self.escaped($0.label))</button>"
        }
        return "<form method=\"post\">\(alert)\(input ?? "")\(all.joined())</form>"
    }

    private var headers: HTTPHeaders {
        let targets = ["'self'", formOrigin].compactMap(\.self).joined(separator: " ")
        return [
            "Content-Type": "text/html; charset=utf-8",
            "Content-Security-Policy":
                "default-src 'none'; style-src '\(ProviderStyle.digest)'; form-action \(targets); base-uri 'none'; "
                + (ending == nil ? "" : "script-src '\(PageEnding.digest)'; ")
                + (mayBeFramed ? Embedding.ours : "frame-ancestors 'none'"),
            "X-Frame-Options": mayBeFramed ? "SAMEORIGIN" : "DENY", "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
            "Content-Language": language.rawValue, "Vary": "Accept-Language",
        ]
    }

    static func escaped(_ text: String) -> String {
        var out = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&quot;"
            case "'": out += "&#39;"
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }
}

/// The look of provider pages: light and dark, one column, a focus ring, no motion.
enum ProviderStyle {
    static let text = """
        :root { color-scheme: light dark; --ink: #111827; --soft: #4b5563; --paper: #ffffff; --main: #1d4ed8;
          --on: #ffffff; --line: #6b7280; --bad: #b91c1c }
        @media (prefers-color-scheme: dark) { :root { --ink: #f9fafb; --soft: #a3aab8; --paper: #111827;
          --main: #93c5fd; --on: #0b1220; --line: #7b8494; --bad: #fca5a5 } }
        * { box-sizing: border-box }
        body { margin: 0; color: var(--ink); background: var(--paper);
          font: 1.0625rem/1.45 -apple-system, Inter, "DejaVu Sans", sans-serif }
        main { max-width: 420px; margin: 0 auto; padding: 24px 20px 48px }
        header { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 12px; min-height: 44px; font-weight: 600 }
        .mark { width: 28px; height: 28px; border-radius: 8px; background: var(--main) }
        .name { flex: 1; overflow-wrap: anywhere }
        .badge { font-size: .8125rem; font-weight: 500; padding: 3px 8px; border: 1px solid var(--line); border-radius: 8px }
        p { color: var(--soft); margin: 0 0 24px; overflow-wrap: anywhere }
        .purpose { margin: 24px 0 0 }
        h1 { font-size: clamp(1.5rem, 9vw, 2.125rem); line-height: 1.2; font-weight: 600;
          font-variant-numeric: tabular-nums; margin: 0 0 16px; overflow-wrap: anywhere }
        .alert { color: var(--bad); font-weight: 500; margin: 0 0 16px }
        .alert::before { content: "⚠ " / "" }
        label { display: block; font-size: .8125rem; font-weight: 500; margin: 0 0 4px }
        input { width: 100%; min-height: 52px; padding: 8px 16px; margin: 0 0 12px; border: 1px solid var(--line);
          border-radius: 12px; background: none; color: inherit; font: inherit; letter-spacing: .1em }
        button, a.main { display: flex; align-items: center; justify-content: center; width: 100%; min-height: 52px;
          margin: 0 0 12px; padding: 8px 16px; border: 1px solid var(--line); border-radius: 12px; background: none;
          color: inherit; font: inherit; text-align: center; text-decoration: none; cursor: pointer }
        .main { background: var(--main); border-color: var(--main); color: var(--on); font-weight: 600 }
        a.main { background: var(--main); color: var(--on) }
        button.quiet { border-color: transparent; color: var(--soft); text-decoration: underline }
        button:focus-visible, input:focus-visible, a:focus-visible { outline: 3px solid var(--main); outline-offset: 2px }
        @media (forced-colors: active) { .mark { background: CanvasText } }
        """

    /// What the style's bytes must be for a browser to use them.
    static let digest = "sha256-" + Data(Crypto.sha256(Array(text.utf8))).base64EncodedString()
}
