import Foundation
import Interface
import Kernel
import Testing

@testable import GatewayServer
@testable import Wire
@testable import YunoSDK

/// The SDK and the gateway, with nothing between them but a socket of this machine.
@Suite struct SDKOverHTTPTests {
    private func core(_ desk: ServedDesk, key: String? = nil) throws -> YunoCore {
        var world = YunoWorld.real
        world.origin = .success(try GatewayOrigin(desk.address))
        world.journal = MemoryJournal()
        world.languages = { ["en"] }
        let core = YunoCore(world: world)
        core.initialize(apiKey: key ?? desk.publicKey, config: YunoConfig(), callback: nil)
        return core
    }

    private func payment(_ desk: ServedDesk, _ session: String, key: String? = nil) throws -> any YunoPaymentHeadless {
        try YunoCore.$current.withValue(core(desk, key: key)) {
            Yuno.apiClientPayment(countryCode: "CO", checkoutSession: session)
        }
    }

    private func card(_ number: String, save: Bool = false) -> CollectedData {
        CollectedData(
            type: "CARD",
            card: CardData(
                save: save,
                detail: CardData.Detail(
                    number: number, expirationMonth: 12, expirationYear: 40, securityCode: "123",
                    holderName: "John Doe", type: .credit)), customer: Customer())
    }

    /// A payment by card, from the SDK's token to the merchant's server's request.
    private func pay(
        _ desk: ServedDesk, _ client: any YunoPaymentHeadless, _ session: String, card number: String
    ) async throws -> ServedDesk.Answer {
        let answer = try await client.generateToken(
            data: TokenCollectedData(checkoutSession: session, paymentMethod: card(number)))
        let token = try #require(answer["token"] as? String)
        return try await desk.create(desk.paymentBody(session, ["type": "CARD", "token": .string(token)]))
    }

    @Test(
        "YH4 YH11 YH18 YH30 YH32 YH33 YH34 YH35 YH39 YH41 T54 Headless, a card: a token with every key, a payment made with it"
    )
    func token() async throws {
        try await withDesk { desk in
            let session = try await desk.checkout()
            let client = try payment(desk, session)
            let answer = try await client.generateToken(
                data: TokenCollectedData(checkoutSession: session, paymentMethod: card("4507990000000002")))
            for key in ["token", "type", "customer", "country", "vaulted_token", "installment", "card_data"] {
                #expect(answer[key] != nil, "\(key)")
            }
            #expect(answer["vaulted_token"] is NSNull && answer["country"] as? String == "CO")
            let customer = try #require(answer["customer"] as? [String: Any])
            for key in [
                "billing_address", "first_name", "gender", "phone", "browser_info", "document", "last_name",
                "device_fingerprint", "email",
            ] {
                #expect(customer[key] != nil, "\(key)")
            }
            #expect(customer["gender"] as? String == "")
            #expect((customer["browser_info"] as? [String: Any])?.count == 11)
            let token = try #require(answer["token"] as? String)
            let paid = try await desk.create(
                desk.paymentBody(session, ["type": "CARD", "token": .string(token)]))
            #expect(paid.outcome == "SUCCEEDED/APPROVED")
            #expect(paid.json["checkout"]?["sdk_action_required"] == false)
        }
    }

    @Test(
        "YH5 YH19 YH20 YH21 YH31 T55 Headless, a saved card: its token with the security code, and a payment with that")
    func vaulted() async throws {
        try await withDesk { desk in
            let customer = try await desk.customer()
            let first = try await desk.checkout(["customer_id": .string(customer)])
            let answer = try await payment(desk, first).generateToken(
                data: TokenCollectedData(
                    checkoutSession: first, paymentMethod: card("4507990000000002", save: true)))
            #expect(answer["vault_on_success"] as? Bool == true)
            let paid = try await desk.create(
                desk.paymentBody(
                    first, ["type": "CARD", "token": .string(try #require(answer["token"] as? String))],
                    ["customer_payer": ["id": .string(customer)]]))
            let vaulted = try #require(paid.json["payment_method"]?["vaulted_token"]?.string)
            let second = try await desk.checkout(["customer_id": .string(customer)])
            let again = try await payment(desk, second).generateToken(
                data: TokenCollectedData(
                    checkoutSession: second,
                    paymentMethod: CollectedData(
                        type: "CARD", vaultedToken: vaulted,
                        card: CardData(detail: CardData.Detail(securityCode: "123")), customer: Customer())))
            #expect(again["vaulted_token"] as? String == vaulted)
        }
    }

    @Test("T56 Headless, an unknown session: the gateway's refusal, word for word")
    func unknownSession() async throws {
        try await withDesk { desk in
            let client = try payment(desk, UUID().uuidString.lowercased())
            let error = try await #require(throws: YunoError.self) {
                try await client.generateToken(
                    data: TokenCollectedData(checkoutSession: nil, paymentMethod: card("4507990000000002")))
            }
            guard case .api(400, "CHECKOUT_SESSION_NOT_FOUND", _) = error else {
                Issue.record("\(error)")
                return
            }
        }
    }

    @Test("YH43 YH44 YH45 YH46 YH47 YH48 YH52 The challenge's address is the payment's own; without one there is none")
    func challenge() async throws {
        try await withDesk { desk in
            let session = try await desk.checkout(["callback_url": "shop://pay"])
            let client = try payment(desk, session)
            let paid = try await pay(desk, client, session, card: "4916994064252017")
            #expect(paid.outcome == "PENDING/WAITING_ADDITIONAL_STEP")
            #expect(try await client.getThreeDSecureChallenge().url == paid.card?["redirect_url"]?.string)
            let plain = try await desk.checkout()
            let other = try payment(desk, plain)
            _ = try await pay(desk, other, plain, card: "4507990000000002")
            await #expect(throws: YunoError.providerError("NO_CHALLENGE_REQUIRED")) {
                try await other.getThreeDSecureChallenge()
            }
            // YH49: another session's, from the same client.
            #expect(try await other.getThreeDSecureChallenge(checkoutSession: session).url.contains("?"))
        }
    }

