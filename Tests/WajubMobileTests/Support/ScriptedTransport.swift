import Foundation
import Kernel
import Testing

@testable import WajubMobile
@testable import Wire

/// Answers by a script and records what was sent. A request the script does not expect fails the test.
final class ScriptedTransport: Transport, @unchecked Sendable {
    typealias Reply = Result<HTTPAnswer, TransportFailure>

    private let lock = NSLock()
    private var script: [(path: String, reply: Reply)]
    private var recorded: [HTTPRequest] = []
    private let always: (@Sendable (HTTPRequest, Int) -> Reply)?

    /// In this order and no other.
    init(_ script: (path: String, reply: Reply)...) {
        self.script = script
        always = nil
    }

    /// By a rule; the number counts requests from 1.
    init(_ rule: @escaping @Sendable (HTTPRequest, Int) -> Reply) {
        script = []
        always = rule
    }

    var requests: [HTTPRequest] { lock.withLock { recorded } }

    /// Whether every expected request was sent.
    var isDone: Bool { lock.withLock { script.isEmpty } }

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPAnswer {
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
    static func json(_ status: Int, _ body: JSONValue = [:], _ headers: HTTPHeaders = [:]) -> Self {
        .success(HTTPAnswer(status: status, headers: headers, body: body.bytes))
    }

    /// An answer with any body.
    static func text(_ status: Int, _ body: String) -> Self {
        .success(HTTPAnswer(status: status, body: Array(body.utf8)))
    }

    /// The request may have arrived; no answer came.
    static var lost: Self { .failure(TransportFailure(.connectionLost, mayHaveReachedServer: true)) }

    /// The request never left the device.
    static var offline: Self { .failure(TransportFailure(.notConnected, mayHaveReachedServer: false)) }
}

/// Time that passes only by sleeping, at once.
final class VirtualClock: WaitClock, @unchecked Sendable {
    private let lock = NSLock()
    private var now: UInt64 = 7_000_000_000
    private var slept: [UInt64] = []

    var nowNanoseconds: UInt64 { lock.withLock { now } }

    /// The waits so far, in milliseconds.
    var waitsMilliseconds: [UInt64] { lock.withLock { slept.map { $0 / 1_000_000 } } }

    func sleep(nanoseconds: UInt64) async throws {
        try Task.checkCancellation()
        lock.withLock {
            slept.append(nanoseconds)
            now += nanoseconds
        }
        await Task.yield()
        try Task.checkCancellation()
    }

    func advance(nanoseconds: UInt64) {
        lock.withLock { now += nanoseconds }
    }
}

/// Keys 00000000-0000-4000-8000-000000000001, …2, …
final class CountingKeys: IdempotencyKeySource, @unchecked Sendable {
    private let lock = NSLock()
    private var count: UInt8 = 0

    func next() -> IdempotencyKey {
        lock.withLock {
            count += 1
            return IdempotencyKey(UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, count)))
        }
    }
}

extension DeviceFacts {
    static let test = DeviceFacts(
        sdk: DeviceFacts.wajub, osName: "ios", osVersion: "18.1", appName: "Shop", appVersion: "3.2",
        timeZone: "Africa/Douala",
        languages: ["fr-CM", "fr", "en"], screen: Screen(width: 1179, height: 2556))
}

/// A world without network, time or chance.
func testWorld(
    _ transport: any Transport, clock: any WaitClock = VirtualClock(), device: DeviceFacts = .test,
    origin: String = "https://api.wajub.com"
) -> SessionWorld {
    SessionWorld(
        origin: Result { () throws(GatewayOrigin.Fault) in try GatewayOrigin(origin) }, transport: transport,
        clock: clock, keys: CountingKeys(),
        install: InstallIdentity(
            folder: "com.wajub.mobile", directory: nil,
            makeIdentifier: { "6f9619ff-8b86-d011-b42d-00cf4fc964ff" }),
        journal: MemoryJournal(),
        device: { device }, jitter: { 0 })
}

func testSession(
    _ transport: any Transport, clock: any WaitClock = VirtualClock(), language: String = "en"
) -> WajubSession {
    WajubSession(sessionToken: "sess_abc123", language: language, world: testWorld(transport, clock: clock))
}

extension HTTPRequest {
    var json: JSONValue? { body.flatMap { try? JSONValue.parse($0) } }
}

/// A payment as the API shows it.
func transaction(_ status: String, _ more: [String: JSONValue] = [:]) -> JSONValue {
    let base: [String: JSONValue] = [
        "id": "trx_9Xk2", "reference": "order-4172", "amount": 1000, "amount_total": 1020, "currency": "XAF",
        "status": .string(status),
    ]
    return .object(base.merging(more) { $1 })
}
