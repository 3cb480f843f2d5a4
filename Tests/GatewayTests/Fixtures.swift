import Foundation
import Kernel
import Synchronization
import Testing

@testable import Gateway
@testable import GatewaySQLite

/// Identifiers that count up, so that a test can name them.
final class CountingIdentifiers: IdentifierSource {
    private let count = Mutex(0)

    func next() -> String {
        count.withLock { count in
            count += 1
            return String(format: "%06d", count)
        }
    }
}

/// A database of its own, gone with the test.
final class TemporaryDatabase: Sendable {
    let directory: URL
    var path: String { directory.appendingPathComponent("gateway.sqlite").path }

    init() throws {
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("comptoir-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: directory) }
}

extension Payment {
    /// A payment of 25,000 XAF (0 decimals), 500 of fees on top.
    static func fixture(
        _ environment: Environment = .sandbox, at now: Timestamp = .start, expiresIn: Int64 = 3600
    ) throws -> Payment {
        let xaf = try #require(Currency("XAF"))
        return Payment(
            id: PaymentID("trx_1"), merchantID: MerchantID("mer_1"), environment: environment, reference: "order-1",
            trxref: "TX1", amount: Money(minorUnits: 25_000, currency: xaf),
            fees: Money(minorUnits: 500, currency: xaf),
            description: nil, customer: Customer(), metadata: nil, callback: nil, tokenHash: "hash-1", createdAt: now,
            expiresAt: now.adding(seconds: expiresIn), updatedAt: now, refunded: Money(minorUnits: 0, currency: xaf))
    }
}

extension Timestamp {
    static let start = Timestamp(seconds: 1_796_000_000)
}

/// Drives a machine and insists that every effect is looked at.
struct MachineProbe {
    private(set) var machine: PaymentMachine
    var now = Timestamp.start

    init(_ payment: Payment, rules: PaymentRules = PaymentRules()) {
        machine = PaymentMachine(payment, rules: rules, ids: CountingIdentifiers())
    }

    var payment: Payment { machine.payment }

    mutating func send(_ event: PaymentEvent) -> [Seen] {
        machine.handle(event, at: now).map(Seen.init)
    }

    /// An effect without its generated ids.
    enum Seen: Equatable {
        case submit
        case tell(String)
        case capture(Int64)
        case refund(Int64)
        case refunded(Int64)
        case refuse(String)
        case vault

        init(_ effect: PaymentEffect) {
            switch effect {
            case .submit: self = .submit
            case .tell(let name, _, _): self = .tell(name.rawValue)
            case .record(let entry):
                self = entry.kind == .capture ? .capture(entry.amount.minorUnits) : .refund(entry.amount.minorUnits)
            case .refunded(let refund): self = .refunded(refund.amount.minorUnits)
            case .vault: self = .vault
            case .refuse(let refusal): self = .refuse(refusal.code)
            }
        }
    }

    @discardableResult
    mutating func pay(key: String = "key-1", restricted: Bool = false) -> [Seen] {
        send(
            .attempt(
                AttemptRequest(
                    idempotencyKey: key, channel: "cm.mobile",
                    instrument: InstrumentSummary(kind: .mobileMoney, issuer: "mtn", phone: "+237670000000"),
                    device: nil, merchantIsRestricted: restricted)))
    }

    mutating func provider(_ answer: ProviderAnswer, then followUp: ScheduledAnswer.FollowUp? = nil) throws -> [Seen] {
        let id = try #require(payment.attempt?.id)
        return send(.provider(id, answer, followUp: followUp))
    }
}
