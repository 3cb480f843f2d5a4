import Foundation
import Kernel
import Testing

@testable import WajubMobile
@testable import Wire

@Suite struct ReadingTests {
    @Test("W105 A read is repeated twice at most, and obeys Retry-After")
    func repeated() async throws {
        let clock = VirtualClock()
        let transport = ScriptedTransport(
            ("/pay/session", .json(429, [:], ["Retry-After": "3"])), ("/pay/session", .lost),
            ("/pay/session", .json(200, ["transaction": transaction("pending")])))
        _ = try await testSession(transport, clock: clock).session()
        #expect(clock.waitsMilliseconds == [3000, 1000])
        let dead = ScriptedTransport { _, _ in .json(502) }
        await #expect(throws: WajubError.self) { try await testSession(dead).session() }
        #expect(dead.requests.count == 3)
    }

    @Test(
        "W106 A read that brings nothing throws the error of its cause",
        arguments: [
            (.lost, "network_error"), (.offline, "network_error"), (.json(500), "server_error"),
            (.json(401), "session_not_found"), (.json(404), "session_not_found"),
            (.json(410), "session_terminal_expired"), (.json(429, [:], ["Retry-After": "60"]), "rate_limited"),
            (.text(200, "<html>"), "load_error"), (.json(200, [:]), "load_error"),
        ] as [(Result<HTTPAnswer, TransportFailure>, String)])
    func causes(reply: Result<HTTPAnswer, TransportFailure>, code: String) async {
        let session = testSession(ScriptedTransport { _, _ in reply })
        let first = await #expect(throws: WajubError.self) { try await session.session() }
        #expect(first?.code == code)
        let second = await #expect(throws: WajubError.self) { try await session.status() }
        #expect(second?.code == code)
    }

    @Test("W105 A cancelled task ends its read with CancellationError")
    func cancelled() async {
        let transport = ScriptedTransport { _, _ in
            .failure(TransportFailure(.cancelled, mayHaveReachedServer: true))
        }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await testSession(transport).status()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("W105 Cancelling a payment is sent once; what the server refuses is thrown")
    func cancel() async throws {
        let done = ScriptedTransport(
            (
                "/pay/cancel",
                .json(200, ["redirect_url": "https://s.example/", "transaction": transaction("cancelled")])
            ))
        let response = try await testSession(done).cancel()
        #expect(response.redirectURL?.host == "s.example" && response.transaction?.normalized == .cancelled)
        for (reply, code): (Result<HTTPAnswer, TransportFailure>, String) in [
            (.json(409, ["error_code": "not_cancellable"]), "not_cancellable"), (.lost, "network_error"),
            (.json(503), "server_error"),
        ] {
            let transport = ScriptedTransport(("/pay/cancel", reply))
            let error = await #expect(throws: WajubError.self) { try await testSession(transport).cancel() }
            #expect(error?.code == code)
        }
    }

    @Test("W105 The language of the texts is the one asked for")
    func language() async {
        for (tag, words) in [
            ("fr-CI", "Ce paiement est introuvable."), ("en", "This payment could not be found."),
            ("wo", "This payment could not be found."),
        ] {
            let session = testSession(ScriptedTransport { _, _ in .json(404) }, language: tag)
            let error = await #expect(throws: WajubError.self) { try await session.status() }
            #expect(error?.message == words)
        }
    }

    @Test("No description, dump or error shows the token, a phone number, a code or a card number")
    func secrets() async throws {
        let secrets = ["sess_abc123", "677123456", "4242424242424242", "987654"]
        let transport = ScriptedTransport { request, _ in
            request.url.path == "/pay/session"
                ? .json(200, ["transaction": transaction("pending", ["customer": ["phone": "+237677123456"]])]) : .lost
        }
        let session = testSession(transport)
        var shown: [Any] = [session, try await session.session()]
        shown.append(
            await session.process(
                channel: "card", data: ["phone": "+237677123456", "card": ["number": "4242424242424242"]]))
        shown.append(try await session.verify(.otp, id: "stp_1", fields: ["code": "987654"]))
        do {
            _ = try await session.status()
        } catch {
            shown.append(error)
        }
        let request = try #require(transport.requests.last)
        let world: [Any] = [request, session.client, HTTPAnswer(status: 200, body: Array("sess_abc123".utf8))]
        for thing in shown + world {
            var dumped = ""
            dump(thing, to: &dumped)
            for text in ["\(thing)", String(reflecting: thing), dumped] {
                for secret in secrets { #expect(!text.contains(secret), "\(type(of: thing))") }
            }
        }
    }
}
