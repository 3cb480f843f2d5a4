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
        case .missing(let fields): return refused(payment, Refusal("missing_fields", fields: fields))
        case .instrument(let read): instrument = read
        }
        let attempting = try attemptRequest(
            request.channel, instrument, request.device, returnURL: request.device?["return_url"]?.string,
            key: claim.key, payment, merchant, transaction)
        let begun = try apply(.attempt(attempting), to: payment, now, transaction)
        if let refusal = begun.refusal { return refused(begun.payment, refusal) }
        guard let attempt = begun.submitted else {
            // It began and was over at once.
            try transaction.save(claim.record(at: now))
            return .answered(try conclude(id, claim, now, transaction, render))
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

    /// What begins an attempt, with what the shield says of it.
    func attemptRequest(
        _ channel: String, _ instrument: Instrument, _ device: JSONValue?, returnURL: String?, key: String,
        _ payment: Payment, _ merchant: Merchant, _ transaction: any GatewayTransaction
    ) throws -> AttemptRequest {
        AttemptRequest(
            idempotencyKey: key, channel: channel, instrument: instrument.summary, device: device?.text,
            merchantIsRestricted: merchant.isRestricted,
            isBlocked: try isBlocked(
                payment, email: instrument.email, phone: instrument.summary.phone,
                fingerprint: device?["fingerprint"]?.string, transaction),
            // An address nobody can return to costs nobody a payment (O44).
            returnURL: returnURL.flatMap { ReturnAddress.isValid($0, payment.environment) ? $0 : nil })
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

    // MARK: Steps

    /// Answers a step: P9. Nil when there is no such payment.
    /// - Returns: the payment as it stands, and why the answer was not taken, if it was not.
    package func answerStep(
        _ id: PaymentID, _ kind: Step.Kind, _ step: StepID, _ fields: [String: JSONValue]
    ) async throws -> (payment: Payment, refusal: Refusal?)? {
        let (connector, now) = (self.connector, clock.now())
        let applied = try await change(id) { payment in
            guard let question = payment.attempt?.step else { return .stepAnswered(step, kind, .wrong) }
            let verdict: StepVerdict =
                switch StepAnswer.read(kind, fields, today: now) {
                case .answer(let answer): connector.judge(answer, to: question)
                case .unreadable(let fields): .unreadable(fields)
                }
            return .stepAnswered(step, kind, verdict)
        }
        return applied.map { ($0.payment, $0.refusal) }
    }

    /// Sends a step's code again: P10. Nil when there is no such payment.
    package func resendStep(
        _ id: PaymentID, _ kind: Step.Kind, _ step: StepID
    ) async throws -> (payment: Payment, refusal: Refusal?)? {
        try await change(id) { _ in .resend(step, kind) }.map { ($0.payment, $0.refusal) }
    }

    /// Cancels for good, for the payer: P5. Nil when there is no such payment.
    package func cancelCheckout(_ id: PaymentID) async throws -> (payment: Payment, refusal: Refusal?)? {
        try await change(id) { _ in .cancel }.map { ($0.payment, $0.refusal) }
    }
}

/// Where a payer may be sent back to.
package enum ReturnAddress {
    /// https; http as well in the sandbox (O44). Only what is safe in a header.
    package static func isValid(_ text: String, _ environment: Environment) -> Bool {
        guard (1...2048).contains(text.utf8.count), text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
            PaymentDraft.isWebAddress(text)
        else { return false }
        return environment == .sandbox || text.lowercased().hasPrefix("https:")
    }
}
