import Foundation
import Kernel

/// Structured logs: a level, a message with a stable name, and fields.
///
/// Nothing secret gets through: values that look like card numbers, keys or tokens are masked wherever they stand,
/// fields that could hold a body or a credential are never written, and characters that could forge a line are escaped.
package struct Log: Sendable {
    package enum Level: Int, Sendable, Comparable, CaseIterable {
        case debug, info, warning, error

        package static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }

        /// `debug`, `info`, `warning`, `error`.
        package var name: String { String(describing: self) }
    }

    package enum Format: String, Sendable {
        /// One line for people.
        case text
        /// One JSON object a line.
        case json
    }

    /// What happened; an open set, so that every part of the gateway names its own.
    package struct Message: Sendable, Hashable {
        /// Stable, e.g. `request_served`: tests and alerts depend on it.
        package let name: String

        package init(_ name: String) { self.name = name }

        package static let serverStarted = Message("server_started")
        package static let serverStopped = Message("server_stopped")
        /// The event loop ended by itself; nothing is served any more.
        package static let serverFailed = Message("server_failed")
        package static let requestServed = Message("request_served")
        /// The peer went away before its answer was sent.
        package static let requestAbandoned = Message("request_abandoned")
        /// A request that could not be understood or was too large or too slow.
        package static let requestRefused = Message("request_refused")
        package static let connectionLimitReached = Message("connection_limit_reached")
        /// The process has no file descriptors left.
        package static let descriptorsExhausted = Message("descriptors_exhausted")
        /// Said by the network library.
        package static let libraryMessage = Message("library_message")
    }

    package enum Value: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
        case text(String)
        case integer(Int)
        /// Written with three decimals.
        case decimal(Double)

        package init(stringLiteral value: String) { self = .text(value) }
        package init(integerLiteral value: Int) { self = .integer(value) }
    }

    /// One event, already free of secrets.
    package struct Entry: Sendable, Hashable {
        package let time: Timestamp
        package let level: Level
        package let message: Message
        package let fields: [Field]

        package subscript(_ name: String) -> Value? { fields.first { $0.name == name }?.value }
    }

    package struct Field: Sendable, Hashable {
        package let name: String
        package let value: Value
    }

    /// Events below this level are not written.
    package let minimumLevel: Level
    private let writer: any LogWriter
    private let now: @Sendable () -> Timestamp

    /// - Parameter now: the wall clock.
    package init(
        writer: any LogWriter, minimumLevel: Level = .info, now: @escaping @Sendable () -> Timestamp = Log.wallClock
    ) {
        self.writer = writer
        self.minimumLevel = minimumLevel
        self.now = now
    }

    /// Writes nothing.
    package static let silent = Log(writer: LogCollector(capacity: 0), minimumLevel: .error)

    /// The machine's clock.
    package static let wallClock: @Sendable () -> Timestamp = {
        Timestamp(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
    }

    /// Writes one event. Callable on any thread; may block while the writer's file does.
    package func callAsFunction(
        _ level: Level, _ message: Message, _ fields: @autoclosure () -> KeyValuePairs<String, Value> = [:]
    ) {
        guard level >= minimumLevel else { return }
        let clean = fields().map { Field(name: $0.key, value: Self.clean($0.key, $0.value)) }
        writer.write(Entry(time: now(), level: level, message: message, fields: clean))
    }

    private static func clean(_ name: String, _ value: Value) -> Value {
        if Redaction.isForbidden(name) { return .text(Redaction.mask) }
        switch value {
        case .text(let text): return .text(Redaction.redact(text))
        case .integer(let number):
            let text = String(number)
            let clean = Redaction.redact(text)
            return clean == text ? value : .text(clean)
        case .decimal: return value
        }
    }
}
