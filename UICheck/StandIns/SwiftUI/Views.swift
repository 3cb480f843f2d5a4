import Foundation
import UIKit

public struct Text: StandInPrimitive {
    let text: String
    nonisolated public init(verbatim content: String) { text = content }

    public func standInDraw(_ context: StandInContext) -> [StandInDrawn] {
        let drawn = StandInDrawn("text", text: text)
        drawn.isLeftToRight = context.environment.layoutDirection == .leftToRight
        return [drawn]
    }
}

public struct Image: StandInPrimitive {
    let name: String?
    public init(systemName: String) { name = systemName }
    public init(uiImage: UIImage) { name = nil }

    public enum Interpolation: Sendable { case none, low, medium, high }

    public func resizable() -> Image { self }
    public func interpolation(_ interpolation: Interpolation) -> Image { self }

    public func standInDraw(_ context: StandInContext) -> [StandInDrawn] {
        [StandInDrawn(name == nil ? "picture" : "symbol", text: name)]
    }
}

public struct Spacer: StandInPrimitive {
    public init(minLength: CGFloat? = nil) {}
    public func standInDraw(_ context: StandInContext) -> [StandInDrawn] { [] }
}

/// A container with a kind of its own.
struct Box<Content: View>: StandInPrimitive {
    let kind: String
    let content: Content
    func standInDraw(_ context: StandInContext) -> [StandInDrawn] {
        [StandInDrawn(kind, children: context.draw(content, kind))]
    }
}

public struct VStack<Content: View>: View {
    let content: Content
    public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content)
    {
        self.content = content()
    }
    public var body: some View { Box(kind: "column", content: content) }
}

public struct LazyVStack<Content: View>: View {
    let content: Content
    public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content)
    {
        self.content = content()
    }
    public var body: some View { Box(kind: "column", content: content) }
}

public struct HStack<Content: View>: View {
    let content: Content
    public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {
        self.content = content()
    }
    public var body: some View { Box(kind: "line", content: content) }
}

public struct ZStack<Content: View>: View {
    let content: Content
    public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) { self.content = content() }
    public var body: some View { Box(kind: "pile", content: content) }
}

public struct ScrollView<Content: View>: View {
    let content: Content
    public init(@ViewBuilder content: () -> Content) { self.content = content() }
    public var body: some View { Box(kind: "scroll", content: content) }
}

public struct Button<Label: View>: StandInPrimitive {
    let action: @MainActor () -> Void
    let label: Label

    public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        self.action = action
        self.label = label()
    }

    public func standInDraw(_ context: StandInContext) -> [StandInDrawn] {
        let drawn = StandInDrawn("button", children: context.draw(label, "label"))
        drawn.traits = .isButton
        drawn.isDisabled = !context.environment.isEnabled
        if context.environment.isEnabled { drawn.press = action }
        return [drawn]
    }
}

public struct TextField<Label: View>: StandInPrimitive {
    let title: String
    let text: Binding<String>

    public func standInDraw(_ context: StandInContext) -> [StandInDrawn] {
        let drawn = StandInDrawn("search", text: text.wrappedValue)
        drawn.label = title
        return [drawn]
    }
}

extension TextField where Label == Text {
    public init<S: StringProtocol>(_ title: S, text: Binding<String>) {
        self.title = String(title)
        self.text = text
    }
}

public struct ProgressView: StandInPrimitive {
    public init() {}
    public func standInDraw(_ context: StandInContext) -> [StandInDrawn] { [StandInDrawn("spinner")] }
}

@MainActor @preconcurrency public protocol ProgressViewStyle {}

public struct CircularProgressViewStyle: ProgressViewStyle {
    public init(tint: Color) {}
}

/// Only the name: unqualified it must be as ambiguous here as it is on Apple's side.
public struct Picker {}

public struct GeometryProxy {
    public let size: CGSize
}

