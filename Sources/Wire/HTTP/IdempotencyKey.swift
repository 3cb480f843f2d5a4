import Foundation
import Kernel

/// Names one intended effect: however often a request with this key arrives, it acts once.
package struct IdempotencyKey: Sendable, Hashable, CustomStringConvertible {
    package let rawValue: String

    /// nil unless the text is 1 to 255 visible ASCII characters, which is what a header can carry safely.
    package init?(_ rawValue: String) {
        guard (1...255).contains(rawValue.utf8.count), rawValue.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        self.rawValue = rawValue
    }

    /// A UUID in lower case.
    package init(_ uuid: UUID) {
        rawValue = uuid.uuidString.lowercased()
    }

    package var description: String { rawValue }
}

/// Where new keys come from. Injected, so that a test or a simulation repeats itself.
package protocol IdempotencyKeySource: Sendable {
    func next() -> IdempotencyKey
}

extension IdempotencyKeySource {
    /// The same keys, for rules that know no more of them than that each is another.
    package var identifiers: any IdentifierSource { KeyNames(keys: self) }
}

private struct KeyNames: IdentifierSource {
    let keys: any IdempotencyKeySource

    func next() -> String { keys.next().rawValue }
}

/// Random UUIDs, version 4.
package struct RandomIdempotencyKeys: IdempotencyKeySource {
    package init() {}

    package func next() -> IdempotencyKey { IdempotencyKey(UUID()) }
}
