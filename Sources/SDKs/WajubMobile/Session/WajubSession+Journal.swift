import Checkout
import Kernel
import Wire

/// An attempt to pay whose end is not known: its request left, and the process ended, or the network did, before an
/// answer came.
public struct UnsettledAttempt: Sendable, Hashable {
    /// Pass it to ``WajubSession/process(channel:data:idempotencyKey:)`` to send the same attempt again.
    public let idempotencyKey: String
    /// The channel's slug.
    public let channel: String
    /// The payment's id, the one `GET /payments/{id}` takes; nil when it was not known yet.
    public let paymentID: String?
    /// ISO 8601, of the device's clock.
    public let beganAt: String

    init(_ entry: JournalEntry) {
        idempotencyKey = entry.key.rawValue
        channel = entry.channel
        paymentID = entry.paymentID
        beganAt = entry.beganAt.iso8601
    }
}

extension WajubSession {
    /// Every attempt of this app without a known end, oldest first, of any payment. Ask your server about their
    /// payments, or ``settleAttempts()`` of a session with the payment's token. May be called on any thread; reads
    /// the disk.
    public static func unsettledAttempts() -> [UnsettledAttempt] {
        SessionWorld.current.journal.entries.map(UnsettledAttempt.init)
    }

    /// Reads the payment's status, and with it settles the attempts that it decides.
    /// - Returns: the attempts of this payment that are still without an end.
    /// - Throws: as ``status()``.
    @discardableResult
    public func settleAttempts() async throws -> [UnsettledAttempt] {
        guard !openEntries.isEmpty else { return [] }
        _ = try await status()
        return openEntries.map(UnsettledAttempt.init)
    }

    /// The attempts of this payment that nothing has settled.
    package var openEntries: [JournalEntry] {
        client.world.journal.entries.filter { $0.tokenHash == client.tokenHash }
    }

    func record(_ key: IdempotencyKey, channel: String) {
        let entry = JournalEntry(
            key: key, channel: channel, tokenHash: client.tokenHash, paymentID: knowledge.paymentID,
            beganAt: client.world.now())
        do {
            try client.world.journal.record(entry)
        } catch {
            // A full disk does not keep anyone from paying; what is lost is only the memory after a crash.
            SDKLog.wajub.warning("the attempt could not be written to the journal: \(error)")
        }
    }

    /// Forgets an attempt that an answer other than a status settled.
    func settle(key: String) {
        if let key = IdempotencyKey(key) { client.world.journal.settle(key) }
    }

    func settleJournal(_ status: PaymentStatus) {
        let entries = openEntries
        for entry in entries where Self.settles(status, entry.key) { client.world.journal.settle(entry.key) }
    }

    /// Whether a read settles an attempt: the payment is over, or was refused for this very key.
    package static func settles(_ status: PaymentStatus, _ key: IdempotencyKey) -> Bool {
        if status.normalized.isTerminal { return true }
        guard status.normalized == .pending, let attempt = status.attempt else { return false }
        return attempt.idempotencyKey == key.rawValue && attempt.state?.lowercased() == "declined"
    }
}
