import Foundation
import Kernel
import Testing

/// The program as a person meets it.
@Suite(.serialized) struct CommandTests {
    private static let key = "sk_test_commands00000000"

    private func served(_ more: [String] = []) async throws -> (Program, Caller, TemporaryFolder) {
        let folder = try TemporaryFolder()
        let program = try Program(
            ["serve", "--port", "0", "--database", folder.path + "/g.sqlite", "--secret-key", Self.key] + more,
            folder: folder)
        return (program, Caller(address: try await program.address(), key: Self.key), folder)
    }

    @Test("Every command explains itself, and what is not understood is said with a way on")
    func help() async throws {
        for command in ["demo", "serve", "pay", "keys", "doctor"] {
            let program = try Program([command, "--help"])
            #expect(try await program.exitCode() == 0)
            #expect(program.output.contains("usage: comptoir \(command)") && program.output.contains("exit codes"))
        }
        let cases: [([String], Int32, String)] = [
            (["--help"], 0, "comptoir demo"), ([], 2, "usage"), (["serve", "--colour"], 2, "no option --colour"),
            (["serve", "--port", "x"], 2, "--port must be a whole number"), (["serve", "--port"], 2, "needs a value"),
            (["fly"], 2, "no command 'fly'"), (["pay"], 2, "--token is missing"),
            (["serve", "--fault", "x"], 2, "cannot read 'x'"), (["--version"], 0, "comptoir 0."),
            (["pay", "--token", "t", "--gateway", "http://example.com"], 2, "https"),
            (["serve", "--database", "/nowhere/x.sqlite", "--port", "0"], 1, "choose another --database"),
        ]
        for (arguments, code, text) in cases {
            let program = try Program(arguments)
            #expect(try await program.exitCode() == code, "\(arguments)")
            #expect(program.output.contains(text), "\(arguments): \(program.output)")
        }
    }

    @Test("A payment is paid in the terminal, typed by a person; the exit code tells how it ended")
    func pay() async throws {
        let (server, caller, _) = try await served(["--approval-delay", "200"])
        let cases: [([String], Int32, String)] = [
            (["cm.mobile", "670000000"], 0, "✓ Paid"),
            (["cm.mobile", "12", "670000001", "n"], 11, "Insufficient balance"),
            (["card", "4242424242424241", "4242 4242 4242 4242", "13/40", "12/40", "12", "123", ""], 0, "✓ Paid"),
            (["7", ""], 12, "nothing was paid"),
        ]
        for (lines, code, text) in cases {
            let (_, token) = try await caller.payment()
            let program = try Program(
                ["pay", "--token", token, "--gateway", caller.address, "--language", "en"],
                environment: ["NO_COLOR": "1"])
            for line in lines { try program.type(line) }
            try program.closeInput()
            #expect(try await program.exitCode() == code, "\(lines): \(program.output)")
            #expect(program.output.contains(text) && !program.output.contains("\u{1B}["), "\(program.output)")
        }
        server.signal(SIGTERM)
        #expect(try await server.exitCode() == 0)
    }

    @Test("Ctrl-C while a payment runs closes the checkout and says that the payment goes on")
    func interrupted() async throws {
        let (server, caller, _) = try await served(["--approval-delay", "3000"])
        let (id, token) = try await caller.payment()
        let program = try Program(["pay", "--token", token, "--gateway", caller.address, "--language", "fr"])
        try program.type("cm.mobile")
        try program.type("670000000")
        try await program.wait(for: "Validez le paiement sur votre téléphone")
        program.signal(SIGINT)
        #expect(try await program.exitCode() == 10)
        #expect(program.output.contains("Le paiement continue"))
        #expect(try await caller.status(id) == "processing")
        server.signal(SIGTERM)
        #expect(try await server.exitCode() == 0)
    }

    @Test("A port that is taken, and a gateway that is not there, are errors that say so")
    func unreachable() async throws {
        let (server, caller, folder) = try await served()
        let port = try #require(caller.address.split(separator: ":").last)
        let second = try Program(["serve", "--port", String(port), "--database", folder.path + "/h.sqlite"])
        #expect(try await second.exitCode() == 1)
        #expect(second.output.contains(port), "\(second.output)")
        server.signal(SIGTERM)
        #expect(try await server.exitCode() == 0)
        let (_, token) = ("", "tok_test_x")
        let pay = try Program(["pay", "--token", token, "--gateway", caller.address, "--language", "en"])
        #expect(try await pay.exitCode() == 11)
        #expect(pay.output.contains("Nobody answers"))
    }

    @Test("Keys are made, listed and revoked while the gateway runs")
    func keys() async throws {
        let (server, caller, folder) = try await served()
        let database = ["--database", folder.path + "/g.sqlite"]
        func run(_ words: [String]) async throws -> (Int32, String) {
            let program = try Program(["keys"] + words + database)
            return (try await program.exitCode(), program.output)
        }
        let (code, made) = try await run(["create"])
        let key = made.trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(code == 0 && key.hasPrefix("sk_test_"))
        #expect(try await caller.ask(.get, "/payments", authorization: key).status == 200)
        let (_, list) = try await run(["list"])
        let line = try #require(list.split(separator: "\n").first { $0.contains("ends in \(key.suffix(4))") })
        let id = try #require(line.split(separator: " ").first)
        #expect(!list.contains(key))
        #expect(try await run(["revoke", String(id)]).0 == 0)
        #expect(try await caller.ask(.get, "/payments", authorization: key).status == 401)
        #expect(try await run(["revoke", "ffffffffffff"]).0 == 1)
        #expect(try await run(["restrict"]).1.contains("takes no payment"))
        #expect(try await run(["allow"]).1.contains("may take payments"))
        #expect(try await run(["frobnicate"]).0 == 2)
        server.signal(SIGTERM)
        #expect(try await server.exitCode() == 0)
    }

    @Test("The doctor finds a sound machine sound, and a port that is taken, and a file that is no database")
    func doctor() async throws {
        let (server, caller, folder) = try await served()
        _ = try await caller.payment()
        let good = try Program(["doctor", "--database", folder.path + "/g.sqlite", "--port", "1"])
        _ = try await good.exitCode()
        #expect(good.output.contains("g.sqlite is sound"), "\(good.output)")
        let port = try #require(caller.address.split(separator: ":").last)
        try Data("no database".utf8).write(to: URL(fileURLWithPath: folder.path + "/bad"))
        let bad = try Program(["doctor", "--database", folder.path + "/bad", "--port", String(port)])
        #expect(try await bad.exitCode() == 1)
        #expect(bad.output.contains("a gateway that is well listens there"), "\(bad.output)")
        #expect(bad.output.contains("FAIL database") && !bad.output.contains("StoreFault"), "\(bad.output)")
        let other = try TakenPort()
        let taken = try Program(["doctor", "--database", folder.path + "/new", "--port", String(other.number)])
        #expect(try await taken.exitCode() == 1)
        #expect(taken.output.contains("FAIL port \(other.number)"), "\(taken.output)")
        server.signal(SIGTERM)
        #expect(try await server.exitCode() == 0)
    }
}

/// A port that something listens on, and that nobody answers at.
private final class TakenPort: Sendable {
    private let descriptor: Int32
    let number: UInt16

    init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        self.descriptor = descriptor
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        try #require(bound && listen(descriptor, 1) == 0)
        number = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }
}
