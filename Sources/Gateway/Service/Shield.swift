import Kernel

/// An entry of a blocklist a merchant wants to make, checked.
package struct BlocklistDraft: Sendable {
    package let kind: BlocklistEntry.Kind
    package let value: String
    package let reason: String?

    /// - Throws: ``FieldErrors`` naming every field that is wrong.
    package init(kind: String?, value: String?, reason: String?) throws(FieldErrors) {
        var errors: [String: String] = [:]
        let known = kind.flatMap(BlocklistEntry.Kind.init(rawValue:))
        if known == nil {
            errors["type"] = "must be one of: \(BlocklistEntry.Kind.allCases.map(\.rawValue).joined(separator: ", "))"
        }
        let normalized = known.flatMap { kind in value.flatMap { BlocklistEntry.normalized(kind, $0) } }
        if value == nil {
            errors["value"] = "is required"
        } else if let known, normalized == nil {
            errors["value"] =
                switch known {
                case .email: "is not an e-mail address"
                case .phone: "must be a number with its country, as +237677123456"
                case .fingerprint: "must be 64 hexadecimal digits"
                }
        }
        if let reason, reason.isEmpty || reason.utf8.count > 255 { errors["reason"] = "must be 1 to 255 bytes" }
        guard errors.isEmpty, let known, let normalized else { throw FieldErrors(errors) }
        self.kind = known
        self.value = normalized
        self.reason = reason
    }
}

extension Gateway {
    /// Whether the payer's number, address or installation is on the merchant's blocklist.
    func isBlocked(
        _ payment: Payment, email: String?, phone: String?, fingerprint: String?,
        _ transaction: any GatewayTransaction
    ) throws -> Bool {
        let given: [(BlocklistEntry.Kind, String?)] = [
            (.email, payment.customer.email), (.email, email), (.phone, payment.customer.phone), (.phone, phone),
            (.fingerprint, fingerprint),
        ]
        for (kind, raw) in given {
            guard let value = raw.flatMap({ BlocklistEntry.normalized(kind, $0) }) else { continue }
            let found = try transaction.blocklistEntry(of: payment.merchantID, payment.environment, kind, value)
            if found != nil { return true }
        }
        return false
    }

    /// Adds an entry; one of that value that is there already is given back as it is.
    /// - Throws: ``IdempotencyFault`` or ``StoreFault``.
    package func block(
        _ draft: BlocklistDraft, for principal: Principal, claim: IdempotencyClaim?,
        render: @escaping @Sendable (BlocklistEntry) -> StoredAnswer
    ) async throws -> Answered {
        let now = clock.now()
        let entry = BlocklistEntry(
            id: ids.make("blk"), merchantID: principal.merchant.id, environment: principal.environment,
            kind: draft.kind, value: draft.value, reason: draft.reason, createdAt: now)
        return try await store.write { [self] transaction in
            try once(claim, now, transaction) {
                if let known = try transaction.blocklistEntry(
                    of: entry.merchantID, entry.environment, entry.kind, entry.value)
                {
                    return render(known)
                }
                try transaction.insert(entry)
                return render(entry)
            }
        }
    }

    /// Takes an entry off; nil when the merchant has none of that id.
    package func unblock(_ id: BlocklistEntryID, for principal: Principal) async throws -> BlocklistEntry? {
        try await store.write { transaction in
            guard let entry = try transaction.blocklistEntry(id), entry.merchantID == principal.merchant.id,
                entry.environment == principal.environment
            else { return nil }
            try transaction.delete(id)
            return entry
        }
    }

    package func blocklist(_ page: PageRequest, for principal: Principal) async throws -> Page<BlocklistEntry> {
        try await store.read {
            try $0.blocklist(of: principal.merchant.id, principal.environment, page)
        }
    }
}
