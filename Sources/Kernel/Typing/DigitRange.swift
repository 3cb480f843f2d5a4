/// A run of prefixes of one width, `650-654` or `67`: the beginning of a card or phone number.
struct DigitRange: Sendable, Hashable {
    private let low: Int
    private let high: Int
    /// How many digits the prefixes have, 1 to 15.
    let width: Int

    init?(_ text: some StringProtocol) {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false)
        guard let first = ends.first, let last = ends.last, ends.count <= 2, first.count == last.count,
            (1...15).contains(first.count), let low = Int(first), let high = Int(last), 0 <= low, low <= high
        else { return nil }
        self.low = low
        self.high = high
        width = first.count
    }

    /// Reads `650-654,67`; a part that is no range is left out.
    static func list(_ text: some StringProtocol) -> [DigitRange] {
        text.split(separator: ",").compactMap { DigitRange($0) }
    }

    /// Whether these ASCII digits begin with one of the prefixes.
    func contains(_ digits: String) -> Bool {
        digits.utf8.count >= width && overlaps(digits)
    }

    /// Whether these ASCII digits do, or may once more are typed.
    func mayContain(_ digits: String) -> Bool { overlaps(digits) }

    /// The first prefix, e.g. `650`.
    var first: String {
        let text = String(low)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }

    private func overlaps(_ digits: String) -> Bool {
        let typed = digits.utf8.prefix(width)
        let value = typed.reduce(0) { $0 * 10 + Int($1) - 0x30 }
        let scale = (typed.count..<width).reduce(1) { product, _ in product * 10 }
        return low / scale <= value && value <= high / scale
    }
}
