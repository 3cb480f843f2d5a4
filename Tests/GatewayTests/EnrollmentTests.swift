import Kernel
import Synchronization
import Testing

@testable import Gateway
@testable import GatewaySQLite

/// Saving a way of paying without paying.
@Suite struct EnrollmentTests {
    private struct Shop {
        let desk: Desk
        let customer: CustomerID

        init() async throws {
            desk = try await Desk()
            customer = try await desk.customer()
        }

        func session() async throws -> CustomerSession {
            try await desk.gateway.createCustomerSession(
                accountID: desk.account, customer: customer, country: try #require(Country("BR")),
                callbackURL: "shop://cards", for: desk.principal)
        }

        func enroll(_ session: CustomerSession, _ number: String, key: String? = nil) async throws -> Enrollment {
            try await desk.gateway.enroll(
                session.id, method: Desk.cardMethod(number), for: desk.principal, key: key)
        }

        func choose(_ session: CustomerSession, verify: VaultedMethod.Verification? = nil) async throws -> Enrollment {
            try await desk.gateway.chooseEnrollment(
                session.id, type: "CARD", country: session.country, verification: verify, for: desk.principal)
        }

        func current(_ session: CustomerSession) async throws -> Enrollment {
            try #require(try await desk.gateway.enrollment(session.id, for: desk.principal))
        }
    }

