import Foundation
import Kernel
import Synchronization
import Testing

@testable import Gateway

/// Notes what is sent, and answers as told.
final class FakeSender: WebhookSender {
    struct Sent: Sendable, Equatable {
        let body: String
        let url: String
        let signature: String
        let timestamp: String
    }

    private let state = Mutex<(sent: [Sent], outcomes: [Delivery.Outcome])>(([], []))
    private let hanging = Mutex<String?>(nil)

    /// Never answers at that address, until the sender's task is cancelled.
    func hang(at url: String) { hanging.withLock { $0 = url } }

    var sent: [Sent] { state.withLock { $0.sent } }

    /// What the next tries come to; then 200.
    func answer(_ outcomes: Delivery.Outcome...) { state.withLock { $0.outcomes = outcomes } }

    func send(_ body: [UInt8], to url: String, headers: [(String, String)]) async -> Delivery.Outcome {
        let fields = Dictionary(uniqueKeysWithValues: headers)
        let sent = Sent(
            body: String(decoding: body, as: UTF8.self), url: url, signature: fields["X-Wajub-Signature"] ?? "",
            timestamp: fields["X-Wajub-Timestamp"] ?? "")
        state.withLock { $0.sent.append(sent) }
        if hanging.withLock({ $0 }) == url {
            try? await Task.sleep(for: .seconds(60))
            return .failed("cut off")
        }
        return state.withLock { state in
            return state.outcomes.isEmpty ? .answered(200) : state.outcomes.removeFirst()
        }
    }
}

@Suite struct WebhookTests {
    @Test("T165: the signature is HMAC-SHA256 over timestamp, dot and body, under the whole secret")
    func signature() {
        let body = Array(#"{"event":"payment.succeeded","data":{"id":"trx_1"}}"#.utf8)
        #expect(
            WebhookSignature.sign(body, timestamp: 1_700_000_000, secret: "whsec_test_abc123")
                == "v1=7b926ab4ee994409eeae5e5e469a211cef34b3374773c88cbc5c733394c68392")
    }

