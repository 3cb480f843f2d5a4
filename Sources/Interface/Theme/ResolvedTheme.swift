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

/// The tokens of one scheme, every one with a value.
package struct ResolvedTheme: Sendable, Hashable {
    package var primary: Color
    /// Text on a primary button.
    package var onPrimary: Color
    /// Secondary buttons and the selected row.
    package var secondary: Color
    package var background: Color
    package var text: Color
    package var textSecondary: Color
    package var textPlaceholder: Color
    package var danger: Color
    package var success: Color
    package var warning: Color
    package var inputBackground: Color
    package var inputBorder: Color
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

    package enum Shadow: String, Sendable, Hashable { case none, sm, md, lg }

    package init(
        primary: Color, onPrimary: Color, secondary: Color, background: Color, text: Color, textSecondary: Color,
        textPlaceholder: Color, danger: Color, success: Color, warning: Color, inputBackground: Color,
        inputBorder: Color, fontFamily: String? = nil, fontSizeBase: Double = 16, fontWeightNormal: Int = 400,
        fontWeightMedium: Int = 500, borderRadius: Double = 12, spacingUnit: Double = 4, gridRow: Double = 12,
        gridColumn: Double = 12, shadow: Shadow = .none
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
        self.inputBorder = inputBorder
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

    package static let defaultLight = ResolvedTheme(
        primary: Color(0x0F766E), onPrimary: Color(0xFFFFFF), secondary: Color(0x0F766E), background: Color(0xFFFFFF),
        text: Color(0x111827), textSecondary: Color(0x6B7280), textPlaceholder: Color(0x9CA3AF),
        danger: Color(0xDC2626), success: Color(0x16A34A), warning: Color(0xD97706), inputBackground: Color(0xFFFFFF),
        inputBorder: Color(0xD1D5DB), shadow: .md)

    package static let defaultDark = ResolvedTheme(
        primary: Color(0x2DD4BF), onPrimary: Color(0x000000), secondary: Color(0x2DD4BF), background: Color(0x111827),
        text: Color(0xF9FAFB), textSecondary: Color(0x9CA3AF), textPlaceholder: Color(0x6B7280),
        danger: Color(0xF87171), success: Color(0x4ADE80), warning: Color(0xFBBF24), inputBackground: Color(0x1F2937),
        inputBorder: Color(0x374151))
}
