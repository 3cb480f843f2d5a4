@_exported import CoreImage
@_exported import Foundation

// Fonts, colours, pictures and the small enumerations. Only what the real sources use, and only what iOS 14 has.

public enum UIUserInterfaceStyle: Int, Sendable { case unspecified, light, dark }

public enum UIModalPresentationStyle: Int, Sendable {
    case fullScreen = 0, pageSheet, formSheet, overFullScreen = 5, automatic = -2
}

public enum UISemanticContentAttribute: Int, Sendable {
    case unspecified, playback, spatial, forceLeftToRight, forceRightToLeft
}

public enum NSTextAlignment: Int, Sendable { case left, center, right, justified, natural }
public enum NSWritingDirection: Int, Sendable { case natural = -1, leftToRight, rightToLeft }

public enum UIKeyboardType: Int, Sendable {
    case `default`, asciiCapable, numbersAndPunctuation, url, numberPad, phonePad, namePhonePad, emailAddress
    case decimalPad, twitter, webSearch, asciiCapableNumberPad
}

public enum UIReturnKeyType: Int, Sendable { case `default`, go, google, join, next, route, search, send, yahoo, done }
public enum UITextAutocorrectionType: Int, Sendable { case `default`, no, yes }
public enum UITextAutocapitalizationType: Int, Sendable { case none, words, sentences, allCharacters }
public enum UITextSpellCheckingType: Int, Sendable { case `default`, no, yes }

public struct UITextContentType: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let name = UITextContentType(rawValue: "name")
    public static let givenName = UITextContentType(rawValue: "given-name")
    public static let familyName = UITextContentType(rawValue: "family-name")
    public static let emailAddress = UITextContentType(rawValue: "email")
    public static let telephoneNumber = UITextContentType(rawValue: "tel")
    public static let fullStreetAddress = UITextContentType(rawValue: "street-address")
    public static let addressCity = UITextContentType(rawValue: "address-level2")
    public static let addressState = UITextContentType(rawValue: "address-level1")
    public static let postalCode = UITextContentType(rawValue: "postal-code")
    public static let creditCardNumber = UITextContentType(rawValue: "cc-number")
    public static let oneTimeCode = UITextContentType(rawValue: "one-time-code")
    @available(iOS 17, *) public static let creditCardExpiration = UITextContentType(rawValue: "cc-exp")
    @available(iOS 17, *) public static let creditCardSecurityCode = UITextContentType(rawValue: "cc-csc")
    @available(iOS 17, *) public static let birthdate = UITextContentType(rawValue: "bday")
}

public final class UITraitCollection: NSObject, Sendable {
    public let userInterfaceStyle: UIUserInterfaceStyle

    public init(userInterfaceStyle: UIUserInterfaceStyle) { self.userInterfaceStyle = userInterfaceStyle }
}

public class UIColor: NSObject, @unchecked Sendable {
    private let resolve: @Sendable (UIUserInterfaceStyle) -> (CGFloat, CGFloat, CGFloat, CGFloat)

    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        resolve = { _ in (red, green, blue, alpha) }
    }

    public init(dynamicProvider: @escaping @Sendable (UITraitCollection) -> UIColor) {
        resolve = { dynamicProvider(UITraitCollection(userInterfaceStyle: $0)).resolve($0) }
    }

    public func resolvedColor(with traits: UITraitCollection) -> UIColor {
        let (red, green, blue, alpha) = resolve(traits.userInterfaceStyle)
        return UIColor(red: red, green: green, blue: blue, alpha: alpha)
    }

    public func getRed(
        _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
        blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        let values = resolve(.light)
        red?.pointee = values.0
        green?.pointee = values.1
        blue?.pointee = values.2
        alpha?.pointee = values.3
        return true
    }

    private static func system(_ light: UInt32, _ dark: UInt32, alpha: (CGFloat, CGFloat) = (1, 1)) -> UIColor {
        UIColor { traits in
            let isDark = traits.userInterfaceStyle == .dark
            let rgb = isDark ? dark : light
            return UIColor(
                red: CGFloat(rgb >> 16 & 0xFF) / 255, green: CGFloat(rgb >> 8 & 0xFF) / 255,
                blue: CGFloat(rgb & 0xFF) / 255, alpha: isDark ? alpha.1 : alpha.0)
        }
    }

    public static let systemBackground = system(0xFFFFFF, 0x000000)
    public static let label = system(0x000000, 0xFFFFFF)
    public static let secondaryLabel = system(0x3C3C43, 0xEBEBF5, alpha: (0.6, 0.6))
    public static let separator = system(0x3C3C43, 0x545458, alpha: (0.29, 0.6))
    public static let systemBlue = system(0x007AFF, 0x0A84FF)
    public static let white = UIColor(red: 1, green: 1, blue: 1, alpha: 1)
    public static let clear = UIColor(red: 0, green: 0, blue: 0, alpha: 0)
}

