import Foundation
import Kernel
import Testing
import Wire

@testable import GatewayServer

/// Whatever comes from outside is answered in the envelope with a 4xx: nothing traps, nothing is a 500.
@Suite struct YunoHostileTests {
    static let bodies: [(name: String, bytes: [UInt8])] = [
        ("nothing", []), ("half a document", Array(#"{"account_id":"#.utf8)), ("no JSON", Array("a=b".utf8)),
        ("two documents", Array("{} {}".utf8)), ("a name twice", Array(#"{"country":"CO","country":"BR"}"#.utf8)),
        ("a NUL byte", [0]), ("bad UTF-8", [0x22, 0xC3, 0x28, 0x22]),
        ("a lone surrogate", Array(#"{"account_id":"\ud800"}"#.utf8)),
        ("10,000 lists in each other", Array(repeating: UInt8(ascii: "["), count: 10_000)),
        ("20,000 values", Array(("[" + String(repeating: "0,", count: 20_000) + "0]").utf8)),
        ("a list", Array("[]".utf8)), ("a string", Array("\"x\"".utf8)), ("null", Array("null".utf8)),
        ("NaN", Array(#"{"amount":{"currency":"COP","value":NaN}}"#.utf8)),
        ("an infinite number", Array(#"{"amount":{"currency":"COP","value":1e999999999999}}"#.utf8)),
    ]

    /// Every address that takes a body.
    private func targets(_ desk: ServedDesk) async throws -> [(HTTPMethod, String)] {
        let session = try await desk.checkout()
        let paid = try await desk.paid().answer
        let id = paid.json["id"]?.string ?? ""
        let transaction = paid.transaction?["id"]?.string ?? ""
        let customer = try await desk.customer()
        let enrol =
            try await desk.yuno(
                .post, "/customers/sessions",
                ["account_id": desk.account, "country": "CO", "customer_id": .string(customer)]
            ).json["customer_session"]?.string ?? ""
        return [
            (.post, "/customers"), (.patch, "/customers/\(customer)"), (.post, "/checkout/sessions"),
            (.patch, "/checkout/sessions/\(session)"), (.post, "/checkout/sessions/\(session)/token"),
            (.post, "/tokens"), (.post, "/payments"), (.post, "/payments/\(id)/cancel-or-refund"),
            (.post, "/payments/\(id)/transactions/\(transaction)/capture"),
            (.post, "/payments/\(id)/transactions/\(transaction)/cancel"),
            (.post, "/payments/\(id)/transactions/\(transaction)/refund"),
            (.post, "/payments/\(id)/transactions/\(transaction)/cancel-or-refund"),
            (.post, "/customers/sessions"), (.post, "/customers/sessions/\(enrol)/payment-methods"),
            (.post, "/three-d-secure/setups"), (.post, "/webhooks"),
            (.post, "/sdk/checkout/\(session)/otp"), (.post, "/sdk/checkout/\(session)/otp/resend"),
            (.post, "/sdk/checkout/\(session)/payments"), (.post, "/sdk/sandbox/checkout/\(session)"),
            (.post, "/sdk/customers/sessions/\(enrol)/enroll"),
            (.post, "/sdk/payment-methods/\(id)/unenroll"),
        ]
    }

    private func expectRefusal(_ answer: ServedDesk.Answer, _ what: String) {
        #expect((400..<500).contains(answer.status) && answer.fault != nil, "\(what): \(answer.status) \(answer.json)")
        #expect(String(decoding: answer.body, as: UTF8.self).utf8.count < 4000, "\(what)")
    }

    @Test("Bad bodies are refused everywhere, and nothing is written")
    func bodies() async throws {
        try await withDesk { desk in
            let targets = try await targets(desk)
            for (method, path) in targets {
                for bad in Self.bodies {
                    // A cancellation may come without any words, and so may a change of nothing.
                    let mayBeEmpty =
                        path.hasSuffix("refund") || path.hasSuffix("cancel")
                        || (method == .patch && path.hasPrefix("/customers/"))
                    if bad.bytes.isEmpty, mayBeEmpty { continue }
                    let answer = try await desk.yuno(
                        method, path, bytes: bad.bytes, headers: ["X-Idempotency-Key": UUID().uuidString])
                    // What names nothing it needs changes nothing.
                    if method == .patch, answer.status == 200 { continue }
                    expectRefusal(answer, "\(method.rawValue) \(path) with \(bad.name)")
                }
            }
            #expect(try await desk.yuno(.get, "/payments?merchant_order_id=order-77").json.array?.count == 1)
        }
    }

    @Test("Every field of every body may be missing, or of every wrong type")
    func fields() async throws {
        try await withDesk { desk in
            let session = try await desk.checkout()
            let card: JSONValue = [
                "number": "4111111111111111", "expiration_month": 12, "expiration_year": 40, "security_code": "123",
                "holder_name": "John Doe",
            ]
            let full: [(HTTPMethod, String, JSONValue)] = [
                (.post, "/checkout/sessions", desk.sessionBody(["callback_url": "app://pay", "metadata": []])),
                (
                    .post, "/checkout/sessions/\(session)/token",
                    ["account_id": desk.account, "payment_method": ["type": "CARD", "card": card]]
                ),
                (.post, "/payments", desk.paymentBody(session, ["type": "CARD", "token": "x"])),
                (.post, "/tokens", ["account_id": desk.account, "country": "CO", "card_data": card]),
                (
                    .post, "/customers",
                    ["merchant_customer_id": "c", "phone": ["country_code": "57", "number": "300"], "metadata": []]
                ),
                (
                    .post, "/webhooks",
                    [
                        "account_id": desk.account, "name": "n", "url": "https://shop.example/",
                        "payment_triggers": ["PURCHASE"],
                    ]
                ),
            ]
            let wrong: [JSONValue] = [
                .null, true, -1, 1.5, "", "\u{202E}x", .string(String(repeating: "é", count: 70_000)), [], [[]], [:],
                ["x": ["y": nil]], .number(try #require(JSONValue.parse("1e400").number)),
            ]
            for (method, path, body) in full {
                for place in places(body) {
                    for value in wrong + [nil] as [JSONValue?] {
                        let changed = replace(body, place, value)
                        let answer = try await desk.yuno(
                            method, path, changed, headers: ["X-Idempotency-Key": UUID().uuidString])
                        #expect(answer.status < 500, "\(path) \(place) \(value?.text.prefix(40) ?? "-")")
                        if answer.status >= 400 { expectRefusal(answer, "\(path) \(place)") }
                    }
                }
            }
        }
    }

    /// Where something stands in a value.
    private func places(_ value: JSONValue) -> [[String]] {
        (value.object ?? [:]).sorted { $0.key < $1.key }.flatMap { name, inner in
            [[name]] + places(inner).map { [name] + $0 }
        }
    }

    private func replace(_ value: JSONValue, _ place: [String], _ new: JSONValue?) -> JSONValue {
        guard let name = place.first, var object = value.object else { return value }
        object[name] = place.count == 1 ? new : replace(object[name] ?? .null, Array(place.dropFirst()), new)
        return .object(object)
    }

    @Test("Unknown addresses, other methods and strange names are refused in the envelope")
    func addresses() async throws {
        try await withDesk { desk in
            let missing = try await desk.yuno(.get, "/nowhere")
            #expect(missing.status == 404 && missing.fault == "NOT_FOUND", "\(missing.json)")
            let method = try await desk.yuno(.put, "/payments", [:])
            #expect(method.status == 405 && method.fault == "UNSUPPORTED_METHOD", "\(method.json)")
            #expect(method.headers["Allow"]?.contains("POST") == true)
            for id in ["x", "%00", "%2e%2e", "'%20or%20'1'='1", String(repeating: "a", count: 3000)] {
                for path in ["/payments/\(id)", "/customers/\(id)", "/sdk/checkout/\(id)/payment", "/webhooks/\(id)"] {
                    let answer = try await desk.yuno(.get, path)
                    #expect((400..<500).contains(answer.status), "\(path.prefix(80)): \(answer.status)")
                }
            }
            let type = try await desk.yuno(
                .post, "/customers", bytes: Array("a=1".utf8), headers: ["Content-Type": "text/plain"])
            #expect(type.status == 415 && type.fault == "INVALID_REQUEST")
        }
    }

    @Test(
        "No number, code, token or key is in any answer it does not belong in, any line of the log or the database"
    )
    func secrets() async throws {
        try await withDesk { desk in
            let customer = try await desk.customer()
            let session = try await desk.checkout(["customer_id": .string(customer)])
            let token = try await desk.token(
                session, card: "4111111111111111",
                [
                    "vault_on_success": true,
                    "card": [
                        "number": "4111111111111111", "expiration_month": 12, "expiration_year": 40,
                        "security_code": "739", "holder_name": "Jane Roe",
                    ],
                ])
            let made = try await desk.create(
                desk.paymentBody(
                    session, ["type": "CARD", "token": token.json["token"] ?? .null, "vault_on_success": true],
                    ["customer_payer": ["id": .string(customer)]]))
            #expect(made.status == 201, "\(made.json)")
            let oneTime = try #require(token.json["token"]?.string)
            let vaulted = try #require(made.json["payment_method"]?["vaulted_token"]?.string)
            _ = try await desk.yuno(.get, "/payment-methods/\(vaulted)")
            _ = try await desk.sdk(
                .post, "payment-methods/\(vaulted)/unenroll", ["checkout_session": .string(session)])
            _ = try await desk.sdk(.get, "checkout/\(session)/payment")
            for answer in [token, made] {
                let text = String(decoding: answer.body, as: UTF8.self)
                #expect(!text.contains("4111111111111111") && !text.contains("739\""))
            }
            // Whoever shows what is said shows none of it either.
            let shown = token.json.redacted.text + made.json.redacted.text
            #expect(!shown.contains(oneTime) && !shown.contains(vaulted), "\(shown)")
            let lines = desk.logged.entries.map { Log.Format.json.line($0) }.joined(separator: "\n")
            #expect(lines.contains("/v1/payments") && lines.contains("/v1/sdk/"))
            for secret in [
                "4111111111111111", oneTime, vaulted, desk.secretKey, desk.publicKey, session, "739\"", "Jane Roe",
            ] {
                #expect(!lines.contains(secret), "\(secret)")
            }
            await desk.application.shutdown(drainSeconds: 1)
            for file in try FileManager.default.contentsOfDirectory(at: desk.directory, includingPropertiesForKeys: nil)
            {
                let bytes = try Data(contentsOf: file)
                for secret in ["4111111111111111", oneTime, desk.secretKey] {
                    #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(file.lastPathComponent)")
                }
            }
        }
    }

    @Test("Faults that are asked for befall this dialect, in its envelope")
    func faults() async throws {
        try await withDesk(faults: ["POST /v1/payments drop-answer 1", "GET /v1/customers status=503 1"]) { desk in
            let session = try await desk.checkout()
            let body = desk.paymentBody(
                session, ["type": "CARD", "token": .string(try await desk.oneTimeToken(session))])
            await #expect(throws: (any Error).self) { _ = try await desk.create(body, key: "lost") }
            // The answer was lost, and the payment was not.
            let again = try await desk.create(body, key: "lost")
            #expect(again.status == 201 && again.outcome == "SUCCEEDED/APPROVED", "\(again.json)")
            let down = try await desk.yuno(.get, "/customers?merchant_customer_id=x")
            #expect(down.status == 503 && down.fault == "INTERNAL_ERROR", "\(down.json)")
        }
    }
}
