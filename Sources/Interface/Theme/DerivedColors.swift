/// The colours that follow from a theme's tokens: states, tints and notices. Letters have 4.5 to 1 or more on what lies
/// behind them, signs and borders 3 to 1, whatever the merchant's colours are.
package struct DerivedColors: Sendable, Hashable {
    /// The primary colour as letters, links, signs, a checked box and the focus ring on the background: the nearest
    /// shade of it that has 4.5 to 1.
    package let accent: Color
    /// The secondary colour as letters on the background.
    package let secondaryText: Color
    /// Around a primary button: the button's own colour, unless that cannot be told from the background.
    package let primaryBorder: Color
    /// The primary button under a pointer, and pressed. `onPrimary` is as readable on them.
    package let primaryHover: Color
    package let primaryPressed: Color
    /// Behind and around a secondary button; nil for a button of letters only.
    package let secondaryFill: Color?
    package let secondaryBorder: Color?
    /// A box that is ticked, and the sign in it.
    package let checkbox: Color
    package let checkboxBorder: Color
    package let onCheckbox: Color
    /// A button that cannot be pressed now.
    package let disabledFill: Color
    package let disabledText: Color
    /// Around what has the focus; drawn with a gap, so it lies on the background.
    package let focusRing: Color
    /// Behind the row that is chosen; `text`, `textSecondary` and `accent` are read on it.
    package let selectedRow: Color
    /// Behind a row under a pointer or a finger.
    package let hoverRow: Color
    /// Shapes in place of what is being loaded; they say nothing.
    package let skeleton: Color
    package let error: Notice
    package let warning: Notice
    package let information: Notice
    package let success: Notice

    /// A notice over the content.
    package struct Notice: Sendable, Hashable {
        package let background: Color
        package let border: Color
        package let text: Color
        package let sign: Color
    }

    package init(_ theme: ResolvedTheme) {
        let background = theme.background
        let controls = theme.controls
        func chosen(_ color: Color?) -> Color? { ControlColors.seen(color)?.over(background) }
        let accent = (chosen(controls.accent) ?? theme.primary).readable(on: [background], Contrast.text)
        self.accent = accent
        focusRing = accent
        secondaryFill = chosen(controls.secondaryFill)
        secondaryBorder = chosen(controls.secondaryBorder)
        secondaryText = (chosen(controls.secondaryText) ?? theme.secondary)
            .readable(on: [secondaryFill ?? background], Contrast.text)
        primaryBorder = (chosen(controls.primaryBorder) ?? theme.primary).readable(on: [background], Contrast.sign)
        checkbox = chosen(controls.checkbox) ?? theme.primary
        checkboxBorder = checkbox.readable(on: [background], Contrast.sign)
        onCheckbox = controls.checkbox == nil ? theme.onPrimary : .blackOrWhite(on: [checkbox])
        primaryHover = Self.pressed(theme.primary, under: theme.onPrimary, 0.08)
        primaryPressed = Self.pressed(theme.primary, under: theme.onPrimary, 0.16)
        disabledFill = chosen(controls.disabledFill) ?? background.mixed(with: theme.text, 0.12)
        disabledText = (chosen(controls.disabledText) ?? theme.textSecondary)
            .readable(on: [disabledFill], Contrast.text)
        let letters = [theme.text, theme.textSecondary, accent]
        selectedRow = Self.tint(background, theme.secondary, 0.1, under: letters)
        hoverRow = Self.tint(background, theme.text, 0.05, under: letters)
        skeleton = background.mixed(with: theme.text, 0.1)
        func notice(_ sign: Color) -> Notice {
            let ground = Self.tint(background, sign, 0.12, under: [theme.text])
            return Notice(
                background: ground, border: ground.mixed(with: sign, 0.3), text: theme.text,
                sign: sign.readable(on: [ground], Contrast.sign))
        }
        error = notice(theme.danger)
        warning = notice(theme.warning)
        information = notice(accent)
        success = notice(theme.success)
    }

    /// A shade of a fill on which its letters are read no worse than they must be.
    private static func pressed(_ fill: Color, under letters: Color, _ part: Double) -> Color {
        let away: Color = letters.relativeLuminance > fill.relativeLuminance ? .black : .white
        let shade = fill.mixed(with: away, part)
        // Black cannot become darker: there the shade goes towards the letters, as far as they allow.
        guard shade.contrast(with: fill) < 1.06 else { return shade }
        let towards = fill.mixed(with: letters, part)
        return letters.contrast(with: towards) >= Contrast.text ? towards : shade
    }

    /// The background with a touch of a colour, as much as the letters on it allow.
    private static func tint(_ background: Color, _ color: Color, _ most: Double, under letters: [Color]) -> Color {
        for step in stride(from: 4.0, to: 0, by: -1) {
            let tint = background.mixed(with: color, most * step / 4)
            if letters.allSatisfy({ $0.contrast(with: tint) >= Contrast.text }) { return tint }
        }
        return background
    }
}

extension ResolvedTheme {
    /// The colours that follow from these; worth keeping for as long as the theme is.
    package var derived: DerivedColors { DerivedColors(self) }
}
