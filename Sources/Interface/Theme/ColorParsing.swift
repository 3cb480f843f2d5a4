import Foundation

extension Color {
    /// Reads a colour as CSS writes it: `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb()`, `rgba()`, `hsl()`, `hsla()`
    /// with commas or blanks, `transparent` or a name. Nil for anything else (W66): it is as if it were absent.
    package init?(css text: String) {
        guard text.utf8.count <= CSSText.longest else { return nil }
        let text = text.lowercased().trimmingCharacters(in: .whitespacesAndNewlines)
        if text == "transparent" {
            self = .transparent
        } else if text.hasPrefix("#") {
            self.init(digits: text.dropFirst())
        } else if let named = ColorNames.table[text] {
            self.init(digits: named[...])
        } else {
            self.init(function: text)
        }
    }

    private init?(digits: Substring) {
        let values = digits.utf8.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard values.count == digits.utf8.count else { return nil }
        let channels: [UInt8]
        switch values.count {
        case 3, 4: channels = values.map { UInt8($0 * 17) }
        case 6, 8: channels = stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] * 16 + values[$0 + 1]) }
        default: return nil
        }
        self.init(
            red: channels[0], green: channels[1], blue: channels[2], alpha: channels.count > 3 ? channels[3] : 255)
    }

    private init?(function text: String) {
        guard let open = text.firstIndex(of: "("), text.hasSuffix(")"),
            let arguments = Self.arguments(text[text.index(after: open)...].dropLast())
        else { return nil }
        let alpha: UInt8
        if let given = arguments.alpha {
            guard let part = given.unit == .percent ? given.value / 100 : given.unit == .none ? given.value : nil
            else { return nil }
            alpha = Self.channel(part * 255)
        } else {
            alpha = 255
        }
        let three = arguments.channels
        switch text[..<open] {
        case "rgb", "rgba":
            guard three.allSatisfy({ $0.unit == .none }) || three.allSatisfy({ $0.unit == .percent }) else {
                return nil
            }
            let channels = three.map { Self.channel($0.unit == .percent ? $0.value * 255 / 100 : $0.value) }
            self.init(red: channels[0], green: channels[1], blue: channels[2], alpha: alpha)
        case "hsl", "hsla":
            guard let hue = three[0].degrees, three[1].unit == .percent, three[2].unit == .percent else { return nil }
            self.init(
                hue: hue, saturation: max(0, min(1, three[1].value / 100)),
                lightness: max(0, min(1, three[2].value / 100)), alpha: alpha)
        default: return nil
        }
    }

    /// `1, 2, 3`, `1, 2, 3, .5`, `1 2 3` or `1 2 3 / .5`: one way or the other, not both.
    private static func arguments(_ text: Substring) -> (channels: [CSSNumber], alpha: CSSNumber?)? {
        var parts: [Substring]
        if text.contains(",") {
            parts = text.split(separator: ",", omittingEmptySubsequences: false)
        } else {
            let sides = text.split(separator: "/", omittingEmptySubsequences: false)
            guard sides.count <= 2 else { return nil }
            parts = sides[0].split(whereSeparator: \.isWhitespace)
            guard parts.count == 3 else { return nil }
            parts += sides.dropFirst()
        }
        let numbers = parts.compactMap { CSSNumber($0) }
        guard numbers.count == parts.count, (3...4).contains(numbers.count) else { return nil }
        return (Array(numbers.prefix(3)), numbers.count > 3 ? numbers[3] : nil)
    }
}
