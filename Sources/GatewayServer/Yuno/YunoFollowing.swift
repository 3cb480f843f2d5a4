import Gateway
import Kernel
import Synchronization

/// How many answers may be held back at once. A publishable key is in every app: whoever has one must not be able to
/// hold every connection. Beyond it answers come at once, and apps read in their rhythm.
final class PollRoom: Sendable {
    /// A quarter of the connections a server takes by default.
    static let places = 1024
    private let taken = Mutex(0)

    /// False when there is no place left.
    func enter() -> Bool {
        taken.withLock { taken in
            guard taken < Self.places else { return false }
            taken += 1
            return true
        }
    }

    func leave() { taken.withLock { $0 -= 1 } }
}

/// Long polls: an answer that waits for something new, at most so long.
extension YunoDialect {
    static let longestWaitSeconds: Int64 = 25

    /// What a request waits for: nothing, or something else than what it knows.
    struct Wait: Sendable {
        let seconds: Int64
        let known: String

        init(_ request: ServerRequest) throws {
            guard let text = request.query("wait") else {
                (seconds, known) = (0, "")
                return
            }
            guard let seconds = Int64(text), (0...YunoDialect.longestWaitSeconds).contains(seconds) else {
                throw YunoFault.invalid(["wait"])
            }
            self.seconds = seconds
            known = request.query("known") ?? ""
        }
    }

    /// Reads until what is read has another mark than the one that is known, or the wait is over.
    /// - Parameters:
    ///   - concerns: whether a change may be one of what is read.
    ///   - read: what there is, with its mark; an empty mark is that there is nothing yet.
    func following<Value: Sendable>(
        _ wait: Wait, concerns: @escaping @Sendable (StoreChange) -> Bool,
        _ read: () async throws -> (value: Value, mark: String)
    ) async throws -> Value {
        guard wait.seconds > 0, polls.enter() else { return try await read().value }
        defer { polls.leave() }
        // Listening comes before looking: what changes in between is heard.
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let subscription = gateway.store.changes.subscribeToAll { change in
            if concerns(change) { continuation.yield() }
        }
        let end = gateway.clock.now().adding(seconds: wait.seconds)
        let alarm = Task { [clock = gateway.clock] in
            try? await clock.sleep(until: end)
            continuation.finish()
        }
        defer {
            withExtendedLifetime(subscription) { alarm.cancel() }
            continuation.finish()
        }
        var found = try await read()
        guard found.mark == wait.known else { return found.value }
        for await _ in changes {
            found = try await read()
            if found.mark != wait.known { return found.value }
        }
        return try await read().value
    }
}
