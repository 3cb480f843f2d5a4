import Foundation
import UIKit

public struct Font: Hashable, Sendable {
    public struct Weight: Hashable, Sendable {
        let value: Double
        public static let ultraLight = Weight(value: -0.8)
        public static let thin = Weight(value: -0.6)
        public static let light = Weight(value: -0.4)
        public static let regular = Weight(value: 0)
        public static let medium = Weight(value: 0.23)
        public static let semibold = Weight(value: 0.3)
        public static let bold = Weight(value: 0.4)
        public static let heavy = Weight(value: 0.56)
        public static let black = Weight(value: 0.62)
    }
    public enum Design: Hashable, Sendable { case `default`, serif, rounded, monospaced }
    public enum TextStyle: Hashable, Sendable, CaseIterable {
        case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote, caption, caption2
    }

    public let standInFamily: String?
    public let standInSize: CGFloat
    public private(set) var standInWeight: Weight = .regular
    public private(set) var standInDesign: Design = .default

    public static func system(size: CGFloat, weight: Weight = .regular, design: Design = .default) -> Font {
        var font = Font(standInFamily: nil, standInSize: size)
        font.standInWeight = weight
        font.standInDesign = design
        return font
    }

    public static func custom(_ name: String, fixedSize: CGFloat) -> Font {
        Font(standInFamily: name, standInSize: fixedSize)
    }

    public func weight(_ weight: Weight) -> Font {
        var font = self
        font.standInWeight = weight
        return font
    }
}

public struct Color: Hashable, Sendable {
    public enum RGBColorSpace: Hashable, Sendable { case sRGB, sRGBLinear, displayP3 }

    public let standInRGBA: [Double]

    public init(_ space: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1) {
        standInRGBA = [red, green, blue, opacity]
    }

    public static let clear = Color(red: 0, green: 0, blue: 0, opacity: 0)

    public func opacity(_ opacity: Double) -> Color {
        Color(red: standInRGBA[0], green: standInRGBA[1], blue: standInRGBA[2], opacity: standInRGBA[3] * opacity)
    }
}

extension Color: View, StandInPrimitive {
    public typealias Body = Never
    public func standInDraw(_ context: StandInContext) -> [StandInDrawn] {
        let drawn = StandInDrawn("color")
        drawn.color = self
        return [drawn]
    }
}

public struct Animation: Hashable, Sendable {
    public let standInName: String
    public var standInRepeats = false

    public static func easeOut(duration: Double) -> Animation { Animation(standInName: "easeOut \(duration)") }
    public static func easeInOut(duration: Double) -> Animation { Animation(standInName: "easeInOut \(duration)") }
    public func repeatForever(autoreverses: Bool = true) -> Animation {
        Animation(standInName: standInName, standInRepeats: true)
    }
}

public func withAnimation<Result>(
    _ animation: Animation? = .easeInOut(duration: 0.35), _ body: () throws -> Result
) rethrows -> Result {
    try body()
}

public struct AnyTransition: Sendable {
    public static let opacity = AnyTransition()
}

public struct HorizontalAlignment: Hashable, Sendable {
    let name: String
    public static let leading = HorizontalAlignment(name: "leading")
    public static let center = HorizontalAlignment(name: "center")
    public static let trailing = HorizontalAlignment(name: "trailing")
}

public struct VerticalAlignment: Hashable, Sendable {
    let name: String
    public static let top = VerticalAlignment(name: "top")
    public static let center = VerticalAlignment(name: "center")
    public static let bottom = VerticalAlignment(name: "bottom")
}

public struct Alignment: Hashable, Sendable {
    public var horizontal: HorizontalAlignment
    public var vertical: VerticalAlignment
    public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
        self.horizontal = horizontal
        self.vertical = vertical
    }
    public static let center = Alignment(horizontal: .center, vertical: .center)
    public static let leading = Alignment(horizontal: .leading, vertical: .center)
}

public enum TextAlignment: Hashable, Sendable { case leading, center, trailing }

public struct Edge: Sendable {
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static let top = Set(rawValue: 1)
        public static let leading = Set(rawValue: 2)
        public static let bottom = Set(rawValue: 4)
        public static let trailing = Set(rawValue: 8)
        public static let horizontal: Set = [.leading, .trailing]
        public static let vertical: Set = [.top, .bottom]
        public static let all: Set = [.horizontal, .vertical]
    }
}

public struct Angle: Sendable {
    public static func degrees(_ degrees: Double) -> Angle { Angle() }
}

public struct AccessibilityTraits: SetAlgebra, Hashable, Sendable {
    private var names: Swift.Set<String> = []
    public init() {}
    private init(_ name: String) { names = [name] }

    public static let isHeader = AccessibilityTraits("isHeader")
    public static let isButton = AccessibilityTraits("isButton")
    public static let isSelected = AccessibilityTraits("isSelected")
    public static let updatesFrequently = AccessibilityTraits("updatesFrequently")

    public func contains(_ member: AccessibilityTraits) -> Bool { member.names.isSubset(of: names) }
    public func union(_ other: Self) -> Self { with(names.union(other.names)) }
    public func intersection(_ other: Self) -> Self { with(names.intersection(other.names)) }
    public func symmetricDifference(_ other: Self) -> Self { with(names.symmetricDifference(other.names)) }
    public mutating func insert(_ new: Self) -> (inserted: Bool, memberAfterInsert: Self) {
        defer { formUnion(new) }
        return (!contains(new), new)
    }
    public mutating func remove(_ member: Self) -> Self? {
        names.subtract(member.names)
        return member
    }
    public mutating func update(with new: Self) -> Self? {
        formUnion(new)
        return new
    }
    public mutating func formUnion(_ other: Self) { names.formUnion(other.names) }
    public mutating func formIntersection(_ other: Self) { names.formIntersection(other.names) }
    public mutating func formSymmetricDifference(_ other: Self) { names.formSymmetricDifference(other.names) }

    private func with(_ names: Swift.Set<String>) -> Self {
        var traits = Self()
        traits.names = names
        return traits
    }
}

public struct AccessibilityChildBehavior: Hashable, Sendable {
    let name: String
    public static let ignore = AccessibilityChildBehavior(name: "ignore")
    public static let contain = AccessibilityChildBehavior(name: "contain")
    public static let combine = AccessibilityChildBehavior(name: "combine")
}
