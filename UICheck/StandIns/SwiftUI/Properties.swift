import Foundation

public protocol DynamicProperty {}

final class Slot<Value> {
    var kept: Kept<Value>
    init(_ value: @escaping () -> Value) { kept = Kept(value) }
}

final class Kept<Value> {
    private let make: () -> Value
    lazy var value: Value = make()
    init(_ make: @escaping () -> Value) { self.make = make }
}

@propertyWrapper public struct State<Value>: DynamicProperty {
    let slot: Slot<Value>

    public init(wrappedValue: Value) { slot = Slot { wrappedValue } }

    public var wrappedValue: Value {
        get { slot.kept.value }
        nonmutating set { slot.kept.value = newValue }
    }
    public var projectedValue: Binding<Value> {
        let slot = slot
        return Binding(standInGet: { slot.kept.value }, standInSet: { slot.kept.value = $0 })
    }
}

extension State: StandInBound {
    func standInBind(_ context: StandInContext) {
        let own = slot.kept
        slot.kept = context.host.remember(context.path) { own }
    }
}

@propertyWrapper public struct StateObject<Object: ObservableObject>: DynamicProperty {
    let slot: Slot<Object>

    public init(wrappedValue make: @autoclosure @escaping () -> Object) { slot = Slot(make) }

    @MainActor @preconcurrency public var wrappedValue: Object { slot.kept.value }
}

extension StateObject: StandInBound {
    func standInBind(_ context: StandInContext) {
        let own = slot.kept
        slot.kept = context.host.remember(context.path) { own }
    }
}

@MainActor @preconcurrency @propertyWrapper public struct ObservedObject<Object: ObservableObject>: DynamicProperty {
    public var wrappedValue: Object
    public init(wrappedValue: Object) { self.wrappedValue = wrappedValue }
}

@propertyWrapper public struct Binding<Value> {
    let get: () -> Value
    let set: (Value) -> Void

    init(standInGet get: @escaping () -> Value, standInSet set: @escaping (Value) -> Void) {
        self.get = get
        self.set = set
    }

    public static func constant(_ value: Value) -> Binding<Value> {
        Binding(standInGet: { value }, standInSet: { _ in })
    }

    public var wrappedValue: Value {
        get { get() }
        nonmutating set { set(newValue) }
    }
    public var projectedValue: Binding<Value> { self }
}

@propertyWrapper public struct Environment<Value>: DynamicProperty {
    private final class Box { var values = EnvironmentValues() }
    private let box = Box()
    private let keyPath: KeyPath<EnvironmentValues, Value>

    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }

    public var wrappedValue: Value { box.values[keyPath: keyPath] }
}

extension Environment: StandInBound {
    func standInBind(_ context: StandInContext) { box.values = context.environment }
}

@propertyWrapper public struct ScaledMetric<Value: BinaryFloatingPoint>: DynamicProperty {
    private final class Box { var scale: Double = 1 }
    private let box = Box()
    private let base: Value

    public init(wrappedValue: Value, relativeTo textStyle: Font.TextStyle) { base = wrappedValue }

    public var wrappedValue: Value { base * Value(box.scale) }
}

extension ScaledMetric: StandInBound {
    func standInBind(_ context: StandInContext) { box.scale = context.environment.standInTextScale }
}

public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Self.Value { get }
}

public enum ColorScheme: Hashable, Sendable { case light, dark }
public enum LayoutDirection: Hashable, Sendable { case leftToRight, rightToLeft }

public struct EnvironmentValues {
    private var values: [ObjectIdentifier: Any] = [:]

    public init() {}

    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    public var colorScheme: ColorScheme = .light
    public var layoutDirection: LayoutDirection = .leftToRight
    public var locale = Locale(identifier: "en")
    /// Read-only in SwiftUI.
    public internal(set) var accessibilityReduceMotion = false
    /// What the text size chosen on the device multiplies sizes by.
    public var standInTextScale = 1.0
    public var standInReducesMotion: Bool {
        get { accessibilityReduceMotion }
        set { accessibilityReduceMotion = newValue }
    }
    /// What a `GeometryReader` finds.
    public var standInPlace = CGSize(width: 350, height: 200)
    var isEnabled = true
}
