import Kernel
import Synchronization

/// Sends a webhook over the network.
package protocol WebhookSender: Sendable {
    /// - Returns: what came of it; never throws, so that a fault is one more outcome.
    func send(_ body: [UInt8], to url: String, headers: [(String, String)]) async -> Delivery.Outcome
}

/// A delivery this worker has taken, with what it needs to send it.
package struct ClaimedDelivery: Sendable {
    let delivery: Delivery
    let event: Event?
    let endpoint: WebhookEndpoint?
}

extension Gateway {
    /// How long a delivery may take before another worker may take it over.
    private static let leaseMilliseconds: Int64 = 60_000

    /// Sends webhooks as they become due, until the task is cancelled. What is under way then is sent again when its
    /// lease is over: delivered at least once.
    func deliverWebhooks(
        _ sender: some WebhookSender, _ body: @escaping @Sendable (WebhookLetter) -> [UInt8],
        _ onFault: @escaping @Sendable (any Error) -> Void
    ) async {
        let room = SharedRoom()
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                let now = clock.now()
                var wake = now.adding(seconds: 1)
                do {
                    let claimed = try await claimDeliveries(room.current)
                    for one in claimed {
                        room.change { $0.enter(one.delivery.endpointID) }
                        group.addTask { [self] in
                            do { try await deliver(one, sender, body) } catch { onFault(error) }
                            room.change { $0.leave(one.delivery.endpointID) }
                            deliveryNudge.nudge()
                        }
                    }
                    if !claimed.isEmpty { continue }
                    if let due = try await store.read({ try $0.nextDueDelivery() }), due > now, due < wake {
                        wake = due
                    }
                } catch {
                    if Task.isCancelled { return }
                    onFault(error)
                }
                await deliveryNudge.wait(until: wake, clock)
            }
        }
    }

    /// A room several tasks come and go in.
    private final class SharedRoom: Sendable {
        private let room = Mutex(DeliveryRoom())

        var current: DeliveryRoom { room.withLock { $0 } }

        func change(_ change: (inout sending DeliveryRoom) -> Void) { room.withLock { change(&$0) } }
    }

    /// Takes what is due, as far as there is room.
    package func claimDeliveries(_ room: DeliveryRoom) async throws -> [ClaimedDelivery] {
        let now = clock.now()
        // A look without writing first: an idle gateway leaves the disk alone.
        guard room.left > 0, try await store.read({ try $0.hasDueDelivery(at: now) }) else { return [] }
        let lease = now.adding(milliseconds: Self.leaseMilliseconds)
        return try await store.write { transaction in
            try transaction.claimDeliveries(at: now, leaseUntil: lease, room: room).map { delivery in
                ClaimedDelivery(
                    delivery: delivery, event: try transaction.event(delivery.eventID),
                    endpoint: try transaction.endpoint(delivery.endpointID))
            }
        }
    }

    /// Sends one, and writes down what came of it.
    package func deliver(
        _ claimed: ClaimedDelivery, _ sender: some WebhookSender, _ body: (WebhookLetter) -> [UInt8]
    ) async throws {
        let outcome = await attempt(claimed, sender, body)
        // Cut off by our own end: that says nothing of the endpoint.
        if Task.isCancelled, outcome != .answered(200) { return }
        let now = clock.now()
        let jitter = Double.random(in: 0...1)
        try await store.write { transaction in
            guard var delivery = try transaction.delivery(claimed.delivery.id), delivery.state == .pending else {
                return
            }
            let endpoint = try transaction.endpoint(delivery.endpointID)
            delivery.finish(outcome, at: now, jitter: jitter, endpoint?.dialect ?? .wajub)
            if endpoint == nil { delivery.state = .exhausted }
            try transaction.save(delivery)
        }
    }

    private func attempt(
        _ claimed: ClaimedDelivery, _ sender: some WebhookSender, _ body: (WebhookLetter) -> [UInt8]
    ) async -> Delivery.Outcome {
        guard let event = claimed.event else { return .failed("the event is gone") }
        guard let endpoint = claimed.endpoint else { return .failed("the endpoint was deleted") }
        let bytes = body(WebhookLetter(event: event, endpoint: endpoint, retry: claimed.delivery.tries))
        return await sender.send(bytes, to: endpoint.url, headers: endpoint.headers(bytes, at: clock.now()))
    }
}
