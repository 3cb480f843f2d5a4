import Foundation
import UIKit

/// What a view became: an element with what a person or a screen reader finds in it.
@MainActor public final class StandInDrawn {
    public let kind: String
    public var text: String?
    public var label: String?
    public var value: String?
    public var traits: AccessibilityTraits = []
    public var isHidden = false
    public var isDisabled = false
    public var ignoresChildren = false
    public var opacity = 1.0
    public var font: Font?
    public var color: Color?
    public var isLeftToRight = true
    public var children: [StandInDrawn]
    public var press: (@MainActor () -> Void)?
    public var uiView: UIView?
    public var animation: Animation?

    init(_ kind: String, text: String? = nil, children: [StandInDrawn] = []) {
        self.kind = kind
        self.text = text
        self.children = children
    }

    /// This one and all inside it, in order.
    public var all: [StandInDrawn] { [self] + children.flatMap(\.all) }
}

/// Where a view is drawn: what it inherits, and the host that remembers its state.
@MainActor public struct StandInContext {
    public var environment: EnvironmentValues
    public let host: StandInHost
    var path: String

    func inside(_ name: String) -> StandInContext {
        var next = self
        next.path += "/" + name
        return next
    }

    func draw(_ view: any View, _ name: String) -> [StandInDrawn] {
        func open<V: View>(_ view: V) -> [StandInDrawn] {
            let here = inside(name)
            if let primitive = view as? any StandInPrimitive { return primitive.standInDraw(here) }
            if let represented = view as? any UIViewRepresentable { return represented.draw(here.inside("\(V.self)")) }
            let named = here.inside("\(V.self)")
            named.bind(view)
            return named.draw(view.body, "body")
        }
        return open(view)
    }

    /// Gives a view's properties what the host remembers for this place.
    func bind(_ view: Any) {
        for (index, child) in Mirror(reflecting: view).children.enumerated() {
            guard let property = child.value as? any StandInBound else { continue }
            property.standInBind(inside("\(child.label ?? "\(index)")"))
        }
    }
}

/// Draws a view again and again, and keeps its state in between, as SwiftUI does.
@MainActor public final class StandInHost {
    private var memory: [String: Any] = [:]
    private var touched: Set<String> = []
    private var appeared: [String: @MainActor () -> Void] = [:]
    public var environment = EnvironmentValues()
    /// Where represented views go; without one, no field can have the focus.
    public weak var window: UIWindow?

    public init() {}

    public func draw(_ view: any View) -> StandInDrawn {
        touched = []
        let context = StandInContext(environment: environment, host: self, path: "")
        let root = StandInDrawn("root", children: context.draw(view, "root"))
        // What is no more forgets its state, and is told so.
        let gone = memory.keys.filter { !touched.contains($0) }
        for path in gone { memory[path] = nil }
        for (path, action) in appeared where !touched.contains(path) {
            appeared[path] = nil
            action()
        }
        return root
    }

    func remember<Value>(_ path: String, _ make: () -> Value) -> Value {
        touched.insert(path)
        if let kept = memory[path] as? Value { return kept }
        let made = make()
        memory[path] = made
        return made
    }

    func replace(_ path: String, _ value: Any) {
        touched.insert(path)
        memory[path] = value
    }

    func appear(_ path: String, _ action: @MainActor () -> Void) {
        touched.insert(path)
        guard appeared[path] == nil else { return }
        appeared[path] = {}
        action()
    }

    func onDisappear(_ path: String, _ action: @escaping @MainActor () -> Void) {
        touched.insert(path)
        appeared[path] = action
    }
}

@MainActor protocol StandInBound {
    func standInBind(_ context: StandInContext)
}
