import Interface

/// Our own signs: lines of one weight on a grid of 24, in the colour of the text around them.
enum Signs {
    static let close = sign("<path d=\"M6 6l12 12M18 6L6 18\"/>")
    /// Turned round in a right-to-left page.
    static let back = sign("<path d=\"M15 5l-7 7 7 7\"/>", kind: "turns")
    static let forward = sign("<path d=\"M9 5l7 7-7 7\"/>", kind: "turns")
    static let down = sign("<path d=\"M6 9l6 6 6-6\"/>")
    static let check = sign("<path d=\"M5 12.5l4.5 4.5L19 7.5\"/>")
    static let alert = sign("<circle cx=\"12\" cy=\"12\" r=\"9\"/><path d=\"M12 7.5v5.5M12 16.4v.1\"/>")
    static let warning = sign("<path d=\"M12 4L2.8 19.5h18.4zM12 10v4.5M12 17v.1\"/>")
    static let information = sign("<circle cx=\"12\" cy=\"12\" r=\"9\"/><path d=\"M12 11v5.5M12 7.6v.1\"/>")
    static let copy = sign(
        "<rect x=\"8.5\" y=\"8.5\" width=\"11\" height=\"11\" rx=\"2.5\"/>"
            + "<path d=\"M15.5 5.5v-.2A1.8 1.8 0 0 0 13.7 3.5H6.3a2.8 2.8 0 0 0-2.8 2.8v7.4a1.8 1.8 0 0 0 1.8 1.8h.2\"/>"
    )
    static let clock = sign("<circle cx=\"12\" cy=\"12\" r=\"9\"/><path d=\"M12 7v5.2l3.3 2\"/>")
    static let bin = sign(
        "<path d=\"M4.5 6.5h15M9.5 6V4.8a1.3 1.3 0 0 1 1.3-1.3h2.4a1.3 1.3 0 0 1 1.3 1.3V6M6.5 6.5l.8 12a2 2 0 0 0 2 1.9h5.4a2 2 0 0 0 2-1.9l.8-12M10.2 10.5v6M13.8 10.5v6\"/>"
    )
    static let lock = sign(
        "<rect x=\"5\" y=\"10.5\" width=\"14\" height=\"9.5\" rx=\"2.5\"/><path d=\"M8 10.5V7.8a4 4 0 0 1 8 0v2.7\"/>")
    static let spinner: Markup =
        "<svg class=\"spin\" viewBox=\"0 0 24 24\" aria-hidden=\"true\"><circle cx=\"12\" cy=\"12\" r=\"9\"/></svg>"

    static func banner(_ kind: Banner.Kind) -> Markup {
        switch kind {
        case .error: alert
        case .warning: warning
        case .information: information
        }
    }

    static func outcome(_ outcome: Outcome) -> Markup {
        let path: Markup
        switch outcome {
        case .success: path = "<path class=\"draw\" pathLength=\"1\" d=\"M20 33.5l8.5 8.5L45 24.5\"/>"
        case .failure: path = "<path d=\"M32 19v17M32 44.5v.2\"/>"
        case .pending: path = "<path d=\"M32 19v14l9 5.5\"/>"
        case .over: path = "<path d=\"M21 32h22\"/>"
        }
        return
            "<svg viewBox=\"0 0 64 64\" aria-hidden=\"true\"><circle class=\"disc\" cx=\"32\" cy=\"32\" r=\"30\"/>\(path)</svg>"
    }

    static func badge(_ symbol: Badge.Symbol) -> Markup {
        switch symbol {
        case .card: "<rect x=\"3\" y=\"5.5\" width=\"18\" height=\"13\" rx=\"2.5\"/><path d=\"M3 10h18M6.5 14.8h4\"/>"
        case .phone: "<rect x=\"7\" y=\"2.5\" width=\"10\" height=\"19\" rx=\"2.5\"/><path d=\"M11 18.5h2\"/>"
        case .wallet:
            "<path d=\"M18.5 7.5V6a2 2 0 0 0-2-2H5.8a2.3 2.3 0 0 0 0 4.6h12.7a2 2 0 0 1 2 2v7.2a2 2 0 0 1-2 2H6a2.5 2.5 0 0 1-2.5-2.5v-11M16.5 14v.1\"/>"
        case .shop:
            "<path d=\"M4 10.5V19a1.5 1.5 0 0 0 1.5 1.5h13A1.5 1.5 0 0 0 20 19v-8.5M3 8l2-4.5h14L21 8a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0zM9.5 20.5v-5h5v5\"/>"
        }
    }

    private static func sign(_ body: Markup, kind: String = "") -> Markup {
        "<svg class=\"i \(kind)\" viewBox=\"0 0 24 24\" aria-hidden=\"true\">\(body)</svg>"
    }
}
