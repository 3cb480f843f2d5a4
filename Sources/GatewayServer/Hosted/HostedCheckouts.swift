import Foundation
import Gateway
import Interface
import InterfaceWeb
import Kernel
import Wire

/// The checkouts at `authorization_url`: each tab that opens one has a visit of its own, until it is left for long.
///
/// A visit is nothing but a place to look from. What becomes of the payment is in the store: after a restart, or on
/// another device, another visit opens on the payment as it stands.
@MainActor
package final class HostedCheckouts {
    nonisolated let gateway: Gateway
    nonisolated let limits: HostedLimits
    nonisolated let design: HostedDesign
    nonisolated let ids: any IdentifierSource
    private var visits: [String: HostedVisit] = [:]
    private var opened: [PaymentID: Int] = [:]
    private var sweeper: Task<Void, Never>?
    private var observers: [PaymentID: [Int: AsyncStream<HostedNote>.Continuation]] = [:]
    private var nextObserver = 0
    private var isShut = false

    package nonisolated init(
        gateway: Gateway, design: HostedDesign, limits: HostedLimits = HostedLimits(),
        ids: any IdentifierSource = RandomIdentifiers()
    ) {
        (self.gateway, self.design, self.limits, self.ids) = (gateway, design, limits, ids)
    }

    package var count: Int { visits.count }

    // MARK: Opening

    /// What a page says when it opens.
    struct Opening: Sendable {
        let token: Secret<String>
        /// The visit the tab had before, if any.
        let visit: String?
        let client: String
        let language: Language
        /// Taken for sandbox payments only.
        let appearance: JSONValue?
        let facts: VisitorFacts
        let origin: String
        let transport: any Transport
    }

    enum OpeningFault: Error { case unknown, tooMany }

    /// The visit of a tab: the one it had, or a new one.
    func open(_ opening: Opening) async throws -> HostedVisit {
        guard let session = try await gateway.session(opening.token) else { throw OpeningFault.unknown }
        guard !isShut else { throw OpeningFault.tooMany }
        let payment = session.payment.id
        if let id = opening.visit, let visit = visits[id], visit.payment == payment, !visit.isOver, !visit.isClosed,
            visit.language == opening.language, visit.appearance == opening.appearance
        {
            return visit
        }
        try makeRoom(for: payment)
        let number = (opened[payment] ?? 0) + 1
        opened[payment] = number
        let visit = HostedVisit(
            id: "visit_" + ids.next(), payment: payment, number: number, limits: limits, language: opening.language,
            appearance: opening.appearance)
        let world = world(visit, session, opening)
        visit.begin(design.make(world), texts: PageTexts(opening.language.rawValue))
        visits[visit.id] = visit
        beginSweeping()
        return visit
    }

    func visit(_ id: String) -> HostedVisit? { visits[id] }

    /// The visit nobody has watched for longest gives way; a payment's own first.
    private func makeRoom(for payment: PaymentID) throws {
        let now = ContinuousClock.now
        func oldest(_ candidates: [HostedVisit]) -> HostedVisit? {
            candidates.filter { !$0.isWatched }.max { $0.unwatched(at: now) < $1.unwatched(at: now) }
        }
        let own = visits.values.filter { $0.payment == payment }
        if own.count >= limits.perPayment {
            guard let visit = oldest(own) else { throw OpeningFault.tooMany }
            remove(visit)
        }
        if visits.count >= limits.total {
            guard let visit = oldest(Array(visits.values)) else { throw OpeningFault.tooMany }
            remove(visit)
        }
    }

    private func world(_ visit: HostedVisit, _ session: CheckoutSession, _ opening: Opening) -> HostedWorld {
        let payment = session.payment
        let number = visit.number
        let token = opening.token.expose()
        let page = "\(opening.origin)/checkout/\(token)?lang=\(opening.language.rawValue)"
        visit.address = page
        let observed = ObservedTransport(inner: opening.transport) { [weak self] kind in
            await self?.note(payment.id, number, kind)
        }
        let sandbox = payment.environment == .sandbox
        return HostedWorld(
            payment: payment, token: opening.token, language: opening.language.rawValue,
            appearance: sandbox ? opening.appearance : nil, facts: opening.facts, origin: opening.origin,
            // It is stored with the attempt: no token may be in it.
            returnURL: "\(opening.origin)/visits/\(visit.id)/return", transport: observed,
            changes: gateway.store.changes,
            open: { [weak visit] url in
                guard let page = visit?.page else { return false }
                // A page of another site seldom stands in a frame.
                page.send(opening.facts.isFramed ? .open(url) : .leave(url))
                return true
            },
            told: { [weak self] name, payload in
                self?.note(payment.id, number, .callback(name: name, payload: payload))
            },
            finished: { [weak self, weak visit] in
                guard let self, let visit, !visit.isOver else { return }
                Task { await self.finish(visit, session, opening, page) }
            })
    }

    /// The sheet has gone: back to the shop, if it said where that is.
    private func finish(
        _ visit: HostedVisit, _ session: CheckoutSession, _ opening: Opening, _ page: String
    ) async {
        let now = try? await gateway.payment(token: opening.token)
        let payment = now ?? session.payment
        guard !visit.isOver else { return }
        let back = payment.callback.flatMap { Self.address($0, reference: payment.reference) }
        let end = EndInterface(
            header: HostedScreens.header(session, opening.language.rawValue),
            look: design.look(session, payment.environment == .sandbox ? opening.appearance : nil),
            language: opening.language.rawValue, rightToLeft: opening.language.isRightToLeft, isLeaving: back != nil,
            status: payment.status,
            again: { [weak visit] in visit?.page?.send(.leave(page)) })
        visit.finish(end, errand: back.map { .leave($0) })
    }

    /// The shop's own address, with the payment's reference added to what it asks itself.
    nonisolated static func address(_ callback: String, reference: String) -> String? {
        guard var parts = URLComponents(string: callback), ["http", "https"].contains(parts.scheme?.lowercased() ?? "")
        else { return nil }
        parts.queryItems = (parts.queryItems ?? []) + [URLQueryItem(name: "reference", value: reference)]
        return parts.url?.absoluteString
    }

    // MARK: Ending

    private func remove(_ visit: HostedVisit) {
        visits[visit.id] = nil
        visit.close()
        let payment = visit.payment
        if !visits.values.contains(where: { $0.payment == payment }), observers[payment] == nil {
            opened[payment] = nil
        }
    }

    /// Ends the visits that nobody has watched for too long.
    package func sweep(at now: ContinuousClock.Instant = .now) {
        for visit in visits.values where visit.isStale(at: now) { remove(visit) }
    }

    private func beginSweeping() {
        guard sweeper == nil else { return }
        sweeper = Task { [weak self] in
            while !Task.isCancelled {
                try? await Task.sleep(for: .seconds(10))
                guard let self, !self.isEmptyAfterSweep() else { return }
            }
        }
    }

    private func isEmptyAfterSweep() -> Bool {
        sweep()
        if visits.isEmpty { sweeper = nil }
        return visits.isEmpty
    }

    /// Ends every visit: the gateway stops.
    package func shutdown() {
        isShut = true
        sweeper?.cancel()
        for visit in visits.values { remove(visit) }
        for observer in observers.values.flatMap(\.values) { observer.finish() }
        observers = [:]
    }

    // MARK: Watching what they do

    /// The callbacks and requests of a payment's visits, from now on.
    package func observe(_ payment: PaymentID) -> AsyncStream<HostedNote> {
        let (stream, continuation) = AsyncStream.makeStream(of: HostedNote.self, bufferingPolicy: .bufferingNewest(500))
        guard !isShut else {
            continuation.finish()
            return stream
        }
        nextObserver += 1
        let key = nextObserver
        observers[payment, default: [:]][key] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { @MainActor in
                self?.observers[payment]?[key] = nil
                if self?.observers[payment]?.isEmpty == true { self?.observers[payment] = nil }
            }
        }
        return stream
    }

    private func note(_ payment: PaymentID, _ visit: Int, _ kind: HostedNote.Kind) {
        guard let observers = observers[payment]?.values else { return }
        let note = HostedNote(at: gateway.clock.now(), visit: visit, kind: kind)
        for observer in observers { observer.yield(note) }
    }
}

/// What makes hosted checkouts what they are: the sheet, and how it looks before it is there.
package struct HostedDesign: Sendable {
    let make: HostedFactory
    let look: @Sendable (CheckoutSession, _ appearance: JSONValue?) -> Look
    /// Whose pages may stand inside a screen: the policy of the document lets in no other.
    let pageOrigins: [String]

    /// - Parameter pages: addresses of pages that may stand inside a screen; their origins count.
    package init(
        make: @escaping HostedFactory, look: @escaping @Sendable (CheckoutSession, JSONValue?) -> Look,
        pages: [String] = []
    ) {
        self.make = make
        self.look = look
        pageOrigins = pages.map(WebPage.origin(of:)).filter { !$0.isEmpty }
    }
}
