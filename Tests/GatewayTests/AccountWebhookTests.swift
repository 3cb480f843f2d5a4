import Kernel
import Synchronization
import Testing

@testable import Gateway
@testable import GatewaySQLite

/// Webhooks of the Yuno dialect.
@Suite struct AccountWebhookTests {
    private final class Receiver: WebhookSender {
        struct Letter: Sendable {
            let body: [UInt8]
            let headers: [String: String]
            let url: String
        }
        private let state = Mutex((letters: [Letter](), status: 500))

        var letters: [Letter] { state.withLock { $0.letters } }
        func answer(_ status: Int) { state.withLock { $0.status = status } }

        func send(_ body: [UInt8], to url: String, headers: [(String, String)]) async -> Delivery.Outcome {
            state.withLock { state in
                state.letters.append(
                    Letter(body: body, headers: Dictionary(uniqueKeysWithValues: headers), url: url))
                return .answered(state.status)
            }
        }
    }

    private static let body: @Sendable (WebhookLetter) -> [UInt8] = { letter in
        Array("\(letter.event.name.rawValue) \(letter.event.id) \(letter.retry)".utf8)
    }

    private func endpoint(
        _ desk: Desk, _ changes: [String: JSONValue] = [:]
    ) async throws -> WebhookEndpoint {
        let body: [String: JSONValue] = [
            "account_id": .string(desk.account), "url": "https://shop.example/hooks", "api_key": "key-1",
            "secret": "secret-1", "client_secret": "client-1", "payment_triggers": ["PURCHASE"],
        ]
        let draft = try AccountEndpointDraft(.object(body.merging(changes) { $1 }), environment: .sandbox)
        return try await desk.gateway.addAccountEndpoint(draft, for: desk.principal)
    }

    private func deliver(_ desk: Desk, _ receiver: Receiver) async throws {
        for one in try await desk.gateway.claimDeliveries(DeliveryRoom()) {
            try await desk.gateway.deliver(one, receiver, Self.body)
        }
    }

    @Test("T79: what fails is sent again at the listed times after the first, counted, and 200 stops it")
    func retries() async throws {
        let desk = try await Desk()
        _ = try await endpoint(desk)
        let receiver = Receiver()
        _ = try await desk.pay(Desk.cardMethod("4507990000000002"))
        try await deliver(desk, receiver)
        let offsets: [Int64] = [300, 3000, 21_600, 86_400, 172_800, 345_600]
        var passed: Int64 = 0
        for offset in offsets {
            desk.clock.advance(milliseconds: (offset - passed) * 1000 - 1)
            let before = receiver.letters.count
            try await deliver(desk, receiver)
            #expect(receiver.letters.count == before, "not before \(offset) s")
            desk.clock.advance(milliseconds: 1)
            try await deliver(desk, receiver)
            #expect(receiver.letters.count == before + 1)
            passed = offset
        }
        let sent = receiver.letters.map { String(decoding: $0.body, as: UTF8.self).split(separator: " ") }
        #expect(sent.map { $0[2] } == ["0", "1", "2", "3", "4", "5", "6"])
        #expect(Set(sent.map { $0[1] }).count == 1, "the same event each time")
        desk.clock.advance(milliseconds: 1_000_000_000)
        try await deliver(desk, receiver)
        #expect(receiver.letters.count == 7)
        receiver.answer(202)
        _ = try await desk.pay(Desk.cardMethod("4507990000000002"))
        try await deliver(desk, receiver)
        receiver.answer(200)
        desk.clock.advance(milliseconds: 300_000)
        try await deliver(desk, receiver)
        #expect(receiver.letters.count == 9, "only 200 is an answer")
        _ = try await desk.pay(Desk.cardMethod("4507990000000002"))
        try await deliver(desk, receiver)
        desk.clock.advance(milliseconds: 1_000_000_000)
        try await deliver(desk, receiver)
        #expect(receiver.letters.count == 10)
    }

