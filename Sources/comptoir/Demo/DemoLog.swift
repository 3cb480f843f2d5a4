import Foundation
import Gateway
import GatewayServer
import Kernel
import Synchronization

/// Something that was said, as the demo shows it: who to whom, what, and how it went. It holds no secret.
struct DemoEntry: Sendable {
    enum Party: String, Sendable { case app, checkout, shop, gateway }
    enum Kind: String, Sendable { case callback, request, webhook }

    let kind: Kind
    let from: Party
    let to: Party
    /// `POST /payments`, `onReady`, `payment.succeeded`.
    let name: String
    /// A status, or a word the page has a text for: `verified`, `lost`.
    var outcome: String?
    var isGood = true
    var milliseconds: Double?
    var paymentID: String?
    /// Shown folded; redacted by whoever makes the entry.
    var json: JSONValue?
}

/// Takes what there is to tell. Whoever drives a checkout for the demo tells its callbacks and requests here.
protocol DemoLogging: Sendable {
    func record(_ entry: DemoEntry)
}

/// The last few hundred entries, for a page that asks for what it has not seen.
final class DemoLog: DemoLogging {
    struct Numbered: Sendable {
        let number: Int
        let time: Timestamp
        let entry: DemoEntry
    }

    private static let most = 500
    private static let mostBytes = 16_384
    private let state = Mutex<(entries: [Numbered], last: Int)>(([], 0))

    func record(_ entry: DemoEntry) {
        var entry = entry
        if let json = entry.json, json.bytes.count > Self.mostBytes { entry.json = ["…": "too long to show"] }
        let time = SystemClock().now()
        state.withLock { state in
            state.last += 1
            state.entries.append(Numbered(number: state.last, time: time, entry: entry))
            if state.entries.count > Self.most { state.entries.removeFirst(state.entries.count - Self.most) }
        }
    }

    /// The entries behind that number; waits for one when there is none yet.
    func entries(after number: Int, waitMilliseconds: Int) async -> [Numbered] {
        for _ in 0...(waitMilliseconds / 50) {
            let found = state.withLock { $0.entries.filter { $0.number > number } }
            if !found.isEmpty { return found }
            try? await Task.sleep(for: .milliseconds(50))
        }
        return []
    }
}

extension DemoLog.Numbered {
    var json: JSONValue {
        [
            "number": .integer(number), "time": .integer(time.milliseconds), "kind": .string(entry.kind.rawValue),
            "from": .string(entry.from.rawValue), "to": .string(entry.to.rawValue), "name": .string(entry.name),
            "outcome": .optional(entry.outcome), "good": .bool(entry.isGood),
            "milliseconds": .optional(entry.milliseconds.map { JSONValue.integer(Int($0.rounded())) }),
            "payment": .optional(entry.paymentID), "json": .optional(entry.json),
        ]
    }
}

extension DemoEntry {
    /// A request to the gateway's APIs and its answer; nil for pages and for what the demo asks for itself.
    init?(_ request: ServerRequest, _ response: ServerResponse, milliseconds: Double) {
        guard let room = request.segments.first, ["payments", "refunds", "pay", "webhooks", "v1"].contains(room) else {
            return nil
        }
        kind = .request
        from = room == "pay" || request.headers["x-sdk-type"] != nil ? .checkout : .shop
        to = .gateway
        name = "\(request.method) \(request.path)"
        let isLost = if case .dropConnection = response.fate { true } else { false }
        outcome = isLost ? "lost" : String(response.status)
        isGood = !isLost && response.status < 400
        self.milliseconds = milliseconds
        let sent = request.body.isEmpty ? nil : try? JSONValue.parse(request.body).redacted
        let answered = response.body.isEmpty ? nil : try? JSONValue.parse(response.body).redacted
        paymentID = answered?["transaction"]?["id"]?.string
        let key = request.headers["X-Idempotency-Key"].map { JSONValue.object(["X-Idempotency-Key": .string($0)]) }
        json = .object(
            ["headers": key, "request": sent, "answer": isLost ? nil : answered].compactMapValues { $0 })
    }

    /// A callback, as an app would be told; nil for a request, which the gateway tells of itself.
    init?(_ note: HostedNote, _ payment: String) {
        guard case .callback(let name, let payload) = note.kind else { return nil }
        self.init(
            kind: .callback, from: .checkout, to: .app, name: name,
            outcome: payload["state"]?.string ?? payload["code"]?.string ?? payload["status"]?.string,
            isGood: !["onError", "onLoadError"].contains(name), paymentID: payment, json: payload.redacted)
    }

    init(_ webhook: WebhookReceiver.Webhook) {
        self.init(
            kind: .webhook, from: .gateway, to: .shop, name: webhook.event,
            outcome: webhook.fault?.rawValue ?? "verified",
            isGood: webhook.fault == nil, paymentID: webhook.paymentID, json: webhook.body.redacted)
    }
}
