import Foundation
import Testing

@testable import Wire

@Suite struct RetryPolicyTests {
    typealias Reply = Result<HTTPAnswer, TransportFailure>

    @Test(
        "W105 A read is repeated without an answer and on 429, 500, 502, 503, 504; nothing else is",
        arguments: [200, 202, 301, 400, 401, 402, 403, 404, 408, 409, 410, 422, 429, 500, 501, 502, 503, 504, 505])
    func statuses(status: Int) {
        func retries(_ repeatability: RetryPolicy.Repeatability) -> Bool {
            RetryPolicy().decide(after: .text(status, ""), tries: 1, repeatability, jitter: 0) != .giveUp
        }
        #expect(retries(.free) == [429, 500, 502, 503, 504].contains(status))
        #expect(retries(.withSameKey) == [500, 502, 503, 504].contains(status))
        #expect(!retries(.never))
    }

    @Test("W105 Without an answer reads and keyed writes are repeated; a cancelled or an unkeyed request is not")
    func failures() {
        let policy = RetryPolicy()
        #expect(policy.decide(after: .lost, tries: 1, .free, jitter: 0) == .retry(afterMilliseconds: 500))
        #expect(policy.decide(after: .offline, tries: 1, .withSameKey, jitter: 0) == .retry(afterMilliseconds: 500))
        #expect(policy.decide(after: .lost, tries: 1, .never, jitter: 0) == .giveUp)
        let cancelled = Reply.failure(TransportFailure(.cancelled, mayHaveReachedServer: true))
        #expect(policy.decide(after: cancelled, tries: 1, .free, jitter: 0) == .giveUp)
    }

    @Test(
        "W105 The wait is 500 ms, doubled with each try, plus 0 to 30 % jitter; two more tries at most",
        arguments: [(1, 0.0, 500), (1, 1.0, 650), (1, 0.5, 575), (2, 0.0, 1000), (2, 1.0, 1300), (3, 0.0, nil)])
    func waits(tries: Int, jitter: Double, expected: Int?) {
        let decision = RetryPolicy().decide(after: .lost, tries: tries, .free, jitter: jitter)
        #expect(decision == expected.map { .retry(afterMilliseconds: $0) } ?? .giveUp)
    }

    struct Asked: Sendable {
        let headers: HTTPHeaders
        let seconds: Int?
        let decision: RetryPolicy.Decision
    }

    @Test(
        "W105 Retry-After wins over the back-off, in seconds or as a date; beyond 10 s the answer is shown",
        arguments: [
            Asked(headers: ["Retry-After": "2"], seconds: 2, decision: .retry(afterMilliseconds: 2000)),
            Asked(headers: ["retry-after": " 0 "], seconds: 0, decision: .retry(afterMilliseconds: 0)),
            Asked(headers: ["Retry-After": "10"], seconds: 10, decision: .retry(afterMilliseconds: 10_000)),
            Asked(headers: ["Retry-After": "11"], seconds: 11, decision: .giveUp),
            Asked(headers: ["Retry-After": "9223372036854775807"], seconds: .max, decision: .giveUp),
            Asked(headers: ["Retry-After": "-3"], seconds: nil, decision: .retry(afterMilliseconds: 500)),
            Asked(headers: ["Retry-After": "soon"], seconds: nil, decision: .retry(afterMilliseconds: 500)),
            Asked(
                headers: [
                    "Retry-After": "Sun, 06 Nov 1994 08:49:42 GMT", "Date": "Sun, 06 Nov 1994 08:49:37 GMT",
                ], seconds: 5, decision: .retry(afterMilliseconds: 5000)),
            Asked(
                headers: [
                    "Retry-After": "Sun, 06 Nov 1994 08:49:30 GMT", "Date": "Sun, 06 Nov 1994 08:49:37 GMT",
                ], seconds: 0, decision: .retry(afterMilliseconds: 0)),
            // Without the server's own clock a date says nothing.
            Asked(
                headers: ["Retry-After": "Sun, 06 Nov 2094 08:49:37 GMT"], seconds: nil,
                decision: .retry(afterMilliseconds: 500)),
        ])
    func retryAfter(asked: Asked) {
        #expect(RetryAfter.seconds(asked.headers) == asked.seconds)
        let answer = Reply.success(HTTPAnswer(status: 503, headers: asked.headers))
        #expect(RetryPolicy().decide(after: answer, tries: 1, .free, jitter: 0) == asked.decision)
    }

    @Test("W110 Keys are version 4 UUIDs, each another; what a header cannot carry is no key")
    func keys() throws {
        let keys = (0..<100).map { _ in RandomIdempotencyKeys().next().rawValue }
        #expect(Set(keys).count == 100)
        for key in keys {
            let characters = Array(key)
            try #require(UUID(uuidString: key) != nil)
            #expect(characters[14] == "4" && "89ab".contains(characters[19]))
        }
        #expect(IdempotencyKey("order-4172")?.rawValue == "order-4172")
        #expect(IdempotencyKey("") == nil)
        #expect(IdempotencyKey("a b") == nil)
        #expect(IdempotencyKey("a\r\nX: y") == nil)
        #expect(IdempotencyKey("é") == nil)
        #expect(IdempotencyKey(String(repeating: "k", count: 255)) != nil)
        #expect(IdempotencyKey(String(repeating: "k", count: 256)) == nil)
    }
}
