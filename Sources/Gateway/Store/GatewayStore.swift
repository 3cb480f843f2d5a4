import Foundation
import Kernel

/// Where the gateway keeps its facts. What `write` returns is durable: it survives the process and the machine.
///
/// Bodies run one at a time on the store's own thread, in a transaction that is undone when they throw. They must
/// not block or await. A store may run a body again (another database's serialization failures), so a body has no
/// effect outside its transaction.
package protocol GatewayStore: Sendable {
    /// - Throws: what the body throws, or ``StoreFault``; then nothing of it is kept.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any GatewayTransaction) throws -> Value
    ) async throws -> Value

    /// Sees every write that was acknowledged before it began; must not write.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any GatewayTransaction) throws -> Value
    ) async throws -> Value

    /// Tells what was announced, once it is durable.
    var changes: ChangeFeed { get }

    /// Finishes what was asked for and lets go of the database.
    func close() async
}

/// Why a store could not do its work.
package enum StoreFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// Full, locked, unreachable or closed: nothing was stored, and trying again later can help. The text is for
    /// a developer.
    case unavailable(String)
    /// What is stored cannot be read as what it should be.
    case damaged(String)

    package var description: String {
        switch self {
        case .unavailable(let reason), .damaged(let reason): reason
        }
    }
}

/// What can be read and written in one transaction.
package protocol GatewayTransaction {
    /// Inserts it, or replaces it.
    func save(_ merchant: Merchant) throws
    func merchant(_ id: MerchantID) throws -> Merchant?
    func merchants() throws -> [Merchant]

    func save(_ key: APIKey) throws
    func apiKey(hash: String) throws -> APIKey?
    func apiKeys(of merchant: MerchantID) throws -> [APIKey]

    /// Inserts it, or replaces it.
    func save(_ payment: Payment) throws
    func payment(_ id: PaymentID) throws -> Payment?
    func payment(tokenHash: String) throws -> Payment?
    func payments(_ filter: PaymentFilter, _ page: PageRequest) throws -> Page<Payment>
    /// Payments to which something happens by itself by then, the most overdue first.
    func duePayments(at now: Timestamp, limit: Int) throws -> [PaymentID]
    /// Has ``GatewayStore/changes`` tell of it when the transaction is durable; never when it is undone.
    func announce(_ change: PaymentChange) throws
    /// The same for a session of a customer, whose enrolment stands differently.
    func announce(_ change: EnrollmentChange) throws
    func attempt(of payment: PaymentID, key: String) throws -> Attempt?
    /// Every attempt of a payment, in order.
    func attempts(of payment: PaymentID) throws -> [Attempt]
    /// The attempt that sent the payer to that page, and its payment.
    func attempt(link: PageLink) throws -> (payment: PaymentID, attempt: Attempt)?

    /// Inserts it, or replaces it.
    func save(_ session: PaymentSession) throws
    func paymentSession(_ id: PaymentSessionID) throws -> PaymentSession?

    /// Inserts it, or replaces it; the merchant's own name must be nobody else's.
    func save(_ customer: MerchantCustomer) throws
    func delete(_ customer: CustomerID) throws
    func customer(_ id: CustomerID) throws -> MerchantCustomer?
    func customer(of merchant: MerchantID, _ environment: Environment, merchantCustomerID: String) throws
        -> MerchantCustomer?

    /// Inserts it, or replaces it.
    func save(_ session: CustomerSession) throws
    func customerSession(_ id: CustomerSessionID) throws -> CustomerSession?

    /// Inserts it, or replaces it.
    func save(_ method: VaultedMethod) throws
    func vaultedMethod(_ id: VaultedToken) throws -> VaultedMethod?
    /// A customer's, the oldest first.
    func vaultedMethods(of customer: CustomerID) throws -> [VaultedMethod]

    /// Inserts it, or replaces it.
    func save(_ token: OneTimeToken) throws
    func oneTimeToken(hash: String) throws -> OneTimeToken?
    func hasOneTimeToken(expiredBefore: Timestamp) throws -> Bool
    /// Forgets tokens nobody can pay with any more, a slice of them at a time; says how many.
    @discardableResult func forgetOneTimeTokens(expiredBefore: Timestamp) throws -> Int

    func insert(_ entry: LedgerEntry) throws
    func ledger(of payment: PaymentID) throws -> [LedgerEntry]

    func insert(_ refund: Refund) throws
    func refund(_ id: RefundID) throws -> Refund?
    func refunds(_ filter: RefundFilter, _ page: PageRequest) throws -> Page<Refund>

    func save(_ endpoint: WebhookEndpoint) throws
    func delete(_ endpoint: EndpointID) throws
    func endpoint(_ id: EndpointID) throws -> WebhookEndpoint?
    func endpoints(of merchant: MerchantID, _ environment: Environment) throws -> [WebhookEndpoint]

    func insert(_ event: Event) throws
    func event(_ id: EventID) throws -> Event?
    /// Those of one dialect.
    func events(of merchant: MerchantID, _ environment: Environment, _ dialect: Dialect, _ page: PageRequest) throws
        -> Page<Event>

    func save(_ delivery: Delivery) throws
    func delivery(_ id: DeliveryID) throws -> Delivery?
    func deliveries(of event: EventID) throws -> [Delivery]
    func hasDueDelivery(at now: Timestamp) throws -> Bool
    /// Pending deliveries that are due, for each endpoint the most overdue first, as far as there is room; each is
    /// pushed back to `leaseUntil`, so that no other worker takes it meanwhile.
    func claimDeliveries(at now: Timestamp, leaseUntil: Timestamp, room: DeliveryRoom) throws -> [Delivery]

    /// The earliest moment at which something is due by itself.
    func nextDuePayment() throws -> Timestamp?
    func nextDueDelivery() throws -> Timestamp?

    /// Inserts it; the value must not be there yet.
    func insert(_ entry: BlocklistEntry) throws
    func delete(_ entry: BlocklistEntryID) throws
    func blocklistEntry(_ id: BlocklistEntryID) throws -> BlocklistEntry?
    /// The entry of that value, as ``BlocklistEntry/normalized(_:_:)`` writes it.
    func blocklistEntry(
        of merchant: MerchantID, _ environment: Environment, _ kind: BlocklistEntry.Kind, _ value: String
    ) throws -> BlocklistEntry?
    func blocklist(of merchant: MerchantID, _ environment: Environment, _ page: PageRequest) throws
        -> Page<BlocklistEntry>

    /// A secret of the gateway itself.
    func gatewaySecret(_ name: String) throws -> Secret<String>?
    func insertGatewaySecret(_ name: String, _ secret: Secret<String>) throws

    func save(_ record: IdempotencyRecord) throws
    func idempotencyRecord(scope: String, key: String) throws -> IdempotencyRecord?
    func hasIdempotencyRecord(before: Timestamp) throws -> Bool
    /// Forgets records made before then, a slice of them at a time; says how many.
    @discardableResult func forgetIdempotencyRecords(before: Timestamp) throws -> Int
}

