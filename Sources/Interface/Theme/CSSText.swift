import Foundation

/// What is read of a text that styles something. Everything longer is as if it were absent.
enum CSSText {
    /// Bytes of a colour, a length or a weight.
    static let longest = 128
    /// Bytes of a list of font families.
    static let longestList = 1024

    /// In points: a number alone, or with `px`, `pt`, `rem` or `em`. Nil for anything else, a percentage and a
    /// negative length included.
    static func length(_ text: String) -> Double? {
        guard let number = CSSNumber(text), number.value >= 0 else { return nil }
        switch number.unit {
        case .none, .px, .pt: return number.value
        case .rem, .em: return number.value * 16
        case .percent, .deg, .rad, .grad, .turn: return nil
        }
    }

    /// 100 to 900.
    static func weight(_ text: String) -> Int? {
        switch text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased() {
        case "normal": return 400
        case "medium": return 500
        case "bold": return 700
        case let text:
            guard let number = CSSNumber(text), number.unit == .none, let weight = Int(exactly: number.value),
                (100...900).contains(weight)
            else { return nil }
            return weight
        }
    }
}

/// A number as CSS writes it, with its unit. It is finite and not beyond a million: whoever computes with it meets no
/// infinity.
struct CSSNumber: Sendable, Equatable {
    enum Unit: String, Sendable {
        case none = ""
        case percent = "%"
        case px, pt, rem, em
        case deg, rad, grad, turn
    }

    let value: Double
    let unit: Unit

    init?(_ text: some StringProtocol) {
        guard text.utf8.count <= CSSText.longest else { return nil }
        var rest = Array(text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased().utf8)[...]
        var number = ""
        if rest.first == UInt8(ascii: "-") { number = "-" }
        if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
        func digits() -> String {
            let found = rest.prefix { (0x30...0x39).contains($0) }
            rest = rest.dropFirst(found.count)
            return String(decoding: found, as: UTF8.self)
        }
        let whole = digits()
        number += whole.isEmpty ? "0" : whole
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            let fraction = digits()
            guard !fraction.isEmpty else { return nil }
            number += "." + fraction
        } else if whole.isEmpty {
            return nil
        }
        guard let value = Double(number), abs(value) <= 1_000_000,
            let unit = Unit(rawValue: String(decoding: rest, as: UTF8.self))
        else { return nil }
        (self.value, self.unit) = (value, unit)
    }

    /// The angle in degrees, when this is one.
    var degrees: Double? {
        switch unit {
        case .none, .deg: value
        case .rad: value * 180 / .pi
        case .grad: value * 0.9
        case .turn: value * 360
        case .percent, .px, .pt, .rem, .em: nil
        }
    }
}
