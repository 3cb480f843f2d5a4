import Foundation

/// How much two colours must differ for what they draw to be seen by everybody: the ratios of WCAG 2.
package enum Contrast {
    /// Letters on what lies behind them.
    package static let text = 4.5
    /// Signs, and the borders that show where something can be touched.
    package static let sign = 3.0
    /// Lines that only order what is seen anyway.
    package static let hairline = 1.1
}

extension Color {
    /// 0 for black to 1 for white, as WCAG 2 defines it; the alpha is not looked at.
    package var relativeLuminance: Double {
        func linear(_ channel: UInt8) -> Double {
            let part = Double(channel) / 255
            return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// Whether white is easier to read on it than black.
    package var isDark: Bool { relativeLuminance < 0.179 }

    /// 1 for equal colours to 21 for black and white. This may be translucent; the background is taken as opaque.
    package func contrast(with background: Color) -> Double {
        let (one, two) = (over(background).relativeLuminance, background.relativeLuminance)
        return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }

    /// The least contrast with any of the backgrounds.
    package func contrast(withAll backgrounds: [Color]) -> Double {
        backgrounds.map(contrast(with:)).min() ?? 21
    }

    /// The nearest colour of this hue that has the contrast on every background: itself when it has, else as much
    /// darker or lighter as it takes. Black or white, whichever is better, when no shade of it has.
    package func readable(on backgrounds: [Color], _ ratio: Double) -> Color {
        guard let first = backgrounds.first else { return self }
        let seen = over(first)
        if seen.contrast(withAll: backgrounds) >= ratio { return seen }
        let steps = 64
        for step in 1...steps {
            let found = [Color.black, .white].map { seen.mixed(with: $0, Double(step) / Double(steps)) }
                .filter { $0.contrast(withAll: backgrounds) >= ratio }
            // Both ways may do at the same step: the one that is read better.
            if let best = found.max(by: { $0.contrast(withAll: backgrounds) < $1.contrast(withAll: backgrounds) }) {
                return best
            }
        }
        return Self.blackOrWhite(on: backgrounds)
    }

    /// Whichever of the two is read better. On a single background it always has 4.5 or more.
    package static func blackOrWhite(on backgrounds: [Color]) -> Color {
        Color.white.contrast(withAll: backgrounds) > Color.black.contrast(withAll: backgrounds) ? .white : .black
    }
}
