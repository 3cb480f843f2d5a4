import Foundation
import Kernel
import Wire

extension WajubSession {
    /// Answers a step.
    ///
    /// An answer that never came is ``ProcessOutcome/processing(transaction:instruction:kind:)``: follow the
    /// payment. A step that is over for good, expired or out of tries, is ``ProcessOutcome/failed(_:transaction:)``.
    /// - Parameters:
    ///   - id: ``RequiredAction/stepId``.
    ///   - fields: `code` for a one-time code or 3-D Secure, `pin`, `phone` (E.164), `birthday` (YYYY-MM-DD), or
    ///     `address`, `city`, `state`, `zip_code` and `country`.
    /// - Throws: ``WajubError`` when the step stays open and can be answered again: `invalid_code` with
    ///   ``WajubError/attemptsLeft``, `validation_error`, `rate_limited`, `session_not_found`.
    public func verify(
        _ kind: StepKind, id: String, fields: [String: JSONValue]
    ) async throws -> ProcessOutcome {
        try await decideStep(kind, id: id, fields: fields).outcome
    }

    /// As ``verify(_:id:fields:)``, telling whether the attempt is settled.
    package func decideStep(
        _ kind: StepKind, id: String, fields: [String: JSONValue]
    ) async throws -> Decision {
        let context = context()
        let body = fields.merging(["id": .string(id)]) { _, own in own }
        let result = try await client.perform(.post("/pay/verify/\(kind.rawValue)", body)).last
        switch OutcomeMapping.step(kind, result, context) {
        case .stillOpen(let error): throw error
        case .verdict(let verdict):
            if case .readStatus(.badRequest(let error)) = verdict {
                let status = try? await status()
                // The same step still waits: the fields were wrong, not the payment.
                if let status, status.step?.id == id, !status.normalized.isTerminal { throw error }
                return OutcomeMapping.resolve(.badRequest(error), status, context)
            }
            return await settle(verdict, context)
        }
    }

    /// Sends a step's code again.
    /// - Returns: the step as it stands now.
    /// - Throws: ``WajubError``: `rate_limited` with ``WajubError/retryAfterSeconds``, `step_expired`,
    ///   `network_error`, `server_error`. Or `CancellationError`.
    public func resend(_ kind: StepKind, id: String) async throws -> StepInfo {
        let call = GatewayCall.post("/pay/verify/\(kind.rawValue)/resend", ["id": .string(id)])
        let answer = try definite(try await client.perform(call).last)
        guard let step = answer.json?.map("step").flatMap(StepInfo.init) else {
            throw WajubError(WajubError.Code.loadError, client.language, httpStatus: answer.status)
        }
        return step
    }

    /// Opens the provider's own checkout, or hands back the one that is open: repeating it is harmless.
    /// - Parameters:
    ///   - channel: a ``Channel/slug``.
    ///   - email: some providers ask for it; `missing_fields` says so.
    ///   - returnURL: where the page returns to; left out unless it is http or https.
    ///   - restart: opens a new checkout when the provider's is dead.
    /// - Returns: normally ``ProcessOutcome/requiresAction(_:)`` with ``ActionKind/clientSession``.
    /// - Throws: ``WajubError`` when the request failed, as ``session()``. Or `CancellationError`.
    public func startClientSession(
        channel: String, email: String? = nil, name: String? = nil, returnURL: String? = nil, restart: Bool = false
    ) async throws -> ProcessOutcome {
        try await decideClientSession(
            channel: channel, email: email, name: name, returnURL: returnURL, restart: restart
        ).outcome
    }

    /// As ``startClientSession(channel:email:name:returnURL:restart:)``, telling whether the attempt is settled.
    package func decideClientSession(
        channel: String, email: String?, name: String?, returnURL: String?, restart: Bool = false
    ) async throws -> Decision {
        var fields: [String: JSONValue] = ["channel": .string(channel)]
        let page = returnURL.flatMap { Pages.isReturn($0, sandbox: true) ? $0 : nil }
        for (field, value) in [("email", email), ("name", name), ("return_url", page)] {
            let text = value?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
            if !text.isEmpty { fields[field] = .string(text) }
        }
        if restart { fields["restart"] = true }
        let context = context(channel: channel)
        let call = GatewayCall.post("/pay/client-session", fields, .free)
        let result = try await client.perform(call) { [knowledge] in !knowledge.isClosed }.last
        guard let verdict = OutcomeMapping.start(result, context) else {
            _ = try definite(result)
            return OutcomeMapping.unknown
        }
        return await settle(verdict, context)
    }

    /// Tells the gateway that the payer came back from the provider's checkout. The gateway asks the provider.
    /// - Parameter id: ``ClientSession/id``.
    /// - Returns: complete, refused, or ``ProcessOutcome/processing(transaction:instruction:kind:)`` when the
    ///   provider has not said yet: follow the payment.
    /// - Throws: ``WajubError`` only for a wrong configuration.
    public func completeClientSession(id: String) async throws -> ProcessOutcome {
        try await decideCompletion(id: id).outcome
    }

    /// As ``completeClientSession(id:)``, telling whether the attempt is settled.
    package func decideCompletion(id: String) async throws -> Decision {
        let context = context()
        let call = GatewayCall.post("/pay/client-session/complete", ["client_session_id": .string(id)])
        let decision = OutcomeMapping.completion(try await client.perform(call).last, context)
        return await settle(.decision(decision), context)
    }
}
