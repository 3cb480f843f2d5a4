import Kernel

/// What the sandbox's providers say of payments made by a server.
extension SandboxConnector {
    package func submit(
        _ payment: Payment, _ server: ServerPayment, reference: String, merchant: Merchant, at now: Timestamp
    ) -> ProviderScript {
        var followUp: ScheduledAnswer.FollowUp?
        let answer: ProviderAnswer
        // What the description forces, unless what is paid with says more (spec Yuno 14.2).
        let otherwise = ResponseCodes.answer(to: payment.description) ?? .approved
        switch server.behaviour {
        case .approves: answer = otherwise
        case .answers(let said, let later): (answer, followUp) = (said, later)
        case .code(let kind): answer = code(kind, payment, reference, merchant, now)
        case .card(let issuer, let authentication):
            answer = Self.authenticated(authentication, then: issuer ?? otherwise)
        }
        return ProviderScript(afterMilliseconds: options.latencyMilliseconds, answer: answer, followUp: followUp)
    }

    private static func authenticated(_ how: CardAuthentication?, then next: ProviderAnswer) -> ProviderAnswer {
        switch how {
        case nil: next
        case .frictionless(let authentication): .authentication(authentication, then: next)
        case .challenge: .page(ProviderPageRequest(.challenge, next: next))
        case .challengeEnding(let outcome):
            .page(
                ProviderPageRequest(
                    .challenge, next: .authentication(Authentication(outcome, isFrictionless: false), then: next)))
        case .brokenChallenge(let fault): .page(ProviderPageRequest(.challenge, fault: fault))
        case .fails(let code): .failed(code: code)
        }
    }

    private func code(
        _ kind: PaymentCode.Kind, _ payment: Payment, _ reference: String, _ merchant: Merchant, _ now: Timestamp
    ) -> ProviderAnswer {
        let expiresAt = now.adding(milliseconds: kind.validMilliseconds)
        let number = Self.digits(of: reference)
        switch kind {
        case .pix:
            // A BR Code has cents and nothing finer.
            guard let amount = try? Money(payment.total.decimal, payment.total.currency),
                let pix = try? PixCode(
                    key: merchant.accountID(payment.environment),
                    merchantName: merchant.look(payment.environment).name ?? merchant.name, city: "SAO PAULO",
                    amount: amount, transactionID: String(reference.prefix(25)))
            else { return .rejected(code: "INVALID_AMOUNT") }
            return .code(PaymentCode(kind: kind, text: pix.text, barcode: nil, expiresAt: expiresAt))
        case .voucher:
            return .code(
                PaymentCode(kind: kind, text: String(number.prefix(14)), barcode: number, expiresAt: expiresAt))
        case .account:
            return .code(PaymentCode(kind: kind, text: String(number.prefix(18)), barcode: nil, expiresAt: expiresAt))
        }
    }

    /// 44 digits: as many as a boleto's bar code has.
    private static func digits(of reference: String) -> String {
        let first = Crypto.sha256(Array("voucher:\(reference)".utf8))
        let second = Crypto.sha256(Array("barcode:\(reference)".utf8))
        return String(decoding: (first + second).prefix(44).map { 0x30 + $0 % 10 }, as: UTF8.self)
    }
}
