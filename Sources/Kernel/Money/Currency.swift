/// A currency of ISO 4217, e.g. `XAF`, with the number of digits its minor unit has.
package struct Currency: Sendable, Hashable, CustomStringConvertible {
    /// Three upper-case letters.
    package let code: String
    /// How many digits the minor unit has: 0 for XAF and JPY, 2 for EUR, 3 for KWD.
    package let fractionDigits: Int

    /// The currency of that code, in any case; nil when ISO 4217 has none.
    package init?(_ code: String) {
        // Three bytes: letters beyond ASCII that look like ours, or fold to them, are none.
        guard code.utf8.count == 3 else { return nil }
        let code = code.uppercased()
        guard let digits = Self.digitsByCode[code] else { return nil }
        self.code = code
        fractionDigits = digits
    }

    package var description: String { code }

    private static let digitsByCode: [String: Int] = Dictionary(
        uniqueKeysWithValues: currencyTable.split(whereSeparator: \.isWhitespace).compactMap { entry in
            entry.last?.wholeNumberValue.map { (String(entry.dropLast()), $0) }
        })
}

extension Currency: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let code = try container.decode(String.self)
        guard let currency = Currency(code) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no currency of ISO 4217")
        }
        self = currency
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(code)
    }
}
