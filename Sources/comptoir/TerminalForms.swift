import Foundation
import Kernel
import WajubMobile

/// What the payer is asked for a method; nil when the payer closed the checkout.
extension TerminalCheckout {
    func form(_ method: Channel, _ opened: SessionData) async throws -> [String: JSONValue]? {
        method.type == .card
            ? try await cardForm(opened.transaction.sandbox) : try await mobileMoneyForm(method, opened)
    }

    // MARK: Mobile Money

    private func mobileMoneyForm(_ method: Channel, _ opened: SessionData) async throws -> [String: JSONValue]? {
        guard let country = method.countries.first.flatMap(Country.init) else { return nil }
        let isSandbox = opened.transaction.sandbox
        let testNumber =
            isSandbox
            ? SandboxScenario.success.testNumber(country: country, operatorID: method.operators.first?.id) : nil
        // The dial code stands in front already.
        let example = testNumber.map { payer.style.quiet(" [\($0.dropFirst(1 + country.dialCode.count))]") } ?? ""
        while true {
            let prompt =
                "\(country.flag) +\(country.dialCode) " + words("Phone number", "Numéro de téléphone") + example + ":"
            guard var number = try await payer.ask(prompt, isSecret: false) else { return nil }
            if number.isEmpty, let testNumber { number = testNumber }
            let e164 =
                isSandbox
                ? PhoneRules.sandboxE164(number, country: country)
                : PhoneRules.isValid(number, country: country) ? PhoneRules.e164(number, country: country) : nil
            guard let e164 else {
                payer.show(payer.style.bad(words("Enter a valid number.", "Saisissez un numéro valide.")))
                continue
            }
            let detected = MobileMoneyCatalogue.detectOffered(
                number, offered: method.operators.map(\.id), country: country)
            guard let picked = try await pickOperator(method, detected) else { return nil }
            if let other = MobileMoneyCatalogue.otherOperator(
                of: number, picked: picked.id, offered: method.operators.map(\.id), country: country),
                let name = method.operators.first(where: { $0.id == other })?.name
            {
                // W77, W133: refused for real money, a warning in the sandbox.
                let text = words("This number belongs to \(name).", "Ce numéro appartient à \(name).")
                payer.show(isSandbox ? payer.style.quiet(text) : payer.style.bad(text))
                if !isSandbox { continue }
            }
            payer.show("\(picked.name)  \(PhoneRules.formatAsYouType(e164))")
            return ["phone": .string(e164), "country": .string(country.code), "operator": .string(picked.id)]
        }
    }

    private func pickOperator(_ method: Channel, _ detected: String?) async throws -> OperatorInfo? {
        if let found = method.operators.first(where: { $0.id == detected }) { return found }
        if method.operators.count == 1 { return method.operators[0] }
        for (index, found) in method.operators.enumerated() { payer.show("  \(index + 1)  \(found.name)") }
        while true {
            let prompt =
                words("Operator", "Opérateur") + " [1-\(method.operators.count), "
                + words("default 1", "1 par défaut") + "]:"
            guard let answer = try await payer.ask(prompt, isSecret: false) else { return nil }
            if answer.isEmpty { return method.operators[0] }
            if let number = Int(answer), method.operators.indices.contains(number - 1) {
                return method.operators[number - 1]
            }
        }
    }

    // MARK: Cards

    private func cardForm(_ isSandbox: Bool) async throws -> [String: JSONValue]? {
        payer.show(words("Card", "Carte"))
        guard
            let number = try await field(
                words("Card number", "Numéro de carte"), example: isSandbox ? "4242 4242 4242 4242" : nil,
                words("Check the card number.", "Vérifiez le numéro de la carte."), { try? CardNumber($0) }),
            let expiry = try await field(
                words("Expiry (MM/YY)", "Expiration (MM/AA)"), example: isSandbox ? "12/40" : nil,
                words("Check the expiry date.", "Vérifiez la date d’expiration."),
                { try? CardExpiry($0, today: Self.thisMonth) }),
            let code = try await field(
                number.brand.securityCodeName,
                example: isSandbox ? String("1234".prefix(number.brand.securityCodeLengths.lowerBound)) : nil,
                isSecret: true, words("Check the security code.", "Vérifiez le code de sécurité."),
                { try? SecurityCode($0, brand: number.brand) })
        else { return nil }
        payer.show("\(number.brand.name) \(number.masked)")
        return [
            "card": [
                "number": .string(number.digits.expose()), "exp_month": .integer(expiry.month),
                "exp_year": .integer(expiry.year), "cvc": .string(code.digits.expose()),
            ]
        ]
    }

    private static var thisMonth: YearMonth {
        let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month], from: Date())
        return YearMonth(year: parts.year ?? 2026, month: parts.month ?? 1)
    }

    /// - Parameter example: what an empty line stands for, in the sandbox.
    private func field<Value>(
        _ name: String, example: String?, isSecret: Bool = false, _ complaint: String, _ read: (String) -> Value?
    ) async throws -> Value? {
        let prompt = name + (example.map { payer.style.quiet(" [\($0)]") } ?? "") + ":"
        while true {
            guard let answer = try await payer.ask(prompt, isSecret: isSecret) else { return nil }
            if let value = read(answer.isEmpty ? example ?? "" : answer) { return value }
            payer.show(payer.style.bad(complaint))
        }
    }
}

extension SessionTransaction {
    /// What the payer pays, as the language writes it.
    func formattedTotal(_ language: Language) -> String {
        guard let currency = Currency(currency), let money = try? Money(amountTotal, currency) else {
            return "\(amountTotal) \(self.currency)"
        }
        return money.formatted(locale: Locale(identifier: language == .french ? "fr_FR" : "en_US"))
    }
}

extension WajubError {
    /// A payment that is over already.
    static func over(_ transaction: SessionTransaction, _ language: Language) -> WajubError {
        switch transaction.normalized {
        case .cancelled: WajubError(Code.paymentCancelled, language)
        case .expired: WajubError(Code.sessionTerminalExpired, language)
        default: WajubError(transaction.lastDecline?.code ?? Code.paymentFailed, language)
        }
    }
}
