import Foundation
import Kernel
import Wire
import WireTesting

@testable import YunoSDK

/// `comptoir serve`, as the main package built it, on a free port of this machine and a database of its own; and the
/// merchant's server beside it.
@MainActor final class ServedGateway {
    struct Unready: Error, CustomStringConvertible {
        let description: String
    }

    private let process = Process()
    private let folder: URL
    private let address: String
    private let secretKey: String
    private let publicKey: String
    private let account: String
    private let http = SystemTransport()

    /// - Throws: ``Unready`` when the program is not there, or does not start.
    init() async throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("samples-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<5 { root.deleteLastPathComponent() }
        let program = root.appendingPathComponent(".build/debug/comptoir").path
        guard FileManager.default.isExecutableFile(atPath: program) else {
            throw Unready(description: "\(program) is not built: make build")
        }
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["serve", "--port", "0", "--database", folder.appendingPathComponent("x.sqlite").path]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        var said = ""
        while !said.contains("listens on ") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw Unready(description: "the gateway ended: \(said)") }
            said += String(decoding: data, as: UTF8.self)
        }
        // What it says later is of no use, and must not fill the pipe.
        output.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
        func word(_ prefix: String) throws -> String {
            let words = said.split { $0.isWhitespace || $0 == "," }.map(String.init)
            guard let found = words.first(where: { $0.hasPrefix(prefix) }) else {
                throw Unready(description: "no \(prefix) in: \(said)")
            }
            return found
        }
        (address, secretKey, publicKey) = (try word("http://"), try word("sk_test_"), try word("pk_test_"))
        let words = said.split(whereSeparator: \.isWhitespace).map(String.init)
        account = words.firstIndex(of: "account_id").map { words[$0 + 1] } ?? ""
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    // MARK: The merchant's server

    func post(_ path: String, _ fields: [String: JSONValue]) async throws -> JSONValue {
        let body = JSONValue.object(fields.merging(["account_id": .string(account)]) { $1 })
        let answer = try await http.send(
            HTTPRequest(
                .post, try url(path),
                headers: [
                    "public-api-key": publicKey, "private-secret-key": secretKey, "Content-Type": "application/json",
                    "X-Idempotency-Key": UUID().uuidString,
                ], body: body.bytes))
        guard answer.isSuccess, let json = answer.json else {
            throw Unready(description: "\(path): \(answer.status) \(String(decoding: answer.body, as: UTF8.self))")
        }
        return json
    }

    private func url(_ path: String) throws -> URL {
        guard let url = URL(string: address + path) else { throw Unready(description: path) }
        return url
    }

    private static let order: [String: JSONValue] = [
        "merchant_order_id": "order-1", "country": "BR", "amount": ["currency": "BRL", "value": 25.5],
    ]

    func session() async throws -> String {
        let made = try await post(
            "/v1/checkout/sessions",
            Self.order.merging(["payment_description": "Shoes", "callback_url": "yunoexample://pay"]) { $1 })
        return made["checkout_session"]?.string ?? ""
    }

    /// - Returns: `SUCCEEDED/APPROVED`, and whether the payer must do more.
    @discardableResult func pay(_ session: String, _ token: String) async throws -> (said: String, needsMore: Bool) {
        let made = try await post(
            "/v1/payments",
            Self.order.merging(
                [
                    "description": "Shoes", "checkout": ["session": .string(session)],
                    "payment_method": ["type": "CARD", "token": .string(token)],
                ]) { $1 })
        return (
            "\(made["status"]?.string ?? "-")/\(made["sub_status"]?.string ?? "-")",
            made["checkout"]?["sdk_action_required"]?.bool ?? false
        )
    }

    /// What the payer types on the bank's page.
    func answerBank(_ page: String, _ code: String) async throws {
        guard let url = URL(string: page) else { throw Unready(description: page) }
        _ = try await http.send(
            HTTPRequest(
                .post, url, headers: ["Content-Type": "application/x-www-form-urlencoded"],
                body: Array("choice=approve&code=\(code)".utf8)))
    }

    // MARK: The app

    /// The real world, but for what a developer fills into a sample before it runs: the key, the session, and a card
    /// that has not expired since it was printed.
    func world(sessions: [String: String]) throws -> YunoWorld {
        var world = YunoWorld.real
        world.origin = .success(try GatewayOrigin(address))
        world.journal = MemoryJournal()
        world.languages = { ["en"] }
        world.transport = FilledIn(http: http, key: publicKey, sessions: sessions)
        return world
    }
}

private struct FilledIn: Transport {
    let http: SystemTransport
    let key: String
    /// As printed → the gateway's.
    let sessions: [String: String]

    func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPAnswer {
        var request = request
        request.headers["public-api-key"] = key
        request.url = URL(string: filled(request.url.absoluteString)) ?? request.url
        request.body = request.body.map { body in
            let text = filled(String(decoding: body, as: UTF8.self))
            return Array(text.replacingOccurrences(of: #""expiration_year":25"#, with: #""expiration_year":40"#).utf8)
        }
        var answer = try await http.send(request)
        var text = String(decoding: answer.body, as: UTF8.self)
        for (printed, real) in sessions { text = text.replacingOccurrences(of: real, with: printed) }
        answer.body = Array(text.utf8)
        return answer
    }

    private func filled(_ text: String) -> String {
        sessions.reduce(text) { $0.replacingOccurrences(of: $1.key, with: $1.value) }
    }
}
