import Kernel

/// The gateway: it takes what the dialects translate, lets the machines decide, and keeps what they decided.
///
/// Everything it says was done is durable when it says so. Safe to call from any task.
package final class Gateway: Sendable {
    package let store: any GatewayStore
    package let clock: any GatewayClock
    package let methods: PaymentMethods
    package let tokenMethods: TokenMethods
    package let options: GatewayOptions
    let ids: any IdentifierSource
    let connector: any PaymentConnector
    /// Something is due sooner than was known.
    let settleNudge = Nudge()
    let deliveryNudge = Nudge()

    package init(
        store: any GatewayStore, clock: any GatewayClock = SystemClock(),
        ids: any IdentifierSource = RandomIdentifiers(), options: GatewayOptions = GatewayOptions(),
        methods: PaymentMethods = PaymentMethods(), tokenMethods: TokenMethods? = nil
    ) {
        self.store = store
        self.clock = clock
        self.ids = ids
        self.options = options
        self.methods = methods
        self.tokenMethods = tokenMethods ?? TokenMethods(options.sandbox)
        connector = SandboxConnector(options: options.sandbox)
    }

    // MARK: Applying events

    /// A payment after an event, and why it was refused, if it was.
    struct Applied: Sendable {
        let payment: Payment
        let refusal: Refusal?
        let refund: Refund?
        let submitted: AttemptID?
    }

    /// Lets the machine decide and writes everything that follows down, in the caller's transaction.
    func apply(
        _ event: PaymentEvent, to payment: Payment, _ now: Timestamp, _ transaction: any GatewayTransaction
    ) throws -> Applied {
        var machine = PaymentMachine(payment, rules: options.rules, ids: ids)
        let effects = machine.handle(event, at: now)
        if machine.payment != payment { try transaction.save(machine.payment) }
        if machine.payment.concernsPayer(differentlyFrom: payment) {
            try transaction.announce(PaymentChange(machine.payment))
        }
        var refusal: Refusal?
        var refunded: Refund?
        var submitted: AttemptID?
        for effect in effects {
            switch effect {
            case .refuse(let why): refusal = why
            case .submit(let attempt): submitted = attempt
            case .record(let entry): try transaction.insert(entry)
            case .refunded(let refund):
                try transaction.insert(refund)
                refunded = refund
            case .vault(let token): try vault(machine.payment, as: token, now, transaction)
            case .tell(let name, let snapshot, let refund):
                try tell(name, snapshot, refund, now, transaction)
            }
        }
        if machine.payment.status.isFinal, !payment.status.isFinal, let enrolled = machine.payment.server?.enrolls {
            try settleEnrollment(enrolled, machine.payment, now, transaction)
        }
        return Applied(payment: machine.payment, refusal: refusal, refund: refunded, submitted: submitted)
    }

    private func tell(
        _ name: EventName, _ payment: Payment, _ refund: Refund?, _ now: Timestamp,
        _ transaction: any GatewayTransaction
    ) throws {
        try tell(
            Event(
                id: payment.dialect == .yuno ? ids.makeUUID() : ids.make("evt"), name: name,
                merchantID: payment.merchantID, environment: payment.environment, payment: payment, refund: refund,
                createdAt: min(payment.updatedAt, now)), now, transaction)
    }

    /// Keeps what happened, and sends it to whoever wants it.
    func tell(_ event: Event, _ now: Timestamp, _ transaction: any GatewayTransaction) throws {
        try transaction.insert(event)
        for endpoint in try transaction.endpoints(of: event.merchantID, event.environment)
        where endpoint.wants(event) {
            try transaction.save(
                Delivery(
                    id: ids.make("dlv"), eventID: event.id, endpointID: endpoint.id, merchantID: event.merchantID,
                    nextAt: now))
        }
    }

    /// The payment as it stands now: what is overdue happens first.
    func current(
        _ now: Timestamp, _ find: @escaping @Sendable (any GatewayTransaction) throws -> Payment?
    ) async throws -> Payment? {
        guard let payment = try await store.read(find) else { return nil }
        guard let due = payment.dueAt, due <= now else { return payment }
        let fresh = try await store.write { transaction in
            try find(transaction).map { try self.apply(.tick, to: $0, now, transaction).payment }
        }
        deliveryNudge.nudge()
        return fresh
    }

    /// Changes a payment and wakes the workers that may have something to do now.
    func change(
        _ id: PaymentID, _ event: @escaping @Sendable (Payment) -> PaymentEvent
    ) async throws -> Applied? {
        let now = clock.now()
        let applied = try await store.write { transaction in
            try transaction.payment(id).map { try self.apply(event($0), to: $0, now, transaction) }
        }
        wakeWorkers()
        return applied
    }

    func wakeWorkers() {
        settleNudge.nudge()
        deliveryNudge.nudge()
    }
}

/// What an operator of the gateway may choose.
package struct GatewayOptions: Sendable {
    package var rules = PaymentRules()
    package var sandbox = SandboxOptions()
    /// How long a payment may be paid when its maker did not say.
    package var defaultExpirySeconds: Int64 = 86_400
    /// How long an idempotency key is remembered (spec 4.4).
    package var idempotencySeconds: Int64 = 86_400

    package init() {}
}
