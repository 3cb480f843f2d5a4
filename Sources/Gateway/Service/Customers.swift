import Kernel

extension Gateway {
    /// Keeps somebody a merchant knows.
    /// - Parameters:
    ///   - name: the merchant's own name for them, 1 to 255 characters.
    ///   - facts: everything else, checked by the dialect; given back as it is.
    /// - Throws: ``Refusal`` (`CUSTOMER_ID_DUPLICATED`) or ``StoreFault``.
    package func createCustomer(
        merchantCustomerID name: String, facts: JSONValue, for principal: Principal
    ) async throws -> MerchantCustomer {
        let now = clock.now()
        let customer = MerchantCustomer(
            id: ids.makeUUID(), merchantID: principal.merchant.id, environment: principal.environment,
            merchantCustomerID: name, facts: facts.text, createdAt: now, updatedAt: now)
        return try await store.write { transaction in
            let known = try transaction.customer(
                of: customer.merchantID, customer.environment, merchantCustomerID: name)
            guard known == nil else { throw Refusal("CUSTOMER_ID_DUPLICATED") }
            try transaction.save(customer)
            return customer
        }
    }

    /// A merchant's customer; nil when the merchant has none of that id.
    package func customer(_ id: CustomerID, for principal: Principal) async throws -> MerchantCustomer? {
        guard UUIDText.isUUID(id.rawValue) else { return nil }
        return try await store.read { try $0.customer(id).flatMap { $0.belongs(to: principal) ? $0 : nil } }
    }

    /// A merchant's customer by the merchant's own name for them.
    package func customer(merchantCustomerID: String, for principal: Principal) async throws -> MerchantCustomer? {
        try await store.read {
            try $0.customer(
                of: principal.merchant.id, principal.environment, merchantCustomerID: merchantCustomerID)
        }
    }

    /// Replaces what is known of a customer; nil when the merchant has none of that id.
    package func updateCustomer(
        _ id: CustomerID, facts: @escaping @Sendable (JSONValue) -> JSONValue, for principal: Principal
    ) async throws -> MerchantCustomer? {
        guard UUIDText.isUUID(id.rawValue) else { return nil }
        let now = clock.now()
        return try await store.write { transaction in
            guard var customer = try transaction.customer(id), customer.belongs(to: principal) else { return nil }
            customer.facts = facts((try? JSONValue.parse(customer.facts)) ?? [:]).text
            customer.updatedAt = now
            try transaction.save(customer)
            return customer
        }
    }

    /// Forgets a customer, and what they saved; false when the merchant has none of that id.
    package func deleteCustomer(_ id: CustomerID, for principal: Principal) async throws -> Bool {
        guard UUIDText.isUUID(id.rawValue) else { return false }
        let now = clock.now()
        let isDone = try await store.write { [self] transaction in
            guard let customer = try transaction.customer(id), customer.belongs(to: principal) else { return false }
            for method in try transaction.vaultedMethods(of: id) where method.status == .enrolled {
                _ = try unenroll(method, now, transaction)
            }
            try transaction.delete(id)
            return true
        }
        deliveryNudge.nudge()
        return isDone
    }
}

extension MerchantCustomer {
    func belongs(to principal: Principal) -> Bool {
        merchantID == principal.merchant.id && environment == principal.environment
    }
}
