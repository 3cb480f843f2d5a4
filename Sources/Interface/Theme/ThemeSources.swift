/// Everything that has a say in how a checkout looks (W69). For each token the first source that says something
/// readable wins: `variables`, the top-level keys, the preset, the presenting screen, the merchant's branding, and
/// our own palette, which says everything.
package struct ThemeSources: Sendable {
    package var variables = ThemeLayer()
    package var topLevel = ThemeLayer()
    package var preset: ThemePreset?
    /// Nil unless the appearance says `inherit`.
    package var inherited: InheritedLook?
    package var branding = ThemeLayer()
    package var controls = ControlColors()
    /// Whether the app ships a font family of that name (W73).
    package var isFontEmbedded: @Sendable (String) -> Bool = { _ in false }

    package init() {}

    /// Light or dark: what was asked for, else what the preset is made for, else the presenting screen's, else the
    /// device's.
    package func scheme(_ asked: Look.Scheme?) -> Look.Scheme {
        if let asked { return asked }
        if preset == .night { return .dark }
        switch inherited?.style {
        case .light: return .light
        case .dark: return .dark
        case nil: return .auto
        }
    }

    /// The tokens for a light or a dark screen.
    package func theme(_ asked: ThemeGround) -> ResolvedTheme {
        let background = background(asked)
        // A merchant's white stays white at night: what stands on it is then that of a light screen.
        let ground: ThemeGround = background.isDark ? .dark : .light
        let reader = TokenReader(
            layers: [
                variables, topLevel, preset.map { Palettes.preset($0, ground) },
                inherited?.layer(ground, background: background), branding, Palettes.standard(ground),
            ].compactMap(\.self), isFontEmbedded: isFontEmbedded)
        var theme = reader.theme(background)
        theme.controls = controls
        return theme
    }

    private func background(_ ground: ThemeGround) -> Color {
        let inherited = inherited?.style == ground ? inherited?.background : nil
        let standard = Palettes.standard(ground).color(.background) ?? .white
        let found =
            variables.color(.background) ?? topLevel.color(.background)
            ?? preset.flatMap { Palettes.preset($0, ground).color(.background) } ?? inherited
            ?? branding.color(.background)
        return found?.over(standard) ?? standard
    }
}

/// Reads tokens from layers, the first of them first.
private struct TokenReader {
    let layers: [ThemeLayer]
    let isFontEmbedded: (String) -> Bool

    /// Our own palette says every token, so there is always a first.
    private func first<Value>(_ token: ThemeToken, _ read: (String) -> Value?) -> Value? {
        for layer in layers {
            if let value = layer[token].flatMap(read) { return value }
        }
        return nil
    }

    /// A colour nobody could see is for the next source to say.
    private func ink(_ token: ThemeToken) -> Color? {
        first(token) { text in Color(css: text).flatMap { $0.alpha == 0 ? nil : $0 } }
    }

    /// Letters keep their colour where it can be read: in the field as well when one shade does for both.
    private func letters(_ token: ThemeToken, on ground: Color, and other: Color) -> Color {
        let wanted = ink(token) ?? .blackOrWhite(on: [ground])
        let both = wanted.readable(on: [ground, other], Contrast.text)
        return both.contrast(withAll: [ground, other]) >= Contrast.text
            ? both : wanted.readable(on: [ground], Contrast.text)
    }

    func theme(_ background: Color) -> ResolvedTheme {
        let primary = (ink(.primary) ?? .black).over(background)
        let field = (first(.inputBackground, Color.init(css:)) ?? background).over(background)
        let text = letters(.text, on: background, and: field)
        let wantedBorder = first(.inputBorder, Color.init(css:)) ?? field
        // Over the field: a transparent border has the field's colour.
        let border = wantedBorder.over(field)
        let line = wantedBorder.over(background)
        let onBoth = border.readable(on: [background, field], Contrast.sign)
        return ResolvedTheme(
            primary: primary,
            onPrimary: ink(.onPrimary)?.readable(on: [primary], Contrast.text) ?? .blackOrWhite(on: [primary]),
            secondary: ink(.secondary)?.over(background) ?? primary, background: background, text: text,
            textSecondary: letters(.textSecondary, on: background, and: field),
            textPlaceholder: letters(.textPlaceholder, on: field, and: background),
            danger: letters(.danger, on: background, and: field),
            success: (ink(.success) ?? text).readable(on: [background], Contrast.sign),
            warning: (ink(.warning) ?? text).readable(on: [background], Contrast.sign), inputBackground: field,
            inputBorder: onBoth.contrast(with: background) >= Contrast.sign
                ? onBoth : border.readable(on: [background], Contrast.sign),
            fontFamily: fontFamily, fontSizeBase: length(.fontSizeBase, 12...32),
            fontWeightNormal: first(.fontWeightNormal, CSSText.weight) ?? 400,
            fontWeightMedium: first(.fontWeightMedium, CSSText.weight) ?? 500,
            borderRadius: length(.borderRadius, 0...40), spacingUnit: length(.spacingUnit, 2...12),
            gridRow: length(.gridRow, 0...48), gridColumn: length(.gridColumn, 0...48),
            shadow: first(.shadow, ResolvedTheme.Shadow.init(rawValue:)) ?? .none,
            inputText: letters(.text, on: field, and: background),
            hairline: line.contrast(with: background) >= Contrast.hairline ? line : background.mixed(with: text, 0.15))
    }

    private var fontFamily: String? {
        switch first(.fontFamily, { FontFamily(css: $0, isEmbedded: isFontEmbedded) }) {
        case .named(let name): name
        case .system, nil: nil
        }
    }

    /// Within what a screen can be drawn with: beyond it the nearest that can.
    private func length(_ token: ThemeToken, _ range: ClosedRange<Double>) -> Double {
        min(max(first(token, CSSText.length) ?? range.lowerBound, range.lowerBound), range.upperBound)
    }
}
