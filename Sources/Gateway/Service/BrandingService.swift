import Kernel

extension Merchant {
    /// How its checkout looks to payers. The sandbox has a look of its own once it was given one, so that no test
    /// changes what real payers see.
    package func look(_ environment: Environment) -> Branding {
        var look = environment == .sandbox ? sandboxBranding ?? branding : branding
        look.name = look.name ?? name
        return look
    }
}

extension CheckoutSession {
    /// The merchant's look, with what the payment overrides (W69, W70).
    package var branding: Branding { merchant.look(payment.environment).overridden(by: payment.order?.theming) }
}

extension Gateway {
    /// Gives a merchant's checkout a look, in the key's environment.
    /// - Throws: ``FieldErrors`` or ``StoreFault``.
    package func setBranding(_ branding: Branding, for principal: Principal) async throws -> Branding {
        let faults = branding.faults(principal.environment)
        guard faults.isEmpty else { throw FieldErrors(faults) }
        return try await store.write { transaction in
            guard var merchant = try transaction.merchant(principal.merchant.id) else { throw Refusal("not_found") }
            switch principal.environment {
            case .sandbox: merchant.sandboxBranding = branding
            case .live: merchant.branding = branding
            }
            try transaction.save(merchant)
            return merchant.look(principal.environment)
        }
    }
}
