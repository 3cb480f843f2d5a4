#if canImport(SwiftUI) && canImport(UIKit)
    import Interface
    import UIKit

    extension InheritedLook {
        /// W68: the tint, the system's colours and the style of a screen, as that screen resolves them.
        @MainActor
        package init(_ screen: UIViewController) {
            let traits = screen.traitCollection
            func color(_ color: UIColor?) -> Interface.Color? {
                color.flatMap { Interface.Color($0.resolvedColor(with: traits)) }
            }
            self.init(
                style: traits.userInterfaceStyle == .dark ? .dark : .light, tint: color(screen.view.tintColor),
                background: color(.systemBackground), label: color(.label), secondaryLabel: color(.secondaryLabel),
                separator: color(.separator))
        }
    }

    extension Interface.Color {
        /// A colour that was resolved for light or dark; nil for a pattern.
        package init?(_ color: UIColor) {
            var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
            guard color.getRed(&red, green: &green, blue: &blue, alpha: &alpha) else { return nil }
            // Wide-gamut colours reach beyond 0 and 1.
            func channel(_ value: CGFloat) -> UInt8 { UInt8((min(max(value, 0), 1) * 255).rounded()) }
            self.init(red: channel(red), green: channel(green), blue: channel(blue), alpha: channel(alpha))
        }
    }

    /// The fonts the app ships, and the system's.
    package enum EmbeddedFonts {
        /// W73: whether a family of this name is there; written as its name, any case.
        @Sendable package static func contains(_ family: String) -> Bool {
            UIFont.familyNames.contains { $0.caseInsensitiveCompare(family) == .orderedSame }
        }
    }
#endif
