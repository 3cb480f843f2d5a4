import Kernel

/// What a payer's app sees when it opens a payment.
package struct CheckoutSession: Sendable {
    package let payment: Payment
    package let merchant: Merchant
    package let channels: [Channel]
}

/// A payer's try at paying, as the dialect read it.
package struct ProcessRequest: Sendable {
    package let channel: String
    package let data: [String: JSONValue]
    package let device: JSONValue?

    static let maximumDeviceBytes = 4096

    package init(channel: String, data: [String: JSONValue], device: JSONValue?) {
        self.channel = channel
        self.data = data
        self.device = device
    }
}

/// How an attempt stands, to be told to the payer's app.
package enum ProcessReply: Sendable {
    /// The attempt began; its state says the rest.
    case attempt(Payment, Attempt)
    /// Nothing began.
    case refused(Payment, Refusal)
}

extension Gateway {
    /// The payment a session token opens, with what can pay it; nil when nothing has that token.
    package func session(_ token: Secret<String>) async throws -> CheckoutSession? {
        guard let payment = try await payment(token: token) else { return nil }
        guard let merchant = try await store.read({ try $0.merchant(payment.merchantID) }) else { return nil }
        return CheckoutSession(payment: payment, merchant: merchant, channels: methods.channels(for: payment))
    }

    /// The payment a session token opens, as it stands now.
    package func payment(token: Secret<String>) async throws -> Payment? {
        let text = token.expose()
        guard text.hasPrefix("tok_"), text.utf8.count <= 128 else { return nil }
        let hash = APIKey.hash(token)
        return try await current(clock.now()) { try $0.payment(tokenHash: hash) }
    }

    /// Submits a payment, once per key (spec 16).
    ///
    /// The attempt and its key are durable before the provider is asked. While the provider has not answered, a
    /// repeated key is told to wait; a request that was cut off by a crash is answered from what became of it.
    /// - Throws: ``IdempotencyFault`` or ``StoreFault``.
    package func process(
        _ id: PaymentID, _ request: ProcessRequest, claim: IdempotencyClaim,
        render: @escaping @Sendable (ProcessReply) -> StoredAnswer
    ) async throws -> Answered {
        let started = try await store.write { [self] transaction in
            try begin(id, request, claim, clock.now(), transaction, render)
        }
        wakeWorkers()
        guard case .submitted(let answerAt) = started else { return try started.answered() }
        // The provider is slow: the client waits, and everything that matters is already written down.
        try await clock.sleep(until: answerAt)
        return try await store.write { [self] transaction in
            try conclude(id, claim, clock.now(), transaction, render)
        }
    }

    private enum Started: Sendable {
        case answered(Answered)
        /// The provider answers at that time.
        case submitted(Timestamp)

        func answered() throws -> Answered {
            guard case .answered(let answered) = self else { throw IdempotencyFault.inProgress }
            return answered
        }
    }

    private func begin(
        _ id: PaymentID, _ request: ProcessRequest, _ claim: IdempotencyClaim, _ now: Timestamp,
        _ transaction: any GatewayTransaction, _ render: (ProcessReply) -> StoredAnswer
    ) throws -> Started {
        if let record = try transaction.idempotencyRecord(scope: claim.scope, key: claim.key) {
            try claim.check(record)
            if let answer = try claim.open(record) { return .answered(Answered(answer: answer, isReplay: true)) }
            let late = try conclude(id, claim, now, transaction, render)
            return .answered(Answered(answer: late.answer, isReplay: true))
        }
        if try transaction.attempt(of: id, key: claim.key) != nil {
            // The key was forgotten after its day, but its attempt was not: it never begins another one.
            try transaction.save(claim.record(at: now))
            let late = try conclude(id, claim, now, transaction, render)
            return .answered(Answered(answer: late.answer, isReplay: true))
        }
        guard let stored = try transaction.payment(id), let merchant = try transaction.merchant(stored.merchantID)
        else { throw StoreFault.damaged("payment \(id) or its merchant is missing") }
        func refused(_ payment: Payment, _ refusal: Refusal) -> Started {
            .answered(Answered(answer: render(.refused(payment, refusal)), isReplay: false))
        }
        // What the payment is decides before what the payer typed: a payment that is over asks for no corrections.
        let payment = try apply(.tick, to: stored, now, transaction).payment
        if let refusal = PaymentMachine.refusalToBegin(payment) { return refused(payment, refusal) }
        if let device = request.device, device.bytes.count > ProcessRequest.maximumDeviceBytes {
            return refused(
                payment, Refusal("validation_error", fields: ["device": "must be at most 4,096 bytes"]))
        }
        let instrument: Instrument
        switch methods.read(request.channel, request.data, for: payment, today: now) {
        case .invalid(let fields): return refused(payment, Refusal("validation_error", fields: fields))
        case .instrument(let read): instrument = read
        }
        let begun = try apply(
            .attempt(
                AttemptRequest(
                    idempotencyKey: claim.key, channel: request.channel, instrument: instrument.summary,
                    device: request.device?.text, merchantIsRestricted: merchant.isRestricted)),
            to: payment, now, transaction)
        guard let attempt = begun.submitted else {
            return refused(begun.payment, begun.refusal ?? Refusal("not_processable"))
        }
        let script = connector.submit(instrument)
        guard script.afterMilliseconds > 0 else {
            _ = try apply(
                .provider(attempt, script.answer, followUp: script.followUp), to: begun.payment, now, transaction)
            try transaction.save(claim.record(at: now))
            return .answered(try conclude(id, claim, now, transaction, render))
        }
        let answerAt = now.adding(milliseconds: script.afterMilliseconds)
        let scheduled = ScheduledAnswer(at: answerAt, answer: script.answer, followUp: script.followUp)
        _ = try apply(.scheduled(attempt, scheduled), to: begun.payment, now, transaction)
        try transaction.save(claim.record(at: now))
        return .submitted(answerAt)
    }

