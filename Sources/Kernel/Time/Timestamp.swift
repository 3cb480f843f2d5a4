import Foundation

/// A moment of the wall clock, in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// The gateway's clock hands these out; a phone's clock is never compared with them.
package struct Timestamp: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
    package let milliseconds: Int64

    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    package init(seconds: Int64) {
        milliseconds = seconds * 1000
    }

    package init(from decoder: any Decoder) throws {
        milliseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }

    /// Whole seconds since 1970, rounded down.
    package var seconds: Int64 { milliseconds.flooredDivision(by: 1000).quotient }

    package func adding(milliseconds: Int64) -> Timestamp {
        Timestamp(milliseconds: self.milliseconds + milliseconds)
    }

    package func adding(seconds: Int64) -> Timestamp {
        adding(milliseconds: seconds * 1000)
    }

    package static func < (a: Timestamp, b: Timestamp) -> Bool { a.milliseconds < b.milliseconds }
}

extension Timestamp {
    /// ISO 8601 in UTC, e.g. `2026-11-30T09:12:04Z`; milliseconds are written only when there are any.
    package var iso8601: String {
        let (days, millisecondOfDay) = milliseconds.flooredDivision(by: 86_400_000)
        let (year, month, day) = Self.civil(daysSince1970: days)
        let second = millisecondOfDay / 1000
        let fraction = millisecondOfDay % 1000
        var out: [UInt8] = []
        out.reserveCapacity(24)
        Self.append(year, width: 4, to: &out)
        out.append(UInt8(ascii: "-"))
        Self.append(month, width: 2, to: &out)
        out.append(UInt8(ascii: "-"))
        Self.append(day, width: 2, to: &out)
        out.append(UInt8(ascii: "T"))
        Self.append(second / 3600, width: 2, to: &out)
        out.append(UInt8(ascii: ":"))
        Self.append(second / 60 % 60, width: 2, to: &out)
        out.append(UInt8(ascii: ":"))
        Self.append(second % 60, width: 2, to: &out)
        if fraction > 0 {
            out.append(UInt8(ascii: "."))
            Self.append(fraction, width: 3, to: &out)
        }
        out.append(UInt8(ascii: "Z"))
        return String(decoding: out, as: UTF8.self)
    }

    package var description: String { iso8601 }

    /// Reads a date (`2026-11-30`, midnight UTC) or a date and time with its zone (`2026-11-30T10:12:04.5+01:00`).
    package init?(iso8601 text: String) {
        let digit: ClosedRange<UInt8> = 0x30...0x39
        guard text.utf8.count <= 40, text.utf8.allSatisfy({ digit.contains($0) || "-:.+TZ".utf8.contains($0) }),
            text.utf8.prefix(4).allSatisfy(digit.contains), text.utf8.dropFirst(4).first == UInt8(ascii: "-"),
            text.utf8.last.map({ digit.contains($0) || $0 == UInt8(ascii: "Z") }) ?? false
        else { return nil }
        let formatter = ISO8601DateFormatter()
        let forms: [ISO8601DateFormatter.Options] = [
            .withInternetDateTime, [.withInternetDateTime, .withFractionalSeconds], .withFullDate,
        ]
        for form in forms where form != .withFullDate || text.utf8.count == 10 {
            formatter.formatOptions = form
            guard let date = formatter.date(from: text) else { continue }
            self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
            return
        }
        return nil
    }

    /// The day of the proleptic Gregorian calendar, in UTC.
    package var day: (year: Int64, month: Int64, day: Int64) {
        Self.civil(daysSince1970: milliseconds.flooredDivision(by: 86_400_000).quotient)
    }

    private static func append(_ value: Int64, width: Int, to out: inout [UInt8]) {
        let text = String(value)
        out.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: max(0, width - text.utf8.count)))
        out.append(contentsOf: text.utf8)
    }

    private static func civil(daysSince1970: Int64) -> (year: Int64, month: Int64, day: Int64) {
        // Years start in March here, so that the leap day is the last of a year.
        let (era, dayOfEra) = (daysSince1970 + 719_468).flooredDivision(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}

extension Int64 {
    fileprivate func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