    @Test("T61: a session saves one card; the same session again is refused; the card pays")
    func enroll() async throws {
        let shop = try await Shop()
        let session = try await shop.session()
        #expect(session.returnURL == "shop://cards?customerSession=\(session.id)")
        #expect(try await shop.choose(session).method?.status == .readyToEnroll)
        #expect(await refusal { try await shop.choose(session) } == "INVALID_STATE")
        #expect(
            await refusal { try await shop.enroll(session, "4111111111111112") }
                == "INVALID_PARAMETERS payment_method.card.number", "a mistyped number costs nothing")
        let done = try await shop.enroll(session, "4111111111111111", key: "k")
        #expect(done.method?.status == .enrolled && done.payment == nil)
        #expect(try await shop.enroll(session, "5252440000000002", key: "k").method == done.method)
        #expect(await refusal { try await shop.enroll(session, "4111111111111111") } == "INVALID_STATE")
        #expect(try await shop.desk.told() == ["enrollment.enroll ENROLLED"])
        let vaulted = try #require(done.method)
        #expect(vaulted.name == "VISA ****1111" && vaulted.card?.iin == "41111111")
        let payment = try await shop.desk.pay(
            ["vaulted_token": .string(vaulted.id.rawValue)], customer: shop.customer)
        #expect(payment.words.status == "SUCCEEDED")
        let gone = try await shop.desk.gateway.unenroll(vaulted.id, for: shop.desk.principal)
        #expect(gone?.status == .unenrolled)
        #expect(try await shop.desk.gateway.unenroll(vaulted.id, for: shop.desk.principal)?.status == .unenrolled)
        #expect(try await shop.desk.told().filter { $0.hasPrefix("enrollment.unenroll") }.count == 1)
    }

    @Test(
        "A card that is to be checked is saved when its issuer says so, and a VERIFY payment is told",
        arguments: [
            ("4507990000000002", VaultedMethod.Status.enrolled, "VERIFIED/VERIFIED"),
            ("4507990000000010", .declined, "DECLINED/DECLINED"), ("4507990000000077", .error, "ERROR/ERROR"),
        ])
    func verify(number: String, status: VaultedMethod.Status, standing: String) async throws {
        let shop = try await Shop()
        let session = try await shop.session()
        let verification = VaultedMethod.Verification(vaultOnSuccess: true, currency: Currency("BRL"))
        _ = try await shop.choose(session, verify: verification)
        let done = try await shop.enroll(session, number)
        #expect(done.method?.status == status)
        #expect(done.payment.map { "\($0.words.status)/\($0.words.subStatus)" } == standing)
        #expect(done.payment?.amount.minorUnits == 0)
        #expect(
            try await shop.desk.told().sorted() == [
                "enrollment.enroll \(status.rawValue)", "payment.verify \(standing)",
            ])
        await shop.desk.gateway.store.close()
        #expect(try SQLiteStore.check(path: shop.desk.database.path) == [])
    }

    @Test(
        "A card whose bank asks who pays is saved after the challenge, and listeners hear of it",
        arguments: [
            ("1234", VaultedMethod.Status.enrolled), ("1111", .declined),
        ])
    func challenge(code: String, status: VaultedMethod.Status) async throws {
        let shop = try await Shop()
        let heard = Mutex<[EnrollmentChange]>([])
        let subscription = shop.desk.gateway.store.changes.subscribeToAll { change in
            if case .enrollment(let change) = change { heard.withLock { $0.append(change) } }
        }
        let session = try await shop.session()
        let asked = try await shop.enroll(session, "4916994064252017")
        #expect(asked.method?.status == .enrollInProcess)
        let link = try #require(asked.payment?.attempt?.page?.link)
        shop.desk.clock.advance(milliseconds: 1)
        _ = try await shop.desk.gateway.choose(.approve, code: code, on: link)
        let done = try await shop.current(session)
        #expect(done.method?.status == status)
        #expect(done.mark != asked.mark)
        let told = try await shop.desk.told()
        #expect(told == ["enrollment.enroll ENROLL_IN_PROCESS", "enrollment.enroll \(status.rawValue)"])
        for _ in 0..<100 where heard.withLock({ $0.count }) < 3 { try await Task.sleep(for: .milliseconds(5)) }
        #expect(heard.withLock { $0.allSatisfy { $0.session == session.id } && $0.count == 3 })
        _ = subscription
        #expect(await refusal { try await shop.enroll(session, "4111111111111111") } == "INVALID_STATE")
    }

    @Test("A challenge nobody answers ends the enrolment, and a session ends after five hours")
    func expires() async throws {
        let shop = try await Shop()
        let session = try await shop.session()
        _ = try await shop.enroll(session, "4916994064252017")
        shop.desk.clock.advance(milliseconds: 3_600_000)
        #expect(try await shop.current(session).method?.status == .expired)
        let old = try await shop.session()
        shop.desk.clock.advance(milliseconds: 5 * 3_600_000)
        #expect(await refusal { try await shop.enroll(old, "4111111111111111") } == "INVALID_STATE")
    }

    @Test("A customer who is deleted takes what they saved along")
    func deleted() async throws {
        let shop = try await Shop()
        let saved = try #require(try await shop.enroll(try await shop.session(), "4111111111111111").method)
        #expect(try await shop.desk.gateway.vaultedMethods(of: shop.customer, for: shop.desk.principal)?.count == 1)
        #expect(try await shop.desk.gateway.deleteCustomer(shop.customer, for: shop.desk.principal))
        #expect(try await shop.desk.gateway.customer(shop.customer, for: shop.desk.principal) == nil)
        let left = try await shop.desk.gateway.vaultedMethod(saved.id, for: shop.desk.principal)
        #expect(left?.status == .unenrolled)
        #expect(await refusal { try await shop.session() } == "CUSTOMER_NOT_FOUND")
    }

    @Test("What is known of a customer is kept as it was given, and changes")
    func facts() async throws {
        let shop = try await Shop()
        let principal = shop.desk.principal
        let changed = try await shop.desk.gateway.updateCustomer(
            shop.customer, facts: { .object(($0.object ?? [:]).merging(["first_name": "Ana"]) { $1 }) }, for: principal)
        #expect(try JSONValue.parse(changed?.facts ?? "") == ["email": "a@b.example", "first_name": "Ana"])
        let found = try await shop.desk.gateway.customer(merchantCustomerID: "customer-1", for: principal)
        #expect(found?.id == shop.customer)
    }
}
