import Foundation

/// An amount in a currency, counted in whole minor units (centimes, kobo; francs for XAF), so that nothing is
/// ever rounded behind one's back.
///
/// Where prices are finer than the currency's coins (a litre at 1.7894), an amount may be counted in smaller units:
/// then ``fractionDigits`` is more than the currency's.
package struct Money: Sendable, Hashable, Codable {
    /// Whole units of the last of ``fractionDigits``; negative amounts are money going back.
    package let minorUnits: Int64
    package let currency: Currency
    /// How many digits behind the point are counted; at least the currency's own.
    package let fractionDigits: Int

    /// - Parameter fractionDigits: at most 4, or the currency's own; nil, and anything less, is the currency's own.
    package init(minorUnits: Int64, currency: Currency, fractionDigits: Int? = nil) {
        self.minorUnits = minorUnits
        self.currency = currency
        self.fractionDigits = Self.counted(fractionDigits, currency)
    }

    private static func counted(_ digits: Int?, _ currency: Currency) -> Int {
        max(currency.fractionDigits, min(digits ?? 0, 4))
    }

    /// Another amount, counted in the same units of the same currency.
    package func with(minorUnits: Int64) -> Money {
        Money(minorUnits: minorUnits, currency: currency, fractionDigits: fractionDigits)
    }

    private enum CodingKeys: CodingKey {
        case minorUnits, currency, fractionDigits
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            minorUnits: try container.decode(Int64.self, forKey: .minorUnits),
            currency: try container.decode(Currency.self, forKey: .currency),
            fractionDigits: try container.decodeIfPresent(Int.self, forKey: .fractionDigits))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(minorUnits, forKey: .minorUnits)
        try container.encode(currency, forKey: .currency)
        if fractionDigits != currency.fractionDigits { try container.encode(fractionDigits, forKey: .fractionDigits) }
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
    /// - Parameter fractionDigits: how many digits are counted; nil is the currency's own.
    /// - Throws: ``Fault`` when those digits cannot express it: nothing is rounded.
    package init(_ majorUnits: Decimal, _ currency: Currency, fractionDigits: Int? = nil) throws(Fault) {
        guard majorUnits.isFinite else { throw .outOfRange }
        let digits = Self.counted(fractionDigits, currency)
        var scaled = Decimal()
        var value = majorUnits
        guard NSDecimalMultiplyByPowerOf10(&scaled, &value, Int16(digits), .plain) == .noError
        else { throw .outOfRange }
        var whole = Decimal()
        NSDecimalRound(&whole, &scaled, 0, .plain)
        guard whole == scaled else { throw .tooManyFractionDigits(allowed: digits) }
        guard whole >= Decimal(Int64.min), whole <= Decimal(Int64.max) else { throw .outOfRange }
        // The number is whole and in range, so its plain description is digits only.
        guard let minor = Int64("\(whole)") else { throw .outOfRange }
        self.init(minorUnits: minor, currency: currency, fractionDigits: digits)
    }

    /// An amount of major units from outside: a JSON number or a numeric string (W37, O38).
    /// - Parameter fractionDigits: how many digits are counted; nil is the currency's own.
    /// - Throws: ``Fault``.
    package init(json: JSONValue, _ currency: Currency, fractionDigits: Int? = nil) throws(Fault) {
        let number: JSONNumber
        switch json {
        case .number(let value): number = value
        case .string(let text):
            guard text.utf8.count <= 40, let value = try? JSONValue.parse(text).number else { throw .unreadable }
            number = value
        default: throw .unreadable
        }
        guard let decimal = number.decimal else { throw .outOfRange }
        try self.init(decimal, currency, fractionDigits: fractionDigits)
    }

    /// The amount in major units, exactly.
    package var decimal: Decimal {
        Decimal(
            sign: minorUnits < 0 ? .minus : .plus, exponent: -fractionDigits,
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

    /// The sum; nil when the currencies or the units counted differ, or the sum does not fit.
    package func adding(_ other: Money) -> Money? {
        guard currency == other.currency, fractionDigits == other.fractionDigits else { return nil }
        let (sum, overflow) = minorUnits.addingReportingOverflow(other.minorUnits)
        return overflow ? nil : with(minorUnits: sum)
    }

    /// A share of the amount in basis points (1/10,000), halves rounded up, for an amount that is not negative;
    /// nil when it does not fit.
    package func share(basisPoints: Int64) -> Money? {
        let (product, overflow) = minorUnits.multipliedReportingOverflow(by: basisPoints)
        guard !overflow, minorUnits >= 0, basisPoints >= 0 else { return nil }
        let (rounded, tooLarge) = product.addingReportingOverflow(5000)
        return tooLarge ? nil : with(minorUnits: rounded / 10_000)
    }

    /// The amount as the locale writes it, with the currency's own number of digits: `25 500 FCFA`, `$12.50`.
    package func formatted(locale: Locale) -> String {
        let formatter = NumberFormatter()
        formatter.locale = locale
        formatter.numberStyle = .currency
        formatter.currencyCode = currency.code
        // Both francs are "FCFA" on every price tag of their countries; the system writes "F CFA" for one of them, and
        // in Spanish the code.
        if currency.code == "XOF" || currency.code == "XAF" { formatter.currencySymbol = "FCFA" }
        // The system's table is wrong for some currencies (KWD, KRW on Linux): ours decides.
        formatter.minimumFractionDigits = currency.fractionDigits
        formatter.maximumFractionDigits = fractionDigits
        return formatter.string(from: NSDecimalNumber(decimal: decimal)) ?? "\(decimal) \(currency.code)"
    }

    /// The amount as a language of our texts writes it, in the digits 0 to 9.
    package func formatted(_ language: Language) -> String { formatted(locale: language.locale) }
}
