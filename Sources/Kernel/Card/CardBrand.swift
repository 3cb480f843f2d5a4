/// A card brand, by its code. The set is open: a gateway may name one this version does not know, which then has
/// the rules of ``unknown``.
package struct CardBrand: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package var description: String { rawValue }

    package static let visa = CardBrand(rawValue: "visa")
    package static let mastercard = CardBrand(rawValue: "mastercard")
    package static let amex = CardBrand(rawValue: "amex")
    package static let discover = CardBrand(rawValue: "discover")
    package static let diners = CardBrand(rawValue: "diners")
    package static let jcb = CardBrand(rawValue: "jcb")
    package static let unionPay = CardBrand(rawValue: "unionpay")
    package static let maestro = CardBrand(rawValue: "maestro")
    package static let elo = CardBrand(rawValue: "elo")
    package static let hipercard = CardBrand(rawValue: "hipercard")
    package static let verve = CardBrand(rawValue: "verve")
    package static let mir = CardBrand(rawValue: "mir")
    package static let rupay = CardBrand(rawValue: "rupay")
    package static let troy = CardBrand(rawValue: "troy")
    package static let dankort = CardBrand(rawValue: "dankort")
    package static let uatp = CardBrand(rawValue: "uatp")
    package static let naranja = CardBrand(rawValue: "naranja")
    package static let cabal = CardBrand(rawValue: "cabal")
    /// Has no issuer range of its own (its cards are also Visa's or Mastercard's): chosen, never detected.
    package static let carteBancaire = CardBrand(rawValue: "carte_bancaire")
    /// No brand we know: 13 to 19 digits with a check digit, a security code of 3 or 4.
    package static let unknown = CardBrand(rawValue: "unknown")

    /// Every brand with rules of its own.
    package static let all: [CardBrand] = rules.map(\.brand)

    /// The name people know it by, empty for ``unknown``.
    package var name: String { rule.name }

    /// How many digits its numbers may have, ascending, within 12 to 19.
    package var lengths: [Int] { rule.lengths }

    /// How many digits its security code has: 4 for American Express, 3 or 4 when the brand is unknown.
    package var securityCodeLengths: ClosedRange<Int> { rule.securityCodeLengths }

    /// What the brand calls its security code: CVV, CVC, CID…
    package var securityCodeName: String { rule.securityCodeName }

    /// Whether its numbers end with a Luhn check digit; not all of UnionPay's do.
    package var hasCheckDigit: Bool { rule.hasCheckDigit }

    /// Sizes of the groups a number of `count` digits is shown in: 4-6-5 for American Express.
    package func grouping(count: Int) -> [Int] {
        rule.groupings.first { $0.upTo >= count }?.sizes ?? rule.groupings.last?.sizes ?? [4, 4, 4, 4, 3]
    }

    /// The brand of a number, also while it is being typed: the longest issuer range it begins with; before that,
    /// the only brand it can still become; else ``unknown``.
    package static func detect(_ typed: String) -> CardBrand {
        detect(digits: TypedDigits(typed, limit: 19).digits)
    }

    /// The brands a number that begins like this may still belong to, most likely first. Empty when there is none,
    /// every brand for an empty text.
    package static func candidates(_ typed: String) -> [CardBrand] {
        let digits = TypedDigits(typed, limit: 19).digits
        let likely = detect(digits: digits)
        let possible = rules.filter { rule in rule.ranges.contains { $0.mayContain(digits) } }.map(\.brand)
        return possible.filter { $0 == likely } + possible.filter { $0 != likely }
    }

    static func detect(digits: String) -> CardBrand {
        guard !digits.isEmpty else { return .unknown }
        var best: (brand: CardBrand, width: Int)?
        var possible: Set<CardBrand> = []
        for rule in rules {
            for range in rule.ranges where range.mayContain(digits) {
                possible.insert(rule.brand)
                if range.contains(digits), range.width > best?.width ?? 0 { best = (rule.brand, range.width) }
            }
        }
        if let best { return best.brand }
        return possible.count == 1 ? possible.first ?? .unknown : .unknown
    }
}

// MARK: - The table

private struct CardBrandRule: Sendable {
    let brand: CardBrand
    let name: String
    let lengths: [Int]
    /// Ascending; each is for numbers of at most `upTo` digits.
    let groupings: [(upTo: Int, sizes: [Int])]
    let securityCodeName: String
    let securityCodeLengths: ClosedRange<Int>
    let hasCheckDigit: Bool
    let ranges: [DigitRange]

    static let unknown = CardBrandRule(
        brand: .unknown, name: "", lengths: Array(13...19), groupings: [(19, [4, 4, 4, 4, 3])],
        securityCodeName: "CVC", securityCodeLengths: 3...4, hasCheckDigit: true, ranges: [])
}

extension CardBrandRule {
    init?(row: Substring) {
        let cells = row.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
        guard cells.count == 7 else { return nil }
        let lengths = cells[2].split(separator: ",").flatMap { part in
            let ends = part.split(separator: "-").compactMap { Int($0) }
            return ends.count == 2 && ends[0] <= ends[1] ? Array(ends[0]...ends[1]) : ends
        }
        let code = cells[4].split(separator: " ")
        guard code.count == 2, let digits = Int(code[1]) else { return nil }
        self.init(
            brand: CardBrand(rawValue: cells[0]), name: cells[1], lengths: lengths,
            groupings: cells[3].split(separator: " ").map { entry in
                let parts = entry.split(separator: ":")
                let sizes = (parts.last ?? "").split(separator: "-").compactMap { Int($0) }
                return (parts.count == 2 ? Int(parts[0]) ?? 19 : 19, sizes)
            },
            securityCodeName: String(code[0]), securityCodeLengths: digits...digits,
            hasCheckDigit: cells[5] == "luhn", ranges: DigitRange.list(cells[6]))
    }
}

extension CardBrand {
    private static let rules: [CardBrandRule] = cardBrandTable.split(separator: "\n").compactMap(CardBrandRule.init)

    private static let rulesByBrand = Dictionary(rules.map { ($0.brand, $0) }) { first, _ in first }

    private var rule: CardBrandRule { Self.rulesByBrand[self] ?? .unknown }
}
