@_exported import Combine
@_exported import Foundation
import UIKit

// The part of SwiftUI that the real sources use, with the real one's signatures and isolation, and only what iOS 14
// has: anything newer does not compile. Names that begin with "standIn" are this package's own, for its tests.

@MainActor @preconcurrency public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: View {
    public var body: Never { fatalError("never drawn") }
}

/// A view that draws itself.
@MainActor public protocol StandInPrimitive: View where Body == Never {
    func standInDraw(_ context: StandInContext) -> [StandInDrawn]
}

extension StandInPrimitive {
    public var body: Never { fatalError("draws itself") }
}

@resultBuilder public struct ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

    @MainActor public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<
        (repeat each Content)
    > {
        var all: [any View] = []
        repeat all.append(each content)
        return TupleView(all)
    }

    @MainActor public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    @MainActor public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<
        First, Second
    > {
        _ConditionalContent(.first(first))
    }
    @MainActor public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<
        First, Second
    > {
        _ConditionalContent(.second(second))
    }
    @MainActor public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView {
        AnyView(content)
    }
}

public struct EmptyView: StandInPrimitive {
    nonisolated public init() {}
    public func standInDraw(_ context: StandInContext) -> [StandInDrawn] { [] }
}

public struct TupleView<T>: StandInPrimitive {
    let all: [any View]
    init(_ all: [any View]) { self.all = all }

    public func standInDraw(_ context: StandInContext) -> [StandInDrawn] {
        all.enumerated().flatMap { context.draw($0.element, "\($0.offset)") }
    }
}

public struct _ConditionalContent<First: View, Second: View>: StandInPrimitive {
    enum Which {
        case first(First)
        case second(Second)
    }
    let which: Which
    init(_ which: Which) { self.which = which }

    public func standInDraw(_ context: StandInContext) -> [StandInDrawn] {
        switch which {
        case .first(let view): context.draw(view, "if")
        case .second(let view): context.draw(view, "else")
        }
    }
}

extension Optional: View where Wrapped: View {
    public typealias Body = Never
    public var body: Never { fatalError("draws itself") }
}

extension Optional: StandInPrimitive where Wrapped: View {
    public func standInDraw(_ context: StandInContext) -> [StandInDrawn] {
        map { context.draw($0, "some") } ?? []
    }
}

public struct AnyView: StandInPrimitive {
    let view: any View
    public init<V: View>(_ view: V) { self.view = view }
    public func standInDraw(_ context: StandInContext) -> [StandInDrawn] { context.draw(view, "any") }
}

public struct Group<Content: View>: StandInPrimitive {
    let content: Content
    public init(@ViewBuilder content: () -> Content) { self.content = content() }
    public func standInDraw(_ context: StandInContext) -> [StandInDrawn] { context.draw(content, "group") }
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: StandInPrimitive {
    let data: Data
    let id: KeyPath<Data.Element, ID>
    let content: (Data.Element) -> Content

    public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content)
    {
        self.data = data
        self.id = id
        self.content = content
    }

    public func standInDraw(_ context: StandInContext) -> [StandInDrawn] {
        var seen: Set<ID> = []
        return data.flatMap { element -> [StandInDrawn] in
            let key = element[keyPath: id]
            precondition(seen.insert(key).inserted, "two children with the id \(key)")
            return context.draw(content(element), "[\(key)]")
        }
    }
}

// MARK: Modifiers

@MainActor @preconcurrency public protocol ViewModifier {
    associatedtype Body: View
    typealias Content = _ViewModifier_Content<Self>
    @ViewBuilder @MainActor @preconcurrency func body(content: Self.Content) -> Self.Body
}

public struct _ViewModifier_Content<Modifier: ViewModifier>: StandInPrimitive {
    let view: any View
    public func standInDraw(_ context: StandInContext) -> [StandInDrawn] { context.draw(view, "content") }
}

public struct ModifiedContent<Content: View, Modifier: ViewModifier>: StandInPrimitive {
    let content: Content
    let modifier: Modifier

    public func standInDraw(_ context: StandInContext) -> [StandInDrawn] {
        let inner = context.inside("\(Modifier.self)")
        inner.bind(modifier)
        return inner.draw(modifier.body(content: _ViewModifier_Content(view: content)), "body")
    }
}

extension View {
    public func modifier<T: ViewModifier>(_ modifier: T) -> ModifiedContent<Self, T> {
        ModifiedContent(content: self, modifier: modifier)
    }
}

/// A modifier of ours: changes the surroundings before, or what was drawn after.
struct Altered<Content: View>: StandInPrimitive {
    let content: Content
    var name = "_"
    var before: (@MainActor (inout StandInContext) -> Void)?
    var after: (@MainActor (StandInContext, [StandInDrawn]) -> [StandInDrawn])?

    func standInDraw(_ context: StandInContext) -> [StandInDrawn] {
        var context = context.inside(name)
        before?(&context)
        let drawn = context.draw(content, "of")
        return after?(context, drawn) ?? drawn
    }
}

extension View {
    func altered(_ name: String = "_", _ change: @escaping @MainActor (StandInDrawn) -> Void) -> some View {
        Altered(
            content: self, name: name,
            after: { _, drawn in
                drawn.forEach(change)
                return drawn
            })
    }

    /// Like `altered`, on one element that holds all that was drawn.
    func grouped(_ name: String, _ change: @escaping @MainActor (StandInDrawn) -> Void) -> some View {
        Altered(
            content: self, name: name,
            after: { _, drawn in
                if drawn.count == 1 {
                    change(drawn[0])
                    return drawn
                }
                let group = StandInDrawn("group", children: drawn)
                change(group)
                return [group]
            })
    }
}
