import Foundation
import Kernel
import WajubMobile

/// A whole checkout in the terminal, on the same SDK an app uses.
struct TerminalCheckout: Sendable {
    let session: WajubSession
    let payer: any Payer
    let language: Language

    /// How it ended.
    enum End: Sendable {
        case paid(SessionTransaction)
        /// Closed, or not followed any further, while a payment was running: money may still move.
        case processing
        /// It could not be opened, or is over.
        case failed(WajubError)
        /// Refused, and the payer was told why.
        case refused(WajubError)
        /// Closed before anything was paid.
        case closed

        var exitCode: Int32 {
            switch self {
            case .paid: ExitCode.success
            case .processing: ExitCode.processing
            case .failed, .refused: ExitCode.failed
            case .closed: ExitCode.cancelled
            }
        }
    }

    /// Runs it. Cancelling the task closes the checkout, as Ctrl-C does.
    func run() async -> End {
        let opened: SessionData
        do {
            opened = try await session.session()
        } catch {
            return loadFailure(error)
        }
        introduce(opened)
        switch opened.transaction.normalized {
        case .success:
            payer.show(payer.style.good(words("This payment is already paid.", "Ce paiement est déjà payé.")))
            return .paid(opened.transaction)
        case .failed, .cancelled, .expired:
            return .failed(.over(opened.transaction, language))
        case .processing:
            if opened.transaction.processingContext?.isMobileMoney ?? false {
                tellToApprove(opened.transaction.processingContext?.payerInstruction, opened.transaction.sandbox)
            }
            return await follow(Known(opened.transaction))
        case .pending:
            return await offerMethods(opened)
        }
    }

    func words(_ english: String, _ french: String) -> String { language == .french ? french : english }

    /// Nothing was sent yet. Closing while it loads ends it, too.
    private func loadFailure(_ error: any Error) -> End {
        if error is CancellationError { return .closed }
        return .failed(error as? WajubError ?? WajubError(WajubError.Code.loadError, language))
    }

    private func introduce(_ opened: SessionData) {
        let amount = opened.transaction.formattedTotal(language)
        let badge = opened.transaction.sandbox ? "  " + payer.style.accent("[\(words("Test mode", "Mode test"))]") : ""
        payer.show("")
        payer.show(payer.style.strong(opened.branding?.name ?? "Comptoir") + badge)
        payer.show(
            payer.style.strong(amount)
                + (opened.transaction.fees ?? 0 > 0 ? words("  fees included", "  frais compris") : ""))
        if let text = opened.transaction.description { payer.show(payer.style.quiet(text)) }
        payer.show("")
    }

    // MARK: Methods

    private func offerMethods(_ opened: SessionData) async -> End {
        let offered: [Channel]
        do {
            let config = try await session.sdkConfig()
            // A terminal has no provider's library, and no page to come back from.
            offered = opened.channels.filter {
                guard let needs = config.channels[$0.slug], needs.available else { return false }
                return $0.type != .card || (needs.sdk == "form" && !needs.clientSession)
            }
        } catch {
            // W46: Mobile Money needs no configuration.
            offered = opened.channels.filter { $0.type == .mobileMoney }
            if offered.isEmpty { return loadFailure(error) }
        }
        let methods = offered.filter { $0.type == .mobileMoney || $0.type == .card }
        guard !methods.isEmpty else { return .failed(WajubError(WajubError.Code.noPaymentMethod, language)) }
        var refusal: WajubError?
        var known = Known(opened.transaction)
        while true {
            do {
                guard let method = try await choose(methods), let data = try await form(method, opened) else {
                    return refusal.map(End.refused) ?? .closed
                }
                payer.show(payer.style.quiet(words("Payment in progress…", "Paiement en cours…")))
                switch await pay(method, data, known) {
                case .ended(let end): return end
                case .refused(let error, let decline):
                    refusal = error
                    known.baseline = decline ?? known.baseline
                    payer.show(payer.style.bad("✗ \(error.message)"))
                    for (field, text) in error.details.sorted(by: { $0.key < $1.key }) {
                        payer.show(payer.style.quiet("  \(field): \(text)"))
                    }
                    guard error.retryable, try await wantsToRetry() else { return .refused(error) }
                }
            } catch {
                // Ctrl-C, before anything was sent.
                return refusal.map(End.refused) ?? .closed
            }
        }
    }

    private func wantsToRetry() async throws -> Bool {
        let answer = try await payer.ask(words("Try again? [y/N]", "Réessayer ? [o/N]"), isSecret: false)
        return ["y", "yes", "o", "oui"].contains(answer?.lowercased() ?? "")
    }

    private func choose(_ methods: [Channel]) async throws -> Channel? {
        if methods.count == 1 { return methods[0] }
        for (index, method) in methods.enumerated() {
            let names = method.countries.compactMap(Country.init).map { "\($0.flag) \($0.name(language))" }
            let countries = names.isEmpty ? "" : "  " + payer.style.quiet(names.joined(separator: ", "))
            payer.show("  \(index + 1)  \(method.displayName(language: language.rawValue))\(countries)")
        }
        while true {
            let prompt = words(
                "Pay with [1-\(methods.count), default 1]:", "Payer avec [1-\(methods.count), 1 par défaut] :")
            guard let answer = try await payer.ask(prompt, isSecret: false) else { return nil }
            if answer.isEmpty { return methods[0] }
            if let number = Int(answer), methods.indices.contains(number - 1) { return methods[number - 1] }
            if let named = methods.first(where: { $0.slug == answer.lowercased() }) { return named }
            payer.show(words("Type a number from 1 to \(methods.count).", "Tapez un nombre de 1 à \(methods.count)."))
        }
    }

