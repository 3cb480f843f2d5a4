import Foundation

/// An sRGB colour.
package struct Color: Sendable, Hashable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8
    /// 255 is opaque.
    package var alpha: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// `0xRRGGBB`.
    package init(_ rgb: UInt32) {
        self.init(red: UInt8(rgb >> 16 & 0xFF), green: UInt8(rgb >> 8 & 0xFF), blue: UInt8(rgb & 0xFF))
    }

    /// From a hue in degrees, and a saturation and a lightness from 0 to 1.
    package init(hue: Double, saturation: Double, lightness: Double, alpha: UInt8 = 255) {
        let reach = saturation * min(lightness, 1 - lightness)
        func channel(_ offset: Double) -> UInt8 {
            let turn = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
            let place = turn < 0 ? turn + 12 : turn
            return Self.channel((lightness - reach * max(-1, min(place - 3, 9 - place, 1))) * 255)
        }
        self.init(red: channel(0), green: channel(8), blue: channel(4), alpha: alpha)
    }

    package static let white = Color(0xFFFFFF)
    package static let black = Color(0x000000)
    package static let transparent = Color(red: 0, green: 0, blue: 0, alpha: 0)

    package var isOpaque: Bool { alpha == 255 }

    /// As CSS reads it: `#rrggbb`, or `#rrggbbaa` when something shines through.
    package var css: String {
        let channels = isOpaque ? [red, green, blue] : [red, green, blue, alpha]
        return channels.reduce(into: "#") { text, channel in
            text += (channel < 16 ? "0" : "") + String(channel, radix: 16)
        }
    }

    package func withAlpha(_ alpha: UInt8) -> Color {
        Color(red: red, green: green, blue: blue, alpha: alpha)
    }

    /// What is seen when this lies over an opaque colour.
    package func over(_ background: Color) -> Color {
        isOpaque ? self : background.mixed(with: self, Double(alpha) / 255)
    }

    /// The colour `part` of the way to another, 0 to 1; both are taken as opaque.
    package func mixed(with other: Color, _ part: Double) -> Color {
        func channel(_ from: UInt8, _ to: UInt8) -> UInt8 {
            Self.channel(Double(from) + (Double(to) - Double(from)) * part)
        }
        return Color(
            red: channel(red, other.red), green: channel(green, other.green), blue: channel(blue, other.blue))
    }

    static func channel(_ value: Double) -> UInt8 {
        UInt8(max(0, min(255, value.rounded())))
    }
}
