import Foundation
import Gateway
import GatewaySQLite
import Kernel
import Synchronization
import Testing
import Wire

/// The gateway is killed without warning under load, and started again on the same database.
@Suite(.serialized) struct KillTests {
    /// A request and what was answered; nil when the answer never came.
    private struct Asked: Sendable {
        let path: String
        let body: JSONValue
        let key: String
        let authorization: String
        var answer: HTTPAnswer?
    }

    private final class Notes: Sendable {
        private let list = Mutex<[Asked]>([])

        var all: [Asked] { list.withLock { $0 } }

        func add(_ asked: Asked) { list.withLock { $0.append(asked) } }
    }

    private static let key = "sk_test_killed000000000"

    private func start(_ folder: TemporaryFolder) throws -> Program {
        try Program([
            "serve", "--port", "0", "--database", folder.path + "/gateway.sqlite", "--secret-key", Self.key,
            "--approval-delay", "150", "--log", "json",
        ])
    }

    /// Makes and pays payments until the gateway is gone, noting every answer.
    private func load(_ caller: Caller, _ client: String, _ notes: Notes) async {
        for number in 0..<10_000 {
            var create = Asked(
                path: "/payments", body: ["amount": .integer(100 + number), "currency": "XAF"],
                key: "create-\(client)-\(number)", authorization: Self.key)
            create.answer = try? await caller.ask(
                .post, create.path, create.body, idempotencyKey: create.key)
            notes.add(create)
            guard let token = create.answer?.json?["authorization_token"]?.string else { return }
            var pay = Asked(
                path: "/pay/process", body: number.isMultiple(of: 2) ? mobileMoney : card("4242424242424242"),
                key: "pay-\(client)-\(number)", authorization: "Bearer \(token)")
            pay.answer = try? await caller.ask(
                .post, pay.path, pay.body, authorization: pay.authorization, idempotencyKey: pay.key)
            notes.add(pay)
            guard pay.answer != nil else { return }
        }
    }

    @Test(
        "Killed at any moment, the gateway has everything it acknowledged, says each first answer again, and charged nobody twice"
    )
    func killed() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/gateway.sqlite"
        var everything: [Asked] = []
        for round in 0..<5 {
            let program = try start(folder)
            let caller = Caller(address: try await program.address(), key: Self.key)
            // What earlier lives acknowledged is answered again, byte for byte; what they did not is done now.
            for asked in everything.suffix(40) {
                let again = try await caller.ask(
                    .post, asked.path, asked.body, authorization: asked.authorization, idempotencyKey: asked.key)
                if let first = asked.answer {
                    #expect(again.status == first.status && again.body == first.body, "\(asked.path) \(asked.key)")
                    #expect(again.headers["Idempotent-Replayed"] == "true")
                } else {
                    #expect([200, 201, 202].contains(again.status))
                }
            }
            let notes = Notes()
            await withTaskGroup(of: Void.self) { group in
                for client in 0..<8 { group.addTask { await load(caller, "\(round)-\(client)", notes) } }
                group.addTask {
                    try? await Task.sleep(for: .milliseconds(120 + 97 * round))
                    program.signal(SIGKILL)
                }
            }
            #expect(try await program.exitCode() == 128 + SIGKILL)
            #expect(try SQLiteStore.check(path: path).isEmpty)
            everything += notes.all
        }
        #expect(everything.count > 100)
        #expect(everything.contains { $0.answer == nil })
        // In the last life every payment that was begun comes to its end by itself.
        let program = try start(folder)
        let caller = Caller(address: try await program.address(), key: Self.key)
        for asked in everything where asked.path == "/pay/process" && asked.answer != nil {
            let id = try #require(asked.answer?.json?["transaction"]?["id"]?.string)
            var status = try await caller.status(id)
            for _ in 0..<100 where status == "processing" {
                try await Task.sleep(for: .milliseconds(20))
                status = try await caller.status(id)
            }
            #expect(status == "success")
        }
        program.signal(SIGTERM)
        #expect(try await program.exitCode() == 0)
        #expect(try SQLiteStore.check(path: path).isEmpty)
    }

    @Test("SIGTERM answers what is being asked before it stops")
    func drain() async throws {
        let folder = try TemporaryFolder()
        let program = try Program([
            "serve", "--port", "0", "--database", folder.path + "/gateway.sqlite", "--secret-key", Self.key,
            "--provider-latency", "700",
        ])
        let caller = Caller(address: try await program.address(), key: Self.key)
        let (_, token) = try await caller.payment()
        async let slow = caller.ask(.post, "/pay/process", mobileMoney, authorization: "Bearer \(token)")
        try await Task.sleep(for: .milliseconds(250))
        program.signal(SIGTERM)
        #expect(try await slow.status == 202)
        #expect(try await program.exitCode() == 0)
    }

    @Test("A key in flight is told to wait over HTTP, too: 409 with Retry-After")
    func inFlight() async throws {
        let folder = try TemporaryFolder()
        let program = try Program([
            "serve", "--port", "0", "--database", folder.path + "/gateway.sqlite", "--secret-key", Self.key,
            "--provider-latency", "800",
        ])
        let caller = Caller(address: try await program.address(), key: Self.key)
        let (_, token) = try await caller.payment()
        @Sendable func pay() async throws -> HTTPAnswer {
            try await caller.ask(
                .post, "/pay/process", mobileMoney, authorization: "Bearer \(token)", idempotencyKey: "k")
        }
        async let first = pay()
        try await Task.sleep(for: .milliseconds(300))
        let second = try await pay()
        #expect(second.status == 409 && second.json?["error_code"] == "idempotency_in_progress")
        #expect(second.headers["Retry-After"] == "1")
        let answer = try await first
        #expect(answer.status == 202)
        #expect(try await pay().body == answer.body)
        program.signal(SIGTERM)
        #expect(try await program.exitCode() == 0)
    }
}
