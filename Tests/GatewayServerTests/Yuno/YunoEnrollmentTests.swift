import Foundation
import Kernel
import Testing
import Wire

@testable import GatewayServer

@Suite struct YunoEnrollmentTests {
    static let card: JSONValue = [
        "number": "4111111111111111", "expiration_month": 12, "expiration_year": 40, "security_code": "123",
        "holder_name": "John Doe",
    ]

    private func session(
        _ desk: ServedDesk, _ customer: String, at path: String = "/customers/sessions"
    ) async throws -> String {
        let made = try await desk.yuno(
            .post, path,
            [
                "account_id": desk.account, "country": "CO", "customer_id": .string(customer),
                "callback_url": "app://enrol",
            ])
        #expect(made.status == 201, "\(made.json)")
        let session = try #require(made.json["customer_session"]?.string)
        #expect(made.json["callback_url"] == .string("app://enrol?customerSession=\(session)"))
        return session
    }

    @Test(
        "A session of a customer's is made under each of its published names",
        arguments: ["customer-session", "customer-sessions"])
    func names(_ name: String) async throws {
        try await withDesk { desk in
            let session = try await session(desk, try await desk.customer(), at: "/" + name)
            #expect(try await choose(desk, session).status == 201)
        }
    }

    private func choose(_ desk: ServedDesk, _ session: String) async throws -> ServedDesk.Answer {
        try await desk.yuno(
            .post, "/customers/sessions/\(session)/payment-methods",
            ["account_id": desk.account, "payment_method_type": "CARD", "country": "CO"])
    }

    @Test("T61: a card is enrolled once per session, told by a webhook, read, listed and given up")
    func enrol() async throws {
        let shop = try HookReceiver()
        try await withDesk { desk in
            let hook = try await desk.yuno(
                .post, "/webhooks",
                [
                    "account_id": desk.account, "name": "all", "url": .string(shop.address),
                    "enrollment_triggers": ["ENROLL", "UNENROLL"],
                ])
            #expect(hook.status == 201, "\(hook.json)")
            let customer = try await desk.customer()
            let session = try await session(desk, customer)
            let offered = try await desk.yuno(.get, "/checkout/customers/sessions/\(session)/payment-methods")
            #expect(offered.json["payment_methods"]?.array?.contains { $0["type"] == "CARD" } == true)
            let chosen = try await choose(desk, session)
            #expect(chosen.status == 201 && chosen.json["status"] == "READY_TO_ENROLL", "\(chosen.json)")
            #expect(chosen.json["enrollment"]?["session"] == .string(session))
            #expect(chosen.json["enrollment"]?["sdk_required_action"] == true)
            let first = try await desk.sdk(.get, "customers/sessions/\(session)")
            #expect(
                first.json["payment_method"]?["form"] == "CARD" && first.json["enrollment"] == .null, "\(first.json)")

            let body: JSONValue = ["payment_method": ["type": "CARD", "card": Self.card]]
            let done = try await desk.sdk(.post, "customers/sessions/\(session)/enroll", body)
            #expect(done.status == 201 && done.json["enrollment"]?["status"] == "ENROLLED", "\(done.json)")
            let vaulted = try #require(done.json["enrollment"]?["vaulted_token"]?.string)
            let known = try await desk.sdk(.get, "customers/sessions/\(session)/enrollment")
            #expect(known.json["enrollment"]?["mark"] == done.json["enrollment"]?["mark"])
            let again = try await desk.sdk(.post, "customers/sessions/\(session)/enroll", body)
            #expect(again.status == 400 && again.fault != nil, "\(again.json)")

            let read = try await desk.yuno(.get, "/payment-methods/\(vaulted)")
            #expect(read.status == 200 && read.json["status"] == "ENROLLED" && read.json["id"] == .string(vaulted))
            let listed = try await desk.yuno(.get, "/customers/\(customer)/payment-methods")
            let rows = listed.json.array ?? listed.json["payment_methods"]?.array
            #expect(rows?.map { $0["id"] } == [.string(vaulted)], "\(listed.json)")
            let one = try await desk.yuno(.get, "/customers/\(customer)/payment-methods/\(vaulted)")
            #expect(one.json["id"] == .string(vaulted))
            let gone = try await desk.yuno(.post, "/customers/payment-methods/\(vaulted)/unenroll", [:])
            #expect(gone.status == 200 && gone.json["status"] == "UNENROLLED", "\(gone.json)")
            let told = try await shop.webhooks(2).map { try JSONValue.parse($0.body) }
            #expect(told.map { $0["type_event"] } == ["enrollment.enroll", "enrollment.unenroll"])
            let method = told.first?["data"]?["payment_method"]
            #expect(method?["status"] == "ENROLLED" && method?["customer_id"] == .string(customer))
            #expect(method?["detail"]?["card"]?["lfd"] == "1111" && told.first?["data"]?["idempotency_key"] == nil)
            #expect(told.first?["type"] == "enrollment" && told.first?["version"] == 2 && told.first?["retry"] == 0)
        }
        await shop.stop()
    }

    @Test("The app gives up only what is its session's customer's")
    func unenrol() async throws {
        try await withDesk { desk in
            let customer = try await desk.customer()
            let saved = try await desk.paid(
                session: ["customer_id": .string(customer)], method: ["vault_on_success": true],
                payment: ["customer_payer": ["id": .string(customer)]]
            ).answer
            let vaulted = try #require(saved.json["payment_method"]?["vaulted_token"]?.string)
            let others = try await desk.checkout(["customer_id": .string(try await desk.customer())])
            let refused = try await desk.sdk(
                .post, "payment-methods/\(vaulted)/unenroll", ["checkout_session": .string(others)])
            #expect((400...403).contains(refused.status) && refused.fault != nil, "\(refused.json)")
            let own = try await desk.checkout(["customer_id": .string(customer)])
            let done = try await desk.sdk(
                .post, "payment-methods/\(vaulted)/unenroll", ["checkout_session": .string(own)])
            #expect(done.status == 200 && done.json["status"] == "UNENROLLED", "\(done.json)")
        }
    }

    @Test("An unknown customer has no session, and an unknown session enrols nothing")
    func unknown() async throws {
        try await withDesk { desk in
            let nobody = JSONValue.string(UUID().uuidString.lowercased())
            let answer = try await desk.yuno(
                .post, "/customers/sessions", ["account_id": desk.account, "country": "CO", "customer_id": nobody])
            #expect(answer.status == 400 && answer.fault == "CUSTOMER_NOT_FOUND", "\(answer.json)")
            let enrol = try await desk.sdk(
                .post, "customers/sessions/\(UUID().uuidString.lowercased())/enroll",
                ["payment_method": ["type": "CARD", "card": Self.card]])
            #expect(enrol.status == 400 && enrol.fault != nil, "\(enrol.json)")
        }
    }
}
