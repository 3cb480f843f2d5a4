import Synchronization

/// Counters, gauges and histograms, written out in Prometheus' text format (version 0.0.4).
///
/// Register a metric once and keep what it returns; every call is safe on any thread. Label values must come from
/// small sets (a route, a status), never from callers' data: each combination is kept for the life of the process.
package final class Metrics: Sendable {
    private let registered = Mutex<[any Metric]>([])

    package init() {}

    /// A number that only grows. By custom its name ends in `_total`.
    package func counter(_ name: String, help: String, labels: [String] = []) -> Counter {
        register(Counter(MetricDescription(name: name, help: help, labels: labels)))
    }

    /// A number that goes up and down.
    package func gauge(_ name: String, help: String, labels: [String] = []) -> Gauge {
        register(Gauge(MetricDescription(name: name, help: help, labels: labels)))
    }

    /// How values spread. - Parameter buckets: upper bounds, rising; in the unit of the name.
    package func histogram(
        _ name: String, help: String, labels: [String] = [], buckets: [Double] = Metrics.durationBucketsSeconds
    ) -> Histogram {
        register(Histogram(MetricDescription(name: name, help: help, labels: labels), buckets: buckets))
    }

    /// One millisecond to ten seconds.
    package static let durationBucketsSeconds = [
        0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]

    private func register<M: Metric>(_ metric: M) -> M {
        registered.withLock { metrics in
            if let known = metrics.first(where: { $0.description == metric.description }) as? M { return known }
            precondition(
                !metrics.contains { $0.description.name == metric.description.name },
                "The metric \(metric.description.name) exists in another form")
            metrics.append(metric)
            return metric
        }
    }

    /// All metrics as text, for `GET /metrics`.
    package func exposition() -> String {
        let metrics = registered.withLock { $0 }
        var out = ""
        for metric in metrics.sorted(by: { $0.description.name < $1.description.name }) {
            let description = metric.description
            out += "# HELP \(description.name) \(description.help.escaped(quotes: false))\n"
            out += "# TYPE \(description.name) \(metric.kind)\n"
            metric.write(to: &out)
        }
        return out
    }
}

/// A metric's name, help and label names.
package struct MetricDescription: Sendable, Hashable {
    let name: String
    let help: String
    let labels: [String]

    init(name: String, help: String, labels: [String]) {
        for word in [name] + labels {
            precondition(
                word.utf8.first.map { !(0x30...0x39).contains($0) } ?? false
                    && word.utf8.allSatisfy {
                        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
                            || $0 == UInt8(ascii: "_")
                    }, "\(word) is no metric or label name")
        }
        (self.name, self.help, self.labels) = (name, help, labels)
    }

    /// `name{label="value",…} number`
    fileprivate func line(_ values: [String], suffix: String = "", bound: String? = nil, _ number: Double) -> String {
        var pairs = zip(labels, values).map { "\($0)=\"\($1.escaped(quotes: true))\"" }
        if let bound { pairs.append("le=\"\(bound)\"") }
        let set = pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}"
        return "\(name)\(suffix)\(set) \(Self.text(number))\n"
    }

    fileprivate static func text(_ number: Double) -> String {
        if number == .infinity { return "+Inf" }
        return Int(exactly: number).map(String.init) ?? String(number)
    }
}

private protocol Metric: Sendable {
    var description: MetricDescription { get }
    var kind: String { get }
    func write(to out: inout String)
}

/// A number that only grows.
package final class Counter: Metric {
    fileprivate let description: MetricDescription
    fileprivate let kind = "counter"
    private let values = Mutex<[[String]: Double]>([:])

    fileprivate init(_ description: MetricDescription) { self.description = description }

    /// Adds `amount`, which is not negative. One label value per label, in the order they were registered.
    package func increment(_ labels: [String] = [], by amount: Double = 1) {
        precondition(labels.count == description.labels.count && amount >= 0, "Wrong use of \(description.name)")
        values.withLock { $0[labels, default: 0] += amount }
    }

    /// The number now.
    package func value(_ labels: [String] = []) -> Double { values.withLock { $0[labels] ?? 0 } }

    fileprivate func write(to out: inout String) {
        for (labels, value) in values.withLock({ $0 }).sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            out += description.line(labels, value)
        }
    }
}

/// A number that goes up and down.
package final class Gauge: Metric {
    fileprivate let description: MetricDescription
    fileprivate let kind = "gauge"
    private let values = Mutex<[[String]: Double]>([:])

    fileprivate init(_ description: MetricDescription) { self.description = description }

    /// One label value per label, in the order they were registered.
    package func set(_ labels: [String] = [], to value: Double) {
        precondition(labels.count == description.labels.count, "Wrong labels for \(description.name)")
        values.withLock { $0[labels] = value }
    }

    package func add(_ labels: [String] = [], _ amount: Double) {
        precondition(labels.count == description.labels.count, "Wrong labels for \(description.name)")
        values.withLock { $0[labels, default: 0] += amount }
    }

    /// The number now.
    package func value(_ labels: [String] = []) -> Double { values.withLock { $0[labels] ?? 0 } }

    fileprivate func write(to out: inout String) {
        for (labels, value) in values.withLock({ $0 }).sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            out += description.line(labels, value)
        }
    }
}

/// How values spread over buckets.
package final class Histogram: Metric {
    private struct Series: Sendable {
        /// One per bucket and one beyond the last.
        var counts: [Int]
        var sum = 0.0
    }

    fileprivate let description: MetricDescription
    fileprivate let kind = "histogram"
    private let buckets: [Double]
    private let series = Mutex<[[String]: Series]>([:])

    fileprivate init(_ description: MetricDescription, buckets: [Double]) {
        precondition(zip(buckets, buckets.dropFirst()).allSatisfy { $0 < $1 }, "Buckets rise")
        (self.description, self.buckets) = (description, buckets)
    }

    /// One label value per label, in the order they were registered.
    package func observe(_ labels: [String] = [], _ value: Double) {
        precondition(labels.count == description.labels.count, "Wrong labels for \(description.name)")
        let bucket = buckets.firstIndex { value <= $0 } ?? buckets.count
        series.withLock {
            $0[labels, default: Series(counts: Array(repeating: 0, count: buckets.count + 1))].counts[bucket] += 1
            $0[labels]?.sum += value
        }
    }

    fileprivate func write(to out: inout String) {
        for (labels, series) in series.withLock({ $0 }).sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            var total = 0
            for (bound, count) in zip(buckets + [.infinity], series.counts) {
                total += count
                out += description.line(
                    labels, suffix: "_bucket", bound: MetricDescription.text(bound), Double(total))
            }
            out += description.line(labels, suffix: "_sum", series.sum)
            out += description.line(labels, suffix: "_count", Double(total))
        }
    }
}

extension String {
    fileprivate func escaped(quotes: Bool) -> String {
        var out = ""
        for character in unicodeScalars {
            switch character {
            case "\\": out += "\\\\"
            case "\n": out += "\\n"
            case "\"" where quotes: out += "\\\""
            default: out.unicodeScalars.append(character)
            }
        }
        return out
    }
}