/// Every place is as large as a test says.
public struct GeometryReader<Content: View>: StandInPrimitive {
    let content: (GeometryProxy) -> Content
    public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) { self.content = content }
    public func standInDraw(_ context: StandInContext) -> [StandInDrawn] {
        context.draw(content(GeometryProxy(size: context.environment.standInPlace)), "place")
    }
}

// MARK: Shapes

public struct Path: Sendable {
    public private(set) var standInPoints: [CGPoint] = []
    public init() {}
    public mutating func move(to point: CGPoint) { standInPoints.append(point) }
    public mutating func addLine(to point: CGPoint) { standInPoints.append(point) }
}

public struct StrokeStyle: Hashable, Sendable {
    public enum Cap: Hashable, Sendable { case butt, round, square }
    public enum Join: Hashable, Sendable { case miter, round, bevel }
    public init(lineWidth: CGFloat = 1, lineCap: Cap = .butt, lineJoin: Join = .miter) {}
}

public protocol Shape: Sendable, View {
    nonisolated func path(in rect: CGRect) -> Path
}

extension Shape {
    public var body: some View { Drawing(trimmed: nil, color: nil) }
    public func fill(_ color: Color) -> some View { Drawing(trimmed: nil, color: color) }
    public func stroke(_ color: Color, lineWidth: CGFloat = 1) -> some View { Drawing(trimmed: nil, color: color) }
    public func stroke(_ color: Color, style: StrokeStyle) -> some View {
        Drawing(trimmed: (self as? Trimmed).map(\.to), color: color)
    }
    public func trim(from: CGFloat = 0, to: CGFloat = 1) -> some Shape { Trimmed(to: to) }
}

struct Trimmed: Shape {
    let to: CGFloat
    func path(in rect: CGRect) -> Path { Path() }
}

struct Drawing: StandInPrimitive {
    let trimmed: CGFloat?
    let color: Color?
    func standInDraw(_ context: StandInContext) -> [StandInDrawn] {
        let drawn = StandInDrawn("shape", text: trimmed.map { "\(Double($0))" })
        drawn.color = color
        return [drawn]
    }
}

public struct Rectangle: Shape {
    public init() {}
    public nonisolated func path(in rect: CGRect) -> Path { Path() }
}
public struct RoundedRectangle: Shape {
    public init(cornerRadius: CGFloat) {}
    public nonisolated func path(in rect: CGRect) -> Path { Path() }
}
public struct Circle: Shape {
    public init() {}
    public nonisolated func path(in rect: CGRect) -> Path { Path() }
}
public struct Capsule: Shape {
    public init() {}
    public nonisolated func path(in rect: CGRect) -> Path { Path() }
}

// MARK: Alerts

public struct Alert {
    public struct Button {
        let kind: String
        let label: String
        let action: (() -> Void)?

        @MainActor public static func destructive(_ label: Text, action: (() -> Void)? = {}) -> Alert.Button {
            Alert.Button(kind: "destructive", label: label.text, action: action)
        }
        @MainActor public static func cancel(_ label: Text, action: (() -> Void)? = {}) -> Alert.Button {
            Alert.Button(kind: "cancel", label: label.text, action: action)
        }
    }

    let title: String
    let message: String?
    let buttons: [Button]

    @MainActor public init(title: Text, message: Text? = nil, dismissButton: Button? = nil) {
        self.title = title.text
        self.message = message?.text
        buttons = [dismissButton].compactMap { $0 }
    }

    @MainActor public init(title: Text, message: Text? = nil, primaryButton: Button, secondaryButton: Button) {
        self.title = title.text
        self.message = message?.text
        buttons = [primaryButton, secondaryButton]
    }

    @MainActor func draw() -> StandInDrawn {
        let texts = [title, message].compactMap { $0 }.map { StandInDrawn("text", text: $0) }
        let actions = buttons.map { button in
            let drawn = StandInDrawn("button", text: button.kind)
            drawn.label = button.label
            drawn.traits = .isButton
            drawn.press = { button.action?() }
            return drawn
        }
        return StandInDrawn("alert", children: texts + actions)
    }
}
