/// Loading, and what is shown of a payment that is found in some state already (W42 to W47).
extension CheckoutMachine {
    /// The session and the configuration are asked for at the same time.
    mutating func start(_ restored: RestoredAttempt?, _ now: UInt64) -> [CheckoutEffect] {
        reloadsUntil = now + CheckoutOptions.followNanoseconds
        return restore(restored, now) + [.loadSession, .loadConfiguration]
    }

    mutating func restore(_ restored: RestoredAttempt?, _ now: UInt64) -> [CheckoutEffect] {
        guard screen == .loading else { return [] }
        // Its request left in another life: until something settles it, its key is the only one used.
        attempt = restored.map {
            CheckoutAttempt(
                key: $0.key, baseline: .unknown, channel: $0.channel, startedAt: now, lastTryAt: now, isSent: true)
        }
        everStarted = restored != nil
        return []
    }

    mutating func opened(
        _ snapshot: PaymentSnapshot, _ methods: [CheckoutMethod], _ now: UInt64
    ) -> [CheckoutEffect] {
        guard screen == .loading else { return [] }
        take(snapshot)
        offered = methods
        switch snapshot.standing {
        case .pending where options.resumes:
            // Its payment may be on its way: the app's server has been given a token before.
            attempt = CheckoutAttempt(
                key: keys.next(), baseline: lastDecline, channel: "", startedAt: now, lastTryAt: now, isSent: true,
                isUnanswered: true)
            screen = .handedOver
            return continued(now)
        case .pending: return showOffered(now)
        // W42: everything else is drawn at once, whatever becomes of the configuration.
        case .success: return succeed()
        case .processing:
            opensPage = options.resumes
            follow(now)
            // The session does not tell of steps and pages: the status does, and is read at once.
            return showRunning(snapshot, now) + readNow()
        case .failed: return over(.failed, snapshot.decline ?? CheckoutFailure("payment_failed", retryable: false))
        case .cancelled: return over(.cancelled, CheckoutFailure("payment_cancelled", retryable: false))
        case .expired: return over(.expired, CheckoutFailure("session_terminal_expired", retryable: false))
        }
    }

    /// W44: the notice that this payment is over.
    private mutating func over(_ state: CheckoutState, _ failure: CheckoutFailure) -> [CheckoutEffect] {
        self.failure = failure
        let told: [CheckoutEffect] = [.notify(.loadError(failure))]
        return options.showsEnd ? show(.ended, state) + told : told + finish(.failed(failure))
    }

    mutating func configured(_ configuration: Configuration, _ now: UInt64) -> [CheckoutEffect] {
        guard self.configuration == .awaited else { return [] }
        self.configuration = configuration
        return showOffered(now)
    }

    /// Draws the list, or the only form, once the payment and its configuration are both known.
    private mutating func showOffered(_ now: UInt64) -> [CheckoutEffect] {
        guard screen == .loading, snapshot?.standing == .pending, let offered else { return [] }
        switch configuration {
        case .awaited: return []
        case .read(let available):
            methods = available
            if methods.isEmpty { return loadFailed(.noMethod) }
        case .unreadable:
            // W46: Mobile Money needs no configuration. W47: without it the fault is the configuration's.
            methods = offered.filter { !$0.needsConfiguration }
            if methods.isEmpty { return loadFailed(.load) }
        }
        let shown = methods.count == 1 ? showForm(methods[0]) : show(.methods, .initiated)
        let ready: [CheckoutEffect] = [.notify(.ready(methods: methods.map(\.slug)))] + shown
        guard options.paysAtOnce, methods.count == 1, methods[0].asksForNothing else { return ready }
        return ready + pay(now)
    }

    /// A payment that was found running, and can be paid again: its methods were not needed until now.
    mutating func loadMethods(_ now: UInt64) -> [CheckoutEffect] {
        guard snapshot?.standing == .pending else { return [] }
        failure = nil
        screen = .loading
        return showOffered(now)
    }

    mutating func sessionFailed(_ failure: SessionFailure, _ now: UInt64) -> [CheckoutEffect] {
        guard screen == .loading, snapshot == nil else { return [] }
        if options.followsUnseen, case .unreachable = failure, now < reloadsUntil {
            reloadsAt = now + CheckoutOptions.readNanoseconds
            return []
        }
        switch failure {
        case .unreachable(let failure), .unknown(let failure): return loadFailed(failure)
        case .expired(let failure): return over(.expired, failure)
        }
    }

    private mutating func loadFailed(_ failure: CheckoutFailure) -> [CheckoutEffect] {
        self.failure = failure
        screen = .loadError
        let told: [CheckoutEffect] = [.notify(.loadError(failure))]
        let isShown = options.reloads && (options.showsEnd || failure.isRetryable)
        return isShown ? told : told + finish(.failed(failure))
    }

    mutating func reload() -> [CheckoutEffect] {
        guard reloadsAt != nil || screen == .loadError && failure?.isRetryable ?? false else { return [] }
        reloadsAt = nil
        failure = nil
        screen = .loading
        snapshot = nil
        offered = nil
        configuration = .awaited
        return [.loadSession, .loadConfiguration]
    }

    mutating func select(_ slug: String) -> [CheckoutEffect] {
        guard screen == .methods, let method = methods.first(where: { $0.slug == slug }) else { return [] }
        banner = nil
        fieldErrors = [:]
        return showForm(method)
    }
}