    @Test(
        "T166, T168, T169: a webhook that was tampered with, is too old, or cannot be checked is refused",
        arguments: [
            ("body", "1000", "s", 1000, nil), ("other", "1000", "s", 1000, .wrongSignature),
            ("body", "1000", "s", 1300, nil), ("body", "1000", "s", 1301, .tooOld), ("body", "1000", "s", 699, .tooOld),
            ("body", "1000", "other", 1000, .wrongSignature), ("body", "1000", "", 1000, .noSecret),
            ("body", "1001", "s", 1000, .wrongSignature), ("body", nil, "s", 1000, .missingHeader),
        ] as [(String, String?, String, Int64, WebhookSignature.Fault?)])
    func verification(body: String, timestamp: String?, secret: String, now: Int64, fault: WebhookSignature.Fault?) {
        let signature = WebhookSignature.sign(Array("body".utf8), timestamp: 1000, secret: "s")
        var found: WebhookSignature.Fault?
        do {
            try WebhookSignature.verify(
                Array(body.utf8), signature: signature, timestamp: timestamp, secret: secret,
                now: Timestamp(seconds: now))
        } catch {
            found = error
        }
        #expect(found == fault)
        #expect(throws: WebhookSignature.Fault.unknownFormat) {
            try WebhookSignature.verify(
                [], signature: "v2=00", timestamp: "1000", secret: "s", now: Timestamp(seconds: 1000))
        }
        // Signed all the same, but no number.
        let odd = "v1=" + Crypto.hmacSHA256(key: Array("s".utf8), Array("now.".utf8)).hex
        #expect(throws: WebhookSignature.Fault.badTimestamp) {
            try WebhookSignature.verify(
                [], signature: odd, timestamp: "now", secret: "s", now: Timestamp(seconds: 1000))
        }
    }

    private func desk(_ events: [String]? = nil) async throws -> (Desk, FakeSender) {
        let desk = try await Desk()
        let draft = try EndpointDraft(url: "https://shop.example/hooks", events: events, environment: .sandbox)
        _ = try await desk.gateway.addEndpoint(draft, for: desk.principal, claim: nil) { _ in
            StoredAnswer(status: 201, body: [])
        }
        return (desk, FakeSender())
    }

    private static let body: @Sendable (WebhookLetter) -> [UInt8] = {
        Array("\($0.event.name.rawValue) \($0.event.id)".utf8)
    }

    private func deliver(_ desk: Desk, _ sender: FakeSender) async throws -> Int {
        let claimed = try await desk.gateway.claimDeliveries(DeliveryRoom())
        for one in claimed { try await desk.gateway.deliver(one, sender, Self.body) }
        return claimed.count
    }

    @Test("Every event is delivered once, signed, to the endpoints that want it")
    func delivery() async throws {
        let (desk, sender) = try await desk()
        let draft = try EndpointDraft(
            url: "https://shop.example/paid", events: ["payment.succeeded"], environment: .sandbox)
        _ = try await desk.gateway.addEndpoint(draft, for: desk.principal, claim: nil) { _ in
            StoredAnswer(status: 201, body: [])
        }
        let payment = try await desk.payment()
        _ = try await desk.process(payment, Desk.card("4242424242424242"))
        #expect(try await deliver(desk, sender) == 3)
        #expect(try await deliver(desk, sender) == 0)
        let sent = sender.sent
        #expect(
            sent.filter { $0.url.hasSuffix("hooks") }.map { $0.body.prefix(18) }.sorted() == [
                "payment.processing", "payment.succeeded ",
            ])
        #expect(sent.filter { $0.url.hasSuffix("paid") }.map { $0.body.prefix(17) } == ["payment.succeeded"])
        for endpoint in try await desk.gateway.endpoints(for: desk.principal) {
            for webhook in sent where webhook.url == endpoint.url {
                try WebhookSignature.verify(
                    Array(webhook.body.utf8), signature: webhook.signature, timestamp: webhook.timestamp,
                    secret: endpoint.secret, now: desk.clock.now())
            }
        }
    }

    @Test("What fails is sent again on schedule with the same bytes, in the end given up, and sent by hand")
    func retries() async throws {
        let (desk, sender) = try await desk(["payment.succeeded"])
        let payment = try await desk.payment()
        _ = try await desk.process(payment, Desk.card("4242424242424242"))
        sender.answer(
            .failed("no answer"), .answered(500), .answered(302), .answered(404), .failed("x"), .answered(503),
            .answered(500))
        #expect(try await deliver(desk, sender) == 1)
        for wait in [60, 300, 1800, 7200, 21_600, 86_400] as [Int64] {
            desk.clock.advance(milliseconds: wait * 1000 - 1)
            #expect(try await deliver(desk, sender) == 0, "not before \(wait) s")
            desk.clock.advance(milliseconds: wait * 100 + 1)
            #expect(try await deliver(desk, sender) == 1, "after \(wait) s and a tenth of jitter")
        }
        desk.clock.advance(milliseconds: 1_000_000_000)
        #expect(try await deliver(desk, sender) == 0)
        #expect(sender.sent.count == 7)
        #expect(Set(sender.sent.map(\.body)).count == 1)
        #expect(Set(sender.sent.map(\.signature)).count == 7, "each try is signed with its own time")

        let page = try await desk.gateway.events(PageRequest(.number(1)), for: desk.principal)
        let event = try #require(page.items.first { $0.name == .paymentSucceeded })
        let (_, given) = try #require(try await desk.gateway.event(event.id, for: desk.principal))
        #expect(given.map(\.state) == [.exhausted] && given.map(\.tries) == [7])
        let (_, restarted) = try #require(try await desk.gateway.resendEvent(event.id, for: desk.principal))
        #expect(restarted.map(\.tries) == [0], "with every try before it again")
        #expect(try await deliver(desk, sender) == 1)
        let (_, sent) = try #require(try await desk.gateway.event(event.id, for: desk.principal))
        #expect(sent.map(\.state) == [.delivered] && sent.map(\.lastStatus) == [200])
    }

    @Test("A worker that dies while it sends loses nothing: another takes over when the lease is over")
    func lease() async throws {
        let (desk, sender) = try await desk(["payment.succeeded"])
        let payment = try await desk.payment()
        _ = try await desk.process(payment, Desk.card("4242424242424242"))
        let now = desk.clock.now()
        let lease = now.adding(seconds: 60)
        let claimed = try await desk.gateway.store.write {
            try $0.claimDeliveries(at: now, leaseUntil: lease, room: DeliveryRoom())
        }
        #expect(claimed.count == 1)
        #expect(try await deliver(desk, sender) == 0)
        desk.clock.advance(milliseconds: 60_000)
        #expect(try await deliver(desk, sender) == 1)
    }

    @Test("An endpoint that hangs fills its own places, and holds up nobody else's webhooks")
    func hangingEndpoint() async throws {
        let (desk, sender) = try await desk(["payment.cancelled"])
        let draft = try EndpointDraft(
            url: "https://hanging.example", events: ["payment.cancelled"], environment: .sandbox)
        _ = try await desk.gateway.addEndpoint(draft, for: desk.principal, claim: nil) { _ in
            StoredAnswer(status: 201, body: [])
        }
        sender.hang(at: "https://hanging.example")
        for _ in 0..<40 {
            let payment = try await desk.payment()
            _ = try await desk.gateway.cancelCheckout(payment.payment.id)
        }
        let workers = Task {
            await desk.gateway.runWorkers(sender: sender, body: Self.body, onFault: { Issue.record($0) })
        }
        for _ in 0..<500 where sender.sent.filter({ $0.url.hasSuffix("hooks") }).count < 40 {
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(sender.sent.filter { $0.url.hasSuffix("hooks") }.count == 40)
        #expect(sender.sent.filter { $0.url.hasSuffix("hanging.example") }.count == DeliveryRoom.perEndpoint)
        workers.cancel()
        await workers.value
        // What was cut off was not counted as a try.
        let page = try await desk.gateway.events(PageRequest(.number(1), size: 100), for: desk.principal)
        for event in page.items where event.name == .paymentCancelled {
            let (_, deliveries) = try #require(try await desk.gateway.event(event.id, for: desk.principal))
            #expect(deliveries.filter { $0.state == .delivered }.count == 1)
            #expect(deliveries.filter { $0.state == .pending }.map(\.tries) == [0])
        }
    }

    @Test("A deleted endpoint gets nothing more, and its deliveries end")
    func deleted() async throws {
        let (desk, sender) = try await desk(["payment.succeeded"])
        let payment = try await desk.payment()
        _ = try await desk.process(payment, Desk.card("4242424242424242"))
        let endpoint = try #require(try await desk.gateway.endpoints(for: desk.principal).first)
        _ = try await desk.gateway.changeEndpoint(endpoint.id, .delete, for: desk.principal)
        #expect(try await deliver(desk, sender) == 1)
        #expect(sender.sent.isEmpty)
        desk.clock.advance(milliseconds: 1_000_000)
        #expect(try await deliver(desk, sender) == 0)
    }

    @Test("Workers do what is due by themselves, and stop when told")
    func workers() async throws {
        let (desk, sender) = try await desk(["payment.succeeded"])
        let payment = try await desk.payment()
        let workers = Task {
            await desk.gateway.runWorkers(sender: sender, body: Self.body, onFault: { Issue.record($0) })
        }
        _ = try await desk.process(payment)
        for _ in 0..<400 where sender.sent.isEmpty {
            desk.clock.advance(milliseconds: 50)
            try await Task.sleep(for: .milliseconds(2))
        }
        #expect(sender.sent.count == 1)
        #expect(try await desk.stored(payment).status == .success)
        workers.cancel()
        await workers.value
    }

    @Test("Endpoints are checked: address, events, https for live")
    func drafts() {
        func fault(_ url: String?, _ events: [String]?, _ environment: Environment = .sandbox) -> [String] {
            do {
                _ = try EndpointDraft(url: url, events: events, environment: environment)
                return []
            } catch {
                return error.fields.keys.sorted()
            }
        }
        #expect(fault("http://127.0.0.1:9/x", nil).isEmpty)
        #expect(fault("https://shop.example", ["*"], .live).isEmpty)
        #expect(fault(nil, nil) == ["url"])
        #expect(fault("ftp://x/y", nil) == ["url"])
        #expect(fault("http://shop.example", nil, .live) == ["url"])
        #expect(fault("https://shop.example", ["payment.made"]) == ["enabled_events"])
    }
}
