import Foundation
import Gateway
import GatewaySQLite
import Kernel
import Testing
import Wire

@testable import GatewayServer
@testable import WajubMobile

/// A gateway that is really served, on a free port of this machine and a database of its own.
final class ServedDesk: Sendable {
    let clock: ManualClock
    let application: GatewayApplication
    let address: String
    let secretKey: String
    let publicKey: String
    let liveKey: String
    let merchant: Merchant
    /// Every line that was logged.
    let logged = LogCollector(capacity: 100_000)
    let directory: URL
    private let transport = SystemTransport()

    /// - Parameter directory: where an earlier desk kept its database.
    init(
        options: GatewayOptions = GatewayOptions(), faults: [String] = [], directory: URL? = nil
    ) async throws {
        self.directory =
            directory
            ?? FileManager.default.temporaryDirectory.appendingPathComponent("comptoir-served-\(UUID().uuidString)")
        let directory = self.directory
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        clock = ManualClock()
        let store = try SQLiteStore(path: directory.appendingPathComponent("gateway.sqlite").path)
        let gateway = Gateway(store: store, clock: clock, options: options)
        let (merchant, keys) = try await gateway.createMerchant(name: "Boutique <Étoile>")
        func key(_ kind: APIKey.Kind, _ environment: Environment) throws -> String {
            try #require(keys.first { $0.kind == kind && $0.environment == environment }).key.expose()
        }
        self.merchant = merchant
        secretKey = try key(.secret, .sandbox)
        publicKey = try key(.publishable, .sandbox)
        liveKey = try key(.secret, .live)
        var configuration = ApplicationConfiguration()
        configuration.server.port = 0
        configuration.faults = faults.compactMap(FaultRule.init)
        application = GatewayApplication(gateway: gateway, configuration: configuration, log: Log(writer: logged))
        address = try application.start()
    }

    func stop() async {
        await application.shutdown(drainSeconds: 2)
        try? FileManager.default.removeItem(at: directory)
    }

    struct Answer: Sendable {
        let status: Int
        let json: JSONValue
        let headers: HTTPHeaders
        let body: [UInt8]

        var errorCode: String? { json["error_code"]?.string }
    }

    /// Asks over real HTTP.
    func ask(
        _ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil, bytes: [UInt8]? = nil, key: String? = nil,
        headers: [String: String] = [:]
    ) async throws -> Answer {
        let url = try #require(URL(string: address + path))
        var fields: HTTPHeaders = ["Accept": "application/json"]
        fields["Authorization"] = key ?? secretKey
        let bytes = bytes ?? body?.bytes
        if bytes != nil { fields["Content-Type"] = "application/json; charset=utf-8" }
        for (name, value) in headers { fields[name] = value.isEmpty ? nil : value }
        let answer = try await transport.send(HTTPRequest(method, url, headers: fields, body: bytes))
        return Answer(
            status: answer.status, json: answer.json ?? .null, headers: answer.headers, body: answer.body)
    }

    /// A new payment: its id and session token.
    func payment(_ extra: [String: JSONValue] = [:]) async throws -> (id: String, token: String) {
        var body: [String: JSONValue] = ["amount": 25_000, "currency": "XAF", "bearer": "customer"]
        body.merge(extra) { $1 }
        let answer = try await ask(.post, "/payments", .object(body))
        #expect(answer.status == 201, "\(answer.json)")
        return (
            try #require(answer.json["transaction"]?["id"]?.string),
            try #require(answer.json["authorization_token"]?.string)
        )
    }

    /// Asks the checkout API as an app does.
    func pay(
        _ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil, token: String, key: String? = nil,
        language: String = "en"
    ) async throws -> Answer {
        try await ask(
            method, "/pay/" + path, body, key: "Bearer \(token)",
            headers: ["Idempotency-Key": key ?? "", "Accept-Language": language])
    }

    func session(_ token: String, language: String = "en") throws -> WajubSession {
        var world = SessionWorld.real
        world.origin = .success(try GatewayOrigin(address))
        return WajubSession(sessionToken: token, language: language, world: world)
    }
}

/// Runs a test on a served gateway and stops it, whatever happens.
func withDesk(
    options: GatewayOptions = GatewayOptions(), faults: [String] = [], _ body: (ServedDesk) async throws -> Void
) async throws {
    let desk = try await ServedDesk(options: options, faults: faults)
    do {
        try await body(desk)
        await desk.stop()
    } catch {
        await desk.stop()
        throw error
    }
}

let mobileMoney: JSONValue = [
    "channel": "cm.mobile", "data": ["phone": "+237670000000", "country": "CM", "operator": "mtn"],
]

func card(_ number: String) -> JSONValue {
    [
        "channel": "card",
        "data": ["card": ["number": .string(number), "exp_month": 12, "exp_year": 2040, "cvc": "123"]],
    ]
}
