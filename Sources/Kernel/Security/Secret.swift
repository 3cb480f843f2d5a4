/// A value that must never be printed, logged, encoded or compared by accident: a card number, a security
/// code, a key.
///
/// It has no `Codable` conformance and every description of it reads `••••`. The value is reached only
/// through ``expose()``, so each use can be found by searching for that word.
package struct Secret<Value: Sendable>: Sendable {
    private let value: Value

    package init(_ value: Value) {
        self.value = value
    }

    /// The value itself. Callers hand it to the party it is meant for and keep no copy.
    package func expose() -> Value { value }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "••••" }
    package var debugDescription: String { "••••" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
