import Foundation
import Kernel

/// How a merchant's checkout looks; every value as CSS writes it (W70, W71). Nil is left to the checkout.
package struct Branding: Sendable, Codable, Equatable {
    /// The trade name payers see; nil is the merchant's name.
    package var name: String?
    package var logo: String?
    package var primaryColor: String?
    package var secondaryColor: String?
    package var backgroundColor: String?
    package var fontFamily: String?
    package var borderRadius: String?
    /// Hides who secures the checkout.
    package var whiteLabel = false

    package init() {}

    /// What a payment's own theme overrides.
    func overridden(by theme: Theming?) -> Branding {
        var branding = self
        branding.primaryColor = theme?.primaryColor ?? primaryColor
        branding.logo = theme?.logoURL ?? logo
        return branding
    }

    /// What is wrong with it: field of the API → words. Looks only: whether a colour is a good one is the checkout's
    /// business.
    package func faults(_ environment: Environment) -> [String: String] {
        var faults: [String: String] = [:]
        let colors = [
            ("primary_color", primaryColor), ("secondary_color", secondaryColor), ("background_color", backgroundColor),
        ]
        for (field, color) in colors where color.map({ !StyleText.isColor($0) }) ?? false {
            faults[field] = StyleText.colorWords
        }
        if let name, name.isEmpty || name.utf8.count > 100 || StyleText.hasControls(name) {
            faults["name"] = "must be 1 to 100 bytes without control characters"
        }
        if let logo, !ReturnAddress.isValid(logo, environment) { faults["logo"] = StyleText.addressWords(environment) }
        if let fontFamily, !StyleText.isFontFamily(fontFamily) {
            faults["font_family"] = "must be names of fonts, at most 128 bytes"
        }
        if let borderRadius, !StyleText.isLength(borderRadius) {
            faults["border_radius"] = "must be a length, as 12px or 0.75rem"
        }
        return faults
    }
}

/// What one payment overrides of its merchant's look (spec 4.3).
package struct Theming: Sendable, Codable, Equatable {
    package var primaryColor: String?
    package var logoURL: String?

    package init(primaryColor: String?, logoURL: String?) {
        self.primaryColor = primaryColor
        self.logoURL = logoURL
    }

    func faults(_ environment: Environment) -> [String: String] {
        var faults: [String: String] = [:]
        if let primaryColor, !StyleText.isColor(primaryColor) { faults["theming.primary_color"] = StyleText.colorWords }
        if let logoURL, !ReturnAddress.isValid(logoURL, environment) {
            faults["theming.logo_url"] = StyleText.addressWords(environment)
        }
        return faults
    }
}

/// Whether a text can be what CSS calls a colour, a length, fonts. Nothing that could end a declaration gets through.
enum StyleText {
    static let colorWords = "must be a CSS colour, as #0F766E or rgb(15, 118, 110)"

    static func addressWords(_ environment: Environment) -> String {
        environment == .sandbox ? "must be an http or https address" : "must be an https address"
    }

    static func isColor(_ text: String) -> Bool {
        guard (1...64).contains(text.utf8.count) else { return false }
        if text.hasPrefix("#") {
            return [3, 4, 6, 8].contains(text.utf8.count - 1)
                && text.utf8.dropFirst().allSatisfy { isDigit($0) || (0x61...0x66).contains($0 | 0x20) }
        }
        let functions = ["rgb(", "rgba(", "hsl(", "hsla("]
        if let function = functions.first(where: { text.lowercased().hasPrefix($0) }), text.hasSuffix(")") {
            let inside = text.utf8.dropFirst(function.utf8.count).dropLast()
            return !inside.isEmpty && inside.allSatisfy { isDigit($0) || " .,%/-".utf8.contains($0) }
        }
        return text.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
    }

    /// `12`, `12px`, `0.75rem`.
    static func isLength(_ text: String) -> Bool {
        guard (1...16).contains(text.utf8.count) else { return false }
        let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = text.dropFirst(number.count)
        return Decimal(string: String(number)) != nil && number.filter { $0 == "." }.count <= 1
            && number.contains(where: \.isNumber) && ["", "px", "rem", "em", "pt"].contains(unit.lowercased())
    }

    static func isFontFamily(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || isDigit($0) || " ,-_'\"".unicodeScalars.contains($0)
            }
    }

    static func hasControls(_ text: String) -> Bool {
        text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { (0x30...0x39).contains(scalar.value) }
}
