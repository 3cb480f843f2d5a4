import Foundation

extension Timestamp {
    /// The device's wall clock: data for people, never compared with a gateway's.
    @Sendable package static func now() -> Timestamp {
        Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
    }

    /// The calendar's day where the device is: what a card's expiry and a date of birth are measured by.
    package var dayHere: (month: YearMonth, day: (year: Int, month: Int, day: Int)) {
        let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
        let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: date)
        let day = (year: parts.year ?? 2000, month: parts.month ?? 1, day: parts.day ?? 1)
        return (YearMonth(year: day.year, month: day.month), day)
    }
}
