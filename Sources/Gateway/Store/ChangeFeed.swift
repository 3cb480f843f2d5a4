import Synchronization

/// A payment stands differently now, and that is durable.
package struct PaymentChange: Sendable, Equatable {
    package let payment: PaymentID
    /// ``Payment/trxref``.
    package let trxref: String
    package let status: PaymentStatus
    /// The session it was made with, if any.
    package let session: PaymentSessionID?

    package init(_ payment: Payment) {
        (self.payment, trxref, status) = (payment.id, payment.trxref, payment.status)
        session = payment.server?.sessionID
    }
}

/// What is being saved with a customer's session stands differently now, and that is durable.
package struct EnrollmentChange: Sendable, Equatable {
    package let session: CustomerSessionID
}

package enum StoreChange: Sendable, Equatable {
    case payment(PaymentChange)
    case enrollment(EnrollmentChange)
}

/// Tells whoever listens in this process what has changed. A store owns one and feeds it after each commit; a store
/// that several processes share feeds it with the others' changes, too (`LISTEN`/`NOTIFY`).
///
/// A hint, not a record: who was not listening reads the payment.
package final class ChangeFeed: Sendable {
    package typealias Listener = @Sendable (StoreChange) -> Void

    private struct State {
        var listeners: [UInt64: Listener] = [:]
        var lastID: UInt64 = 0
    }

    /// Listens until it is let go.
    package final class Subscription: Sendable {
        private let cancel: @Sendable () -> Void

        fileprivate init(_ cancel: @escaping @Sendable () -> Void) { self.cancel = cancel }

        deinit { cancel() }
    }

    private let state = Mutex(State())

    package init() {}

    /// Listens to payments.
    /// - Parameter listener: called in the order of the commits, on the store's thread: it must not wait.
    package func subscribe(_ listener: @escaping @Sendable (PaymentChange) -> Void) -> Subscription {
        subscribeToAll { if case .payment(let change) = $0 { listener(change) } }
    }

    /// Listens to everything.
    /// - Parameter listener: called in the order of the commits, on the store's thread: it must not wait.
    package func subscribeToAll(_ listener: @escaping Listener) -> Subscription {
        let id = state.withLock { state in
            state.lastID += 1
            state.listeners[state.lastID] = listener
            return state.lastID
        }
        return Subscription { [weak self] in self?.state.withLock { $0.listeners[id] = nil } }
    }

    /// For stores.
    package func publish(_ changes: [StoreChange]) {
        guard !changes.isEmpty else { return }
        let listeners = state.withLock { Array($0.listeners.values) }
        for change in changes { for listener in listeners { listener(change) } }
    }
}

extension Payment {
    /// Whether somebody who follows it should look: its status is another one, or its payer has something to do.
    func concernsPayer(differentlyFrom earlier: Payment) -> Bool {
        // An app of the Yuno dialect shows more than the status.
        if server != nil { return earlier.server == nil || mark != earlier.mark }
        return status != earlier.status
            // Another step, or another page, of the same attempt is news as well.
            || (attempt?.state == .actionRequired
                && (attempt?.state != earlier.attempt?.state || attempt?.step?.id != earlier.attempt?.step?.id
                    || attempt?.page?.link != earlier.attempt?.page?.link))
    }
}
