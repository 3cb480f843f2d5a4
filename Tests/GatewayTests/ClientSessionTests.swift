import Kernel
import Testing

@testable import Gateway

@Suite struct ClientSessionTests {
    private func open(
        _ desk: Desk, _ payment: CreatedPayment, email: String? = "a@b.c", returnURL: String? = nil,
        restart: Bool = false
    ) async throws -> (session: ClientSessionID?, code: String?, fields: [String: String]) {
        let request = ClientSessionRequest(channel: "card", email: email, returnURL: returnURL, restart: restart)
        switch try #require(try await desk.gateway.openClientSession(payment.payment.id, request)) {
        case .attempt(_, let attempt): return (attempt.page?.session?.id, attempt.declineCode, [:])
        case .refused(_, let refusal): return (nil, refusal.code, refusal.fields)
        }
    }

    private func complete(_ desk: Desk, _ payment: CreatedPayment, _ id: ClientSessionID) async throws -> String {
        switch try #require(try await desk.gateway.completeClientSession(payment.payment.id, id)) {
        case .attempt(_, let attempt): attempt.declineCode ?? attempt.state.rawValue
        case .refused(_, let refusal): refusal.code
        }
    }

    @Test("P6 gives the same checkout again, also after a restart of the process, and twenty at once open one")
    func idempotent() async throws {
        let desk = try await Desk()
        let payment = try await desk.payment("XOF", cards: "client_session")
        let ids = try await withThrowingTaskGroup(of: ClientSessionID?.self) { group in
            for _ in 0..<20 { group.addTask { try await open(desk, payment).session } }
            return try await group.reduce(into: Set<ClientSessionID?>()) { $0.insert($1) }
        }
        let id = try #require(ids.first ?? nil)
        #expect(ids.count == 1)
        let restarted = try await desk.restarted()
        #expect(try await open(restarted, payment).session == id)
        #expect(try await restarted.gateway.store.read { try $0.attempts(of: payment.payment.id) }.count == 1)
        let link = try #require(try await restarted.stored(payment).attempt?.page?.link)
        _ = try await restarted.gateway.choose(.approve, code: nil, on: link)
        let again = try await restarted.restarted()
        #expect(try await complete(again, payment, id) == "succeeded")
        #expect(try await complete(again, payment, id) == "succeeded")
        #expect(try await again.captured(payment) == [25_000])
        #expect(try await open(again, payment).code == "not_processable")
    }

    @Test("P6: the address is needed once; the return address is checked; another channel is no checkout")
    func refused() async throws {
        let desk = try await Desk()
        let payment = try await desk.payment("XOF", cards: "client_session")
        let missing = try await open(desk, payment, email: nil)
        #expect(missing.code == "missing_fields" && missing.fields.keys.contains("email"))
        #expect(try await open(desk, payment, email: "  ").code == "missing_fields")
        #expect(try await open(desk, payment, email: "nope").code == "validation_error")
        for address in ["javascript:alert(1)", "shop://x", "https://", "https://a b", "", "http://x\r\nSet-Cookie:a"] {
            #expect(try await open(desk, payment, returnURL: address).fields.keys.sorted() == ["return_url"])
        }
        #expect(try await desk.stored(payment).attempt == nil)
        let known = try await desk.payment("XOF", cards: "client_session", email: "payer@example.com")
        #expect(try await open(desk, known, email: nil).session != nil)
        let native = try await desk.payment("XOF")
        #expect(try await open(desk, native).fields.keys.sorted() == ["channel"])
        // And the other way round: it cannot be paid with P4.
        #expect(try await desk.process(payment, Desk.card("4242424242424242")).text.contains("\"channel\""))
        #expect(try await complete(desk, known, ClientSessionID("prc_other")) == "validation_error")
    }

    @Test("P7: not decided is processing; refused is refused; confirmed later is settled by the provider's notice")
    func completing() async throws {
        let desk = try await Desk()
        for (choice, first, last) in [
            (PageChoice.refuse, "payment_declined", PaymentStatus.pending),
            (.insufficientFunds, "insufficient_funds", .pending), (.approve, "succeeded", .success),
            (.approveLater, "accepted", .success),
        ] {
            let payment = try await desk.payment("XOF", cards: "client_session")
            let id = try #require(try await open(desk, payment).session)
            #expect(try await complete(desk, payment, id) == "action_required")
            let link = try #require(try await desk.stored(payment).attempt?.page?.link)
            _ = try await desk.gateway.choose(choice, code: nil, on: link)
            #expect(try await complete(desk, payment, id) == first)
            desk.clock.advance(milliseconds: 8000)
            #expect(try await desk.gateway.payment(token: payment.token)?.status == last)
        }
    }

    @Test("P6: a refused checkout makes room for a new one; a restart replaces an open one, and the old id is over")
    func replacing() async throws {
        let desk = try await Desk()
        let payment = try await desk.payment("XOF", cards: "client_session")
        let first = try #require(try await open(desk, payment).session)
        let second = try #require(try await open(desk, payment, restart: true).session)
        #expect(first != second)
        #expect(try await complete(desk, payment, first) == "validation_error")
        let link = try #require(try await desk.stored(payment).attempt?.page?.link)
        _ = try await desk.gateway.choose(.refuse, code: nil, on: link)
        #expect(try await complete(desk, payment, second) == "payment_declined")
        let third = try #require(try await open(desk, payment).session)
        #expect(third != second)
        #expect(try await desk.gateway.store.read { try $0.attempts(of: payment.payment.id) }.count == 2)
        // The refused one still answers as it was.
        #expect(try await complete(desk, payment, second) == "payment_declined")
    }
}
