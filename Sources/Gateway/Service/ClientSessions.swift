import Kernel

/// What opens a provider's own checkout, as the dialect read it (P6).
package struct ClientSessionRequest: Sendable {
    package let channel: String
    package let email: String?
    package let returnURL: String?
    /// Replaces an open checkout that is dead at the provider.
    package let restart: Bool

    package init(channel: String, email: String?, returnURL: String?, restart: Bool) {
        self.channel = channel
        self.email = email
        self.returnURL = returnURL
        self.restart = restart
    }
}

extension Gateway {
    /// Opens a provider's own checkout, or gives back the one that is open (P6). The same request again does nothing
    /// more.
    /// - Returns: nil when there is no such payment.
    package func openClientSession(_ id: PaymentID, _ request: ClientSessionRequest) async throws -> ProcessReply? {
        if options.sandbox.latencyMilliseconds > 0 {
            try await clock.sleep(until: clock.now().adding(milliseconds: options.sandbox.latencyMilliseconds))
        }
        let reply = try await store.write { [self] in try open(id, request, clock.now(), $0) }
        wakeWorkers()
        return reply
    }

    private func open(
        _ id: PaymentID, _ request: ClientSessionRequest, _ now: Timestamp, _ transaction: any GatewayTransaction
    ) throws -> ProcessReply? {
        guard let stored = try transaction.payment(id), let merchant = try transaction.merchant(stored.merchantID)
        else { return nil }
        let payment = try apply(.tick, to: stored, now, transaction).payment
        if payment.status != .processing, let refusal = PaymentMachine.refusalToBegin(payment) {
            return .refused(payment, refusal)
        }
        if let address = request.returnURL, !ReturnAddress.isValid(address, payment.environment) {
            let words =
                payment.environment == .sandbox ? "must be an http or https address" : "must be an https address"
            return .refused(payment, Refusal("validation_error", fields: ["return_url": words]))
        }
        let data: [String: JSONValue] = request.email.map { ["email": .string($0)] } ?? [:]
        let instrument: Instrument
        switch methods.read(request.channel, data, for: payment, today: now, opensSession: true) {
        case .invalid(let fields): return .refused(payment, Refusal("validation_error", fields: fields))
        case .missing(let fields): return .refused(payment, Refusal("missing_fields", fields: fields))
        case .instrument(let read): instrument = read
        }
        let attempting = try attemptRequest(
            request.channel, instrument, nil, returnURL: request.returnURL,
            key: IdempotencyClaim.inventedPrefix + ids.next(), payment, merchant, transaction)
        let opened = try apply(.openSession(attempting, restart: request.restart), to: payment, now, transaction)
        if let refusal = opened.refusal { return .refused(opened.payment, refusal) }
        var after = opened.payment
        if let attempt = opened.submitted {
            let answer = connector.submit(instrument).answer
            after = try apply(.provider(attempt, answer, followUp: nil), to: after, now, transaction).payment
        }
        guard let attempt = after.attempt else { throw StoreFault.damaged("payment \(id) lost its attempt") }
        return .attempt(after, attempt)
    }

    /// The payer came back from a provider's own checkout: asks the provider (P7). Nil when there is no such payment.
    package func completeClientSession(_ id: PaymentID, _ session: ClientSessionID) async throws -> ProcessReply? {
        let now = clock.now()
        let reply: ProcessReply? = try await store.write { [self] transaction in
            guard let stored = try transaction.payment(id) else { return nil }
            let payment = try apply(.sessionReturned(session), to: stored, now, transaction).payment
            if payment.status == .expired { return .refused(payment, Refusal("session_terminal_expired")) }
            guard let attempt = try transaction.attempts(of: id).last(where: { $0.page?.session?.id == session })
            else {
                return .refused(
                    payment, Refusal("validation_error", fields: ["client_session_id": "is not open any more"]))
            }
            return .attempt(payment, attempt)
        }
        wakeWorkers()
        return reply
    }
}
