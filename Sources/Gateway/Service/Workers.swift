import Kernel

extension Gateway {
    private static let batch = 64

    /// Does what is due until the task is cancelled: attempts that move on by themselves, payments that expire,
    /// webhooks. Several processes may run this on one database.
    /// - Parameters:
    ///   - body: an event as its receiver reads it; equal events must give equal bytes, but for how often
    ///     it was sent before.
    ///   - onFault: told of a store that fails; the work is tried again a second later.
    package func runWorkers(
        sender: some WebhookSender, body: @escaping @Sendable (WebhookLetter) -> [UInt8],
        onFault: @escaping @Sendable (any Error) -> Void
    ) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [self] in await settle(onFault) }
            group.addTask { [self] in await deliverWebhooks(sender, body, onFault) }
            group.addTask { [self] in await forget(onFault) }
        }
    }

    private func settle(_ onFault: @Sendable (any Error) -> Void) async {
        while !Task.isCancelled {
            let now = clock.now()
            // A second at the most: another process may have written something that is due.
            var next = now.adding(seconds: 1)
            do {
                if try await settleDue() > 0 { continue }
                if let due = try await store.read({ try $0.nextDuePayment() }), due < next { next = due }
            } catch {
                if Task.isCancelled { return }
                onFault(error)
            }
            await settleNudge.wait(until: max(next, now.adding(milliseconds: 5)), clock)
        }
    }

    private func forget(_ onFault: @Sendable (any Error) -> Void) async {
        while !Task.isCancelled {
            do {
                let keys = try await forgetOldKeys()
                if try await forgetOldTokens() + keys > 0 { continue }
            } catch {
                if Task.isCancelled { return }
                onFault(error)
            }
            try? await clock.sleep(until: clock.now().adding(seconds: 60))
        }
    }

    /// Lets time pass for every payment that is due.
    /// - Returns: how many were looked at.
    @discardableResult
    package func settleDue() async throws -> Int {
        let now = clock.now()
        let due = try await store.read { try $0.duePayments(at: now, limit: Self.batch) }
        guard !due.isEmpty else { return 0 }
        // Each by itself: one that cannot be read holds up nobody else. The store commits them together all the same.
        let settled = await withTaskGroup(of: (any Error)?.self) { group in
            for id in due {
                group.addTask { [self] in
                    do {
                        try await store.write { transaction in
                            guard let payment = try transaction.payment(id) else { return }
                            _ = try self.apply(.tick, to: payment, now, transaction)
                        }
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            return await group.reduce(into: [(any Error)?]()) { $0.append($1) }
        }
        deliveryNudge.nudge()
        let faults = settled.compactMap(\.self)
        if let fault = faults.first, faults.count == settled.count { throw fault }
        return settled.count - faults.count
    }

    /// Forgets idempotency keys after their day.
    @discardableResult
    package func forgetOldKeys() async throws -> Int {
        let before = clock.now().adding(seconds: -options.idempotencySeconds)
        guard try await store.read({ try $0.hasIdempotencyRecord(before: before) }) else { return 0 }
        return try await store.write { try $0.forgetIdempotencyRecords(before: before) }
    }

    /// Forgets one-time tokens a day after their end.
    @discardableResult
    package func forgetOldTokens() async throws -> Int {
        let before = clock.now().adding(seconds: -86_400)
        guard try await store.read({ try $0.hasOneTimeToken(expiredBefore: before) }) else { return 0 }
        return try await store.write { try $0.forgetOneTimeTokens(expiredBefore: before) }
    }
}
