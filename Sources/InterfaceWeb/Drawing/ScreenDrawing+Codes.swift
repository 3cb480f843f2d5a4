import Interface

extension ScreenDrawing {
    func draw(_ countdown: Countdown, _ id: String) -> Markup {
        """
        <p id="\(id)" class="soft" role="timer">\(countdown.label) \(countdown.secondsLeft)</p>
        """
    }

    func draw(_ code: CodeImage, _ id: String) -> Markup {
        "<p id=\"\(id)\" class=\"code\" dir=\"ltr\">\(code.text)</p>"
    }

    func draw(_ copy: CopyText, _ id: String) -> Markup {
        """
        <div id="\(ElementID.of(id))" class="field"><span class="label">\(copy.label)</span>\
        <p class="code" dir="ltr">\(copy.text)</p></div>
        """
    }

    func draw(_ page: WebPage, _ id: String) -> Markup {
        "<p id=\"\(ElementID.of(id))\" class=\"soft\">\(page.label)</p>"
    }
}
