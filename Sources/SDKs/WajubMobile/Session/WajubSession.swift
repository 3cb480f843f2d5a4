import Foundation
import Kernel
import Wire

/// The checkout API for one payment, for apps that draw their own payment screens.
///
/// It sends the contract's headers, device signals, time-outs, repetitions and idempotency keys (W105), and
/// returns the API's shapes. It may be used from any thread, by several tasks at once. The token stays inside:
/// no description, error or log contains it.
///
/// What the app sees is what the payer saw, not proof of payment: confirm on your server before delivering.
public final class WajubSession: Sendable {
    let client: CheckoutClient
    let knowledge = SessionKnowledge()

    /// - Parameters:
    ///   - sessionToken: the payment's `authorization_token`, which your server got from `POST /payments`.
    ///   - language: of the texts for the payer, `fr` or `en` (`fr-CI` works as well); the device's when nil.
    public convenience init(sessionToken: String, language: String? = nil) {
        self.init(sessionToken: sessionToken, language: language, world: SessionWorld.current)
    }

    package init(sessionToken: String, language: String? = nil, world: SessionWorld) {
        client = CheckoutClient(sessionToken: sessionToken, language: language, world: world)
    }

    // MARK: - Reading

    /// The payment and the channels it can be paid with.
    /// - Throws: ``WajubError`` (`network_error` and `server_error` after two repetitions, `session_not_found`,
    ///   `session_terminal_expired`, `rate_limited`, `load_error`), or `CancellationError`.
    public func session() async throws -> SessionData {
        let json = try await read("/pay/session")
        guard let session = SessionData(json) else { throw unreadable() }
        knowledge.learn(session)
        return session
    }

    /// What each channel needs to be paid with.
    /// - Throws: as ``session()``.
    public func sdkConfig() async throws -> SdkConfig {
        SdkConfig(try await read("/pay/sdk-config"))
    }

    /// Where the payment stands. After a restart of the app, this is how to learn what became of it (W41).
    /// - Throws: as ``session()``.
    public func status() async throws -> PaymentStatus {
        guard let status = PaymentStatus(try await read("/pay/status")) else { throw unreadable() }
        knowledge.learn(status)
        settleJournal(status)
        return status
    }

