import Interface
import QRCodes

extension ScreenDrawing {
    // MARK: A code to scan

    /// Black on white whatever the colours around it are: a camera reads nothing else for sure.
    func draw(_ code: CodeImage, _ id: String) -> Markup {
        guard let squares = QRCode(code.text) else {
            return "<div id=\"\(id)\" class=\"qr\"></div>"
        }
        let zone = QRCode.quietZone
        let side = squares.side + 2 * zone
        let path = squares.runs.map { run -> Markup in
            let width = run.columns.count
            return "M\(run.columns.lowerBound + zone) \(run.row + zone)h\(width)v1h-\(width)z"
        }
        return """
            <div id="\(id)" class="qr"><svg viewBox="0 0 \(side) \(side)" role="img" aria-label="\(code.label)" \
            shape-rendering="crispEdges"><rect width="\(side)" height="\(side)" fill="#fff"/>\
            <path fill="#000" d="\(path)"/></svg></div>
            """
    }

    // MARK: A code to copy

    func draw(_ copy: CopyText, _ id: String) -> Markup {
        """
        <div id="\(ElementID.of(id))" class="copy"><p class="given"><span class="caption">\(copy.label)</span>\
        <code dir="ltr">\(copy.shortened)</code></p>\
        <button type="button" id="\(ElementID.of(id, "in"))" class="button" data-copy="\(copy.text)" \
        data-said="\(copy.copiedText)">\(Signs.copy)\(Signs.check)<span>\(copy.copyTitle)</span>\
        <span>\(copy.copiedText)</span></button></div>
        """
    }

    // MARK: The time there is left

    /// The page counts on, and tells a screen reader at whole minutes.
    func draw(_ countdown: Countdown, _ id: String) -> Markup {
        """
        <div id="\(id)" class="countdown" data-left="\(countdown.secondsLeft)">\(Signs.clock)\
        <span id="\(id)__label">\(countdown.label)</span>\
        <span class="clock" role="timer" dir="ltr" aria-labelledby="\(id)__label"></span>\
        <span class="unseen" role="status"></span></div>
        """
    }

    // MARK: A page inside the screen

    /// It may do what a bank's page does, and cannot lead the page around it away.
    func draw(_ page: WebPage, _ id: String) -> Markup {
        guard !page.origin.isEmpty else { return "<div id=\"\(ElementID.of(id))\"></div>" }
        return """
            <div id="\(ElementID.of(id))" class="page">\(Signs.spinner)<iframe id="\(ElementID.of(id, "in"))" \
            data-page="\(id)" data-origin="\(page.origin)" src="\(page.framedURL)" title="\(page.label)" \
            sandbox="allow-scripts allow-forms allow-same-origin allow-popups" referrerpolicy="no-referrer">\
            </iframe></div>
            """
    }
}
