/// stub until merged
public struct RealtimeOptions: Sendable, Hashable { public init() {} }
