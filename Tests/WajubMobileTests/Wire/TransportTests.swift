import Foundation
import Testing

@testable import Wire

/// Real sockets on 127.0.0.1.
@Suite struct TransportTests {
    static func failure(
        _ request: HTTPRequest, _ transport: SystemTransport = SystemTransport(maximumAnswerBytes: 65_536)
    ) async -> TransportFailure? {
        do throws(TransportFailure) {
            _ = try await transport.send(request)
            return nil
        } catch {
            return error
        }
    }

    @Test("W105 A request goes out whole and its answer comes back whole, on a real socket")
    func roundTrip() async throws {
        let server = try TinyServer { _ in .http(202, #"{"code":202}"#, ["X-Request-Id: req_7", "Set-Cookie: a=b"]) }
        defer { server.stop() }
        let transport = SystemTransport()
        let request = HTTPRequest(
            .post, try server.url("/pay/process"),
            headers: ["Authorization": "Bearer sess_abc123", "Idempotency-Key": "k1", "User-Agent": "Shop/1 x"],
            body: Array(#"{"a":1}"#.utf8))
        let answer = try await transport.send(request)
        #expect(answer.status == 202)
        #expect(answer.headers["x-request-id"] == "req_7")
        #expect(answer.json == ["code": 202])
        _ = try await transport.send(request)
        let seen = server.requests
        try #require(seen.count == 2)
        #expect(seen[0].hasPrefix("POST /pay/process HTTP/1.1\r\n"))
        #expect(seen[0].hasSuffix("\r\n\r\n{\"a\":1}"))
        for line in ["authorization: bearer sess_abc123", "idempotency-key: k1", "user-agent: shop/1 x"] {
            #expect(seen[0].lowercased().contains(line + "\r\n"))
        }
        #expect(!seen[1].lowercased().contains("cookie:"))
    }

    @Test("W105 A status that tells of a fault is an answer, not a failure", arguments: [400, 402, 429, 500, 503])
    func statuses(status: Int) async throws {
        let server = try TinyServer { _ in .http(status, "oops", ["Retry-After: 3"]) }
        defer { server.stop() }
        let answer = try await SystemTransport().send(HTTPRequest(.get, try server.url("/")))
        #expect(answer.status == status)
        #expect(RetryAfter.seconds(answer.headers) == 3)
        #expect(answer.json == nil)
    }

    /// Answers that are cut, odd or hostile; what is wrong with them is a failure that may have reached the server.
    static let hostile: [(name: String, bytes: String, isAnswer: Bool)] = [
        ("cut after the status line", "HTTP/1.1 200 OK\r\n", false),
        ("cut inside a header", "HTTP/1.1 200 OK\r\nContent-Type: text/ht", false),
        ("cut inside the body", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345", false),
        (
            "a trailer behind chunks",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-Sum: 1\r\n\r\n", true
        ),
        ("no HTTP at all", "220 mail.example ESMTP\r\n", false), ("nothing", "", false),
        ("a bad chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nok", false),
        (
            "a heap of headers",
            "HTTP/1.1 200 OK\r\n" + String(repeating: "X-A: \(String(repeating: "b", count: 200))\r\n", count: 2000)
                + "\r\n", false
        ),
        ("two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 99\r\n\r\nok", false),
        ("only interim answers", "HTTP/1.1 100 Continue\r\n\r\n", false),
        (
            "interim, then the answer",
            "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", true
        ),
    ]

    @Test("No answer, however cut or odd, ends the process: it is an answer or a failure", arguments: hostile.indices)
    func hostileAnswers(index: Int) async throws {
        let (name, bytes, isAnswer) = Self.hostile[index]
        let server = try TinyServer { _ in .bytes(bytes) }
        defer { server.stop() }
        for method in [HTTPMethod.get, .post] {
            let request = HTTPRequest(method, try server.url("/"), body: method == .post ? [1, 2, 3] : nil)
            let failure = await Self.failure(request)
            #expect((failure == nil) == isAnswer, "\(name)")
            if let failure { #expect(failure.mayHaveReachedServer, "\(name)") }
        }
        let answer = try? await SystemTransport().send(HTTPRequest(.get, try server.url("/")))
        #expect(answer?.body == (isAnswer ? Array("ok".utf8) : nil))
        #expect(answer?.headers["X-Sum"] == nil && answer?.headers["Link"] == nil)
    }

    struct Loss: Sendable {
        let reply: TinyServer.Reply
        let kinds: Set<TransportFailure.Kind>
    }

    @Test(
        "W111 A lost answer is a failure that may have reached the server",
        arguments: [
            Loss(reply: .close, kinds: [.connectionLost, .unreadable]),
            Loss(
                reply: .bytes("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\ncut"),
                kinds: [.connectionLost, .unreadable]),
            Loss(reply: .hang, kinds: [.timedOut]),
            Loss(
                reply: .http(200, String(repeating: "x", count: 70_000)), kinds: [.answerTooLarge]),
        ])
    func losses(loss: Loss) async throws {
        let server = try TinyServer { _ in loss.reply }
        defer { server.stop() }
        var request = HTTPRequest(.post, try server.url("/pay/process"), body: [])
        request.timeoutSeconds = 0.4
        let failure = await Self.failure(request)
        #expect(failure.map { loss.kinds.contains($0.kind) } == true, "\(String(describing: failure))")
        #expect(failure?.mayHaveReachedServer == true)
    }

    @Test("W110 A payment request is sent once, also when a connection that was kept dies under it")
    func noSilentResend() async throws {
        let server = try TinyServer { request in
            request.hasPrefix("GET") ? .keepAlive("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}") : .close
        }
        defer { server.stop() }
        let transport = SystemTransport()
        _ = try await transport.send(HTTPRequest(.get, try server.url("/pay/session")))
        let request = HTTPRequest(.post, try server.url("/pay/process"), body: [0x7B, 0x7D], timeoutSeconds: 2)
        let failure = await Self.failure(request, transport)
        #expect(failure?.mayHaveReachedServer == true)
        #expect(failure?.kind != .timedOut)
        #expect(server.requests.filter { $0.hasPrefix("POST") }.count == 1)
    }

    @Test("W111 A closed port is a failure that reached nobody")
    func closedPort() async throws {
        let server = try TinyServer { _ in .close }
        let url = try server.url("/")
        server.stop()
        let failure = await Self.failure(HTTPRequest(.get, url))
        #expect(failure == TransportFailure(.notConnected, mayHaveReachedServer: false))
    }

    @Test("W111 Cancelling the task that waits ends the wait at once")
    func cancelling() async throws {
        let server = try TinyServer { _ in .hang }
        defer { server.stop() }
        let request = HTTPRequest(.get, try server.url("/"))
        let task = Task { await Self.failure(request) }
        while server.requests.isEmpty { await Task.yield() }
        task.cancel()
        #expect(await task.value?.kind == .cancelled)
    }

    @Test("W130 A redirect to another origin is not followed: no token and no body goes there")
    func foreignRedirect() async throws {
        let other = try TinyServer { _ in .http(200, "{}") }
        defer { other.stop() }
        let target = try other.url("/steal").absoluteString
        let server = try TinyServer { _ in .http(307, "moved", ["Location: \(target)"]) }
        defer { server.stop() }
        for method in [HTTPMethod.get, .post] {
            let answer = try await SystemTransport().send(
                HTTPRequest(
                    method, try server.url("/pay/session"), headers: ["Authorization": "Bearer sess_abc123"],
                    body: method == .post ? [0x7B, 0x7D] : nil))
            #expect(answer.status == 307)
        }
        #expect(other.requests.isEmpty)
    }

    @Test("W130 A GET redirected within its origin is followed with its token, a POST is not")
    func ownRedirect() async throws {
        let server = try TinyServer { request in
            request.contains(" /new ") ? .http(200, "{}") : .http(307, "moved", ["Location: /new"])
        }
        defer { server.stop() }
        let headers: HTTPHeaders = ["Authorization": "Bearer sess_abc123"]
        let got = try await SystemTransport().send(HTTPRequest(.get, try server.url("/old"), headers: headers))
        #expect(got.status == 200)
        #expect(server.requests.last?.contains("Bearer sess_abc123") == true)
        let posted = try await SystemTransport().send(
            HTTPRequest(.post, try server.url("/old"), headers: headers, body: []))
        #expect(posted.status == 307)
    }
}