    /// Follows the payment: the status is read after 2 seconds, then every 5, and each read is handed on.
    ///
    /// Reads that fail are passed over. The stream ends by itself at a final status, at a refusal newer than the
    /// one known when it began, or after 15 minutes on the device's monotonic clock; the payment may still be
    /// running then. Cancelling the task that iterates stops it at once.
    public func updates() -> AsyncStream<PaymentStatus> {
        let context = context()
        return AsyncStream { continuation in
            let task = Task { [self] in
                await follow(context) { continuation.yield($0) }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func follow(_ context: MappingContext, _ hand: (PaymentStatus) -> Void) async {
        let clock = client.world.clock
        var following = Following(startedAt: clock.nowNanoseconds, context)
        while true {
            switch following.next(at: clock.nowNanoseconds) {
            case .wait(let nanoseconds):
                guard await client.slept(nanoseconds: nanoseconds) else { return }
            case .waitThenEnd(let nanoseconds):
                _ = await client.slept(nanoseconds: nanoseconds)
                return
            case .end: return
            }
            let status = try? await status()
            guard !Task.isCancelled else { return }
            following.took(status)
            if let status { hand(status) }
        }
    }

    // MARK: - Paying

    /// Sends a payment request. It never throws: see ``ProcessOutcome``.
    ///
    /// An answer that never came, or a 5xx, is ``ProcessOutcome/processing(transaction:instruction:kind:)`` of
    /// kind ``ProcessingKind/pending``: follow ``updates()``, never show a failure (W111). To send the same payment
    /// again after that, pass the same key: the payer is charged once at most.
    /// - Parameters:
    ///   - channel: a ``Channel/slug``.
    ///   - data: what the channel asks for; for Mobile Money `phone` (E.164), `country` (ISO 3166) and `operator`.
    ///   - idempotencyKey: 1 to 255 visible ASCII characters; a new random one when nil. Automatic repetitions
    ///     reuse it (W110).
    public func process(
        channel: String, data: [String: JSONValue], idempotencyKey: String? = nil
    ) async -> ProcessOutcome {
        await decide(channel: channel, data: data, idempotencyKey: idempotencyKey, returnURL: nil).outcome
    }

    /// As ``process(channel:data:idempotencyKey:)``, telling whether the attempt is settled.
    package func decide(
        channel: String, data: [String: JSONValue], idempotencyKey: String?, returnURL: String?
    ) async -> Decision {
        guard let key = idempotencyKey.map(IdempotencyKey.init) ?? client.world.keys.next() else {
            let error = WajubError(
                WajubError.Code.idempotencyKeyInvalid, client.language, param: "idempotencyKey")
            return Decision(outcome: .failed(error, transaction: nil), decided: true)
        }
        var context = context(channel: channel, key: key)
        let device = await client.world.device()
        let page = returnURL.flatMap { Pages.isReturn($0, sandbox: context.sandbox) ? $0 : nil }
        let block = device.block(fingerprint: client.world.install.fingerprint, returnURL: page)
        let call = GatewayCall.post(
            "/pay/process", ["channel": .string(channel), "data": .object(data), "device": block], key: key,
            .withSameKey)
        // W92: closed meanwhile.
        guard !knowledge.isClosed else { return OutcomeMapping.unknown }
        // What an earlier process sent with this key may have begun.
        context.earlierOpen = context.earlierOpen || openEntries.contains { $0.key == key }
        // On the disk before the request leaves: a process that dies now knows it at its next start.
        record(key, channel: channel)
        do throws(WajubError) {
            let result = try await client.perform(call) { [knowledge] in !knowledge.isClosed }
            context.earlierOpen = context.earlierOpen || result.earlierUnanswered
            let decision = await settle(OutcomeMapping.process(result.last, context), context)
            let reached = context.earlierOpen || result.last.mayHaveReached
            knowledge.sent(key, reachedServer: reached, decided: decision.decided)
            if decision.decided { client.world.journal.settle(key) }
            return decision
        } catch {
            if !context.earlierOpen { client.world.journal.settle(key) }
            return Decision(outcome: .failed(error, transaction: nil), decided: !context.earlierOpen)
        }
    }

    /// From now on no payment request is sent, and none again; what is on its way is answered (W92).
    func stopSending() { knowledge.close() }

    /// Stops the payment for good. Only a payment that is pending, with no attempt running, can be stopped.
    /// - Throws: ``WajubError``: `not_cancellable` when the payment runs or is over, `network_error` and
    ///   `server_error` when nobody knows; read ``status()`` then. Or `CancellationError`.
    public func cancel() async throws -> CancelResponse {
        let answer = try definite(try await client.perform(.post("/pay/cancel")).last)
        return CancelResponse(answer.json ?? [:])
    }

    // MARK: - Inside

    func context(channel: String? = nil, key: IdempotencyKey? = nil) -> MappingContext {
        var context = MappingContext(language: client.language)
        knowledge.fill(&context, channel: channel, key: key)
        return context
    }

    /// Reads the status when the answer left a doubt.
    func settle(_ verdict: Verdict, _ context: MappingContext) async -> Decision {
        switch verdict {
        case .decision(let decision):
            knowledge.learn(decision)
            return decision
        case .readStatus(let doubt):
            return OutcomeMapping.resolve(doubt, try? await status(), context)
        }
    }

    private func read(_ path: String) async throws -> JSONValue {
        let answer = try definite(try await client.perform(.get(path)).last)
        guard let json = answer.json, json.object != nil else { throw unreadable(answer) }
        return json
    }

    /// The answer when it is a 2xx.
    func definite(_ result: Result<HTTPAnswer, TransportFailure>) throws -> HTTPAnswer {
        switch result {
        case .success(let answer):
            guard answer.isSuccess else { throw WajubError(answer, client.language) }
            return answer
        case .failure(let failure):
            try Task.checkCancellation()
            throw WajubError(failure, client.language)
        }
    }

    private func unreadable(_ answer: HTTPAnswer? = nil) -> WajubError {
        WajubError(
            WajubError.Code.loadError, client.language, apiMessage: "The answer is not what the contract says.",
            correlationId: answer?.headers["X-Request-Id"], httpStatus: answer?.status)
    }
}

extension WajubSession: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Never contains the token.
    public var description: String { "WajubSession(••••)" }
    /// Never contains the token.
    public var debugDescription: String { description }
    /// Has no children, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
