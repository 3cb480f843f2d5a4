import Kernel

/// A provider's page with everything it shows.
package struct OpenPage: Sendable {
    package let payment: Payment
    package let attempt: Attempt
    package let page: ProviderPage
    package let merchant: Merchant
    /// What the payer can do; empty when it was decided or has run out.
    package let choices: [PageChoice]
}

extension Gateway {
    /// The page a link opens, as it stands now; nil when no page has that link. A page that cannot do its work ends its
    /// attempt when somebody opens it: nobody else will.
    package func page(_ link: PageLink) async throws -> OpenPage? {
        guard Self.couldBe(link), let (id, _) = try await store.read({ try $0.attempt(link: link) }) else { return nil }
        guard let payment = try await current(clock.now(), { try $0.payment(id) }) else { return nil }
        let open = try await store.read { [self] in try opened(link, payment, $0) }
        guard let open, open.page.fault != nil, open.choices.contains(.refuse) else { return open }
        return try await choose(.refuse, code: nil, on: link)?.page
    }

    /// Does on a page what the payer did. A link is good for one decision; nil when no page has it.
    /// - Returns: the page as it stands after it, which may be another one: the attempt's next.
    package func choose(
        _ choice: PageChoice, code: String?, on link: PageLink
    ) async throws -> (page: OpenPage, refusal: Refusal?)? {
        try await decide(link) { [connector] page in
            guard connector.choices(on: page).contains(choice) else { return nil }
            return connector.judge(choice, code: code, on: page)
        }
    }

    /// Ends a sandbox payment's running attempt as a provider's page would, without its questions: P11. Nil when there
    /// is no such sandbox payment; a payment that does not wait for a page stays as it is.
    package func simulate(_ id: PaymentID, approve: Bool) async throws -> Payment? {
        guard let payment = try await sandboxPayment(id) else { return nil }
        guard payment.status == .processing, let link = payment.attempt?.page?.link else { return payment }
        return try await decide(link) { _ in
            .decided(approve ? .approved : .declined("payment_declined"), followUp: nil)
        }?.page.payment
    }

    /// A sandbox payment, for its simulator page.
    package func sandboxPayment(_ id: PaymentID) async throws -> Payment? {
        let payment = try await current(clock.now()) { try $0.payment(id) }
        return payment?.environment == .sandbox ? payment : nil
    }

    private func decide(
        _ link: PageLink, _ verdict: @escaping @Sendable (ProviderPage) -> PageVerdict?
    ) async throws -> (page: OpenPage, refusal: Refusal?)? {
        guard Self.couldBe(link) else { return nil }
        let now = clock.now()
        let decided: (page: OpenPage, refusal: Refusal?)? = try await store.write { [self] transaction in
            guard let (id, attempt) = try transaction.attempt(link: link), let page = attempt.page,
                let payment = try transaction.payment(id)
            else { return nil }
            guard let verdict = verdict(page) else {
                return try opened(link, payment, transaction).map {
                    ($0, Refusal("validation_error", fields: ["choice": "is none of this page's"]))
                }
            }
            let applied = try apply(.pageAnswered(link, verdict), to: payment, now, transaction)
            // A page may lead to another one of the same attempt.
            let next = applied.payment.attempt.flatMap { $0.id == attempt.id ? $0.page?.link : nil } ?? link
            return try opened(next, applied.payment, transaction).map { ($0, applied.refusal) }
        }
        wakeWorkers()
        return decided
    }

    private func opened(
        _ link: PageLink, _ payment: Payment, _ transaction: any GatewayTransaction
    ) throws -> OpenPage? {
        guard let (_, attempt) = try transaction.attempt(link: link), let page = attempt.page,
            let merchant = try transaction.merchant(payment.merchantID)
        else { return nil }
        let isOpen =
            payment.status == .processing && payment.attempt?.id == attempt.id && attempt.state == .actionRequired
            && page.verdict == nil
        return OpenPage(
            payment: payment, attempt: attempt, page: page, merchant: merchant,
            choices: isOpen ? connector.choices(on: page) : [])
    }

    private static func couldBe(_ link: PageLink) -> Bool {
        link.rawValue.hasPrefix("lnk_") && link.rawValue.utf8.count <= 64
    }
}