    /// Answers a request whose attempt began, from how the attempt stands, and keeps the answer.
    private func conclude(
        _ id: PaymentID, _ claim: IdempotencyClaim, _ now: Timestamp, _ transaction: any GatewayTransaction,
        _ render: (ProcessReply) -> StoredAnswer
    ) throws -> Answered {
        guard let stored = try transaction.payment(id),
            var record = try transaction.idempotencyRecord(scope: claim.scope, key: claim.key)
        else { throw StoreFault.damaged("payment \(id) or its idempotency record is missing") }
        if let answer = try claim.open(record) { return Answered(answer: answer, isReplay: true) }
        let payment = try apply(.tick, to: stored, now, transaction).payment
        guard let attempt = try transaction.attempt(of: id, key: claim.key) else {
            throw StoreFault.damaged("payment \(id) has no attempt for a recorded key")
        }
        guard attempt.state != .submitting else { throw IdempotencyFault.inProgress }
        let answer = render(.attempt(payment, attempt))
        claim.seal(answer, into: &record)
        try transaction.save(record)
        return Answered(answer: answer, isReplay: false)
    }

    // MARK: Steps and pages

    /// Answers a step: P9. Nil when there is no such payment.
    /// - Returns: the payment as it stands, and why the answer was not taken, if it was not.
    package func answerStep(
        _ id: PaymentID, _ kind: Step.Kind, _ step: StepID, _ fields: [String: JSONValue]
    ) async throws -> (payment: Payment, refusal: Refusal?)? {
        let connector = self.connector
        let applied = try await change(id) { _ in
            .stepAnswered(step, kind, connector.judge(kind, fields))
        }
        return applied.map { ($0.payment, $0.refusal) }
    }

    /// Sends a step's code again: P10. Nil when there is no such payment.
    package func resendStep(
        _ id: PaymentID, _ kind: Step.Kind, _ step: StepID
    ) async throws -> (payment: Payment, refusal: Refusal?)? {
        try await change(id) { _ in .resend(step, kind) }.map { ($0.payment, $0.refusal) }
    }

    /// Ends a sandbox payment's running attempt as a provider's page would: P11. Nil when there is no such sandbox
    /// payment; a payment that does not wait for the page stays as it is.
    package func simulate(_ id: PaymentID, approve: Bool) async throws -> Payment? {
        let found = try await store.read { try $0.payment(id) }
        guard found?.environment == .sandbox else { return nil }
        let answer: ProviderAnswer = approve ? .approved : .declined(code: "payment_declined", blockReference: nil)
        return try await change(id) { payment in
            // Only an attempt that was sent to the page waits for it.
            guard let attempt = payment.attempt, attempt.state == .actionRequired, attempt.step == nil else {
                return .tick
            }
            return .provider(attempt.id, answer, followUp: nil)
        }?.payment
    }

    /// A sandbox payment, for its simulator page.
    package func sandboxPayment(_ id: PaymentID) async throws -> Payment? {
        let payment = try await current(clock.now()) { try $0.payment(id) }
        return payment?.environment == .sandbox ? payment : nil
    }

    /// Cancels for good, for the payer: P5. Nil when there is no such payment.
    package func cancelCheckout(_ id: PaymentID) async throws -> (payment: Payment, refusal: Refusal?)? {
        try await change(id) { _ in .cancel }.map { ($0.payment, $0.refusal) }
    }
}
