/// Everything a renderer needs to know about colours and shapes, for light and for dark.
package struct Look: Sendable, Hashable {
    package enum Scheme: String, Sendable, Hashable { case light, dark, auto }

    package var light: ResolvedTheme
    package var dark: ResolvedTheme
    /// `auto` follows the device, live.
    package var scheme: Scheme
    package var labels: FieldLabels
    package var animates: Bool
    /// Skeleton, or spinner, while the payment is loaded.
    package var showsSkeleton: Bool

    package enum FieldLabels: String, Sendable, Hashable { case above, floating }

    package init(
        light: ResolvedTheme, dark: ResolvedTheme, scheme: Scheme = .auto, labels: FieldLabels = .above,
        animates: Bool = true, showsSkeleton: Bool = true
    ) {
        self.light = light
        self.dark = dark
        self.scheme = scheme
        self.labels = labels
        self.animates = animates
        self.showsSkeleton = showsSkeleton
    }
}

/// The tokens of one scheme, every one with a value and every one opaque. ``derived`` has the colours that follow
/// from them.
///
/// Fills are what the merchant chose: `primary`, `secondary`, `background`, `inputBackground`. What is drawn on them is
/// the merchant's as well when it can be read there, and else the nearest shade of it that can.
package struct ResolvedTheme: Sendable, Hashable {
    package var primary: Color
    /// Text on a primary button: 4.5 to 1 or more.
    package var onPrimary: Color
    /// Secondary buttons and the selected row; as letters it is ``DerivedColors/secondaryText``.
    package var secondary: Color
    package var background: Color
    /// On the background, 4.5 to 1 or more; so is `textSecondary`.
    package var text: Color
    package var textSecondary: Color
    /// In a field, 4.5 to 1 or more.
    package var textPlaceholder: Color
    /// On the background, 4.5 to 1 or more: an error is also letters.
    package var danger: Color
    /// On the background, 3 to 1 or more; so is `warning`. They colour signs, never letters.
    package var success: Color
    package var warning: Color
    package var inputBackground: Color
    /// In a field, 4.5 to 1 or more: `text`, unless the field has another ground than the screen.
    package var inputText: Color
    /// Around a field, 3 to 1 or more on the background.
    package var inputBorder: Color
    /// Between rows: the border's colour as it was chosen, so it may be faint.
    package var hairline: Color
    /// Nil for the system's.
    package var fontFamily: String?
    /// Points.
    package var fontSizeBase: Double
    package var fontWeightNormal: Int
    package var fontWeightMedium: Int
    /// Points.
    package var borderRadius: Double
    package var spacingUnit: Double
    package var gridRow: Double
    package var gridColumn: Double
    package var shadow: Shadow
    package var controls = ControlColors()

    package enum Shadow: String, Sendable, Hashable { case none, sm, md, lg }

    package init(
        primary: Color, onPrimary: Color, secondary: Color, background: Color, text: Color, textSecondary: Color,
        textPlaceholder: Color, danger: Color, success: Color, warning: Color, inputBackground: Color,
        inputBorder: Color, fontFamily: String? = nil, fontSizeBase: Double = 16, fontWeightNormal: Int = 400,
        fontWeightMedium: Int = 500, borderRadius: Double = 12, spacingUnit: Double = 4, gridRow: Double = 12,
        gridColumn: Double = 12, shadow: Shadow = .none, inputText: Color? = nil, hairline: Color? = nil
    ) {
        self.primary = primary
        self.onPrimary = onPrimary
        self.secondary = secondary
        self.background = background
        self.text = text
        self.textSecondary = textSecondary
        self.textPlaceholder = textPlaceholder
        self.danger = danger
        self.success = success
        self.warning = warning
        self.inputBackground = inputBackground
        self.inputText = inputText ?? text
        self.inputBorder = inputBorder
        self.hairline = hairline ?? inputBorder
        self.fontFamily = fontFamily
        self.fontSizeBase = fontSizeBase
        self.fontWeightNormal = fontWeightNormal
        self.fontWeightMedium = fontWeightMedium
        self.borderRadius = borderRadius
        self.spacingUnit = spacingUnit
        self.gridRow = gridRow
        self.gridColumn = gridColumn
        self.shadow = shadow
    }

    package static let defaultLight = ThemeSources().theme(.light)

    package static let defaultDark = ThemeSources().theme(.dark)
}
