import Foundation
import Synchronization

/// Where log entries go. Called on any thread.
package protocol LogWriter: Sendable {
    func write(_ entry: Log.Entry)
}

/// Writes lines to a file descriptor, whole line by whole line, from a thread of its own: a reader that stops reading
/// the log (a stuck pipe, a full disk) never holds up a payment. Lines beyond what it keeps meanwhile are dropped, and
/// counted in the next one that gets through.
package final class LogStream: LogWriter {
    private struct State {
        var entries: [Log.Entry] = []
        var dropped = 0
        var isWriting = false
    }

    /// What waits for a slow reader, at most: some megabytes.
    private static let maximumWaiting = 8192
    private static let batch = 64
    private let descriptor: Int32
    private let format: Log.Format
    private let condition = NSCondition()
    /// Guarded by `condition`.
    nonisolated(unsafe) private var state = State()

    /// - Parameter descriptor: stays open and is not closed here; standard error unless given.
    package init(descriptor: Int32 = STDERR_FILENO, format: Log.Format) {
        self.descriptor = descriptor
        self.format = format
        // It lives as long as the process: a log has no end.
        let thread = Thread { [self] in run() }
        thread.name = "comptoir.log"
        thread.stackSize = 256 << 10
        thread.start()
    }

    package func write(_ entry: Log.Entry) {
        condition.withLock {
            guard state.entries.count < Self.maximumWaiting else {
                state.dropped += 1
                return
            }
            state.entries.append(entry)
            if state.entries.count == 1 || state.entries.count == Self.batch { condition.signal() }
        }
    }

    /// Waits until everything is written, but not longer than that.
    package func flush(milliseconds: Int) {
        let deadline = Date(timeIntervalSinceNow: Double(milliseconds) / 1000)
        condition.withLock {
            while !state.entries.isEmpty || state.isWriting, condition.wait(until: deadline) {}
        }
    }

    private func run() {
        while true {
            let (entries, dropped) = condition.withLock {
                state.isWriting = false
                condition.broadcast()
                while state.entries.isEmpty { condition.wait() }
                // A moment for more to come: one write for many lines, and no wake-up for each.
                if state.entries.count < Self.batch { _ = condition.wait(until: Date(timeIntervalSinceNow: 0.002)) }
                let taken = (state.entries, state.dropped)
                state = State()
                state.isWriting = true
                return taken
            }
            put(Array(entries.map { format.line($0) + "\n" }.joined().utf8))
            if dropped > 0 { put(Array("{\"message\":\"log_lines_dropped\",\"count\":\(dropped)}\n".utf8)) }
        }
    }

    private func put(_ line: [UInt8]) {
        line.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while let base = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
                let count = Foundation.write(descriptor, base, rest.count)
                if count < 0, errno == EINTR { continue }
                // A log that cannot be written must not stop payments.
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }
}

/// Keeps entries in memory, the newest `capacity` of them: for tests and for the dashboard.
package final class LogCollector: LogWriter {
    private let capacity: Int
    private let kept = Mutex<[Log.Entry]>([])

    package init(capacity: Int = 10_000) {
        self.capacity = capacity
    }

    package var entries: [Log.Entry] { kept.withLock { $0 } }

    package func write(_ entry: Log.Entry) {
        kept.withLock {
            $0.append(entry)
            if $0.count > capacity { $0.removeFirst($0.count - capacity) }
        }
    }
}

extension Log.Format {
    /// The entry on one line, without a line end.
    package func line(_ entry: Log.Entry) -> String {
        switch self {
        case .text: Self.text(entry)
        case .json: Self.json(entry)
        }
    }

    private static func text(_ entry: Log.Entry) -> String {
        var out = "\(entry.time.iso8601) \(entry.level.name.uppercased()) \(entry.message.name)"
        for field in entry.fields {
            out += " \(field.name)="
            switch field.value {
            case .integer(let number): out += String(number)
            case .decimal(let number): out += decimal(number)
            case .text(let text):
                let needsQuotes = text.isEmpty || text.unicodeScalars.contains { $0 == " " || $0 == "\"" || $0 == "=" }
                out += needsQuotes ? quoted(text) : escaped(text, quotes: false)
            }
        }
        return out
    }

    private static func json(_ entry: Log.Entry) -> String {
        var out = "{\"time\":\"\(entry.time.iso8601)\",\"level\":\"\(entry.level.name)\","
        out += "\"message\":\(quoted(entry.message.name))"
        for field in entry.fields {
            out += ",\(quoted(field.name)):"
            switch field.value {
            case .integer(let number): out += String(number)
            case .decimal(let number): out += decimal(number)
            case .text(let text): out += quoted(text)
            }
        }
        return out + "}"
    }

    private static func decimal(_ number: Double) -> String {
        guard number.isFinite, abs(number) < 1e12 else { return "0" }
        let thousandths = Int((abs(number) * 1000).rounded())
        let fraction = String(thousandths % 1000)
        let zeros = String(repeating: "0", count: 3 - fraction.count)
        return "\(number < 0 ? "-" : "")\(thousandths / 1000).\(zeros)\(fraction)"
    }

    private static func quoted(_ text: String) -> String { "\"\(escaped(text, quotes: true))\"" }

    /// JSON's escapes for everything that could end a line, move a cursor or reorder what is read.
    private static func escaped(_ text: String, quotes: Bool) -> String {
        var out = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": out += "\\n"
            case "\r": out += "\\r"
            case "\t": out += "\\t"
            case "\\": out += "\\\\"
            case "\"" where quotes: out += "\\\""
            default:
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator:
                    for unit in String(scalar).utf16 {
                        let digits = String(unit, radix: 16)
                        out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                    }
                default: out.unicodeScalars.append(scalar)
                }
            }
        }
        return out
    }
}
