import Foundation
import Kernel
import Testing
import Wire

/// Answers by a script and records what was sent. A request the script does not expect fails the test.
package final class ScriptedTransport: Transport, @unchecked Sendable {
    package typealias Reply = Result<HTTPAnswer, TransportFailure>

    private let lock = NSLock()
    private var script: [(path: String, reply: Reply)]
    private var recorded: [HTTPRequest] = []
    private let always: (@Sendable (HTTPRequest, Int) -> Reply)?

    /// In this order and no other.
    package init(_ script: (path: String, reply: Reply)...) {
        self.script = script
        always = nil
    }

    /// By a rule; the number counts requests from 1.
    package init(_ rule: @escaping @Sendable (HTTPRequest, Int) -> Reply) {
        script = []
        always = rule
    }

    package var requests: [HTTPRequest] { lock.withLock { recorded } }

    /// Whether every expected request was sent.
    package var isDone: Bool { lock.withLock { script.isEmpty } }

    package func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPAnswer {
        let reply: Reply = lock.withLock {
            recorded.append(request)
            if let always { return always(request, recorded.count) }
            guard let next = script.first, request.url.path == next.path else {
                Issue.record("not expected: \(request.url.path)")
                return .success(HTTPAnswer(status: 599))
            }
            script.removeFirst()
            return next.reply
        }
        return try reply.get()
    }
}

extension Result<HTTPAnswer, TransportFailure> {
    /// An answer with a JSON body.
    package static func json(_ status: Int, _ body: JSONValue = [:], _ headers: HTTPHeaders = [:]) -> Self {
        .success(HTTPAnswer(status: status, headers: headers, body: body.bytes))
    }

    /// An answer with any body.
    package static func text(_ status: Int, _ body: String) -> Self {
        .success(HTTPAnswer(status: status, body: Array(body.utf8)))
    }

    /// The request may have arrived; no answer came.
    package static var lost: Self { .failure(TransportFailure(.connectionLost, mayHaveReachedServer: true)) }

    /// The request never left the device.
    package static var offline: Self { .failure(TransportFailure(.notConnected, mayHaveReachedServer: false)) }
}

/// Time that passes only by sleeping, at once.
package final class VirtualClock: WaitClock, @unchecked Sendable {
    package init() {}

    private let lock = NSLock()
    private var now: UInt64 = 7_000_000_000
    private var slept: [UInt64] = []

    package var nowNanoseconds: UInt64 { lock.withLock { now } }

    /// The waits so far, in milliseconds.
    package var waitsMilliseconds: [UInt64] { lock.withLock { slept.map { $0 / 1_000_000 } } }

    package func sleep(nanoseconds: UInt64) async throws {
        try Task.checkCancellation()
        lock.withLock {
            slept.append(nanoseconds)
            now += nanoseconds
        }
        await Task.yield()
        try Task.checkCancellation()
    }

    package func advance(nanoseconds: UInt64) {
        lock.withLock { now += nanoseconds }
    }
}

/// Keys 00000000-0000-4000-8000-000000000001, …2, …
package final class CountingKeys: IdempotencyKeySource, @unchecked Sendable {
    package init() {}

    private let lock = NSLock()
    private var count: UInt8 = 0

    package func next() -> IdempotencyKey {
        lock.withLock {
            count += 1
            return IdempotencyKey(UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, count)))
        }
    }
}

extension HTTPRequest {
    package var json: JSONValue? { body.flatMap { try? JSONValue.parse($0) } }
}
