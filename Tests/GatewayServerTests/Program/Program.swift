import Foundation
import Kernel
import Synchronization
import Testing
import Wire

/// The real `comptoir`, in a process of its own.
final class Program: Sendable {
    private struct State {
        var output = ""
        var exitCode: Int32?
        /// Whether everything it wrote has been read.
        var isRead = false

        /// Only once it has ended and everything was read: the end of a program is known before its last words are.
        var end: Int32? { isRead ? exitCode : nil }
    }

    private let process = Process()
    private let input = Pipe()
    private let state = Mutex(State())
    private let folder: TemporaryFolder?

    /// Beside the tests' own program.
    static var path: String {
        URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appendingPathComponent("comptoir")
            .path
    }

    /// - Parameter folder: kept as long as the program.
    init(_ arguments: [String], environment: [String: String] = [:], folder: TemporaryFolder? = nil) throws {
        self.folder = folder
        process.executableURL = URL(fileURLWithPath: Self.path)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        process.standardInput = input
        output.fileHandleForReading.readabilityHandler = { [weak self] handle in
            let data = handle.availableData
            if data.isEmpty {
                handle.readabilityHandler = nil
                self?.state.withLock { $0.isRead = true }
            } else {
                self?.state.withLock { $0.output += String(decoding: data, as: UTF8.self) }
            }
        }
        process.terminationHandler = { [weak self] process in
            // Killed by a signal counts as in a shell.
            let code =
                process.terminationReason == .uncaughtSignal
                ? 128 + process.terminationStatus : process.terminationStatus
            self?.state.withLock { $0.exitCode = code }
        }
        try process.run()
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    var output: String { state.withLock { $0.output } }

    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    func type(_ line: String) throws { try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }

    func closeInput() throws { try input.fileHandleForWriting.close() }

    /// Waits for words in the output.
    func wait(for text: String, seconds: Int = 20) async throws {
        for _ in 0..<(seconds * 100) {
            if output.contains(text) { return }
            if state.withLock({ $0.end }) != nil, !output.contains(text) { break }
            try await Task.sleep(for: .milliseconds(10))
        }
        try #require(output.contains(text), "the program said: \(output)")
    }

    /// Waits for the end.
    func exitCode(seconds: Int = 20) async throws -> Int32 {
        for _ in 0..<(seconds * 100) {
            if let code = state.withLock({ $0.end }) { return code }
            try await Task.sleep(for: .milliseconds(10))
        }
        return try #require(state.withLock { $0.end }, "the program still runs: \(output)")
    }

    /// The address a gateway says it listens on.
    func address() async throws -> String {
        try await wait(for: "listens on ")
        let rest = try #require(output.components(separatedBy: "listens on ").last)
        return String(rest.prefix { $0 != "," && $0 != "\n" })
    }
}

/// A folder that is gone with the test.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path =
            FileManager.default.temporaryDirectory.appendingPathComponent("comptoir-program-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// Asks a gateway over HTTP, without a fixture of our own in its process.
struct Caller: Sendable {
    let address: String
    let key: String
    let transport = SystemTransport()

    func ask(
        _ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil, authorization: String? = nil,
        idempotencyKey: String? = nil
    ) async throws -> HTTPAnswer {
        let url = try #require(URL(string: address + path))
        var headers: HTTPHeaders = ["Authorization": authorization ?? key]
        if body != nil { headers["Content-Type"] = "application/json" }
        headers["Idempotency-Key"] = idempotencyKey
        return try await transport.send(
            HTTPRequest(method, url, headers: headers, body: body?.bytes, timeoutSeconds: 10))
    }

    func payment(_ amount: Int = 25_000) async throws -> (id: String, token: String) {
        let answer = try await ask(.post, "/payments", ["amount": .integer(amount), "currency": "XAF"])
        let json = try #require(answer.json)
        return (
            try #require(json["transaction"]?["id"]?.string), try #require(json["authorization_token"]?.string)
        )
    }

    func status(_ id: String) async throws -> String? {
        try await ask(.get, "/payments/\(id)").json?["transaction"]?["status"]?.string
    }
}
