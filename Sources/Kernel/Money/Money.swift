import Foundation

/// An amount in a currency, counted in whole minor units (centimes, kobo; francs for XAF), so that nothing is
/// ever rounded behind one's back.
package struct Money: Sendable, Hashable, Codable {
    /// Minor units; negative amounts are money going back.
    package let minorUnits: Int64
    package let currency: Currency

    package init(minorUnits: Int64, currency: Currency) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    /// Why a decimal amount is no amount of money.
    package enum Fault: Error, Sendable, Equatable {
        /// More digits behind the point than the currency has.
        case tooManyFractionDigits(allowed: Int)
        /// Not a number, or beyond ±9.2 × 10¹⁸ minor units.
        case outOfRange
        /// The text is no decimal number.
        case unreadable
    }

    /// An amount in major units, exactly.
    /// - Throws: ``Fault`` when the currency cannot express it: nothing is rounded.
    package init(_ majorUnits: Decimal, _ currency: Currency) throws(Fault) {
        guard majorUnits.isFinite else { throw .outOfRange }
        var scaled = Decimal()
        var value = majorUnits
        guard NSDecimalMultiplyByPowerOf10(&scaled, &value, Int16(currency.fractionDigits), .plain) == .noError
        else { throw .outOfRange }
        var whole = Decimal()
        NSDecimalRound(&whole, &scaled, 0, .plain)
        guard whole == scaled else { throw .tooManyFractionDigits(allowed: currency.fractionDigits) }
        guard whole >= Decimal(Int64.min), whole <= Decimal(Int64.max) else { throw .outOfRange }
        // The number is whole and in range, so its plain description is digits only.
        guard let minor = Int64("\(whole)") else { throw .outOfRange }
        self.init(minorUnits: minor, currency: currency)
    }

    /// An amount of major units from outside: a JSON number or a numeric string (W37, O38).
    /// - Throws: ``Fault``.
    package init(json: JSONValue, _ currency: Currency) throws(Fault) {
        let number: JSONNumber
        switch json {
        case .number(let value): number = value
        case .string(let text):
            guard text.utf8.count <= 40, let value = try? JSONValue.parse(text).number else { throw .unreadable }
            number = value
        default: throw .unreadable
        }
        guard let decimal = number.decimal else { throw .outOfRange }
        try self.init(decimal, currency)
    }

    /// The amount in major units, exactly.
    package var decimal: Decimal {
        Decimal(
            sign: minorUnits < 0 ? .minus : .plus, exponent: -currency.fractionDigits,
            significand: Decimal(minorUnits.magnitude))
    }

    /// The amount in major units as JSON carries it: `25000` for XAF, `12.5` for GHS.
    package var json: JSONValue { .decimal(decimal) }

    /// Ten-thousandths of the major unit, for comparing amounts of any currencies; what does not fit is the largest
    /// or the smallest there is.
    package static func scaled(_ majorUnits: Decimal) -> Int64 {
        var scaled = Decimal()
        var value = majorUnits
        guard NSDecimalMultiplyByPowerOf10(&scaled, &value, 4, .plain) == .noError,
            scaled <= Decimal(Int64.max), scaled >= Decimal(Int64.min)
        else { return majorUnits < 0 ? .min : .max }
        var whole = Decimal()
        NSDecimalRound(&whole, &scaled, 0, .plain)
        return Int64("\(whole)") ?? (majorUnits < 0 ? .min : .max)
    }

    /// The sum; nil when the currencies differ or the sum does not fit.
    package func adding(_ other: Money) -> Money? {
        guard currency == other.currency else { return nil }
        let (sum, overflow) = minorUnits.addingReportingOverflow(other.minorUnits)
        return overflow ? nil : Money(minorUnits: sum, currency: currency)
    }

    /// A share of the amount in basis points (1/10,000), halves rounded up, for an amount that is not negative;
    /// nil when it does not fit.
    package func share(basisPoints: Int64) -> Money? {
        let (product, overflow) = minorUnits.multipliedReportingOverflow(by: basisPoints)
        guard !overflow, minorUnits >= 0, basisPoints >= 0 else { return nil }
        let (rounded, tooLarge) = product.addingReportingOverflow(5000)
        return tooLarge ? nil : Money(minorUnits: rounded / 10_000, currency: currency)
    }

    /// The amount as the locale writes it, with the currency's own number of digits: `25 500 FCFA`, `$12.50`.
    package func formatted(locale: Locale) -> String {
        let formatter = NumberFormatter()
        formatter.locale = locale
        formatter.numberStyle = .currency
        formatter.currencyCode = currency.code
        // Both francs are "FCFA" on every price tag of their countries; the system writes "F CFA" for one of them.
        if currency.code == "XOF" { formatter.currencySymbol = "FCFA" }
        // The system's table is wrong for some currencies (KWD, KRW on Linux): ours decides.
        formatter.minimumFractionDigits = currency.fractionDigits
        formatter.maximumFractionDigits = currency.fractionDigits
        return formatter.string(from: NSDecimalNumber(decimal: decimal)) ?? "\(decimal) \(currency.code)"
    }

    /// The amount as a language of our texts writes it, in the digits 0 to 9.
    package func formatted(_ language: Language) -> String { formatted(locale: language.locale) }
}
