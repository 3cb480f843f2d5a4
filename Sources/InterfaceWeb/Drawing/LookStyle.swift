import Foundation
import Interface

/// The theme as custom properties of CSS. Everything in it may come from a merchant, so nothing is copied as text.
package struct LookStyle: Sendable {
    package let css: String

    package init(_ look: Look) {
        switch look.scheme {
        case .light: css = Self.rule(look.light, "light")
        case .dark: css = Self.rule(look.dark, "dark")
        case .auto:
            css =
                Self.rule(look.light, "light") + "\n@media (prefers-color-scheme:dark){"
                + Self.rule(look.dark, "dark") + "}"
        }
    }

    private static func rule(_ theme: ResolvedTheme, _ scheme: String) -> String {
        let derived = DerivedColors(theme)
        var values: [(String, String)] = [
            ("primary", color(theme.primary)), ("on-primary", color(theme.onPrimary)),
            ("primary-border", color(derived.primaryBorder)), ("primary-hover", color(derived.primaryHover)),
            ("primary-pressed", color(derived.primaryPressed)), ("accent", color(derived.accent)),
            ("secondary", color(derived.secondaryText)),
            ("secondary-fill", derived.secondaryFill.map(color) ?? "none"),
            ("secondary-line", derived.secondaryBorder.map(color) ?? "transparent"),
            ("tick", color(derived.checkbox)), ("tick-line", color(derived.checkboxBorder)),
            ("on-tick", color(derived.onCheckbox)), ("focus", color(derived.focusRing)),
            ("paper", color(theme.background)), ("ground", color(theme.background.mixed(with: theme.text, 0.05))),
            ("hair", color(theme.background.mixed(with: theme.text, 0.14))), ("chosen", color(derived.selectedRow)),
            ("hover", color(derived.hoverRow)), ("off", color(derived.disabledFill)),
            ("off-ink", color(derived.disabledText)), ("skeleton", color(derived.skeleton)),
            ("ink", color(theme.text)), ("soft", color(theme.textSecondary)), ("hint", color(theme.textPlaceholder)),
            ("danger", color(theme.danger)),
            ("on-danger", color(Color.blackOrWhite(on: [theme.danger]))), ("success", color(theme.success)),
            ("field", color(theme.inputBackground)), ("line", color(theme.inputBorder)),
            ("font", fonts(theme.fontFamily)), ("size", number(theme.fontSizeBase / 16, 0.5...2) + "rem"),
            ("normal", weight(theme.fontWeightNormal)), ("medium", weight(theme.fontWeightMedium)),
            ("strong", weight(theme.fontWeightMedium + 100)), ("radius", number(theme.borderRadius, 0...40) + "px"),
            ("unit", number(theme.spacingUnit, 1...12) + "px"), ("row-gap", number(theme.gridRow, 0...60) + "px"),
            ("column-gap", number(theme.gridColumn, 0...60) + "px"), ("shadow", shadow(theme.shadow)),
        ]
        let notices = [
            ("error", derived.error), ("warning", derived.warning), ("information", derived.information),
            ("success", derived.success),
        ]
        for (name, notice) in notices {
            values.append(("\(name)-ground", color(notice.background)))
            values.append(("\(name)-ink", color(notice.text)))
            values.append(("\(name)-sign", color(notice.sign)))
        }
        return ":root{color-scheme:\(scheme);" + values.map { "--\($0):\($1)" }.joined(separator: ";") + "}"
    }

    private static func color(_ color: Color) -> String {
        func hex(_ value: UInt8) -> String { (value < 16 ? "0" : "") + String(value, radix: 16) }
        let solid = "#" + hex(color.red) + hex(color.green) + hex(color.blue)
        return color.alpha == 255 ? solid : solid + hex(color.alpha)
    }

    private static func number(_ value: Double, _ range: ClosedRange<Double>) -> String {
        let value = value.isFinite ? min(max(value, range.lowerBound), range.upperBound) : range.lowerBound
        let thousandths = Int((value * 1000).rounded())
        return "\(thousandths / 1000).\(String(thousandths % 1000 + 1000).dropFirst())"
    }

    private static func weight(_ value: Int) -> String { String(min(max(value, 100), 900)) }

    static let systemFonts =
        "-apple-system,BlinkMacSystemFont,Inter,Roboto,\"Segoe UI\",\"Noto Sans\",\"DejaVu Sans\",sans-serif"

    /// Names of families, each in quotes; a generic name stays one.
    private static func fonts(_ list: String?) -> String {
        let generic: Set = ["serif", "sans-serif", "monospace", "system-ui", "ui-sans-serif", "ui-serif", "ui-rounded"]
        let names = (list ?? "").split(separator: ",").prefix(8).map { name -> String in
            // By scalars: some letters join with the sign after them into one character.
            let plain = name.unicodeScalars.filter {
                $0.properties.isAlphabetic || $0.properties.numericType != nil || " -_".unicodeScalars.contains($0)
            }
            return String(String.UnicodeScalarView(plain)).trimmingCharacters(in: .whitespaces)
        }.filter { !$0.isEmpty && $0.utf8.count <= 60 }
        return (names.map { generic.contains($0) ? $0 : "\"\($0)\"" } + [systemFonts]).joined(separator: ",")
    }

    private static func shadow(_ shadow: ResolvedTheme.Shadow) -> String {
        switch shadow {
        case .none: "none"
        case .sm: "0 1px 3px rgba(0,0,0,.08)"
        case .md: "0 2px 6px rgba(0,0,0,.05),0 8px 24px rgba(0,0,0,.08)"
        case .lg: "0 4px 10px rgba(0,0,0,.06),0 20px 48px rgba(0,0,0,.14)"
        }
    }
}
