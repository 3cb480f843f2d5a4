import Foundation
import GatewayServer
import Synchronization
import Wire

/// A running server on a free port, with everything it logs and counts.
struct ServerFixture: Sendable {
    let port: UInt16
    let log: LogCollector
    let metrics: Metrics
    let server: HTTPServer

    /// Answers what it is asked: method, path, query and body.
    static let echo: @Sendable (ServerRequest) async -> ServerResponse = { request in
        let query = request.query.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
        let text = "\(request.method) \(request.segments) \(query) \(String(decoding: request.body, as: UTF8.self))"
        return ServerResponse(status: 200, headers: ["Content-Type": "text/plain"], body: Array(text.utf8))
    }

    static func run(
        _ configure: (inout ServerConfiguration) -> Void = { _ in },
        handler: @escaping @Sendable (ServerRequest) async -> ServerResponse = echo,
        _ body: (ServerFixture) async throws -> Void
    ) async throws {
        var configuration = ServerConfiguration(port: 0)
        configure(&configuration)
        let collector = LogCollector()
        let metrics = Metrics()
        let server = HTTPServer(
            configuration: configuration, log: Log(writer: collector, minimumLevel: .debug), metrics: metrics,
            handler: handler)
        let fixture = ServerFixture(port: try server.start(), log: collector, metrics: metrics, server: server)
        do {
            try await body(fixture)
        } catch {
            await server.shutdown(drainSeconds: 0)
            throw error
        }
        await server.shutdown(drainSeconds: 0)
    }

    func client() async throws -> RawClient { try await RawClient(port: port) }

    /// One connection, one request, one answer.
    func ask(_ text: String) async throws -> Answer {
        let client = try await client()
        try await client.send(text)
        var reader = AnswerReader(client)
        return try await reader.next()
    }

    /// Whether the server still answers: asked after each attempt to upset it.
    func isAlive() async throws -> Bool {
        try await ask("GET /alive HTTP/1.1\r\nHost: x\r\n\r\n").status == 200
    }

    var openConnections: Double {
        metrics.gauge("http_connections_open", help: "Connections now open.").value()
    }

    /// Waits up to three seconds for something that another thread brings about.
    func eventually(_ condition: () -> Bool) async throws -> Bool {
        for _ in 0..<300 {
            if condition() { return true }
            try await Task.sleep(for: .milliseconds(10))
        }
        return condition()
    }
}

/// Opens once; whoever waits before that waits until then.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}

/// Runs a program and returns what it printed; nil when it is not installed.
func runProgram(_ path: String, _ arguments: [String]) async throws -> String? {
    guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
    return try await onThread {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}