public class UIFont: NSObject, @unchecked Sendable {
    public struct Weight: RawRepresentable, Hashable, Sendable {
        public var rawValue: CGFloat
        public init(rawValue: CGFloat) { self.rawValue = rawValue }

        public static let light = Weight(rawValue: -0.4)
        public static let regular = Weight(rawValue: 0)
        public static let medium = Weight(rawValue: 0.23)
        public static let semibold = Weight(rawValue: 0.3)
        public static let bold = Weight(rawValue: 0.4)
    }

    public struct TextStyle: RawRepresentable, Hashable, Sendable {
        public var rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let body = TextStyle(rawValue: "UICTFontTextStyleBody")
    }

    public let familyName: String
    public let pointSize: CGFloat

    init(family: String, size: CGFloat) {
        familyName = family
        pointSize = size
    }

    /// Nil when the app does not ship a font of that name.
    public init?(name: String, size: CGFloat) {
        guard let family = Self.familyNames.first(where: { Self.fontNames(forFamilyName: $0).contains(name) }) else {
            return nil
        }
        familyName = family
        pointSize = size
    }

    public class func systemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
        UIFont(family: ".AppleSystemUIFont", size: size)
    }

    public class func monospacedDigitSystemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
        UIFont(family: ".AppleSystemUIFont", size: size)
    }

    public class var familyNames: [String] { ["Georgia", "Poppins"] }
    public class func fontNames(forFamilyName family: String) -> [String] {
        familyNames.contains(family) ? ["Bold", "Medium", "Regular"].map { family + "-" + $0 } : []
    }
}

public final class UIFontMetrics: NSObject {
    public init(forTextStyle style: UIFont.TextStyle) {}

    public func scaledFont(for font: UIFont) -> UIFont { font }
    public func scaledFont(for font: UIFont, maximumPointSize: CGFloat) -> UIFont { font }
}

/// A picture is whatever begins like a PNG, a JPEG or a GIF; nothing else is one, as in UIKit.
public class UIImage: NSObject, @unchecked Sendable {
    public let size: CGSize
    public let scale: CGFloat = 1

    public init(cgImage: CGImage) { size = CGSize(width: cgImage.width, height: cgImage.height) }

    public init?(data: Data) {
        let head = [UInt8](data.prefix(24))
        let isPNG = head.starts(with: [0x89, 0x50, 0x4E, 0x47])
        guard isPNG || head.starts(with: [0xFF, 0xD8, 0xFF]) || head.starts(with: Array("GIF8".utf8)) else {
            return nil
        }
        if isPNG, head.count == 24 {
            size = CGSize(width: Self.bigEndian(head[16..<20]), height: Self.bigEndian(head[20..<24]))
        } else {
            size = CGSize(width: 10, height: 10)
        }
    }

    private static func bigEndian(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}

@MainActor public class UIPasteboard: NSObject {
    public static let general = UIPasteboard()
    public var string: String?
}

@MainActor public enum UIAccessibility {
    public struct Notification: RawRepresentable, Hashable, Sendable {
        public var rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        public static let screenChanged = Notification(rawValue: 1000)
        public static let layoutChanged = Notification(rawValue: 1001)
        public static let announcement = Notification(rawValue: 1008)
    }

    public static func post(notification: Notification, argument: Any?) {
        standInPosted.append((notification, argument as? String))
    }

    public static var isReduceMotionEnabled: Bool { standInReducesMotion }

    public static var standInPosted: [(Notification, String?)] = []
    public static var standInReducesMotion = false
}

extension NSAttributedString.Key {
    public static let foregroundColor = NSAttributedString.Key("NSColor")
}