    // MARK: Paying and following

    /// What was known before the payer paid.
    private struct Known {
        /// The refusal that is no news.
        var baseline: String?
        let isSandbox: Bool

        init(_ transaction: SessionTransaction) {
            baseline = transaction.lastDecline?.id
            isSandbox = transaction.sandbox
        }
    }

    private enum Paid {
        case ended(End)
        /// Refused for good: nothing was debited, and another try may work.
        case refused(WajubError, decline: String?)
    }

    private func pay(_ method: Channel, _ data: [String: JSONValue], _ known: Known) async -> Paid {
        let outcome = await session.process(channel: method.slug, data: data)
        return await settle(outcome, known)
    }

    private func settle(_ outcome: ProcessOutcome, _ known: Known) async -> Paid {
        switch outcome {
        case .complete(let transaction):
            return .ended(finish(transaction))
        case .processing(_, let instruction, let kind):
            if kind == .approval { tellToApprove(instruction, known.isSandbox) }
            return await followed(known)
        case .requiresAction(let required):
            return await act(required, known)
        case .failed(let error, let transaction):
            return .refused(error, decline: transaction?.lastDecline?.id)
        }
    }

    private func tellToApprove(_ instruction: String?, _ isSandbox: Bool) {
        payer.show(
            payer.style.strong(words("Approve the payment on your phone", "Validez le paiement sur votre téléphone")))
        if let instruction { payer.show(payer.style.quiet(instruction)) }
        guard isSandbox else { return }
        payer.show(
            payer.style.quiet(
                words(
                    "Test mode: nobody has to do anything, the number decides.",
                    "Mode test : personne n’a rien à faire, le numéro décide.")))
    }

    private func finish(_ transaction: SessionTransaction) -> End {
        payer.show(payer.style.good("✓ " + words("Paid", "Payé") + " \(transaction.formattedTotal(language))"))
        payer.show(payer.style.quiet("  \(transaction.reference)"))
        return .paid(transaction)
    }

    private func follow(_ known: Known) async -> End {
        switch await followed(known) {
        case .ended(let end): return end
        case .refused(let error, _):
            payer.show(payer.style.bad("✗ \(error.message)"))
            return .refused(error)
        }
    }

    /// Follows the payment to its outcome; never calls silence a failure (W48).
    private func followed(_ known: Known) async -> Paid {
        let ticker = Task {
            let started = ProcessInfo.processInfo.systemUptime
            while !Task.isCancelled {
                let elapsed = Int(ProcessInfo.processInfo.systemUptime - started)
                payer.showPassing(payer.style.quiet(words("waiting, \(elapsed) s", "en attente, \(elapsed) s")))
                try? await Task.sleep(for: .seconds(1))
            }
        }
        defer { ticker.cancel() }
        for await status in session.updates() {
            if let transaction = status.transaction, status.normalized == .success {
                return .ended(finish(transaction))
            }
            if let decline = status.lastDecline, decline.id != known.baseline {
                return .refused(WajubError(decline, payable: true, language), decline: decline.id)
            }
            if status.normalized != .pending, status.normalized != .processing, let transaction = status.transaction {
                return .ended(.failed(.over(transaction, language)))
            }
        }
        payer.show(
            words(
                "The payment goes on without this window. Its result will be known to the merchant.",
                "Le paiement continue sans cette fenêtre. Le marchand en connaîtra le résultat."))
        return .ended(.processing)
    }

    private func act(_ required: RequiredAction, _ known: Known) async -> Paid {
        if let url = required.url {
            payer.show(
                words(
                    "Open this page in your browser: \(url.absoluteString)",
                    "Ouvrez cette page dans votre navigateur : \(url.absoluteString)"))
            return await followed(known)
        }
        // Codes and PINs are typed here; the other steps need an app's screens.
        guard let kind = required.action.step, [.otp, .pin, .threeDS].contains(kind), let id = required.stepId else {
            return .ended(.failed(WajubError(WajubError.Code.unsupportedAction, language)))
        }
        if let destination = required.step?.destination {
            payer.show(words("A code was sent to \(destination).", "Un code a été envoyé à \(destination)."))
        }
        while true {
            let hint = known.isSandbox ? payer.style.quiet(" [\(kind == .pin ? "1234" : "123456")]") : ""
            let question =
                kind == .pin ? words("Your PIN", "Votre code PIN") : words("The code you received", "Le code reçu")
            let prompt = question + hint + ":"
            guard let code = try? await payer.ask(prompt, isSecret: kind == .pin) else {
                // Closed at a step: the attempt is undecided.
                return await followed(known)
            }
            // An empty line is no try.
            if code.isEmpty { continue }
            do {
                let answer = try await session.verify(
                    kind, id: id, fields: [kind == .pin ? "pin" : "code": .string(code)])
                return await settle(answer, known)
            } catch let error as WajubError {
                guard error.code == WajubError.Code.invalidCode, error.attemptsLeft ?? 0 > 0 else {
                    return .refused(error, decline: nil)
                }
                payer.show(payer.style.bad(error.message))
            } catch {
                return await followed(known)
            }
        }
    }
}
