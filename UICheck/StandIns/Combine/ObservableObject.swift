/// The part of Combine that the real sources use. Only what iOS 14 has is here: anything newer does not compile.
///
/// Nothing is published: the host of a test draws again whenever it is asked.
public protocol ObservableObject: AnyObject {}

@propertyWrapper public struct Published<Value> {
    public var wrappedValue: Value
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
