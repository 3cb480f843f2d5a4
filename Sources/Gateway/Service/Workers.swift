import Kernel

/// Sends a webhook over the network.
package protocol WebhookSender: Sendable {
    /// - Returns: what came of it; never throws, so that a fault is one more outcome.
    func send(_ body: [UInt8], to url: String, headers: [(String, String)]) async -> Delivery.Outcome
}

extension Gateway {
    /// How long a delivery may take before another worker may take it over.
    private static let leaseMilliseconds: Int64 = 60_000
    private static let batch = 64

    /// Does what is due until the task is cancelled: attempts that move on by themselves, payments that expire,
    /// webhooks. Several processes may run this on one database.
    /// - Parameters:
    ///   - body: an event as its receiver reads it; equal events must give equal bytes.
    ///   - onFault: told of a store that fails; the work is tried again a second later.
    package func runWorkers(
        sender: some WebhookSender, body: @escaping @Sendable (Event) -> [UInt8],
        onFault: @escaping @Sendable (any Error) -> Void
    ) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                await work(settleNudge, onFault) { try await self.settleDue() }
            }
            group.addTask { [self] in
                await work(deliveryNudge, onFault) { try await self.deliverDue(sender: sender, body: body) }
            }
            group.addTask { [self] in
                await work(Nudge(), onFault) {
                    _ = try await self.forgetOldKeys()
                    return 0
                }
            }
        }
    }

    private func work(
        _ nudge: Nudge, _ onFault: @Sendable (any Error) -> Void, _ round: @Sendable () async throws -> Int
    ) async {
        while !Task.isCancelled {
            let now = clock.now()
            // A second at the most: another process may have written something that is due.
            var next = now.adding(seconds: 1)
            do {
                if try await round() > 0 { continue }
                if let due = try await store.read({ try $0.nextDue() }), due < next { next = due }
            } catch {
                if Task.isCancelled { return }
                onFault(error)
            }
            await nudge.wait(until: max(next, now.adding(milliseconds: 5)), clock)
        }
    }

    /// Lets time pass for every payment that is due.
    /// - Returns: how many were looked at.
    @discardableResult
    package func settleDue() async throws -> Int {
        let now = clock.now()
        let due = try await store.read { try $0.duePayments(at: now, limit: Self.batch) }
        guard !due.isEmpty else { return 0 }
        try await store.write { [self] transaction in
            for id in due {
                guard let payment = try transaction.payment(id) else { continue }
                _ = try apply(.tick, to: payment, now, transaction)
            }
        }
        deliveryNudge.nudge()
        return due.count
    }

    /// Sends every webhook that is due, a batch at a time, each endpoint apart from the others.
    /// - Returns: how many were sent.
    @discardableResult
    package func deliverDue(
        sender: some WebhookSender, body: @escaping @Sendable (Event) -> [UInt8]
    ) async throws -> Int {
        let now = clock.now()
        // A look without writing first: an idle gateway leaves the disk alone.
        guard try await store.read({ try $0.hasDueDelivery(at: now) }) else { return 0 }
        let lease = now.adding(milliseconds: Self.leaseMilliseconds)
        let claimed = try await store.write { transaction in
            try transaction.claimDeliveries(at: now, leaseUntil: lease, limit: Self.batch).map { delivery in
                (delivery, try transaction.event(delivery.eventID), try transaction.endpoint(delivery.endpointID))
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (delivery, event, endpoint) in claimed {
                group.addTask { [self] in
                    let outcome = await attempt(event, endpoint, sender, body)
                    try await finish(delivery.id, outcome)
                }
            }
            try await group.waitForAll()
        }
        return claimed.count
    }

    private func attempt(
        _ event: Event?, _ endpoint: WebhookEndpoint?, _ sender: some WebhookSender, _ body: (Event) -> [UInt8]
    ) async -> Delivery.Outcome {
        guard let event else { return .failed("the event is gone") }
        guard let endpoint else { return .failed("the endpoint was deleted") }
        let bytes = body(event)
        let sentAt = clock.now().seconds
        return await sender.send(
            bytes, to: endpoint.url,
            headers: [
                ("Content-Type", "application/json; charset=utf-8"),
                (WebhookSignature.timestampHeader, String(sentAt)),
                (
                    WebhookSignature.signatureHeader,
                    WebhookSignature.sign(bytes, timestamp: sentAt, secret: endpoint.secret)
                ),
            ])
    }

    private func finish(_ id: DeliveryID, _ outcome: Delivery.Outcome) async throws {
        let now = clock.now()
        let jitter = Double.random(in: 0...1)
        try await store.write { transaction in
            guard var delivery = try transaction.delivery(id), delivery.state == .pending else { return }
            delivery.finish(outcome, at: now, jitter: jitter)
            if try transaction.endpoint(delivery.endpointID) == nil { delivery.state = .exhausted }
            try transaction.save(delivery)
        }
    }

    /// Forgets idempotency keys after their day.
    @discardableResult
    package func forgetOldKeys() async throws -> Int {
        let before = clock.now().adding(seconds: -options.idempotencySeconds)
        guard try await store.read({ try $0.hasIdempotencyRecord(before: before) }) else { return 0 }
        return try await store.write { try $0.forgetIdempotencyRecords(before: before) }
    }
}
