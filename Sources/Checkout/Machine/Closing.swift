/// Cancelling, closing, and what the app gets (spec 6.5).
extension CheckoutMachine {
    // MARK: Cancelling for good

    mutating func cancelPayment(_ now: UInt64) -> [CheckoutEffect] {
        guard canCancel, closing == nil else { return [] }
        request = .cancellation
        closing = Closing(end: .cancelled(.payerCancelled), deadline: now + CheckoutOptions.closingNanoseconds)
        return [.cancel]
    }

    mutating func cancelAnswered(_ isDone: Bool, _ now: UInt64) -> [CheckoutEffect] {
        guard request == .cancellation, let closing else { return [] }
        request = nil
        // W60: what the gateway refuses to cancel is read, and the sheet ends as it says.
        guard isDone else { return readAnew() }
        snapshot?.standing = .cancelled
        let shown = closing.end == .cancelled(.payerCancelled) ? show(screen, .cancelled) : []
        return shown + finish(closing.end)
    }

    func endAfterRefusedCancellation(_ fresh: PaymentSnapshot) -> CheckoutEnd {
        switch fresh.standing {
        case .success: .complete
        case .processing: .processing
        case .failed: .failed(fresh.decline ?? CheckoutFailure("payment_failed", retryable: false))
        case .expired: .failed(CheckoutFailure("session_terminal_expired", retryable: false))
        case .cancelled: .cancelled(.payerCancelled)
        case .pending: isUndecided ? .processing : .cancelled(.dismissed)
        }
    }

    func endWithoutKnowing(_ closing: Closing) -> CheckoutEnd {
        if isUndecided { return .processing }
        return closing.end == .cancelled(.payerCancelled) ? .cancelled(.dismissed) : closing.end
    }

    // MARK: Closing

    mutating func dismiss(_ now: UInt64) -> [CheckoutEffect] {
        // While the app's server creates the payment only the app can go on.
        guard closing == nil, screen != .handedOver else { return [] }
        isClosedByPayer = true
        let end = endForPayerWhoCloses
        let isOpen = canCancel
        // The same guard as the button: loaded, pending, nothing undecided (W55).
        guard options.cancelOnDismiss, isOpen else { return finish(end) }
        request = .cancellation
        closing = Closing(end: end, deadline: now + CheckoutOptions.closingNanoseconds)
        return [.cancel]
    }

    private var endForPayerWhoCloses: CheckoutEnd {
        if snapshot?.standing == .success { return .complete }
        if screen == .page, options.bankPageCancels { return .cancelled(.payerCancelled) }
        // Until the token is the app's, no money can move.
        if options.submission == .server, attempt?.isSent == false { return .cancelled(.dismissed) }
        // W22, W92: undecided, whether it is on its way, waits, or went back to the form.
        if isUndecided || (following != nil && attempt == nil) { return .processing }
        if screen == .processing || screen == .approval || screen == .ussd { return .processing }
        if let failure, screen == .failure || screen == .ended { return .failed(failure) }
        if let failure, screen == .loadError, !failure.isRetryable { return .failed(failure) }
        return .cancelled(.dismissed)
    }

    /// W39: cancelled before any attempt, processing once one was launched, complete after a success; a terminal
    /// outcome that is known is told (O13).
    var endForVanishedHost: CheckoutEnd {
        let end = endForPayerWhoCloses
        switch end {
        case .complete, .processing: return end
        case .failed(let failure):
            let isOver = screen == .ended || screen == .loadError || !failure.isRetryable
            return isOver ? end : .processing
        case .cancelled: return everStarted ? .processing : .cancelled(.hostGone)
        }
    }

    /// Another checkout begins: what may still move is not called cancelled.
    var endForSuperseded: CheckoutEnd {
        let end = endForPayerWhoCloses
        guard case .cancelled = end else { return end }
        return everStarted ? .processing : end
    }

    /// Ends once: the last callbacks, then the interface goes away.
    mutating func finish(_ end: CheckoutEnd) -> [CheckoutEffect] {
        guard self.end == nil else { return [] }
        self.end = end
        closing = nil
        following = nil
        request = nil
        var effects: [CheckoutEffect] = []
        // A success that was learned while closing was not told yet.
        if end == .complete, !hasToldSuccess { effects.append(.notify(.success)) }
        if case .cancelled(let reason) = end { effects.append(.notify(.cancelled(reason))) }
        return effects + [.notify(.complete(end)), .finish(end)]
    }
}
