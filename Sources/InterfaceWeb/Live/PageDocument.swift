import Interface
import Kernel

/// The document around a live screen: drawn at once, with a quiet first screen that the live one takes over.
package struct PageDocument: Sendable {
    package let html: String

    /// - Parameters:
    ///   - first: shown until the page is connected, and without scripts.
    ///   - nonce: of the style element that takes the theme; the policy must name it.
    ///   - live: where the page opens its visit.
    ///   - opening: what it tells there, besides what it knows of the browser.
    package init(
        first: Screen, look: Look, texts: PageTexts, nonce: String, live: String, opening: JSONValue
    ) {
        let drawing = ScreenDrawing(first, look)
        let direction = texts.isRightToLeft ? "rtl" : "ltr"
        let page: Markup = """
            <!doctype html>
            <html lang="\(texts.language)" dir="\(direction)"\(Markup.attribute("data-still", if: !look.animates))>
            <head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, \
            interactive-widget=resizes-content">
            <meta name="robots" content="noindex"><meta name="format-detection" content="telephone=no">
            <title>\(first.title)</title>
            <link rel="icon" href="data:,">
            <link rel="stylesheet" href="\(WebAssets.style.path)">
            <style id="look" nonce="\(nonce)">\(Markup(css: LookStyle(look)))</style>
            <script src="\(WebAssets.script.path)" defer></script></head>
            <body data-live="\(live)" data-opening="\(opening.text)" data-lost="\(texts.reconnecting)" \
            data-copied="\(texts.copied)">
            <div id="bar" role="status"></div><p id="say" class="unseen" role="status"></p>
            <noscript><div class="needs-script">\(Signs.warning)<p>\(texts.noScript)</p></div></noscript>
            \(drawing.markup)
            <dialog id="pick" aria-labelledby="pick-title"></dialog></body></html>
            """
        html = page.html
    }
}

extension Markup {
    /// Custom properties with values of our own making.
    fileprivate init(css style: LookStyle) {
        self.init([Markup(stringLiteral: style.css)])
    }
}
