import Kernel

/// Mobile Money: a number and its operator; the payer approves on the phone, or on a wallet's page. The same numbers
/// do the same in the sandbox as in the other dialect.
package struct TokenMobileMoney: TokenMethod {
    /// How long the payer of a sandbox takes to approve.
    private let approvalMilliseconds: Int64

    package init(approvalMilliseconds: Int64) {
        self.approvalMilliseconds = approvalMilliseconds
    }

    package func kinds(in country: Country) -> [TokenMethodKind] {
        let operators = MobileMoneyCatalogue.operators(in: country)
        guard !operators.isEmpty else { return [] }
        var kind = TokenMethodKind("MOBILE_MONEY", "Mobile Money", .mobileMoney, .mobileMoney)
        kind.countries = [country]
        kind.currencies = MobileMoneyCatalogue.currencies(of: country)
        kind.operators = operators
        return [kind]
    }

    package func read(
        _ fields: [String: JSONValue], _ kind: TokenMethodKind, _ context: TokenContext
    ) -> TokenReading {
        var fields = fields
        // `{"country_code": "237", "number": "677…"}`, as this dialect writes telephone numbers.
        if let phone = fields["phone"], phone.object != nil {
            let code = TokenCard.digits(phone["country_code"], padded: 0).drop { $0 == "+" }
            let number = TokenCard.digits(phone["number"], padded: 0)
            fields.removeValue(forKey: "phone")
            if !number.isEmpty { fields["phone"] = .string(code.isEmpty ? number : "+\(code)\(number)") }
        }
        var errors: [String: String] = [:]
        let account = MobileMoneyMethod.account(
            fields, context.country, kind.operators.map(\.id), context.environment, errors: &errors)
        guard errors.isEmpty, let account else { return .invalid(errors) }
        let found = MobileMoneyCatalogue.operator(account.operatorID, in: context.country)
        return .instrument(
            TokenInstrument(
                type: kind.type, category: kind.category,
                summary: InstrumentSummary(
                    kind: .mobileMoney, issuer: account.operatorID, phone: account.e164,
                    country: context.country.code), behaviour: behaviour(account.e164, found)))
    }

    private func behaviour(_ number: String, _ found: MobileOperator?) -> MethodBehaviour {
        // Wallets that take any number are approved on their page.
        if found?.acceptsAnyNumber == true {
            return .answers(.page(ProviderPageRequest(.wallet)), followUp: nil)
        }
        let answer = SandboxNumbers.answer(to: number, found)
        guard case .accepted = answer, let later = SandboxNumbers.outcome(SandboxScenario(number: number)) else {
            return .answers(answer, followUp: nil)
        }
        return .answers(
            answer, followUp: ScheduledAnswer.FollowUp(afterMilliseconds: approvalMilliseconds, answer: later))
    }
}