    @Test("YH43 A card payment continued: the bank is visited, processing is told, then the end")
    func continued() async throws {
        try await withDesk { desk in
            let session = try await desk.checkout(["callback_url": "shop://pay"])
            let core = try core(desk)
            let client = YunoCore.$current.withValue(core) {
                Yuno.apiClientPayment(countryCode: "CO", checkoutSession: session)
            }
            _ = try await pay(desk, client, session, card: "4916994064252017")
            let bank = await BankVisit(desk)
            await MainActor.run { core.desk.front = bank }
            let results = AsyncStream<Yuno.Result> { continuation in
                client.continueCardPayment { result in
                    continuation.yield(result)
                    if result != .processing { continuation.finish() }
                }
            }
            var told: [Yuno.Result] = []
            for await result in results { told.append(result) }
            #expect(told == [.processing, .succeeded])
            #expect(await bank.presented == nil)
        }
    }

    @Test("YL7 YL9 YL12 YH9 Setting up: a known key is told as such, another and a secret one are not")
    func settings() async throws {
        try await withDesk { desk in
            for (key, isKnown) in [(desk.publicKey, true), ("sandbox_unknown", false), (desk.secretKey, false)] {
                let core = try core(desk, key: key)
                let told = await withCheckedContinuation { continuation in
                    core.initialize(apiKey: key, config: YunoConfig()) { continuation.resume(returning: $0) }
                }
                #expect(told == isKnown)
            }
        }
    }

    @Test("T60 A seamless payment: made by the SDK, once, and refused for any other session")
    func seamless() async throws {
        try await withDesk { desk in
            let client = try core(desk).client(.seamless)
            let session = try await desk.checkout(["workflow": "SDK_SEAMLESS"])
            let info = try await client.checkout(session)
            #expect(info.isSeamless && info.amount?.minorUnits == 800_000)
            let token = try await client.token(
                session, card("4507990000000002").tokenRequest(browser: [:], fingerprint: "f", country: "CO"))
            let paid = try await client.createPayment(session, type: "CARD", token: token)
            #expect(YunoOutcome(paid) == YunoOutcome(.succeeded, "APPROVED"))
            #expect(try await client.payment(session)?.id == paid.id)
            let other = try await desk.checkout()
            let refused = try await client.token(
                other, card("4507990000000002").tokenRequest(browser: [:], fingerprint: "f", country: "CO"))
            let error = try await #require(throws: YunoError.self) {
                try await client.createPayment(other, type: "CARD", token: refused)
            }
            #expect(YunoOutcome(error) == YunoOutcome(.internalError, "AUTHORIZATION_REQUIRED"))
            #expect(client.world.journal.entries.isEmpty)
        }
    }

    @Test("YH2 Enrolling a card without screens, on a customer session")
    func enrollment() async throws {
        try await withDesk { desk in
            let customer = try await desk.customer()
            let made = try await desk.yuno(
                .post, "/customers/sessions",
                ["account_id": desk.account, "country": "CO", "customer_id": .string(customer)])
            let session = try #require(made.json["customer_session"]?.string)
            _ = try await desk.yuno(
                .post, "/customers/sessions/\(session)/payment-methods",
                ["account_id": desk.account, "payment_method_type": "CARD", "country": "CO"])
            let client = try YunoCore.$current.withValue(core(desk)) {
                try Yuno.apiClientEnroll(countryCode: "CO", customerSession: session)
            }
            let answer = try await client.continueEnrollment(
                data: EnrollmentCollectedData(customerSession: nil, paymentMethod: card("4507990000000002")))
            #expect(answer["status"] as? String == "ENROLLED")
            let vaulted = try #require(answer["vaultedToken"] as? String)
            #expect(try await desk.yuno(.get, "/payment-methods/\(vaulted)").json["status"] == "ENROLLED")
        }
    }
}

/// Passes a bank's challenge as a payer does: the page says then that it is over.
@MainActor private final class BankVisit: YunoViewController {
    private let desk: ServedDesk

    init(_ desk: ServedDesk) { self.desk = desk }

    override func present(_ view: YunoView) {
        super.present(view)
        for node in view.interface.screen.nodes {
            guard case .page(let page) = node.content else { continue }
            Task {
                let path = String(page.url.dropFirst(desk.address.count))
                let form = ["Content-Type": "application/x-www-form-urlencoded", "Authorization": ""]
                _ = try? await desk.ask(.post, path, bytes: Array("choice=approve&code=1234".utf8), headers: form)
                view.interface.perform(.message(node.id, #"{"origin":"CHALLENGE","status":"COMPLETED","data":""}"#))
            }
        }
    }
}
