/// stub until merged
public struct Appearance: Sendable, Hashable { public init() {} }
public enum LoaderStyle: String, Sendable, Hashable { case skeleton, spinner }
public struct RealtimeOptions: Sendable, Hashable { public init() {} }
