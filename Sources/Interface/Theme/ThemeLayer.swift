/// What a look can be told, token by token (W65, W69).
package enum ThemeToken: String, Sendable, CaseIterable {
    case primary, onPrimary, secondary, background
    case text, textSecondary, textPlaceholder
    case danger, success, warning
    case inputBackground, inputBorder
    case fontFamily, fontSizeBase, fontWeightNormal, fontWeightMedium
    case borderRadius, spacingUnit, gridRow, gridColumn
    case shadow
}

/// One source of a look: what it says of each token, as CSS writes it. A token it does not name, or says unreadably,
/// is for the next source to say.
package struct ThemeLayer: Sendable, Hashable {
    private var texts: [ThemeToken: String] = [:]

    package init() {}

    package init(_ texts: [ThemeToken: String?]) {
        self.texts = texts.compactMapValues { $0 }
    }

    package subscript(_ token: ThemeToken) -> String? {
        get { texts[token] }
        set { texts[token] = newValue }
    }

    func color(_ token: ThemeToken) -> Color? { self[token].flatMap(Color.init(css:)) }
}

/// A ready-made look (W62).
package enum ThemePreset: String, Sendable, CaseIterable {
    case stripe, night, flat
}

/// Whether a screen is light or dark.
package enum ThemeGround: String, Sendable, CaseIterable {
    case light, dark
}

/// What the presenting screen looks like, read from it when the appearance says `inherit` (W68).
package struct InheritedLook: Sendable, Hashable {
    /// Whether the screen is light or dark; the colours are those of that style.
    package var style: ThemeGround
    package var tint: Color?
    /// `systemBackground`, `label`, `secondaryLabel` and `separator`, resolved.
    package var background: Color?
    package var label: Color?
    package var secondaryLabel: Color?
    package var separator: Color?

    package init(
        style: ThemeGround, tint: Color? = nil, background: Color? = nil, label: Color? = nil,
        secondaryLabel: Color? = nil, separator: Color? = nil
    ) {
        self.style = style
        self.tint = tint
        self.background = background
        self.label = label
        self.secondaryLabel = secondaryLabel
        self.separator = separator
    }

    /// Only what contrasts enough with the background the screen will have. The tint goes with light and dark; the
    /// other colours were resolved for one of them.
    func layer(_ ground: ThemeGround, background: Color) -> ThemeLayer {
        func kept(_ color: Color?, _ ratio: Double) -> String? {
            guard let color, color.contrast(with: background) >= ratio else { return nil }
            return color.css
        }
        var layer = ThemeLayer([.primary: kept(tint, Contrast.sign)])
        guard style == ground else { return layer }
        layer[.text] = kept(label, Contrast.text)
        layer[.textSecondary] = kept(secondaryLabel, Contrast.text)
        layer[.inputBorder] = kept(separator, Contrast.hairline)
        return layer
    }
}