/// Which payments a list shows.
package struct PaymentFilter: Sendable, Equatable {
    package var merchantID: MerchantID
    package var environment: Environment
    package var dialect = Dialect.wajub
    package var status: PaymentStatus?
    /// The merchant's own reference, whole.
    package var reference: String?
    package var createdFrom: Timestamp?
    package var createdBefore: Timestamp?
    /// Amounts in major units, whatever the currency.
    package var minimum: Decimal?
    package var maximum: Decimal?

    package init(merchantID: MerchantID, environment: Environment) {
        self.merchantID = merchantID
        self.environment = environment
    }
}

package struct RefundFilter: Sendable, Equatable {
    package var merchantID: MerchantID
    package var environment: Environment
    package var paymentID: PaymentID?

    package init(merchantID: MerchantID, environment: Environment, paymentID: PaymentID? = nil) {
        self.merchantID = merchantID
        self.environment = environment
        self.paymentID = paymentID
    }
}

/// Which part of a list, newest first.
package struct PageRequest: Sendable, Equatable {
    package enum Position: Sendable, Equatable {
        /// 1 and up; counts the whole list.
        case number(Int)
        /// After the row whose cursor this is; nil is the start. Stable while rows are added.
        case after(Cursor?)
    }

    package let position: Position
    package let size: Int

    package init(_ position: Position, size: Int = 20) {
        self.position = position
        self.size = size
    }
}

/// A place in a list that is ordered by creation, newest first.
package struct Cursor: Sendable, Equatable {
    package let createdAt: Timestamp
    package let id: String

    package init(createdAt: Timestamp, id: String) {
        self.createdAt = createdAt
        self.id = id
    }

    /// As text for a query: `<milliseconds>.<id>`.
    package var text: String { "\(createdAt.milliseconds).\(id)" }

    package init?(_ text: String) {
        guard text.utf8.count <= 128, let dot = text.firstIndex(of: "."),
            let milliseconds = Int64(text[..<dot])
        else { return nil }
        createdAt = Timestamp(milliseconds: milliseconds)
        id = String(text[text.index(after: dot)...])
    }
}

package struct Page<Item: Sendable>: Sendable {
    package let items: [Item]
    /// Where the next page begins; nil on the last one.
    package let next: Cursor?
    /// How many there are in all; known for numbered pages only.
    package let total: Int?

    package init(items: [Item], next: Cursor?, total: Int?) {
        self.items = items
        self.next = next
        self.total = total
    }
}

/// How many deliveries may be under way at once. An endpoint that hangs fills its own places only, and holds up nobody
/// else's webhooks.
package struct DeliveryRoom: Sendable {
    package static let perEndpoint = 8
    package static let inAll = 256
    private var busy: [EndpointID: Int] = [:]

    package init() {}

    package var left: Int { max(0, Self.inAll - busy.values.reduce(0, +)) }

    package func left(for endpoint: EndpointID) -> Int {
        min(left, max(0, Self.perEndpoint - busy[endpoint, default: 0]))
    }

    package mutating func enter(_ endpoint: EndpointID) { busy[endpoint, default: 0] += 1 }

    package mutating func leave(_ endpoint: EndpointID) {
        let count = busy[endpoint, default: 0]
        busy[endpoint] = count > 1 ? count - 1 : nil
    }
}
