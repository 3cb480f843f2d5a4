/// What happens to a Mobile Money payment in a sandbox, told by the number's last six digits (W132).
package enum SandboxScenario: String, Sendable, Hashable, CaseIterable {
    case success
    case insufficientFunds = "insufficient_funds"
    case failure
    case timeout
    case cancelled

    /// The scenario of a number; any ending that is none of the five is a success.
    package init(number raw: String) {
        let ending = String(TypedDigits(raw, limit: 32).digits.suffix(6))
        self = Self.allCases.first { $0.ending == ending } ?? .success
    }

    /// The six digits a test number ends with: `000000` to `000004`.
    package var ending: String {
        switch self {
        case .success: "000000"
        case .insufficientFunds: "000001"
        case .failure: "000002"
        case .timeout: "000003"
        case .cancelled: "000004"
        }
    }

    /// A test number of this scenario in E.164: an operator's prefix and seven digits, e.g. `+237670000000`. Without
    /// an operator, or with one that has no prefixes, the prefix is the country's; nil for a country without mobile
    /// numbers.
    package func testNumber(country: Country, operatorID: String? = nil) -> String? {
        guard let plan = PhonePlan(country) else { return nil }
        let own = operatorID.map { OperatorPrefixes.ranges(country, operatorID: $0) } ?? []
        let prefixes = own.isEmpty ? plan.forms.flatMap(\.prefixes) : own
        let numbers = (0...9).flatMap { digit in prefixes.map { "\($0.first)\(digit)\(ending)" } }
        let wanted = operatorID.flatMap { MobileMoneyCatalogue.operator($0, in: country)?.id }
        // A number whose longest prefix is the operator's, and which has a real length, when there is one.
        let fitting = own.isEmpty ? numbers : numbers.filter { OperatorPrefixes.detect($0, country) == wanted }
        let best = fitting.first { plan.lengths.contains($0.count) } ?? fitting.first
        return best.map { "+\(country.dialCode)\($0)" }
    }
}