    @Test("T78: the body is signed with the client's secret, and carries the endpoint's keys")
    func signature() async throws {
        let desk = try await Desk()
        _ = try await endpoint(desk)
        _ = try await endpoint(desk, ["url": "https://shop.example/plain", "client_secret": nil])
        let receiver = Receiver()
        _ = try await desk.pay(Desk.cardMethod("4507990000000002"))
        try await deliver(desk, receiver)
        let signed = try #require(receiver.letters.first { $0.url.hasSuffix("hooks") })
        #expect(signed.headers["x-api-key"] == "key-1" && signed.headers["x-secret"] == "secret-1")
        let signature = signed.headers["x-hmac-signature"]
        #expect(AccountSignature.isRight(signed.body, signature: signature, clientSecret: "client-1"))
        #expect(!AccountSignature.isRight(signed.body + [32], signature: signature, clientSecret: "client-1"))
        #expect(!AccountSignature.isRight(signed.body, signature: signature, clientSecret: ""))
        let plain = try #require(receiver.letters.first { $0.url.hasSuffix("plain") })
        #expect(plain.headers["x-hmac-signature"] == nil)
        // RFC 4231, test case 2.
        #expect(
            AccountSignature.sign(Array("what do ya want for nothing?".utf8), clientSecret: "Jefe")
                == "W9zBRr9gdU5qBCQmCJV1x1oAPwidJzmDnexYuWTsOEM=")
    }

    @Test("An endpoint hears what it asked for, of its own dialect only")
    func triggers() async throws {
        let desk = try await Desk()
        _ = try await endpoint(desk)
        _ = try await endpoint(
            desk, ["url": "https://shop.example/cards", "payment_triggers": nil, "enrollment_triggers": ["ENROLL"]])
        _ = try await desk.gateway.addEndpoint(
            EndpointDraft(url: "https://shop.example/other", events: nil, environment: .sandbox), for: desk.principal,
            claim: nil
        ) { _ in StoredAnswer(status: 201, body: []) }
        let receiver = Receiver()
        let customer = try await desk.customer()
        _ = try await desk.pay(Desk.cardMethod("4111111111111111", saving: true), customer: customer)
        _ = try await desk.process(try await desk.payment())
        try await deliver(desk, receiver)
        let heard = receiver.letters.map {
            "\($0.url.split(separator: "/").last ?? "") \(String(decoding: $0.body, as: UTF8.self).split(separator: " ")[0])"
        }
        #expect(heard.sorted() == ["cards enrollment.enroll", "hooks payment.purchase", "other payment.processing"])
        #expect(try await desk.gateway.endpoints(for: desk.principal).count == 1)
        let ours = try await desk.gateway.accountEndpoints(for: desk.principal)
        #expect(ours.count == 2)
        let hooks = try #require(ours.first { $0.url.hasSuffix("hooks") })
        #expect(AccountEndpointDraft.triggers(hooks).payment == ["PURCHASE"])
        let id = hooks.id
        _ = try await desk.gateway.changeAccountEndpoint(id, nil, for: desk.principal)
        #expect(try await desk.gateway.accountEndpoint(id, for: desk.principal) == nil)
    }

    @Test("An endpoint needs an address, an account and something to hear")
    func faults() async throws {
        let desk = try await Desk()
        let wrong: [([String: JSONValue], String)] = [
            (["url": nil], "url"), (["url": "ftp://shop.example"], "url"),
            (["payment_triggers": []], "payment_triggers"),
            (["payment_triggers": ["SALE"]], "payment_triggers"), (["api_key": "ké"], "api_key"),
        ]
        for (changes, field) in wrong {
            let error = await #expect(throws: FieldErrors.self) { _ = try await endpoint(desk, changes) }
            #expect(error?.fields.keys.map { $0 } == [field])
        }
        #expect(await refusal { try await endpoint(desk, ["account_id": .string(desk.ids)]) } == "INVALID_ACCOUNT_ID")
    }
}
