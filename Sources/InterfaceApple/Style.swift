#if canImport(SwiftUI) && canImport(UIKit)
    import Interface
    import SwiftUI
    import UIKit

    /// The theme that counts now, as the views read it.
    struct Style: Hashable, Sendable {
        var theme: ResolvedTheme
        /// What follows from the theme: tints, notices, and shades that can be read.
        var colors: DerivedColors
        var labels: Look.FieldLabels
        var showsSkeleton: Bool
        /// Neither the appearance nor the device asks for stillness (W72).
        var animates: Bool
        var isRightToLeft: Bool

        init(_ look: Look, isDark: Bool, reducesMotion: Bool, isRightToLeft: Bool) {
            theme = look.theme(isDark: isDark)
            colors = theme.derived
            labels = look.labels
            showsSkeleton = look.showsSkeleton
            animates = look.animates && !reducesMotion
            self.isRightToLeft = isRightToLeft
        }

        var fade: Animation? { animates ? .easeOut(duration: 0.25) : nil }
        var radius: CGFloat { CGFloat(theme.borderRadius) }

        /// The design's sizes are those of a base of 16 points.
        func points(_ size: CGFloat) -> CGFloat { size * CGFloat(theme.fontSizeBase) / 16 }

        func space(_ spacing: Column.Spacing) -> CGFloat {
            switch spacing {
            case .tight: CGFloat(theme.spacingUnit)
            case .inside: CGFloat(theme.gridRow)
            case .between: CGFloat(theme.spacingUnit) * 6
            }
        }

        /// The theme's weights for body text and for labels and buttons; headings keep their own.
        func weight(_ weight: Font.Weight) -> Font.Weight {
            switch weight {
            case .regular: Font.Weight(css: theme.fontWeightNormal)
            case .medium: Font.Weight(css: theme.fontWeightMedium)
            default: weight
            }
        }

        /// What a `UITextField` is written in; it follows Dynamic Type.
        func fieldFont(_ size: CGFloat = 17) -> UIFont {
            let points = points(size)
            let font =
                theme.fontFamily.flatMap { Typeface.name($0, .regular) }.flatMap { UIFont(name: $0, size: points) }
                ?? UIFont.monospacedDigitSystemFont(ofSize: points, weight: .regular)
            return UIFontMetrics(forTextStyle: .body).scaledFont(for: font)
        }
    }

    extension Look {
        /// W62: `auto` follows the phone.
        func theme(isDark: Bool) -> ResolvedTheme {
            switch scheme {
            case .light: light
            case .dark: dark
            case .auto: isDark ? dark : light
            }
        }

        var interfaceStyle: UIUserInterfaceStyle {
            switch scheme {
            case .light: .light
            case .dark: .dark
            case .auto: .unspecified
            }
        }
    }

    extension Interface.Color {
        var drawn: SwiftUI.Color {
            SwiftUI.Color(
                .sRGB, red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255,
                opacity: Double(alpha) / 255)
        }

        var uiColor: UIColor {
            UIColor(
                red: CGFloat(red) / 255, green: CGFloat(green) / 255, blue: CGFloat(blue) / 255,
                alpha: CGFloat(alpha) / 255)
        }
    }

    extension Font.Weight {
        /// 100 to 900, as CSS counts.
        init(css weight: Int) {
            let weights: [Font.Weight] = [
                .ultraLight, .thin, .light, .regular, .medium, .semibold, .bold, .heavy, .black,
            ]
            // CSS has thin at 100 and extra light at 200.
            self = weight < 150 ? .thin : weight < 250 ? .ultraLight : weights[min(max(weight / 100 - 1, 2), 8)]
        }
    }

    extension View {
        /// The theme's shadow of cards.
        func cardShadow(_ shadow: ResolvedTheme.Shadow) -> some View {
            let (radius, drop, strength): (CGFloat, CGFloat, Double) =
                switch shadow {
                case .none: (0, 0, 0)
                case .sm: (2, 1, 0.08)
                case .md: (6, 2, 0.1)
                case .lg: (16, 8, 0.14)
                }
            return self.shadow(color: Interface.Color.black.drawn.opacity(strength), radius: radius, x: 0, y: drop)
        }
    }

    /// The faces of a family that the app ships: fonts are asked for by the face's name.
    enum Typeface {
        static func name(_ family: String, _ weight: Font.Weight) -> String? {
            guard let known = UIFont.familyNames.first(where: { $0.caseInsensitiveCompare(family) == .orderedSame })
            else { return nil }
            let faces = UIFont.fontNames(forFamilyName: known)
            let wanted = endings(weight) + ["-regular", "-roman"]
            let found = wanted.lazy.compactMap { ending in faces.first { $0.lowercased().hasSuffix(ending) } }.first
            return found ?? faces.first
        }

        private static func endings(_ weight: Font.Weight) -> [String] {
            switch weight {
            case .medium: ["-medium", "-semibold"]
            case .semibold: ["-semibold", "-demibold", "-bold", "-medium"]
            case .bold: ["-bold", "-semibold"]
            default: []
            }
        }
    }

    private struct StyleKey: EnvironmentKey {
        static let defaultValue = Style(
            Look(light: .defaultLight, dark: .defaultDark), isDark: false, reducesMotion: false, isRightToLeft: false)
    }

    private struct FormKey: EnvironmentKey {
        static let defaultValue: String? = nil
    }

    extension EnvironmentValues {
        var style: Style {
            get { self[StyleKey.self] }
            set { self[StyleKey.self] = newValue }
        }

        /// The form a field stands in; Return submits it.
        var formID: String? {
            get { self[FormKey.self] }
            set { self[FormKey.self] = newValue }
        }
    }

    /// A size of the design in the theme's font, growing with Dynamic Type.
    private struct Lettering: ViewModifier {
        @Environment(\.style) private var style
        @ScaledMetric private var scale: CGFloat
        private let size: CGFloat
        private let weight: Font.Weight
        private let design: Font.Design

        init(_ size: CGFloat, _ weight: Font.Weight, _ design: Font.Design, relativeTo textStyle: Font.TextStyle) {
            self.size = size
            self.weight = weight
            self.design = design
            _scale = ScaledMetric(wrappedValue: 1, relativeTo: textStyle)
        }

        func body(content: Content) -> some View {
            content.font(font)
        }

        private var font: Font {
            let points = style.points(size) * scale
            let weight = style.weight(weight)
            // W73: the family is nil here unless the app ships it.
            if let family = style.theme.fontFamily, design == .default, let face = Typeface.name(family, weight) {
                return .custom(face, fixedSize: points)
            }
            return .system(size: points, weight: weight, design: design)
        }
    }

    extension View {
        func lettering(
            _ size: CGFloat, _ weight: Font.Weight = .regular, design: Font.Design = .default,
            relativeTo textStyle: Font.TextStyle = .body
        ) -> some View {
            modifier(Lettering(size, weight, design, relativeTo: textStyle))
        }

        func ink(_ color: Interface.Color) -> some View { foregroundColor(color.drawn) }
    }

    extension String {
        /// Keeps its direction inside a right-to-left sentence.
        func isolated(_ isLeftToRight: Bool) -> String { isLeftToRight ? "\u{2066}\(self)\u{2069}" : self }
    }
#endif
